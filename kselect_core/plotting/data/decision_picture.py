"""The fitted function on a plane through the data, its zero level, and the data themselves."""

from typing import NamedTuple, Protocol

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.groups import Group, groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.theme import GREY, MAGNITUDE, TWO_CLASSES, Spec, axis, escaped
from kselect_core.types import Array, Bool, Float

LARGEST = 100
"""Most grid points along each side: what a browser redraws at once."""
PLANES = {"pca": "PCA plane: ", "data": ""}


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


class Surface(NamedTuple):
    """Fit on the grid, and the value that both ends of the diverging colours stand for."""

    x: Float[Array, " r"]
    y: Float[Array, " r"]
    f: Float[Array, "r r"]
    extent: float


def surface(view: Decision) -> Surface:
    """Values in single precision with a colour range that is symmetric about 0."""
    if max(view.f.shape) > LARGEST:
        raise InvalidParameterError(
            "Decision picture", "the resolution", f"at most {LARGEST} points a side", view.f.shape
        )
    size = np.abs(view.f[np.isfinite(view.f)])
    extent = float(np.quantile(size, 0.98)) if size.size else 1.0
    return Surface(view.x, view.y, view.f.astype(np.float32), extent or 1.0)


def decision_picture(view: Decision, *, class_names: tuple[str, ...] = ()) -> go.Figure:
    """Figure of f about its zero level; filled markers are training points, open ones test points.

    Without class names (regression) the points are coloured by their value and f by magnitude.
    """
    shown = surface(view)
    parts = groups(view.labels, class_names, ~view.is_test)
    prefix = PLANES.get(view.plane, "")
    titles = [escaped(f"{prefix}{name}") for name in view.axes]
    return figure(
        [_surface(shown, signed=bool(class_names)), *(_points(view, g) for g in parts)],
        420,
        xaxis=axis(titles[0], showgrid=False, range=_ends(shown.x)),
        yaxis=axis(titles[1], showgrid=False, range=_ends(shown.y)),
    )


def _surface(shown: Surface, *, signed: bool) -> Spec:
    common = {
        "x": shown.x.astype(np.float32),
        "y": shown.y.astype(np.float32),
        "z": shown.f,
        "name": "f",
        "showlegend": False,
        "hovertemplate": "f = %{z:.4~g}<extra></extra>",
        "colorbar": colour_bar("f", len=0.8, nticks=5),
    }
    if not signed:
        return common | {
            "type": "heatmap",
            "colorscale": [list(stop) for stop in MAGNITUDE],
            "opacity": 0.6,
        }
    return common | {
        "type": "contour",
        "zmin": -shown.extent,
        "zmax": shown.extent,
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
