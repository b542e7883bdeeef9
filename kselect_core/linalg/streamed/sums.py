"""Sums over blocks of rows of features: all that fits of a landmark model need of them."""

from typing import NamedTuple

from kselect_core.types import Array, Float


class Sums(NamedTuple):
    """Sums over blocks of rows, one block after the other: of φφᵀ, φ, φy, 1, y and y²."""

    squares: Float[Array, "b r r"]
    ones: Float[Array, "b r"]
    labels: Float[Array, "b r"]
    sizes: Float[Array, " b"]
    y: Float[Array, " b"]
    yy: Float[Array, " b"]

    @property
    def whole(self) -> "Sums":
        """Sums over all rows, as the one block."""
        return Sums(*(one.sum(axis=0, keepdims=True) for one in self))

    def only(self, block: int) -> "Sums":
        """Sums over the rows of one block, as the one block."""
        return Sums(*(one[block : block + 1] for one in self))

    def less(self, part: "Sums") -> "Sums":
        """Sums without those of some of the rows."""
        return Sums(*(one - other for one, other in zip(self, part, strict=True)))

    def first(self, m: int) -> "Sums":
        """Sums of the first features alone."""
        return self._replace(
            squares=self.squares[:, :m, :m], ones=self.ones[:, :m], labels=self.labels[:, :m]
        )
