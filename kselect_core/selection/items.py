"""One work item: every quantity of one kernel on one split, for all λ at once."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.parts import Candidates, CriterionChoice
from kselect_core.selection.prepared import PreparedSplit
from kselect_core.types import Array, Float

Options = Mapping[str, object]


class Quantity(NamedTuple):
    """A named number for each λ, with the reason where it is undefined."""

    name: str
    kind: str  # "criterion", "test" or "info"
    values: Float[Array, " L"]
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
        quantities = _all_undefined(config, ready, str(error))
    else:
        quantities = _quantities(config, family, value, ready, problem)
    return Block(item, split, family.kernel, value, family.convention, mu, quantities)


def _quantities(
    config: SweepConfig, family: Candidates, value: float, ready: PreparedSplit, problem: Problem
) -> tuple[Quantity, ...]:
    criteria = [part for choice in config.criteria for part in _scored(choice, problem)]
    spectral = any("spectrum" in choice.criterion.needs for choice in config.criteria)
    K_test = ready.test_kernel(family.kernel, family.parameters(value))
    return (*criteria, *_errors(problem, K_test, ready.y_test, spectral=spectral))


def _scored(choice: CriterionChoice, problem: Problem) -> list[Quantity]:
    """A criterion's values, and those of its tie break if it counts errors."""
    options = dict(choice.options)
    scored = [_tried(choice.quantity, "criterion", problem, choice.criterion.score, options)]
    if choice.criterion.tie_break is not None and options.get("loss") == "error":
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


def _errors(
    problem: Problem, K_test: Float[Array, "m n"], y_test: Float[Array, " m"], *, spectral: bool
) -> tuple[Quantity, ...]:
    """Test and training errors of the learner; undefined where the ridge is too small."""
    names = error_names(problem)
    try:
        alpha, b = problem.dual_from_spectrum if spectral else problem.dual
    except UndefinedScoreError as error:
        return tuple(_undefined(name, kind, problem, error.reason) for name, kind in names)
    f_test = K_test @ alpha + b
    f_train = problem.y[:, None] - problem.mu * alpha
    values = {
        "test_error": np.mean(y_test[:, None] * f_test <= 0, axis=0),
        "test_squared_error": np.mean((y_test[:, None] - f_test) ** 2, axis=0),
        "training_error": np.mean(problem.y[:, None] * f_train <= 0, axis=0),
        "training_squared_error": np.mean((problem.y[:, None] - f_train) ** 2, axis=0),
    }
    if spectral:
        values["effective_dof"] = problem.n - problem.fit.diagonal.sum(axis=0)
        names = (*names, ("effective_dof", "info"))
    usable = problem.well_posed
    reason = "" if usable.all() else problem.ill_conditioned
    return tuple(
        Quantity(name, kind, np.where(usable, values[name], np.nan), reason) for name, kind in names
    )


def error_names(problem: Problem) -> tuple[tuple[str, str], ...]:
    """Names and kinds of the errors that a problem has; error rates only for classes."""
    squared = (("test_squared_error", "test"), ("training_squared_error", "info"))
    rates = (("test_error", "test"), ("training_error", "info"))
    return (*rates, *squared) if problem.is_classification else squared


def _all_undefined(config: SweepConfig, ready: PreparedSplit, reason: str) -> tuple[Quantity, ...]:
    names = [(choice.quantity, "criterion") for choice in config.criteria]
    return tuple(
        _undefined(name, kind, ready.problem, reason)
        for name, kind in (*names, *error_names(ready.problem))
    )


def _undefined(name: str, kind: str, problem: Problem, reason: str) -> Quantity:
    return Quantity(name, kind, np.full(len(problem.lambdas), np.nan), reason)
