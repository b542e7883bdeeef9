"""One training point removed, its label flipped, or its features jittered; all else as it was."""

from dataclasses import replace
from math import isfinite
from typing import NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import KERNELS, Points
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, family_of
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Float

ACTIONS = ("remove", "flip", "jitter")

JITTER_STREAM = 3
"""First spawn key of the seeds of the jitter."""

LARGEST_JITTER = 1e6
"""Prepared features have size 1 or so."""


class Alteration(NamedTuple):
    """What happens to which point: ``row`` counts from 0 within the training part.

    ``size`` is the standard deviation of the jitter, in units of the prepared features.
    """

    row: int
    action: str = "remove"
    size: float = 0.5
    seed: int = 0


def altered(ready: PreparedSplit, change: Alteration) -> PreparedSplit:
    """Split in which one training point is changed; preparation, test part and folds are kept.

    The other points are not standardised anew, regression targets not centred anew, and every
    point stays in its fold (a removed one leaves it): what moves, moves because of the point.
    """
    _check(ready, change)
    problem, X, rows = ready.problem, ready.X_train, np.arange(ready.problem.n)
    y = problem.y.copy()
    if change.action == "remove":
        rows = np.delete(rows, change.row)
    elif change.action == "flip":
        y[change.row] = -y[change.row]
    else:
        X = X.copy()
        X[change.row] += _noise(change, X.shape[1])
    return replace(
        ready,
        train=ready.train[rows],
        X_train=X[rows],
        problem=problem.altered(rows, y[rows]),
        _shared={},
    )


def difference(
    config: SweepConfig, ready: PreparedSplit, cursor: Cursor, change: Alteration
) -> Float[Array, " n"]:
    """Row of K − K′ that belongs to the point, K′ with the point changed (removed: row zero).

    K − K′ is zero outside this row and the same column. Cost: one row of the kernel matrix.
    """
    _check(ready, change)
    pool = ready.averaged(cursor.kernel)
    before = _row(config, cursor, ready.X_train, change.row, pool)
    if change.action == "remove":
        return before
    if change.action == "flip":
        return np.zeros_like(before)
    X = altered(ready, change).X_train
    row: Array = before - _row(config, cursor, X, change.row, pool)
    return row


def cross_norm(row: Float[Array, " n"], i: int) -> float:
    """Spectral norm of the symmetric matrix whose only nonzero row and column i is ``row``."""
    own = abs(float(row[i]))
    rest = float(row @ row) - own**2
    return (own + float(np.sqrt(own**2 + 4 * max(rest, 0.0)))) / 2


def _row(
    config: SweepConfig,
    cursor: Cursor,
    X: Float[Array, "n d"],
    i: int,
    pool: Array | Points | None,
) -> Float[Array, " n"]:
    family, kernel = family_of(config, cursor.kernel), KERNELS[cursor.kernel]
    parameters = family.parameters(cursor.parameter)
    row = kernel.gram(kernel.shared(X[i : i + 1], X, pool=pool), **parameters)[0]
    row[i] = kernel.gram(kernel.shared(X[i : i + 1], None, pool=pool), **parameters)[0, 0]
    return np.asarray(row)


def _noise(change: Alteration, d: int) -> Float[Array, " d"]:
    sequence = np.random.SeedSequence(change.seed, spawn_key=(JITTER_STREAM, change.row))
    noise: Array = np.random.default_rng(sequence).normal(0.0, change.size, d)
    return noise


def _check(ready: PreparedSplit, change: Alteration) -> None:
    n = ready.problem.n
    if isinstance(change.row, bool) or change.row not in range(n):
        raise InvalidParameterError(
            "What if", "row", f"a whole number from 0 to {n - 1}", change.row
        )
    allowed = ACTIONS if ready.problem.is_classification else ("remove", "jitter")
    if change.action not in allowed:
        words = ", ".join(map(repr, allowed))
        raise InvalidParameterError("What if", "action", f"one of {words} here", change.action)
    if not isfinite(change.size) or not 0 <= change.size <= LARGEST_JITTER:
        raise InvalidParameterError(
            "What if", "size", f"a number from 0 to {LARGEST_JITTER:g}", change.size
        )
