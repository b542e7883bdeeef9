"""Small figures that show why some criteria and some proofs behave as they do."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.criteria.alignment.fsm import FSM, FSM_U
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.rules import rule
from kselect_core.plotting.kit.theme import BLUE, GREEN, GREY, ORANGE, RED, Spec, axis, style
from kselect_core.plotting.kit.ticks import decades, number, tick_layout
from kselect_core.types import Array, Float, Int

HEIGHT = 340
HALVES = ((0.0, 0.46), (0.54, 1.0))
SMALLEST = 1e-300
MOST_FSM = 6.0
THICK, THIN = 3.5, 1.2
"""Pixels of a line of true labels, and of one of shuffled labels."""


class Drawn(NamedTuple):
    """How one line is drawn."""

    name: str
    colour: str
    dash: str = "solid"
    marks: bool = False
    width: float = 2.5


NARROW_WIDE = "τ in exp(−‖x−z‖²/2τ): narrow (K = I) to wide (K = 11ᵀ)"


def fsm_figure(
    widths: Float[Array, " w"],
    true: Mapping[str, Float[Array, " w"]],
    dealt: Mapping[str, Float[Array, " w"]],
) -> go.Figure:
    """FSM and FSM-U along the width, for labels that mean something and for shuffled ones.

    Both have the colour and dash of their criterion, those of shuffled labels are thin. A ring
    marks the kernel that each curve chooses; infinite values are not drawn.
    """
    styles = {
        (name, which): _of_criterion(name, f"{label(name)}, {words} labels", thin=which == "dealt")
        for name in (FSM.name, FSM_U.name)
        for which, words in (("true", "true"), ("dealt", "shuffled"))
    }
    sets = {"true": true, "dealt": dealt}
    traces: list[Spec] = []
    for (key, which), look in styles.items():
        values = np.where(np.isfinite(sets[which][key]), sets[which][key], np.nan)
        traces.append(_line(widths, values, look))
        if np.isfinite(values).any():
            traces.append(_choice(widths, values, look.colour))
    return figure(
        traces,
        HEIGHT,
        xaxis=axis(NARROW_WIDE, **tick_layout(widths, most=9)),
        yaxis=axis("FSM (smaller is “better”)", range=[-0.2, MOST_FSM]),
    )


def sm_figure(
    powers: Int[Array, " r"], values: Mapping[tuple[str, str], Float[Array, " r"]]
) -> go.Figure:
    """log₁₀ SM of the identity and of the ideal kernel against r, under both normalisations."""
    styles = {
        "ideal": Drawn("ideal kernel", GREEN, marks=True),
        "identity": Drawn("identity", RED, "dot", marks=True),
    }
    traces = []
    for panel, rule_ in (("", "printed"), ("2", "trace")):
        for name, look in styles.items():
            logs = np.log10(np.maximum(values[rule_, name], SMALLEST))
            traces.append(
                _line(powers, logs, look)
                | {"xaxis": f"x{panel}", "yaxis": f"y{panel}", "showlegend": not panel}
            )
    ticks = {"tickvals": powers.tolist(), "ticktext": [str(r) for r in powers.tolist()]}
    return figure(
        traces,
        HEIGHT,
        xaxis=axis("r, N = K / sum of entries (as printed)", **ticks) | {"domain": list(HALVES[0])},
        xaxis2=axis("r, N = K / trace", **ticks) | {"domain": list(HALVES[1]), "anchor": "y2"},
        yaxis=axis("log₁₀ SM (larger is “better”)"),
        yaxis2=axis("") | {"anchor": "x2", "matches": "y"},
    )


def sps_figure(widths: Float[Array, " w"], values: Mapping[str, Float[Array, " w"]]) -> go.Figure:
    """Penalty of SPS times n along the width: true shifts on tr K, and the first order above."""
    styles = {
        "first order": Drawn("first order, what the paper computes", ORANGE),
        "trace": Drawn("tr K / n", GREY, "dash"),
        "true shifts": Drawn("true shifts, added up", GREEN, marks=True),
    }
    traces = [_line(widths, values[name], look) for name, look in styles.items()]
    traces[-1]["mode"] = "markers"
    return figure(
        traces,
        HEIGHT,
        xaxis=axis(NARROW_WIDE, **tick_layout(widths, most=9)),
        yaxis=axis("n · penalty", range=[0, 3.2]),
    )


def weyl_figure(
    similarities: Float[Array, " s"],
    norms: Float[Array, " s"],
    shifts: Float[Array, " s"],
    *,
    cursor: float,
) -> go.Figure:
    """Norm of K − Kⁱ and the largest shift of an eigenvalue for two points, by their similarity."""
    return figure(
        [
            _line(similarities, norms, Drawn("‖K − Kⁱ‖₂", BLUE)),
            _line(similarities, shifts, Drawn("largest shift of an eigenvalue", ORANGE)),
        ],
        HEIGHT,
        xaxis=axis("s in K = [[1, s], [s, 1]]", range=[0, 1]),
        yaxis=axis("", range=[0, 1.75]),
        shapes=[rule(cursor, GREY, along="y", name="cursor")],
    )


def variance_figure(
    x: Float[Array, " p"], columns: Mapping[str, Float[Array, " p"]], *, title: str, cursor: float
) -> go.Figure:
    """Variance of cross-validation and the bounds of it, on logarithmic axes.

    ``columns``: "variance", "as printed", "as the proof gives it".
    """
    styles = {
        "variance": Drawn("true variance", GREEN),
        "as printed": Drawn("bound as printed", ORANGE),
        "as the proof gives it": Drawn("bound as the proof gives it", BLUE),
    }
    every = np.log10(np.concatenate([columns[name] for name in styles]))
    low, high = float(every.min()) - 0.3, float(every.max()) + 0.3
    return figure(
        [_line(x, columns[name], look) for name, look in styles.items()],
        HEIGHT,
        xaxis=axis(
            title,
            type="log",
            range=[float(np.log10(x[0])), float(np.log10(x[-1]))],
            **decades(float(x[0]), float(x[-1]), most=7),
        ),
        yaxis=axis("variance", type="log", range=[low, high], **decades(10**low, 10**high, most=7)),
        shapes=[rule(cursor, GREY, along="y", name="cursor")],
    )


def _of_criterion(quantity: str, name: str, *, thin: bool) -> Drawn:
    look = style(quantity)
    return Drawn(name, look.colour, look.dash, width=THIN if thin else THICK)


def _line(x: Array, y: Float[Array, " p"], drawn: Drawn) -> Spec:
    return scatter(
        "lines+markers" if drawn.marks else "lines",
        name=drawn.name,
        x=x,
        y=y,
        line={"color": drawn.colour, "width": drawn.width, "dash": drawn.dash},
        marker={"color": drawn.colour, "size": 7},
        hovertemplate=f"{drawn.name}: %{{y:.3~g}}<extra></extra>",
    )


def _choice(x: Float[Array, " w"], y: Float[Array, " w"], colour: str) -> Spec:
    i = int(np.nanargmin(y))
    return scatter(
        "markers",
        x=x[i : i + 1],
        y=y[i : i + 1],
        marker={"symbol": "circle-open", "size": 14, "color": colour, "line": {"width": 2.5}},
        showlegend=False,
        cliponaxis=False,
        hovertemplate=f"chosen, {number(float(y[i]), 3)}<extra></extra>",
    )
