"""Vertical axes of the curve figures."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from kselect_core.plotting.curves.lines import UNKNOWN, Ends, Line, View, spread_is_wide
from kselect_core.plotting.curves.panel import FIRST_LANE, LANE, UNIT
from kselect_core.plotting.kit.theme import Spec
from kselect_core.plotting.kit.ticks import decades, round_step
from kselect_core.types import Array, Float

FAR = 3.0
"""So many times above the curves the errors of other kernels and ridges are off the axis."""


def normalised_axis(lanes: int) -> Spec:
    """Axis from 0 (best) to 1 (worst) with room for lanes of labels below."""
    bottom = FIRST_LANE - lanes * LANE / UNIT if lanes else -0.06
    return {
        "range": [bottom + 0.03, 1.1],
        "tickvals": [0, 0.25, 0.5, 0.75, 1],
        "ticktext": ["best 0", "0.25", "0.5", "0.75", "worst 1"],
    }


def common_ends(own: Ends, sweep: Ends) -> Ends:
    """Least and largest error of a whole sweep, so that steps compare; of the curves if far off."""
    return sweep if own[1] <= sweep[1] <= FAR * own[1] else own


def error_scale(errors: Sequence[Line], lanes: int | None, sweep: Ends = UNKNOWN) -> Spec:
    """Right axis whose lowest tick is level with "best", so that no curve runs through the labels.

    It starts at 0 unless all errors lie in the upper 40 per cent of that range. ``sweep``: ends of
    the errors of the sweep, which it holds unless they are far above. Without lanes (own units)
    Plotly chooses the range.
    """
    values = np.concatenate(
        [np.concatenate([line.low, line.high]) for line in errors] or [np.zeros(0)]
    )
    finite = values[np.isfinite(values)]
    if lanes is None or not finite.size or finite.max() <= 0:
        return {"nticks": 4, "rangemode": "tozero"}
    least, top = common_ends((float(finite.min()), float(finite.max())), sweep)
    low = least if least > 0.6 * top else 0.0
    step = round_step((top - low) / 4 or top / 4)
    low = step * np.floor(low / step + 1e-9)
    marks = low + step * np.arange(int(np.ceil((top - low) / step - 1e-9)) + 1)
    bottom, high = normalised_axis(lanes)["range"]
    width = float(marks[-1] - low)
    return {
        "range": [float(low + bottom * width), float(low + high * width)],
        "tickvals": [float(f"{mark:.6g}") for mark in marks],
    }


def own_axis(criteria: Sequence[Line]) -> Spec:
    """Axis in the units of the criterion; logarithmic where the values span many decades."""
    values = np.concatenate([line.y for line in criteria])
    if not spread_is_wide(values):
        return {"type": "linear", "tickmode": "auto", "nticks": 4, "exponentformat": "power"}
    finite = values[np.isfinite(values)]
    return {"type": "log", **decades(float(finite.min()), float(finite.max()), most=4)}


def error_axis(table: pd.DataFrame, view: View) -> tuple[str, str]:
    """Title and tick format of the error: per cent for a rate, else the unit of y²."""
    if is_rate(table, view.error):
        return "error rate", ".3~p"
    return "squared error", "~g"


def is_rate(table: pd.DataFrame, quantity: str) -> bool:
    """Whether the error is a share of wrong labels; for regression it equals the squared error."""
    if quantity != "test_error":
        return False
    names, numbers = table["quantity"].to_numpy(), table["value"].to_numpy(dtype=np.float64)
    values, squared = (numbers[names == name] for name in (quantity, "test_squared_error"))
    same = len(values) == len(squared) and np.array_equal(values, squared, equal_nan=True)
    finite = values[np.isfinite(values)]
    return bool(not (same and finite.size) and (finite <= 1.0).all())


def relative(x: float, grid: Float[Array, " n"]) -> float:
    """Position of a value between the ends of its axis, from 0 to 1."""
    if grid[0] <= 0:
        return float((x - grid[0]) / (grid[-1] - grid[0])) if len(grid) > 1 else 0.5
    log = np.log(np.array([grid[0], x, grid[-1]]))
    return float((log[1] - log[0]) / (log[2] - log[0])) if len(grid) > 1 else 0.5
