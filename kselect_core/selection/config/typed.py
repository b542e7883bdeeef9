"""What people type for a grid, and the numbers it means."""

import re
from dataclasses import dataclass
from math import isclose, isfinite, log

from kselect_core.errors import InvalidParameterError
from kselect_core.selection.config.grids import refuse_large

MOST_LISTED = 2_000
BASES = (2, 10)
_POWER = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\^|\*\*)\s*\(?\s*([+-]?\d+(?:\.\d+)?)\s*\)?")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_MINUS = str.maketrans({"−": "-", "–": "-"})
_DECIMALS = 6  # of an exponent that is shown


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers at equal steps of their logarithm: base^low … base^high."""

    base: int
    low: float
    high: float
    points: int


def spaced(where: str, symbol: str, span: Span) -> tuple[float, ...]:
    """Numbers of a span, ascending; says what is wrong with it before any are made."""
    _check_span(where, symbol, span)
    if span.points == 1:
        return (_power(where, symbol, span.base, span.low),)
    step = (span.high - span.low) / (span.points - 1)
    _power(where, symbol, span.base, span.low), _power(where, symbol, span.base, span.high)
    return tuple(
        _power(where, symbol, span.base, round(span.low + i * step, 14)) for i in range(span.points)
    )


def whole(where: str, symbol: str, low: int, high: int) -> tuple[float, ...]:
    """Whole numbers from low to high, both included."""
    if low > high:
        raise InvalidParameterError(
            where, f"the lowest {symbol}", f"at most the highest ({high})", low
        )
    refuse_large(high - low + 1)
    return tuple(float(value) for value in range(low, high + 1))


def listed(where: str, symbol: str, text: str) -> tuple[float, ...]:
    """Numbers of a typed list, ascending, each once: ``0.1, 2^-3, 1e4``."""
    words = [word for word in re.split(r"[,;\s]+(?![^(]*\))", text.translate(_MINUS)) if word]
    if not words:
        raise InvalidParameterError(
            where,
            f"the list of {symbol}",
            "numbers separated by commas, such as 0.1, 2^3, 1e4",
            text,
        )
    if len(words) > MOST_LISTED:
        raise InvalidParameterError(
            where, f"the list of {symbol}", f"at most {MOST_LISTED:,} numbers", len(words)
        )
    return tuple(sorted({_number(where, symbol, word) for word in words}))


def span_of(values: tuple[float, ...]) -> Span | None:
    """Span that gives exactly these numbers, in powers of two or ten; None if there is none."""
    if not values or any(value <= 0 or not isfinite(value) for value in values):
        return None
    for base in BASES:
        low, high = (round(log(v) / log(base), _DECIMALS) for v in (values[0], values[-1]))
        span = Span(base, low, high, len(values))
        readable = low == round(low, 1) and high == round(high, 1)
        if readable and low <= high and _gives(span, values):
            return span
    return None


def as_text(values: tuple[float, ...]) -> str:
    """List that gives exactly these numbers when it is typed in."""
    return ", ".join(
        f"{value:.17g}" if float(f"{value:g}") != value else f"{value:g}" for value in values
    )


def _check_span(where: str, symbol: str, span: Span) -> None:
    if not (isfinite(span.low) and isfinite(span.high)):
        raise InvalidParameterError(
            where, f"the exponents of {symbol}", "finite numbers", (span.low, span.high)
        )
    if span.points < 1:
        raise InvalidParameterError(
            where, f"the number of points of {symbol}", "1 or more", span.points
        )
    refuse_large(span.points)
    if span.low > span.high:
        raise InvalidParameterError(
            where,
            f"the low end of {symbol}",
            f"at most the high end ({span.base}^{span.high:g})",
            f"{span.base}^{span.low:g}",
        )
    if (span.low == span.high) != (span.points == 1):
        allowed = "1 for a single value" if span.low == span.high else "2 or more between two ends"
        raise InvalidParameterError(
            where, f"the number of points of {symbol}", allowed, span.points
        )


def _power(where: str, symbol: str, base: float, exponent: float) -> float:
    try:
        value = float(float(base) ** exponent)
    except OverflowError:
        value = float("inf")
    if not isfinite(value) or value == 0.0:
        raise InvalidParameterError(
            where, symbol, "a positive number a computer can hold", f"{base:g}^{exponent:g}"
        )
    return value


def _number(where: str, symbol: str, word: str) -> float:
    power = _POWER.fullmatch(word)
    if power:
        return _power(where, symbol, float(power[1]), float(power[2]))
    if not _NUMBER.fullmatch(word) or not isfinite(float(word)):
        raise InvalidParameterError(where, f"every {symbol} in the list", "a finite number", word)
    return float(word)


def _gives(span: Span, values: tuple[float, ...]) -> bool:
    if (span.low == span.high) != (span.points == 1):
        return False
    grid = spaced("", "", span)
    return all(isclose(a, b, rel_tol=1e-12) for a, b in zip(grid, values, strict=True))
