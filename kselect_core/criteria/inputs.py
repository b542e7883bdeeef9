"""What may enter a problem: a Gram matrix, labels and ridges, checked once at the border."""

from collections.abc import Mapping
from math import nan
from typing import NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.types import Array, Float

LARGEST_RIDGE = 1e300
"""Beyond it nλ overflows."""

LARGEST_ENTRY = 1e150
"""Kernel values beyond it overflow when they are squared."""

SMALLEST_SAMPLE = 2
"""Fewer points cannot be held out."""


class KernelFact(NamedTuple):
    """What is known of the kernel behind a matrix, and of the sample it was taken on.

    ``name`` is empty where nobody said which kernel it is. ``features`` counts the attributes of a
    point and ``variance`` is the mean of their variances; 0 and NaN where the sample is unknown.
    """

    name: str = ""
    parameters: tuple[tuple[str, object], ...] = ()
    features: int = 0
    variance: float = nan

    @classmethod
    def of_sample(cls, X: Float[Array, "n d"]) -> "KernelFact":
        """Fact about a sample whose kernel is not yet chosen."""
        return cls(features=X.shape[1], variance=float(X.var(axis=0).mean()))

    def of_kernel(
        self, name: str = "", parameters: Mapping[str, object] | None = None
    ) -> "KernelFact":
        """Fact about a kernel on the same sample; without a name the kernel is unknown."""
        return self._replace(name=name, parameters=tuple((parameters or {}).items()))

    def parameter(self, name: str) -> float:
        """Value of a parameter of the kernel."""
        return float(dict(self.parameters)[name])  # type: ignore[arg-type]  # a number


def gram(K: object) -> Float[Array, "n n"]:
    """Read-only symmetric float64 matrix, or an error that says what is wrong."""
    try:
        matrix = np.asarray(K, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "K", "a matrix of numbers", K) from error
    if matrix.ndim != 2 or len(set(matrix.shape)) > 1 or len(matrix) < SMALLEST_SAMPLE:  # noqa: PLR2004 (a matrix)
        raise InvalidParameterError(
            "Problem", "the shape of K", "square, at least 2 × 2", matrix.shape
        )
    largest = max(float(matrix.max()), -float(matrix.min()))
    if not largest <= LARGEST_ENTRY:  # also catches NaN
        raise KselectError(overflowing(matrix))
    if not _is_symmetric(matrix, 1e-10 * largest):
        raise InvalidParameterError("Problem", "K", "symmetric", "a matrix with K ≠ Kᵀ")
    if matrix.flags.writeable or not matrix.flags.c_contiguous:
        matrix = matrix.copy()
        matrix.flags.writeable = False
    return matrix


def overflowing(K: Array) -> str:
    """Why a kernel matrix cannot be used: its largest finite entry, and what to do."""
    finite = np.abs(K[np.isfinite(K)])
    largest = f"largest finite entry {finite.max():.3g}" if finite.size else "no finite entry"
    return (
        f"the kernel matrix K has missing, infinite or overflowing entries ({largest}); "
        "use a lower degree or the normalised kernel"
    )


def _is_symmetric(matrix: Array, tolerance: float, block: int = 256) -> bool:
    """Whether |K − Kᵀ| ≤ tolerance everywhere, block by block."""
    n = len(matrix)
    return all(
        bool((np.abs(matrix[i : i + block, i:] - matrix[i:, i : i + block].T) <= tolerance).all())
        for i in range(0, n, block)
    )


def labels(y: object, n: int) -> Float[Array, " n"]:
    """Read-only float64 labels with finite entries."""
    try:
        labels = np.array(y, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "y", "n numbers", y) from error
    if labels.shape != (n,):
        raise InvalidParameterError("Problem", "the shape of y", f"({n},)", labels.shape)
    if not np.isfinite(labels).all():
        raise KselectError("Problem: the labels y have missing or infinite entries.")
    labels.flags.writeable = False
    return labels


def ridges(lambdas: object) -> Float[Array, " L"]:
    """Read-only grid of finite positive λ."""
    allowed = f"one or more finite numbers greater than 0 and up to {LARGEST_RIDGE:g}"
    try:
        grid = np.atleast_1d(np.array(lambdas, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "λ (lambdas)", allowed, lambdas) from error
    if grid.ndim != 1 or not grid.size or not ((grid > 0) & (grid <= LARGEST_RIDGE)).all():
        raise InvalidParameterError("Problem", "λ (lambdas)", allowed, lambdas)
    grid.flags.writeable = False
    return grid
