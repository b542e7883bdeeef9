"""Test errors of the methods with few labels, split by split, and their means."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.kernels.short_numbers import width
from kselect_core.plotting.kit.parts import figure, named_rows, scatter
from kselect_core.plotting.kit.theme import GREY, Spec, axis, transparent
from kselect_core.plotting.kit.ticks import error_name, error_text, error_ticks, number

ROW = 62
"""Pixels of a row."""
Measure = Literal["test_error", "test_squared_error"]


def method_means(choices: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """Mean, standard deviation and number of splits of every method, in the order of the table."""
    grouped = choices.groupby("method", sort=False)[measure]
    return grouped.agg(["mean", "std", "count"]).reset_index()


def design_errors(choices: pd.DataFrame, *, measure: Measure) -> go.Figure:
    """Figure of one row per method: a point per split, joined across methods, and the mean.

    ``choices`` has one row per split and method: split, method, steps, lambda, and the measure.
    """
    means = method_means(choices, measure)
    names = [str(name) for name in means["method"]]
    rate = measure == "test_error"
    return figure(
        [
            *(_split(part, names, measure) for _, part in choices.groupby("split")),
            *_means(means, rate=rate),
        ],
        ROW * max(len(names), 1) + 70,
        showlegend=False,
        xaxis=axis(error_name(rate=rate), nticks=6, **error_ticks(rate=rate)),
        yaxis=named_rows(names, top=0.75, showgrid=False),
    )


def _split(part: pd.DataFrame, names: list[str], measure: Measure) -> Spec:
    """Errors of all methods on one split, joined by a thin line."""
    rate = measure == "test_error"
    rows = part[part["method"].isin(names)]
    return scatter(
        "lines+markers",
        name=f"split {int(part['split'].iloc[0]) + 1}",
        x=rows[measure].to_numpy(),
        y=np.array([names.index(str(name)) for name in rows["method"]], dtype=np.float64),
        line={"color": transparent(GREY, 0.45), "width": 1},
        marker={
            "size": 7,
            "color": transparent(GREY, 0.75),
        },
        text=[
            f"{row['method']}, split {int(row['split']) + 1}: "
            f"{error_text(row[measure], rate=rate)}<br>{_chosen(row)}"
            for row in rows.to_dict("records")
        ],
        hovertemplate="%{text}<extra></extra>",
    )


def _means(means: pd.DataFrame, *, rate: bool) -> list[Spec]:
    """Mean of every method with its value; of one split that is the error there."""
    shown = means[means["count"] > 0].to_dict("records")
    names = [str(name) for name in means["method"]]
    return [
        scatter(
            "markers+text",
            name=f"mean of {row['method']}",
            x=np.array([row["mean"]]),
            y=np.array([float(names.index(str(row["method"])))]),
            marker={
                "size": 15,
                "symbol": "line-ns",
                "line": {"width": 3, "color": GREY},
            },
            text=[error_text(row["mean"], rate=rate)],
            textposition="top center",
            hovertemplate=f"{_spread(row, rate=rate)}<extra></extra>",
        )
        for row in shown
    ]


def _spread(row: Mapping[Hashable, Any], *, rate: bool) -> str:
    """Mean and standard deviation in words."""
    mean = f"{row['method']}: {error_text(row['mean'], rate=rate)}"
    if row["count"] == 1:
        return mean
    return f"{mean} ± {error_text(row['std'], rate=rate)} (mean of {int(row['count'])} splits)"


def _chosen(row: Mapping[Hashable, Any]) -> str:
    kernel = f"k = {row['steps']}" if row["steps"] else f"σ² = {width(row['width'])}"
    return f"{kernel}, λ = {number(row['lambda'], 3)}"
