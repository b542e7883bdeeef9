"""A bound against the sample size or the confidence, with the line from which on it is empty."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.parts import figure, note, scatter
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.ticks import decades, number
from kselect_core.types import Array, Float

HEIGHT, ACROSS = 360, 690
MARGIN = 0.2
"""Decades that the axis runs at least beyond what it shows."""
LEAST = -3.0
"""Power of ten from which axes run at the most: errors and variances are rarely below."""
STYLES = {
    "as printed": (theme.ORANGE, "solid"),
    "as the proof gives it": (theme.BLUE, "solid"),
    "with false steps corrected": (theme.PURPLE, "dash"),
}
TITLES = {"m": "sample size m", "delta": "δ, probability that the bound fails"}


EMPTY: theme.Spec = note(
    "shaded: no information",
    0.99,
    0.99,
    xref="x domain",
    xanchor="right",
    yref="y domain",
    yanchor="top",
)


class Curve(Protocol):
    """What the figure needs of a bound along x."""

    @property
    def x(self) -> Float[Array, " p"]:
        """Sample sizes, or probabilities."""

    @property
    def added(self) -> Mapping[str, Float[Array, " p"]]:
        """Values by the name of the column."""

    @property
    def limit(self) -> Float[Array, " p"]:
        """Value from which on the bound says nothing."""

    @property
    def over(self) -> str:
        """What x is: "m" or "delta"."""


def bound_curve(
    curve: Curve,
    *,
    title: str,
    cursor: float,
    measured: float = float("nan"),
    about: str = "",
    reach: Sequence[float] = (),
) -> go.Figure:
    """Figure of a bound on logarithmic axes; the region without information is shaded.

    ``title`` names the axis, ``cursor`` is where the page looks, ``measured`` what the bound is
    about, ``about`` its name; ``reach``: values of other fits that the axis shows as well, so that
    steps compare. Values that are not positive are not drawn.
    """
    low, high = _range(curve, [measured, *reach])
    level = curve.limit
    traces = [_region(curve.x, level, high), _limit(curve.x, level)]
    traces += [_line(curve.x, values, name) for name, values in curve.added.items()]
    if measured > 0:
        traces.append(_measured(curve.x, measured, about))
    return figure(
        traces,
        HEIGHT,
        xaxis=theme.axis(
            TITLES[curve.over],
            type="log",
            range=[float(np.log10(curve.x[0])), float(np.log10(curve.x[-1]))],
            **decades(float(curve.x[0]), float(curve.x[-1]), most=7),
        ),
        yaxis=theme.axis(
            theme.escaped(title, 80),
            type="log",
            range=[low, high],
            **decades(10.0**low, 10.0**high, most=8),
        ),
        shapes=[rule(cursor, theme.GREY, along="y", name="cursor")],
        annotations=[EMPTY],
        meta={"across": ACROSS},
    )


def _range(curve: Curve, others: Sequence[float]) -> tuple[float, float]:
    """Range of the axis in whole powers of ten, from 10⁻³ at the most: all that is positive.

    What is measured at another place is not known before: it moves the axis where it is smaller.
    """
    values = np.concatenate([*curve.added.values(), curve.limit, others])
    logs = np.log10(values[np.isfinite(values) & (values > 0)])
    return float(np.floor(min(logs.min() - MARGIN, LEAST))), float(np.ceil(logs.max() + MARGIN))


def _line(x: Float[Array, " p"], values: Float[Array, " p"], name: str) -> theme.Spec:
    colour, dash = STYLES[name]
    return scatter(
        "lines",
        name=name,
        x=x,
        y=np.where(values > 0, values, np.nan),
        line={"color": colour, "width": 2.5, "dash": dash},
        hovertemplate=f"{name}: %{{y:.3~g}}<extra></extra>",
    )


def _limit(x: Float[Array, " p"], level: Float[Array, " p"]) -> theme.Spec:
    return scatter(
        "lines",
        name="says nothing above",
        x=x,
        y=level,
        line={"color": theme.RED, "width": 1.5, "dash": "dash"},
        hovertemplate="from %{y:.3~g} on it says nothing<extra></extra>",
    )


def _region(x: Float[Array, " p"], level: Float[Array, " p"], high: float) -> theme.Spec:
    """Area above the limit."""
    top = np.full(len(x), 10.0**high)
    return scatter(
        "lines",
        x=np.concatenate([x, x[::-1]]),
        y=np.concatenate([level, top]),
        fill="toself",
        fillcolor=theme.transparent(theme.GREY, 0.12),
        line={"width": 0},
        hoverinfo="skip",
        showlegend=False,
    )


def _measured(x: Float[Array, " p"], value: float, about: str) -> theme.Spec:
    return scatter(
        "lines",
        name=f"measured: {theme.escaped(about, 70)} = {number(value, 3)}",
        x=x[[0, -1]],
        y=[value, value],
        line={"color": theme.GREEN, "width": 2.5, "dash": "dot"},
        hovertemplate="measured: %{y:.3~g}<extra></extra>",
    )
