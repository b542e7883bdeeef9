"""One work item: every quantity of one kernel on one split, for all λ at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.least_squares import missed, undecided
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.selection.config import measures
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.types import Array, Bool, Float

Options = Mapping[str, object]

OVERFLOW = "the predictions overflow; use a lower degree or the normalised kernel"
NO_TEST = "no test point is of these two classes; use a larger test share"
ONE_CLASS = "all test points are of one class; use a larger test share"

KEPT_SPLITS = 5
"""Splits whose eigenvalues are kept: of 31 kernels on 1000 points each, 1.2 MB."""


class Sample(NamedTuple):
    """How many rows of a kernel an estimate knows, and what groups of them contribute to its error.

    A criterion of the entries of K is the same number for every λ.
    """

    rows: int
    parts: Float[Array, " g"]


class Quantity(NamedTuple):
    """A named number for each λ, with the reason where it is undefined.

    Where the kernel matrix is not held, also the error that it is known to, and at which λ the
    fits behind it have converged. A negative error is below the value only. An estimate from some
    rows has its sample.
    """

    name: str
    kind: str  # "criterion", "test" or "info"
    numbers: Float[Array, " L"]
    reason: str = ""
    error: Float[Array, " L"] | None = None
    converged: Bool[Array, " L"] | None = None
    sample: Sample | None = None


class Block(NamedTuple):
    """All quantities of one kernel on one split: the rows of one work item.

    And the eigenvalues of the kernel, where it was decomposed and they are kept.
    """

    item: int
    split: int
    kernel: str
    parameter: float
    convention: str
    mu: Float[Array, " L"]
    quantities: tuple[Quantity, ...]
    eigenvalues: Float[Array, " n"] | None = None


class Fits(NamedTuple):
    """Values f of the fits for every λ, and what they cost in degrees of freedom; NaN with reason.

    ``usable`` says which columns have a fit.
    """

    usable: Bool[Array, " L"]
    test: Signed  # (m, L)
    training: Signed  # (n, L)
    freedom: Float[Array, " L"]
    reason: str
    freedom_reason: str


class Judged(NamedTuple):
    """A work item whose errors are still to be measured: those of its fits, if there are any."""

    block: Block
    made: Fits | None


def block(
    config: SweepConfig, item: int, ready: PreparedSplit, workspace: Float[Array, "n n"]
) -> Block:
    """Compute one work item; what is undefined carries its reason, nothing else is caught."""
    (made,) = with_errors(config, ready, [judged(config, item, ready, workspace)])
    return made


def judged(
    config: SweepConfig, item: int, ready: PreparedSplit, workspace: Float[Array, "n n"]
) -> Judged:
    """Criteria of one work item, and its fits."""
    family, value = config.kernels[item % len(config.kernels)]
    split, mu = item // len(config.kernels), ready.problem.mu
    parameters, made, eigenvalues = family.parameters(value), None, None
    try:
        problem = ready.training_kernel(family.kernel, parameters, workspace)
    except KselectError as error:
        nothing = np.full(len(mu), np.nan)
        quantities = tuple(
            Quantity(name, kind, nothing, str(error))
            for name, kind in config.quantities(classes=ready.problem.is_classification)
        )
    else:
        across = ready.test_rows(family.kernel, parameters)
        quantities = tuple(part for choice in config.criteria for part in scored(choice, problem))
        made = fits(problem, across, spectral=config.spectral)
        ready.keep_fit(problem)
        eigenvalues = problem.known_eigenvalues if split < KEPT_SPLITS else None
    block = Block(item, split, family.kernel, value, family.convention, mu, quantities, eigenvalues)
    return Judged(block, made)


def with_errors(
    config: SweepConfig, ready: PreparedSplit, several: Sequence[Judged]
) -> list[Block]:
    """Return work items of one split with test and training errors, measured all at once.

    Undefined where the ridge is too small.
    """
    names = config.measured(classes=ready.problem.is_classification)
    fitted = [made for _, made in several if made is not None]
    errors = iter(_errors(ready, fitted))
    return [
        block._replace(quantities=(*block.quantities, *measured(names, made, next(errors))))
        if made
        else block
        for block, made in several
    ]


def scored(choice: CriterionChoice, problem: Problem) -> list[Quantity]:
    """A criterion's values, and what else its choice depends on."""
    options, criterion, quantity = dict(choice.options), choice.criterion, choice.quantity
    made = {"#squared": criterion.tie_break_score, "#se": criterion.spread_score}
    return [
        _tried(quantity, "criterion", problem, criterion.score, options),
        *(
            _tried(f"{quantity}{name}", "info", problem, made[name], options)
            for name in choice.besides
        ),
    ]


