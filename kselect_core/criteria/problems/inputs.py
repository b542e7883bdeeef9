"""What may enter a problem: a Gram matrix, labels and ridges, checked once at the border."""

from collections.abc import Mapping
from math import nan
from typing import NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.parameters import refuse_tensors
from kselect_core.types import Array, Float

LARGEST_RIDGE = 1e300
"""Beyond it nλ overflows."""

LARGEST_ENTRY = 1e150
"""Kernel values beyond it overflow when they are squared."""

SMALLEST_SAMPLE = 2
"""Fewer points cannot be held out."""

ASYMMETRIC = 1e-10
"""|K − Kᵀ| up to this share of the largest entry is rounding, in double precision."""

ULPS = 64
"""The same in units of the rounding error of numbers that came with fewer digits."""

BLOCK = 256
"""Rows that are compared with their columns at once."""
SINGLE = ULPS * float(np.finfo(np.float32).eps)
"""Share of the largest entry, or eigenvalue, that is rounding in single precision."""

TASKS = ("binary", "regression")

MOST_CLASSES = 20
"""Up to so many distinct whole numbers may be classes."""


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
    """Read-only symmetric float64 matrix, or an error that says what is wrong.

    Rounding that makes K and Kᵀ differ is taken out, in the precision that K came with.
    """
    refuse_tensors("Problem", "K", K)
    try:
        given = np.asarray(K)
        matrix = given.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "K", "a matrix of numbers", K) from error
    if matrix.ndim != 2 or len(set(matrix.shape)) > 1 or len(matrix) < SMALLEST_SAMPLE:  # noqa: PLR2004 (a matrix)
        raise InvalidParameterError(
            "Problem", "the shape of K", "square, at least 2 × 2", matrix.shape
        )
    largest = max(float(matrix.max()), -float(matrix.min()))
    if not largest <= LARGEST_ENTRY:  # also catches NaN
        raise KselectError(overflowing(matrix))
    difference = max(
        float(np.abs(matrix[i : i + BLOCK, i:] - matrix[i:, i : i + BLOCK].T).max())
        for i in range(0, len(matrix), BLOCK)
    )
    if difference > 0:
        if difference > _rounding(given, matrix) * largest:
            raise InvalidParameterError(
                "Problem",
                "K",
                "symmetric (if only rounding differs, pass (K + K.T) / 2)",
                f"|K − Kᵀ| up to {difference:.2g}, entries up to {largest:.2g}",
            )
        matrix = np.triu(matrix) + np.triu(matrix, 1).T  # its numbers keep their few digits
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


def _rounding(given: Array, matrix: Float[Array, "n n"]) -> float:
    """Share of the largest entry that is rounding, also of numbers that once had fewer digits."""
    if given.dtype.kind == "f" and given.dtype.itemsize < matrix.itemsize:
        return ULPS * float(np.finfo(given.dtype).eps)
    return SINGLE if is_single(matrix) else ASYMMETRIC


def is_single(K: Float[Array, "n n"]) -> bool:
    """Whether every entry has the few digits of single precision."""
    with np.errstate(over="ignore", under="ignore"):
        return bool((K.astype(np.float32) == K).all())


def labels(y: object, n: int, task: str | None = None) -> Float[Array, " n"]:
    """Read-only float64 labels with finite entries: −1 and +1, or a real target.

    Two other values, or a few whole numbers that come again and again, may be classes that need
    coding: they are refused unless ``task`` is "regression". "binary" allows −1 and +1 only.
    """
    refuse_tensors("Problem", "y", y)
    try:
        labels = np.array(y, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "y", "n numbers", y) from error
    if labels.shape != (n,):
        raise InvalidParameterError("Problem", "the shape of y", f"({n},)", labels.shape)
    if not np.isfinite(labels).all():
        raise KselectError("Problem: the labels y have missing or infinite entries.")
    _check_coding(labels, task)
    labels.flags.writeable = False
    return labels


def _check_coding(labels: Float[Array, " n"], task: str | None) -> None:
    """Raise where labels are classes that are not coded as −1 and +1, or may be."""
    if task is not None and task not in TASKS:
        raise InvalidParameterError("Problem", "task", f"None or one of {TASKS}", task)
    values = np.unique(labels)
    if task == "regression" or np.isin(values, (-1.0, 1.0)).all():
        return
    if task is None and not may_be_classes(labels):
        return
    allowed = ["−1 and +1 for two classes"]
    if len(values) == 2:  # noqa: PLR2004
        allowed[0] += f", as np.where(y == {values[-1]:g}, 1.0, -1.0) makes them"
    elif may_be_classes(labels):
        allowed.append("of several classes, two or one against the rest")
    if task is None:
        allowed.append("for numbers to be fitted say task='regression'")
    raise InvalidParameterError("Problem", "y", "; ".join(allowed), values.tolist())


def may_be_classes(labels: Float[Array, " n"]) -> bool:
    """Whether labels are two values other than −1 and +1, or a few whole numbers that come again.

    Examples
    --------
    >>> may_be_classes(np.array([0.0, 1.0, 2.0, 1.0, 2.0, 0.0]))
    True
    >>> may_be_classes(np.array([0.3, 1.0, 2.5, 1.0, 2.5, 0.3]))
    False
    """
    values = np.unique(labels)
    if np.isin(values, (-1.0, 1.0)).all():
        return False
    whole = bool((values == np.round(values)).all())
    two = len(values) == 2 and (whole or len(labels) > 2)  # noqa: PLR2004 (two classes)
    return two or (whole and 2 < len(values) <= min(MOST_CLASSES, len(labels) // 2))  # noqa: PLR2004


def ridges(lambdas: object) -> Float[Array, " L"]:
    """Read-only grid of finite positive λ."""
    refuse_tensors("Problem", "lambdas", lambdas)
    allowed = f"one or more finite numbers greater than 0 and up to {LARGEST_RIDGE:g}"
    try:
        grid = np.atleast_1d(np.array(lambdas, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("Problem", "λ (lambdas)", allowed, lambdas) from error
    if grid.ndim != 1 or not grid.size or not ((grid > 0) & (grid <= LARGEST_RIDGE)).all():
        raise InvalidParameterError("Problem", "λ (lambdas)", allowed, lambdas)
    grid.flags.writeable = False
    return grid
