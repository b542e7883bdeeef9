"""The true error of a fit, where the distribution is known: measured on many fresh points."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from kselect_core.data import Dataset
from kselect_core.linalg.floating.signs import Signed
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.sweep.items import losses
from kselect_core.types import Array, Float

FRESH = 4000
"""Fresh points: their share of wrong labels is off by at most 0.8 percentage points, usually."""


class Truth(NamedTuple):
    """Error on fresh points, and the standard error with which they tell it.

    A share of wrong labels, or the mean squared error of a regression.
    """

    error: float
    spread: float


def true_errors(bench: Workbench, points: Sequence[Cursor], fresh: Dataset) -> list[Truth]:
    """Return the error of the fit at each point of the grid, on fresh points of its data."""
    y = (fresh.y - bench.split.offset)[:, None]
    regression = fresh.task == "regression"
    return [_measured(fit, y, regression=regression) for fit in bench.fits_at(points, fresh.X)]


def _measured(fit: Signed, y: Float[Array, "m 1"], *, regression: bool) -> Truth:
    errors = losses("true", y, fit)
    if regression:
        return Truth(float(errors["true_squared_error"][0]), _error_of_mean((y - fit.f) ** 2))
    error = float(errors["true_error"][0])
    return Truth(error, sqrt(error * (1 - error) / len(y)))


def _error_of_mean(values: Float[Array, "m 1"]) -> float:
    return float(values.std(ddof=1) / sqrt(len(values)))
