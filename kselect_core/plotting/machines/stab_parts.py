"""The parts of the stability bound stacked: the whole of it, and what a choice can change."""

from typing import NamedTuple, Protocol

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.parts import figure, note, scatter, segment
from kselect_core.plotting.kit.ticks import number, parameter_layout, parameter_title, tick_layout
from kselect_core.types import Array, Float

HEIGHT = 320
OTHER_FORM = {"35": "37", "37": "35"}
HALVES = ((0.0, 0.45), (0.55, 1.0))


class Parts(Protocol):
    """What the figure needs of the bound."""

    @property
    def x(self) -> Float[Array, " p"]:
        """Points of the grid."""

    @property
    def missed(self) -> Float[Array, " p"]:
        """Leave-one-out error."""

    def confidence(self, form: str) -> float:
        """What the constants add."""

    def penalty(self, form: str) -> Float[Array, " p"]:
        """What Ĥ adds."""

    def bound(self, form: str) -> Float[Array, " p"]:
        """All together."""


class Layer(NamedTuple):
    """One part of the stack: from ``low`` to ``high``."""

    name: str
    low: Float[Array, " p"]
    high: Float[Array, " p"]
    colour: str


def layers(parts: Parts, form: str) -> list[Layer]:
    """Leave-one-out error, what Ĥ adds, what the constants add, one on the other."""
    first = parts.missed
    second = first + parts.penalty(form)
    third = second + parts.confidence(form)
    return [
        Layer("leave-one-out error", np.zeros(len(first)), first, theme.ORANGE),
        Layer("what Ĥ adds", first, second, theme.GREEN),
        Layer("confidence terms, the same everywhere", second, third, theme.GREY),
    ]


def stab_parts(
    parts: Parts,
    *,
    form: str = "35",
    convention: str | None = None,
    cursor: float | None = None,
    keys: tuple[tuple[object, ...], ...] = (),
) -> go.Figure:
    """Figure of the bound with all its parts, and beside it without its constants.

    ``convention`` is how kernels along the axis are written, None along C; ``keys`` are (kernel,
    parameter, λ) of its points.
    """
    stack = layers(parts, form)
    traces = [t for layer in stack for t in _layer(layer, parts.x, "", keys)]
    traces += [t for layer in stack[:2] for t in _layer(layer, parts.x, "2", keys)]
    traces += [_other(parts, OTHER_FORM[form]), _best(parts, stack[1])]
    most = float(np.nanmax(stack[2].high)) if np.isfinite(stack[2].high).any() else 1.0
    if convention is None:
        title, scale = "C", tick_layout(parts.x, most=6, widths=False)
    else:
        title = theme.escaped(parameter_title("", convention, short=True))
        scale = parameter_layout(parts.x, convention, most=6)
    return figure(
        traces,
        HEIGHT,
        xaxis=theme.axis(title, **scale) | {"domain": list(HALVES[0])},
        xaxis2=theme.axis(title, **scale) | {"domain": list(HALVES[1]), "anchor": "y2"},
        yaxis=theme.axis("bound", range=[0, 1.08 * most]),
        yaxis2=theme.axis("without the constants", rangemode="tozero") | {"anchor": "x2"},
        shapes=[_one(), *([] if cursor is None else _cursors(cursor))],
        annotations=[_vacuous(parts, form, stack[1])],
    )


def vacuous(parts: Parts, form: str) -> str:
    """Whether the bound says anything: its smallest value, in words."""
    values = parts.bound(form)
    if not np.isfinite(values).any():
        return "undefined"
    least = float(np.nanmin(values))
    return f"vacuous ({number(least, 2)})" if least > 1 else f"at least {number(least, 2)}"


def _layer(
    layer: Layer, x: Float[Array, " p"], panel: str, keys: tuple[object, ...]
) -> list[theme.Spec]:
    name = theme.escaped(layer.name)
    on: theme.Spec = {"x": x, "xaxis": f"x{panel}", "yaxis": f"y{panel}"}
    quiet: theme.Spec = {"line": {"width": 0}, "hoverinfo": "skip", "showlegend": False}
    return [
        scatter("lines", **on, y=layer.low, **quiet),
        scatter(
            "lines+markers",
            **on,
            name=name,
            legendgroup=name,
            showlegend=not panel,
            y=layer.high,
            fill="tonexty",
            fillcolor=theme.transparent(layer.colour, 0.35),
            line={"color": layer.colour, "width": 1.5},
            marker={"color": layer.colour, "size": 5},
            unselected={"marker": {"opacity": 1.0}},
            customdata=[list(key) for key in keys] if keys else None,  # type: ignore[call-overload]
            text=[f"{name}: {number(float(v), 3)}" for v in layer.high - layer.low],
            hovertemplate="%{text}<br>together %{y:.3~f}<extra></extra>",
        ),
    ]


def _other(parts: Parts, form: str) -> theme.Spec:
    return scatter(
        "lines",
        name=f"form ({form})",
        x=parts.x,
        y=parts.bound(form),
        line={"color": theme.GREY, "width": 1.5, "dash": "dot"},
        hovertemplate=f"form ({form}): %{{y:.3~f}}<extra></extra>",
    )


def _best(parts: Parts, layer: Layer) -> theme.Spec:
    bounded = np.where(np.isfinite(layer.high), layer.high, np.inf)
    i = int(bounded.argmin())
    return scatter(
        "markers",
        name="smallest",
        x=parts.x[i : i + 1],
        y=layer.high[i : i + 1],
        xaxis="x2",
        yaxis="y2",
        marker={"symbol": "circle-open", "size": 14, "color": theme.GREEN, "line": {"width": 2.5}},
        unselected={"marker": {"opacity": 1.0}},
        hoverinfo="skip",
    )


def _cursors(x: float) -> list[theme.Spec]:
    return [cursor_line(x), cursor_line(x, x="x2", y="y2")]


def _one() -> theme.Spec:
    line = {"color": theme.RED, "width": 1.5, "dash": "dash"}
    return segment((0, 1), (1, 1), xref="x domain", yref="y", line=line)


def _vacuous(parts: Parts, form: str, below: Layer) -> theme.Spec:
    """Words above the line of 1, and above the curve ``below`` where that is higher."""
    high = below.high[np.isfinite(below.high)]
    return note(
        f"above 1: no information<br>here {vacuous(parts, form)}",
        0.02,
        max(1.0, float(high.max(initial=1.0))),
        xref="x domain",
        xanchor="left",
        yref="y",
        yanchor="bottom",
        align="left",
    )
