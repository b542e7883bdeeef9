"""A way to write the parameter of a kernel, and how it is converted to the stored one."""

from collections.abc import Callable
from dataclasses import dataclass


def same(value: float) -> float:
    """The value itself."""
    return value


def inverse(value: float) -> float:
    """1/value."""
    return 1.0 / value


def half_inverse(value: float) -> float:
    """1/(2 value)."""
    return 1.0 / (2.0 * value)


def half_inverse_square(value: float) -> float:
    """1/(2 value²)."""
    return 0.5 / value / value


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to write the parameter of a kernel family; its name belongs to one family.

    ``formula`` is plain text, ``latex`` the same as it is typeset. ``wider`` is "up" where larger
    values make the kernel smoother, else "down". A ``whole`` parameter counts something: it is a
    small whole number, written with the convention's name.
    """

    name: str
    symbol: str
    formula: str
    latex: str
    wider: str = "down"
    to_stored: Callable[[float], float] = same
    whole: bool = False
