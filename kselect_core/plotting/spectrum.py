"""Eigenvalues of the kernel matrix at the cursor, against the ridge and machine precision."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.theme import BLUE, GREY, ORANGE, Spec, axis, layout
from kselect_core.plotting.ticks import decades, number
from kselect_core.types import Array, Float, Int

PRECISION = float(np.finfo(np.float64).eps)
FIRST = 60


class Spectrum(NamedTuple):
    """Eigenvalues shown with their numbers (from 1), and the level of rounding errors n ε σ₁."""

    order: Int[Array, " m"]
    sigma: Float[Array, " m"]
    precision: float
    hidden: int


def spectrum_points(eigenvalues: Float[Array, " n"], *, count: int | None = FIRST) -> Spectrum:
    """First ``count`` eigenvalues (None: all), descending; those of 0 or less are not drawn."""
    sigma = np.sort(eigenvalues)[::-1]
    shown = sigma if count is None else sigma[:count]
    positive = shown > 0
    level = len(sigma) * PRECISION * float(sigma[0]) if len(sigma) else np.nan
    return Spectrum(np.flatnonzero(positive) + 1, shown[positive], level, int((~positive).sum()))


def spectrum(
    eigenvalues: Float[Array, " n"],
    *,
    mu: float,
    effective_dimension: float,
    count: int | None = FIRST,
) -> go.Figure:
    """Figure of the eigenvalues on a log scale; below μ the ridge suppresses them."""
    shown = spectrum_points(eigenvalues, count=count)
    n = len(eigenvalues)
    title = f"effective dimension {number(effective_dimension, 3)} of {n}"
    if shown.hidden:
        title += f" · {shown.hidden} of the first {len(shown.order) + shown.hidden} are 0"
    trace = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": "eigenvalues",
        "x": shown.order,
        "y": shown.sigma,
        "line": {"color": BLUE, "width": 1},
        "marker": {"color": BLUE, "size": 5},
        "hovertemplate": "σ<sub>%{x}</sub> = %{y:.4~g}<extra></extra>",
    }
    levels = [(mu, "ridge μ", ORANGE), (shown.precision, "machine precision", GREY)]
    drawn = [level for level in levels if np.isfinite(level[0]) and level[0] > 0]
    return go.Figure(
        {
            "data": [trace],
            "layout": layout(
                320,
                showlegend=False,
                margin={"l": 12, "r": 12, "t": 34, "b": 12},
                xaxis=axis("number of the eigenvalue", rangemode="tozero"),
                yaxis=_axis(shown.sigma, [value for value, *_ in drawn]),
                shapes=[_rule(value, colour) for value, _, colour in drawn],
                annotations=[_heading(title), *(_note(*level) for level in drawn)],
            ),
        }
    )


def _axis(sigma: Float[Array, " m"], levels: list[float]) -> Spec:
    low, high = _range(sigma, levels)
    marks = decades(10.0**low, 10.0**high, most=8)
    return axis("eigenvalue σ", type="log", range=[low, high], **marks)


def _range(sigma: Float[Array, " m"], levels: list[float]) -> list[float]:
    """Decades from below the lowest thing worth seeing to above the highest."""
    logs = np.log10(np.concatenate([sigma, levels]))
    if not logs.size:
        return [-1.0, 1.0]
    low, high = float(logs.min()), float(logs.max())
    floor = max(low, high - 24.0)  # far below machine precision there is only noise
    return [floor - 0.08 * (high - floor) - 0.3, high + 0.08 * (high - floor) + 0.3]


def _rule(value: float, colour: str) -> Spec:
    line = {"color": colour, "width": 1.5, "dash": "dash"}
    return {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "yref": "y",
        "y0": value,
        "y1": value,
        "line": line,
    }


def _note(value: float, name: str, _colour: str) -> Spec:
    return {
        "text": f"{name} = {number(value, 2)}",
        "xref": "paper",
        "x": 1,
        "xanchor": "right",
        "yref": "y",
        "y": float(np.log10(value)),
        "yanchor": "bottom",
        "showarrow": False,
        "font": {"size": 11},
    }


def _heading(text: str) -> Spec:
    return {
        "text": text,
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "yref": "paper",
        "y": 1,
        "yanchor": "bottom",
        "yshift": 6,
        "showarrow": False,
        "font": {"size": 12},
    }
