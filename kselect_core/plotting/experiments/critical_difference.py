"""Critical-difference diagram: average ranks on one line, bars over those not told apart."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from kselect_core.plotting.kit.parts import figure, note, scatter
from kselect_core.plotting.kit.theme import BLUE, GREY, RED, Spec, escaped

LANE, BAR, LETTER = 24, 11, 7.3
"""Pixels of a lane of names, of a lane of bars, and of a letter of a name."""
ABOVE, BELOW = 66, 16
"""Pixels above the line of ranks (its numbers and the ruler), and from the bars to the names."""
LONGEST = 22
"""Letters of a name that are shown."""
OVER = 0.012
"""Part of the line by which a bar is longer than the ranks it joins."""


class Place(NamedTuple):
    """Name of a criterion beside the diagram: on which side, and in which lane from the top."""

    name: str
    rank: float
    left: bool
    lane: int


class Bar(NamedTuple):
    """Group that is not distinguished: its ends on the line of ranks, and its lane from the top."""

    names: tuple[str, ...]
    low: float
    high: float
    lane: int


class Diagram(NamedTuple):
    """Where everything stands: names best rank first, bars, the worst possible rank, the ruler."""

    places: tuple[Place, ...]
    bars: tuple[Bar, ...]
    worst: int
    cd: float


def diagram(ranks: pd.Series, *, cd: float, cliques: Sequence[Sequence[str]]) -> Diagram:
    """Lanes of names and bars: no two names share a lane of one side, no two bars overlap.

    The better half of the criteria is named on the left, the best on top; the other half on the
    right, the worst on top. So no line crosses a name.
    """
    order = ranks.sort_values(kind="stable")
    names, values = [str(name) for name in order.index], order.to_numpy(dtype=np.float64).tolist()
    half = (len(names) + 1) // 2
    places = tuple(
        Place(name, rank, i < half, i if i < half else len(names) - 1 - i)
        for i, (name, rank) in enumerate(zip(names, values, strict=True))
    )
    at = dict(zip(names, values, strict=True))
    return Diagram(places, _bars(at, cliques), len(names), cd)


def critical_difference(
    ranks: pd.Series,
    *,
    cd: float,
    cliques: Sequence[Sequence[str]],
    datasets: int,
    level: float = 0.95,
) -> go.Figure:
    """Figure of average ranks (1 is best), with bars over groups within the critical difference.

    ``ranks`` has one average rank per criterion over so many ``datasets``; ``cliques`` are the
    groups not told apart at that ``level``; the ruler above the line is as long as ``cd``.
    """
    layout = diagram(ranks, cd=cd, cliques=cliques)
    lanes = 1 + max((bar.lane for bar in layout.bars), default=-1)
    first = BAR * lanes + BELOW
    depth = first + LANE * max((place.lane + 1 for place in layout.places), default=1)
    end = max(float(layout.worst), 1.0 + cd)
    left, right = (_margin(layout, left=side) for side in (True, False))
    return figure(
        [
            *(_line(place, first, end) for place in layout.places),
            *(_bar(bar, layout.worst) for bar in layout.bars),
            _ruler(layout, level),
            _scale(layout.worst),
            scatter(
                "markers",
                name="ranks",
                x=[place.rank for place in layout.places],
                y=[0.0] * len(layout.places),
                marker={"size": 8, "color": BLUE, "line": {"width": 1, "color": "white"}},
                text=[_told(place, layout, datasets) for place in layout.places],
                hovertemplate="%{text}<extra></extra>",
            ),
        ],
        ABOVE + depth + 12,
        showlegend=False,
        margin={"l": left, "r": right, "t": 6, "b": 6},
        xaxis=_hidden([1.0 - 0.02 * end, end + 0.02 * end]),
        yaxis=_hidden([-float(depth), float(ABOVE)]),
        annotations=[
            *(_number(rank) for rank in range(1, layout.worst + 1)),
            *(_name(place, first, end) for place in layout.places),
            _ruler_text(cd, level),
        ],
    )


def _bars(at: dict[str, float], cliques: Sequence[Sequence[str]]) -> tuple[Bar, ...]:
    """Put every group into the highest lane where it touches no other one."""
    ends: list[float] = []
    lines = []
    gap = 4 * OVER * len(at)
    for names in sorted(cliques, key=lambda group: min(at[name] for name in group)):
        low, high = (edge(at[name] for name in names) for edge in (min, max))
        lane = next((i for i, end in enumerate(ends) if end + gap <= low), len(ends))
        ends[lane : lane + 1] = [high]
        lines.append(Bar(tuple(names), low, high, lane))
    return tuple(lines)


def _line(place: Place, first: float, end: float) -> Spec:
    """From the rank down and across to the name."""
    y = -(first + LANE * place.lane)
    edge = 1.0 if place.left else end
    return scatter(
        "lines",
        name=escaped(f"to {place.name}"),
        x=[place.rank, place.rank, edge],
        y=[0.0, y, y],
        line={"color": GREY, "width": 1.3},
        hoverinfo="skip",
    )


def _bar(bar: Bar, worst: int) -> Spec:
    y = -BAR * (bar.lane + 0.9)
    over = OVER * (worst - 1)
    return scatter(
        "lines",
        name=escaped(f"not distinguished: {', '.join(bar.names)}", 200),
        x=[bar.low - over, bar.high + over],
        y=[y, y],
        line={"color": BLUE, "width": 5},
        text=[escaped(f"not distinguished: {', '.join(bar.names)}", 200)] * 2,
        hovertemplate="%{text}<extra></extra>",
    )


def _ruler(drawn: Diagram, level: float) -> Spec:
    y = ABOVE - 30.0
    text = f"ranks that differ by more than {drawn.cd:.2f} are distinguished at level {level:g}"
    x = [1.0, 1.0, 1.0, 1.0 + drawn.cd, 1.0 + drawn.cd, 1.0 + drawn.cd]
    return scatter(
        "lines",
        name="critical difference",
        x=x,
        y=[y - 4, y + 4, y, y, y + 4, y - 4],
        line={"color": RED, "width": 2},
        text=[text] * len(x),
        hovertemplate="%{text}<extra></extra>",
    )


def _ruler_text(cd: float, level: float) -> Spec:
    text = f"critical difference {cd:.2f} (level {level:g})"
    return note(text, 1.0, ABOVE - 26.0, xanchor="left", yanchor="bottom")


def _scale(worst: int) -> Spec:
    """Line of ranks with its ticks."""
    x, y = [], []
    for rank in range(1, worst + 1):
        x += [float(rank)] * 3
        y += [0.0, 6.0, 0.0]
    return scatter(
        "lines", name="average rank", x=x, y=y, line={"color": GREY, "width": 2}, hoverinfo="skip"
    )


def _told(place: Place, drawn: Diagram, datasets: int) -> str:
    near = [
        other.name
        for other in drawn.places
        if other is not place and any({place.name, other.name} <= set(b.names) for b in drawn.bars)
    ]
    alike = f"not distinguished from {', '.join(near)}" if near else "distinguished from all others"
    rank = f"{place.name}: average rank {place.rank:.2f} on {datasets} data sets"
    return f"{escaped(rank, 120)}<br>{escaped(alike, 200)}"


def _name(place: Place, first: float, end: float) -> Spec:
    shown = escaped(place.name, LONGEST)
    return note(
        f"{shown}  {place.rank:.2f}" if place.left else f"{place.rank:.2f}  {shown}",
        1.0 if place.left else end,
        -(first + LANE * place.lane),
        xanchor="right" if place.left else "left",
        xshift=-4 if place.left else 4,
    )


def _number(rank: int) -> Spec:
    return note(str(rank), float(rank), 7.0, yanchor="bottom")


def _margin(drawn: Diagram, *, left: bool) -> float:
    """Pixels that the names of one side take."""
    longest = max((len(place.name) for place in drawn.places if place.left == left), default=0)
    return 12 + LETTER * (min(longest, LONGEST) + 5.5)


def _hidden(ends: list[float]) -> Spec:
    return {"range": ends, "visible": False, "fixedrange": True}
