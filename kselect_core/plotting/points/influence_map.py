"""The training points in a plane, larger the more of the kernel matrix hangs on them."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import GREEN, ORANGE, Spec, axis, escaped, layout
from kselect_core.plotting.kit.ticks import around
from kselect_core.plotting.maps.named_points import apart, leaders, named_points
from kselect_core.plotting.points.influence import influence_points
from kselect_core.types import Array, Bool, Float, Int

SMALLEST, LARGEST = 4.0, 13.0
"""Diameters in pixels; between them the area grows with the norm."""
EVEN = 7.0
"""Diameter where no point stands out."""


class InfluenceMarks(NamedTuple):
    """Training points (from 1) in the plane with their norms and the diameters of their markers."""

    point: Int[Array, " n"]
    x: Float[Array, " n"]
    y: Float[Array, " n"]
    norm: Float[Array, " n"]
    size: Float[Array, " n"]
    named: Bool[Array, " n"]


def influence_marks(points: Float[Array, "n 2"], norms: Float[Array, " n"]) -> InfluenceMarks:
    """Points as they are drawn; the most influential are named."""
    if points.shape != (len(norms), 2):
        raise InvalidParameterError(
            "Influence map", "the points", f"{len(norms)} rows of two numbers", points.shape
        )
    ranked = influence_points(norms)
    named = np.zeros(len(norms), dtype=np.bool_)
    named[ranked.point[ranked.named] - 1] = True
    number = np.arange(1, len(norms) + 1)
    return InfluenceMarks(number, points[:, 0], points[:, 1], norms, _sizes(norms), named)


def influence_map(
    points: Float[Array, "n 2"],
    norms: Float[Array, " n"],
    labels: Float[Array, " n"],
    *,
    class_names: tuple[str, ...] = (),
    axes: tuple[str, str] = ("1st principal component", "2nd principal component"),
    selected: int | None = None,
) -> go.Figure:
    """Figure of the training points; the most influential are ringed, ``selected`` (from 1) too.

    Of ringed points that lie close together one has its number: the selected one, or the most
    influential.

    A click yields the number of the point as ``customdata[0]``.
    """
    shown = influence_marks(points, norms)
    parts = groups(labels, class_names, np.ones(len(labels), dtype=np.bool_))
    chosen = shown.point == selected
    traces = [_group(shown, group) for group in parts]
    traces += [_ringed(shown, shown.named & ~chosen, "most influential", GREEN)]
    traces += [_ringed(shown, chosen, "selected point", ORANGE)]
    ringed = np.flatnonzero(shown.named | chosen)
    rows = apart(shown.x, shown.y, ringed[np.lexsort((-norms[ringed], ~chosen[ringed]))])
    named = named_points(shown.x, shown.y, rows, [str(point) for point in shown.point[rows]])
    return figure(
        [trace for trace in traces if len(trace["x"])],
        420,
        xaxis=axis(escaped(axes[0]), range=around(shown.x)),
        yaxis=axis(escaped(axes[1]), range=around(shown.y)),
        annotations=named,
        shapes=leaders(named),
        legend={**layout(0)["legend"], "itemsizing": "constant"},
    )


def _sizes(norms: Float[Array, " n"]) -> Float[Array, " n"]:
    if not influence_points(norms).named.any():
        return np.full(len(norms), EVEN)
    share = (norms - norms.min()) / np.ptp(norms)
    sizes: Float[Array, " n"] = np.sqrt(SMALLEST**2 + share * (LARGEST**2 - SMALLEST**2))
    return sizes


def _group(shown: InfluenceMarks, group: Group) -> Spec:
    name = escaped(group.name)
    value = "<br>y = %{marker.color:.4~g}" if group.values is not None else ""
    marker = group.marker(size=0) | {"size": shown.size[group.rows], "opacity": 0.8}
    if group.values is not None:
        marker |= {"showscale": True, "colorbar": colour_bar("y")}
    return scatter(
        "markers",
        name=name or "training points",
        **_places(shown, group.rows),
        marker=marker,
        hovertemplate=f"point %{{customdata[0]}}{' · ' if name else ''}{name}<br>"
        "‖K − K<sup>i</sup>‖<sub>2</sub> = %{customdata[1]:.4~g}" + value + "<extra></extra>",
    )


def _ringed(shown: InfluenceMarks, which: Bool[Array, " n"], name: str, colour: str) -> Spec:
    rows = np.flatnonzero(which)
    ring = {"width": 2.5, "color": colour}
    return scatter(
        "markers",
        name=name,
        **_places(shown, rows),
        marker={
            "symbol": "circle-open",
            "color": colour,
            "size": shown.size[rows] + 7,
            "line": ring,
        },
        hovertemplate="point %{customdata[0]}<br>"
        "‖K − K<sup>i</sup>‖<sub>2</sub> = %{customdata[1]:.4~g}<extra></extra>",
    )


def _places(shown: InfluenceMarks, rows: Int[Array, " m"]) -> Spec:
    return {
        "x": shown.x[rows].astype(np.float32),
        "y": shown.y[rows].astype(np.float32),
        "customdata": [[int(i) + 1, float(shown.norm[i])] for i in rows],
    }
