"""Sums over the entries of many Gaussian kernel matrices at once, exactly, in O(n) memory.

Widths in the ratio 2 are squares of each other: one pass over tiles of distances serves them all.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from math import ceil, log2
from typing import Any, NamedTuple

import numpy as np

from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.tiled.tiles import Pause, Tiles, go_on, pieces
from kselect_core.types import Array, Float, Int

SIDE = 256
"""Rows and columns of a tile of distances: half a megabyte."""

SMALL = 0.05
"""Largest exponent for which the series that starts a chain is right to the last digit."""

NEAR = 0.7
"""While γ times the mean squared distance is below it, K − 1 keeps more digits than K."""

SAME = 1e-12
"""Two ratios of widths that agree to this are equal."""


class Sums(NamedTuple):
    """Sums of K − ``shift`` and of its squares over the members of every class, row by row.

    ``shift`` is 1 where K is nearly constant, so that what is left of it keeps its digits.
    """

    shift: float
    plain: Float[Array, "classes n"]
    squares: Float[Array, "classes n"]


class Chain(NamedTuple):
    """Numbers of kernels whose γ double from one to the next, and the γ of the first."""

    members: tuple[int, ...]
    gamma: float


def chains_of(gammas: Sequence[float]) -> list[Chain]:
    """Kernels sorted into chains in which each γ is twice the one before."""
    order = [int(i) for i in np.argsort(gammas, kind="stable")]
    chains: list[list[int]] = []
    for i in order:
        for chain in chains:
            if abs(gammas[i] / (2 * gammas[chain[-1]]) - 1) <= SAME:
                chain.append(i)
                break
        else:
            chains.append([i])
    return [Chain(tuple(chain), gammas[chain[0]]) for chain in chains]


def gaussian_sums(
    X: Float[Array, "n d"],
    codes: Int[Array, " n"],
    gammas: Sequence[float],
    *,
    pause: Pause = go_on,
) -> list[Sums]:
    """Sums over the classes 0, 1, … of ``codes``, for every kernel exp(−γ‖x − z‖²).

    Cost: n²/2 distances per chain, and four operations per entry and kernel.
    """
    tiles = _Sorted(X, codes)
    found: dict[int, Sums] = {}
    for chain in chains_of(gammas):
        plan = tiles.plan(chain.gamma, len(chain.members) + 1)
        totals = tiles.summed(plan, pause)
        for w, member in enumerate(chain.members):
            found[member] = _of_step(totals, w, plan.turn - plan.skip, tiles.sizes)
    return [found[i] for i in range(len(gammas))]


def gaussian_products(
    X: Float[Array, "n d"],
    vectors: Float[Array, "w n"],
    gammas: Sequence[float],
    *,
    pause: Pause = go_on,
) -> Float[Array, "w n"]:
    """K v for every kernel exp(−γ‖x − z‖²) with a vector v of its own."""
    tiles = _Sorted(X, np.zeros(len(X), dtype=np.int64))
    out, totals = np.empty_like(vectors), vectors.sum(axis=1)
    for chain in chains_of(gammas):
        members = list(chain.members)
        plan = tiles.plan(chain.gamma, len(members))
        made = tiles.multiplied(plan, vectors[members], pause)
        for w, member in enumerate(members):
            shift = 1.0 if w < plan.turn - plan.skip else 0.0
            out[member] = made[w] + shift * totals[member]
    return out


def _of_step(totals: Array, w: int, turn: int, sizes: Array) -> Sums:
    """Sums of the w-th kernel of a chain: its squares are the kernel of the next step."""
    mine, next_one, count = totals[w], totals[w + 1], sizes[:, None]
    if w >= turn:
        return Sums(0.0, mine, next_one)
    constant = 0.0 if w + 1 < turn else count  # there the next step holds K, not K − 1
    return Sums(1.0, mine, next_one - 2 * mine - constant)


class _Plan(NamedTuple):
    """Steps of a chain: where its series starts, how many squares come first, where E becomes K."""

    scale: float
    skip: int
    turn: int
    length: int


class _Sorted:
    """Points sorted by class, so that a tile lies within one class on either side."""

    def __init__(self, X: Float[Array, "n d"], codes: Int[Array, " n"]) -> None:
        self.order = np.argsort(codes, kind="stable")
        self.X = np.ascontiguousarray((X - X.mean(axis=0))[self.order])
        self.sizes = np.bincount(codes)
        norms = np.einsum("ij,ij->i", self.X, self.X)
        self.farthest, self.mean = 4 * float(norms.max()), 2 * float(norms.mean())
        ends = np.cumsum(self.sizes)
        self.blocks = [
            (slice(end - size + part.start, end - size + part.stop), code)
            for code, (size, end) in enumerate(zip(self.sizes, ends, strict=True))
            for part in pieces(int(size), SIDE)
        ]

    def plan(self, gamma: float, count: int) -> _Plan:
        """Steps of the kernels γ, 2γ, 4γ, … on these points."""
        widest = gamma * self.farthest
        skip = max(0, ceil(log2(widest / SMALL))) if widest > SMALL else 0
        mean = gamma * self.mean / 2.0**skip
        turn = max(0, ceil(log2(NEAR / mean))) if mean > 0 else skip + count
        return _Plan(-gamma / 2.0**skip, skip, turn, count)

    def summed(self, plan: _Plan, pause: Pause) -> Float[Array, "w classes n"]:
        """Sums over every class of what each step of a chain holds."""
        total = np.zeros((plan.length, len(self.sizes), len(self.X)))
        ones = np.broadcast_to(1.0, (plan.length, len(self.X)))
        for rows, left, columns, right, along, down in self._products(plan, ones, pause):
            total[:, right, rows] += along
            if rows != columns:
                total[:, left, columns] += down
        return self._unsorted(total)

    def multiplied(
        self, plan: _Plan, vectors: Float[Array, "w n"], pause: Pause
    ) -> Float[Array, "w n"]:
        """What each step of a chain holds, times a vector of its own; points of one class only."""
        total = np.zeros_like(vectors)
        for rows, _, columns, _, along, down in self._products(plan, vectors, pause):
            total[:, rows] += along
            if rows != columns:
                total[:, columns] += down
        return total

    def _products(
        self, plan: _Plan, v: Float[Array, "w n"], pause: Pause
    ) -> Iterator[tuple[slice, int, slice, int, Array, Array]]:
        """Rows and their class, columns and theirs, and the products of a tile along and down."""
        for number, (rows, left) in enumerate(self.blocks):
            for columns, right in self.blocks[number:]:
                same = rows == columns
                D = squared_distances(self.X[rows], None if same else self.X[columns])
                along, down = (np.zeros((plan.length, size)) for size in D.shape)
                parts = (np.ascontiguousarray(v[:, part]) for part in (rows, columns))
                _loops().products(D, plan.scale, plan.skip, plan.turn, *parts, along, down)
                yield rows, left, columns, right, along, down
            pause()

    def _unsorted(self, values: Array) -> Array:
        for one in values.reshape(-1, len(self.order)):
            one[self.order] = one.copy()
        return values


def entry_sums(
    tiles: Tiles, weights: Float[Array, "n c"], *, shift: float
) -> tuple[Float[Array, "c n"], Float[Array, "c n"]]:
    """Sums of K − shift and of its squares with some weights, row by row, for any kernel.

    Cost: n²/2 entries, each used twice.
    """
    plain, squares = (np.zeros(weights.shape) for _ in range(2))
    for rows, columns, K in tiles.upper():
        T = K - shift
        with np.errstate(over="ignore", invalid="ignore"):  # shows in the squares
            for out in (plain, squares):
                out[rows] += T @ weights[columns]
                if rows != columns:
                    out[columns] += T.T @ weights[rows]
                np.square(T, out=T)
    return plain.T.copy(), squares.T.copy()


def _loops() -> Any:  # noqa: ANN401 (a module)
    """The compiled loops; they import numba, which takes a second."""
    return import_module("kselect_core.linalg.tiled.loops")
