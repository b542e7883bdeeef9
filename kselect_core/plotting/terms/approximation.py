"""How approximated cross-validation comes near to the exact one: over the order, over its work."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.theme import BLUE, FONT_SIZE, GREY, ORANGE, RED, Spec, axis
from kselect_core.plotting.kit.ticks import decades, number
from kselect_core.types import Array, Float

HEIGHT = 340
FLOOR = 1e-16
"""Errors below it are rounding, and are drawn here."""

HIGHEST = 300
"""Power of ten up to which a line that rises is drawn."""


class ErrorCurve(NamedTuple):
    """Error of every order, a share of the exact value, not below rounding; and the falling line.

    ``foreseen`` falls by the factor of the series (twice that for the squares), from the middle.
    """

    orders: Float[Array, " p"]
    errors: Float[Array, " p"]
    foreseen: Float[Array, " p"]


def error_curve(errors: Float[Array, " p"], rate: float) -> ErrorCurve:
    """Points of the error over the order, and the line with the slope of the rate."""
    orders = np.arange(len(errors), dtype=np.float64)
    heights = np.where(np.isfinite(errors), np.maximum(errors, FLOOR), np.nan)
    start = len(heights) // 4
    foreseen = np.full(len(heights), np.nan)
    if np.isfinite(heights[start]) and rate > 0:
        line = np.log10(heights[start]) + np.log10(rate) * (orders - start)
        shown = (line >= np.log10(FLOOR)) & (line <= HIGHEST)
        foreseen[shown] = 10.0 ** line[shown]
    return ErrorCurve(orders, heights, foreseen)


def error_over_order(errors: Float[Array, " p"], *, rate: float) -> go.Figure:
    """Figure of the error over the order, on a log scale, with the line of the rate."""
    curve = error_curve(errors, rate)
    foreseen = scatter(
        "lines",
        name=f"factor {number(rate, 3)} per order",
        x=curve.orders,
        y=curve.foreseen,
        line={"color": GREY, "width": 1.5, "dash": "dash"},
        hoverinfo="skip",
    )
    points = _points(curve.orders, curve.errors, "error of the approximation") | {
        "hovertemplate": "order %{x}: %{y:.3~g} of exact CV<extra></extra>",
    }
    return figure(
        [foreseen, points, _marked(curve.orders, curve)],
        HEIGHT,
        xaxis=axis("order of the series", rangemode="tozero"),
        yaxis=_error_axis(curve),
    )


def error_over_work(
    errors: Float[Array, " p"], work: Float[Array, " p"], *, exact_work: float, rate: float
) -> go.Figure:
    """Figure of the error over the multiplications; the exact value stands at rounding error."""
    curve = error_curve(errors, rate)
    points = _points(work, curve.errors, "orders of the approximation") | {
        "customdata": curve.orders,
        "hovertemplate": "order %{customdata}: %{x:.3~s} multiplications, error %{y:.3~g}"
        "<extra></extra>",
    }
    exact = scatter(
        "markers",
        name="exact, by blocks",
        x=[exact_work],
        y=[FLOOR],
        marker={"color": RED, "size": 13, "symbol": "star"},
        cliponaxis=False,
        hovertemplate="exact: %{x:.3~s} multiplications<extra></extra>",
    )
    return figure(
        [points, _marked(work, curve), exact],
        HEIGHT,
        xaxis=axis("multiplications after the eigendecomposition", type="log", dtick="D2"),
        yaxis=_error_axis(curve, lowest=FLOOR),
        shapes=[rule(exact_work, RED, along="y", name="exact")],
    )


def _points(x: Float[Array, " p"], y: Float[Array, " p"], name: str) -> Spec:
    return scatter(
        "lines+markers",
        name=name,
        x=x,
        y=y,
        line={"color": BLUE, "width": 2},
        marker={"color": BLUE, "size": 6},
        cliponaxis=False,
    )


def _marked(x: Float[Array, " p"], curve: ErrorCurve) -> Spec:
    """Order 1, what the criterion BIF computes unless told otherwise."""
    one = slice(1, 2)
    return scatter(
        "markers+text",
        name="first order",
        x=x[one],
        y=curve.errors[one],
        text=[number(float(value), 2) for value in curve.errors[one]],
        textposition="top right",
        textfont={"size": FONT_SIZE},
        marker={"color": ORANGE, "size": 12, "symbol": "diamond"},
        hovertemplate="first order: %{y:.3~g} of exact CV<extra></extra>",
    )


def _error_axis(curve: ErrorCurve, *, lowest: float = 0.1) -> Spec:
    finite = curve.errors[np.isfinite(curve.errors)]
    top = float(np.log10(finite.max())) if finite.size else 0.0
    low = float(np.log10(min(lowest, finite.min(initial=1.0))))
    ends = (min(low, top - 1) - 0.05 * (top - low) - 0.3, top + 0.6 + 0.08 * (top - low))
    marks = decades(10.0 ** ends[0], 10.0 ** ends[1], most=6)
    return axis("error, share of exact CV", type="log", range=list(ends), **marks)
