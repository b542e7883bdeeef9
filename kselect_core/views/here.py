"""The errors at one point of a grid, in a line: test, training, and the lowest on the grid."""

from kselect_core.plotting.maps.values import MapView, value_at
from kselect_core.views.sweep import SweepAt
from kselect_core.words.labels import error_text

TRAINING = {"test_error": "training_error", "test_squared_error": "training_squared_error"}


def error_at(at: SweepAt, quantity: str, *, kernel: str, parameter: float, lam: float) -> float:
    """Return the value of a quantity at a point of the grid, on the split or their mean."""
    values = at.grid(MapView(quantity, kernel, at.split))
    return value_at(values, parameter=parameter, lam=lam)


def errors_text(at: SweepAt, *, kernel: str, parameter: float, lam: float, test: bool) -> str:
    """Return the errors at a point in words; without ``test`` the training error alone."""
    point = {"kernel": kernel, "parameter": parameter, "lam": lam}
    training = error_at(at, TRAINING[at.measured], **point)  # type: ignore[arg-type]
    parts = [f"training error {error_text(training, at.task)}"]
    if test:
        error = error_at(at, at.measured, **point)  # type: ignore[arg-type]
        parts = [f"test error **{error_text(error, at.task)}**", *parts]
        if at.lowest is not None:
            parts += [f"lowest on the grid {error_text(at.lowest.value, at.task)}"]
    return " · ".join(parts)
