"""The errors at one point of a grid, in a line: test, training, and the lowest on the grid."""

from kselect_core.plotting.maps.values import MapView, value_at
from kselect_core.views.sweep import SweepAt
from kselect_core.words.labels import UNITS, error_text


def error_at(at: SweepAt, quantity: str, *, kernel: str, parameter: float, lam: float) -> float:
    """Return the value of a quantity at a point of the grid: of the split, or the mean."""
    values = at.grid(MapView(quantity, kernel, at.split))
    return value_at(values, parameter=parameter, lam=lam)


def errors_text(at: SweepAt, *, kernel: str, parameter: float, lam: float) -> str:
    """Return test and training error at a point in Markdown, with the lowest of the grid."""
    name, training_name = at.said(UNITS[at.task]), UNITS[at.task].replace("test", "training")
    test, training = (
        error_text(error_at(at, quantity, kernel=kernel, parameter=parameter, lam=lam), at.task)
        for quantity in (at.measured, at.measured.replace("test", "training"))
    )
    parts = [f"{name} {test}"]
    parts += [f"{training_name} {training}"]
    if at.lowest is not None:
        parts += [f"lowest on the grid {error_text(at.lowest.value, at.task)}"]
    return " · ".join(parts)
