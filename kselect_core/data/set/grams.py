"""Points that are known by their kernel values alone: Gram matrices, stacked as features.

A row holds its own number, the number of all points, the parameter of each matrix, and its kernel
values with every point under each matrix. Splits, copies and files keep it together, and the kernel
``precomputed`` reads k(x, z) in the row of x at the number of z.
"""

from collections.abc import Mapping
from itertools import combinations
from os import PathLike
from typing import Final, NamedTuple

import numpy as np

from kselect_core.data.set.family import TABLE, common_size
from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError, shortened
from kselect_core.types import Array

HEAD: Final = 2
"""Columns before the parameters: the number of a point, and how many there are."""

SINGLE, DOUBLE = 1e-5, 1e-9
"""Share of the largest entry by which K and Kᵀ may differ in single and in double precision."""

NOTED: Final = 1e-13
"""A smaller difference is the rounding of any product of matrices, and is taken out in silence."""

LARGEST_CHECK: Final = 3000
"""Points for which eigenvalues are looked at while matrices are read: a few seconds each."""


ORDERS: Final = 30
"""Random orders of the points with which two matrices are compared."""

FAR: Final = 4.0
"""Standard deviations above random orders from which on two matrices agree."""

COMPARED: Final = (10, 200)
"""Points that such a comparison needs at least, and uses at most."""

MOST_COMPARED: Final = 20
"""Matrices that are compared with each other: two seconds where none agree."""


class Stacked(NamedTuple):
    """Features made of matrices, and what was done to them."""

    X: Array
    feature_names: tuple[str, ...]
    matrices: tuple[str, ...]
    findings: tuple[Finding, ...]


def stacked(
    K: object, test: object = None, *, parameter: str = "", labels: int | None = None
) -> Stacked:
    """Return matrices as features of their points; those of ``test`` have one row a test point.

    With a ``parameter`` the names of the matrices are its values. Raises DataError for what is no
    family of Gram matrices, with the name of the matrix; of several sizes the number of ``labels``
    is right.
    """
    named = _ordered(_named(K, "K"), parameter)
    values = [float(name) if parameter else i + 1.0 for i, name in enumerate(named)]
    n = common_size({name: matrix.shape for name, matrix in named.items()}, labels)
    checked, findings = [], []
    for name, matrix in named.items():
        whole, finding = _symmetric(name, matrix)
        checked.append(whole)
        findings += [*finding, *_indefinite(name, whole)]
    findings += _in_another_order(dict(zip(named, checked, strict=True)))
    across = _across(test, list(named), n)
    points = n + (len(across[0]) if across else 0)
    blocks = [
        _square(matrix, across[i], points) if across else matrix for i, matrix in enumerate(checked)
    ]
    head = np.column_stack(
        [np.arange(points), *(np.full(points, value) for value in (points, *values))]
    )
    names = (
        "number of the point",
        "points",
        *(f"parameter of {name}" for name in named),
        *(f"{name} with {j + 1}" for name in named for j in range(points)),
    )
    text = f"{len(named)} Gram {'matrix' if len(named) == 1 else 'matrices'} of {n} points"
    what = f" for {parameter} = {', '.join(named)}" if parameter else f": {', '.join(named)}"
    facts = (Finding("found", f"{text}{what}."), *findings)
    return Stacked(np.hstack([head, *blocks]), names, tuple(named), facts)


def parameter_of(names: tuple[str, ...]) -> str:
    """Return the parameter of which all names are values, as in 0.1, 1, 10; else nothing."""
    try:
        numbers = {float(name) for name in names}
    except ValueError:
        return ""
    usable = len(numbers) == len(names) > 0 and all(0 < number < np.inf for number in numbers)
    return "t" if usable else ""


def _named(K: object, what: str) -> dict[str, Array]:
    """Return matrices by name: a table of names, a list, or one alone."""
    if isinstance(K, Mapping):
        matrices = {str(key): K[key] for key in K}
    elif isinstance(K, list | tuple) and len(K) and np.ndim(K[0]) == TABLE:
        matrices = {f"{what}{i + 1}": matrix for i, matrix in enumerate(K)}
    else:
        matrices = {what: K}
    if not matrices:
        raise DataError(f"{what}: a family of Gram matrices needs at least one.")
    for name, matrix in matrices.items():
        if isinstance(matrix, str | PathLike):
            raise DataError(
                f"The Gram matrix {shortened(name)} must be a table of numbers, got the name of a "
                f"file: numpy.load({str(matrix)!r}) reads it, numpy.loadtxt(…, delimiter=',') CSV."
            )
    return {name: np.asarray(matrix) for name, matrix in matrices.items()}


def _ordered(named: dict[str, Array], parameter: str) -> dict[str, Array]:
    """Return the matrices in the order of their parameter, if their names are its values."""
    if not parameter:
        return named
    try:
        values = {name: float(name) for name in named}
    except ValueError as error:
        raise DataError(
            f"The names of the matrices must be values of {parameter}, got "
            f"{shortened(list(named))}; leave the parameter out where they are names."
        ) from error
    if len(set(values.values())) < len(values) or not all(0 < v < np.inf for v in values.values()):
        raise DataError(
            f"The values of {parameter} must be different and greater than 0, got "
            f"{shortened(list(named))}."
        )
    return {name: named[name] for name in sorted(named, key=values.__getitem__)}


