"""What there is to see at one point of the grid: spectrum, decision picture, reference values."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.errors import InvalidParameterError, KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS, Shared
from kselect_core.linalg.floating.signs import Signed, lost
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.linalg.spectra.spectrum import eigenvalues_alone
from kselect_core.results.table import KernelEigenvalues
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import positive, whole
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.places.plane import Plane, plane_of
from kselect_core.selection.sweep.items import scored
from kselect_core.selection.sweep.prepared import (
    ClassSplit,
    PreparedSplit,
    of_pair,
    prepared_split,
    ready_split,
)
from kselect_core.selection.sweep.setup import Setup, warn_of_another
from kselect_core.types import Array, Bool, Float

MARGIN = 0.08
"""Free border of a decision picture, as a share of the range of the data."""


FINEST = 500
"""Largest number of points along one side of a decision picture."""

SMALL, MOST_KEPT = 60, 300
"""Points along one side of pictures that a split keeps, and how many: 9 MB at most."""


FLAT = (
    "These points are known by their Gram matrices alone: there is no plane to draw their fit in. "
    "Film shows each matrix with its spectrum."
)


ROW = ("split", "kernel", "parameter", "lambda")
"""Columns of a row that name a point of the grid."""


class Cursor(NamedTuple):
    """One point of the grid; ``parameter`` is written in the convention of the sweep."""

    split: int
    kernel: str
    parameter: float
    lam: float


def cursor_of(where: str, at: object) -> Cursor:
    """Point of the grid that a row of `choices` names, or a `Cursor` with possible numbers."""
    if isinstance(at, Mapping | pd.Series):
        at = _of_row(where, at)
    if not isinstance(at, Cursor):
        allowed = f"a views.Cursor, or a row of choices (.iloc[0]) with {', '.join(ROW)}"
        raise InvalidParameterError(where, "at", allowed, type(at).__name__)
    split = whole(where, "the number of the split", at.split, least=0)
    return at._replace(split=split, lam=positive(where, "λ", at.lam))


def _of_row(where: str, row: Mapping[str, Any] | pd.Series) -> Cursor:
    if missing := [name for name in ROW if name not in row]:
        lost = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        allowed = f"a row of choices (.iloc[0]) with {', '.join(ROW)}; {lost}"
        raise InvalidParameterError(where, "at", allowed, [*row.keys()])
    split, kernel, parameter, lam = (row[name] for name in ROW)
    number = split if isinstance(split, str) or split != int(split) else int(split)
    return Cursor(number, str(kernel), float(parameter), float(lam))


def of_sweep(where: str, config: SweepConfig, at: Cursor) -> Cursor:
    """Point itself; raises for a split that the sweep does not have, and for C in place of λ."""
    if at.split >= config.repeats:
        allowed = f"a whole number from 0 to {config.repeats - 1}"
        raise InvalidParameterError(where, "the number of the split", allowed, at.split)
    if at.lam not in config.lambdas and at.lam in config.C:
        allowed = f"λ = 1/(2C), which is {0.5 / at.lam:g} for C = {at.lam:g}"
        raise InvalidParameterError(where, "λ", allowed, at.lam)
    return at


class SpectrumView(NamedTuple):
    """Eigenvalues of K (descending), the ridge μ, Σ σ/(σ+μ), and (σ₁+μ)/(σ_n+μ)."""

    eigenvalues: Float[Array, " n"]
    mu: float
    effective_dimension: float
    condition: float


class DecisionView(NamedTuple):
    """Values f of the fit on a plane through the data, and the points in that plane.

    ``plane`` is "data" for two features; "pca" for the plane of the two first principal components
    through the mean of the training part. ``axes`` names the two coordinates.
    """

    x: Float[Array, " r"]
    y: Float[Array, " r"]
    f: Float[Array, "r r"]
    points: Float[Array, "p 2"]
    labels: Float[Array, " p"]
    is_test: Bool[Array, " p"]
    plane: str
    axes: tuple[str, str]

    def without_test(self) -> "DecisionView":
        """Return the same with the points of the training part only."""
        rows = ~self.is_test
        return self._replace(
            points=self.points[rows], labels=self.labels[rows], is_test=self.is_test[rows]
        )


class Workbench:
    """One split of a sweep kept ready, so that a step of the cursor costs one kernel matrix.

    Of a sweep that never holds a matrix it is a sample, of the ``sampled_from`` training points
    of the split; see `Setup.at_hand`. ``engine`` computed the sweep, of all its classes.

    The last kernel and the eigenvalues of all kernels seen are kept: a step of λ costs neither.
    Those ``known`` of the sweep are not computed.
    So are small pictures of fits, the last ``MOST_KEPT``: lines through the grid cross, and a film
    runs along one that was looked at. Any thread may ask.
    """

    def __init__(
        self,
        config: SweepConfig,
        dataset: Dataset,
        split: int = 0,
        known: Iterable[KernelEigenvalues] = (),
    ) -> None:
        if isinstance(split, bool) or split not in range(config.repeats):
            raise InvalidParameterError(
                "Cursor", "split", f"a whole number from 0 to {config.repeats - 1}", split
            )
        setup = Setup.at_hand(config, dataset)
        warn_of_another(config, dataset)
        self.sampled_from, self.engine = setup.sampled_from, setup.engine_of_all
        self.config, self.dataset = config, of_pair(config, setup.dataset)
        self.split: PreparedSplit = prepared_split(setup, split)
        self._unprepared = setup.dataset.X[setup.rows(split).train]
        self._plane: _Plane | None = None
        self._last: tuple[tuple[str, str], Problem] | None = None
        n = self.split.problem.n
        self._eigenvalues = {
            _key(one.kernel, one.parameter): one.eigenvalues
            for one in known
            if one.split == split and len(one.eigenvalues) == n
        }
        self._fits: dict[tuple[object, ...], Array] = {}
        self._lock = threading.Lock()

    @cached_property
    def plane(self) -> Plane:
        """The plane in which the data of the split are drawn."""
        return plane_of(self.split, self.dataset)

    def problem(self, cursor: Cursor) -> Problem:
        """Training kernel at the cursor with its single ridge, a λ of the grid."""
        return self._of_ridge(self._of_kernel(cursor), cursor)

    def decomposed(self, cursor: Cursor) -> Problem:
        """The same with the eigendecomposition of its kernel, made once for all λ."""
        problem = self._of_kernel(cursor)
        _ = problem.spectrum
        return self._of_ridge(problem, cursor)

    def _family(self, cursor: Cursor) -> Candidates:
        """Family of the kernel at the cursor; raises unless that and its λ are of the sweep."""
        family = family_of(self.config, cursor.kernel)
        if cursor.lam not in self.config.lambdas:
            grid = ", ".join(f"{lam:g}" for lam in self.config.lambdas)
            raise InvalidParameterError("Cursor", "λ", f"one of {grid}", cursor.lam)
        return family

    def _of_kernel(self, cursor: Cursor) -> Problem:
        family = self._family(cursor)
        last, key = self._last, _key(cursor.kernel, cursor.parameter)
        if last is None or last[0] != key:
            out = np.empty_like(self.split.problem.K)
            parameters = family.parameters(cursor.parameter)
            last = key, self.split.training_kernel(cursor.kernel, parameters, out)
            self._last = last
        return last[1]

    def ridges(self, cursor: Cursor) -> Float[Array, " L"]:
        """μ of every λ of the grid with the kernel at the cursor."""
        self._family(cursor)
        return self.split.problem.mu

    @staticmethod
    def _of_ridge(problem: Problem, cursor: Cursor) -> Problem:
        if len(problem.lambdas) == 1:  # what is known of its fit stays
            return problem
        return problem.restricted(np.isin(problem.lambdas, [cursor.lam]))

    def spectrum(self, cursor: Cursor) -> SpectrumView:
        """Eigenvalues at the cursor and what the ridge leaves of them.

        Cost: O(n³), no vectors; where they are known, no kernel matrix either.
        """
        self._family(cursor)
        ridge, n = self._of_ridge(self.split.problem, cursor), self.split.problem.n
        if n > EIGH_LIMIT:
            raise UndefinedScoreError(
                f"The spectrum of a {n} × {n} matrix takes minutes; it is skipped above "
                f"n = {EIGH_LIMIT}."
            )
        key = _key(cursor.kernel, cursor.parameter)
        if key not in self._eigenvalues:
            self._eigenvalues[key] = np.maximum(eigenvalues_alone(self._of_kernel(cursor).K), 0.0)
        sigma, mu = self._eigenvalues[key], float(ridge.mu[0])
        dimension = float((sigma / (sigma + mu)).sum())
        return SpectrumView(sigma, mu, dimension, float((sigma[0] + mu) / (sigma[-1] + mu)))

    def decision(self, cursor: Cursor, *, resolution: int = 60) -> DecisionView:
        """Fit at the cursor on a grid of ``resolution``² points of the plane."""
        if resolution not in range(2, FINEST + 1):
            raise InvalidParameterError(
                "Decision picture", "resolution", f"a whole number from 2 to {FINEST}", resolution
            )
        if self.dataset.matrices:
            raise KselectError(FLAT)
        plane, key = (
            self._plane_of(resolution),
            (*_key(cursor.kernel, cursor.parameter), cursor.lam, resolution),
        )
        f = self._fits.get(key)
        if f is None:
            f = self._in_plane(cursor, plane)
            if resolution <= SMALL:
                self._keep(key, f)
        return DecisionView(plane.x, plane.y, f, *plane.shown)

    def _in_plane(self, cursor: Cursor, plane: "_Plane") -> Float[Array, "r r"]:
        """Values of the fit at the points of a plane, which nobody changes."""
        problem, side = self.problem(cursor), len(plane.x)
        fit = self._fit(problem, cursor, plane.shared(cursor.kernel, self.split), side**2)
        f: Float[Array, "r r"] = (fit.f[:, 0] + self.split.offset).reshape(side, side)
        f.flags.writeable = False
        return f

    def _keep(self, key: tuple[object, ...], f: Float[Array, "r r"]) -> None:
        with self._lock:
            while len(self._fits) >= MOST_KEPT:
                del self._fits[next(iter(self._fits))]  # the oldest
            self._fits[key] = f

    def fits_at(self, cursors: Sequence[Cursor], X: Float[Array, "p d"]) -> list[Signed]:
        """Fit at each cursor at points as they are in the data, before they are prepared.

        Values (p, 1) are those that the labels of the split are compared with: of a regression
        without ``split.offset``.
        """
        points = self.prepared(X)
        shared, fits = dict[str, Shared](), []
        for cursor in cursors:
            problem, name = self.problem(cursor), cursor.kernel
            if name not in shared:
                pool = self.split.averaged(name)
                shared[name] = KERNELS[name].shared(points, self.split.X_train, pool=pool)
            fits.append(self._fit(problem, cursor, shared[name], len(points)))
        return fits

    def prepared(self, X: Float[Array, "p d"]) -> Float[Array, "p d"]:
        """Return points of the data as the kernels of the split see them."""
        return prepared(self._unprepared, X, method=self.config.preprocessing)[1]

    def _fit(self, problem: Problem, cursor: Cursor, base: Shared, points: int) -> Signed:
        """Fit at points that are known by what the kernels share.

        Of the kernel only those rows are kept whose fit is so small that its sign may be rounding.
        """
        kernel = KERNELS[cursor.kernel]
        alpha, b = problem.dual
        parameters = family_of(self.config, cursor.kernel).parameters(cursor.parameter)
        f, unsure = np.empty((points, len(problem.lambdas))), np.empty(0, dtype=np.intp)
        kept = np.empty((points, self.split.n))  # takes no memory until it is written to
        for rows, K in kernel.blocks(base, parameters):
            np.add(K @ alpha, b, out=f[rows])
            small = np.flatnonzero(lost(f[rows], problem.y).any(axis=1))
            place = kept[len(unsure) : len(unsure) + len(small)]
            K.take(small, axis=0, out=place, mode="clip")  # else it is made once more beside it
            unsure = np.append(unsure, rows.start + small)
        fit = Signed(f, np.ones(f.shape, dtype=bool))
        if len(unsure):
            logs = kernel.logs(base, parameters)
            of_kept = None if logs is None else lambda some: logs(unsure[some])
            across = KernelRows(kept[: len(unsure)], of_kept)
            fit.f[unsure], fit.sure[unsure] = problem.signs_at(across, f[unsure])
        return fit

    def _plane_of(self, resolution: int) -> "_Plane":
        plane = self._plane  # another thread may put another one there meanwhile
        if plane is None or len(plane.x) != resolution:
            plane = self._plane = _Plane(self.split, self.dataset, resolution)
        return plane


class _Plane:
    """Grid of points in the plane of the picture, with what kernels share about them."""

    def __init__(self, split: PreparedSplit, dataset: Dataset, resolution: int) -> None:
        flat = plane_of(split, dataset)
        self.x, self.y = (_ticks(flat.points[:, i], resolution) for i in (0, 1))
        across, up = np.meshgrid(self.x, self.y)
        places = np.stack([across.ravel(), up.ravel()], axis=1)
        self._grid = flat.centre + places @ flat.directions
        self._shared: dict[str, Shared] = {}
        self.shown = (flat.points, flat.labels, flat.is_test, flat.plane, flat.axes)

    def shared(self, kernel: str, split: PreparedSplit) -> Shared:
        """Distances or products from the grid to the training points."""
        family = KERNELS[kernel]
        if family.base not in self._shared:
            self._shared[family.base] = family.shared(
                self._grid, split.X_train, pool=split.averaged(kernel)
            )
        return self._shared[family.base]


def reference_values(config: SweepConfig, dataset: Dataset, split: int = 0) -> pd.DataFrame:
    """Value of every criterion at K = I and at K = 11ᵀ: what a width path starts and ends with.

    Of several classes it is the mean over the binary problems, as in a sweep.

    Columns: quantity, where ("identity" or "constant"), lambda, value, reason.
    """
    setup = Setup.of(config, dataset)
    setup.refuse_unheld("A criterion at K = I or K = 11ᵀ")
    ready = ready_split(setup, split)
    templates = ready.problems if isinstance(ready, ClassSplit) else (ready.problem,)
    rows: list[tuple[str, str, float, float, str]] = []
    for where, matrix in (("identity", np.eye), ("constant", lambda n: np.ones((n, n)))):
        problems = [template.with_matrix(matrix(template.n)) for template in templates]
        for choice in config.criteria:
            parts = [scored(choice, problem)[0] for problem in problems]
            values = np.mean([part.numbers for part in parts], axis=0)
            reason = next((part.reason for part in parts if part.reason), "")
            rows += [
                (choice.quantity, where, lam, float(value), reason if np.isnan(value) else "")
                for lam, value in zip(config.lambdas, values, strict=True)
            ]
    return pd.DataFrame(rows, columns=["quantity", "where", "lambda", "value", "reason"])


def family_of(config: SweepConfig, kernel: str) -> Candidates:
    """Family of that name in the sweep, or an error that lists the families there are."""
    for family in config.candidates:
        if family.kernel == kernel:
            return family
    names = [family.kernel for family in config.candidates]
    raise InvalidParameterError("Cursor", "kernel", f"one of {', '.join(names)}", kernel)


def _key(kernel: str, parameter: float) -> tuple[str, str]:
    """Kernel as something equal to itself, also without a parameter (NaN)."""
    return kernel, repr(float(parameter))


def _ticks(values: Float[Array, " p"], count: int) -> Float[Array, " r"]:
    low, high = float(values.min()), float(values.max())
    border = MARGIN * (high - low or 1.0)
    return np.linspace(low - border, high + border, count)
