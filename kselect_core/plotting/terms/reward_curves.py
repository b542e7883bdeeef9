"""Terms of criteria along the width, each from its best to its worst, in three panels."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.curves.lines import Scale, spread_is_wide
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import box, figure, note, paper_note, scatter
from kselect_core.plotting.kit.quantities import spelled
from kselect_core.plotting.kit.theme import FONT_SIZE, GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import tick_layout
from kselect_core.types import Array, Float

PANEL, ENTRY, GAP, FRAME = 138, 22, 40, 60
"""Pixels of a panel at least, of an entry of its legend, between two panels, and around all."""
WIDTH = 0.76
"""Share of the width that the curves take; the rest is the legends'."""
OUTSIDE = 0.08
"""What lies beyond the best or the worst value of the path is drawn this far outside."""
TITLES = {
    "penalty": "Terms that never look at the labels",
    "labels": "Agreement with the labels",
    "error": "Errors of the fit",
}
ENDS = ("I", "11ᵀ")
TITLE = "width τ in exp(−‖x−z‖²/2τ)"


class RewardLine(NamedTuple):
    """One term: positions between its best (0) and worst (1) value, and the values themselves.

    ``ends`` are the values at K = I and at K = 11ᵀ, ``chosen`` the position on the path that the
    term alone would choose (−1: none).
    """

    key: str
    label: str
    quantity: str
    group: str
    better: str
    tau: Float[Array, " w"]
    y: Float[Array, " w"]
    value: Float[Array, " w"]
    ends: tuple[float, float]
    scale: Scale
    chosen: int


def reward_lines(table: pd.DataFrame) -> list[RewardLine]:
    """Lines of a table of terms along the width; terms without any value are left out."""
    lines = [_line_of(str(key), part) for key, part in table.groupby("key", sort=False)]
    return [line for line in lines if np.isfinite(line.value).any()]


def reward_curves(
    table: pd.DataFrame,
    *,
    grid: tuple[float, float] | None = None,
    cursor: float | None = None,
    title: str = TITLE,
) -> go.Figure:
    """Figure of all terms over the width τ: three panels below each other, on one scale.

    ``grid`` are the ends of the widths of a sweep, ``cursor`` a width; ``title`` is that of the
    axis, where something else than a width changes. Marks outside the path are
    the values at K = I and K = 11ᵀ; a large marker is what a term alone would choose.
    """
    lines = reward_lines(table)
    groups = [group for group in TITLES if any(line.group == group for line in lines)]
    sizes = [max(PANEL, ENTRY * sum(line.group == group for line in lines)) for group in groups]
    inside = sum(sizes) + GAP * (len(groups) - 1)
    tau = np.unique(table["tau"].dropna().to_numpy(dtype=np.float64))
    traces: list[Spec] = []
    shapes: list[Spec] = []
    titles: list[Spec] = []
    axes: Spec = {}
    for i, group in enumerate(groups, start=1):
        number = "" if i == 1 else str(i)
        top = 1.0 - (sum(sizes[: i - 1]) + GAP * (i - 1)) / inside
        bottom = max(top - sizes[i - 1] / inside, 0.0)
        mine = [line for line in lines if line.group == group]
        traces += [t | _on(number) for line in mine for t in _traces(line, tau)]
        axes |= _axes(tau, number, (bottom, top), title if i == len(groups) else "")
        axes[f"legend{number}"] = {
            "orientation": "v",
            "x": WIDTH + 0.015,
            "xanchor": "left",
            "y": top,
            "yanchor": "top",
            "yref": "paper",
            "font": {"size": FONT_SIZE},
            "itemwidth": 30,
            "tracegroupgap": 0,
        }
        titles.append(paper_note(escaped(TITLES[group]), 0.0, top))
        shapes += _marks(number, grid, cursor)
    return figure(
        traces,
        FRAME + inside,
        annotations=[*titles, *(_words(tau) if title == TITLE else ())],
        shapes=shapes,
        margin={"l": 12, "r": 12, "t": 40, "b": 12},
        **axes,
    )


def _line_of(key: str, part: pd.DataFrame) -> RewardLine:
    on = part[part["where"] == "path"]
    ends = part.set_index("where")["value"]
    first = on.iloc[0]
    value = on["value"].to_numpy(dtype=np.float64)
    finite = value[np.isfinite(value)]
    scale = Scale(np.nan, np.nan, log=False)
    if finite.size:
        low, high = float(finite.min()), float(finite.max())
        best, worst = (low, high) if first["better"] == "lower" else (high, low)
        if high - low <= 1e-9 * max(abs(low), abs(high)):
            best = worst = low  # steps of rounding size are no course
        scale = Scale(best, worst, log=spread_is_wide(value))
    shown = np.where(np.isfinite(value), value, np.nan)
    level = scale.best == scale.worst
    places = np.flatnonzero(on["chosen"].to_numpy(dtype=bool))
    return RewardLine(
        key,
        str(first["label"]),
        str(first["quantity"]),
        str(first["group"]),
        str(first["better"]),
        on["tau"].to_numpy(dtype=np.float64),
        np.where(np.isfinite(shown), 0.0, np.nan) if level else scale.position(shown),
        value,
        (float(ends["I"]), float(ends["11ᵀ"])),
        scale,
        int(places[0]) if len(places) else -1,
    )