def _symmetric(name: str, matrix: Array) -> tuple[Array, list[Finding]]:
    """Return a matrix as symmetric numbers, with a note where rounding was taken out."""
    what = f"The Gram matrix {shortened(name)}"
    if matrix.dtype.kind not in "fiub":
        raise DataError(f"{what} must hold numbers, got {matrix.dtype}.")
    K = matrix.astype(np.float64)
    if not np.isfinite(K).all():
        i, j = np.argwhere(~np.isfinite(K))[0]
        raise DataError(
            f"{what} is {K[i, j]} in row {i + 1}, column {j + 1}; every value is needed."
        )
    difference, largest = float(np.abs(K - K.T).max()), float(np.abs(K).max())
    single = matrix.dtype.itemsize <= np.dtype(np.float32).itemsize or _has_few_digits(K)
    if difference > (SINGLE if single else DOUBLE) * largest:
        i, j = np.unravel_index(int(np.abs(K - K.T).argmax()), K.shape)
        raise DataError(
            f"{what} is not symmetric: {K[i, j]:.6g} in row {i + 1}, column {j + 1}, and "
            f"{K[j, i]:.6g} the other way round. If a half is left out, give it whole; if both "
            "are measured, give their mean, (K + K.T) / 2."
        )
    if difference <= NOTED * largest:
        return (K + K.T) / 2, []
    text = f"{what} and its transpose differ by rounding, {difference:.1g}; their mean is used."
    return (K + K.T) / 2, [Finding("fixed", text)]


def _has_few_digits(K: Array) -> bool:
    with np.errstate(over="ignore"):
        return bool((K.astype(np.float32) == K).all())


def _indefinite(name: str, K: Array) -> list[Finding]:
    """Return a notice, with the remedies, where a matrix has a negative eigenvalue."""
    if len(K) > LARGEST_CHECK:
        return []
    sigma = np.linalg.eigvalsh(K)
    rounding = len(K) * (np.finfo(np.float32).eps if _has_few_digits(K) else np.finfo(float).eps)
    if sigma[0] >= -rounding * max(abs(sigma[-1]), abs(sigma[0])):
        return []
    text = (
        f"{shortened(name)} is not positive semi-definite: its smallest eigenvalue is "
        f"{sigma[0]:.3g}, its largest {sigma[-1]:.3g}. Criteria that need it have no value. "
        "Remedies, each another kernel: K + c·I with c above the size of the smallest, or its "
        "negative eigenvalues set to 0."
    )
    return [Finding("notice", text)]


def _in_another_order(matrices: Mapping[str, Array]) -> list[Finding]:
    """Return a notice of matrices that agree with no other more than in random orders of points.

    Two matrices agree if the rank correlation of their entries beside the diagonal is far above
    that in random orders (the permutation test of Mantel 1967, with Spearman's coefficient).
    """
    fewest, most = COMPARED
    ranked = {name: _ranks(K[:most, :most]) for name, K in matrices.items()}
    usable = {name: R for name, R in ranked.items() if R is not None and len(R) >= fewest}
    if not 1 < len(usable) <= MOST_COMPARED:
        return []
    rng = np.random.default_rng(0)
    agree: set[str] = set()
    for one, other in combinations(usable, 2):
        if {one, other} <= agree:
            continue
        first, second = usable[one], usable[other]
        orders = (rng.permutation(len(first)) for _ in range(ORDERS))
        chance = [(first * second[np.ix_(order, order)]).sum() for order in orders]
        if (first * second).sum() > np.mean(chance) + FAR * np.std(chance):
            agree |= {one, other}
    strange = [shortened(name) for name in usable if name not in agree]
    if not strange:
        return []
    have = "has" if len(strange) == 1 else "have"
    text = (
        f"{', '.join(strange)} {have} no more in common with another matrix than in a random order "
        "of the points. Are the rows of all matrices, and the labels, in the same order?"
    )
    return [Finding("notice", text)]


def _ranks(K: Array) -> Array | None:
    """Return ranks of entries beside the diagonal, of mean 0 and norm 1; None if all are equal."""
    beside = ~np.eye(len(K), dtype=bool)
    if len(K) == 1 or np.ptp(K[beside]) == 0:
        return None
    _, places, counts = np.unique(K[beside], return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]  # of ties their mean
    R: Array = np.zeros_like(K)
    R[beside] = ranks - ranks.mean()
    R /= np.linalg.norm(R)
    return R


def _across(test: object, names: list[str], n: int) -> list[Array]:
    """Return the kernel values of test points (rows) with the points, one table a matrix."""
    if test is None:
        return []
    tables = _named(test, "K")
    if sorted(tables) != sorted(names):
        raise DataError(
            "The tables of test points must be called as the matrices are, "
            f"{shortened(names)}, got {shortened(list(tables))}."
        )
    m = len(next(iter(tables.values())))
    for name, table in tables.items():
        if table.shape != (m, n):
            raise DataError(
                f"The test rows of {shortened(name)} must be a table of {n} columns, one for each "
                f"point of its Gram matrix, got {table.shape}."
            )
        if not np.isfinite(table).all():
            raise DataError(f"The test rows of {shortened(name)} have missing or infinite values.")
    return [tables[name].astype(np.float64) for name in names]


def _square(K: Array, across: Array, points: int) -> Array:
    """Return a matrix of all points; between two test points nothing is known."""
    whole = np.full((points, points), np.nan)
    n = len(K)
    whole[:n, :n], whole[n:, :n], whole[:n, n:] = K, across, across.T
    return whole
