"""Kernels of a grid that are numerically the identity, or constant: legal, and worth saying."""

from itertools import groupby
from typing import Literal, NamedTuple

import numpy as np

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import CONVENTIONS, KERNELS
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.tiled.tiles import upper_triangle
from kselect_core.selection.config.config import LANDMARKS, SVM, TILED, SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.sweep.engines import engine_for
from kselect_core.selection.sweep.prepared import ready_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

EPS = float(np.finfo(float).eps)

Kind = Literal["identity", "constant"]
MEANING = {
    "identity": "K is numerically the identity: every point resembles only itself",
    "constant": "K is numerically constant: all points look alike",
}


class NumericalLimit(NamedTuple):
    """Neighbouring values of one family's grid whose kernel matrix is all or nothing."""

    kernel: str
    convention: str
    values: tuple[float, ...]
    kind: Kind

    @property
    def words(self) -> str:
        """One sentence: which values, and what their kernel matrix is."""
        low, high = self.values[0], self.values[-1]
        some = f"{low:g}" if low == high else f"{low:g} … {high:g} ({len(self.values)} values)"
        symbol = CONVENTIONS[self.convention].symbol
        return f"{KERNELS[self.kernel].label}, {symbol} = {some}: {MEANING[self.kind]}."


def skipped(config: SweepConfig, n: int) -> tuple[str, ...]:
    """Return the quantities that a sweep skips for so many training points.

    They need an eigendecomposition of K, which takes hours and gigabytes there.
    """
    if engine_for(config, n) == TILED:
        return tuple(c.quantity for c in config.criteria if not c.criterion.without_matrix)
    if engine_for(config, n) == LANDMARKS:
        return tuple(c.quantity for c in config.criteria if not c.criterion.of_landmarks)
    if config.learner == SVM or n <= EIGH_LIMIT:
        return ()
    return tuple(c.quantity for c in config.criteria if "spectrum" in c.criterion.needs)


def numerical_limits(config: SweepConfig, dataset: Dataset) -> tuple[NumericalLimit, ...]:
    """Stretches of the grids where K is the identity or constant up to rounding.

    They are told from the nearest and the farthest pair of the first split's training points, for
    kernels of the distance alone; others have no such limits. With landmarks nobody looks: a kernel
    that they do not see is declined by itself.

    Cost: O(n²d) once.
    """
    by_distance = [f for f in config.candidates if KERNELS[f.kernel].base == "distances"]
    if not by_distance:
        return ()
    setup = Setup.of(config, dataset)
    if setup.engine == LANDMARKS:
        return ()
    X = ready_split(setup, 0, tiled=setup.engine == TILED).X_train
    ends = _ends(X)
    return tuple(limit for family in by_distance for limit in _of_family(family, ends, len(X)))


def _ends(X: Float[Array, "n d"]) -> Float[Array, "1 2"]:
    """Smallest and largest squared distance of two points."""
    nearest, farthest = np.inf, 0.0
    for rows, columns in upper_triangle(len(X)):
        D = squared_distances(X[rows], None if rows == columns else X[columns])
        farthest = max(farthest, float(D.max()))
        if rows == columns:
            np.fill_diagonal(D, np.inf)
        nearest = min(nearest, float(D.min()))
    return np.array([[nearest, farthest]])


def _of_family(family: Candidates, ends: Float[Array, "1 2"], n: int) -> tuple[NumericalLimit, ...]:
    limits = []
    for kind, group in groupby(family.values, lambda value: _kind(family, value, ends, n)):
        if kind is not None:
            limits.append(NumericalLimit(family.kernel, family.convention, tuple(group), kind))
    return tuple(limits)


def _kind(family: Candidates, value: float, ends: Float[Array, "1 2"], n: int) -> Kind | None:
    try:
        nearest, farthest = KERNELS[family.kernel].gram(ends, **family.parameters(value))[0]
    except UndefinedScoreError:  # a kernel of a package that fails: the table says why
        return None
    if nearest <= EPS:
        return "identity"
    return "constant" if 1.0 - farthest <= n * EPS else None
