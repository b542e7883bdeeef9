"""Names of a few points in a cloud, where they cover least, and lines to them."""

import numpy as np

from kselect_core.plotting.kit.parts import leader, note
from kselect_core.plotting.kit.theme import FONT_SIZE, GREY, INK, PAPER, Spec, escaped, transparent
from kselect_core.types import Array, Float, Int

PLACE = (620.0, 300.0)
"""Pixels that the cloud is assumed to take across and up."""
RADII = (28.0, 44.0, 64.0)
DIRECTIONS = 16
WORD = (16.0, 9.0)
"""Half the width and height of a name in pixels."""
STANDOFF = 7.0
"""Pixels between the middle of a point and the line to its name."""
CROWD = 32.0
"""Pixels between two points below which only one of them has a name."""


def named_points(
    x: Float[Array, " n"], y: Float[Array, " n"], rows: Int[Array, " m"], texts: list[str]
) -> list[Spec]:
    """Annotations of some rows; none covers another, and each as few points as possible."""
    cloud = np.stack([_pixels(x, PLACE[0]), _pixels(y, PLACE[1])], axis=1)
    angles = np.linspace(0.0, 2 * np.pi, DIRECTIONS, endpoint=False) + np.pi / 4
    around = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    offsets = np.concatenate([radius * around for radius in RADII])
    placed: list[Array] = []
    named = []
    for row, text in zip(rows, texts, strict=True):
        places = cloud[row] + offsets
        cost = _covered(places, cloud, 1.0)
        if placed:
            cost = cost + 1000 * _covered(places, np.array(placed), 2.2)
        best = int(cost.argmin())
        placed.append(places[best])
        named.append(_annotation(float(x[row]), float(y[row]), offsets[best], text))
    return named


def leaders(named: list[Spec]) -> list[Spec]:
    """Lines from the points to their names: Plotly measures each arrow of an annotation."""
    look = {"color": transparent(GREY, 0.9), "width": 1}
    return [
        leader(
            (name["x"], name["y"]),
            (name["xshift"], name["yshift"]),
            start=STANDOFF,
            name="name",
            line=look,
        )
        for name in named
    ]


def apart(x: Float[Array, " n"], y: Float[Array, " n"], rows: Int[Array, " m"]) -> Int[Array, " k"]:
    """Rows of which each stands apart from those before: names of a crowd would lie on a heap."""
    cloud = np.stack([_pixels(x, PLACE[0]), _pixels(y, PLACE[1])], axis=1)
    kept: list[int] = []
    for row in rows.tolist():
        if all(np.hypot(*(cloud[row] - cloud[other])) >= CROWD for other in kept):
            kept.append(row)
    return np.array(kept, dtype=np.int64)


def _pixels(values: Float[Array, " n"], length: float) -> Float[Array, " n"]:
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    scaled: Float[Array, " n"] = (values - low) / ((high - low) or 1.0) * length
    return scaled


def _covered(
    places: Float[Array, "p 2"], points: Float[Array, "n 2"], size: float
) -> Int[Array, " p"]:
    """How many of the points lie under a name at each of the places."""
    away = np.abs(places[:, None, :] - points[None, :, :]) / np.array(WORD)
    count: Int[Array, " p"] = (away.max(axis=2) < size).sum(axis=1)
    return count


def _annotation(x: float, y: float, offset: Float[Array, " 2"], text: str) -> Spec:
    return note(
        f"<b>{escaped(text)}</b>",
        x,
        y,
        xshift=float(offset[0]),
        yshift=float(offset[1]),
        xanchor="center",
        yanchor="middle",
        font={"size": FONT_SIZE, "color": INK},
        bgcolor=PAPER,
    )
