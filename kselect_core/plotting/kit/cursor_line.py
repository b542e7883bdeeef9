"""The cursor in a figure: shapes of one name, moved or taken out without drawing the rest again."""

import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import upright
from kselect_core.plotting.kit.theme import GREY, Spec, transparent
from kselect_core.plotting.kit.written import Written, shapes_of, with_shapes

NAME = "cursor"


def cursor_line(at: float, *, x: str = "x", y: str = "y") -> Spec:
    """Line through a coordinate system, named by its axes, at the abscissa of the cursor."""
    return upright(
        at,
        name=NAME,
        xref=x,
        yref=f"{y} domain",
        line={"color": transparent(GREY, 0.9), "width": 1.5, "dash": "dash"},
    )


def moved(figure: go.Figure, x: float) -> go.Figure:
    """Copy of a curve figure with its cursor at another abscissa; all else is the same."""
    shapes = shapes_of(figure)
    at = {"x0": x, "x1": x}
    placed = [{**shape, **at} if shape.get("name") == NAME else shape for shape in shapes]
    return with_shapes(figure, placed)


def cursor_of(figure: go.Figure) -> list[Spec]:
    """Shapes that mark the cursor in a figure."""
    return [shape for shape in shapes_of(figure) if shape.get("name") == NAME]


def without_cursor(figure: go.Figure) -> Written:
    """Copy of a figure without its cursor, made once: what stays the same at every step."""
    written: Written | None = figure.__dict__.get("_without_cursor")
    if written is None:
        others = [shape for shape in shapes_of(figure) if shape.get("name") != NAME]
        written = figure.__dict__["_without_cursor"] = with_shapes(figure, others)
    return written
