"""Test errors of the choices over repeated splits, and their differences with intervals."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, named_rows, scatter
from kselect_core.plotting.kit.quantities import label, spelled
from kselect_core.plotting.kit.rules import panel_title
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style, transparent
from kselect_core.plotting.kit.ticks import error_name, error_text, error_ticks, number, whole_steps

ROW = 30
"""Pixels of a row."""
LEFT = 0.46
"""Part of the width that the errors take; the differences have the rest."""
LIFT = 0.22
"""Height of the points of single splits above the mean, in rows."""


def split_errors(
    compared: pd.DataFrame, errors: pd.DataFrame, *, reference: str, rate: bool = True
) -> go.Figure:
    """Figure of the comparison of choices: errors on the left, differences on the right.

    ``compared`` has one row per criterion with test_error, test_error_sd, difference, low, high,
    p_holm and note; ``errors`` one row per criterion and one column per split. Small points are
    splits, large markers means with their standard deviation; on the right stand the differences
    to the reference with 95 % intervals, filled where the adjusted p-value is below 0.05. The axes
    grow in whole steps, so that few steps of a cursor move them.
    """
    sd = compared["test_error_sd"].fillna(0.0)
    means = (compared["test_error"] + sign * sd for sign in (-1, 1))
    left = np.concatenate([*means, errors.to_numpy(dtype=np.float64).ravel()])
    right = compared[["difference", "low", "high"]].to_numpy(dtype=np.float64).ravel()
    names = [str(q) for q in compared["quantity"]]
    titles = (
        panel_title(error_name(rate=rate), 0.0),
        panel_title(f"difference from {label(reference)}", LEFT + 0.06),
    )
    rows = named_rows([label(name) for name in names], top=0.6, bottom=0.6)
    unit: Spec = {"nticks": 5, **error_ticks(rate=rate)}
    return figure(
        [
            _points(names, errors, rate=rate),
            _means(compared, rate=rate),
            _differences(compared, rate=rate),
        ],
        ROW * max(len(names), 1) + 80,
        showlegend=False,
        margin={"l": 12, "r": 12, "t": 30, "b": 12},
        xaxis=axis(domain=[0.0, LEFT], anchor="y", range=whole_steps(left, zero=rate), **unit),
        xaxis2=axis(
            domain=[LEFT + 0.06, 1.0],
            anchor="y2",
            range=whole_steps(right),
            zeroline=True,
            zerolinewidth=2,
            zerolinecolor=GREY,
            **unit,
        ),
        yaxis=rows,
        yaxis2=rows | {"anchor": "x2", "showticklabels": False},
        annotations=list(titles),
    )


def _points(names: Sequence[str], errors: pd.DataFrame, *, rate: bool) -> Spec:
    points = [
        (y, name, int(str(split)), float(value))
        for y, name in enumerate(names)
        if name in errors.index
        for split, value in zip(errors.columns, errors.loc[name].to_numpy(), strict=True)
        if np.isfinite(value)
    ]
    return scatter(
        "markers",
        name="splits",
        x=np.array([value for *_, value in points]),
        y=np.array([y - LIFT for y, *_ in points]),
        marker={
            "size": 5,
            "color": [transparent(style(name).colour, 0.7) for _, name, *_ in points],
        },
        text=[
            escaped(f"{spelled(name)}, split {split + 1}: {error_text(value, rate=rate)}", 140)
            for _, name, split, value in points
        ],
        hovertemplate="%{text}<extra></extra>",
    )


def _means(compared: pd.DataFrame, *, rate: bool) -> Spec:
    names = [str(q) for q in compared["quantity"]]
    sd = compared["test_error_sd"].fillna(0.0).to_numpy()
    mean = compared["test_error"].to_numpy()
    return scatter(
        "markers",
        name="mean ± sd",
        x=mean,
        y=np.arange(len(names), dtype=np.float64),
        marker=_markers(names, [True] * len(names)),
        error_x=_whisker(sd),
        text=[
            escaped(f"{spelled(q)}: {error_text(m, rate=rate)} ± {error_text(s, rate=rate)}", 140)
            for q, m, s in zip(names, mean.tolist(), sd.tolist(), strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
    )


def _differences(compared: pd.DataFrame, *, rate: bool) -> Spec:
    names = [str(q) for q in compared["quantity"]]
    difference = compared["difference"].to_numpy(dtype=np.float64)
    low, high = (
        compared["low"].to_numpy(dtype=np.float64),
        compared["high"].to_numpy(dtype=np.float64),
    )
    sure = (compared["p_holm"].to_numpy(dtype=np.float64) < 0.05).tolist()  # noqa: PLR2004 (usual level)
    texts = [_difference_text(row, rate=rate) for row in compared.to_dict("records")]
    return scatter(
        "markers",
        name="difference",
        x=difference,
        y=np.arange(len(names), dtype=np.float64),
        xaxis="x2",
        yaxis="y2",
        marker=_markers(names, sure),
        error_x=_whisker(np.nan_to_num(high - difference), np.nan_to_num(difference - low)),
        text=texts,
        hovertemplate="%{text}<extra></extra>",
    )


def _difference_text(row: Mapping[Hashable, Any], *, rate: bool) -> str:
    """Difference with its interval, then the p-value or why there is none."""
    shown = f"{spelled(row['quantity'])}: {_signed(row['difference'], rate=rate)}"
    if np.isfinite(row["low"]):
        ends = (_signed(row[end], rate=rate) for end in ("low", "high"))
        shown += f" ({' to '.join(ends)})"
    tested = np.isfinite(row["p_holm"])
    why = f"Holm-adjusted p = {number(row['p_holm'], 2)}" if tested else row["note"]
    return f"{escaped(shown, 140)}<br>{escaped(why, 120)}"


def _markers(names: Sequence[str], filled: Sequence[bool]) -> Spec:
    looks = [style(name) for name in names]
    return {
        "size": 10,
        "symbol": [
            look.symbol + ("" if full else "-open")
            for look, full in zip(looks, filled, strict=True)
        ],
        "color": [look.colour for look in looks],
        "line": {"width": 1.5, "color": [look.colour for look in looks]},
    }


def _whisker(high: object, low: object = None) -> Spec:
    sides = {"array": high} if low is None else {"array": high, "arrayminus": low}
    return {
        "type": "data",
        "color": GREY,
        "thickness": 1.5,
        "width": 4,
        "symmetric": low is None,
    } | sides


def _signed(value: float, *, rate: bool) -> str:
    sign = "+" if value > 0 else ""
    shown = f"{100 * value:.1f} points".replace("-", "−") if rate else number(value, 4)
    return f"{sign}{shown}"
