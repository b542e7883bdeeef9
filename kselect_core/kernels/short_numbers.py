"""How widths and other positive numbers of a grid are written: ``2⁻⁵``, ``0.3``, ``3.16·10⁻⁶``."""

from collections.abc import Iterable
from functools import lru_cache
from math import inf, log2

CLOSE = 1e-9
WHOLE = 7  # digits of a number before its power of ten is written apart
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(base: int, exponent: int) -> str:
    """Power as it is written: 2⁻⁵."""
    return f"{base}{str(exponent).translate(SUPERSCRIPTS)}"


def compact(value: float, digits: int = 3) -> str:
    """Text of a positive number that may be of any size: ``0.01``, ``3.16·10⁻⁶``, ``10⁻¹⁰``."""
    digit, _, exponent = f"{value:.{digits}g}".partition("e")
    return f"{digit}·{power(10, int(exponent))}".removeprefix("1·") if exponent else digit


def width(value: float, grid: Iterable[float] = ()) -> str:
    """A width as it is written everywhere: a power of two as 2⁻⁵, others with three digits.

    Of a ``grid`` that has others as well, a power of two is written as those are: 1, not 2⁰.
    """
    if _is_power(value) and _of_powers(tuple(grid)):
        return power(2, round(log2(value)))
    digits, _, tens = f"{float(f'{value:.3g}'):.{WHOLE}g}".partition("e")
    return f"{digits}·{power(10, int(tens))}" if tens else digits


def of_powers(values: Iterable[float]) -> bool:
    """Whether all values are powers of two."""
    return all(map(_is_power, values))


_of_powers = lru_cache(64)(of_powers)  # of a grid, for each of its values


def _is_power(value: float) -> bool:
    if not 0 < value < inf:
        return False
    exponent = log2(value)
    return abs(exponent - round(exponent)) < CLOSE
