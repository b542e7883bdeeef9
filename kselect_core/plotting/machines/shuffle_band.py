"""How Ĥ and the choice of the stability bound depend on the shuffle of the sample."""

from collections import Counter

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.theme import (
    FONT_SIZE,
    GREEN,
    GREY,
    ORANGE,
    Spec,
    axis,
    escaped,
    transparent,
)
from kselect_core.plotting.kit.ticks import parameter_layout, parameter_title, tick_layout
from kselect_core.types import Array, Float, Int

HEIGHT = 320
LARGEST = 34
"""Size of the marker of a cell that every shuffle chooses."""
HALVES = ((0.0, 0.45), (0.57, 1.0))


def shuffle_band(
    C: Float[Array, " L"],
    change: Float[Array, "r L"],
    chosen: Int[Array, "r 2"],
    *,
    parameters: Float[Array, " p"],
    convention: str = "",
    cursor: float | None = None,
) -> go.Figure:
    """Figure of Ĥ over C for several shuffles, and how often each cell is the choice.

    ``change`` has one row per shuffle, the first one that of the sweep; ``chosen`` are positions
    in ``parameters``, which are written by their ``convention``, and in ``C``.
    """
    order = np.argsort(C)
    low, high, middle = (
        np.nanmin(change, axis=0),
        np.nanmax(change, axis=0),
        np.nanmedian(change, axis=0),
    )
    name = f"lowest to highest of {len(change)} shuffles"
    traces = [
        _line(C[order], low[order], name, GREY, width=0) | {"showlegend": False},
        _line(C[order], high[order], name, GREY, width=0)
        | {"fill": "tonexty", "fillcolor": transparent(GREEN, 0.25)},
        _line(C[order], middle[order], "median", GREEN, width=2),
        _line(C[order], change[0][order], "the shuffle of this sweep", ORANGE, width=2),
        _bubbles(C, parameters, chosen),
    ]
    costs, kernels = (
        tick_layout(C, most=6, widths=False),
        parameter_layout(parameters, convention, most=5),
    )
    return figure(
        traces,
        HEIGHT,
        xaxis=axis("C", **costs) | {"domain": list(HALVES[0])},
        yaxis=axis("Ĥ", rangemode="tozero"),
        xaxis2=axis(escaped(parameter_title("", convention, short=True)), **_wide(kernels))
        | {"domain": list(HALVES[1]), "anchor": "y2"},
        yaxis2=axis("C", **_wide(costs)) | {"anchor": "x2"},
        shapes=[] if cursor is None else [cursor_line(cursor)],
    )


def agreement(chosen: Int[Array, "r 2"]) -> tuple[int, int]:
    """How many cells the shuffles choose, and how many choose the most frequent one."""
    counts = Counter(map(tuple, chosen.tolist()))
    return len(counts), counts.most_common(1)[0][1]


def _bubbles(
    C: Float[Array, " L"], parameters: Float[Array, " p"], chosen: Int[Array, "r 2"]
) -> Spec:
    counts = Counter(map(tuple, chosen.tolist()))
    own = tuple(chosen[0].tolist())
    total = len(chosen)
    return scatter(
        "markers+text",
        name="choices of STAB (orange: this sweep)",
        x=np.array([parameters[p] for p, _ in counts]),
        y=np.array([C[c] for _, c in counts]),
        xaxis="x2",
        yaxis="y2",
        text=[str(count) for count in counts.values()],
        textfont={"size": FONT_SIZE},
        marker={
            "size": [12 + (LARGEST - 12) * (count / total) ** 0.5 for count in counts.values()],
            "color": [transparent(ORANGE if cell == own else GREEN, 0.55) for cell in counts],
            "line": {"width": 1.5, "color": [ORANGE if cell == own else GREEN for cell in counts]},
        },
        hovertemplate=f"%{{text}} of {total} shuffles<extra></extra>",
        cliponaxis=False,
    )


def _line(
    x: Float[Array, " L"], y: Float[Array, " L"], name: str, colour: str, *, width: int
) -> Spec:
    return scatter(
        "lines",
        name=name,
        x=x,
        y=y,
        line={"color": colour, "width": width},
        hovertemplate=f"{name}: Ĥ = %{{y:.3~f}}<extra></extra>",
    )


def _wide(scale: Spec) -> Spec:
    """Axis with room for the markers at its ends."""
    low, high = scale["range"]
    pad = 0.06 * (high - low)
    return scale | {"range": [low - pad, high + pad]}
