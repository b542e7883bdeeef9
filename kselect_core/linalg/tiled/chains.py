"""Sums over the entries of many Gaussian kernel matrices at once, exactly, in O(n) memory.

Widths in the ratio 2 are squares of each other: one pass over tiles of distances serves them all.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from math import ceil, log2
from typing import Any, NamedTuple

import numpy as np

from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.tiled.stacks import Stacks
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
    sums: dict[int, Sums] = {}
    for chain in chains_of(gammas):
        plan = tiles.plan(chain.gamma, len(chain.members) + 1)
        totals = tiles.summed(plan, pause)
        for w, member in enumerate(chain.members):
            sums[member] = _of_step(totals, w, plan.turn - plan.skip, tiles.sizes)
    return [sums[i] for i in range(len(gammas))]


def products_of_parts(
    X: Float[Array, "n d"],
    codes: Int[Array, " n"],
    parts: Sequence[Int[Array, " p"]],
    vectors: Sequence[Float[Array, "w p"]],
    gammas: Sequence[float],
    *,
    pause: Pause = go_on,
) -> list[Float[Array, "w p"]]:
    """K v on parts of the points, for every kernel exp(−γ‖x − z‖²) with vectors of its own.

    A part is the rows of some of the classes 0, 1, …, all of each. Tiles are made once, for all
    parts that have both classes of a tile.
    """
    tiles = _Sorted(X, codes)
    stacks = Stacks.of(codes, parts, tiles.order)
    out, stacked = [np.empty_like(one) for one in vectors], stacks.spread(vectors)
    for chain in chains_of(gammas):
        members = list(chain.members)
        plan = tiles.plan(chain.gamma, len(members))
        images = tiles.multiplied(plan, stacks, [one[:, members] for one in stacked], pause)
        held = np.arange(len(members)) < plan.turn - plan.skip  # K − 1, not K
        for product, part, v in zip(out, stacks.gathered(images), vectors, strict=True):
            product[members] = part + (held * v[members].sum(axis=1))[:, None]
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
        ones = np.ones((1, plan.length, SIDE))
        for (rows, left), (columns, right) in self._pairs(pause):
            u, v = (ones[:, :, : part.stop - part.start] for part in (rows, columns))
            along, down = self._products(plan, rows, columns, u, v)
            total[:, right, rows] += along[0]
            if rows != columns:
                total[:, left, columns] += down[0]
        return self._unsorted(total)

    def multiplied(
        self, plan: _Plan, stacks: Stacks, given: list[Array], pause: Pause
    ) -> list[Array]:
        """What each step of a chain holds, times vectors of its own for every part."""
        total, shared = [np.zeros_like(one) for one in given], stacks.shared()
        starts = np.cumsum(self.sizes) - self.sizes
        for (rows, left), (columns, right) in self._pairs(pause):
            first, second = shared[left, right]
            if not len(first):
                continue
            here, there = (
                (slice(None), slice(part.start - starts[code], part.stop - starts[code]))
                for part, code in ((rows, left), (columns, right))
            )
            u, v = given[left][first][:, *here], given[right][second][:, *there]
            along, down = self._products(plan, rows, columns, u, v)
            total[left][first, *here] += along
            if rows != columns:
                total[right][second, *there] += down
        return total

    def _pairs(self, pause: Pause) -> Iterator[tuple[tuple[slice, int], tuple[slice, int]]]:
        """Rows and their class, columns and theirs, of every tile on and above the diagonal."""
        for number, rows in enumerate(self.blocks):
            for columns in self.blocks[number:]:
                yield rows, columns
            pause()

    def _products(
        self,
        plan: _Plan,
        rows: slice,
        columns: slice,
        u: Float[Array, "v w p"],
        v: Float[Array, "v w q"],
    ) -> tuple[Float[Array, "v w p"], Float[Array, "v w q"]]:
        """Products of the tile of every step along with v, and down with u."""
        D = squared_distances(self.X[rows], None if rows == columns else self.X[columns])
        along, down = np.zeros(u.shape), np.zeros(v.shape)
        contiguous = (np.ascontiguousarray(one) for one in (u, v))
        _loops().products(D, plan.scale, plan.skip, plan.turn, *contiguous, along, down)
        return along, down

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
