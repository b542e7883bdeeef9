"""One Gram matrix, its labels and a grid of ridges; shared work is computed once, on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, TypeGuard

import numpy as np

from kselect_core.criteria.problems.folds import drawn_folds
from kselect_core.criteria.problems.inputs import (
    LARGEST_ENTRY,
    SINGLE,
    KernelFact,
    gram,
    is_single,
    labels,
    overflowing,
    ridges,
)
from kselect_core.errors import InvalidParameterError, KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS, PRECOMPUTED, Kernel, Shared
from kselect_core.learners import LEARNERS
from kselect_core.linalg.fits.few_ridges import Factored, factored, worth_a_run
from kselect_core.linalg.fits.krylov import held_out_predictions, ridge_solutions
from kselect_core.linalg.fits.smoother import Rotated, Smoother, blocks_residuals, rotated, smoother
from kselect_core.linalg.floating.signs import (
    Dual,
    Sample,
    Signed,
    fit_without,
    signs_at,
    signs_without,
    signs_without_one,
)
from kselect_core.linalg.floating.underflow import KernelRows, LogRows
from kselect_core.linalg.matrices.moments import Moments, filled, moments
from kselect_core.linalg.spectra.leading import top_eigenvalues
from kselect_core.linalg.spectra.spectrum import Spectrum, spectrum
from kselect_core.notebook import card
from kselect_core.types import Array, Bool, Float, Int

EIGH_LIMIT = 5000
"""Beyond this n an eigendecomposition takes minutes per kernel and is skipped by name."""

KRYLOV_FROM = 200
"""Below this n the eigendecomposition is cheaper than Lanczos runs, and exact."""

SMALLEST_RIDGE = 1e-12
"""Closed forms are trusted for μ ≥ SMALLEST_RIDGE · max(1, σ₁)."""

CANCELLED = 1e-5
"""Below this share of ‖K‖² the norm of the centred matrix is formed explicitly."""

FEWEST_FOLDS = 2

RIDGES = ("n_lambda", "lambda")

CERTAIN_BY_LANCZOS = 1e-5
"""Share of the sum of absolute values to which Lanczos runs know a sum over the fitted points."""

OF_LABELS = {"two_classes", "is_classification", "positive", "weighted_labels", "class_sizes"}
WITHOUT_K = {"y", "lambdas", "learner", "ridge", "seed", "stratified", "mu", "drawn_for"}
WITHOUT_K |= OF_LABELS
WITHOUT_K |= {"drawn_folds", "codes", "drawn_pairs"}
"""What problems that differ only in their kernel matrix share."""

OF_KERNEL = {"moments", "frobenius_squared", "class_means", "mmd_squared", "spectrum"}
OF_KERNEL |= {"_sums_of_top", "largest_diagonal"}
WITHOUT_RIDGES = {"K", "y", "learner", "ridge", "seed", "stratified", "kernel", "drawn_for", "logs"}
WITHOUT_RIDGES |= OF_LABELS | OF_KERNEL | {"projected", "drawn_folds"}
"""What problems that differ only in their ridges share."""

WITHOUT_Y = {"mu", "frobenius_squared", "spectrum", "largest_diagonal"}
"""What problems that differ only in their labels share, besides what they were made of."""


class ClassMeans(tuple[Array, Array, Array]):
    """Mean of K over the positive columns, over the negative columns, and their difference g."""

    __slots__ = ()

    @property
    def g(self) -> Float[Array, " n"]:
        """Nearest-class-mean score of each point."""
        return self[2]


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Problem:
    """A kernel matrix K (n, n), labels y (±1 or real) and ridges λ, for one least-squares learner.

    Arrays are copied where needed and read-only; every cached property is computed when first asked
    for. ``logs`` are the logarithms of the rows of K, for signs of predictions where K underflows.

    Parameters
    ----------
    K : array (n, n)
        Kernel matrix, symmetric and finite, n ≥ 2; single precision is enough.
    y : array (n,)
        Labels −1 and +1, or real targets. Two other values, or a few whole numbers, are refused as
        classes that are not coded, unless ``task="regression"``.
    lambdas : float or array (L,)
        Ridges λ > 0.
    learner : str, default="krr"
        "krr" (kernel ridge regression) or "lssvm" (least-squares SVM, with a bias).
    ridge : str, default="n_lambda"
        "n_lambda" puts μ = nλ on the diagonal, and mλ for a fit on m points (k-fold: its training
        folds; leave-one-out: m = n − 1); "lambda" puts μ = λ everywhere.
    seed : int, default=0
        What folds are drawn from.
    kernel : KernelFact, optional
        Which kernel made K on which sample, for the few criteria that ask.
    stratified : bool, default=True
        Whether classes have the same shares in every fold.
    task : str, optional
        "binary" allows −1 and +1 only, "regression" says that any labels are a quantity.

    Raises
    ------
    InvalidParameterError
        For another shape, a matrix that is not symmetric, classes that are not coded, or a value
        that is not allowed.
    KselectError
        For entries that are missing, infinite, or so large that their squares overflow.

    Examples
    --------
    >>> import numpy as np
    >>> from kselect import CRITERIA, Problem
    >>> x = np.array([-2.0, -1.0, 1.0, 2.0])
    >>> problem = Problem(np.exp(-0.5 * (x[:, None] - x) ** 2), np.sign(x), (0.01, 1.0))
    >>> problem.mu  # nλ
    array([0.04, 4.  ])
    >>> CRITERIA["loo"].score(problem).round(3)  # a value for each λ
    array([0.186, 0.745])
    """

    K: Float[Array, "n n"]
    y: Float[Array, " n"]
    lambdas: Float[Array, " L"]
    learner: str
    ridge: str
    seed: int
    kernel: KernelFact
    stratified: bool = True
    drawn_for: "tuple[Problem, Array] | None" = None  # whose folds these are, and who stayed
    logs: LogRows | None = None
    learners: ClassVar[tuple[str, ...]] = ("krr", "lssvm")

    def __init__(  # noqa: PLR0913 - anything may come in; what is kept is checked
        self,
        K: object,
        y: object,
        lambdas: object,
        *,
        learner: str = "krr",
        ridge: str = "n_lambda",
        seed: object = 0,
        kernel: object = None,
        stratified: object = True,
        task: str | None = None,
    ) -> None:
        if learner not in self.learners:
            LEARNERS[learner]  # an unknown name says which there are
            allowed = f"one of {self.learners}; SvmProblem is for the others"
            raise InvalidParameterError("Problem", "learner", allowed, learner)
        if ridge not in RIDGES:
            raise InvalidParameterError("Problem", "ridge", f"one of {RIDGES}", ridge)
        if not is_whole(seed) or seed < 0:
            raise InvalidParameterError("Problem", "seed", "a whole number ≥ 0", seed)
        if not isinstance(stratified, bool):
            raise InvalidParameterError("Problem", "stratified", "True or False", stratified)
        if kernel is not None and not isinstance(kernel, KernelFact):
            raise InvalidParameterError("Problem", "kernel", "a KernelFact", kernel)
        matrix = gram(K)
        targets = labels(y, len(matrix), task)
        grid = ridges(lambdas)
        vars(self).update(
            K=matrix,
            y=targets,
            lambdas=grid,
            learner=learner,
            ridge=ridge,
            seed=int(seed),
            stratified=stratified,
            kernel=kernel or KernelFact(),
        )

    @classmethod
    def of_kernel(
        cls,
        kernel: Kernel,
        base: Shared,
        parameters: Mapping[str, object],
        template: "Problem",
        out: Float[Array, "n n"],
    ) -> "Problem":
        """Problem of a kernel made in ``out`` from shared distances or products, in one pass.

        Labels, ridges, learner and seed are those of ``template``. The matrix is symmetric by
        construction; it lives as long as ``out`` is not written again.
        """
        made = filled(out, template.y, kernel.writer(base, parameters, out))
        K = out.view()
        K.flags.writeable = False
        if not float(made.row_squares.sum()) <= LARGEST_ENTRY**2:  # also catches NaN
            raise KselectError(overflowing(K))
        _ = template.drawn_folds  # once for all kernels of the template, as what follows
        if template.is_classification and template.two_classes:
            _ = template.weighted_labels
        problem = object.__new__(cls)
        fact = template.kernel.of_kernel(kernel.name, parameters)
        logs = kernel.logs(base, parameters)
        vars(problem).update(
            _shared(template, WITHOUT_K), K=K, moments=made, kernel=fact, logs=logs
        )
        return problem

    def altered(self, rows: Int[Array, " m"], y: Float[Array, " m"]) -> "Problem":
        """Problem of some of the points with labels y, its matrix the identity; folds as here.

        Points that stay keep their fold, also where labels changed: what a fold's average says
        before and after then differs by the change and not by another draw.
        """
        problem = self.with_matrix(np.eye(len(rows)), y)
        vars(problem)["drawn_for"] = self, rows
        return problem

    def with_matrix(
        self,
        K: object,
        y: object = None,
        *,
        kernel: KernelFact | None = None,
        logs: LogRows | None = None,
    ) -> "Problem":
        """Problem with another matrix (and labels); learner, ridges and seed are the same.

        Without ``kernel`` the sample stays known, but not which kernel made the matrix; ``logs``
        are the logarithms of its rows.
        """
        problem = object.__new__(type(self))
        Problem.__init__(
            problem,
            K,
            self.y if y is None else y,
            self.lambdas,
            learner=self.learner,
            ridge=self.ridge,
            seed=self.seed,
            kernel=kernel or self.kernel.of_kernel(),
            stratified=self.stratified,
            task=self._task,
        )
        vars(problem)["logs"] = logs
        return problem

    def relabelled(self, y: object, folds: dict[int, tuple[Array, ...]] | None = None) -> "Problem":
        """Problem of the same matrix with other labels; folds that are not given are drawn."""
        problem = object.__new__(type(self))
        made_of = {field.name for field in fields(self)} - {"y", "drawn_for"}
        vars(problem).update(_shared(self, WITHOUT_Y | made_of), y=labels(y, self.n, self._task))
        if "moments" in vars(self):
            known = self.moments._replace(row_labels=self.K @ problem.y)
            vars(problem)["moments"] = known
        if folds is not None:
            vars(problem)["drawn_folds"] = folds
        return problem

    @property
    def _task(self) -> str | None:
        """What labels of the same sample may be: where these are no classes, any numbers."""
        return None if self.is_classification else "regression"

    def _repr_html_(self) -> str:
        labels = "numbers"
        if self.is_classification:
            plus = int((self.y > 0).sum())
            labels = f"{plus:,} of the class +1, {self.n - plus:,} of the class −1"
        facts = (
            ("learner", self.learner),
            ("points", f"{self.n:,}"),
            ("labels", labels),
            ("kernel", self.kernel.name),
            ("λ", f"{len(self.lambdas)} from {self.lambdas.min():.4g} to {self.lambdas.max():.4g}"),
            ("ridge", {"n_lambda": "μ = nλ", "lambda": "μ = λ"}[self.ridge]),
        )
        return card(type(self).__name__, facts)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: n = {self.n}, {self.learner}, {len(self.lambdas)} λ>"

    @property
    def n(self) -> int:
        """Sample size."""
        return len(self.y)

    @property
    def held(self) -> bool:
        """Whether the kernel matrix is held; else it is known by its tiles."""
        return True

    @property
    def bias(self) -> bool:
        """Whether the learner has a bias that is not penalised."""
        return LEARNERS[self.learner].bias

    @cached_property
    def mu(self) -> Float[Array, " L"]:
        """Ridges on the diagonal of the full sample's K."""
        return self.ridges(self.n)

    def ridges(self, size: int) -> Float[Array, " L"]:
        """Ridges μ of a fit on ``size`` points."""
        return self.lambdas * size if self.ridge == "n_lambda" else self.lambdas.copy()

    def restricted(self, usable: Bool[Array, " L"]) -> "Problem":
        """Problem with some of the ridges only, always the same; keeps what is known about K."""
        known, key = self._restricted, usable.tobytes()
        if key not in known:
            known[key] = self.with_ridges(self.lambdas[usable])
        vars(known[key]).update(_shared(self, WITHOUT_RIDGES))
        return known[key]

    def with_ridges(self, lambdas: object) -> "Problem":
        """Problem with other ridges λ; keeps what is known about K."""
        problem = object.__new__(type(self))
        vars(problem).update(_shared(self, WITHOUT_RIDGES), lambdas=ridges(lambdas))
        return problem

    @cached_property
    def _restricted(self) -> dict[bytes, "Problem"]:
        return {}

    # labels

    @cached_property
    def two_classes(self) -> bool:
        """Whether the labels are −1 and +1, both present."""
        return set(np.unique(self.y)) == {-1.0, 1.0}

    @cached_property
    def is_classification(self) -> bool:
        """Whether every label is −1 or +1."""
        return bool(np.isin(self.y, (-1.0, 1.0)).all())

    @cached_property
    def positive(self) -> Bool[Array, " n"]:
        """Members of the positive class."""
        if not self.two_classes:
            raise UndefinedScoreError(
                "only one class in the labels"
                if self.is_classification
                else "needs labels −1 and +1"
            )
        return self.y > 0

    @cached_property
    def weighted_labels(self) -> Float[Array, " n"]:
        """Class-weighted labels ỹ: n/n₊ on the positive class, −n/n₋ on the negative; sum 0."""
        n_plus, n_minus = self.class_sizes
        return np.where(self.positive, self.n / n_plus, -self.n / n_minus)

    @cached_property
    def class_sizes(self) -> tuple[int, int]:
        """n₊ and n₋: how many points are of each class."""
        n_plus = int(self.positive.sum())
        return n_plus, self.n - n_plus

    # one pass over K

    @cached_property
    def moments(self) -> Moments:
        """Diagonal, K1, Ky and row sums of squares."""
        return moments(self.K, self.y)

    @property
    def diagonal(self) -> Float[Array, " n"]:
        """K_ii."""
        return self.moments.diagonal

    @property
    def trace(self) -> float:
        """Sum of the eigenvalues of K."""
        return float(self.diagonal.sum())

    @property
    def row_squares(self) -> Float[Array, " n"]:
        """Σⱼ K_ij² per row."""
        return self.moments.row_squares

    @property
    def row_sums(self) -> Float[Array, " n"]:
        """K1: sum of each row."""
        return self.moments.row_sums

    @property
    def row_labels(self) -> Float[Array, " n"]:
        """Ky."""
        return self.moments.row_labels

    @cached_property
    def frobenius_squared(self) -> float:
        """‖K‖_F²."""
        return float(self.row_squares.sum())

    @cached_property
    def largest_diagonal(self) -> float:
        """Largest |K_ii|, the largest entry of a positive semi-definite K."""
        return float(np.abs(self.diagonal).max())

    @property
    def row_weighted_labels(self) -> Float[Array, " n"]:
        """Kỹ with the class-weighted labels ỹ."""
        return self.n * self.class_means.g

    @cached_property
    def class_means(self) -> ClassMeans:
        """Mean kernel value of each point to the positive and to the negative class."""
        n_plus, n_minus = self.class_sizes
        plus = (self.row_sums + self.row_labels) / (2 * n_plus)
        minus = (self.row_sums - self.row_labels) / (2 * n_minus)
        return ClassMeans((plus, minus, plus - minus))

    @cached_property
    def mmd_squared(self) -> float:
        """Squared distance of the class means in feature space (biased estimate, ≥ 0)."""
        g = self.class_means.g
        return max(float(g[self.positive].mean() - g[~self.positive].mean()), 0.0)

    @property
    def centred_norm(self) -> float:
        """‖HKH‖_F from the row sums of K, or explicitly where the difference loses its digits."""
        r, total = self.row_sums, float(self.row_sums.sum())
        whole = self.frobenius_squared
        squared = whole - 2 * float(r @ r) / self.n + (total / self.n) ** 2
        if squared >= CANCELLED * whole:
            return float(np.sqrt(squared))
        mean = r / self.n
        centred = self.K - mean[:, None] - mean[None, :] + total / self.n**2
        return float(np.linalg.norm(centred))

    @property
    def absolute_sum(self) -> float:
        """Σᵢⱼ |K_ij|."""
        return float(np.abs(self.K).sum())

    def applied(self, power: int, size: float, *, weighted: bool) -> Float[Array, " n"]:
        """(K/size)ᵖ times the labels y, or the class-weighted labels ỹ."""
        if power == 0:
            return self.weighted_labels if weighted else self.y
        if power == 1:
            return (self.row_weighted_labels if weighted else self.row_labels) / size
        v: Float[Array, " n"] = self.K @ self.applied(power - 1, size, weighted=weighted) / size
        return v

    # spectrum and fits

    @cached_property
    def spectrum(self) -> Spectrum:
        """Eigenvalues, descending, and eigenvectors of K: one decomposition for all ridges."""
        if self.n > EIGH_LIMIT:
            raise UndefinedScoreError(
                f"needs the eigendecomposition of a {self.n} × {self.n} matrix, "
                f"skipped above n = {EIGH_LIMIT}; use a sub-sample"
            )
        found = spectrum(self.K)
        if found.indefinite and is_single(self.K):  # perhaps only in the digits it came with
            return found.within(SINGLE)
        return found

    @property
    def known_eigenvalues(self) -> Float[Array, " n"] | None:
        """Eigenvalues of K, descending, negative ones set to zero; None if not yet decomposed."""
        return np.maximum(self.spectrum.sigma, 0.0) if "spectrum" in vars(self) else None

    @property
    def exact_eigenvalues(self) -> Float[Array, " n"]:
        """Eigenvalues of K, descending."""
        return self.spectrum.sigma

    @property
    def eigenvalues(self) -> Float[Array, " n"]:
        """Eigenvalues of K, descending, or what is known of them."""
        return self.exact_eigenvalues

    def distance_of_eigenvalues(self, known: Float[Array, " n"]) -> float:
        """Σⱼ |σⱼ/n − λⱼ| between the eigenvalues of K/n and known numbers, both descending."""
        return float(np.abs(self.exact_eigenvalues / self.n - known).sum())

    @property
    def indefinite(self) -> bool:
        """Whether K is not positive semi-definite up to rounding."""
        return self.spectrum.indefinite

    def sum_of_top(self, t: int) -> float:
        """Sum of the t largest eigenvalues of K: from its spectrum if that is known, else alone."""
        known = self._sums_of_top
        if t not in known:
            values: Array | None
            if "spectrum" in vars(self):
                values = self.spectrum.sigma[:t]
            else:
                values = top_eigenvalues(self.K, t, dense_up_to=EIGH_LIMIT)
            if values is None:
                raise UndefinedScoreError(
                    f"the first {t} eigenvalues of this {self.n} × {self.n} matrix lie too close "
                    f"together for Lanczos runs, and all of them are skipped above "
                    f"n = {EIGH_LIMIT}; use a sub-sample"
                )
            known[t] = float(values.sum())
        return known[t]

    @cached_property
    def _sums_of_top(self) -> dict[int, float]:
        return {}

    def check_definite(self, mu: Float[Array, " L"]) -> None:
        """Raise with the reason where K + μI of an indefinite K is not positive definite."""
        if not self.spectrum.indefinite:
            return
        smallest = float(self.spectrum.sigma[-1] + mu.min())
        if smallest <= 0:
            raise UndefinedScoreError(
                f"K is indefinite: with the ridge μ = {mu.min():.2g} its smallest eigenvalue is "
                f"{smallest:.2g} and the fit has no minimum; use a larger λ"
            )

    def _smoother(self, mu: Float[Array, " L"], *, leverages: bool = True) -> Smoother:
        self.check_definite(mu)
        return smoother(
            self.spectrum,
            self.y,
            mu,
            bias=self.bias,
            leverages=leverages,
            projected=self.projected,
        )

    @cached_property
    def projected(self) -> Rotated:
        """Qᵀy and Qᵀ1, which all ridges share."""
        return rotated(self.spectrum, self.y)

    @cached_property
    def fit(self) -> Smoother:
        """Residuals and leverages of the fits on all points, for every ridge."""
        return self._smoother(self.mu)

    def take_dual(self, alpha: Float[Array, "n L"], b: Float[Array, " L"]) -> None:
        """Take α and b that a spectrum of the same matrix gave: none is made for them."""
        vars(self).update(dual_from_spectrum=(alpha, b), dual=(alpha, b))

    @property
    def training_residuals(self) -> Float[Array, "n L"]:
        """Residuals y − f of the fits on all points, for every ridge."""
        return self.fit.residuals

    @cached_property
    def training_squares(self) -> Float[Array, " L"]:
        """Mean squared residual of the fits on all points, for every ridge."""
        mean: Float[Array, " L"] = np.mean(self.training_residuals**2, axis=0)
        return mean

    @property
    def training_squares_alone(self) -> Float[Array, " L"]:
        """The same from the spectrum only if that is known; else as ``dual`` is had."""
        alpha, _ = self.dual_from_spectrum if "spectrum" in vars(self) else self.dual
        mean: Float[Array, " L"] = np.mean((self.mu * alpha) ** 2, axis=0)
        return mean

    @property
    def leeway(self) -> Float[Array, " L"]:
        """Mean of 1 − leverage over the points, for every ridge."""
        mean: Float[Array, " L"] = np.mean(self.fit.diagonal, axis=0)
        return mean

    @cached_property
    def leave_one_out_fit(self) -> Smoother:
        """The same with the ridge of a fit on n − 1 points."""
        if self.ridge == "lambda":
            return self.fit
        return self._smoother(self.ridges(self.n - 1))

    @property
    def left_out_errors(self) -> Float[Array, "n L"]:
        """Residual at each point of the fit that never saw it, one column per ridge."""
        fit = self.leave_one_out_fit
        errors: Float[Array, "n L"] = fit.residuals / fit.diagonal
        return errors

    @property
    def press(self) -> Float[Array, " L"]:
        """Sum of the squares of these, for every ridge."""
        total: Float[Array, " L"] = np.sum(self.left_out_errors**2, axis=0)
        return total

    @property
    def left_out_rate(self) -> Float[Array, " L"]:
        """Share of wrong signs (a zero is wrong) of fits that never saw the point."""
        signs = self.signs_left_out
        wrong: Float[Array, " L"] = np.mean(missed(self.y[:, None], signs), axis=0)
        if np.isnan(wrong).any():
            raise UndefinedScoreError(undecided(~signs.sure), wrong)
        return wrong

    @property
    def quadratic_and_volume(self) -> tuple[Float[Array, " L"], Float[Array, " L"]]:
        """Return yᵀC⁻¹y and log det C of C = K + μI; with a bias those of the contrasts of y."""
        self.check_definite(self.mu)
        shifted = self.spectrum.sigma[:, None] + self.mu
        labels, ones = self.projected
        on = np.repeat(labels[:, None], len(self.mu), axis=1)
        volume = np.log(shifted).sum(axis=0)
        if self.bias:
            total = (ones[:, None] ** 2 / shifted).sum(axis=0)  # 1ᵀC⁻¹1
            b = (labels[:, None] * ones[:, None] / shifted).sum(axis=0) / total
            on -= ones[:, None] * b
            volume += np.log(total / self.n)
        return (on**2 / shifted).sum(axis=0), volume

    @property
    def first_order_shifts(self) -> float:
        """Σᵢⱼ q_ji² |2σⱼ − K_ii|, in units of K."""
        sigma, Q, _ = self.spectrum
        apart = np.abs(2 * sigma[None, :] - self.diagonal[:, None])
        return float(np.einsum("ij,ij,ij->", Q, Q, apart))

    def labels_along_eigenvectors(
        self, *, weighted: bool
    ) -> tuple[Float[Array, " s"], Float[Array, " s"]]:
        """Eigenvalues of K, descending, and ⟨y, vⱼ⟩² or ⟨ỹ, vⱼ⟩²; zeros may be missing."""
        sigma, Q, _ = self.spectrum
        return sigma, ((self.weighted_labels if weighted else self.y) @ Q) ** 2

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """Which ridges are large enough for closed forms: μ ≥ 1e-12 max(1, σ₁)."""
        size = float(np.sqrt(self.frobenius_squared))  # size/√n ≤ σ₁ ≤ size
        usable: Bool[Array, " L"] = self.mu >= SMALLEST_RIDGE * max(1.0, size)
        refused = self.mu < SMALLEST_RIDGE * max(1.0, size / np.sqrt(self.n))
        if not (usable | refused).all() and self.n <= EIGH_LIMIT:
            usable = self.mu >= SMALLEST_RIDGE * max(1.0, float(self.spectrum.sigma[0]))
        return usable

    @property
    def ill_conditioned(self) -> str:
        """Why the ridges that are not well posed are refused, with the largest of them."""
        return (
            f"ill-conditioned: the ridge μ = {self.mu[~self.well_posed].max():.2g} is below "
            f"{SMALLEST_RIDGE:g} of the largest eigenvalue of K; use a larger λ or a scaled kernel"
        )

    @cached_property
    def dual_from_spectrum(self) -> tuple[Float[Array, "n L"], Float[Array, " L"]]:
        """Dual coefficients α and bias b for every ridge, from the spectrum."""
        return self.fit.residuals / self.mu, self.fit.bias

    @cached_property
    def dual(self) -> tuple[Float[Array, "n L"], Float[Array, " L"]]:
        """Dual coefficients α and bias b for every ridge, by Lanczos where that is cheaper.

        Whether a spectrum is there does not matter: digits do not depend on what was asked before.
        """
        K, y, mu, bias = self.K, self.y, self.mu, self.bias
        if self.alone:
            go_on = worth_a_run(self.n)
            known = ridge_solutions(K, y, mu, bias=bias, go_on=go_on) or self.factored
        else:
            known = ridge_solutions(K, y, mu, bias=bias) if self.n >= KRYLOV_FROM else None
        return self.dual_from_spectrum if known is None else known[:2]

    @property
    def alone(self) -> bool:
        """Whether there is one ridge, for which a Cholesky factor is cheaper than a spectrum.

        Not of a given matrix: a spectrum takes what rounding has made negative as zero, a factor
        takes the matrix as it is.
        """
        computed = self.kernel.name not in {"", PRECOMPUTED.name}
        return computed and len(self.lambdas) == 1 and KRYLOV_FROM <= self.n <= EIGH_LIMIT

    @cached_property
    def factored(self) -> Factored | None:
        """The same for a ridge that is alone, by a Cholesky factor; None where that fails."""
        return factored(self.K, self.y, self.mu, bias=self.bias)

    def fitted(self, alpha: Float[Array, "n L"]) -> Float[Array, "n L"]:
        """Values f at the training points of the fits with dual coefficients α: y − μα."""
        values: Float[Array, "n L"] = self.y[:, None] - self.mu * alpha
        return values

    # folds

    def folds(self, k: int) -> tuple[Array, ...]:
        """Index arrays of the k validation folds, from the seed; stratified for ±1 labels.

        Sizes differ by at most one, and so does the number of members of each class, unless the
        problem is not ``stratified``. Swapping the class names leaves the folds as they are.
        """
        if not is_whole(k) or not FEWEST_FOLDS <= k <= self.n:
            raise InvalidParameterError(
                "Cross-validation", "k", f"a whole number from 2 to n = {self.n}", k
            )
        known = self.drawn_folds
        if k not in known:
            known[k] = self._folds(int(k))
        return known[k]

    @cached_property
    def drawn_folds(self) -> dict[int, tuple[Array, ...]]:
        """Folds drawn so far, by their number; the same for every kernel of a template."""
        return {}

    def cross_validation(self, k: int, loss: str) -> Float[Array, " L"]:
        """Mean over k folds of the mean loss on the fold left out, for each λ.

        ``loss`` is "squared" (units of y²) or "error" (share of wrong signs; a zero is wrong).
        """
        means: Float[Array, " L"] = np.mean(self.fold_losses(k, loss), axis=0)
        if loss == "error" and np.isnan(means).any():
            raise UndefinedScoreError(undecided(~self.signs_held_out(k).sure), means)
        return means

    def fold_losses(self, k: int, loss: str) -> Float[Array, "k L"]:
        """Mean loss on each of k folds by the fit that never saw it, for each λ.

        A share of wrong signs is NaN where the sign of a prediction cannot be decided.
        """
        self.check_folds(k)
        if loss == "error" and not self.is_classification:
            raise UndefinedScoreError("the 0/1 loss needs labels −1 and +1")
        known = self._fold_losses
        if (k, loss) not in known:
            y = self.y[:, None]
            if loss == "error":
                losses = missed(y, self.signs_held_out(k))
            else:
                losses = (y - self.held_out(k)) ** 2
            sums = [np.add.reduce(losses[fold]) / len(fold) for fold in self.folds(k)]
            known[k, loss] = np.array(sums)
        return known[k, loss]

    @cached_property
    def _fold_losses(self) -> dict[tuple[int, str], Array]:
        return {}

    def check_folds(self, k: int) -> None:
        """Raise with the reason if there are too few points for k folds, in a class or at all."""
        if k > self.n:
            raise UndefinedScoreError(f"k = {k} folds need at least {k} points, there are {self.n}")
        if not self.is_classification:
            return
        if not self.stratified:
            self._check_random_folds(k)
        elif min(self.class_sizes) < k:
            raise UndefinedScoreError(
                f"k = {k} folds need at least {k} members of each class, "
                f"the smaller class has {min(self.class_sizes)}"
            )

    def _check_random_folds(self, k: int) -> None:
        """Raise if the points outside of a fold that was drawn without strata are of one class."""
        for label in (-1.0, 1.0):
            members = self.y == label
            count = np.count_nonzero(members)
            if any(np.count_nonzero(members[fold]) == count for fold in self.folds(k)):
                if count in {0, self.n}:
                    continue
                raise UndefinedScoreError(
                    f"k = {k} folds that are not stratified: one holds every member of the class "
                    f"{label:+g}, so that no fit without it knows both classes"
                )

    @property
    def most_folds(self) -> int:
        """Largest number of folds for which every class, or the sample, has points enough."""
        classes = self.two_classes and self.stratified
        return min(self.class_sizes) if classes else self.n

    def held_out(self, k: int) -> Float[Array, "n L"]:
        """Prediction at each point by the fit that never saw its fold, one column per ridge."""
        known = self._held_out
        if k not in known:
            known[k] = self._held_out_predictions(k)
        return known[k]

    @cached_property
    def _held_out(self) -> dict[int, Array]:
        return {}

    @cached_property
    def sample(self) -> Sample:
        """Kernel and labels as what settles signs of predictions takes them."""
        noise = KERNELS[self.kernel.name].noise(self.largest_diagonal) if self.kernel.name else 0.0
        return Sample(KernelRows(self.K, self.logs, noise), self.y, self.bias)

    def signs_at(self, across: KernelRows, f: Float[Array, "m L"]) -> Signed:
        """Predictions f of the fits at other points, their signs right; as they are for a machine.

        ``across`` is the kernel between these points and the training points.
        """
        if not self.is_classification or self.learner not in Problem.learners:
            return Signed(f, np.ones(f.shape, dtype=bool))
        if not {"spectrum", "dual_from_spectrum"} & vars(self).keys():
            found = signs_at(
                self.sample, across, f, Dual(*self.dual, self.mu), certain=CERTAIN_BY_LANCZOS
            )
            if found.sure.all() or self.n > EIGH_LIMIT:
                return found
            if self.alone and self.factored is not None:
                alpha, b, rounding = self.factored
                found = signs_at(self.sample, across, f, Dual(alpha, b, self.mu), certain=rounding)
                if found.sure.all():
                    return found
        return signs_at(self.sample, across, f, Dual(*self.dual_from_spectrum, self.mu))

    def signs_held_out(self, k: int) -> Signed:
        """The same predictions with the signs right where y − e would lose them."""
        values = self.held_out(k)
        made = Signed(values.copy(), np.ones(values.shape, dtype=bool))
        for q, fold in enumerate(self.folds(k)):
            made.f[fold], made.sure[fold] = self._signs_without(k, q, fold, values[fold])
        return made

    def _signs_without(self, k: int, q: int, fold: Array, f: Array) -> Signed:
        if k in self._lanczos_duals:
            alpha, b = self._lanczos_duals[k]
            known = Dual(alpha[q], b[q], self.ridges(self.n - len(fold)))
            found = signs_without(self.sample, fold, f, lambda: known, certain=CERTAIN_BY_LANCZOS)
            if found.sure.all():
                return found
        return signs_without(self.sample, fold, f, lambda: self._fit_without(fold, f))

    def _fit_without(self, fold: Array, f: Array) -> Dual:
        fit = self._smoother(self.ridges(self.n - len(fold)), leverages=False)
        return fit_without(self.spectrum, fit, fold, self.y[fold][:, None] - f)

    @cached_property
    def _lanczos_duals(self) -> dict[int, tuple[Array, Array]]:
        return {}

    @cached_property
    def signs_left_out(self) -> Signed:
        """Prediction at each point by the fit on all others, one column per ridge, signs right."""
        return signs_without_one(self.sample, self.spectrum, self.leave_one_out_fit)

    def _folds(self, k: int) -> tuple[Array, ...]:
        if self.drawn_for is not None:
            whole, rows = self.drawn_for
            return _remaining(whole.folds(k), rows)
        stratified = self.is_classification and self.stratified
        return drawn_folds(self.y if stratified else np.zeros(self.n), k, int(self.seed))

    def _held_out_predictions(self, k: int) -> Float[Array, "n L"]:
        folds = self.folds(k)
        mu = np.array([self.ridges(self.n - len(fold)) for fold in folds])
        if self.n >= KRYLOV_FROM:
            made = held_out_predictions(self.K, self.y, folds, mu, bias=self.bias)
            if made is not None:
                self._lanczos_duals[k] = made.alpha, made.bias
                return made.f
        return self._held_out_by_blocks(folds)

    def _held_out_by_blocks(self, folds: Sequence[Array]) -> Float[Array, "n L"]:
        predictions = np.empty((self.n, len(self.lambdas)))
        by_size: dict[int, list[Array]] = {}  # folds of one size share their ridges
        for fold in folds:
            by_size.setdefault(len(fold), []).append(fold)
        for size, alike in by_size.items():
            mu = self.ridges(self.n - size)
            shared = self.ridge == "lambda"
            fit = self.fit if shared else self._smoother(mu, leverages=False)
            blocks = np.array(alike)
            errors = blocks_residuals(self.spectrum, fit, blocks)
            predictions[blocks] = self.y[blocks][..., None] - errors
        return predictions


def missed(y: Float[Array, "n 1"], signs: Signed) -> Float[Array, "n L"]:
    """1 where the sign is not that of the label (a zero is wrong), else 0; NaN where not sure."""
    wrong: Array = np.where(signs.sure, (y * signs.f <= 0).astype(np.float64), np.nan)
    return wrong


def undecided(unsure: Bool[Array, "n L"]) -> str:
    """Why an error rate is undefined: at how many points, at most, the sign is rounding."""
    return (
        f"double precision cannot decide the sign of the prediction at {unsure.sum(axis=0).max()} "
        f"of {len(unsure)} points, where contributions cancel; use a wider kernel or the squared "
        "loss"
    )


def _remaining(folds: Sequence[Array], rows: Int[Array, " m"]) -> tuple[Array, ...]:
    """Folds of the points that stayed, as positions among ``rows``; empty ones are dropped."""
    kept = [np.flatnonzero(np.isin(rows, fold)) for fold in folds]
    return tuple(fold for fold in kept if len(fold))


def _shared(problem: Problem, names: set[str]) -> dict[str, object]:
    return {name: value for name, value in vars(problem).items() if name in names}


def is_whole(value: object) -> TypeGuard[int]:
    """Whether something is a whole number."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
