"""The fitted function on a plane through the data, its zero level, and the data themselves."""

from typing import Protocol

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import GREY, MAGNITUDE, TWO_CLASSES, Spec, axis, escaped
from kselect_core.plotting.kit.ticks import ends
from kselect_core.types import Array, Bool, Float

LARGEST = 100
"""Most grid points along each side: what a browser redraws at once."""
PLANES = {"pca": "PCA plane: ", "data": ""}
END = 2.0
"""Value of f with the last colour of a class, twice the label: all beyond share it."""


class Decision(Protocol):
    """What the picture needs of a view of the cursor."""

    @property
    def x(self) -> Float[Array, " r"]:
        """Abscissae of the grid."""

    @property
    def y(self) -> Float[Array, " r"]:
        """Ordinates of the grid."""

    @property
    def f(self) -> Float[Array, "r r"]:
        """Values of the fit, rows along y."""

    @property
    def points(self) -> Float[Array, "p 2"]:
        """Data in the plane."""

    @property
    def labels(self) -> Float[Array, " p"]:
        """Labels of the data."""

    @property
    def is_test(self) -> Bool[Array, " p"]:
        """Which points belong to the test part."""

    @property
    def plane(self) -> str:
        """Either "data" or "pca"."""

    @property
    def axes(self) -> tuple[str, str]:
        """Names of the coordinates."""


def colours_of(view: Decision, *, signed: bool) -> tuple[float, float]:
    """Values of f with the first and the last colour: no fit moves them, so that steps compare.

    Of two classes ±2, of a regression the least and the largest value of the points.
    """
    if signed:
        return -END, END
    low, high = float(view.labels.min()), float(view.labels.max())
    return (low, high) if low < high else (low - 1.0, high + 1.0)


def decision_picture(view: Decision, *, class_names: tuple[str, ...] = ()) -> go.Figure:
    """Figure of f about its zero level; filled markers are training points, open ones test points.

    Without class names (regression) points and f are coloured by their value.
    """
    if max(view.f.shape) > LARGEST:
        raise InvalidParameterError(
            "Decision picture", "the resolution", f"at most {LARGEST} points a side", view.f.shape
        )
    parts = groups(view.labels, class_names, ~view.is_test)
    prefix = PLANES.get(view.plane, "")
    titles = [escaped(f"{prefix}{name}") for name in view.axes]
    return figure(
        [_surface(view, signed=bool(class_names)), *(_points(view, g) for g in parts)],
        420,
        xaxis=axis(titles[0], showgrid=False, range=_ends(view.x)),
        yaxis=axis(titles[1], showgrid=False, range=_ends(view.y)),
    )


def _surface(view: Decision, *, signed: bool) -> Spec:
    low, high = colours_of(view, signed=signed)
    common = {
        "x": view.x.astype(np.float32),
        "y": view.y.astype(np.float32),
        "z": view.f.astype(np.float32),
        "zmin": low,
        "zmax": high,
        "name": "f",
        "showlegend": False,
        "hovertemplate": "f = %{z:.4~g}<extra></extra>",
    }
    if not signed:
        return common | {
            "type": "heatmap",
            "colorbar": colour_bar("f", len=0.8, nticks=5),
            "colorscale": [list(stop) for stop in MAGNITUDE],
            "opacity": 0.6,
        }
    return common | {
        "type": "contour",
        "colorbar": colour_bar("f", len=0.8, **ends(END)),
        "colorscale": [list(stop) for stop in TWO_CLASSES],
        "contours": {
            "coloring": "heatmap",
            "start": 0.0,
            "end": 0.0,
            "size": 1.0,
            "showlines": True,
        },
        "line": {"color": GREY, "width": 2},
    }


def _points(view: Decision, group: Group) -> Spec:
    part = "training" if group.solid else "test"
    place = view.points[group.rows].astype(np.float32)
    name = escaped(f"{group.name}, {part}") if group.name else part
    return scatter(
        "markers",
        name=name,
        x=place[:, 0],
        y=place[:, 1],
        marker=group.marker(size=6),
        hovertemplate=f"{name}<br>%{{x:.4~g}}, %{{y:.4~g}}<extra></extra>",
    )


def _ends(values: Float[Array, " r"]) -> list[float]:
    return [float(values[0]), float(values[-1])]
