"""Figures for a lecture room: letters, lines and marks larger, everything else as it was."""

from base64 import b64decode
from numbers import Number
from typing import Any

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import FONT_SIZE, Spec
from kselect_core.plotting.kit.written import Written, written
from kselect_core.types import Array

LETTERS, LINES, HEIGHT = 1.45, 1.4, 1.15
"""Factors of fonts, of lines and marks, and of the height that makes room for them."""
_SHIFTS = ("xshift", "yshift", "standoff", "ax", "ay")


def enlarged(figure: go.Figure) -> Written:
    """Copy of a figure that can be read from the last row, made once; its numbers are the same."""
    known: Written | None = figure.__dict__.get("_large")
    if known is None:
        known = figure.__dict__["_large"] = _enlarged(written(figure).to_dict())
    return known


def _enlarged(spec: Spec) -> Written:
    layout = _larger(spec["layout"])
    layout["font"] = {**layout.get("font", {})}
    layout["font"].setdefault("size", FONT_SIZE * LETTERS)
    if "height" in layout:
        layout["height"] = round(layout["height"] * HEIGHT)
    layout["margin"] = {
        side: _times(size, LETTERS) for side, size in layout.get("margin", {}).items()
    }
    return Written({"data": [_larger(trace) for trace in spec["data"]], "layout": layout})


def _larger(part: Spec) -> Spec:
    return {name: _scaled(name, value) for name, value in part.items()}


def _scaled(name: str, value: Any) -> Any:  # noqa: ANN401 (what Plotly writes)
    if name == "template":
        return value
    if isinstance(value, dict):
        inner = _larger(value)
        for entry, factor in _factors(name):
            if entry in inner:
                inner[entry] = _times(inner[entry], factor)
        return inner
    if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
        return [_larger(entry) for entry in value]
    return _times(value, LETTERS) if name in _SHIFTS else value


def _factors(name: str) -> tuple[tuple[str, float], ...]:
    """Entries of a part of a figure that grow, with their factors."""
    if name.endswith("font"):
        return (("size", LETTERS),)
    if name == "line":
        return (("width", LINES),)
    return (("size", LINES),) if name == "marker" else ()


def _times(value: Any, factor: float) -> Any:  # noqa: ANN401 (a number, or one per point)
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, Number):
        return value * factor  # type: ignore[operator]  # every number of a figure is real
    numbers = np.asarray(_unpacked(value) if isinstance(value, dict) else value) * factor
    return numbers.tolist()


def _unpacked(packed: Spec) -> Array:
    """Array that Plotly has packed for the way to the browser."""
    return np.frombuffer(b64decode(packed["bdata"]), dtype=packed["dtype"])
