"""A problem whose kernel is that of m landmarks: exact for this learner, from sums over the rows.

The learner is kernel ridge regression (or the least-squares SVM) with the kernel k_m(x, z) =
φ(x)ᵀφ(z), φ the features of the landmarks. Its kernel matrix K_m = ΦΦᵀ has rank m at most and is
never formed. Landmarks are the same for all folds, and labels do not choose them.
"""

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

import numpy as np

from kselect_core.criteria.problems.inputs import KernelFact
from kselect_core.criteria.problems.landmark_model import Model
from kselect_core.criteria.problems.least_squares import SMALLEST_RIDGE, WITHOUT_RIDGES
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.criteria.problems.without_matrix import WithoutMatrix
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.streamed.rounding import CANCELLED, EPS
from kselect_core.linalg.streamed.second_pass import (
    ByRow,
    Wrong,
    by_row,
    off_shifts,
    wrong_by_block,
)
from kselect_core.linalg.streamed.seen import Known, Seen, Solution, squared_loss
from kselect_core.linalg.streamed.stretches import stretches
from kselect_core.linalg.streamed.sums import Sums
from kselect_core.types import Array, Bool, Float

SMALLEST = 1e-15
"""Eigenvalues below this share of the largest are rounding."""

OF_MATRIX = (
    "needs a kernel matrix or all its eigenvectors, which the engine 'landmarks' does not have; "
    "use a sub-sample with engine='dense'"
)
UNDERFLOWS = (
    "double precision cannot decide the sign of the prediction at {} of {} points, where the "
    "kernel with every landmark underflows; use a wider kernel or the squared loss"
)


