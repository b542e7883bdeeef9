"""Which criterion would have chosen well: position and regret of every choice, best first."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.curves.pins import ends_of
from kselect_core.plotting.kit import theme, ticks
from kselect_core.plotting.kit.known import tie
from kselect_core.plotting.kit.parts import figure, named_rows, paper_note, scatter, whisker
from kselect_core.plotting.kit.quantities import label, spelled
from kselect_core.plotting.kit.strength import in_costs, strength_text
from kselect_core.types import Array, Float

ROW = 26
"""Pixels of a row."""
NARROW = 5
"""Least weight of a family's panel, in grid points."""
LEAST = 0.01
"""End of the axis of regret where all are 0, as a share of wrong labels."""
STEP, TALLEST = 0.09, 0.54
"""From the mark of a split to the next, and of the first to the last at the most, in rows."""
APART = 7
"""Splits whose marks stand apart; rims of more, one over the other, would hide their colours."""
BAR = 0.34
"""Part of the width that the bars of regret take."""


class Regret(NamedTuple):
    """Choices of one criterion over the splits and what they cost; NaN where there is none."""

    quantity: str
    kernels: tuple[str, ...]
    parameters: tuple[float, ...]
    lambdas: tuple[float, ...]
    regrets: tuple[float, ...]
    boundaries: tuple[str, ...]
    mean: float
    sd: float
    reason: str
    undecided: tuple[str, ...]
    ends: tuple[tuple[float, float] | None, ...]
    ranges: tuple[tuple[float, float], ...]

    def doubts(self, split: int, *, rate: bool) -> str:
        """What may be better than the choice of a split, or as good, in words."""
        edge = self.boundaries[split]
        parts = (self.undecided[split], self._range(split, rate=rate))
        doubt = " ".join(part for part in parts if part)
        return "; ".join(part for part in (doubt, f"on the boundary: {edge}" * bool(edge)) if part)

    def _range(self, split: int, *, rate: bool) -> str:
        """Regrets of what may be as good as the choice of a split; empty where they are one."""
        low, high = self.ranges[split]
        if not high > low:
            return ""
        return f"(regret {_amount(low, rate=rate)} … {_amount(high, rate=rate)})"


class Family(NamedTuple):
    """Kernel family with its grid: one panel of positions."""

    kernel: str
    convention: str
    grid: tuple[float, ...]


def regret_rows(
    choices: pd.DataFrame, *, lam: float | None = None, split: int | None = None
) -> list[Regret]:
    """Choices per criterion, smallest mean regret first: over the whole grid, or for one λ."""
    rows = choices[choices["scope"] == ("joint" if lam is None else "per_lambda")]
    rows = rows if lam is None else rows[np.isclose(rows["lambda"], lam, rtol=1e-9, atol=0.0)]
    rows = rows if split is None else rows[rows["split"] == split]
    regrets = [_regret(str(q), rows[rows["quantity"] == q]) for q in rows["quantity"].unique()]
    return sorted(regrets, key=lambda r: (np.isnan(r.mean), r.mean, label(r.quantity)))


def families(table: pd.DataFrame, names: tuple[str, ...] = ()) -> list[Family]:
    """Kernel families of a sweep with their grids, in the order of the table.

    ``names`` are those of the Gram matrices 1, 2, …, where they have some.
    """
    keys = table[["kernel", "convention"]].drop_duplicates().itertuples(index=False)
    return [
        Family(
            str(kernel),
            ticks.with_names(str(convention), names),
            tuple(sorted(_grid(table, str(kernel)))),
        )
        for kernel, convention in keys
    ]


def regret_strip(
    choices: pd.DataFrame,
    grids: Sequence[Family],
    *,
    lam: float | None = None,
    split: int | None = None,
    rate: bool = True,
) -> go.Figure:
    """Figure of every criterion's choices along the kernel parameter and of their regret.

    Open markers lie on the boundary of the grid. Bars: mean regret over the splits, its standard
    deviation as a whisker. ``rate``: regrets are shares of wrong labels, else squared errors.
    """
    rows = regret_rows(choices, lam=lam, split=split)
    top = max((r for row in rows for r in row.regrets if np.isfinite(r)), default=0.0) or 1.0
    spans = _spans(grids)
    traces: list[theme.Spec] = []
    axes: theme.Spec = {"yaxis": _names(rows)}
    for i, (family, span) in enumerate(zip(grids, spans, strict=True), start=1):
        traces += _ties(rows, family, i)
        marks = _choices(rows, family, i, top=top, rate=rate, costs=in_costs(choices))
        traces += [*_rims(marks), marks]
        axes[f"xaxis{i if i > 1 else ''}"] = _family_axis(family, span, alone=len(grids) == 1)
    titles = [_family_title(*pair) for pair in zip(grids, spans, strict=True)]
    last = len(grids) + 1
    traces.append(_bars(rows, last, top=top, rate=rate))
    axes["yaxis2"] = _numbers(rows, last, rate=rate)
    bars = np.array([row.mean + row.sd for row in rows])
    axes[f"xaxis{last}"] = theme.axis(
        "regret" if rate else "regret (y²)",
        domain=[1.0 - BAR + 0.03, 1.0],
        range=ticks.whole_steps(bars, least=LEAST if rate and not bars.any() else 0.0),
        tickformat=".3~p" if rate else ".6~g",
        nticks=3,
        anchor="y2",
    )
    return figure(
        traces, ROW * max(len(rows), 1) + 100, showlegend=False, annotations=titles, **axes
    )