def _tried(
    name: str, kind: str, problem: Problem, score: Callable[..., Array | None], options: Options
) -> Quantity:
    try:
        return Quantity(name, kind, np.asarray(score(problem, **options)))
    except UndefinedScoreError as error:
        nothing = np.full(len(problem.lambdas), np.nan)
        values = nothing if error.values is None else np.asarray(error.values)
        return Quantity(name, kind, values, error.reason)


def fits(problem: Problem, across: KernelRows, *, spectral: bool) -> Fits:
    """Fits of the learner at test and training points; undefined where the ridge is too small."""
    usable, L = problem.well_posed, len(problem.lambdas)
    test, training = _nothing(len(across.K), L), _nothing(problem.n, L)
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
                for made, rows, f in (
                    (test, across, across.K @ alpha + b),
                    (training, kept.sample.kernel, kept.fitted(alpha)),
                ):
                    made.f[:, usable], made.sure[:, usable] = kept.signs_at(rows, f)
    return Fits(usable, test, training, freedom, reason, freedom_reason or reason)


def _nothing(points: int, ridges: int) -> Signed:
    return Signed(np.full((points, ridges), np.nan), np.ones((points, ridges), dtype=bool))


def _errors(ready: PreparedSplit, several: Sequence[Fits]) -> list[dict[str, Array]]:
    """Errors of several fits by name, each for its own ridges."""
    if not several:
        return []
    test = _beside([made.test for made in several])
    training = _beside([made.training for made in several])
    with np.errstate(over="ignore", invalid="ignore"):
        errors = losses("test", ready.y_test[:, None], test)
        errors |= losses("training", ready.problem.y[:, None], training)
        errors |= by_class(ready.y_test, test, ready.weights_test)
    parts = [np.split(values, len(several)) for values in errors.values()]
    return [dict(zip(errors, mine, strict=True)) for mine in zip(*parts, strict=True)]


def _beside(several: Sequence[Signed]) -> Signed:
    """Predictions of several fits at the same points, as those of one with all their ridges."""
    return Signed(*(np.hstack(parts) for parts in zip(*several, strict=True)))


def measured(
    names: Sequence[tuple[str, str]], made: Fits, errors: Mapping[str, Array]
) -> tuple[Quantity, ...]:
    """Errors and degrees of freedom of fits, with the reason where they have no value."""
    quantities = []
    for name, kind in names:
        if name == "effective_dof":
            quantities.append(Quantity(name, kind, made.freedom, made.freedom_reason))
            continue
        signs = made.test if name.startswith("test") else made.training
        reason = _why_none(made, errors[name], signs)
        if (
            name == measures.AUC
            and len(signs.f)
            and np.isnan(errors[name][np.isfinite(signs.f).all(axis=0)]).any()
        ):
            reason = ONE_CLASS
        quantities.append(Quantity(name, kind, errors[name], reason))
    return tuple(quantities)


def _why_none(made: Fits, numbers: Float[Array, " L"], signs: Signed) -> str:
    """Why an error of the fits at some points has no value at some λ; empty if it has."""
    if not len(signs.f):
        return NO_TEST
    if not np.isnan(numbers[made.usable]).any():
        return made.reason
    return OVERFLOW if signs.sure.all() else undecided(~signs.sure)


def losses(part: str, y: Float[Array, "m 1"], signs: Signed) -> dict[str, Array]:
    """Share of wrong signs (a zero is wrong) and mean squared error.

    NaN where f overflows, and where there are no points; the share also where the sign of a
    prediction cannot be decided.
    """
    f = signs.f
    if not len(y):
        nothing = np.full(f.shape[1], np.nan)
        return {f"{part}_error": nothing, f"{part}_squared_error": nothing}
    squared = np.mean((y - f) ** 2, axis=0)
    rate = np.mean(missed(y, signs), axis=0)
    return {
        f"{part}_error": np.where(np.isfinite(f).all(axis=0), rate, np.nan),
        f"{part}_squared_error": np.where(np.isfinite(squared), squared, np.nan),
    }


def by_class(
    y: Float[Array, " m"], signs: Signed, weights: Float[Array, " m"] | None
) -> dict[str, Array]:
    """Balanced and weighted error and AUC at test points ±1, NaN where the error rate is.

    The AUC is NaN for one class as well; there is no weighted error without ``weights``.
    """
    finite, wrong = np.isfinite(signs.f).all(axis=0), missed(y[:, None], signs)
    errors = {measures.BALANCED: measures.balanced_error(y, wrong)}
    if weights is not None:
        errors[measures.WEIGHTED] = measures.weighted_error(weights, wrong)
    rates = {name: np.where(finite, rate, np.nan) for name, rate in errors.items()}
    return rates | {measures.AUC: measures.auc(y, signs.f)}
