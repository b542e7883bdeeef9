"""Some rows of a kernel matrix against all its columns: they estimate sums over all entries."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.streamed.features import blocks, crossed
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Float, Int


class Rows(NamedTuple):
    """Sums along some rows of K − shift, exact, and the square of K that these rows make.

    ``drawn`` are their numbers, ``strata`` their classes, ``sizes`` how many points a class has.
    """

    drawn: Int[Array, " s"]
    strata: Int[Array, " s"]
    sizes: Int[Array, " c"]
    shift: float
    diagonal: Float[Array, " s"]
    plain: Float[Array, " s"]
    labels: Float[Array, " s"]
    squares: Float[Array, " s"]
    absolute: Float[Array, " s"]  # of K itself
    own: Float[Array, "t t"]  # K − shift between these rows, and others
    places: Int[Array, " s"]  # where these stand there

    def only(self, kept: Int[Array, " k"]) -> "Rows":
        """Some of the rows."""
        return self._replace(
            drawn=self.drawn[kept],
            strata=self.strata[kept],
            diagonal=self.diagonal[kept],
            plain=self.plain[kept],
            labels=self.labels[kept],
            squares=self.squares[kept],
            absolute=self.absolute[kept],
            places=self.places[kept],
        )

    @property
    def everybody(self) -> bool:
        """Whether these are all rows: nothing is estimated then."""
        return len(self.drawn) == int(self.sizes.sum())


def drawn_rows(
    strata: Int[Array, " n"], most: int, fewest: int, seed: np.random.SeedSequence
) -> Int[Array, " s"]:
    """Numbers of about ``most`` rows, classes in proportion, of each at least ``fewest``.

    All rows in their order where there are no more. Fewer rows of one seed lie inside more.
    """
    n = len(strata)
    if n <= most:
        return np.arange(n)
    rng, samples = np.random.default_rng(seed), []
    for members in (np.flatnonzero(strata == one) for one in np.unique(strata)):
        count = min(len(members), max(fewest, round(most * len(members) / n)))
        samples.append(rng.permutation(members)[:count])
    return np.concatenate(samples)


def rows_of(
    tiles: Tiles,
    drawn: Int[Array, " s"],
    y: Float[Array, " n"],
    strata: Int[Array, " n"],
    shift: float,
) -> Rows:
    """Sums along rows of K − shift. Cost: n s kernel values; memory of s² and a block of them."""
    Z, s = tiles.X[drawn], len(drawn)
    plain, labels, squares, absolute = np.zeros((4, s))
    for some in blocks(tiles.n, s):
        C = crossed(tiles, tiles.X[some], Z)
        absolute += np.abs(C).sum(axis=0)
        C -= shift
        plain += C.sum(axis=0)
        labels += y[some] @ C
        squares += np.einsum("ij,ij->j", C, C)
        tiles.pause()
    own = tiles.between(Z, None) - shift
    tiles.pause()
    sizes = np.bincount(strata)
    return Rows(
        drawn,
        strata[drawn],
        sizes,
        shift,
        tiles.diagonal[drawn],
        plain,
        labels,
        squares,
        absolute,
        own,
        np.arange(s),
    )


def borrowed(rows: Rows, strata: Int[Array, " n"]) -> Int[Array, " n"]:
    """For every point the row, by its place among those drawn, that stands for its own.

    Rows of a class stand for the points of the class in turn; all rows stand for themselves.
    """
    if rows.everybody:
        return np.argsort(rows.drawn)
    source = np.empty(len(strata), dtype=np.int64)
    for one in np.unique(strata):
        members, mine = np.flatnonzero(strata == one), np.flatnonzero(rows.strata == one)
        source[members] = np.resize(mine, len(members))
    return source


def times(rows: Rows, v: Float[Array, " s"]) -> Float[Array, " s"]:
    """(K − shift) times a vector known at the rows, estimated from these without bias.

    The entry of a row with itself counts once, those with the other rows for all of their class.
    """
    counts = np.bincount(rows.strata, minlength=len(rows.sizes))
    across = rows.sizes / np.maximum(counts, 1)
    within = ((rows.sizes - 1) / np.maximum(counts - 1, 1))[rows.strata]
    classes = rows.strata[:, None] == np.arange(len(rows.sizes))
    by_class = np.zeros((len(rows.own), len(rows.sizes)))
    by_class[rows.places] = classes * v[:, None]
    sums = (rows.own @ by_class)[rows.places]
    products = np.where(classes, within[:, None], across) * sums
    own: Float[Array, " s"] = np.diagonal(rows.own)[rows.places] * v
    return np.asarray(products.sum(axis=1) + (1.0 - within) * own)
