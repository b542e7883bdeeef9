"""The picture of a matrix as a figure of Plotly: for paper, where no browser draws on a canvas."""

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure
from kselect_core.plotting.kit.theme import MAGNITUDE, SIGNED
from kselect_core.plotting.points.matrix_picture import MatrixPicture

WIDTH, HEIGHT = 420, 300


def matrix_still(picture: MatrixPicture) -> go.Figure:
    """Return a square figure of the matrix, its first row at the top, with a bar of its colours.

    The logarithm of a matrix is drawn as log₁₀; a cell without a value stays empty.
    """
    values = picture.values()
    with np.errstate(invalid="ignore"):
        shown = np.log10(values) if picture.log else values
    hidden = {"visible": False, "constrain": "domain"}
    return figure(
        [
            {
                "type": "heatmap",
                "z": shown,
                "zmin": picture.low,
                "zmax": picture.high,
                "colorscale": list(SIGNED if picture.diverging else MAGNITUDE),
                "colorbar": {"title": {"text": "log₁₀" if picture.log else ""}},
            }
        ],
        HEIGHT,
        width=WIDTH,
        xaxis=hidden,
        yaxis={**hidden, "autorange": "reversed", "scaleanchor": "x"},
    )