def _regret(quantity: str, rows: pd.DataFrame) -> Regret:
    regrets = rows["regret"].to_numpy(dtype=np.float64)
    finite = regrets[np.isfinite(regrets)]
    return Regret(
        quantity,
        tuple(map(str, rows["kernel"])),
        tuple(map(float, rows["parameter"].fillna(0.0))),
        tuple(map(float, rows["lambda"])),
        tuple(regrets.tolist()),
        tuple(map(str, rows["boundary"].fillna(""))),
        float(finite.mean()) if finite.size else np.nan,
        float(finite.std(ddof=1)) if finite.size > 1 else 0.0,
        next((str(reason) for reason in rows["reason"].fillna("") if reason), ""),
        tuple(map(str, rows.get("undecided", [""] * len(rows)))),
        tuple(ends_of(rows.iloc[[i]]) for i in range(len(rows))),
        _ranges(rows),
    )


def _ranges(rows: pd.DataFrame) -> tuple[tuple[float, float], ...]:
    """Lowest and highest regret of what may be as good as each choice; NaN where that is one."""
    if "test_error_low" not in rows:
        return ((np.nan, np.nan),) * len(rows)
    least = rows["test_error"] - rows["regret"]
    low, high = (rows[f"test_error_{end}"] - least for end in ("low", "high"))
    return tuple(zip(map(float, low), map(float, high), strict=True))


def _grid(table: pd.DataFrame, kernel: str) -> list[float]:
    return [
        float(v) for v in table.loc[table["kernel"] == kernel, "parameter"].fillna(0.0).unique()
    ]


def _spans(grids: Sequence[Family]) -> list[tuple[float, float]]:
    """Parts of the width that the families take, in proportion to their grids."""
    weights = np.array([max(len(family.grid), NARROW) for family in grids], dtype=np.float64)
    ends = np.concatenate([[0.0], np.cumsum(weights) / weights.sum()]) * (1.0 - BAR)
    gap = 0.02 if len(grids) > 1 else 0.0
    return [(float(a), float(b - gap)) for a, b in pairwise(ends)]


def _names(rows: Sequence[Regret]) -> theme.Spec:
    return named_rows([label(row.quantity) for row in rows])


def _numbers(rows: Sequence[Regret], i: int, *, rate: bool) -> theme.Spec:
    """Right axis that says the mean regret of every row."""
    texts = [_mean_text(row, rate=rate) for row in rows]
    return _names(rows) | {"ticktext": texts, "side": "right", "anchor": f"x{i}"}


def _family_axis(family: Family, span: tuple[float, float], *, alone: bool) -> theme.Spec:
    return theme.axis(
        theme.escaped(ticks.parameter_title(family.kernel, family.convention, short=not alone)),
        domain=list(span),
        anchor="y",
        **ticks.parameter_layout(np.array(family.grid), family.convention, most=5 if alone else 4),
    )


def _family_title(family: Family, span: tuple[float, float]) -> theme.Spec:
    return paper_note(
        theme.escaped(ticks.family_title(family.kernel)), sum(span) / 2, 1, xanchor="center"
    )


def _choices(
    rows: Sequence[Regret], family: Family, i: int, *, top: float, rate: bool, costs: bool
) -> theme.Spec:
    """Marker of every choice in this family, coloured by its regret."""
    points = [
        (
            x,
            y,
            row.regrets[s],
            row.lambdas[s],
            row.doubts(s, rate=rate),
            row.quantity,
            s,
            row.boundaries[s],
        )
        for y, row in enumerate(rows)
        for s, (kernel, x) in enumerate(zip(row.kernels, row.parameters, strict=True))
        if kernel == family.kernel
    ]
    lift = [_lift(rows[p[1]], p[6]) for p in points]
    rim = 1.0 if max((len(row.regrets) for row in rows), default=0) <= APART else 0.25
    return scatter(
        "markers",
        name=theme.escaped(ticks.family_title(family.kernel)),
        x=np.array([p[0] for p in points]),
        y=np.array([p[1] + d for p, d in zip(points, lift, strict=True)]),
        xaxis=f"x{i if i > 1 else ''}",
        yaxis="y",
        marker={
            "size": 10,
            "symbol": [theme.style(p[5]).symbol + ("-open" if p[7] else "") for p in points],
            **_colours(np.array([p[2] for p in points]), top),
            "line": {"width": [2.5 if p[7] else rim for p in points], "color": theme.GREY},
        },
        customdata=[[family.kernel, p[0] if family.convention else None, p[3]] for p in points],
        text=[_told(p[5], p[0], p[2:5], family=family, rate=rate, costs=costs) for p in points],
        hovertemplate="%{text}<extra></extra>",
    )


