"""Traces of a map over the grid: cells, gaps, invisible click targets, choices and their names."""

from collections.abc import Sequence

import numpy as np

from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.known import beside
from kselect_core.plotting.kit.parts import box, colour_bar, leader, note, scatter, unseen
from kselect_core.plotting.kit.quantities import arrow, label, spelled
from kselect_core.plotting.kit.strength import strength_name, strength_text
from kselect_core.plotting.kit.ticks import is_log, parameter_text
from kselect_core.plotting.maps.marks import NAMES, Mark, Name, Path, cells
from kselect_core.plotting.maps.scale import Shades
from kselect_core.plotting.maps.values import GridValues, edges
from kselect_core.types import Array, Float

HEIGHT, WIDTH = 330, 320.0
"""Pixels of a map, and of its inner width on a typical page."""
MOST_TARGETS = 40
"""Most cells along a side that can each be clicked."""
FAN = 11.0
STANDOFF = 6.0
"""Pixels between the middle of a cell and the line to its name."""
RING = 23
"""Pixels of the ring about the recommended cell: the marker of a choice stands in it."""


def heat(values: GridValues, scale: Shades, **more: object) -> theme.Spec:
    """Cells coloured by their place between the best value and the saturated end."""
    places, texts = scale.ticks()
    return {
        "type": "heatmap",
        "x": edges(values.x, log=is_log(values.x)),
        "y": edges(values.lambdas, log=is_log(values.lambdas)),
        "z": scale.position(values.value),
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": [list(stop) for stop in theme.GOOD_TO_BAD],
        "hoverinfo": "skip",
        "colorbar": colour_bar(
            theme.escaped(f"{label(values.quantity)} {arrow(values.quantity)}"),
            side="right",
            tickvals=places,
            ticktext=texts,
            tickfont={"size": theme.FONT_SIZE},
        ),
        **more,
    }


