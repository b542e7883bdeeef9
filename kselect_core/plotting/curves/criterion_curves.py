"""Criteria over the kernel parameter at one λ, with every criterion's choice and the test error."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.curves import scales
from kselect_core.plotting.curves.levels import levels
from kselect_core.plotting.curves.lines import UNKNOWN, Ends, Line, View, criteria_of, lines
from kselect_core.plotting.curves.panel import Panel, PinBoard
from kselect_core.plotting.curves.panels import Frame, framed
from kselect_core.plotting.curves.pins import Pin, lanes, pins
from kselect_core.plotting.kit.quantities import arrow, label
from kselect_core.plotting.kit.strength import in_costs
from kselect_core.plotting.kit.sweep_rows import at_lambda
from kselect_core.plotting.kit.ticks import kernel_name, parameter_title
from kselect_core.results.table import check

PLOT_WIDTH = 330.0
"""Pixels that labels are sure to have, on the narrowest page."""
HALF = 0.5
"""Panels narrower than this part of the figure get the short title of their axis."""


def criterion_lines(table: pd.DataFrame, *, lam: float, view: View) -> list[Line]:
    """Lines of all criteria over the kernel parameter at one λ, then those of the errors."""
    rows = at_lambda(check(table), lam, view.split)
    return lines(rows, [*criteria_of(rows, view), *view.errors], axis="parameter", view=view)


def criterion_curves(
    table: pd.DataFrame,
    choices: pd.DataFrame | None = None,
    *,
    lam: float,
    cursor: tuple[str, float] | None = None,
    references: pd.DataFrame | None = None,
    view: View = View(),  # noqa: B008 (immutable)
) -> go.Figure:
    """Figure of criteria over the kernel parameter: one panel per family (and criterion).

    ``choices`` adds the pins, ``references`` the values at K = I and K = 11ᵀ at the narrow and the
    wide end; ``cursor`` is (kernel, parameter). Every point carries (kernel, parameter, λ, value).
    """
    curves = criterion_lines(table, lam=lam, view=view)
    criteria = [line for line in curves if line.quantity not in view.errors]
    errors = [line for line in curves if line.quantity in view.errors]
    at = None if view.joint else lam
    chosen = [] if choices is None else pins(criteria, choices, lam=at, split=view.split)
    shared = view.mode == "normalised"
    kernels = list(dict.fromkeys(line.kernel for line in curves))
    groups = [""] if shared else list(dict.fromkeys(line.quantity for line in criteria))
    panels = [
        _panel(
            [line for line in criteria if line.kernel == kernel and group in ("", line.quantity)],
            [line for line in errors if line.kernel == kernel],
            [pin for pin in chosen if pin.kernel == kernel and group in ("", pin.quantity)],
            share=1.0 / len(kernels),
            view=view,
            lam=lam,
        )
        for group in groups
        for kernel in kernels
        if group in ("", *(line.quantity for line in criteria if line.kernel == kernel))
    ]
    costs = in_costs(table)
    panels = [
        panel._replace(levels=levels(panel, references, lam), costs=costs) for panel in panels
    ]
    panels = on_one_scale(panels, view.ends) if shared else panels
    columns = len(kernels) if shared or len(kernels) > 1 else view.columns
    return framed(panels, Frame(columns, shared, *scales.error_axis(table, view), cursor))


def on_one_scale(panels: Sequence[Panel], ends: Ends = UNKNOWN) -> list[Panel]:
    """Panels that share the axes of the one with most lanes of labels and of all errors."""
    lanes_needed = max((panel.board.lanes for panel in panels if panel.board), default=0)
    errors = [line for panel in panels for line in panel.errors]
    return [
        panel._replace(
            y_axis=scales.normalised_axis(lanes_needed),
            error_axis=scales.error_scale(errors, lanes_needed, ends),
        )
        for panel in panels
    ]


def _panel(
    criteria: Sequence[Line],
    errors: Sequence[Line],
    chosen: Sequence[Pin],
    *,
    share: float,
    view: View,
    lam: float,
) -> Panel:
    first = [*criteria, *errors][0]
    shared = view.mode == "normalised"
    places = (
        lanes(chosen, [scales.relative(pin.x, first.x) for pin in chosen], width=PLOT_WIDTH * share)
        if shared
        else []
    )
    board = PinBoard(tuple(chosen), tuple(places))
    name = kernel_name(first.kernel)
    title = (
        (name if share < 1 else "")
        if shared
        else f"{label(first.quantity)} {arrow(first.quantity)}"
    )
    return Panel(
        kernel=first.kernel,
        convention=first.convention,
        title=title if shared or share == 1 else f"{title}, {name}",
        x=first.x if first.convention else np.array([0.0]),
        x_title=parameter_title(first.kernel, first.convention, short=share < HALF or not shared),
        y_title="criterion, normalised" if shared else "",
        y_axis=scales.normalised_axis(board.lanes) if shared else scales.own_axis(criteria),
        lines=tuple(criteria),
        errors=tuple(errors),
        error_axis=scales.error_scale(errors, board.lanes if shared else None, view.ends),
        board=board,
        levels=(),
        fixed=lam,
        over_lambda=False,
        most_ticks=7 if shared and share == 1 else 4,
    )
