"""The data coloured by one eigenvector of their kernel matrix."""

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import GREY, SIGNED_POINTS, Spec, axis, escaped
from kselect_core.plotting.kit.ticks import ends
from kselect_core.types import Array, Float

HEIGHT = 400


END = 2.0
"""End of the colours: the root of the mean square is 1 for every eigenvector, so one scale fits."""


def eigenvector_values(vector: Float[Array, " n"]) -> Float[Array, " n"]:
    """Return √n v, an eigenvector scaled to mean square 1."""
    values: Float[Array, " n"] = np.sqrt(len(vector)) * vector
    return values


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
    values = eigenvector_values(vector)
    parts = groups(labels, class_names, np.ones(len(labels), dtype=np.bool_))
    return figure(
        [_trace(points, values, group) for group in parts],
        HEIGHT,
        showlegend=bool(class_names),
        xaxis=axis(escaped(axes[0]), showgrid=False),
        yaxis=axis(escaped(axes[1]), showgrid=False),
        coloraxis={
            "cmin": -END,
            "cmax": END,
            "colorscale": [list(stop) for stop in SIGNED_POINTS],
            "colorbar": colour_bar("√n v", len=0.8, **ends(END)),
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
