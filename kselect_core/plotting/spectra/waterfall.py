"""Spectra of all widths side by side, with the effective dimension across them."""

from collections.abc import Sequence
from math import isfinite, log10
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.kernels.short_numbers import power
from kselect_core.linalg.spectra.eigenspaces import effective_dimension, rounding_level
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.eigenvalue_axis import number_marks, shown_numbers
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter, unseen
from kselect_core.plotting.kit.theme import FONT_SIZE, MAGNITUDE, RED, Spec, axis, escaped
from kselect_core.plotting.kit.ticks import parameter_layout, parameter_text, parameter_title
from kselect_core.types import Array, Float, Int

HEIGHT = 380
MOST_ROWS, MOST_COLUMNS = 40, 250
MOST_TARGETS = 40
"""Most columns whose every cell can be clicked; beyond, the points of the line can."""


class Waterfall(NamedTuple):
    """log₁₀ σ by number of the eigenvalue (rows) and kernel (columns), and the dimensions.

    Eigenvalues below the machine precision n ε σ₁ of their kernel are NaN.
    """

    columns: Int[Array, " c"]
    parameters: Float[Array, " c"]
    numbers: Int[Array, " r"]
    logs: Float[Array, "r c"]
    dimensions: Float[Array, " c"]


def waterfall_cells(
    sigmas: Sequence[Float[Array, " n"]], parameters: Sequence[float], *, mu: float
) -> Waterfall:
    """Cells of the picture: of more than 250 kernels, every second (third, …) is shown."""
    step = -(-len(sigmas) // MOST_COLUMNS)
    columns = np.arange(0, len(sigmas), max(step, 1))
    numbers = shown_numbers(len(sigmas[0]), MOST_ROWS)
    shown = [sigmas[i] for i in columns.tolist()]
    with np.errstate(divide="ignore"):
        logs = [np.log10(np.where(s > rounding_level(s), s, np.nan))[numbers - 1] for s in shown]
    dimensions = [float(effective_dimension(s, np.array([mu]))[0]) for s in shown]
    at = np.array([float(parameters[i]) for i in columns.tolist()])
    return Waterfall(columns, at, numbers, np.stack(logs, axis=1), np.array(dimensions))


def waterfall(
    sigmas: Sequence[Float[Array, " n"]],
    parameters: Sequence[float],
    *,
    mu: float,
    cursor: float | None = None,
    kernel: str = "",
    convention: str = "",
) -> go.Figure:
    """Figure of log₁₀ σ over the kernels of a family; the line is the effective dimension at μ.

    ``cursor`` is a parameter of the grid. Cells and points carry their parameter when clicked.
    """
    cells = waterfall_cells(sigmas, parameters, mu=mu)
    abscissa = parameter_layout(cells.parameters, convention, most=9)
    x = np.where(np.isfinite(cells.parameters), cells.parameters, 0.0)
    ends = np.power(10.0, edges(np.log10(x))) if (abscissa["type"] == "log") else edges(x)
    traces = [_heat(cells, ends), _dimension(cells, x)]
    if len(x) <= MOST_TARGETS:
        traces.insert(1, _targets(cells, x, convention))
    shapes = [] if cursor is None else [cursor_line(cursor if isfinite(cursor) else 0.0)]
    return figure(
        traces,
        HEIGHT,
        showlegend=False,
        xaxis=_abscissa(abscissa, ends, kernel, convention),
        yaxis=_ordinate(cells),
        shapes=shapes,
    )


def edges(centres: Float[Array, " c"]) -> Float[Array, " e"]:
    """Bounds of cells around ascending centres: half way between neighbours."""
    if len(centres) == 1:
        return np.array([-0.5, 0.5]) + float(centres[0])
    inner = (centres[:-1] + centres[1:]) / 2
    outer = (2 * centres[[0, -1]] - inner[[0, -1]])[:, None]
    return np.concatenate([outer[0], inner, outer[1]])


def _heat(cells: Waterfall, ends: Float[Array, " e"]) -> Spec:
    decades = np.unique(np.round(cells.logs[np.isfinite(cells.logs)]))
    marks = decades[:: max(1, len(decades) // 6)]
    return {
        "type": "heatmap",
        "x": ends,
        "y": edges(np.log10(cells.numbers)),
        "z": cells.logs.astype(np.float32),
        "colorscale": [list(stop) for stop in MAGNITUDE],
        "hoverinfo": "skip" if len(cells.columns) <= MOST_TARGETS else "z",
        "colorbar": colour_bar(
            "σ",
            tickvals=marks.tolist(),
            ticktext=[power(10, int(e)) for e in marks],
            tickfont={"size": FONT_SIZE},
        ),
    }


def _targets(cells: Waterfall, x: Float[Array, " c"], convention: str) -> Spec:
    """Invisible squares on the cells, which tell the eigenvalue and can be clicked."""
    across, up = np.meshgrid(x, np.log10(cells.numbers))
    texts = [
        f"{s:.4g}" if np.isfinite(s) else "below precision" for s in 10.0 ** cells.logs.ravel()
    ]
    numbers = np.repeat(cells.numbers, len(x)).tolist()
    grid = cells.parameters.tolist()
    widths = [escaped(parameter_text(value, convention, grid)) for value in grid]
    names = [f"{width}<br>" if width else "" for width in widths] * len(cells.numbers)
    hidden = {"marker": {"opacity": 0.0}}
    return scatter(
        "markers",
        name="cells",
        x=across.ravel(),
        y=up.ravel().astype(np.float32),
        customdata=np.tile(cells.parameters, len(cells.numbers)),
        text=[
            f"{name}σ<sub>{j}</sub> = {text}"
            for name, j, text in zip(names, numbers, texts, strict=True)
        ],
        marker=unseen(),
        selected=hidden,
        unselected=hidden,
        hovertemplate="%{text}<extra></extra>",
    )


def _dimension(cells: Waterfall, x: Float[Array, " c"]) -> Spec:
    return scatter(
        "lines+markers",
        name="effective dimension",
        x=x,
        y=np.log10(np.maximum(cells.dimensions, 1e-12)),
        customdata=cells.parameters,
        text=[f"{d:.4g}" for d in cells.dimensions.tolist()],
        line={"color": RED, "width": 2.5},
        marker={"color": RED, "size": 6, "line": {"color": "white", "width": 1}},
        unselected={"marker": {"opacity": 1.0}},
        hovertemplate="effective dimension %{text}<extra></extra>",
    )


def _abscissa(ticks: Spec, ends: Float[Array, " e"], kernel: str, convention: str) -> Spec:
    first, last = float(ends[0]), float(ends[-1])
    log = ticks["type"] == "log"
    return axis(
        escaped(parameter_title(kernel, convention)),
        **ticks | {"range": [log10(first), log10(last)] if log else [first, last]},
        showgrid=False,
    )


def _ordinate(cells: Waterfall) -> Spec:
    """Numbers of eigenvalues on a log scale, the largest eigenvalue at the bottom."""
    marks = number_marks(int(cells.numbers[-1]))
    ends = edges(np.log10(cells.numbers))
    lowest = max(float(np.log10(cells.dimensions.min())) if cells.dimensions.all() else -1.0, -1.0)
    return axis(
        "number of the eigenvalue",
        type="linear",
        range=[min(float(ends[0]), lowest - 0.05), float(ends[-1])],
        tickvals=np.log10(marks).tolist(),
        ticktext=[str(mark) for mark in marks],
        showgrid=False,
    )
