"""A quantity over kernel parameter × λ, with the criteria's choices, best cell and cursor."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure
from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.kit.strength import strength_layout, strength_name
from kselect_core.plotting.kit.theme import Spec, axis, escaped
from kselect_core.plotting.kit.ticks import is_log, parameter_layout, parameter_title
from kselect_core.plotting.kit.written import shapes_of, with_shapes
from kselect_core.plotting.maps.hatches import hatches
from kselect_core.plotting.maps.marks import Mark, Name, cells, marks, names, paths
from kselect_core.plotting.maps.scale import Shades, shades
from kselect_core.plotting.maps.traces import (
    HEIGHT,
    WIDTH,
    gaps,
    heat,
    joined,
    mark_trace,
    outline,
    path_traces,
    ring,
    targets,
    written,
)
from kselect_core.plotting.maps.values import (
    GridValues,
    MapView,
    counts_errors,
    edges,
    grid_values,
)
from kselect_core.types import Array, Float

BORDER = {"l": 12, "r": 106, "t": 12, "b": 12, "pad": 0}
"""The right side has room for every colour bar, so that maps side by side agree."""


def grid_map(
    table: pd.DataFrame,
    choices: pd.DataFrame,
    *,
    view: MapView,
    cursor: tuple[float, float] | None = None,
    recommended: tuple[float, float] | None = None,
) -> go.Figure:
    """Figure of a quantity of the sweep over the grid of one kernel family.

    Light is good. The colours run from the best value to the median of the whole grid, all families
    together; what is worse is saturated, and the colour bar says so. Markers are the choices of
    kernel and λ together, thin lines the kernel chosen at each λ. ``cursor`` is (parameter, λ),
    and so is ``recommended``, which has a ring. Markers and cells carry (kernel, parameter, λ).
    The rows of support vector machines are C.
    """
    values = grid_values(table, view)
    scale = shades_of(table, view, values)
    chosen = marks(choices, values, view)
    lowest = view.quantity.startswith("test")
    traces = [heat(values, scale), *hatches(values)]
    traces += path_traces(paths(choices, values, view), costs=values.costs)
    traces += [targets(values, scale), *gaps(values)]
    ringed = None if recommended is None else _cell(values, recommended)
    traces += [*ring(values, ringed), *mark_trace(chosen, values, ringed)]
    named = _names(values, chosen)
    shapes = joined(values, named)
    if lowest and values.best is not None:
        shapes += outline(values, *values.best, name="best")
    heat_map = figure(
        traces,
        HEIGHT,
        showlegend=False,
        margin=BORDER,
        xaxis=_across(values),
        yaxis=_up(values),
        annotations=written(values, named),
        shapes=shapes,
    )
    return heat_map if cursor is None else cursor_moved(heat_map, values, cursor)


def cursor_moved(figure: go.Figure, values: GridValues, cursor: tuple[float, float]) -> go.Figure:
    """Copy of a map with the cursor at another (parameter, λ); all else is the same."""
    others = [shape for shape in shapes_of(figure) if shape.get("name") != "cursor"]
    return with_shapes(figure, [*others, *outline(values, *_cell(values, cursor), name="cursor")])


def _cell(values: GridValues, point: tuple[float, float]) -> tuple[int, int]:
    """Row and column of a (parameter, λ)."""
    x = 0.0 if np.isnan(point[0]) else point[0]
    return int(np.abs(values.lambdas - point[1]).argmin()), int(np.abs(values.x - x).argmin())


def shades_of(table: pd.DataFrame, view: MapView, own: GridValues) -> Shades:
    """Colours of the maps of a quantity: the same for all kernel families of the sweep.

    ``own`` are the values of the view's own family.
    """
    kernels = [str(kernel) for kernel in table["kernel"].unique()]
    every = [
        own if kernel == own.kernel else grid_values(table, view._replace(kernel=kernel))
        for kernel in kernels
    ]
    return shades(
        np.concatenate([values.value.ravel() for values in every]),
        higher=better(view.quantity) == "higher",
        rate=counts_errors(table, view.quantity),
    )


def _across(values: GridValues) -> Spec:
    """Axis over the kernels, to the borders of the cells."""
    title = escaped(parameter_title(values.kernel, values.convention))
    spec = parameter_layout(values.x, values.convention, most=6, widths=False)
    return axis(title, showgrid=False, **spec | {"range": _borders(values.x)})


def _up(values: GridValues) -> Spec:
    """Axis over the ridges, to the borders of the cells."""
    costs, ends = values.costs, _borders(values.lambdas)
    spec = strength_layout(values.lambdas, costs=costs, most=6)
    spec |= {"range": ends[::-1] if costs else ends}
    return axis(strength_name(costs=costs), showgrid=False, **spec)


def _borders(x: Float[Array, " n"]) -> list[float]:
    """First and last border of the cells, as an axis has them."""
    ends = edges(x, log=is_log(x))[[0, -1]]
    return [float(end) for end in (np.log10(ends) if is_log(x) else ends)]


def _names(values: GridValues, drawn: list[Mark]) -> list[Name]:
    places = [_pixels(values, row, column) for row, column in cells(drawn)]
    size = (WIDTH, HEIGHT - 60.0)
    cell = (size[0] / len(values.x), size[1] / len(values.lambdas))
    return names(drawn, np.array(places).reshape(-1, 2), size, cell)


def _pixels(values: GridValues, row: int, column: int) -> tuple[float, float]:
    up = _share(values.lambdas, row)
    return (WIDTH * _share(values.x, column), (HEIGHT - 60.0) * (1.0 - up if values.costs else up))


def _share(x: Float[Array, " n"], i: int) -> float:
    """Place of a grid value between the ends of its axis, from 0 to 1."""
    log = is_log(x)
    ends = edges(x, log=log)[[0, -1]]
    low, high, here = (np.log10(v) if log else v for v in (ends[0], ends[1], x[i]))
    return float((here - low) / (high - low))
