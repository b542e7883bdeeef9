"""Traces of one panel: lines with markers, bands, pins, reference levels, gaps."""

from collections.abc import Sequence

import numpy as np

from kselect_core.plotting.curves.lines import Line
from kselect_core.plotting.curves.panel import Level, Panel, PinBoard, Target, keys
from kselect_core.plotting.curves.pin_traces import pin_traces
from kselect_core.plotting.kit.known import bars, beside, hashes
from kselect_core.plotting.kit.parts import scatter
from kselect_core.plotting.kit.quantities import arrow, label, spelled
from kselect_core.plotting.kit.said import GIVEN
from kselect_core.plotting.kit.strength import strength_name
from kselect_core.plotting.kit.theme import GREY, Spec, escaped, style, transparent
from kselect_core.plotting.kit.ticks import kernel_name, names_of, symbol, written
from kselect_core.types import Array


def panel_traces(panel: Panel, target: Target, *, board: PinBoard | None) -> list[Spec]:
    """All traces of a panel, from the back to the front."""
    legend = panel.y_title != "" or not panel.title
    back = [band(line, target.x, target.error) for line in panel.errors]
    back += [_error(line, panel, target) for line in panel.errors]
    back += [band(line, target.x, target.y) for line in panel.lines]
    front = [_line(line, panel, target, legend=legend) for line in panel.lines]
    front += [_unsettled(line, target.x, target.error) for line in panel.errors]
    front += [_unsettled(line, target.x, target.y) for line in panel.lines]
    front += [_level(level, target) for level in panel.levels]
    front += _gaps(panel, target)
    if board:
        front += pin_traces(board, panel, target)
    return [trace for trace in back + front if trace]


def _line(line: Line, panel: Panel, target: Target, *, legend: bool) -> Spec:
    look = style(line.quantity)
    return scatter(
        "lines+markers",
        name=escaped(f"{label(line.quantity)} {arrow(line.quantity)}{_scale(line, panel)}"),
        legendgroup=line.quantity,
        showlegend=legend,
        x=line.x,
        y=line.y.astype(np.float32),
        xaxis=target.x,
        yaxis=target.y,
        line={"color": look.colour, "dash": look.dash, "width": 1.8},
        marker={"color": look.colour, "symbol": look.symbol, "size": 5},
        connectgaps=False,
        customdata=keys(panel, line.x, line.value),
        text=_widths(panel, line.x),
        **told_beside(line),
        hovertemplate=_hover(line, panel),
        **bars(line.known, line.y, look.colour),
    )


def told_beside(line: Line) -> Spec:
    """What every value is known to, for its hover text; nothing where all are exact."""
    if line.known is None:
        return {}
    pairs = zip(line.known.error.tolist(), line.known.settled.tolist(), strict=True)
    return {"hovertext": [beside(e, settled=settled) for e, settled in pairs]}


def _unsettled(line: Line, x: str, y: str) -> Spec:
    marks = hashes(line.known, line.x, line.y, style(line.quantity).colour)
    return marks | {"xaxis": x, "yaxis": y} if marks else {}


def _scale(line: Line, panel: Panel) -> str:
    """Note that a normalised criterion is drawn by its logarithm."""
    return " log" if line.scale.log and "range" in panel.y_axis else ""


def _error(line: Line, panel: Panel, target: Target) -> Spec:
    """Thick grey for the test error, thin and dotted for the training error."""
    thick = line.quantity.startswith("test")
    trace = _line(line, panel, target, legend=True)
    return trace | {
        "name": escaped(label(line.quantity)),
        "yaxis": target.error,
        "line": {"color": transparent(GREY, 0.55 if thick else 0.9), "width": 6 if thick else 1.5,
                 "dash": "solid" if thick else "dot"},
        "marker": {"color": GREY, "symbol": style(line.quantity).symbol, "size": 4},
    }  # fmt: skip


def band(line: Line, x: str, y: str) -> Spec:
    """Area between low and high, one polygon per stretch without gaps."""
    defined = np.isfinite(line.low) & np.isfinite(line.high)
    if not (line.high[defined] > line.low[defined]).any():
        return {}
    xs: list[Array] = []
    ys: list[Array] = []
    for part in np.split(np.arange(len(defined)), np.flatnonzero(np.diff(defined)) + 1):
        if defined[part[0]] and len(part) > 1:
            xs += [line.x[part], line.x[part[::-1]], np.array([np.nan])]
            ys += [line.high[part], line.low[part[::-1]], np.array([np.nan])]
    if not xs:
        return {}
    alpha = 0.18 if y != x.replace("x", "y") and line.quantity.startswith("t") else 0.09
    return scatter(
        "lines",
        x=np.concatenate(xs),
        y=np.concatenate(ys).astype(np.float32),
        xaxis=x,
        yaxis=y,
        fill="toself",
        fillcolor=transparent(style(line.quantity).colour, alpha),
        line={"width": 0},
        hoverinfo="skip",
        legendgroup=line.quantity,
        showlegend=False,
    )


