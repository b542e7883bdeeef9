"""Traces of the choices: markers on the curves, names in lanes below."""

from typing import NamedTuple

import numpy as np

from kselect_core.plotting.curves.panel import FIRST_LANE, LANE, UNIT, Panel, PinBoard, Target, keys
from kselect_core.plotting.curves.pins import Pin
from kselect_core.plotting.kit.known import tie
from kselect_core.plotting.kit.quantities import label, spelled
from kselect_core.plotting.kit.strength import strength_name, strength_text
from kselect_core.plotting.kit.theme import FONT_SIZE, Spec, escaped, style
from kselect_core.plotting.kit.ticks import kernel_name, parameter_text


class PinStyle(NamedTuple):
    """Marker of a pin."""

    symbol: str
    colour: str
    edge: str
    width: float


def pin_traces(board: PinBoard, panel: Panel, target: Target) -> list[Spec]:
    """Large markers on the curves, and the same markers with their names in lanes below."""
    if not board.pins:
        return []
    looks = [_look(pin) for pin in board.pins]
    x = np.array([pin.x for pin in board.pins])
    shared: Spec = {
        "type": "scatter",
        "legendgroup": "choices",
        "x": x,
        "xaxis": target.x,
        "yaxis": target.y,
        "customdata": keys(panel, x, np.array([pin.value for pin in board.pins])),
        "text": [_pin_text(pin, panel) for pin in board.pins],
        "hovertemplate": "%{text}<extra></extra>",
        "showlegend": False,
    }
    marker = {
        "symbol": [look.symbol for look in looks],
        "color": [look.colour for look in looks],
        "size": 12,
        "line": {"width": [look.width for look in looks], "color": [look.edge for look in looks]},
    }
    y = np.array([pin.y for pin in board.pins])
    on_curve = shared | {"mode": "markers", "name": "choices", "y": y, "marker": marker}
    ties = [
        tie(*pin.ends, pin.y, look.colour) | {"xaxis": target.x, "yaxis": target.y}
        for pin, look in zip(board.pins, looks, strict=True)
        if pin.ends
    ]
    if not board.places:
        return [*ties, on_curve]
    names = shared | {
        "mode": "markers+text",
        "name": "names of the choices",
        "y": np.array([FIRST_LANE - place.lane * LANE / UNIT for place in board.places]),
        "marker": marker | {"size": 9},
        "text": [escaped(label(pin.quantity)) for pin in board.pins],
        "textposition": [f"middle {place.side}" for place in board.places],
        "textfont": {"size": FONT_SIZE},
        "hovertext": shared["text"],
        "hovertemplate": "%{hovertext}<extra></extra>",
        "cliponaxis": False,
    }
    return [*ties, on_curve, names]


def _pin_text(pin: Pin, panel: Panel) -> str:
    where = (
        strength_text(pin.x, costs=panel.costs)
        if panel.over_lambda
        else parameter_text(pin.x, panel.convention, panel.x.tolist())
    )
    chosen = where or f"the {kernel_name(panel.kernel)} kernel"
    value = f"value {pin.value:.4g}"
    if pin.lam is not None:
        chosen = f"{chosen}, {strength_text(pin.lam, costs=panel.costs)}"
        value = f"{value} at the {strength_name(costs=panel.costs)} of the curves"
    parts = [spelled(pin.quantity), f"chooses {chosen}", value]
    if pin.splits > 1:
        parts.append(f"the same in {pin.times} of {pin.splits} splits")
    if pin.undecided:
        parts.append(pin.undecided)
    if pin.boundary:
        parts.append(f"on the boundary of the grid: {pin.boundary}")
    return "<br>".join(escaped(text, 120) for text in parts)


def _look(pin: Pin) -> PinStyle:
    """Full marker with a light edge; open on the boundary of the grid."""
    colour, _, symbol = style(pin.quantity)
    if pin.boundary:
        return PinStyle(f"{symbol}-open", colour, colour, 2.5)
    return PinStyle(symbol, colour, "white", 1.0)
