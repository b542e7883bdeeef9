"""Value of a criterion along a projected gradient, from each of its starts."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.quantities import arrow, label
from kselect_core.plotting.kit.theme import GREY, Spec, axis, escaped, style
from kselect_core.plotting.kit.ticks import decades
from kselect_core.types import Array, Float

HEIGHT = 250
LONG = 40
"""From so many points on the axis of the steps is logarithmic."""
DRAWN = 200
"""Points drawn of a path at most, evenly spaced on the axis."""
DASHES, SYMBOLS = ("solid", "dot"), ("circle", "diamond")


class Path(NamedTuple):
    """A path as it is drawn: point numbers (from 1, the start) and values."""

    name: str
    number: Float[Array, " m"]
    value: Float[Array, " m"]


def shown(name: str, values: Float[Array, " steps"]) -> Path:
    """Path with at most DRAWN points, the first and the last among them."""
    count = len(values)
    if count <= DRAWN:
        places = np.arange(count)
    else:
        places = np.unique(np.round(np.geomspace(1, count, DRAWN)).astype(int)) - 1
    return Path(name, places + 1.0, values[places])


def objective_path(
    paths: Sequence[tuple[str, Float[Array, " steps"]]], *, quantity: str, best: int
) -> go.Figure:
    """Figure with one line per start; the one that ended better is full."""
    lines = [shown(name, values) for name, values in paths]
    longest = max(float(path.number[-1]) for path in lines)
    whole = int(np.ceil(longest / 7))
    steps: Spec = {"range": [0.5, longest + 0.5], "tick0": 1, "dtick": whole}
    if longest > LONG:
        steps = {
            "type": "log",
            "range": [-0.05, float(np.log10(longest)) + 0.05],
            **decades(1.0, longest, most=6),
        }
    return figure(
        [_line(path, i, quantity, full=i == best) for i, path in enumerate(lines)],
        HEIGHT,
        xaxis=axis("point of the path (1: start)", **steps),
        yaxis=axis(escaped(f"{label(quantity)} {arrow(quantity)}"), nticks=6),
    )


def _line(path: Path, i: int, quantity: str, *, full: bool) -> Spec:
    colour = style(quantity).colour if full else GREY
    return scatter(
        "lines+markers",
        name=f"from {path.name}",
        x=path.number,
        y=path.value,
        line={"color": colour, "width": 2.2 if full else 1.6, "dash": DASHES[i % 2]},
        marker={"color": colour, "symbol": SYMBOLS[i % 2], "size": 5},
        hovertemplate="point %{x}: %{y:.6~g}<extra></extra>",
    )