class LandmarkProblem(WithoutMatrix):
    """Labels and ridges of a least-squares learner whose kernel is that of landmarks.

    ``of_model`` makes one of a template. What needs the rows of K_m one by one is had by a second
    pass over the points; what needs a kernel matrix is undefined, with the reason.
    """

    no_matrix: ClassVar[str] = OF_MATRIX
    no_spectrum: ClassVar[str] = OF_MATRIX
    model: Model
    side: float = 0.0
    exact: "LandmarkProblem"

    @classmethod
    def of_model(cls, template: TiledProblem, model: Model, fact: KernelFact) -> "LandmarkProblem":
        """Problem of a model with the labels and ridges of a template."""
        _ = template.drawn_folds, template.mu
        made = object.__new__(cls)
        vars(made).update(vars(template), model=model, kernel=fact)
        return made

    def restricted(self, usable: Bool[Array, " L"]) -> "LandmarkProblem":
        """Problem with some of the ridges only, always the same."""
        if self.side:
            return self.exact.restricted(usable).moved(self.side)
        made = super().restricted(usable)
        if not isinstance(made, LandmarkProblem):
            raise TypeError(type(made).__name__)
        return made

    def with_ridges(self, lambdas: object) -> "LandmarkProblem":
        """Problem with other ridges λ of the same model."""
        made = object.__new__(type(self))
        kept = (WITHOUT_RIDGES | {"model", "drawn_folds"}) & set(vars(self))
        vars(made).update({name: vars(self)[name] for name in kept}, lambdas=lambdas)
        return made

    def first(self, m: int) -> "LandmarkProblem":
        """Problem of the first m landmarks, from the same sums."""
        made = self.with_ridges(self.lambdas)
        vars(made)["model"] = self.model.first(m)
        return made

    def moved(self, side: float) -> "LandmarkProblem":
        """Problem whose numbers are as far off as rounding may have moved them, to one side.

        With ``side`` = 1 losses, eigenvalues and volumes are larger and the leeway smaller, with −1
        the other way round: what a criterion makes of both says how far it is known itself.
        """
        made = object.__new__(type(self))
        vars(made).update(vars(self), side=side, exact=self)
        return made

    def _to_side(self, exact: Known) -> Array:
        """Numbers as this problem shows them."""
        return exact.value + self.side * exact.off if self.side else exact.value

    @property
    def seen(self) -> Seen:
        """Eigenvalues of K_m, with labels and ones along its eigenvectors."""
        return self.model.seen

    # eigenvalues

    @property
    def trace(self) -> float:
        """Sum of the eigenvalues of K_m."""
        return self.seen.trace + self.side * self._off_sum

    @property
    def exact_eigenvalues(self) -> Float[Array, " n"]:
        """Eigenvalues of K_m, descending."""
        sigma = np.zeros(self.n)
        g = self.seen.g
        if self.side:
            g = np.maximum(g + self.side * self.seen.off_eigenvalues, 0.0)
        sigma[: len(g)] = g
        return sigma

    def sum_of_top(self, t: int) -> float:
        """Sum of the t largest eigenvalues of K_m."""
        return float(self.seen.g[:t].sum()) - self.side * self._off_sum

    @property
    def _off_sum(self) -> float:
        """About how far rounding moves a sum of eigenvalues."""
        return float(np.sqrt(np.square(self.seen.off_eigenvalues).sum()))

    @property
    def indefinite(self) -> bool:
        """Whether K_m is indefinite: never."""
        return False

    def labels_along_eigenvectors(
        self, *, weighted: bool
    ) -> tuple[Float[Array, " s"], Float[Array, " s"]]:
        """Eigenvalues of K_m that are not 0, descending, and ⟨y, vⱼ⟩² or ⟨ỹ, vⱼ⟩²."""
        kept = self.seen.g > SMALLEST * self.seen.g[0]
        g, on = self.seen.g[kept], self.seen.labels[kept]
        if weighted:  # ỹ is one number on each class
            high, low = self.weighted_labels.max(), self.weighted_labels.min()
            on = (high - low) / 2 * on + (high + low) / 2 * self.seen.ones[kept]
        share = self.side * np.minimum(self.seen.off_eigenvalues[kept] / g, 1.0)
        return g * (1.0 + share), on**2 / g * (1.0 + share)

    # fits on all points

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """Which ridges are large enough: μ ≥ 1e-12 max(1, σ₁)."""
        return np.asarray(self.mu >= SMALLEST_RIDGE * max(1.0, float(self.seen.g[0])))

    @cached_property
    def solution(self) -> Solution:
        """Fits on all points, for every ridge."""
        return self.seen.solution(self.mu, bias=self.bias)

    @property
    def training_squares(self) -> Float[Array, " L"]:
        """Mean squared residual of the fits on all points, for every ridge."""
        return self._to_side(self._squares) / self.n

    @cached_property
    def _squares(self) -> Known:
        return self.seen.squares(self.mu, bias=self.bias)

    @property
    def training_squares_alone(self) -> Float[Array, " L"]:
        """Return the same."""
        return self.training_squares

    @property
    def leeway(self) -> Float[Array, " L"]:
        """Mean of 1 − leverage over the points, for every ridge."""
        leeway = self.seen.leeway(self.mu, bias=self.bias)
        return (leeway.value - self.side * leeway.off) / self.n

    @property
    def quadratic_and_volume(self) -> tuple[Float[Array, " L"], Float[Array, " L"]]:
        """Return yᵀC⁻¹y and log det C of C = K_m + μI; with a bias those of the contrasts of y."""
        quadratic = self.seen.quadratic(self.mu, bias=self.bias)
        volume = self.seen.log_volume(self.mu, bias=self.bias)
        return self._to_side(quadratic), self._to_side(volume)

    # folds

    def fold_losses(self, k: int, loss: str) -> Float[Array, "k L"]:
        """Mean loss on each of k folds by the fit that never saw it, for each λ."""
        self.check_folds(k)
        if loss == "error" and not self.is_classification:
            raise UndefinedScoreError("the 0/1 loss needs labels −1 and +1")
        losses = self._known_losses
        if (k, loss) not in losses:
            losses[k, loss] = self._counted(k) if loss == "error" else self._squared(k)
        return np.array([self._to_side(one) for one in losses[k, loss]])

    @cached_property
    def _known_losses(self) -> dict[tuple[int, str], list[Known]]:
        return {}

    def _squared(self, k: int) -> list[Known]:
        return [loss for _, loss in self._without(k)]

    def _counted(self, k: int) -> list[Known]:
        fits, assigned = [fit for fit, _ in self._without(k)], self.model.partitions[k]
        wrong = wrong_by_block(self.model.features, self.y, assigned, fits)
        sizes = np.bincount(assigned)
        if any(one.unsure.any() for one in wrong):
            unsure = sum(int(one.unsure.max()) for one in wrong)
            raise UndefinedScoreError(UNDERFLOWS.format(unsure, self.n))
        return [one.rate(size) for one, size in zip(wrong, sizes, strict=True)]

    def _without(self, k: int) -> list[tuple[Solution, Known]]:
        """Fits without every fold, and their squared loss on it."""
        solutions = self._solutions
        if k not in solutions:
            solutions[k] = [self._without_one(self.model.fold(k, number)) for number in range(k)]
        return solutions[k]

    def _without_one(self, fold: Sums) -> tuple[Solution, Known]:
        self.model.features.tiles.pause()
        rest = Seen.of(self.model.whole.less(fold), self.model.rounding)
        fit = rest.solution(self.ridges(rest.n), bias=self.bias)
        loss, off = squared_loss(fold, fit, self.model.rounding)
        return fit._replace(off=np.maximum(fit.off, off)), loss

    @cached_property
    def _solutions(self) -> dict[int, list[tuple[Solution, Known]]]:
        return {}

    # row by row, by a second pass over the points

    @property
    def training_rate(self) -> tuple[Known, str]:
        """Share of training points whose fitted value has not the label's sign; NaN, and why."""
        return self._rate(self.wrong)

    @cached_property
    def wrong(self) -> Wrong:
        """Training points whose fitted value has not the label's sign."""
        return self.wrong_of(stretches(self.n))

    @cached_property
    def by_row(self) -> ByRow:
        """Leave-one-out, and what the rows of K_m say."""
        return self.by_row_of(stretches(self.n))

    def wrong_of(self, run: range) -> Wrong:
        """Points of a run of stretches whose fitted value has not the label's sign."""
        everybody = np.zeros(self.n, dtype=np.int64)
        fits = [self.solution]
        return wrong_by_block(self.model.features, self.y, everybody, fits, run)[0]

    def by_row_of(self, run: range) -> ByRow:
        """Leave-one-out of the points of a run of stretches, and what their rows of K_m say."""
        alone = self.ridges(self.n if self.ridge == "lambda" else self.n - 1)
        return by_row(self.model.features, self.y, self.seen, alone, bias=self.bias, run=run)

    @property
    def press(self) -> Float[Array, " L"]:
        """Sum of squared residuals of the fits that never saw the point, for every ridge."""
        return self._to_side(self.by_row.press)

    @property
    def left_out_rate(self) -> Float[Array, " L"]:
        """Share of wrong signs (a zero is wrong) of fits that never saw the point."""
        rate, reason = self._rate(self.by_row.left_out)
        if reason:
            raise UndefinedScoreError(reason, self._to_side(rate))
        return self._to_side(rate)

    def _rate(self, wrong: Wrong) -> tuple[Known, str]:
        unsure = int(wrong.unsure.max())
        return wrong.rate(self.n), UNDERFLOWS.format(unsure, self.n) if unsure else ""

    @property
    def diagonal(self) -> Float[Array, " n"]:
        """Diagonal of K_m."""
        return self.by_row.diagonal

    @property
    def row_squares(self) -> Float[Array, " n"]:
        """Σⱼ K_ij² per row of K_m."""
        return self.by_row.row_squares

    @property
    def first_order_shifts(self) -> float:
        """Σᵢⱼ q_ji² |2σⱼ − K_ii| of K_m."""
        return self.by_row.shifts + self.side * self._off_shifts

    @cached_property
    def _off_shifts(self) -> float:
        mean = float(self.by_row.diagonal.mean())
        return off_shifts(self.model.features, self.seen, mean)


def rounding_of(
    problem: LandmarkProblem,
    score: Callable[[LandmarkProblem], Array],
    values: Float[Array, " L"],
) -> Float[Array, " L"]:
    """About how far rounding moves the values of a score, as an absolute value.

    0 for a count of points of which none is near the border; NaN where there is no value.
    """
    ends = [np.abs(score(problem.moved(side)) - values) for side in (-1.0, 1.0)]
    moved = np.maximum(*ends)
    made: Array = np.where(moved == 0, 0.0, moved + CANCELLED * EPS * np.abs(values))
    return made


def change_from_half(
    problem: LandmarkProblem, score: Callable[[LandmarkProblem], Array], m: int
) -> Float[Array, " L"]:
    """Twice the change of a score from the first m/2 landmarks to all m, as an absolute value.

    Of k-fold CV with a squared loss it is how far below, at most, that of the kernel itself lies
    in all that was measured: never above, and within this of the value.
    """
    made: Array = 2.0 * np.abs(score(problem) - score(problem.first(m // 2)))
    return made
