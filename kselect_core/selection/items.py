"""One work item: every quantity of one kernel on one split, for all λ at once."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.parts import CriterionChoice
from kselect_core.selection.prepared import PreparedSplit
from kselect_core.types import Array, Bool, Float

Options = Mapping[str, object]

OVERFLOW = "the predictions overflow; use a lower degree or the normalised kernel"
NO_TEST = "no test point is of these two classes; use a larger test share"


class Quantity(NamedTuple):
    """A named number for each λ, with the reason where it is undefined."""

    name: str
    kind: str  # "criterion", "test" or "info"
    numbers: Float[Array, " L"]
    reason: str = ""


class Block(NamedTuple):
    """All quantities of one kernel on one split: the rows of one work item."""

    item: int
    split: int
    kernel: str
    parameter: float
    convention: str
    mu: Float[Array, " L"]
    quantities: tuple[Quantity, ...]


def block(
    config: SweepConfig, item: int, ready: PreparedSplit, workspace: Float[Array, "n n"]
) -> Block:
    """Compute one work item; what is undefined carries its reason, nothing else is caught."""
    family, value = config.kernels[item % len(config.kernels)]
    split = item // len(config.kernels)
    mu = ready.problem.mu
    try:
        problem = ready.training_kernel(family.kernel, family.parameters(value), workspace)
    except KselectError as error:
        nothing = np.full(len(mu), np.nan)
        quantities = tuple(
            Quantity(name, kind, nothing, str(error))
            for name, kind in quantity_names(config, classes=ready.problem.is_classification)
        )
    else:
        K_test = ready.test_kernel(family.kernel, family.parameters(value))
        criteria = [part for choice in config.criteria for part in scored(choice, problem)]
        quantities = (*criteria, *_errors(config, problem, K_test, ready.y_test))
    return Block(item, split, family.kernel, value, family.convention, mu, quantities)


def quantity_names(config: SweepConfig, *, classes: bool) -> tuple[tuple[str, str], ...]:
    """Names and kinds of the quantities of every item, in order; error rates only for classes."""
    criteria = [
        (name, kind)
        for choice in config.criteria
        for name, kind in ((choice.quantity, "criterion"), (f"{choice.quantity}#squared", "info"))
        if kind == "criterion" or choice.counts_errors
    ]
    return (*criteria, *error_names(config, classes=classes))


def error_names(config: SweepConfig, *, classes: bool) -> tuple[tuple[str, str], ...]:
    """Names and kinds of what is measured at the fits; error rates only for classes."""
    rates = (("test_error", "test"), ("training_error", "info"))
    squared = (("test_squared_error", "test"), ("training_squared_error", "info"))
    freedom = (("effective_dof", "info"),)
    return (*(rates if classes else ()), *squared, *(freedom if config.spectral else ()))


def scored(choice: CriterionChoice, problem: Problem) -> list[Quantity]:
    """A criterion's values, and those of its tie break if it counts errors."""
    options = dict(choice.options)
    scored = [_tried(choice.quantity, "criterion", problem, choice.criterion.score, options)]
    if choice.counts_errors:
        name = f"{choice.quantity}#squared"
        scored.append(_tried(name, "info", problem, choice.criterion.tie_break_score, options))
    return scored


def _tried(
    name: str, kind: str, problem: Problem, score: Callable[..., Array | None], options: Options
) -> Quantity:
    try:
        return Quantity(name, kind, np.asarray(score(problem, **options)))
    except UndefinedScoreError as error:
        nothing = np.full(len(problem.lambdas), np.nan)
        values = nothing if error.values is None else np.asarray(error.values)
        return Quantity(name, kind, values, error.reason)


class Fits(NamedTuple):
    """Values f of the fits for every λ, and what they cost in degrees of freedom; NaN with reason.

    ``test`` and ``training`` are (m, L) and (n, L); ``usable`` says which columns have a fit.
    """

    usable: Bool[Array, " L"]
    test: Float[Array, "m L"]
    training: Float[Array, "n L"]
    freedom: Float[Array, " L"]
    reason: str
    freedom_reason: str


def fits(problem: Problem, K_test: Float[Array, "m n"], *, spectral: bool) -> Fits:
    """Fits of the learner at test and training points; undefined where the ridge is too small."""
    usable, L = problem.well_posed, len(problem.lambdas)
    test, training = np.full((len(K_test), L), np.nan), np.full((problem.n, L), np.nan)
    freedom, freedom_reason = np.full(L, np.nan), ""
    reason = "" if usable.all() else problem.ill_conditioned
    if usable.any():
        kept = problem if usable.all() else problem.restricted(usable)
        if spectral:
            try:
                freedom[usable] = problem.n - kept.fit.diagonal.sum(axis=0)
            except UndefinedScoreError as error:
                freedom_reason = error.reason
        try:
            alpha, b = kept.dual_from_spectrum if spectral and not freedom_reason else kept.dual
        except UndefinedScoreError as error:
            usable, reason = np.zeros(L, dtype=bool), error.reason
        else:
            with np.errstate(over="ignore", invalid="ignore"):
                test[:, usable] = K_test @ alpha + b
                training[:, usable] = kept.fitted(alpha)
    return Fits(usable, test, training, freedom, reason, freedom_reason or reason)


def _errors(
    config: SweepConfig, problem: Problem, K_test: Float[Array, "m n"], y_test: Float[Array, " m"]
) -> tuple[Quantity, ...]:
    """Test and training errors of the learner; undefined where the ridge is too small."""
    made = fits(problem, K_test, spectral=config.spectral)
    with np.errstate(over="ignore", invalid="ignore"):
        found = losses("test", y_test[:, None], made.test)
        found |= losses("training", problem.y[:, None], made.training)
    quantities = []
    for name, kind in error_names(config, classes=problem.is_classification):
        if name == "effective_dof":
            quantities.append(Quantity(name, kind, made.freedom, made.freedom_reason))
            continue
        points = len(y_test) if name.startswith("test") else problem.n
        quantities.append(Quantity(name, kind, found[name], why_none(made, found[name], points)))
    return tuple(quantities)


def why_none(made: Fits, numbers: Float[Array, " L"], points: int) -> str:
    """Why an error of the fits on so many points has no value at some λ; empty if it has."""
    if not points:
        return NO_TEST
    return OVERFLOW if np.isnan(numbers[made.usable]).any() else made.reason


def losses(part: str, y: Float[Array, "m 1"], f: Float[Array, "m L"]) -> dict[str, Array]:
    """Share of wrong signs (a zero is wrong) and mean squared error.

    NaN where f overflows, and where there are no points.
    """
    if not len(y):
        nothing = np.full(f.shape[1], np.nan)
        return {f"{part}_error": nothing, f"{part}_squared_error": nothing}
    squared = np.mean((y - f) ** 2, axis=0)
    rate = wrong_signs(y, f)
    return {
        f"{part}_error": np.where(np.isfinite(f).all(axis=0), rate, np.nan),
        f"{part}_squared_error": np.where(np.isfinite(squared), squared, np.nan),
    }


def wrong_signs(y: Array, f: Array) -> Array:
    """Share of values f whose sign is not that of the label; a zero is wrong."""
    return np.asarray(np.mean(y * f <= 0, axis=0))
