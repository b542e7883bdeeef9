"""The data in a plane, classes by colour and symbol."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import Spec, axis, escaped
from kselect_core.types import Array, Float


def projection_groups(labels: Float[Array, " n"], class_names: tuple[str, ...]) -> list[Group]:
    """Points that are drawn alike: a class each, or all together for real-valued labels."""
    return groups(labels, class_names, np.ones(len(labels), dtype=np.bool_))


def projection(
    points: Float[Array, "n 2"],
    labels: Float[Array, " n"],
    *,
    class_names: tuple[str, ...] = (),
    axes: tuple[str, str] = ("1st principal component", "2nd principal component"),
    sizes: Sequence[int] | None = None,
) -> go.Figure:
    """Figure of the data in two coordinates; ``axes`` says which.

    ``sizes`` tells how many points each class that is drawn has, where not all of them are.
    """
    if points.ndim != 2 or points.shape[1] != 2:  # noqa: PLR2004 (a plane)
        raise InvalidParameterError(
            "Projection", "the points", "n rows of two numbers", points.shape
        )
    parts = projection_groups(labels, class_names)
    counts = sizes if sizes and class_names else [len(group.rows) for group in parts]
    return figure(
        [_trace(points, group, size) for group, size in zip(parts, counts, strict=True)],
        380,
        showlegend=bool(class_names),
        xaxis=axis(escaped(axes[0])),
        yaxis=axis(escaped(axes[1])),
    )


def _trace(points: Float[Array, "n 2"], group: Group, size: int) -> Spec:
    place = points[group.rows].astype(np.float32)
    name = escaped(group.name)
    marker = group.marker(size=6)
    value = "<br>y = %{marker.color:.4~g}" if group.values is not None else ""
    if group.values is not None:
        marker |= {"showscale": True, "colorbar": colour_bar("y")}
    return scatter(
        "markers",
        name=f"{name} ({size:,})" if name else "data",
        x=place[:, 0],
        y=place[:, 1],
        marker=marker,
        hovertemplate=f"{name}<br>%{{x:.4~g}}, %{{y:.4~g}}{value}<extra></extra>",
    )
