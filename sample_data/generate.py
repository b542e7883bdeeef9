"""Write the small seeded data sets and their manifest: python sample_data/generate.py [folder].

Numbers are rounded to 6 decimals, so that the last bits of a machine's sine do not matter.
"""

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np

Table = tuple[np.ndarray, np.ndarray]
SEED = 20140
HERE = Path(__file__).resolve().parent


def two_moons(rng: np.random.Generator) -> Table:
    """Two interleaved half circles with noise."""
    angle = rng.uniform(0, np.pi, 300)
    upper = np.arange(300) % 2 == 0
    x = np.where(upper, np.cos(angle), 1 - np.cos(angle))
    y = np.where(upper, np.sin(angle), 0.5 - np.sin(angle))
    return np.column_stack([x, y]) + rng.normal(0, 0.2, (300, 2)), _named(upper, "upper", "lower")


def circles(rng: np.random.Generator) -> Table:
    """One noisy circle inside another."""
    angle = rng.uniform(0, 2 * np.pi, 300)
    inner = np.arange(300) % 2 == 0
    radius = np.where(inner, 0.5, 1.0) + rng.normal(0, 0.13, 300)
    return radius[:, None] * _direction(angle), _named(inner, "inner", "outer")


def xor(rng: np.random.Generator) -> Table:
    """Four Gaussian clouds, opposite ones alike."""
    corner = np.arange(300) % 4
    centre = np.column_stack([2.0 * (corner % 2) - 1, 2.0 * (corner // 2) - 1])
    alike = (corner % 2) == (corner // 2)
    return centre + rng.normal(0, 0.5, (300, 2)), _named(alike, "equal", "unequal")


def spirals(rng: np.random.Generator) -> Table:
    """Two spirals of one and a half turns."""
    turn = np.sqrt(rng.uniform(0.02, 1, 300)) * 3 * np.pi
    first = np.arange(300) % 2 == 0
    points = (turn / (3 * np.pi))[:, None] * _direction(turn + np.where(first, 0, np.pi))
    return points + rng.normal(0, 0.03, (300, 2)), _named(first, "first", "second")


def gaussians(rng: np.random.Generator) -> Table:
    """Two Gaussian clouds that overlap: the best possible error is about 16 per cent."""
    right = np.arange(300) % 2 == 0
    points = rng.normal(0, 1, (300, 2))
    points[:, 0] += np.where(right, 1.0, -1.0)
    return points, _named(right, "right", "left")


def checkerboard(rng: np.random.Generator) -> Table:
    """Uniform points on a 4 by 4 board."""
    points = rng.uniform(0, 4, (400, 2))
    return points, _named(np.floor(points).sum(axis=1) % 2 == 0, "black", "white")


def additive(rng: np.random.Generator) -> Table:
    """Sum of four smooth functions of one variable each, with noise of variance 0.1."""
    u = rng.uniform(-0.5, 0.5, (400, 4))
    s, c = np.sin(np.pi * u), np.cos(np.pi * u)
    parts = [
        5 * 2 * np.exp(-0.1 * u[:, 0]),
        3 * (2 * u[:, 1] - 1) ** 2,
        4 * s[:, 2] / (2 - s[:, 2]),
        6 * (0.2 * s + 0.1 * c + 0.3 * s**2 + 0.5 * c**3 + 0.5 * s**3)[:, 3],
    ]
    return u, np.sum(parts, axis=0) + rng.normal(0, np.sqrt(0.1), 400)


GENERATORS: tuple[Callable[[np.random.Generator], Table], ...] = (
    two_moons,
    circles,
    xor,
    spirals,
    gaussians,
    checkerboard,
    additive,
)


def csv_text(features: np.ndarray, target: np.ndarray) -> str:
    """Return the table as CSV with the target last."""
    kind = "target" if target.dtype.kind == "f" else "label"
    lines = [",".join([*(f"x{j + 1}" for j in range(features.shape[1])), kind])]
    for row, value in zip(features, target, strict=True):
        last = f"{value:.6f}" if kind == "target" else str(value)
        lines.append(",".join([*(f"{x:.6f}" for x in row), last]))
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """Write every table and ``manifest.json`` into a folder."""
    manifest = {}
    for k, generator in enumerate(GENERATORS):
        rng = np.random.default_rng(np.random.SeedSequence(SEED, spawn_key=(k,)))
        features, target = generator(rng)
        content = csv_text(features, target).encode()
        (folder / f"{generator.__name__}.csv").write_bytes(content)
        manifest[generator.__name__] = {
            "file": f"{generator.__name__}.csv",
            "rows": len(features),
            "features": features.shape[1],
            "seed": [SEED, k],
            "sha256": sha256(content).hexdigest(),
        }
    text = json.dumps(manifest, indent=2) + "\n"
    (folder / "manifest.json").write_text(text, encoding="utf-8")


def _direction(angle: np.ndarray) -> np.ndarray:
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _named(mask: np.ndarray, yes: str, no: str) -> np.ndarray:
    return np.where(mask, yes, no)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
