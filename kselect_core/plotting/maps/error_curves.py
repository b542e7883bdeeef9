"""Training, test, leave-one-out and k-fold error in one picture, over the width or over λ."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.base import LeftOut
from kselect_core.errors import DataError
from kselect_core.plotting.curves.line_traces import band
from kselect_core.plotting.curves.lines import Line, View, lines
from kselect_core.plotting.curves.scales import common_ends
from kselect_core.plotting.kit import ticks
from kselect_core.plotting.kit.known import bars, beside, hashes
from kselect_core.plotting.kit.parts import figure, scatter, upright
from kselect_core.plotting.kit.quantities import estimates_error, label, parsed
from kselect_core.plotting.kit.strength import (
    in_costs,
    strength_layout,
    strength_name,
    strength_text,
)
from kselect_core.plotting.kit.sweep_rows import at_lambda, at_parameter
from kselect_core.plotting.kit.theme import GREY, Spec, Style, axis, escaped, style
from kselect_core.plotting.maps.values import counts_errors
from kselect_core.results.table import check

HEIGHT = 340
SQUARED = "#squared"


class ErrorView(NamedTuple):
    """Which errors: their loss, what they run along, and the point where the rest is held fixed.

    ``names`` are those of the Gram matrices 1, 2, …, where they have some.
    """

    kernel: str
    parameter: float
    lam: float
    loss: Literal["0/1", "squared"] = "0/1"
    along: Literal["kernel", "λ"] = "kernel"
    split: int | None = None
    test: bool = True
    names: tuple[str, ...] = ()


def losses(table: pd.DataFrame) -> tuple[str, ...]:
    """Losses that the sweep's errors come in, the one with more cross-validated errors first."""
    names = ("0/1", "squared") if counts_errors(check(table), "test_error") else ("squared",)
    return tuple(sorted(names, key=lambda loss: len(missing_estimates(table, loss))))


def errors_of(table: pd.DataFrame, loss: str, *, test: bool = True) -> tuple[str, ...]:
    """Quantities of the table that are errors of one loss: training, test, then the estimates."""
    every = [str(q) for q in check(table)["quantity"].unique()]
    word = "error" if loss == "0/1" else "squared_error"
    measured = [f"training_{word}", *([f"test_{word}"] if test else [])]
    return (*(q for q in measured if q in every), *(q for q in every if _estimates(q, loss, every)))


def missing_estimates(table: pd.DataFrame, loss: str) -> tuple[str, ...]:
    """Ways of leaving points out whose error the table does not hold for a loss."""
    keys = (parsed(quantity).key for quantity in errors_of(table, loss))
    there = {CRITERIA[key].left_out for key in keys if key in CRITERIA}
    return tuple(way for way in get_args(LeftOut) if way and way not in there)


def error_lines(table: pd.DataFrame, view: ErrorView) -> list[Line]:
    """Lines of all errors of one loss, mean and range over the splits (or one split)."""
    if view.along == "kernel":
        rows = at_lambda(check(table), view.lam, view.split)
        rows = rows[rows["kernel"] == view.kernel]
    else:
        rows = at_parameter(check(table), view.kernel, view.parameter, view.split)
    wanted = errors_of(table, view.loss, test=view.test)
    axis_name: Literal["parameter", "lambda"] = "parameter" if view.along == "kernel" else "lambda"
    return lines(rows, wanted, axis=axis_name, view=View(mode="own units", names=view.names))


def error_curves(
    table: pd.DataFrame, *, view: ErrorView, title: str = "", cursor: bool = True
) -> go.Figure:
    """Figure of the errors of one loss, ``title`` says which; points carry (kernel, parameter, λ).

    Bands: lowest to highest split. A ring marks the lowest point of each curve. The axis is
    that of all kernels and ridges, so that steps compare; where these have errors so large that
    the curves would lie at its foot, it grows in whole steps.
    """
    curves = [line for line in error_lines(table, view) if np.isfinite(line.y).any()]
    if not curves:
        raise DataError("The sweep holds no errors of this loss.")
    first, rate = curves[0], view.loss == "0/1"
    over_kernel = view.along == "kernel"
    costs = in_costs(table)
    along = (
        ticks.parameter_title(first.kernel, first.convention)
        if over_kernel
        else strength_name(costs=costs)
    )
    at = (0.0 if np.isnan(view.parameter) else view.parameter) if over_kernel else view.lam
    traces = [band(line, "x", "y") for line in curves]
    traces += [_line(line, view, costs=costs) for line in curves]
    open_ = [hashes(line.known, line.x, line.y, _look(line).colour) for line in curves]
    traces += [trace | {"showlegend": not i} for i, trace in enumerate(filter(None, open_))]
    traces += [_lowest(line, view, costs=costs) for line in curves]
    return figure(
        [trace for trace in traces if trace],
        HEIGHT,
        margin={"l": 12, "r": 12, "t": 12, "b": 12},
        xaxis=axis(
            escaped(along),
            **(
                ticks.parameter_layout(first.x, first.convention, most=8, widths=False)
                if over_kernel
                else strength_layout(first.x, costs=costs, most=8)
            ),
        ),
        yaxis=axis(
            title or ("error (share of wrong labels)" if rate else "mean squared error"),
            range=_range(table, view, curves),
            **ticks.error_ticks(rate=rate),
        ),
        shapes=[_cursor(at)] if cursor else [],
    )


