"""Notices on numbers that may mean "no value" but are read as numbers: 200 far above the rest."""

import numpy as np

from kselect_core.data.columns.sentinels import counted_marks, is_usual, sentinels
from kselect_core.data.words.findings import Finding
from kselect_core.types import Array

_BLOCK = 64  # columns looked at together: copies stay small
_ENOUGH = 10  # known numbers below which nothing repeated is odd
_TWICE = 2
_OFTEN = 3  # so often comes a number that is no round one
_WIDE = 3.0  # and so far from the others is it, in their range
_LEVELS = 5  # of the others beside such a number
_SHOWN = 5
_HUNDRED = 100.0
_BELOW = -7.0  # from here on no number of a scale such as -1, 0, 1
_CODES = (9.0, 77.0, 88.0, 97.0, 98.0, 99.0)


def about_odd_numbers(X: Array, names: tuple[str, ...]) -> list[Finding]:
    """Return one notice on the columns with a repeated number far outside the others."""
    texts = []
    for begin in range(0, X.shape[1], _BLOCK):
        block = np.asfortranarray(X[:, begin : begin + _BLOCK])
        for name, numbers in zip(names[begin : begin + _BLOCK], block.T, strict=True):
            odd = odd_numbers(numbers)
            if odd:
                texts.append(f"column {name!r}: {odd}")
    if not texts:
        return []
    more = f" and {len(texts) - _SHOWN} more columns" if len(texts) > _SHOWN else ""
    text = (
        f"Numbers outside all others may mean a missing value: {'; '.join(texts[:_SHOWN])}"
        f"{more}. They are read as numbers. If they mean missing, empty these cells in the file."
    )
    return [Finding("notice", text)]


def about_odd_targets(y: Array) -> list[Finding]:
    """Return a notice on targets that seem to stand for a missing value."""
    marks = sentinels(y)
    odd = counted_marks(y, marks) if marks else odd_numbers(y)
    if not odd:
        return []
    text = (
        f"The target holds numbers outside all others: {odd}. They are read as numbers. If they "
        "mean missing, empty these cells in the file."
    )
    return [Finding("notice", text)]


def odd_numbers(numbers: Array) -> str:
    """Return which numbers are repeated outside the others, and where those lie; "" if none."""
    present = numbers[~np.isnan(numbers)]
    if len(present) < _ENOUGH or present.min() == present.max():
        return ""
    marks = [edge for edge in (present.min(), present.max()) if _stands_out(float(edge), present)]
    if not marks or sentinels(numbers):
        return ""  # what is asked about needs no notice
    others = present[~np.isin(present, marks)]
    if not len(others):
        return ""
    return f"{counted_marks(present, marks)}, the others from {others.min():g} to {others.max():g}"


def _stands_out(edge: float, present: Array) -> bool:
    """Return whether the smallest or the largest number looks like a mark."""
    count = int((present == edge).sum())
    if not edge or count < (1 if is_usual(edge) else _TWICE):
        return False
    others = present[present != edge]
    low, high = float(others.min()), float(others.max())
    if low == high:
        return False
    if edge < 0 <= low:
        return _is_round(edge) and (edge <= _BELOW or (high > 1 and _has_levels(others, _OFTEN)))
    gap, width = max(low - edge, edge - high), high - low
    if _is_next_power(edge, others):
        return False
    if _is_code(edge):
        return gap >= width or (count >= _OFTEN and edge > _CODES[0] and 2 * gap >= width)
    return gap >= _WIDE * width and _OFTEN <= count < len(others) and _has_levels(others, _LEVELS)


def _has_levels(others: Array, fewest: int) -> bool:
    return len(np.unique(others)) >= fewest


def _is_code(value: float) -> bool:
    """Return whether a number is 9, 77, 99, 200, 8888 or the like."""
    return abs(value) in _CODES or (abs(value) >= _HUNDRED and _is_round(value))


def _is_next_power(value: float, others: Array) -> bool:
    """Return whether a number is the next step of 1, 10, 100, …."""
    return f"{abs(value):g}".rstrip("0") == "1" and bool((others == value / 10).any())


def _is_round(value: float) -> bool:
    """Return whether a number is one digit, followed by the same one or by zeros."""
    digits = f"{abs(value):.10g}"
    return is_usual(value) or (value == round(value) and len(set(digits.rstrip("0"))) == 1)