def _level(level: Level, target: Target) -> Spec:
    """Short dashed level at an end of the axis; a triangle where it lies outside the picture."""
    colour = style(level.quantity).colour
    where = f"at {level.where}: {level.value:.4g}"
    outside = {1: "triangle-up-open", -1: "triangle-down-open"}
    trace = scatter("lines", line={"color": colour, "dash": "2px,2px", "width": 2})
    if level.clipped:
        marker = {"color": colour, "symbol": outside[level.clipped], "size": 8}
        trace = scatter("markers", marker=marker)
    x = level.x[:1] if level.clipped else level.x
    return trace | {
        "x": np.array(x),
        "y": np.full(len(x), level.y),
        "xaxis": target.x,
        "yaxis": target.y,
        "name": escaped(f"{label(level.quantity)} {where}"),
        "hovertemplate": escaped(f"{spelled(level.quantity)} {where}", 120)
        + (" (outside the picture)" if level.clipped else "")
        + "<extra></extra>",
        "legendgroup": level.quantity,
        "showlegend": False,
    }


def _gaps(panel: Panel, target: Target) -> list[Spec]:
    """Small crosses where at least one criterion has no value; hovering tells the reasons."""
    reasons: dict[float, list[str]] = {}
    for line in panel.lines:
        for x, y, why in zip(line.x.tolist(), line.y.tolist(), line.reasons, strict=True):
            if not np.isfinite(y):
                reasons.setdefault(x, []).append(f"{label(line.quantity)}: {why or 'not computed'}")
    if not reasons:
        return []
    x = np.array(sorted(reasons))
    height = _top(panel)
    return [
        scatter(
            "markers",
            name="no value",
            legendgroup="no value",
            showlegend=True,
            x=x,
            y=np.full(len(x), height),
            xaxis=target.x,
            yaxis=target.y,
            marker={
                "symbol": "x-thin-open",
                "size": 6,
                "color": GREY,
                "line": {"width": 1.5, "color": GREY},
            },
            customdata=keys(panel, x, np.full(len(x), np.nan)),
            text=[_told(reasons[v]) for v in x.tolist()],
            hovertemplate="no value<br>%{text}<extra></extra>",
        )
    ]


def _hover(line: Line, panel: Panel) -> str:
    mean = " (mean over splits)" if line.splits > 1 else ""
    interval = "" if line.known is None else "%{hovertext}"
    text = f"<b>{escaped(spelled(line.quantity), 120)}</b>: %{{customdata[3]:.4~g}}{interval}{mean}"
    place = 4 if panel.costs else 2
    strength = f"{strength_name(costs=panel.costs)} = %{{customdata[{place}]:.4~g}}"
    return f"{text}{_kernel(panel)}<br>{strength}<extra></extra>"


def _kernel(panel: Panel) -> str:
    """Line with the family and the width of a point, or with the name of its matrix."""
    if names_of(panel.convention):
        return f"<br>{GIVEN} %{{text}}"
    width = f"<br>{symbol(panel.convention)} = %{{text}}" if panel.convention else ""
    return f"<br>{escaped(kernel_name(panel.kernel))} kernel{width}"


def _widths(panel: Panel, x: Array) -> list[str] | str:
    """Width of every point as it is written, or the one of all of them."""
    if panel.over_lambda:
        return escaped(written(panel.fixed, panel.convention))
    grid = panel.x.tolist()
    return [escaped(written(value, panel.convention, grid)) for value in x.tolist()]


def _told(reasons: Sequence[str], most: int = 5) -> str:
    lines = [escaped(reason, 90) for reason in reasons[:most]]
    more = [f"and {len(reasons) - most} more"] if len(reasons) > most else []
    return "<br>".join(lines + more)


def _top(panel: Panel) -> float:
    """Height of the crosses: just above "worst", or at the largest value of the panel."""
    if "range" in panel.y_axis:
        return 1.05
    values = np.concatenate([line.high for line in panel.lines])
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 1.0
