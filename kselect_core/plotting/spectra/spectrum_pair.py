"""Two spectra and the shift of each eigenvalue: a kernel matrix before and after a change."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.theme import BLUE, GREEN, ORANGE, Spec, axis, transparent
from kselect_core.plotting.kit.ticks import decades
from kselect_core.types import Array, Float, Int

FIRST = 60
"""Eigenvalues that are drawn."""
SPAN = 16.0
"""Decades below the largest eigenvalue where rounding begins."""


class Pair(NamedTuple):
    """Leading eigenvalues before and after, and before minus after."""

    number: Int[Array, " m"]
    before: Float[Array, " m"]
    after: Float[Array, " m"]
    shift: Float[Array, " m"]


def pair(sigma: Float[Array, " n"], after: Float[Array, " n"]) -> Pair:
    """First `FIRST` eigenvalues of two spectra, descending."""
    first, second = sigma[:FIRST], after[:FIRST]
    return Pair(np.arange(1, len(first) + 1), first, second, first - second)


def spectrum_pair(sigma: Float[Array, " n"], after: Float[Array, " n"]) -> go.Figure:
    """Figure with both spectra above (logarithmic) and the shift of each eigenvalue below."""
    both = pair(sigma, after)
    floor = max(float(sigma.max(initial=0.0)), 1e-300) * 10.0**-SPAN
    return figure(
        [
            _line(both.number, both.before, "before", BLUE, "circle", floor),
            _line(both.number, both.after, "after", ORANGE, "x-thin-open", floor),
            {
                "type": "bar",
                "name": "shift",
                "x": both.number,
                "y": both.shift,
                "yaxis": "y2",
                "marker": {"color": GREEN, "line": {"width": 0}},
                "hovertemplate": "%{y:.4~g}",
            },
        ],
        400,
        hovermode="x unified",
        xaxis=axis("number of the eigenvalue", anchor="y2"),
        yaxis=_log(both, floor) | {"domain": [0.45, 1.0]},
        yaxis2=axis("before − after", domain=[0.0, 0.35]),
    )


def _line(x: Array, values: Array, name: str, colour: str, symbol: str, floor: float) -> Spec:
    return scatter(
        "lines+markers",
        name=name,
        x=x,
        y=np.where(values > floor, values, np.nan),
        line={"color": transparent(colour, 0.6), "width": 1.2},
        marker={"color": colour, "symbol": symbol, "size": 6, "line": {"width": 1.5}},
        hovertemplate="%{y:.4~g}",
    )


def _log(drawn: Pair, floor: float) -> Spec:
    values = np.concatenate([drawn.before, drawn.after])
    values = values[values > floor]
    low, high = (float(values.min()), float(values.max())) if values.size else (0.1, 1.0)
    ends = [np.log10(low) - 0.3, np.log10(high) + 0.3]
    marks = decades(10.0 ** ends[0], 10.0 ** ends[1], most=5)
    return axis("eigenvalue", type="log", range=ends, **marks)
