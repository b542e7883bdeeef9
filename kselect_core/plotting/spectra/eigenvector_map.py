"""The data coloured by one eigenvector of their kernel matrix."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import GREY, SIGNED_POINTS, Spec, axis, escaped
from kselect_core.types import Array, Float

HEIGHT = 400


class EigenvectorMap(NamedTuple):
    """Values of an eigenvector scaled to mean square 1, and the end of the colours."""

    values: Float[Array, " n"]
    extent: float


def eigenvector_values(vector: Float[Array, " n"]) -> EigenvectorMap:
    """Return √n v with colours that are symmetric about 0; the outermost 2 % share the end."""
    values = np.sqrt(len(vector)) * vector
    extent = float(np.quantile(np.abs(values), 0.98)) if len(values) else 1.0
    return EigenvectorMap(values, extent or 1.0)


def eigenvector_map(
    points: Float[Array, "n 2"],
    labels: Float[Array, " n"],
    vector: Float[Array, " n"],
    *,
    class_names: tuple[str, ...] = (),
    axes: tuple[str, str] = ("1st principal component", "2nd principal component"),
) -> go.Figure:
    """Figure of the training points; the symbol tells the class, the colour the eigenvector."""
    if len(points) != len(vector):
        rows = f"one per entry of the eigenvector ({len(vector)})"
        raise InvalidParameterError("Eigenvector map", "the points", rows, len(points))
    shown = eigenvector_values(vector)
    parts = groups(labels, class_names, np.ones(len(labels), dtype=np.bool_))
    return figure(
        [_trace(points, shown.values, group) for group in parts],
        HEIGHT,
        showlegend=bool(class_names),
        xaxis=axis(escaped(axes[0]), showgrid=False),
        yaxis=axis(escaped(axes[1]), showgrid=False),
        coloraxis={
            "cmin": -shown.extent,
            "cmax": shown.extent,
            "colorscale": [list(stop) for stop in SIGNED_POINTS],
            "colorbar": colour_bar("√n v", len=0.8, nticks=5),
        },
    )


def _trace(points: Float[Array, "n 2"], values: Float[Array, " n"], group: Group) -> Spec:
    place = points[group.rows].astype(np.float32)
    name = escaped(group.name)
    return scatter(
        "markers",
        name=f"{name} ({len(group.rows)})" if name else "training points",
        x=place[:, 0],
        y=place[:, 1],
        customdata=group.rows + 1,
        marker={
            "symbol": group.symbol,
            "size": 8,
            "color": values[group.rows].astype(np.float32),
            "coloraxis": "coloraxis",
            "line": {"width": 0.8, "color": GREY},
        },
        hovertemplate=f"{name}<br>point %{{customdata}}: "
        "√n v = %{marker.color:.3~g}<extra></extra>",
    )
