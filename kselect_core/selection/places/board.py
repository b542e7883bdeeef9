"""The fit on a board of fixed size, whatever points lie on it."""

import numpy as np

from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.types import Array, Float

Box = tuple[tuple[float, float], tuple[float, float]]
"""Ends of the first feature, and of the second."""
RESOLUTION = 50
"""Points along each side at which the fit is computed."""
MARGIN = 0.08
"""Free border around made points, as a share of their range."""


def box_around(X: Float[Array, "n d"]) -> Box:
    """Return the box of the first two features of data, with a border."""
    low, high = X[:, :2].min(axis=0), X[:, :2].max(axis=0)
    border = MARGIN * np.where(high > low, high - low, 1.0)
    ends = list(zip((low - border).tolist(), (high + border).tolist(), strict=True))
    return (ends[0], ends[1])


def fit_in_box(
    bench: Workbench, cursor: Cursor, box: Box, *, resolution: int = RESOLUTION
) -> Float[Array, "r r"]:
    """Return the fit along the first two features, the others at the mean of the training part.

    Rows run along the second feature, from its lower end.
    """
    across, up = (np.linspace(*ends, resolution) for ends in box)
    mean = bench.dataset.X[bench.split.train].mean(axis=0)
    grid = np.tile(mean, (resolution**2, 1))
    grid[:, 0], grid[:, 1] = np.tile(across, resolution), np.repeat(up, resolution)
    (fit,) = bench.fits_at([cursor], grid)
    square: Array = (fit.f[:, 0] + bench.split.offset).reshape(resolution, resolution)
    return square