def _rims(marks: theme.Spec) -> list[theme.Spec]:
    """Grey rims under open markers: of a small regret they are too light for a light page."""
    symbols = np.array(marks["marker"]["symbol"], dtype=np.str_)
    open_ = np.char.endswith(symbols, "-open")
    if not open_.any():
        return []
    return [
        scatter(
            "markers",
            name="on the boundary",
            x=marks["x"][open_],
            y=marks["y"][open_],
            xaxis=marks["xaxis"],
            yaxis=marks["yaxis"],
            marker={
                "size": marks["marker"]["size"],
                "symbol": symbols[open_].tolist(),
                "color": theme.GREY,
                "line": {"width": 4},
            },
            hoverinfo="skip",
        )
    ]


def _lift(row: Regret, split: int) -> float:
    """How far the choice of a split stands from the middle of its row."""
    last = len(row.regrets) - 1
    return min(STEP, TALLEST / max(last, 1)) * (split - last / 2)


def _ties(rows: Sequence[Regret], family: Family, i: int) -> list[theme.Spec]:
    """Bars that tie choices in this family to candidates that may be as good."""
    axes = {"xaxis": f"x{i if i > 1 else ''}", "yaxis": "y"}
    return [
        tie(*ends, y + _lift(row, s), theme.style(row.quantity).colour) | axes
        for y, row in enumerate(rows)
        for s, ends in enumerate(row.ends)
        if ends and row.kernels[s] == family.kernel
    ]


def _bars(rows: Sequence[Regret], i: int, *, top: float, rate: bool) -> theme.Spec:
    mean = np.array([row.mean for row in rows], dtype=np.float64)
    sd = np.array([row.sd for row in rows], dtype=np.float64)
    return {
        "type": "bar",
        "orientation": "h",
        "name": "mean regret",
        "x": np.where(np.isfinite(mean), mean, 0.0),
        "y": np.arange(len(rows)),
        "xaxis": f"x{i}",
        "yaxis": "y2",
        "width": 0.7,
        "marker": {**_colours(mean, top), "line": {"width": 1, "color": theme.GREY}},
        "error_x": whisker(sd, theme.transparent(theme.GREY, 0.9), width=3),
        "hovertext": [_bar_text(row, rate=rate) for row in rows],
        "hovertemplate": "%{hovertext}<extra></extra>",
    }


def _colours(regret: Float[Array, " n"], top: float) -> theme.Spec:
    return {
        "color": regret,
        "colorscale": [list(stop) for stop in theme.GOOD_TO_BAD],
        "cmin": 0.0,
        "cmax": top,
        "showscale": False,
    }


def _told(
    quantity: str,
    x: float,
    rest: tuple[float, float, str],
    *,
    family: Family,
    rate: bool,
    costs: bool,
) -> str:
    regret, lam, doubts = rest
    name = f"{ticks.kernel_name(family.kernel)} kernel"
    where = ticks.parameter_text(x, family.convention, family.grid) or name
    parts = [
        spelled(quantity),
        f"chooses {where}, {strength_text(lam, costs=costs)}",
        f"regret {_amount(regret, rate=rate)}",
    ]
    parts += [doubts] if doubts else []
    return "<br>".join(theme.escaped(line, 120) for line in parts)


def _mean_text(row: Regret, *, rate: bool) -> str:
    if not np.isfinite(row.mean):
        return "no test error" if any(row.kernels) else "no choice"
    if len(row.regrets) == 1:
        return _amount(row.mean, rate=rate)
    if rate:
        return f"{100 * row.mean:.1f} ± {100 * row.sd:.1f} %"
    return f"{_amount(row.mean, rate=rate)} ± {_amount(row.sd, rate=rate)}"


def _bar_text(row: Regret, *, rate: bool) -> str:
    why = f": {row.reason}" if row.reason and not np.isfinite(row.mean) else ""
    return theme.escaped(f"{spelled(row.quantity)}: {_mean_text(row, rate=rate)}{why}", 160)


def _amount(regret: float, *, rate: bool) -> str:
    return (
        ticks.rate_text(regret) if rate else ticks.number(regret, max(3, len(f"{abs(regret):.0f}")))
    )
