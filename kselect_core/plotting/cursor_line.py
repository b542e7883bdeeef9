"""The cursor in a curve figure: a line, moved later without drawing the curves again."""

from copy import deepcopy

import plotly.graph_objects as go

from kselect_core.plotting.theme import GREY, Spec, transparent

NAME = "cursor"


def cursor_line(at: float, *, x: str = "x", y: str = "y") -> Spec:
    """Line through a coordinate system, named by its axes, at the abscissa of the cursor."""
    return {
        "type": "line",
        "name": NAME,
        "xref": x,
        "yref": f"{y} domain",
        "x0": at,
        "x1": at,
        "y0": 0,
        "y1": 1,
        "line": {"color": transparent(GREY, 0.9), "width": 1.5, "dash": "dash"},
    }


def moved(figure: go.Figure, x: float) -> go.Figure:
    """Copy of a curve figure with its cursor at another abscissa; all else is the same."""
    copy = deepcopy(figure)
    for shape in copy.layout.shapes:
        if shape.name == NAME:
            shape.x0 = shape.x1 = x
    return copy
