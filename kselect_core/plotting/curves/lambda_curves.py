"""Criteria over λ for one kernel, with the best λ of every criterion and the test error."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.kernels.short_numbers import compact
from kselect_core.plotting.curves import scales
from kselect_core.plotting.curves.lines import Line, View, criteria_of, lines
from kselect_core.plotting.curves.panel import Panel, PinBoard
from kselect_core.plotting.curves.panels import Frame, framed
from kselect_core.plotting.curves.pins import Pin, lanes
from kselect_core.plotting.kit.quantities import arrow, better, label
from kselect_core.plotting.kit.strength import in_costs, strength_name, strength_value
from kselect_core.plotting.kit.sweep_rows import at_parameter
from kselect_core.results.reach import between, within_reach
from kselect_core.results.table import check
from kselect_core.types import Array, Float

PLOT_WIDTH = 330.0
TIE = 1e-9


def lambda_lines(table: pd.DataFrame, *, kernel: str, parameter: float, view: View) -> list[Line]:
    """Lines over λ of the criteria that depend on it, then those of the errors."""
    rows = at_parameter(check(table), kernel, parameter, view.split)
    curves = lines(rows, [*criteria_of(rows, view), *view.errors], axis="lambda", view=view)
    return [line for line in curves if line.quantity in view.errors or not _constant(line)]


def without_lambda(table: pd.DataFrame, *, view: View) -> tuple[str, ...]:
    """Criteria whose value is the same for every λ, which the figure leaves out."""
    first = table.groupby(["quantity", "split", "kernel", "parameter"], dropna=False, sort=False)[
        "value"
    ]
    spread = (first.transform("max") - first.transform("min")).abs()
    varying = set(table.loc[spread > 0, "quantity"])
    return tuple(q for q in criteria_of(table, view) if q not in varying)


def lambda_pins(drawn: list[Line], *, costs: bool = False) -> list[Pin]:
    """Best λ of every criterion on its line; among ties the largest λ, which is the smallest C."""
    chosen = []
    for line in drawn:
        good = line.value if better(line.quantity) == "lower" else -line.value
        if line.quantity.startswith(("test", "training")) or not np.isfinite(good).any():
            continue
        best = float(np.nanmin(good))
        ties = np.flatnonzero(good <= best + TIE * abs(best))
        i = int(ties[-1])
        low, high = ("largest C", "smallest C") if costs else ("smallest λ", "largest λ")
        ends = {0: low, len(good) - 1: high}
        boundary = ends.get(i, "") if len(good) > 1 else ""
        chosen.append(
            Pin(
                line.quantity,
                line.kernel,
                float(line.x[i]),
                float(line.y[i]),
                float(line.value[i]),
                1,
                1,
                boundary,
                None,
                *_in_doubt(line, good, i, costs=costs),
            )
        )
    return chosen


def _in_doubt(
    line: Line, good: Float[Array, " n"], i: int, *, costs: bool
) -> tuple[str, tuple[float, float] | None]:
    """Which λ may be as good as the i-th, in words, and the ends of them."""
    if line.known is None or not line.known.error.any():
        return "", None
    x = line.x[within_reach(good, line.known.error, (i,))]
    if len(x) == 1:
        return "", None
    shown = np.array([strength_value(v, costs=costs) for v in x.tolist()])
    ends = float(x.min()), float(x.max())
    return between(strength_name(costs=costs), shown, compact), ends


def lambda_curves(
    table: pd.DataFrame,
    *,
    kernel: str,
    parameter: float,
    cursor: float | None = None,
    view: View = View(),  # noqa: B008 (immutable)
) -> go.Figure:
    """Figure of criteria over λ for one kernel; points carry (kernel, parameter, λ, value).

    Support vector machines: over C, from small to large; points carry C as well.
    """
    curves = lambda_lines(table, kernel=kernel, parameter=parameter, view=view)
    errors = tuple(line for line in curves if line.quantity in (view.error, view.training))
    criteria = tuple(line for line in curves if line.quantity not in (view.error, view.training))
    groups = [criteria] if view.mode == "normalised" else [(line,) for line in criteria]
    panels = [
        _panel(group, errors, parameter=parameter, view=view, costs=in_costs(table))
        for group in groups
        if group or errors
    ]
    shared = view.mode == "normalised"
    at = None if cursor is None else (kernel, cursor)
    return framed(
        panels, Frame(1 if shared else view.columns, shared, *scales.error_axis(table, view), at)
    )


def _panel(
    criteria: tuple[Line, ...],
    errors: tuple[Line, ...],
    *,
    parameter: float,
    view: View,
    costs: bool,
) -> Panel:
    first = (*criteria, *errors)[0]
    shared = view.mode == "normalised"
    chosen = lambda_pins(list(criteria), costs=costs)
    positions = [scales.relative(pin.x, first.x) for pin in chosen]
    if costs:  # the axis runs the other way
        positions = [1.0 - position for position in positions]
    places = lanes(chosen, positions, width=PLOT_WIDTH) if shared else []
    board = PinBoard(tuple(chosen), tuple(places))
    return Panel(
        kernel=first.kernel,
        convention=first.convention,
        title="" if shared else f"{label(first.quantity)} {arrow(first.quantity)}",
        x=first.x,
        x_title=strength_name(costs=costs),
        y_title="criterion, normalised" if shared else "",
        y_axis=scales.normalised_axis(board.lanes) if shared else scales.own_axis(criteria),
        lines=criteria,
        errors=errors,
        error_axis=scales.error_scale(errors, board.lanes if shared else None, view.ends),
        board=board,
        levels=(),
        fixed=parameter,
        over_lambda=True,
        most_ticks=7 if shared else 4,
        costs=costs,
    )


def _constant(line: Line) -> bool:
    finite = line.value[np.isfinite(line.value)]
    return bool(len(line.x) > 1 and finite.size > 1 and np.ptp(finite) == 0)