def _range(table: pd.DataFrame, view: ErrorView, curves: Sequence[Line]) -> list[float]:
    """Range of the errors of all kernels and ridges, or of the curves where these are far below."""
    rows = table[table["quantity"].isin(errors_of(table, view.loss, test=view.test))]
    rows = rows if view.split is None else rows[rows["split"] == view.split]
    every = rows["value"].to_numpy(dtype=np.float64)
    parts = [part for line in curves for part in (line.y, line.low, line.high)]
    parts += [line.y + line.known.error for line in curves if line.known is not None]
    own = np.concatenate(parts)
    ends = (
        (float(finite.min()), float(finite.max()))
        for values in (own, every)
        for finite in (values[np.isfinite(values)],)
    )
    return ticks.whole_steps(np.array(common_ends(*ends)))


def name_of(quantity: str) -> str:
    """Name of an error; of a criterion without its loss, which the axis tells."""
    if quantity.startswith(("test", "training")):
        return label(quantity)
    plain = quantity.removesuffix(SQUARED)
    return label(plain).replace(" (0/1)", "").replace(", 0/1", "")


def _estimates(quantity: str, loss: str, quantities: list[str]) -> bool:
    """Whether a quantity is a cross-validated error of that loss; of machines these are 0/1."""
    base = quantity.removesuffix(SQUARED)
    key, options = parsed(base)
    if not estimates_error(base):
        return False
    if CRITERIA[key].estimates_rate:
        return (base == quantity) == (loss == "0/1")
    counts = dict(options).get("loss") == "error"
    if loss == "0/1":
        return counts and base == quantity
    plain = _without_loss(base)
    return (not counts and base == quantity) or (base != quantity and plain not in quantities)


def _without_loss(quantity: str) -> str:
    key, options = parsed(quantity)
    rest = [f"{name}={value}" for name, value in options if name != "loss"]
    return f"{key}({', '.join(rest)})" if rest else key


def _line(line: Line, view: ErrorView, *, costs: bool) -> Spec:
    look, test = _look(line), line.quantity.startswith("test")
    return scatter(
        "lines+markers",
        name=escaped(name_of(line.quantity)),
        legendgroup=line.quantity,
        x=line.x,
        y=line.y.astype(np.float32),
        line={"color": look.colour, "dash": look.dash, "width": 5 if test else 1.8},
        opacity=0.75 if test else 1.0,
        marker={"color": look.colour, "symbol": look.symbol, "size": 5},
        unselected={"marker": {"opacity": 1.0}},
        customdata=_keys(line, view),
        text=[_told(line, view, i, costs=costs) for i in range(len(line.x))],
        hovertemplate="%{text}<extra></extra>",
        **bars(line.known, line.y, look.colour),
    )


def _look(line: Line) -> Style:
    return style(line.quantity.removesuffix(SQUARED))


def _lowest(line: Line, view: ErrorView, *, costs: bool) -> Spec:
    i = int(np.nanargmin(line.y))
    look = _look(line)
    return scatter(
        "markers",
        name=escaped(f"lowest {name_of(line.quantity)}"),
        legendgroup=line.quantity,
        showlegend=False,
        x=line.x[[i]],
        y=line.y[[i]],
        marker={
            "symbol": "circle-open",
            "size": 13,
            "color": look.colour,
            "line": {"width": 2, "color": look.colour},
        },
        unselected={"marker": {"opacity": 1.0}},
        customdata=[_keys(line, view)[i]],
        text=[f"lowest: {_told(line, view, i, costs=costs)}"],
        hovertemplate="%{text}<extra></extra>",
    )


def _keys(line: Line, view: ErrorView) -> list[list[object]]:
    if view.along == "kernel":
        has = bool(line.convention)
        return [[line.kernel, float(x) if has else None, view.lam] for x in line.x]
    parameter = None if np.isnan(view.parameter) else view.parameter
    return [[line.kernel, parameter, float(x)] for x in line.x]


def _told(line: Line, view: ErrorView, i: int, *, costs: bool) -> str:
    value, rate = float(line.y[i]), view.loss == "0/1"
    shown = ticks.error_text(value, rate=rate)
    if line.known is not None:
        error, settled = float(line.known.error[i]), bool(line.known.settled[i])
        shown += beside(error, settled=settled, rate=rate)
    mean = f" (mean of {line.splits} splits)" if line.splits > 1 else ""
    x = float(line.x[i])
    where = (
        ticks.parameter_text(x, line.convention, line.x.tolist())
        if view.along == "kernel"
        else strength_text(x, costs=costs)
    )
    return "<br>".join(
        escaped(text, 120) for text in (f"{name_of(line.quantity)}: {shown}{mean}", where)
    )


def _cursor(x: float) -> Spec:
    return upright(x, name="cursor", xref="x", yref="paper", line={"color": GREY, "width": 1.5})
