"""Test error of a criterion's choice against its option, one panel per option."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.criteria import CRITERIA
from kselect_core.criteria.base import Axis
from kselect_core.plotting.kit.cells import Cell, cells
from kselect_core.plotting.kit.parts import figure, paper_note, scatter, upright
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import error_name, tick_layout
from kselect_core.types import Array, Float

PANEL, FRAME, COLUMNS = 215, 96, 2
ACROSS, DOWN = 0.09, 0.16
"""Space between panels, as shares of the width and of the height."""
COLUMNS_DRAWN = ("setting", "mean", "low", "high", "best", "kernels")
TICKS, LONGER = 7, 1.04
"""Ticks of a linear axis, at most; how much longer it is than its last value."""


class OptionLine(NamedTuple):
    """One criterion against one of its options: mean test error of its choice, and its range."""

    dial: str
    key: str
    option: str
    x: Float[Array, " v"]
    mean: Float[Array, " v"]
    low: Float[Array, " v"]
    high: Float[Array, " v"]
    best: Float[Array, " v"]
    kernels: Float[Array, " v"]

    @property
    def name(self) -> str:
        """Name of the criterion with its fixed options."""
        return turned(self.dial, self.key, self.option)

    @property
    def symbol(self) -> str:
        """Symbol of the option."""
        return symbol_of(self.key, self.option)

    @property
    def title(self) -> str:
        """What the option is: lines of one title are drawn in one panel."""
        criterion = CRITERIA[self.key]
        return criterion.panel(self.option).title or criterion.option(self.option).title

    @property
    def usual(self) -> float:
        """Default of the option; NaN where it follows from the sample."""
        default = float(CRITERIA[self.key].option(self.option).default)
        return default if default > 0 else float("nan")


def symbol_of(key: str, option: str) -> str:
    """Symbol of an option of a criterion."""
    return CRITERIA[key].option(option).symbol


def turned(dial: str, key: str, option: str) -> str:
    """Name of a criterion whose option is turned; where it tells the option, by its symbol."""
    if f"{{{option}}}" not in CRITERIA[key].short:
        return label(dial)
    fixed = dial.partition("(")[2]
    return label(f"{key}({option}={symbol_of(key, option)}, {fixed or ')'}")


def option_lines(means: pd.DataFrame) -> list[OptionLine]:
    """Lines of a table of means; settings without a choice are left out, and lines without any."""
    lines = []
    for dial, part in means.groupby("dial", sort=False):
        defined = part.dropna(subset=["mean"])
        if len(defined):
            x, mean, low, high, best, kernels = defined[list(COLUMNS_DRAWN)].to_numpy(np.float64).T
            first = defined.iloc[0]
            key, option = str(first["key"]), str(first["option"])
            lines.append(OptionLine(str(dial), key, option, x, mean, low, high, best, kernels))
    return lines


def option_curves(means: pd.DataFrame, *, rate: bool) -> go.Figure:
    """Figure of the test error of every choice against its option, with its range over splits.

    Grey: the smallest test error on the grid. ``rate`` says that errors are shares of points.
    """
    lines = option_lines(means)
    panels = [
        [line for line in lines if line.title == title]
        for title in dict.fromkeys(line.title for line in lines)
    ]
    columns = 1 if len(panels) == 1 else COLUMNS
    places = cells(len(panels), columns, ACROSS, DOWN)
    ends = _range(lines)
    traces: list[Spec] = []
    axes: Spec = {}
    titles: list[Spec] = []
    shapes: list[Spec] = []
    for mine, cell in zip(panels, places, strict=True):
        traces.append(_best(mine[0], rate=rate, first=not cell.number) | cell.axes)
        traces += [trace | cell.axes for line in mine for trace in _traces(line, rate=rate)]
        axes |= _axes(mine, cell, ends=ends, rate=rate)
        titles.append(_title(mine, cell))
        shapes += _default(mine[0], cell.number)
    height = FRAME + PANEL * -(-len(panels) // columns)
    return figure(traces, height, annotations=titles, shapes=shapes, **axes)


def _traces(line: OptionLine, *, rate: bool) -> list[Spec]:
    look = style(line.dial)
    symbol = f"{look.symbol}-open" if "(" in line.dial else look.symbol  # with other fixed options
    name, sign = escaped(line.name), escaped(line.symbol)
    band = scatter(
        "lines",
        x=np.concatenate([line.x, line.x[::-1]]),
        y=np.concatenate([line.high, line.low[::-1]]),
        fill="toself",
        fillcolor=transparent(look.colour, 0.12),
        line={"width": 0},
        legendgroup=line.dial,
        showlegend=False,
        hoverinfo="skip",
        name=f"{name}: range",
    )
    mean = scatter(
        "lines+markers",
        name=f"{name}, by {sign}",
        legendgroup=line.dial,
        x=line.x,
        y=line.mean,
        line={"color": look.colour, "dash": look.dash, "width": 2},
        marker={"color": look.colour, "symbol": symbol, "size": 7},
        customdata=np.stack([line.low, line.high, line.kernels], axis=1),
        hovertemplate=f"{name}, {sign} = %{{x:~g}}: %{{y:{_format(rate=rate)}}}"
        f" (%{{customdata[0]:{_format(rate=rate)}}} to %{{customdata[1]:{_format(rate=rate)}}})"
        "<br>different kernels over the splits: %{customdata[2]:.0f}<extra></extra>",
    )
    return [band, mean] if (line.high > line.low).any() else [mean]


def _best(line: OptionLine, *, rate: bool, first: bool) -> Spec:
    return scatter(
        "lines",
        name="smallest on the grid",
        legendgroup="best",
        showlegend=first,
        x=line.x,
        y=line.best,
        line={"color": transparent(GREY, 0.55), "width": 5},
        hovertemplate=f"smallest on the grid: %{{y:{_format(rate=rate)}}}<extra></extra>",
    )


def _axes(lines: list[OptionLine], cell: Cell, *, ends: tuple[float, float], rate: bool) -> Spec:
    x = np.unique(np.concatenate([line.x for line in lines]))
    along = axis(
        escaped(lines[0].symbol), **_ticks(x, CRITERIA[lines[0].key].panel(lines[0].option).axis)
    )
    title, form = error_name(rate=rate) if cell.left else "", ".0%" if rate else "~g"
    up = axis(title, tickformat=form, range=list(ends), domain=list(cell.y))
    return cell.placed(along, up)


def _ticks(x: Float[Array, " v"], kind: Axis) -> Spec:
    """Type, range and ticks of the axis of an option."""
    if kind == "log":
        return tick_layout(x, most=8, widths=False)
    return _linear(x) if kind == "linear" else _logarithmic(x)


def _linear(x: Float[Array, " v"]) -> Spec:
    """Linear axis from 0."""
    return {"type": "linear", "range": [0.0, LONGER * x[-1]], "nticks": TICKS, "tickangle": 0}


def _logarithmic(x: Float[Array, " v"]) -> Spec:
    """Logarithmic axis with ticks on the values themselves."""
    pad = 0.04 * float(np.log10(x[-1] / x[0])) or 0.1
    return {
        "type": "log",
        "range": [float(np.log10(x[0])) - pad, float(np.log10(x[-1])) + pad],
        "tickvals": x.tolist(),
        "ticktext": [f"{v:g}" for v in x],
        "tickangle": 0,
    }


def _range(lines: list[OptionLine]) -> tuple[float, float]:
    if not lines:
        return 0.0, 1.0
    low = min(float(min(line.low.min(), line.best.min())) for line in lines)
    high = max(float(line.high.max()) for line in lines)
    pad = 0.06 * (high - low) or 0.05 * abs(high) or 0.01
    return max(low - pad, 0.0) if low >= 0 else low - pad, high + pad


def _title(lines: list[OptionLine], cell: Cell) -> Spec:
    names = dict.fromkeys(turned(line.key, line.key, line.option) for line in lines)
    return paper_note(escaped(f"{' and '.join(names)}: {lines[0].title}"), cell.x[0], cell.y[1])


def _default(line: OptionLine, number: str) -> list[Spec]:
    if not np.isfinite(line.usual):
        return []
    return [
        upright(
            line.usual,
            xref=f"x{number}",
            yref=f"y{number} domain",
            line={"color": transparent(GREY, 0.9), "width": 1.2, "dash": "dot"},
            layer="below",
        )
    ]


def _format(*, rate: bool) -> str:
    return ".1%" if rate else ".4~g"
