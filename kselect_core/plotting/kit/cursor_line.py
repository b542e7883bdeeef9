"""The cursor in a curve figure: a line, moved later without drawing the curves again."""

import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import GREY, Spec, transparent
from kselect_core.plotting.kit.written import shapes_of, with_shapes

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
    shapes = shapes_of(figure)
    at = {"x0": x, "x1": x}
    placed = [{**shape, **at} if shape.get("name") == NAME else shape for shape in shapes]
    return with_shapes(figure, placed)