def targets(values: GridValues, scale: Shades) -> theme.Spec:
    """Invisible squares that tell a cell on hovering and carry it when clicked.

    On a grid of more than 40 cells a side every second (third, …) one has a target.
    """
    rows, columns = (list(range(0, n, -(-n // MOST_TARGETS))) for n in values.value.shape)
    chosen = [(r, c) for r in rows for c in columns]
    return scatter(
        "markers",
        name="cells",
        x=np.array([values.x[c] for _, c in chosen]),
        y=np.array([values.lambdas[r] for r, _ in chosen]),
        marker=unseen(size=_size(values)),
        selected={"marker": {"opacity": 0.0}},
        unselected={"marker": {"opacity": 0.0}},
        customdata=[key(values, r, c) for r, c in chosen],
        text=[_told(values, scale, r, c) for r, c in chosen],
        hovertemplate="%{text}<extra></extra>",
    )


def gaps(values: GridValues) -> list[theme.Spec]:
    """Small crosses on cells without a value."""
    rows, columns = np.nonzero(np.isnan(values.value))
    if not len(rows):
        return []
    return [
        scatter(
            "markers",
            name="no value",
            x=values.x[columns],
            y=values.lambdas[rows],
            marker={"symbol": "x-thin", "size": 6, "line": {"width": 1.2, "color": theme.GREY}},
            unselected={"marker": {"opacity": 1.0}},
            hoverinfo="skip",
        )
    ]


def path_traces(drawn: Sequence[Path], *, costs: bool = False) -> list[theme.Spec]:
    """Thin lines through the kernels chosen at each λ, or C, on light ones for dark cells."""
    lines: list[theme.Spec] = []
    for path in drawn:
        look, name = theme.style(path.quantity), f"{label(path.quantity)} at each"
        line = scatter(
            "lines",
            name=theme.escaped(f"{name} {strength_name(costs=costs)}"),
            x=path.x,
            y=path.lam,
            line={"color": look.colour, "dash": look.dash, "width": 1.6},
            hoverinfo="skip",
        )
        lines.append(line)
    return [_below(lines), *lines] if lines else []


def _below(lines: Sequence[theme.Spec]) -> theme.Spec:
    """Light line below all lines, with a gap between two."""
    joined = {
        along: np.concatenate([[*line[along], np.nan] for line in lines])[:-1] for along in "xy"
    }
    light = {"color": theme.PAPER, "width": 3.4}
    return scatter("lines", name="light line", line=light, hoverinfo="skip", **joined)


def mark_trace(
    drawn: Sequence[Mark],
    values: GridValues,
    recommended: tuple[int, int] | None = None,
    **more: object,
) -> list[theme.Spec]:
    """Markers of the choices; those of one cell stand side by side.

    Those in the ``recommended`` one say so.
    """
    if not drawn:
        return []
    placed = [(mark, shift) for group in cells(drawn).values() for mark, shift in _fanned(group)]
    looks = [theme.style(mark.quantity) for mark, _ in placed]
    open_ = [bool(mark.boundary) for mark, _ in placed]
    return [
        scatter(
            "markers",
            name="choices",
            cliponaxis=False,
            x=np.array([_shifted(values.x, mark.column, shift) for mark, shift in placed]),
            y=np.array([values.lambdas[mark.row] for mark, _ in placed]),
            marker={
                "symbol": [look.symbol for look in looks],
                "color": [look.colour for look in looks],
                "size": 11,
                "line": {
                    "width": [2.0 if o else 1.2 for o in open_],
                    "color": [theme.INK if o else "white" for o in open_],
                },
            },
            unselected={"marker": {"opacity": 1.0}},
            customdata=[key(values, mark.row, mark.column) for mark, _ in placed],
            text=[_chosen(values, mark, recommended) for mark, _ in placed],
            hovertemplate="%{text}<extra></extra>",
            **more,
        )
    ]


def written(values: GridValues, placed: Sequence[Name]) -> list[theme.Spec]:
    """Names of the choices on light chips beside their cells."""
    return [
        note(
            _named(name.quantities),
            _coordinate(values.x, name.column),
            _coordinate(values.lambdas, name.row),
            xshift=name.offset[0],
            yshift=name.offset[1],
            xanchor="center",
            yanchor="middle",
            font={"size": theme.FONT_SIZE, "color": theme.INK},
            bgcolor=theme.PAPER,
            borderpad=1,
        )
        for name in placed
    ]


def joined(values: GridValues, placed: Sequence[Name]) -> list[theme.Spec]:
    """Lines from the cells to their names: Plotly measures each arrow of an annotation."""
    return [
        leader(
            (float(values.x[name.column]), float(values.lambdas[name.row])),
            name.offset,
            start=STANDOFF,
            name="name",
            line={"color": theme.INK, "width": 1},
        )
        for name in placed
    ]


def outline(values: GridValues, row: int, column: int, *, name: str) -> list[theme.Spec]:
    """Frame of a cell, dark with a light core; dotted for the best one."""
    x, y = (edges(v, log=is_log(v)) for v in (values.x, values.lambdas))
    frame = box(
        (float(x[column]), float(x[column + 1])),
        (float(y[row]), float(y[row + 1])),
        name=name,
        xref="x",
        yref="y",
    )
    dash = "solid" if name == "cursor" else "2px,2px"
    wide = {"color": theme.INK, "width": 4.5}
    return [frame | {"line": wide}, frame | {"line": {"color": "white", "width": 2, "dash": dash}}]


def ring(values: GridValues, cell: tuple[int, int] | None) -> list[theme.Spec]:
    """Ring about the recommended cell, dark on light; it tells on hovering what it means."""
    if cell is None:
        return []
    row, column = cell
    place = theme.escaped(_place(values, row, column), 140)
    about = {
        "x": values.x[[column]],
        "y": values.lambdas[[row]],
        "cliponaxis": False,
        "unselected": {"marker": {"opacity": 1.0}},
        "customdata": [key(values, row, column)],
        "text": [f"Recommended: {place}"],
        "hovertemplate": "%{text}<extra></extra>",
    }
    return [
        scatter("markers", name=name, marker=_circle(colour, width), **about)
        for name, colour, width in (("light ring", "white", 5.5), ("recommended", theme.INK, 2.5))
    ]


def _circle(colour: str, width: float) -> theme.Spec:
    line = {"width": width, "color": colour}
    return {"symbol": "circle-open", "size": RING, "color": colour, "line": line}


def key(values: GridValues, row: int, column: int) -> list[object]:
    """(kernel, parameter, λ) of a cell: what a click tells the page."""
    parameter = float(values.x[column]) if values.convention else None
    return [values.kernel, parameter, float(values.lambdas[row])]


def _told(values: GridValues, scale: Shades, row: int, column: int) -> str:
    value, sd = float(values.value[row, column]), float(values.sd[row, column])
    if np.isnan(value):
        shown = f"no value: {values.reasons.get((row, column), 'not computed')}"
    else:
        shown = scale.text(value)
        if np.isfinite(sd):
            shown = f"{shown} ± {scale.text(sd)} ({values.splits} splits)"
        error, settled = float(values.error[row, column]), bool(values.settled[row, column])
        shown += beside(error, settled=settled, rate=scale.rate)
    lines = [f"{spelled(values.quantity)}: {shown}", _place(values, row, column)]
    return "<br>".join(theme.escaped(line, 140) for line in lines)


def _chosen(values: GridValues, mark: Mark, recommended: tuple[int, int] | None) -> str:
    lines = [spelled(mark.quantity), f"chooses {_place(values, mark.row, mark.column)}"]
    if mark.splits > 1:
        lines.append(f"the same in {mark.times} of {mark.splits} splits")
    if mark.undecided:
        lines.append(mark.undecided)
    if mark.boundary:
        lines.append(f"on the edge of the grid: {mark.boundary}")
    if (mark.row, mark.column) == recommended:
        lines.append("the recommended cell")
    return "<br>".join(theme.escaped(line, 140) for line in lines)


def _place(values: GridValues, row: int, column: int) -> str:
    parameter = parameter_text(float(values.x[column]), values.convention, values.x.tolist())
    strength = strength_text(float(values.lambdas[row]), costs=values.costs)
    return f"{parameter}{', ' if parameter else ''}{strength}"


def _named(quantities: Sequence[str]) -> str:
    spans = [
        f'<span style="color:{theme.style(q).colour}">●</span> {theme.escaped(label(q))}'
        for q in quantities
    ]
    lines = [" ".join(spans[i : i + NAMES]) for i in range(0, len(spans), NAMES)]
    return "<br>".join(lines)


def _fanned(group: Sequence[Mark]) -> list[tuple[Mark, float]]:
    """Marks of one cell with their offsets in pixels."""
    middle = (len(group) - 1) / 2
    return [(mark, FAN * (i - middle)) for i, mark in enumerate(group)]


def _shifted(x: Float[Array, " n"], column: int, pixels: float) -> float:
    """Grid value moved by some pixels of a typical figure, and kept inside it."""
    log = is_log(x)
    ends = edges(x, log=log)[[0, -1]]
    low, high, here = (np.log10(v) if log else v for v in (ends[0], ends[1], x[column]))
    moved = here + pixels * (high - low) / WIDTH
    return float(10.0**moved if log else moved)


def _coordinate(x: Float[Array, " n"], i: int) -> float:
    """Place of a grid value as an annotation counts it: the exponent on a log axis."""
    return float(np.log10(x[i])) if is_log(x) else float(x[i])


def _size(values: GridValues) -> float:
    rows, columns = values.value.shape
    return float(np.clip(min(WIDTH / columns, (HEIGHT - 60) / rows), 6.0, 40.0))
