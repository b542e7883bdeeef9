"""The spectrum before and after one training point is removed, and the shift of each eigenvalue."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import heading
from kselect_core.plotting.kit.theme import BLUE, GREEN, GREY, ORANGE, Spec, axis
from kselect_core.plotting.kit.ticks import decades, number
from kselect_core.types import Array, Float, Int

FIRST = 60
"""Eigenvalues that are shown."""
PRECISION = float(np.finfo(np.float64).eps)
LEAST = -2.0
"""Power of ten to which the axis of eigenvalues reaches at the least."""
DECADES = 24.0
"""Eigenvalues that many powers of ten below the largest are noise."""


class ShiftLines(NamedTuple):
    """Eigenvalues (numbers from 1) of K and Kⁱ and their differences: exact and first order."""

    order: Int[Array, " m"]
    before: Float[Array, " m"]
    after: Float[Array, " m"]
    exact: Float[Array, " m"]
    first_order: Float[Array, " m"]


def shift_lines(
    sigma: Float[Array, " n"],
    exact: Float[Array, " n"],
    first_order: Float[Array, " n"],
    *,
    count: int | None = FIRST,
) -> ShiftLines:
    """First ``count`` eigenvalues (None: all) with the shifts of one removed point."""
    if not sigma.shape == exact.shape == first_order.shape or sigma.ndim != 1:
        shapes = (sigma.shape, exact.shape, first_order.shape)
        raise InvalidParameterError("Shift curves", "the shapes", "(n,) three times", shapes)
    part = slice(0, count)
    order = np.arange(1, len(sigma) + 1)
    return ShiftLines(
        *(values[part] for values in (order, sigma, sigma - exact, exact, first_order))
    )


def shift_curves(
    sigma: Float[Array, " n"],
    exact: Float[Array, " n"],
    first_order: Float[Array, " n"],
    *,
    point: int,
) -> go.Figure:
    """Figure of σ(K) and σ(Kⁱ) above, and of the shifts below; ``point`` is its number, from 1.

    Its axes are those of every kernel with the same diagonal, so that steps compare: eigenvalues
    are below tr K, exact shifts add up to K_ii, of those of the first order none is above 2 K_ii.
    """
    shown = shift_lines(sigma, exact, first_order)
    floor = len(sigma) * PRECISION * float(np.abs(sigma).max(initial=0.0))
    traces = [
        _line(shown.order, shown.before, "σ(K)", floor=floor, colour=BLUE, dash="solid"),
        _line(shown.order, shown.after, "σ(Kⁱ)", floor=floor, colour=ORANGE, dash="dot"),
        _bars(shown.order, shown.exact, "exact shift", GREEN, "") | {"offsetgroup": "exact"},
        _bars(shown.order, shown.first_order, "first order", GREY, "/") | {"offsetgroup": "first"},
    ]
    return figure(
        traces,
        460,
        margin={"l": 12, "r": 12, "t": 48, "b": 12},
        barmode="group",
        bargap=0.15,
        hovermode="x unified",
        xaxis=axis(_counted(shown, floor), anchor="y2", range=[0.0, len(shown.order) + 1.0]),
        yaxis=_log_axis(shown, floor, float(sigma.sum())) | {"domain": [0.58, 1.0]},
        yaxis2=axis("shift σ(K) − σ(Kⁱ)", domain=[0.0, 0.5], zeroline=True)
        | {"range": _shifts(shown, round(float(exact.sum()), 9))}
        | {"zerolinecolor": GREY, "zerolinewidth": 1},
        annotations=[heading(_sentence(sigma, exact, first_order, point))],
    )


def _sentence(
    sigma: Float[Array, " n"],
    exact: Float[Array, " n"],
    first_order: Float[Array, " n"],
    point: int,
) -> str:
    if not len(sigma):
        return f"point {point}"
    j = int(np.abs(exact).argmax())
    wrong = int((first_order < -1e-12 * float(np.abs(sigma).max())).sum())
    text = f"point {point}: largest shift {number(float(exact[j]), 3)} at σ<sub>{j + 1}</sub>"
    return f"{text}<br>{wrong} of {len(sigma)} first-order shifts negative"


def _counted(shown: ShiftLines, floor: float) -> str:
    zeros = int((shown.before <= floor).sum())
    text = f" ({zeros} of the first {len(shown.order)} are 0)" if zeros else ""
    return f"number of the eigenvalue{text}"


def _line(
    x: Int[Array, " m"],
    values: Float[Array, " m"],
    name: str,
    *,
    floor: float,
    colour: str,
    dash: str,
) -> Spec:
    """Eigenvalues above the level of rounding; below it there is nothing to see."""
    rows = np.flatnonzero(values > floor)
    return scatter(
        "lines+markers",
        name=name,
        x=x[rows],
        y=values[rows],
        line={"color": colour, "width": 1.5, "dash": dash},
        marker={"color": colour, "size": 5, "symbol": "circle" if dash == "solid" else "x"},
        hovertemplate="%{y:.4~g}",
    )


def _bars(
    x: Int[Array, " m"], values: Float[Array, " m"], name: str, colour: str, shape: str
) -> Spec:
    pattern = {
        "shape": shape,
        "fgcolor": "white",
        "size": 4,
        "solidity": 0.3,
        "fillmode": "overlay",
    }
    return {
        "type": "bar",
        "name": name,
        "x": x,
        "y": values,
        "yaxis": "y2",
        "marker": {"color": colour, "pattern": pattern, "line": {"width": 0}},
        "hovertemplate": "%{y:.4~g}",
    }


def _shifts(shown: ShiftLines, own: float) -> list[float]:
    """Range of the shifts of a point with K_ii = ``own``; they are rarely below −K_ii/2."""
    least = min(shown.exact.min(initial=0.0), shown.first_order.min(initial=0.0))
    most = max(shown.exact.max(initial=0.0), shown.first_order.max(initial=0.0))
    low, high = min(-own / 2, 1.05 * float(least)), max(2.05 * own, 1.05 * float(most))
    return [low, high] if low < high else [-1.0, 1.0]


def _log_axis(shown: ShiftLines, floor: float, trace: float) -> Spec:
    """Axis of eigenvalues from tr K down to 1/100, or to the power of ten below the smallest.

    How small the last one drawn is, is not known before: it has no bound but 0.
    """
    values = np.concatenate([shown.before, shown.after])
    logs = np.log10(values[values > floor])
    top = np.log10(trace) if trace > 0 else 0.0
    high = round(float(logs.max(initial=top)), 3) + 0.15
    low = max(float(np.floor(logs.min(initial=LEAST))), high - DECADES)
    marks = decades(10.0**low, 10.0**high, most=6)
    return axis("eigenvalue σ", type="log", range=[low, high], **marks)
