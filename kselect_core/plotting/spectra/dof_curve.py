"""Effective degrees of freedom of the fits with one kernel, against λ."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.linalg.spectra.eigenspaces import bias_dimension, effective_dimension
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.strength import strength_layout, strength_name, strength_text
from kselect_core.plotting.kit.theme import BLUE, FONT_SIZE, GREY, ORANGE, Spec, axis
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Float

HEIGHT = 330
POINTS, BEYOND = 121, 1.0
"""Points of the curve, and decades that it runs beyond the grid on both sides."""


APART = 0.2
"""Decades below n in which the axis names no other number."""


class DofCurve(NamedTuple):
    """Degrees of freedom on a fine grid of λ; ``bias`` is what the bias of the learner adds."""

    lambdas: Float[Array, " c"]
    dimension: Float[Array, " c"]
    bias: Float[Array, " c"]

    @property
    def total(self) -> Float[Array, " c"]:
        """Trace of the hat matrix."""
        trace: Float[Array, " c"] = self.dimension + self.bias
        return trace


def dof_points(
    sigma: Float[Array, " n"],
    lambdas: Float[Array, " c"],
    *,
    ridge: str = "n_lambda",
    ones: Float[Array, " n"] | None = None,
) -> DofCurve:
    """Degrees of freedom for each λ; ``ones`` = Qᵀ1 for a learner with a bias.

    ``ridge`` says whether μ = nλ ("n_lambda") or μ = λ ("lambda").
    """
    mu = lambdas * _times(sigma, ridge)
    added = np.zeros(len(mu)) if ones is None else bias_dimension(sigma, ones, mu)
    return DofCurve(lambdas, effective_dimension(sigma, mu), added)


def dof_curve(
    sigma: Float[Array, " n"],
    lambdas: tuple[float, ...],
    *,
    cursor: float,
    ridge: str = "n_lambda",
    ones: Float[Array, " n"] | None = None,
    kernel: tuple[str, float] = ("", float("nan")),
) -> go.Figure:
    """Figure of the degrees of freedom over λ; points of the grid carry (kernel, parameter, λ).

    With ``ridge="C"`` μ = λ, and the axis says C = 1/(2λ) of a machine whose errors weigh as much.
    The axes are those of every kernel with the same trace, so that steps compare.
    """
    costs = ridge == "C"
    grid = np.array(lambdas)
    low, high = float(np.log10(grid[0])) - BEYOND, float(np.log10(grid[-1])) + BEYOND
    fine = dof_points(sigma, np.logspace(low, high, POINTS), ridge=ridge, ones=ones)
    marked = dof_points(sigma, grid, ridge=ridge, ones=ones)
    here = dof_points(sigma, np.array([cursor]), ridge=ridge, ones=ones)
    name = "degrees of freedom" if ones is None else "LSSVM: with its bias"
    return figure(
        [
            *([] if ones is None else [_curve(fine.lambdas, fine.dimension, "Σ σ/(σ+μ)", GREY)]),
            _curve(fine.lambdas, fine.total, name, BLUE),
            _grid(marked, kernel, costs=costs),
            _here(here, costs=costs),
        ],
        HEIGHT,
        showlegend=ones is not None,
        xaxis=axis(
            strength_name(costs=costs),
            **strength_layout(grid, costs=costs)
            | {"range": [high, low] if costs else [low, high], "type": "log"},
        ),
        yaxis=axis("degrees of freedom", **_degrees(sigma, 10.0**high * _times(sigma, ridge))),
        shapes=[rule(cursor, GREY, along="y", name="cursor")],
    )


def _times(sigma: Float[Array, " n"], ridge: str) -> int:
    """What λ is multiplied by to be μ."""
    return len(sigma) if ridge == "n_lambda" else 1


def _degrees(sigma: Float[Array, " n"], mu: float) -> Spec:
    """Logarithmic axis up to n from what a kernel of rank one has at the largest ridge.

    That is the least for a trace, tr K/(tr K + μ). On an axis from 0 the curve of a smooth kernel
    would lie at the foot.
    """
    n, trace = len(sigma), float(sigma.sum())
    low = round(float(np.log10(trace / (trace + mu))), 3) if trace > 0 else -1.0
    high = float(np.log10(max(n, 2)))
    powers = [10.0**e for e in range(int(np.ceil(low)), int(np.ceil(high)) + 1)]
    marks = [*(value for value in powers if np.log10(value) < high - APART), n]
    return {
        "type": "log",
        "range": [low - 0.05, high + 0.08],
        "tickvals": marks,
        "ticktext": [*map(number, marks[:-1]), f"n = {n}"],
    }


def _curve(x: Float[Array, " c"], y: Float[Array, " c"], name: str, colour: str) -> Spec:
    return scatter(
        "lines",
        name=name,
        x=x,
        y=y,
        line={"color": colour, "width": 2, "dash": "dash" if colour == GREY else "solid"},
        hoverinfo="skip",  # a click belongs to the points of the grid
    )


def _grid(marked: DofCurve, kernel: tuple[str, float], *, costs: bool) -> Spec:
    parameter = kernel[1] if np.isfinite(kernel[1]) else None
    return scatter(
        "markers",
        name=f"{strength_name(costs=costs)} of the grid",
        text=[strength_text(lam, costs=costs, digits=3) for lam in marked.lambdas.tolist()],
        x=marked.lambdas,
        y=marked.total,
        customdata=[[kernel[0], parameter, lam] for lam in marked.lambdas.tolist()],
        marker={"color": BLUE, "size": 8, "line": {"color": "white", "width": 1}},
        unselected={"marker": {"opacity": 1.0}},
        cliponaxis=False,
        hovertemplate="%{text}: %{y:.3~f}<extra></extra>",
    )


def _here(here: DofCurve, *, costs: bool) -> Spec:
    value = float(here.total[0])
    return scatter(
        "markers+text",
        name="cursor",
        x=here.lambdas,
        y=here.total,
        text=[number(value, 3)],
        textposition="top right",
        textfont={"size": FONT_SIZE},
        marker={
            "color": ORANGE,
            "size": 12,
            "symbol": "diamond",
            "line": {"color": "white", "width": 1},
        },
        hovertext=[strength_text(float(here.lambdas[0]), costs=costs, digits=3)],
        hovertemplate="%{hovertext}: %{y:.4~f}<extra></extra>",
    )
