"""Rounds in which kernels whose order is open are compared by more rows, after all others."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import NamedTuple

from kselect_core.criteria.problems import sampled
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.landmarks.items import Again
from kselect_core.selection.sweep.landmarks.settling import Settling


class Round(NamedTuple):
    """How far a round is: kernels whose order is open are compared by so many rows of K.

    ``most`` rows are those of the last round that there can be. ``kernels`` are counted on each
    split.
    """

    rows: int
    most: int
    finished: int
    kernels: int


Told = Callable[[Round], None]
Blocks = Callable[[Sequence[Again]], Generator[Block]]


def settled(settling: Settling, blocks_of: Blocks, on_round: Told | None) -> bool:
    """Compare until nothing is open or no more rows are taken; returns whether it came so far."""
    while asked := settling.asked():
        with closing(blocks_of(asked)) as blocks:
            if _taken(settling, blocks, _beginning(settling, asked), on_round) < len(asked):
                return False
    return True


def _beginning(settling: Settling, asked: Sequence[Again]) -> Round:
    n = settling.setup.n
    return Round(min(asked[0].rows, n), min(sampled.SIZES[-1], n), 0, len(asked))


def _taken(settling: Settling, blocks: Generator[Block], at: Round, on_round: Told | None) -> int:
    """Take what is found in a round as it comes; returns of how many kernels it came."""
    tell = on_round or _nobody
    tell(at)
    for block in blocks:
        settling.take(block)
        at = at._replace(finished=at.finished + 1)
        tell(at)
    return at.finished


def _nobody(_: Round) -> None:
    """Nobody is told."""
