"""Kernel whose values are given: they are read in the rows of `Dataset.from_gram`.

It is found by its name, and offered for data of that kind alone.
"""

import numpy as np

from kselect_core.errors import KselectError
from kselect_core.kernels.base import Kernel, Points
from kselect_core.kernels.conventions import Convention
from kselect_core.parameters import Parameter
from kselect_core.types import Array, Float, Int

HEAD = 2
"""Columns before the parameters: the number of a point, and how many there are."""


def precomputed(
    base: Points, *, t: float, out: Float[Array, "n m"] | None = None
) -> Float[Array, "n m"]:
    """k(x, z) as the matrix with parameter t has it, in the row of x at the number of z.

    ``out`` receives the result. Raises KselectError for points that no matrix knows.
    """
    size, values = _head(base.x)
    places = np.flatnonzero(np.isclose(values, t, rtol=1e-9, atol=0.0))
    if not len(places):
        grid = ", ".join(f"{value:g}" for value in values)
        raise KselectError(f"There is no Gram matrix for t = {t:g}; there are {grid}.")
    _numbers(base.x, size)
    start = HEAD + len(values) + int(places[0]) * size
    K: Float[Array, "n m"] = base.x[:, start + _numbers(base.z, size)]
    if out is None:
        return K
    np.copyto(out, K)
    return out


def _head(x: Float[Array, "n d"]) -> tuple[int, Float[Array, " q"]]:
    """Number of all points, and the parameters of the matrices."""
    size = int(x[0, 1]) if x.shape[1] > HEAD and np.isfinite(x[0, 1]) else 0
    count, rest = divmod(x.shape[1] - HEAD, size + 1)
    if size < 1 or rest or not (x[:, 1] == size).all():
        raise _no_points()
    return size, x[0, HEAD : HEAD + count]


def _numbers(sample: Float[Array, "n d"], size: int) -> Int[Array, " n"]:
    """Numbers of points within the matrices."""
    numbers = sample[:, 0]
    if not ((numbers >= 0) & (numbers < size) & (numbers == np.floor(numbers))).all():
        raise _no_points()
    return numbers.astype(np.int64)


def _no_points() -> KselectError:
    return KselectError(
        "The precomputed kernel knows only the points of its Gram matrices: it has no "
        "value at other points, or at a point that was moved or standardised."
    )


PRECOMPUTED = Kernel(
    name="precomputed",
    label="precomputed kernel",
    summary="Kernel values that were computed elsewhere and are given as Gram matrices.",
    base="points",
    of_base=precomputed,
    parameters=(Parameter("t", "t"),),
    conventions=(
        Convention(
            "matrix",
            "t",
            "given matrices Kₜ",
            r"k(x_i,x_j)=(K_t)_{ij}\ \text{(given)}",
            "up",
            plain=True,
        ),
    ),
    short="pre",
    scikit_learn=lambda *, t: {"kernel": "precomputed"},  # noqa: ARG005 (which one is in the data)
)
