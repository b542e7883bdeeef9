"""The training points in a plane, coloured by how far a choice moves without each of them."""

from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.data.groups import groups
from kselect_core.plotting.kit.parts import colour_bar, figure, scatter
from kselect_core.plotting.kit.strength import in_costs, strength_name
from kselect_core.plotting.kit.theme import GREY, ORANGE, SIGNED_POINTS, Spec, axis, escaped
from kselect_core.types import Array, Bool, Float

STILL, MOVED, UNKNOWN = 5, 12, 3  # marker sizes
WIDTHS, MATRICES = ("wider", "narrower"), ("later", "earlier")
"""Where steps lead, up and down: along the width, or along a list of Gram matrices."""
OTHER_SYMBOL = "star"


class FragilePoints(NamedTuple):
    """One row per training point: whether it was left out, and what that did to the choice."""

    known: Bool[Array, " n"]
    moved: Bool[Array, " n"]
    other_family: Bool[Array, " n"]
    steps: Float[Array, " n"]  # NaN: not left out, or another family
    lambda_steps: Float[Array, " n"]
    change: Float[Array, " n"]
    extent: float  # of the colours, either side of 0
    costs: bool = False  # λ stands for C = 1/(2λ)
    ways: tuple[str, str] = WIDTHS


def fragile_points(moves: pd.DataFrame, n: int, ways: tuple[str, str] = WIDTHS) -> FragilePoints:
    """What a table of moves of one criterion in one scope says about each of n training points."""
    rows = moves["row"].to_numpy()

    def spread(column: str, empty: float) -> Array:
        values = np.full(n, empty)
        values[rows] = moves[column].to_numpy(dtype=np.float64)
        return values

    tried = np.zeros(n, dtype=np.bool_)
    tried[rows] = True
    steps = spread("steps", np.nan)
    extent = np.abs(steps[np.isfinite(steps)]).max(initial=1.0)
    return FragilePoints(
        tried,
        spread("moved", 0.0).astype(np.bool_),
        spread("other_family", 0.0).astype(np.bool_),
        steps,
        spread("lambda_steps", 0.0),
        spread("change", np.nan),
        float(extent),
        in_costs(moves),
        ways,
    )


def fragility_map(  # noqa: PLR0913 (the options)
    points: Float[Array, "n 2"],
    labels: Float[Array, " n"],
    moves: pd.DataFrame,
    *,
    class_names: tuple[str, ...] = (),
    axes: tuple[str, str] = ("1st principal component", "2nd principal component"),
    selected: int | None = None,
    ways: tuple[str, str] = WIDTHS,
) -> go.Figure:
    """Figure of the training points; large and coloured where leaving one out moves the choice.

    ``selected`` (from 0) is ringed. Every point carries its number (from 1) as custom data.
    """
    fragile = fragile_points(moves, len(points), ways)
    solid = np.ones(len(points), dtype=np.bool_)
    traces = [
        _trace(points, fragile, group.rows, symbol=group.symbol, name=group.name, bar=k == 0)
        for k, group in enumerate(groups(labels, class_names, solid))
    ]
    traces += [_unknown(points, fragile)] * bool((~fragile.known).any())
    traces += [_others(points, fragile)] * bool(fragile.other_family.any())
    traces += [] if selected is None else [_ring(points, selected)]
    return figure(
        traces,
        380,
        xaxis=axis(escaped(axes[0]), showgrid=False),
        yaxis=axis(escaped(axes[1]), showgrid=False),
    )


def _trace(
    points: Array, fragile: FragilePoints, rows: Array, *, symbol: str, name: str, bar: bool
) -> Spec:
    order = rows[fragile.known[rows] & ~fragile.other_family[rows]]
    order = order[np.argsort(fragile.moved[order], kind="stable")]  # those that matter on top
    moved = fragile.moved[order]
    shown = escaped(name) or "training points"
    up, down = fragile.ways
    scale = colour_bar(
        "",
        tickvals=[-fragile.extent, 0, fragile.extent],
        ticktext=[f"{fragile.extent:g} {down}", "stays", f"{fragile.extent:g} {up}"],
    )
    return _dots(points, order) | {
        "name": shown,
        "text": [_words(fragile, int(row)) for row in order],
        "hovertemplate": f"point %{{customdata}} ({shown})<br>%{{text}}<extra></extra>",
        "marker": {
            "symbol": symbol,
            "size": np.where(moved, MOVED, STILL),
            "opacity": 1.0,  # sizes that differ would make them pale on a dark page
            "color": np.nan_to_num(fragile.steps[order]).astype(np.float32),
            "cmin": -fragile.extent,
            "cmax": fragile.extent,
            "colorscale": [list(stop) for stop in SIGNED_POINTS],
            "line": {"width": np.where(moved, 1.2, 0.0), "color": GREY},
            "showscale": bar,
            **({"colorbar": scale} if bar else {}),
        },
    }


def _others(points: Array, fragile: FragilePoints) -> Spec:
    rows = np.flatnonzero(fragile.other_family)
    return _dots(points, rows) | {
        "name": "other family",
        "text": [_words(fragile, int(row)) for row in rows],
        "hovertemplate": "point %{customdata}<br>%{text}<extra></extra>",
        "marker": {"symbol": OTHER_SYMBOL, "size": MOVED + 2, "color": ORANGE},
    }


def _unknown(points: Array, fragile: FragilePoints) -> Spec:
    rows = np.flatnonzero(~fragile.known)
    return _dots(points, rows) | {
        "name": "not left out",
        "hovertemplate": "point %{customdata}: not left out<extra></extra>",
        "marker": {"symbol": "circle-open", "size": UNKNOWN, "color": GREY},
    }


def _ring(points: Array, row: int) -> Spec:
    return _dots(points, np.array([row])) | {
        "name": f"point {row + 1}",
        "hoverinfo": "skip",
        "marker": {
            "symbol": "circle-open",
            "size": 20,
            "color": GREY,
            "line": {"width": 2.5, "color": GREY},
        },
    }


def _dots(points: Array, rows: Array) -> Spec:
    place = points[rows].astype(np.float32)
    return scatter(
        "markers",
        x=place[:, 0],
        y=place[:, 1],
        customdata=rows + 1,
        # a click picks a point; the others are not dimmed
        selected={"marker": {"opacity": 1}},
        unselected={"marker": {"opacity": 1}},
    )


def _words(fragile: FragilePoints, row: int) -> str:
    """What leaving out a point does, in words."""
    if fragile.other_family[row]:
        words = "another kernel family is chosen"
    elif not fragile.moved[row]:
        return "the choice stays"
    else:
        words = ", ".join(_moves(fragile, row)) or "there is no choice any more"
    change = fragile.change[row]
    return f"{words}; test error {change:+.3g}" if np.isfinite(change) else words


def _moves(drawn: FragilePoints, row: int) -> list[str]:
    steps, ridges, words = drawn.steps[row], drawn.lambda_steps[row], []
    if steps:
        words.append(_counted(steps, *drawn.ways)) if np.isfinite(steps) else None
    if ridges:
        larger = -ridges if drawn.costs else ridges
        words.append(f"{strength_name(costs=drawn.costs)} {_counted(larger, 'larger', 'smaller')}")
    return words


def _counted(steps: float, up: str, down: str) -> str:
    size = abs(int(steps))
    return f"{size} {'step' if size == 1 else 'steps'} {up if steps > 0 else down}"
