"""Letters, lines and marks of a figure in other sizes: larger ones for a lecture room."""

import re
from base64 import b64decode
from numbers import Number
from typing import Any, NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.plotting.kit.theme import FONT_SIZE, Spec
from kselect_core.plotting.kit.written import Written, written
from kselect_core.types import Array

LETTERS, LINES, HEIGHT = 1.45, 1.4, 1.15
"""Factors of fonts, of lines and marks, and of the height that makes room for them."""
_SHIFTS = ("xshift", "yshift", "standoff", "ax", "ay")
_NUMBER = re.compile(r"-?[\d.]+(?:e[+-]?\d+)?")


def enlarged(figure: go.Figure) -> Written:
    """Copy of a figure that can be read from the last row, made once; its numbers are the same."""
    before: Written | None = figure.__dict__.get("_large")
    if before is None:
        before = figure.__dict__["_large"] = _enlarged(written(figure).to_dict())
    return before


def _enlarged(spec: Spec) -> Written:
    larger = resized(spec, letters=LETTERS, lines=LINES)
    if "height" in larger["layout"]:
        larger["layout"]["height"] = round(larger["layout"]["height"] * HEIGHT)
    return Written(larger)


def resized(spec: Spec, *, letters: float, lines: float) -> Spec:
    """Copy of a figure whose fonts and margins, and lines and marks, are so many times as large."""
    size = _Factors(letters, lines)
    layout = size.of(spec["layout"])
    layout["font"] = {**layout.get("font", {})}
    layout["font"].setdefault("size", FONT_SIZE * letters)
    layout["margin"] = {
        side: _times(width, letters) for side, width in layout.get("margin", {}).items()
    }
    return {"data": [size.of(trace) for trace in spec["data"]], "layout": layout}


class _Factors(NamedTuple):
    """How many times as large fonts become, and lines and marks."""

    letters: float
    lines: float

    def of(self, part: Spec) -> Spec:
        """Copy of a part of a figure."""
        copied = {name: self._scaled(name, value) for name, value in part.items()}
        if part.get("xsizemode") == "pixel":
            copied["path"] = _NUMBER.sub(self._larger, part["path"])
        return copied

    def _scaled(self, name: str, value: Any) -> Any:  # noqa: ANN401 (what Plotly writes)
        if name == "template":
            return value
        if isinstance(value, dict):
            inner = self.of(value)
            for entry, factor in self._entries(name):
                if entry in inner:
                    inner[entry] = _times(inner[entry], factor)
            return inner
        if isinstance(value, list | tuple) and value and isinstance(value[0], dict):
            return [self.of(entry) for entry in value]
        return _times(value, self.letters) if name in _SHIFTS else value

    def _larger(self, number: re.Match[str]) -> str:
        return f"{float(number[0]) * self.letters:g}"

    def _entries(self, name: str) -> tuple[tuple[str, float], ...]:
        """Entries of a part of a figure that change, with their factors."""
        if name.endswith("font"):
            return (("size", self.letters),)
        if name == "line":
            return (("width", self.lines),)
        return (("size", self.lines),) if name == "marker" else ()


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
