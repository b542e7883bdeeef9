"""The decision picture of a support vector machine: margins and rings about support vectors."""

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.data.decision_picture import Decision, decision_picture
from kselect_core.plotting.kit.parts import scatter
from kselect_core.plotting.kit.theme import GREEN, GREY, PURPLE, Spec
from kselect_core.types import Array, Float, Int

HEIGHT, ACROSS = 470, 540
"""Pixels; across it is beside another figure, in a window of 1280."""
ROLES = (
    (1, "free support vectors", GREEN, "circle-open"),
    (2, "bounded support vectors", PURPLE, "square-open"),
)


def machine_picture(
    view: Decision, roles: Int[Array, " n"], *, class_names: tuple[str, ...]
) -> go.Figure:
    """Figure of f, its zero level, its margins f = ±1, and the support vectors.

    ``roles`` of the training points: 0 none, 1 free, 2 bounded.
    """
    figure = decision_picture(view, class_names=class_names)
    trained = view.points[~view.is_test]
    figure.update_layout(height=HEIGHT, meta={"across": ACROSS})
    figure.add_traces([_margin(view)])
    figure.add_traces([_rings(trained[roles == role], *look) for role, *look in ROLES])
    return figure


def _margin(view: Decision) -> Spec:
    return {
        "type": "contour",
        "name": "f = ±1",
        "x": view.x.astype(np.float32),
        "y": view.y.astype(np.float32),
        "z": view.f.astype(np.float32),
        "showscale": False,
        "showlegend": True,
        "contours": {"coloring": "none", "start": -1.0, "end": 1.0, "size": 2.0},
        "line": {"color": GREY, "width": 1.5, "dash": "dash"},
        "hoverinfo": "skip",
    }


def _rings(places: Float[Array, "m 2"], name: str, colour: str, symbol: str) -> Spec:
    return scatter(
        "markers",
        name=name,
        x=places[:, 0].astype(np.float32),
        y=places[:, 1].astype(np.float32),
        marker={"symbol": symbol, "size": 12, "color": colour, "line": {"width": 1.8}},
        unselected={"marker": {"opacity": 1.0}},
        hoverinfo="skip",
    )
