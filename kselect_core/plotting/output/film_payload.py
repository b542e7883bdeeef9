"""A film as the bytes that the canvas component plays, and the curves in the lane below it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from kselect_core.linalg.matrices.blocks import block_means
from kselect_core.plotting.curves.lines import Line
from kselect_core.plotting.data.decision_picture import Decision
from kselect_core.plotting.data.groups import groups
from kselect_core.plotting.kit.quantities import arrow, better, label
from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.output.channels import fit_channels, matrix_channels
from kselect_core.plotting.output.packed import packed
from kselect_core.plotting.points.matrix_picture import LEVELS, MISSING, Scale, codes, scale_of
from kselect_core.types import Array, Float

LARGEST = 2 * 1024 * 1024
"""Most bytes of a film."""
ROOM = 100 * 1024
"""Bytes of it for everything besides the pictures."""
MOST_POINTS = 2000
"""Data points drawn; of more, every k-th."""
DEPTH = 22.0
"""Decades of eigenvalues shown below the largest."""
CLOSE = 1e-9
PRECISION = float(np.finfo(np.float64).eps)


class Fitted(Protocol):
    """Decision pictures, one per frame or step."""

    @property
    def scene(self) -> Decision:
        """Grid, data and axes of the pictures."""

    @property
    def f(self) -> Float[Array, "F r r"]:
        """Fits."""


class Eigenvalues(Protocol):
    """Spectra, one per frame or step."""

    @property
    def sigma(self) -> Float[Array, "F m"]:
        """First eigenvalues."""

    @property
    def mu(self) -> Float[Array, " F"]:
        """Ridges."""

    @property
    def effective_dimension(self) -> Float[Array, " F"]:
        """Effective dimension."""

    @property
    def n(self) -> int:
        """Number of training points."""


class Moving(Fitted, Eigenvalues, Protocol):
    """What the payload needs of a film."""

    @property
    def gram(self) -> Float[Array, "F g g"]:
        """Gram matrices; what lies beyond −1 and 1 has the end colours."""

    @property
    def runs(self) -> tuple[tuple[float, int], ...]:
        """Labels along the Gram matrix and how often they occur."""


class Titles(NamedTuple):
    """Words of a film: the key of the component, the file, and what each frame is called."""

    key: str
    file: str
    line: str
    frames: tuple[str, ...]
    class_names: tuple[str, ...]


def film_payload(film: Moving, titles: Titles) -> bytes:
    """Bytes of a film, at most 2 MB: pictures as one byte per cell, spectra in single precision.

    Pictures that need more are reduced to block means first. A film without fits has none of them.
    """
    side = min(_side(len(film.f), film.gram.shape[1]), film.f.shape[1])
    upright = film.f[:, ::-1].astype(np.float64)  # the first row of a picture is its top
    f = np.stack([block_means(picture, largest=side) for picture in upright]) if side else upright
    signed = bool(titles.class_names)
    scale = scale_of(f, diverging=signed, span="robust")
    negative = bool((film.gram < -CLOSE).any())
    logs, floor = logs_of(film.sigma)
    header = {
        "key": titles.key,
        "file": titles.file,
        "line": titles.line,
        "frames": titles.frames,
        "side": f.shape[1],
        "signed": signed,
        "range": [scale.low, scale.high],
        "stops": fit_channels(classes=signed),
        "axes": film.scene.axes,
        "plane": film.scene.plane,
        "cells": film.gram.shape[1],
        "gramStops": matrix_channels(signed=negative),
        "gramLow": -1 if negative else 0,
        "runs": _runs(film, titles.class_names),
        "eigenvalues": film.sigma.shape[1],
        "span": [floor, float(logs.max(initial=floor + 1.0))],
        "n": film.n,
        "groups": legend(film.scene, titles.class_names),
        "classes": _classes(film.scene, titles.class_names),
    }
    arrays = {
        "f": signed_codes(f, scale.high) if signed else codes(f, scale),
        "gram": codes(film.gram, Scale(-1.0 if negative else 0.0, 1.0)),
        "sigma": logs.astype(np.float32),
        "mu": np.log10(np.maximum(film.mu, 1e-300)).astype(np.float32),
        "precision": np.log10(np.maximum(film.n * PRECISION * film.sigma[:, 0], 1e-300)).astype(
            np.float32
        ),
        "dimension": film.effective_dimension.astype(np.float32),
        **spots(film.scene, titles.class_names),
    }
    if not signed:
        arrays["value"] = codes(film.scene.labels[drawn_rows(film.scene)], scale)
    return packed(header, arrays)


def signed_codes(values: Float[Array, "..."], extent: float) -> Array:
    """Bytes of values about 0, finest near it: code 127 ± 127 √(|value| / extent), 255 for none.

    Only 0 itself has the middle code, so that the zero level stays where it is.
    """
    middle = LEVELS // 2
    share = np.sign(values) * np.sqrt(np.abs(values) / extent)
    rounded = codes(share, Scale(-1.0, 1.0)).astype(np.int16)
    with np.errstate(invalid="ignore"):
        lifted = np.where(values > 0, np.maximum(rounded, middle + 1), rounded)
        lowered = np.where(values < 0, np.minimum(lifted, middle - 1), lifted)
    return np.where(rounded == MISSING, MISSING, lowered).astype(np.uint8)


def lane(
    drawn: Sequence[Line], places: Sequence[float], *, errors: Sequence[str] = ()
) -> list[dict[str, object]]:
    """Curves of the lane: position from 0 (best) to 1 (worst) at every frame, None in a gap.

    ``places`` are the abscissae of the frames; ``errors`` are put on the same scale from their own
    best to their worst value.
    """
    x, cells = np.array(places), []
    for line in drawn:
        scaled = line.scale.position(line.value) if line.quantity in errors else line.y
        y = _at(line, scaled, x)
        values = _at(line, line.value, x)
        if not np.isfinite(y).any():
            continue
        good = values if better(line.quantity) == "lower" else -values
        look = style(line.quantity)
        cells.append(
            {
                "name": f"{label(line.quantity)} {arrow(line.quantity)}",
                "colour": look.colour,
                "dash": look.dash,
                "wide": line.quantity in errors,
                "best": int(np.nanargmin(good)),
                "y": [round(float(v), 4) if np.isfinite(v) else None for v in y],
            }
        )
    return cells


def _side(frames: int, cells: int) -> int:
    """Most points along a side of the decision pictures that leaves the film small enough."""
    return int(np.sqrt(max((LARGEST - ROOM) / max(frames, 1) - cells**2 - 300.0, 100.0)))


def logs_of(sigma: Float[Array, "F m"]) -> tuple[Float[Array, "F m"], float]:
    """Powers of ten of the eigenvalues; those of 0 lie below everything that is shown."""
    positive = sigma > 0
    logs = np.where(positive, np.log10(np.where(positive, sigma, 1.0)), -np.inf)
    top = float(logs.max(initial=-np.inf))
    top = top if np.isfinite(top) else 0.0
    floor = max(float(logs[positive].min(initial=top - 1.0)), top - DEPTH)
    return np.maximum(logs, floor - 3.0), floor


def point_step(count: int) -> int:
    """Step with which so many data points are drawn: 1 where all of them are."""
    return max(1, -(-count // MOST_POINTS))


def _runs(film: Moving, class_names: tuple[str, ...]) -> list[tuple[str, int]]:
    names = dict(zip((-1.0, 1.0), class_names, strict=False))
    return [(names.get(code, ""), count) for code, count in film.runs]


def drawn_rows(scene: Decision) -> Array:
    """Rows of the data points that are drawn."""
    return np.arange(0, len(scene.points), point_step(len(scene.points)))


def legend(scene: Decision, class_names: tuple[str, ...]) -> list[dict[str, object]]:
    """Groups of points with the words and the look of their legend."""
    rows = drawn_rows(scene)
    parts = groups(scene.labels[rows], class_names, ~scene.is_test[rows])
    return [
        {
            "name": f"{group.name}, {part}" if group.name else part,
            "colour": group.colour,
            "symbol": group.symbol,
            "solid": group.solid,
        }
        for group in parts
        for part in ["training" if group.solid else "test"]
    ]


def _classes(scene: Decision, class_names: tuple[str, ...]) -> list[dict[str, object]]:
    """Classes by the look of their training points; none of a regression."""
    rows = drawn_rows(scene)
    parts = groups(scene.labels[rows], class_names, ~scene.is_test[rows])
    return [
        {"name": group.name, "colour": group.colour, "symbol": group.symbol, "solid": True}
        for group in parts
        if group.solid and group.name
    ]


def spots(scene: Decision, class_names: tuple[str, ...]) -> dict[str, Array]:
    """Data points from 0 to 1 across the picture (from the top), and their group."""
    rows = drawn_rows(scene)
    group = np.zeros(len(rows), dtype=np.uint8)
    for k, part in enumerate(groups(scene.labels[rows], class_names, ~scene.is_test[rows])):
        group[part.rows] = k
    x = (scene.points[rows, 0] - scene.x[0]) / (scene.x[-1] - scene.x[0])
    y = (scene.y[-1] - scene.points[rows, 1]) / (scene.y[-1] - scene.y[0])
    return {"x": x.astype(np.float32), "y": y.astype(np.float32), "group": group}


def _at(line: Line, values: Float[Array, " k"], places: Float[Array, " F"]) -> Array:
    """Values of a line at the frames; NaN where the line has no point."""
    where = np.clip(np.searchsorted(line.x, places * (1 - CLOSE)), 0, len(line.x) - 1)
    near = np.abs(line.x[where] - places) <= CLOSE * np.abs(places)
    return np.where(near, values[where], np.nan)
