"""Vectors of parts of the points, class by class: each part is the rows of some classes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Float, Int


class Stacks(NamedTuple):
    """For every class the parts that have it, and for every part where its rows stand there.

    ``places`` has, for each part and class, the rows' numbers within the part and the class.
    """

    parts: list[Int[Array, " v"]]  # by class
    places: list[dict[int, tuple[Array, Array]]]  # by part
    sizes: Int[Array, " c"]

    @classmethod
    def of(
        cls, codes: Int[Array, " n"], parts: Sequence[Array], order: Int[Array, " n"]
    ) -> "Stacks":
        """Parts of points, whose classes stand one after the other in an order."""
        sizes = np.bincount(codes)
        within = np.empty(len(codes), dtype=np.int64)
        within[order] = np.arange(len(codes)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = []
        for rows in parts:
            own = [int(code) for code in np.unique(codes[rows])]
            mine = {code: np.flatnonzero(codes[rows] == code) for code in own}
            places.append({code: (some, within[rows[some]]) for code, some in mine.items()})
        having = [
            np.array([number for number, one in enumerate(places) if code in one], dtype=np.int64)
            for code in range(len(sizes))
        ]
        return cls(having, places, sizes)

    def shared(self) -> dict[tuple[int, int], tuple[Array, Array]]:
        """For two classes in their order: where the parts with both stand among those of each."""
        common = {}
        for left, some in enumerate(self.parts):
            for right, others in enumerate(self.parts[left:], left):
                both = np.intersect1d(some, others)
                common[left, right] = np.searchsorted(some, both), np.searchsorted(others, both)
        return common

    def spread(self, vectors: Sequence[Float[Array, "w p"]]) -> list[Array]:
        """Vectors of parts, class by class: (parts that have it, w, its points)."""
        stacked = []
        for code, having in enumerate(self.parts):
            one = np.zeros((len(having), len(vectors[0]), self.sizes[code]))
            for place, part in enumerate(having):
                own, there = self.places[part][code]
                one[place][:, there] = vectors[part][:, own]
            stacked.append(one)
        return stacked

    def gathered(self, stacked: Sequence[Array]) -> Iterator[Float[Array, "w p"]]:
        """Vectors of one part after the other, from what `spread` gives."""
        for number, places in enumerate(self.places):
            count = sum(len(own) for own, _ in places.values())
            vectors = np.empty((stacked[0].shape[1], count))
            for code, (own, there) in places.items():
                place = int(np.searchsorted(self.parts[code], number))
                vectors[:, own] = stacked[code][place][:, there]
            yield vectors


def across_parts(
    tiles: Tiles,
    codes: Int[Array, " n"],
    parts: Sequence[Int[Array, " p"]],
    vectors: Sequence[Float[Array, "p c"]],
    points: Float[Array, "m d"],
) -> list[Float[Array, "m c"]]:
    """Kernel between other points and each part of the sample, times vectors of the part.

    A part is the rows of some classes, all of each. Cost: mn entries, however many parts there are.
    """
    out = [np.zeros((len(points), V.shape[1])) for V in vectors]
    for code in np.unique(codes):
        mine = [codes[rows] == code for rows in parts]
        having = [number for number, own in enumerate(mine) if own.any()]
        blocks = [vectors[number][mine[number]] for number in having]
        if not blocks:
            continue
        one_class = replace(tiles, X=tiles.X[codes == code])
        images = one_class.across(points, np.hstack(blocks))
        cuts = np.cumsum([V.shape[1] for V in blocks])[:-1]
        for number, image in zip(having, np.split(images, cuts, axis=1), strict=True):
            out[number] += image
    return out
