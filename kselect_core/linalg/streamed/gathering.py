"""One pass over the points, which gathers sums over blocks of rows."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from scipy.linalg.blas import dsyrk

from kselect_core.linalg.streamed.features import Features, blocks
from kselect_core.linalg.streamed.gathered import Gathered, triangle
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.stretches import rows_of, stretches
from kselect_core.types import Array, Float, Int


def gathered(
    model: Features,
    y: Float[Array, " n"],
    partitions: Sequence[Int[Array, " n"]],
    run: range | None = None,
) -> list[Gathered]:
    """Sums over the blocks of every partition of the rows, not yet those of features.

    Sums of kernel values as they are would lose the small ridges: the first landmarks are
    eliminated beforehand. A partition says the number of its block for every row. The kernel values
    are made once and forgotten; double precision throughout, as single loses the small ridges.
    ``run`` are the stretches of rows that are looked at, all without it.

    Cost: n m² flops per partition, 2nmq with q eliminated landmarks, and n m kernel values; memory
    of all blocks times m², and of half of it for each halving of the stretches.
    """
    run = stretches(len(y)) if run is None else run
    each = (_of_stretch(model, y, partitions, number) for number in run)
    return joined(run, len(run), each)


def _of_stretch(
    model: Features, y: Float[Array, " n"], partitions: Sequence[Int[Array, " n"]], number: int
) -> list[Gathered]:
    """Sums over one stretch, block of rows by block of rows."""
    stretch = rows_of(number, len(y))
    sums = [_Running(len(model.Z), int(assigned.max()) + 1) for assigned in partitions]
    for block in blocks(stretch.stop - stretch.start, len(model.Z)):
        order = np.argsort(partitions[0][stretch][block], kind="stable")
        order += stretch.start + block.start
        C = model.crossed(model.tiles.X[order])
        model.eliminate(C)
        sums[0].add(C, y[order], partitions[0][order])
        for one, assigned in zip(sums[1:], partitions[1:], strict=True):
            again = np.argsort(assigned[order], kind="stable")
            one.add(C[again], y[order[again]], assigned[order[again]])
        model.tiles.pause()
    return [one.result() for one in sums]


class _Running:
    """Sums that grow; of φφᵀ only a triangle is kept."""

    def __init__(self, m: int, count: int) -> None:
        self.squares = np.zeros((count, m, m))
        self.vectors = np.zeros((2, count, m))
        self.numbers = np.zeros((3, count))

    def add(
        self, C: Float[Array, "p m"], y: Float[Array, " p"], assigned: Int[Array, " p"]
    ) -> None:
        """Add rows, which are in the order of their blocks."""
        cuts = np.searchsorted(assigned, np.arange(len(self.squares) + 1))
        for block, (start, stop) in enumerate(pairwise(cuts)):
            if start == stop:
                continue
            part, labels = C[start:stop], y[start:stop]
            whole = self.squares[block].T  # in the order that BLAS adds to in place
            dsyrk(1.0, part.T, beta=1.0, c=whole, overwrite_c=True)
            self.vectors[:, block] += np.stack([part.sum(axis=0), labels @ part])
            self.numbers[:, block] += stop - start, labels.sum(), labels @ labels

    def result(self) -> Gathered:
        """Sums of all rows that were added."""
        lower = triangle(self.squares.shape[1])
        triangles = np.empty((len(self.squares), int(lower.sum())))
        for half, square in zip(triangles, self.squares, strict=True):
            half[:] = square[lower]
        return Gathered(triangles, *self.vectors, *self.numbers)
