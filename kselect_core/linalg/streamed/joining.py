"""What is found of runs of stretches, added in one tree."""

from collections.abc import Iterator
from typing import Protocol, TypeVar

from kselect_core.linalg.streamed.stretches import halves

P = TypeVar("P", bound="Part")  # Self is not understood where shapes are checked


class Part(Protocol):
    """What is found of some stretches of rows."""

    def plus(self: P, other: P, /) -> P:
        """With what is found of the rows that follow."""
        ...


def joined(run: range, depth: int, parts: Iterator[list[P]]) -> list[P]:
    """Add over a run of stretches what was found of its parts at a depth, in their order.

    It is added where halves meet: parts of any depth give the same bits.
    """
    if depth == 0 or len(run) <= 1:
        return next(parts)
    first, second = (joined(half, depth - 1, parts) for half in halves(run))
    return [one.plus(other) for one, other in zip(first, second, strict=True)]
