"""Cells of a map whose fits have not settled: hatched, in their colour all the same."""

import numpy as np

from kselect_core.plotting.kit.known import NOT_CONVERGED
from kselect_core.plotting.kit.parts import scatter
from kselect_core.plotting.kit.theme import HATCH_WIDTH, INK, Spec
from kselect_core.plotting.kit.ticks import is_log
from kselect_core.plotting.maps.values import GridValues, edges
from kselect_core.types import Array, Float

STROKES = np.array(
    [[0.0, 0.5, np.nan, 0.0, 1.0, np.nan, 0.5, 1.0, np.nan],
     [0.5, 1.0, np.nan, 0.0, 1.0, np.nan, 0.0, 0.5, np.nan]]
)  # fmt: skip
"""Three rising diagonals of a cell, along x and along y, as shares of its sides."""


def hatches(values: GridValues) -> list[Spec]:
    """Diagonal lines through cells whose fits have not settled."""
    rows, columns = np.nonzero(~values.settled & np.isfinite(values.value))
    if not len(rows):
        return []
    x, y = (
        _strokes(v, cells, STROKES[way])
        for way, (v, cells) in enumerate(((values.x, columns), (values.lambdas, rows)))
    )
    return [
        scatter(
            "lines",
            name=NOT_CONVERGED,
            x=x,
            y=y,
            line={"width": HATCH_WIDTH, "color": INK},
            connectgaps=False,
            hoverinfo="skip",
        )
    ]


def _strokes(v: Float[Array, " n"], cells: Array, stroke: Float[Array, " s"]) -> Float[Array, " q"]:
    """Where the strokes of some cells lie along an axis; NaN ends each."""
    ends = np.log10(edges(v, log=True)) if is_log(v) else edges(v, log=False)
    first, size = ends[cells, None], np.diff(ends)[cells, None]
    place = (first + size * stroke).ravel()
    return np.asarray(10.0**place if is_log(v) else place)
