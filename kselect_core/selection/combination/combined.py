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

from kselect_core.criteria import Problem
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, StoppedError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.minimum.projections import NORMS
from kselect_core.selection.combination.combined_errors import errors_of
from kselect_core.selection.combination.plan import Plan, scaled
from kselect_core.selection.combination.sets import Member, members, stacked
from kselect_core.selection.combination.weights import STARTS, Learnt, learn
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

ROLES = ("learnt", "single", "uniform", "oracle")
"""Kernels whose test errors are compared: see Combined."""
USED = 1e-6
"""Weights above it count."""


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
    weights, config = [], least_squares(config)
    setup = Setup.at_hand(config, dataset)
    pace = _Pace(on_progress, cancel)
    with one_blas_thread():
        ready = prepared_split(setup, 0)
        chosen = set_of(config, setup.dataset, ready, plan)
        for split in range(config.repeats):
            if split:
                ready = prepared_split(setup, split)
            pace.total = config.repeats * (2 * len(chosen) + len(STARTS) + 2)
            weights.append(_on_split(ready, chosen, plan, pace))
    errors = np.array([one[1] for one in weights])
    learnt, oracle = tuple(one[0] for one in weights), tuple(one[2] for one in weights)
    return Combined(chosen, learnt, errors, oracle, ready.n)


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


def set_of(
    config: SweepConfig, dataset: Dataset, ready: PreparedSplit, plan: Plan
) -> tuple[Member, ...]:
    """Kernels of a plan; their widths come from ``ready``, the first split."""
    at = family_of(config, plan.kernel) if plan.kernels != "families" else config.candidates[0]
    if at.values and plan.kernels == "features":
        at = replace(at, values=(plan.parameter,))
    return members(config, dataset, ready, kernels=plan.kernels, at=at)


def least_squares(config: SweepConfig) -> SweepConfig:
    """Configuration with a least-squares learner: that of a support vector machine gets KRR."""
    if config.learner != "svm":
        return config
    return replace(config, learner="krr", C=(), criteria=(CriterionChoice(CKTA.name),))


def of_ridge(problem: Problem, lam: float) -> Problem:
    """Problem with one of its ridges; raises unless it has that λ."""
    here = np.isin(problem.lambdas, [lam])
    if not here.any():
        grid = ", ".join(f"{value:g}" for value in problem.lambdas)
        raise InvalidParameterError("Combination", "λ", f"one of {grid}", lam)
    return problem.restricted(here)


def _on_split(
    ready: PreparedSplit, chosen: tuple[Member, ...], plan: Plan, pace: "_Pace"
) -> tuple[Learnt, tuple[float, ...], int]:
    """Weights of one split, test errors in the order of ROLES, and the best single kernel there."""
    template = of_ridge(ready.problem, plan.lam)
    stack, sizes = scaled(stacked(chosen, ready), plan.scaling)
    learnt = learn(stack, template, plan, on_step=pace.step, cancel=pace.cancel)
    uniform = NORMS[plan.p].uniform(len(chosen))
    weights = np.vstack([learnt.weights, uniform, np.eye(len(chosen))])
    errors = errors_of(ready, chosen, stack, weights, template, sizes=sizes, on_step=pace.step)
    oracle = int(np.argmin(np.nan_to_num(errors[2:], nan=np.inf)))
    learnt_, uniform_, single = errors[0], errors[1], errors[2 + learnt.single]
    return learnt, (learnt_, single, uniform_, errors[2 + oracle]), oracle


@dataclass
class _Pace:
    """Counts steps, tells them, and stops the work when that is asked for."""

    on_progress: Callable[[int, int], None] | None
    cancel: Event | None
    total: int = 0
    done: int = 0

    def step(self) -> None:
        """One more step is done."""
        if self.cancel is not None and self.cancel.is_set():
            raise StoppedError("Stopped.")
        self.done += 1
        if self.on_progress is not None:
            self.on_progress(self.done, self.total)
