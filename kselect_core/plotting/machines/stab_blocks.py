"""The blocks of the stability estimator on the data, and how much their predictions change."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, note, scatter, upright
from kselect_core.plotting.kit.theme import (
    CLASS_COLOURS,
    GREY,
    ORANGE,
    Spec,
    axis,
    escaped,
    transparent,
)
from kselect_core.types import Array, Float, Int

HEIGHT = 380
PLOT, BARS = (0.0, 0.6), (0.72, 1.0)
MANY = len(CLASS_COLOURS)
NAMED = 12
"""Most blocks whose bars are all numbered."""


def stab_blocks(
    points: Float[Array, "n 2"],
    train: Int[Array, "s t"],
    test: Int[Array, "s t"],
    share: Float[Array, " s"],
    *,
    titles: tuple[str, str] = ("", ""),
) -> go.Figure:
    """Figure of the sample coloured by block, and the share of changed predictions per block.

    ``train`` and ``test`` are the rows of ``points`` that each block trains on and predicts; all
    other points are grey.
    """
    used = np.concatenate([train.ravel(), test.ravel()])
    rest = np.setdiff1d(np.arange(len(points)), used)
    traces = [_points(points[rest], GREY, "circle", "not in a block", size=4, opacity=0.55)]
    for k in range(len(share)):
        colour = CLASS_COLOURS[k % MANY]
        traces += [
            _points(points[train[k]], colour, "circle", f"block {k + 1}: trains", size=9),
            _points(points[test[k]], colour, "x-thin-open", f"block {k + 1}: predicted", size=9),
        ]
    traces += [_key("circle", "D: trains"), _key("x-thin-open", "Z: predicted"), _bars(share)]
    return figure(
        traces,
        HEIGHT,
        xaxis=axis(escaped(titles[0]), showgrid=False) | {"domain": list(PLOT)},
        yaxis=axis(escaped(titles[1]), showgrid=False),
        xaxis2=axis("predictions that change", tickformat=".0%", rangemode="tozero")
        | {"domain": list(BARS), "anchor": "y2", "nticks": 4},
        yaxis2=axis("block", autorange="reversed", dtick=1 if len(share) <= NAMED else 5)
        | {"anchor": "x2", "showgrid": False},
        shapes=[_mean(float(share.mean()))],
        annotations=[_named(float(share.mean()))],
        bargap=0.25,
    )


def _points(
    places: Float[Array, "m 2"],
    colour: str,
    symbol: str,
    name: str,
    *,
    size: int,
    opacity: float = 1.0,
) -> Spec:
    return scatter(
        "markers",
        name=name,
        showlegend=name.startswith("not"),
        x=places[:, 0].astype(np.float32),
        y=places[:, 1].astype(np.float32),
        marker={
            "symbol": symbol,
            "size": size,
            "color": colour,
            "opacity": opacity,
            "line": {"width": 2.2 if symbol.endswith("open") else 0, "color": colour},
        },
        hovertemplate=f"{name}<br>%{{x:.3~g}}, %{{y:.3~g}}<extra></extra>",
    )


def _key(symbol: str, name: str) -> Spec:
    marker = {"symbol": symbol, "size": 9, "color": GREY, "line": {"width": 2, "color": GREY}}
    return scatter("markers", name=name, x=[None], y=[None], marker=marker, hoverinfo="skip")


def _bars(share: Float[Array, " s"]) -> Spec:
    numbers: Sequence[int] = range(1, len(share) + 1)
    return {
        "type": "bar",
        "orientation": "h",
        "name": "share",
        "showlegend": False,
        "x": share,
        "y": list(numbers),
        "xaxis": "x2",
        "yaxis": "y2",
        "marker": {"color": [CLASS_COLOURS[k % MANY] for k in range(len(share))]},
        "hovertemplate": "block %{y}: %{x:.1%} of the predictions change<extra></extra>",
    }


def _mean(value: float) -> Spec:
    return upright(
        value, xref="x2", yref="y2 domain", line={"color": ORANGE, "width": 2, "dash": "dash"}
    )


def _named(value: float) -> Spec:
    return note(
        f"Ĥ = {value:.3f}",
        value,
        1,
        xref="x2",
        yref="y2 domain",
        yanchor="bottom",
        bgcolor=transparent(GREY, 0.0),
    )
