"""Numbers such as −999 that stand for a missing value: which ones, and the question about them."""

from collections.abc import Sequence

import numpy as np

from kselect_core.data.words.findings import Finding
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question
from kselect_core.types import Array

_NINES = [10.0**k - 1 for k in range(3, 11)]
_FILLED = [999.9, 9999.9, 999.99, 9999.99, 99999.9, 999.25]
_POWERS = [1e20, 1e30, 1e31, 1e34, 1e35, 1e36, 9.96920996838687e36, 3.40282346638529e38]
_MACHINE = [32767.0, 65535.0, 2147483647.0, 4294967295.0]
_ASKED = np.array([*_NINES, *_FILLED, *_POWERS, *_MACHINE])
_ASKED_BELOW = np.array([99.0, 99.9, *_ASKED, 32768.0, 2147483648.0])
_LIKE = [77.0, 88.0, 97.0, 98.0, 99.0, 777.0, 888.0, 997.0, 998.0, 7777.0, 8888.0, 9997.0, 9998.0]
_LIKE_BELOW = [*_LIKE, 7.0, 8.0, 9.0]
_CLOSE = 1e-6  # of a value: numbers of single precision are written with fewer digits
_FAR = 2.0  # so many times nearer to zero are all the others
_SHOWN = 3


def without_sentinels(
    name: str, numbers: Array, options: TableOptions, beside: Array | None = None
) -> tuple[Array, list[Finding], list[Question]]:
    """Return numbers without far-off values such as −999 that stand for missing.

    ``beside`` are further numbers of the same kind, from which such values must be far as well.
    """
    marks = sentinels(numbers if beside is None else np.concatenate([numbers, beside]))
    marks = marks if beside is None else tuple(m for m in marks if (numbers == m).any())
    if not marks:
        return numbers, [], []
    shown = counted_marks(numbers, marks)
    several = len(marks) > 1
    if options.markers is None:
        ask = "Are they" if several else "Is it"
        text = f"Column {name!r} holds {shown}, far {_side(marks)} the rest. {ask} missing?"
        return numbers, [], [Question("markers", text, ("missing", "values"), "missing")]
    place = f"column {name!r}"
    verb = "are" if several else "is"
    if options.markers == "values":
        text = f"{shown} {verb} read as {'numbers' if several else 'a number'}."
        return numbers, [Finding("asked", text, place)], []
    numbers = np.where(np.isin(numbers, marks), np.nan, numbers)
    return numbers, [Finding("asked", f"{shown} {verb} read as missing.", place)], []


def without_marks(
    name: str, numbers: Array, marks: tuple[float, ...]
) -> tuple[Array, list[Finding]]:
    """Return numbers of a test file without those that mean missing in the training file."""
    gone = np.isin(numbers, marks)
    if not gone.any():
        return numbers, []
    shown = " and ".join(f"{mark:g}" for mark in marks)
    text = f"{shown} {'are' if marks[1:] else 'is'} read as missing, as in the training file."
    return np.where(gone, np.nan, numbers), [Finding("asked", text, f"column {name!r}")]


def sentinels(numbers: Array) -> tuple[float, ...]:
    """Return the numbers that often mean missing and lie far from all others, if there are any.

    One such number makes its like suspicious too: −9 beside −99, 998 beside 999. Above the others
    it must be repeated: a single 999 may be a price.
    """
    present = numbers[~np.isnan(numbers)]
    if not len(present) or not (is_usual(float(present.min())) or is_usual(float(present.max()))):
        return ()  # the usual case, told without sorting
    values, counts = np.unique(present, return_counts=True)
    often = dict(zip(values.tolist(), counts.tolist(), strict=True))
    above = _beyond(values, [*_ASKED, *_LIKE])
    below = [-mark for mark in _beyond(-values[::-1], [*_ASKED_BELOW, *_LIKE_BELOW])]
    usual = [mark for mark in (*below, *above) if is_usual(mark)]
    if any(mark < 0 or often[mark] > 1 for mark in usual):
        return tuple(sorted((*below, *above)))
    return ()


def is_usual(value: float) -> bool:
    """Return whether a number is one that programs write for a missing value."""
    return _is_among(abs(value), _ASKED if value > 0 else _ASKED_BELOW)


def counted_marks(numbers: Array, marks: Sequence[float]) -> str:
    """Return some numbers, and how often each occurs."""
    parts = [f"{mark:.10g} ({int((numbers == mark).sum())} ×)" for mark in marks[:_SHOWN]]
    more = f" and {len(marks) - _SHOWN} more" if len(marks) > _SHOWN else ""
    return ", ".join(parts) + more


def _beyond(values: Array, marks: Sequence[float]) -> list[float]:
    """Return the marks at the end of sorted values from which all others are far."""
    place = len(values)
    while place and values[place - 1] > 0 and _is_among(values[place - 1], np.array(marks)):
        place -= 1
    if not place:
        return []
    edge, far = float(values[place - 1]), []
    for value in values[place:].tolist():
        if edge <= value / _FAR:
            far.append(value)
        else:
            edge, far = value, []
    return far


def _is_among(value: float, marks: Array) -> bool:
    return bool((np.abs(value - marks) <= _CLOSE * marks).any())


def _side(marks: Sequence[float]) -> str:
    sides = {mark > 0 for mark in marks}
    return "from" if len(sides) > 1 else "above" if True in sides else "below"
