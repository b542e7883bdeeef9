"""One Gram matrix, ±1 labels and a grid of C for the support vector machine; fits made once."""

from collections.abc import Callable
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.fits.least_norm import Shortest, shortest_duals
from kselect_core.parameters import refuse_tensors
from kselect_core.types import Array, Bool, Float, Int

if TYPE_CHECKING:
    from kselect_core.linalg.fits.smo import Changes, HeldOut, Machines

EXACT = 1e-8
"""Tolerance of the machines whose sets of support vectors are looked at."""

PRECISELY = "a machine whose support vectors are told apart precisely"
"""Which machine did not converge, in the reason."""

FREE = 1e-6
"""A dual variable this near to 0 or C lies on it, in units of the largest one, or of C."""

SHUFFLE_STREAM = 2**20
"""Spawn key of the seed of the shuffle; fold counts are smaller."""

LARGEST_C = 1e12
"""Beyond it a step of the solver is lost in rounding."""


class SvmProblem(Problem):
    """A kernel matrix K (n, n), labels y = ±1, and a grid of C.

    The ridge of a least-squares learner that weighs errors as much is μ = 1/(2C): ``lambdas`` and
    ``mu`` hold it, so that a grid of C is a grid of ridges as for the other learners. A machine
    trained on fewer points (folds, leave-one-out) has the same C.

    Parameters
    ----------
    K : array (n, n)
        Kernel matrix, symmetric and finite, n ≥ 2; single precision is enough.
    y : array (n,)
        Labels −1 and +1.
    C : float or array (L,)
        Costs of an error, C > 0.
    seed : int, default=0
        What folds and the shuffle of the points are drawn from.
    stratified : bool, default=True
        Whether classes have the same shares in every fold.

    Raises
    ------
    InvalidParameterError
        For another shape, a matrix that is not symmetric, other labels, or a value that is not
        allowed.
    KselectError
        For entries that are missing, infinite, or so large that their squares overflow.

    Examples
    --------
    >>> import numpy as np
    >>> from kselect import CRITERIA, SvmProblem
    >>> x = np.array([-2.0, -1.0, 1.0, 2.0])
    >>> problem = SvmProblem(np.exp(-0.5 * (x[:, None] - x) ** 2), np.sign(x), C=(1.0, 10.0))
    >>> problem.lambdas  # 1/(2C)
    array([0.5 , 0.05])
    >>> CRITERIA["svm_loo"].score(problem)  # share of errors, for each C
    array([0., 0.])
    """

    learners: ClassVar[tuple[str, ...]] = ("svm",)

    def __init__(
        self, K: object, y: object, C: object, *, seed: object = 0, stratified: object = True
    ) -> None:
        super().__init__(
            K,
            y,
            0.5 / costs(C),
            learner="svm",
            ridge="lambda",
            seed=seed,
            stratified=stratified,
            task="binary",
        )

    @classmethod
    def of_ridges(  # noqa: PLR0913 (as those of Problem)
        cls,
        K: object,
        y: object,
        lambdas: object,
        *,
        ridge: str,
        seed: object,
        kernel: object = None,
        stratified: object = True,
        task: str | None = None,
    ) -> "SvmProblem":
        """Problem whose C is 1/(2μ), with μ = nλ (``ridge="n_lambda"``) or μ = λ."""
        if task == "regression":
            raise InvalidParameterError("SvmProblem", "task", "None or 'binary'", task)
        problem = object.__new__(cls)
        Problem.__init__(
            problem,
            K,
            y,
            lambdas,
            learner="svm",
            ridge=ridge,
            seed=seed,
            kernel=kernel,
            stratified=stratified,
            task="binary",
        )
        return problem

    @property
    def _task(self) -> str:
        return "binary"

    @cached_property
    def C(self) -> Float[Array, " L"]:
        """Cost of an error."""
        return 0.5 / self.mu

    @cached_property
    def permutation(self) -> Int[Array, " n"]:
        """Shuffle of the points from the seed: what criteria that use blocks of them go by."""
        sequence = np.random.SeedSequence(int(self.seed), spawn_key=(SHUFFLE_STREAM,))
        return np.random.default_rng(sequence).permutation(self.n)

    @cached_property
    def machines(self) -> "Machines":
        """Machine on all points, for every C."""
        machines: Machines = solver().machines(self.K, self.y, self.C)
        return machines

    @cached_property
    def exact_machines(self) -> "Machines":
        """The same to a tolerance that tells free from bounded support vectors."""
        machines: Machines = solver().machines(self.K, self.y, self.C, tolerance=EXACT)
        return machines

    @cached_property
    def left_out(self) -> "HeldOut":
        """Decision value at every point by the machine trained on all others; signs are exact.

        Points that need no training keep the value of the full machine.
        """
        decisions: HeldOut = solver().leave_one_out_decisions(self.K, self.y, self.C)
        return decisions

    @property
    def missed(self) -> Bool[Array, "L n"]:
        """Which points are predicted wrong by the machine trained on all others, for each C."""
        wrong: Array = (self.left_out.f > 0) != self.positive
        return wrong

    @property
    def left_out_converged(self) -> Bool[Array, " L"]:
        """For which C every machine trained without a point converged."""
        return self.left_out.converged

    @cached_property
    def changes(self) -> "Changes":
        """Which predictions change when a point leaves a block of the shuffled sample."""
        moved: Changes = solver().prediction_changes(self.K, self.y, self.C, order=self.permutation)
        return moved

    def squared_slacks(self, C: float) -> tuple[float, float, bool]:
        """‖w‖² and R² of the machine with squared slacks, and whether both converged.

        It is the hard-margin machine on K + I/C: α = Cξ with Σξ² ≤ n, so that no α reaches 2C√n.
        R² is at least that of I/C, also where K is so large that its own part is rounding.
        """
        augmented = self.K + np.eye(self.n) / C
        box = np.array([2.0 * C * np.sqrt(self.n)])
        machine = solver().machines(augmented, self.y, box, tolerance=EXACT)
        ball = solver().enclosing_ball(augmented)
        norm = float(np.abs(machine.beta).sum())
        radius = max(ball.squared_radius, (1.0 - 1.0 / self.n) / C)
        return norm, radius, bool(machine.converged[0] and ball.converged)

    @cached_property
    def alpha(self) -> Float[Array, "L n"]:
        """Dual variables 0 ≤ α ≤ C of the exact machines, put on a bound within rounding of it.

        Where many give the same machine (singular K), those of least norm: the order of the points
        does not decide.
        """
        C = self.C[:, None]
        alpha = self.y * np.array([one.beta for one in self._shortest])
        alpha = np.where(alpha < FREE * alpha.max(axis=1, keepdims=True), 0.0, alpha)
        return np.where(alpha > (1 - FREE) * C, C, alpha)

    @property
    def told_apart(self) -> Bool[Array, " L"]:
        """For which C the exact machine converged, and its dual variables are settled."""
        return np.array([one.found for one in self._shortest])

    @cached_property
    def _shortest(self) -> tuple[Shortest, ...]:
        made = self.exact_machines
        return tuple(
            shortest_duals(self.K, self.y, float(C), beta=beta, f=f)
            if converged
            else Shortest(beta, found=False)
            for C, beta, f, converged in zip(self.C, made.beta, made.f, made.converged, strict=True)
        )

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """For which C the machine converged."""
        return self.machines.converged

    @property
    def ill_conditioned(self) -> str:
        """Why some C have no machine."""
        worst = self.C[~self.well_posed].min()
        return (
            f"not converged: the machine for C = {worst:.3g} needs more than "
            f"{self.machines.steps.max():,} steps; scale the data or use a smaller C"
        )

    @cached_property
    def dual(self) -> tuple[Float[Array, "n L"], Float[Array, " L"]]:
        """Signed dual coefficients yα and offset b for every C."""
        return np.ascontiguousarray(self.machines.beta.T), self.machines.b

    def fitted(self, alpha: Float[Array, "n L"]) -> Float[Array, "n L"]:  # noqa: ARG002
        """Values f at the training points."""
        return np.ascontiguousarray(self.machines.f.T)

    def fold_errors(self, k: int) -> Float[Array, "k L"]:
        """Share of errors on each of k folds left out, for each C; a value of 0 is negative."""
        self.check_folds(k)
        wrong = (self.held_out(k) > 0) != self.positive[:, None]
        return np.array([wrong[fold].mean(axis=0) for fold in self.folds(k)])

    def fold_deviation(self, k: int) -> Float[Array, " L"]:
        """Standard deviation of these shares (k − 1 in its denominator)."""
        deviation: Float[Array, " L"] = np.std(self.fold_errors(k), axis=0, ddof=1)
        return deviation

    def held_out_converged(self, k: int) -> Bool[Array, " L"]:
        """For which C every machine of the k folds converged."""
        converged: Array = ~np.isnan(self.held_out(k)).any(axis=0)
        return converged

    def _held_out_predictions(self, k: int) -> Float[Array, "n L"]:
        """Predictions; NaN for every C with a machine of a fold that did not converge."""
        decisions: HeldOut = solver().held_out_decisions(self.K, self.y, self.C, self.folds(k))
        return np.ascontiguousarray(np.where(decisions.converged[:, None], decisions.f, np.nan).T)


def problem_for(learner: str) -> Callable[..., Problem]:
    """Problem of that learner, a function of (K, y, lambdas) and of ridge, seed and kernel."""
    return SvmProblem.of_ridges if learner == "svm" else partial(Problem, learner=learner)


def costs(C: object) -> Float[Array, " L"]:
    """Grid of finite C greater than 0."""
    refuse_tensors("SvmProblem", "C", C)
    allowed = f"one or more numbers greater than 0 and up to {LARGEST_C:g}"
    try:
        grid = np.atleast_1d(np.array(C, dtype=np.float64))
    except (TypeError, ValueError) as error:
        raise InvalidParameterError("SvmProblem", "C", allowed, C) from error
    if grid.ndim != 1 or not grid.size or not ((grid > 0) & (grid <= LARGEST_C)).all():
        raise InvalidParameterError("SvmProblem", "C", allowed, C)
    return grid


def solver() -> Any:  # noqa: ANN401 - a module
    """The compiled solver; it imports numba, which takes a second."""
    return import_module("kselect_core.linalg.fits.smo")
