"""Criterion rows as a browser draws them on a canvas: those of the figure, without Plotly."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.criterion_rows import along, heights, parts_of_width, words_of
from kselect_core.plotting.curves.lines import Line, View
from kselect_core.plotting.curves.pins import Pin, pins
from kselect_core.plotting.kit.known import beside
from kselect_core.plotting.kit.quantities import label
from kselect_core.plotting.kit.said import in_lines
from kselect_core.plotting.kit.theme import Spec, style
from kselect_core.plotting.kit.ticks import kernel_name, names_of, number, parameter_text, written
from kselect_core.types import Array, Float

DIGITS = 4
"""Digits of places and heights: a tenth of a pixel."""
Heights = list[float | None]


class Part(TypedDict):
    """A kernel family: where its axis lies in the width, from 0 to 1, and what is along it.

    ``x`` are places of the grid from 0 to 1 along the axis, ``texts`` its values in words,
    ``values`` as numbers; ``steps`` are the places of the steps of its slider.
    """

    kernel: str
    start: float
    end: float
    x: list[float]
    texts: list[str]
    values: list[float]
    steps: list[float]
    ticks: list[tuple[float, str]]
    title: str


class Curve(TypedDict):
    """A criterion in a part: heights from 0 (best) to 1 (worst), None in a gap, values in words.

    ``low`` and ``high`` are the ends of its bars, empty where all values are exact; ``open`` the
    numbers of the values whose fits have not settled.
    """

    y: Heights
    told: list[str]
    low: Heights
    high: Heights
    open: list[int]


class Mark(TypedDict):
    """A choice: number of its part, and of its place there; ``ends`` of what may be as good."""

    part: int
    at: int
    y: float
    told: str
    edge: bool
    ends: list[float]


class Row(TypedDict):
    """A criterion: a curve for each part, None where it has none, and its choice, if any."""

    name: str
    colour: str
    symbol: str
    curves: list[Curve | None]
    pin: Mark | None


class Rows(NamedTuple):
    """One row for each criterion, the error behind all of them in each part, and the axes."""

    rows: list[Row]
    error: list[Heights]
    parts: list[Part]


def rows_payload(
    table: pd.DataFrame,
    choices: pd.DataFrame,
    *,
    lam: float,
    quantities: Sequence[str],
    steps: Mapping[str, Sequence[float]],
    view: View,
) -> Rows:
    """Return the rows of some quantities at one λ, with the choices made there.

    ``table`` are the values at this λ, ``choices`` those of the scope of the view; ``steps`` are
    the values of the slider for each kernel.
    """
    curves = criterion_lines(table, lam=lam, view=replace(view, band="none"))
    criteria = [line for line in curves if line.quantity in quantities]
    if not criteria:
        raise DataError("There is nothing to draw: no value of a chosen quantity in this sweep.")
    errors = [line for line in curves if line.quantity == view.error]
    kernels = list(dict.fromkeys(line.kernel for line in criteria))
    first = {line.kernel: line for line in reversed(criteria)}
    axes = {kernel: along(first[kernel], of=len(kernels)) for kernel in kernels}
    parts = [
        _part(first[kernel], (start, end), axes[kernel], steps.get(kernel, ()))
        for kernel, (start, end) in zip(kernels, parts_of_width(criteria, kernels), strict=True)
    ]
    marks = pins(criteria, choices, lam=None if view.joint else lam, split=view.split)
    chosen = {pin.quantity: _mark(pin, kernels, first, axes) for pin in marks}
    lines = {(line.quantity, line.kernel): line for line in criteria}
    rows: list[Row] = [
        {
            "name": label(quantity),
            "colour": style(quantity).colour,
            "symbol": style(quantity).symbol,
            "curves": [_curve(lines.get((quantity, kernel))) for kernel in kernels],
            "pin": chosen.get(quantity),
        }
        for quantity in quantities
    ]
    grey = {line.kernel: _rounded(y) for line, y in heights(errors, errors)}
    return Rows(rows, [grey.get(kernel, []) for kernel in kernels], parts)


def _part(
    line: Line, ends: tuple[float, float], axis: tuple[str, Spec], steps: Sequence[float]
) -> Part:
    title, ticks = axis
    grid = tuple(line.x.tolist())
    at, texts = np.array(ticks["tickvals"]), ticks["ticktext"]
    if names_of(line.convention):  # a browser leaves out what has no room
        at, texts = line.x, ["\n".join(in_lines(written(x, line.convention))) for x in grid]
    return {
        "kernel": line.kernel,
        "start": ends[0],
        "end": ends[1],
        "x": _places(line.x, ticks),
        "texts": [
            parameter_text(x, line.convention, grid) or f"{kernel_name(line.kernel)} kernel"
            for x in grid
        ],
        "values": list(grid),
        "steps": _places(np.array(steps), ticks) if line.convention else [],
        "ticks": list(zip(_places(at, ticks), texts, strict=True)),
        "title": title,
    }


def _places(x: Float[Array, " n"], ticks: Spec) -> list[float]:
    """Return where values lie along an axis, from 0 to 1."""
    low, high = ticks["range"]
    at = np.log10(x) if ticks["type"] == "log" else x
    return [round(float(place), DIGITS) for place in (at - low) / (high - low)]


def _curve(line: Line | None) -> Curve | None:
    if line is None:
        return None
    curve: Curve = {"y": _rounded(line.y), "told": _told(line), "low": [], "high": [], "open": []}
    interval = line.known
    if interval is not None:
        if (np.abs(interval.error) > 0).any():
            curve |= {"low": _rounded(interval.low), "high": _rounded(interval.high)}
        curve["open"] = np.flatnonzero(~interval.settled & np.isfinite(line.y)).tolist()
    return curve


def _told(line: Line) -> list[str]:
    """Return every value in words with what it is known to, or why there is none."""
    words = [
        number(value) if np.isfinite(value) else reason or "no value"
        for value, reason in zip(line.value.tolist(), line.reasons, strict=True)
    ]
    if line.known is None:
        return words
    more = zip(line.known.error.tolist(), line.known.settled.tolist(), strict=True)
    return [
        word + beside(e, settled=settled) for word, (e, settled) in zip(words, more, strict=True)
    ]


def _mark(
    pin: Pin, kernels: list[str], first: Mapping[str, Line], axes: Mapping[str, tuple[str, Spec]]
) -> Mark:
    line = first[pin.kernel]
    return {
        "part": kernels.index(pin.kernel),
        "at": int(np.argmin(np.abs(line.x - pin.x))),
        "y": round(float(np.clip(pin.y, 0.0, 1.0)), DIGITS),
        "told": ", ".join(words_of(pin, line)),
        "edge": bool(pin.boundary),
        "ends": _places(np.array(pin.ends), axes[pin.kernel][1]) if pin.ends else [],
    }


def _rounded(y: Float[Array, " n"]) -> Heights:
    """Return heights within the row, None in a gap."""
    values = np.round(np.clip(y, 0.0, 1.0), DIGITS).tolist()
    finite = np.isfinite(y).tolist()
    return [value if there else None for value, there in zip(values, finite, strict=True)]