def _traces(line: RewardLine, tau: Float[Array, " w"]) -> list[Spec]:
    return [trace | {"legendgroup": line.key} for trace in (_curve(line), *_marks_of(line, tau))]


def _curve(line: RewardLine) -> Spec:
    look = style(line.quantity)
    arrow = "↓" if line.better == "lower" else "↑"
    return scatter(
        "lines",
        name=escaped(f"{line.label} {arrow}{' log' if line.scale.log else ''}"),
        x=line.tau,
        y=line.y.astype(np.float32),
        line={"color": look.colour, "dash": look.dash, "width": 2},
        customdata=[_short(v) for v in line.value.tolist()],
        hovertemplate=f"{escaped(line.label)} = %{{customdata}}"
        f"<br>{escaped(spelled(line.quantity), 120)}<extra></extra>",
    )


def _marks_of(line: RewardLine, tau: Float[Array, " w"]) -> list[Spec]:
    """Mark of the choice, and of the values at K = I and K = 11ᵀ, as far as they are known.

    They are one trace: a browser takes as long to prepare a trace as to draw its few marks.
    """
    look, name = style(line.quantity), escaped(line.label)
    marks = [
        (x, outside(line, value), f"{look.symbol.removesuffix('-open')}-open", 8, 0.0,
         f" at K = {end}: {_short(value)}")
        for x, value, end in zip(_beyond(tau), line.ends, ENDS, strict=True)
        if not np.isnan(value)
    ]  # fmt: skip
    if line.chosen >= 0:
        place = float(line.tau[line.chosen]), float(line.y[line.chosen])
        marks.insert(0, (*place, look.symbol, 12, 1.5, " alone chooses this width"))
    if not marks:
        return []
    x, y, symbols, sizes, edges, words = map(list, zip(*marks, strict=True))
    trace = scatter(
        "markers",
        name=f"{name}: marks",
        showlegend=False,
        x=x,
        y=y,
        marker={
            "symbol": symbols,
            "size": sizes,
            "color": look.colour,
            "opacity": 1.0,  # where sizes differ, Plotly's own is less
            "line": {"width": edges, "color": GREY},
        },
        customdata=words,
        hovertemplate=f"{name}%{{customdata}}<extra></extra>",
        cliponaxis=False,
    )
    return [trace]


def outside(line: RewardLine, value: float) -> float:
    """Return the place of a value at an end; what lies beyond the path is a little outside."""
    if np.isinf(value):
        return -OUTSIDE if (value < 0) == (line.better == "lower") else 1 + OUTSIDE
    if line.scale.best == line.scale.worst:
        return 0.0
    if line.scale.log and value <= 0:
        return -OUTSIDE if line.better == "lower" else 1 + OUTSIDE
    return float(np.clip(line.scale.position(np.array(value)), -OUTSIDE, 1 + OUTSIDE))


def _beyond(tau: Float[Array, " w"]) -> tuple[float, float]:
    """Where the values at K = I and K = 11ᵀ stand: beside the path."""
    ratio = (tau[-1] / tau[0]) ** 0.03 if len(tau) > 1 else 2.0
    return float(tau[0] / ratio), float(tau[-1] * ratio)


def _axes(tau: Float[Array, " w"], number: str, domain: tuple[float, float], title: str) -> Spec:
    low, high = _beyond(tau)
    limits = [float(np.log10(low)) - 0.15, float(np.log10(high)) + 0.15]
    ticks = tick_layout(tau, most=9, plain=title not in {"", TITLE}) | {
        "type": "log",
        "range": limits,
    }
    return {
        f"xaxis{number}": axis(title, **ticks)
        | {"anchor": f"y{number}", "domain": [0.0, WIDTH], "showticklabels": bool(title)},
        f"yaxis{number}": axis(
            range=[-2 * OUTSIDE, 1 + 2 * OUTSIDE],
            tickvals=[0, 1],
            ticktext=["best", "worst"],
            anchor=f"x{number}",
            domain=list(domain),
        ),
    }


def _words(tau: Float[Array, " w"]) -> Sequence[Spec]:
    """What the ends of the path are, above the first panel."""
    texts = zip(("K = I", "K = 11ᵀ"), _beyond(tau), ("left", "right"), strict=True)
    return [
        note(
            text,
            float(np.log10(x)),
            1.0,
            xref="x",
            xanchor="center",
            yref="paper",
            yshift=16,
            yanchor="bottom",
        )
        for text, x, _ in texts
    ]


def _marks(number: str, grid: tuple[float, float] | None, cursor: float | None) -> list[Spec]:
    x, y = f"x{number}", f"y{number}"
    shapes: list[Spec] = []
    if grid is not None:
        shapes.append(
            box(
                grid,
                (0, 1),
                xref=x,
                yref=f"{y} domain",
                line={"width": 0},
                fillcolor=transparent(GREY, 0.09),
                layer="below",
            )
        )
    if cursor is not None:
        shapes.append(cursor_line(cursor, x=x, y=y))
    return shapes


def _on(number: str) -> Spec:
    return {"xaxis": f"x{number}", "yaxis": f"y{number}", "legend": f"legend{number}"}


def _short(value: float) -> str:
    return "∞" if value == np.inf else "−∞" if value == -np.inf else f"{value:.4g}"
