"""Kernels combined with weights that a criterion chooses, and what that is worth on test points.

K_w = Σ wᵢKᵢ with w ≥ 0 and ‖w‖_p = 1, p = 1 or 2. Unless asked otherwise every kernel is first
divided by its mean diagonal, so that a weight does not depend on the unit of its kernel. (The
papers write μ for the weights; here μ is the ridge.)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Criterion, Problem
from kselect_core.data import Dataset
from kselect_core.errors import (
    InvalidParameterError,
    KselectError,
    StoppedError,
    UndefinedScoreError,
)
from kselect_core.linalg import one_blas_thread
from kselect_core.linalg.descent import Descent, descent
from kselect_core.linalg.projections import NORMS
from kselect_core.selection.combination_objectives import Objective, checked, objective
from kselect_core.selection.combination_sets import Member, across, members, stacked
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.cursor import family_of
from kselect_core.selection.parts import CriterionChoice
from kselect_core.selection.prepared import PreparedSplit, prepared_split, resolved
from kselect_core.types import Array, Float

SCALINGS = ("trace", "none")
STARTS = ("uniform", "best single")
ROLES = ("learnt", "single", "uniform", "oracle")
"""Kernels whose test errors are compared: see Combined."""
USED = 1e-6
"""Weights above it count."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is combined, and by what.

    ``kernels`` is a set of combination_sets: the grid of the family ``kernel`` ("widths"), several
    families, or that kernel with the value ``parameter`` on each feature. ``lam`` is the λ of the
    fits, and of the objectives that have one. ``scaling`` is "trace" (mean diagonal 1) or "none".
    """

    objective: str = "ckta"
    options: tuple[tuple[str, object], ...] = ()
    p: int = 1
    kernels: str = "widths"
    kernel: str = "gaussian"
    parameter: float = float("nan")
    lam: float = 0.1
    scaling: str = "trace"

    def __post_init__(self) -> None:
        checked(self.objective, dict(self.options))
        if self.p not in NORMS:
            raise InvalidParameterError("Combination", "p", "1 or 2", self.p)
        if self.scaling not in SCALINGS:
            allowed = f"one of {', '.join(SCALINGS)}"
            raise InvalidParameterError("Combination", "scaling", allowed, self.scaling)

    @property
    def criterion(self) -> Criterion:
        """Criterion of the objective."""
        return checked(self.objective, dict(self.options))

    @property
    def quantity(self) -> str:
        """Name of the objective as tables and figures spell it."""
        return CriterionChoice(self.objective, self.options).quantity  # type: ignore[arg-type]  # checked

    def equal(self, count: int) -> float:
        """Weight of every one of so many kernels when all are equal."""
        return float(NORMS[self.p].uniform(count)[0])


class Learnt(NamedTuple):
    """Weights of one training part: those learnt, and the values that decided.

    ``paths`` are the descents from each of STARTS, with values in units of the criterion; ``best``
    the number of the one that ended better (the first of equal ones). ``singles`` are the values of
    every kernel alone, ``uniform`` that of equal weights.
    """

    paths: tuple[Descent, ...]
    best: int
    singles: Float[Array, " q"]
    uniform: float
    single: int

    @property
    def weights(self) -> Float[Array, " q"]:
        """The weights."""
        return self.paths[self.best].last

    @property
    def ways(self) -> tuple[tuple[str, Array], ...]:
        """Names of the starts with the values along their descents."""
        return tuple((name, path.values) for name, path in zip(STARTS, self.paths, strict=True))

    @property
    def value(self) -> float:
        """Value of the criterion at the weights."""
        return float(self.paths[self.best].values[-1])


class Combined(NamedTuple):
    """Weights on every split, and the test errors there of four kernels.

    ``errors`` has one row per split and one column per ROLES: learnt weights, the single kernel
    that the objective prefers, equal weights, and the single kernel with the lowest test error,
    which nobody knows beforehand. They are shares of wrong signs; of a regression squared errors.
    """

    members: tuple[Member, ...]
    learnt: tuple[Learnt, ...]
    errors: Float[Array, "splits roles"]
    oracle: tuple[int, ...]
    n: int

    @property
    def weights(self) -> Float[Array, "splits q"]:
        """Weights of every split."""
        return np.array([one.weights for one in self.learnt])


def combined(
    config: SweepConfig,
    dataset: Dataset,
    plan: Plan,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
) -> Combined:
    """Weights learnt on the training part of every split, and their test errors.

    A configuration of support vector machines is taken with kernel ridge regression, μ = 1/(2C).
    """
    found, config = [], least_squares(config)
    whole = resolved(config, dataset)
    with one_blas_thread():
        ready = prepared_split(config, whole, 0)
        chosen = set_of(config, whole, ready, plan)
        for split in range(config.repeats):
            if split:
                ready = prepared_split(config, whole, split)
            found.append(_on_split(ready, chosen, plan, cancel))
            if on_progress is not None:
                on_progress(split + 1, config.repeats)
    errors = np.array([one[1] for one in found])
    learnt, oracle = tuple(one[0] for one in found), tuple(one[2] for one in found)
    return Combined(chosen, learnt, errors, oracle, ready.n)


def set_of(
    config: SweepConfig, dataset: Dataset, ready: PreparedSplit, plan: Plan
) -> tuple[Member, ...]:
    """Kernels of a plan; their widths come from ``ready``, the first split."""
    at = family_of(config, plan.kernel) if plan.kernels != "families" else config.candidates[0]
    if at.values and plan.kernels == "features":
        at = replace(at, values=(plan.parameter,))
    return members(config, dataset, ready, kernels=plan.kernels, at=at)


def learn(
    stack: Float[Array, "q n n"],
    template: Problem,
    plan: Plan,
    *,
    cancel: Event | None = None,
) -> Learnt:
    """Weights of kernels that are scaled already: the best end of descents from several starts.

    Starts are equal weights and the best single kernel, so that the result is never worse than
    either; everything is deterministic.
    """
    goal = objective(stack, template, plan.objective, dict(plan.options))
    norm, count = NORMS[plan.p], len(stack)
    corners = np.eye(count)
    singles = np.array([_alone(goal, corner) for corner in corners])
    if np.isnan(singles).all():
        goal.evaluate(corners[0])  # raises the reason
    falling = singles if goal.better == "lower" else -singles
    single = int(np.nanargmin(falling))
    starts = (norm.uniform(count), corners[single])
    sign = 1.0 if goal.better == "lower" else -1.0
    paths = tuple(
        descent(goal.downhill, start, norm, rules=goal.rules, cancel=cancel) for start in starts
    )
    ends = [float(path.values[-1]) for path in paths]
    best = int(ends[1] < ends[0] - 1e-9 * abs(ends[0]))
    told = tuple(path._replace(values=sign * path.values) for path in paths)
    return Learnt(told, best, singles, float(told[0].values[0]), single)


def scaled(
    stack: Float[Array, "q n n"], scaling: str
) -> tuple[Float[Array, "q n n"], Float[Array, " q"]]:
    """Kernel matrices divided, in place, by their mean diagonals ("trace"), and what by."""
    sizes = np.ones(len(stack))
    if scaling == "trace":
        sizes = np.einsum("qii->q", stack) / stack.shape[1]
        sizes = np.where(sizes > 0, sizes, 1.0)  # a linear kernel on a constant feature stays 0
        stack /= sizes[:, None, None]
    return stack, sizes


def least_squares(config: SweepConfig) -> SweepConfig:
    """Configuration with a least-squares learner: that of a support vector machine gets KRR."""
    if config.learner != "svm":
        return config
    return replace(config, learner="krr", C=(), criteria=(CriterionChoice("ckta"),))


def seconds(n: int, kernels: int, splits: int, plan: Plan) -> float:
    """Time of ``combined`` for n training points, about; descents differ in their steps."""
    once = 0.008 + 5e-8 * kernels * n**2
    if plan.objective in ("sps", "ks"):
        once += (kernels + 25) * (1.5e-3 + 4e-8 * n**2 + 3.2e-10 * n**3)
    elif plan.objective == "sm":
        once *= 2 if dict(plan.options).get("r", 3) == 5 else 1  # noqa: PLR2004 (not precomputed)
    elif plan.kernels == "widths":
        once += 0.1  # neighbours are nearly parallel: many short steps
    return float(splits * once)


def _on_split(
    ready: PreparedSplit, chosen: tuple[Member, ...], plan: Plan, cancel: Event | None
) -> tuple[Learnt, tuple[float, ...], int]:
    """Weights of one split, test errors in the order of ROLES, and the best single kernel there."""
    template = of_ridge(ready.problem, plan.lam)
    stack, sizes = scaled(stacked(chosen, ready), plan.scaling)
    learnt = learn(stack, template, plan, cancel=cancel)
    uniform = NORMS[plan.p].uniform(len(chosen))
    weights = np.vstack([learnt.weights, uniform, np.eye(len(chosen))])
    errors = errors_of(ready, chosen, stack, weights, template, sizes=sizes, cancel=cancel)
    oracle = int(np.nanargmin(errors[2:]))
    learnt_, uniform_, single = errors[0], errors[1], errors[2 + learnt.single]
    return learnt, (learnt_, single, uniform_, errors[2 + oracle]), oracle


def of_ridge(problem: Problem, lam: float) -> Problem:
    """Problem with one of its ridges; raises unless it has that λ."""
    here = np.isin(problem.lambdas, [lam])
    if not here.any():
        grid = ", ".join(f"{value:g}" for value in problem.lambdas)
        raise InvalidParameterError("Combination", "λ", f"one of {grid}", lam)
    return problem.restricted(here)


def errors_of(  # noqa: PLR0913 (kernels come with their matrices and sizes)
    ready: PreparedSplit,
    chosen: tuple[Member, ...],
    stack: Float[Array, "q n n"],
    weights: Float[Array, "r q"],
    template: Problem,
    *,
    sizes: Float[Array, " q"],
    cancel: Event | None = None,
) -> Float[Array, " r"]:
    """Test error of the learner on K_w for each row of weights; NaN where there is no fit.

    ``sizes`` is what the kernels of the stack were divided by. Cost: one fit per row.
    """
    fits = []
    for row in weights:
        _stop(cancel)
        fits.append(_fit(template, np.tensordot(row, stack, 1)))
    f = np.repeat(np.array([bias for _, bias in fits])[:, None], len(ready.y_test), axis=1)
    for i, member in enumerate(chosen):
        used = np.flatnonzero(weights[:, i])
        K = across(member, ready) / sizes[i]
        alpha = np.array([fits[row][0] for row in used])
        f[used] += weights[used, i, None] * (alpha @ K.T)
    if template.is_classification:
        wrong = np.where(np.isnan(f), np.nan, ready.y_test * f <= 0)
        return _mean(wrong)
    return _mean((ready.y_test - f) ** 2)


def _mean(losses: Float[Array, "r m"]) -> Float[Array, " r"]:
    if not losses.shape[1]:
        return np.full(len(losses), np.nan)
    means: Float[Array, " r"] = losses.mean(axis=1)
    return means


def _fit(template: Problem, K: Float[Array, "n n"]) -> tuple[Float[Array, " n"], float]:
    """Coefficients and bias of the fit; NaN where a kernel alone cannot be fitted."""
    try:
        alpha, bias = template.with_matrix(K).dual
    except KselectError:
        return np.full(template.n, np.nan), float("nan")
    return alpha[:, 0], float(bias[0])


def _alone(goal: Objective, corner: Float[Array, " q"]) -> float:
    """Value of one kernel alone; NaN where it has none."""
    try:
        return goal.evaluate(corner)[0]
    except UndefinedScoreError:
        return float("nan")


def _stop(cancel: Event | None) -> None:
    if cancel is not None and cancel.is_set():
        raise StoppedError("Stopped.")


class Effect(NamedTuple):
    """What learning the weights did, on one split or as means over all of them.

    ``used`` are the smallest and the largest number of kernels with a weight above 1e-6 on a split,
    ``largest`` is the one with the largest mean weight; ``value``, ``single`` and ``uniform`` are
    values of the criterion, ``errors`` in the order of ROLES.
    """

    used: tuple[int, int]
    largest: int
    value: float
    single: float
    uniform: float
    errors: tuple[float, ...]


def effect(found: Combined, split: int | None = None) -> Effect:
    """Effect of learning the weights on one split, or on average."""
    which = range(len(found.learnt)) if split is None else (split,)
    learnt = [found.learnt[i] for i in which]
    weights = np.array([one.weights for one in learnt])
    used = (weights > USED).sum(axis=1)
    return Effect(
        (int(used.min()), int(used.max())),
        int(weights.mean(axis=0).argmax()),
        float(np.mean([one.value for one in learnt])),
        float(np.mean([one.singles[one.single] for one in learnt])),
        float(np.mean([one.uniform for one in learnt])),
        tuple(float(value) for value in found.errors[list(which)].mean(axis=0)),
    )
