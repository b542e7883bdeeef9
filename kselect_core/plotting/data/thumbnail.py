"""Small picture of a data set for its card: points on two axes, coloured by class."""

from typing import NamedTuple

import numpy as np
from plotly.colors import sample_colorscale

from kselect_core.data.set.dataset import Dataset
from kselect_core.plotting.kit.theme import CLASS_COLOURS, MAGNITUDE
from kselect_core.types import Array, Float, Int

MOST_POINTS = 240
SHADES = 5
WIDTH, HEIGHT, MARGIN = 120, 84, 6


class Thumbnail(NamedTuple):
    """Points in pixels from the top left corner, with the class of each."""

    x: Float[Array, " m"]
    y: Float[Array, " m"]
    group: Int[Array, " m"]


def thumbnail_points(data: Dataset) -> Thumbnail:
    """At most 240 points in pixels: the two features, or the first two principal components.

    Regression targets are cut into five groups of equal size.
    """
    rows = np.unique(np.linspace(0, len(data.y) - 1, MOST_POINTS).astype(np.int64))
    plane = _plane(data.X)[rows]
    low, high = plane.min(axis=0), plane.max(axis=0)
    unit = (plane - low) / np.where(high > low, high - low, 1.0)
    x = MARGIN + unit[:, 0] * (WIDTH - 2 * MARGIN)
    y = HEIGHT - MARGIN - unit[:, 1] * (HEIGHT - 2 * MARGIN)
    return Thumbnail(x, y, _groups(data)[rows])


def thumbnail(data: Dataset) -> str:
    """SVG of about 5 kB without any text of the user in it."""
    points = thumbnail_points(data)
    paths = []
    for group in range(int(points.group.max()) + 1):
        mine = points.group == group
        dots = "".join(
            f"M{x:.1f} {y:.1f}h0" for x, y in zip(points.x[mine], points.y[mine], strict=True)
        )
        colour = _colour(data, group)
        paths.append(f'<path d="{dots}" stroke="{colour}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{2 * WIDTH}" height="{2 * HEIGHT}" fill="none" stroke-width="3.2" '
        f'stroke-linecap="round" stroke-opacity="0.75">{"".join(paths)}</svg>'
    )


def _colour(data: Dataset, group: int) -> str:
    """Colour of a class; of a regression, from low targets to high ones as in every figure."""
    if data.task != "regression":
        return CLASS_COLOURS[group % len(CLASS_COLOURS)]
    return str(sample_colorscale([list(stop) for stop in MAGNITUDE], group / (SHADES - 1))[0])


def _plane(X: Float[Array, "n d"]) -> Float[Array, "n 2"]:
    filled = np.where(np.isnan(X), 0.0, X)
    if X.shape[1] == 2:  # noqa: PLR2004 (a plane)
        return filled
    centred = filled - filled.mean(axis=0)
    spread = centred.std(axis=0)
    standard = centred / np.where(spread > 0, spread, 1.0)
    _, axes = np.linalg.eigh(standard.T @ standard)
    flat = standard @ axes[:, ::-1][:, :2]
    return flat if flat.shape[1] == 2 else np.column_stack([flat, np.zeros(len(flat))])  # noqa: PLR2004


def _groups(data: Dataset) -> Int[Array, " n"]:
    if data.task == "multiclass":
        return data.y.astype(np.int64)
    if data.task == "regression":
        borders = np.quantile(data.y, np.arange(1, SHADES) / SHADES)
        return np.searchsorted(borders, data.y).astype(np.int64)
    return (data.y > 0.0).astype(np.int64)
