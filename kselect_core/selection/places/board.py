"""The fit on a board of fixed size, whatever points lie on it."""

from typing import NamedTuple

import numpy as np

from kselect_core.kernels import GAUSSIAN
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.types import Array, Float

Box = tuple[tuple[float, float], tuple[float, float]]
"""Ends of the first feature, and of the second."""
RESOLUTION = 50
"""Points along each side at which the fit is computed."""
MARGIN = 0.08
"""Free border around made points, as a share of their range."""


class Learnt(NamedTuple):
    """What a fit on a board is made of, so that it can be made at another width without a server.

    All as the kernel sees it: training points, the ends of the box, and the place at which the
    features beyond the first two are held. The fit is ``offset`` + Σ αᵢ k(x, xᵢ), where
    (K + ``ridge`` I) α = ``y`` and k(x, z) = exp(−γ ‖x − z‖²), with one of the ``gammas`` for each
    width of the family, in its order.
    """

    X: Float[Array, "n d"]
    y: Float[Array, " n"]
    ends: Box
    rest: tuple[float, ...]
    ridge: float
    offset: float
    gammas: tuple[float, ...]


def learnt_in_box(bench: Workbench, cursor: Cursor, box: Box) -> Learnt | None:
    """Return what the fit in a box is made of; None where the kernel or the learner is another."""
    config, family = bench.config, family_of(bench.config, cursor.kernel)
    if (config.learner, family.kernel) != ("krr", GAUSSIAN.name):
        return None
    problem, split = bench.problem(cursor), bench.split
    corners = np.tile(bench.dataset.X[split.train].mean(axis=0), (2, 1))
    corners[:, :2] = np.transpose(box)
    low, high = bench.prepared(corners).tolist()
    return Learnt(
        split.X_train,
        problem.y,
        ((low[0], high[0]), (low[1], high[1])),
        tuple(low[2:]),
        float(problem.mu[0]),
        split.offset,
        tuple(GAUSSIAN.stored(value, family.convention) for value in family.values),
    )


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
