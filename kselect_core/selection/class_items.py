"""One work item of several classes: the mean over its binary problems, and their vote."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.errors import KselectError
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.items import (
    OVERFLOW,
    Block,
    Quantity,
    block,
    error_names,
    fits,
    losses,
    quantity_names,
    scored,
    why_none,
)
from kselect_core.selection.pairs import decided
from kselect_core.selection.prepared import ClassSplit, Grams, PreparedSplit
from kselect_core.types import Array, Float


def any_block(
    config: SweepConfig,
    item: int,
    ready: PreparedSplit | ClassSplit,
    workspace: Float[Array, "n n"],
) -> Block:
    """Compute one work item of two classes, of several, or of a regression."""
    if isinstance(ready, ClassSplit):
        return class_block(config, item, ready)
    return block(config, item, ready, workspace)


def class_block(config: SweepConfig, item: int, ready: ClassSplit) -> Block:
    """Compute one work item of several classes.

    Criteria, squared errors and degrees of freedom are the mean over the binary problems, NaN with
    the reason of the first one that has none. The error rates are those of the common decision.
    The ridges μ in the result are those of a fit on all training points.
    """
    family, value = config.kernels[item % len(config.kernels)]
    names = quantity_names(config, classes=True)
    try:
        grams = ready.grams(family.kernel, family.parameters(value))
        made = [part_of(config, ready, number, grams) for number in range(len(ready.pairs))]
    except KselectError as error:  # no kernel matrix
        nothing = np.full(len(config.lambdas), np.nan)
        quantities = tuple(Quantity(name, kind, nothing, str(error)) for name, kind in names)
    else:
        found = _together(ready, made)
        quantities = tuple(found[name]._replace(kind=kind) for name, kind in names)
    split = item // len(config.kernels)
    mu = ready.problems[0].ridges(ready.n)
    return Block(item, split, family.kernel, value, family.convention, mu, quantities)


class Part(NamedTuple):
    """Quantities of one binary problem by name, and its decision values at all points."""

    quantities: dict[str, Quantity]
    test: Float[Array, "m L"]
    training: Float[Array, "n L"]


def part_of(config: SweepConfig, ready: ClassSplit, number: int, grams: Grams) -> Part:
    """One binary problem: its criteria, its fits, and its squared errors on its own points."""
    pair, rows, template = ready.pairs[number], ready.rows[number], ready.problems[number]
    K, K_test = grams.K, grams.K_test
    fact = template.kernel.of_kernel(grams.kernel, grams.parameters)
    problem = template.with_matrix(K[np.ix_(rows, rows)], kernel=fact)
    everybody = np.vstack([K_test[:, rows], K[:, rows]])
    made = fits(problem, everybody, spectral=config.spectral)
    m = len(ready.codes_test)
    own, y = pair.rows(ready.codes_test), pair.signs(ready.codes_test)
    with np.errstate(over="ignore", invalid="ignore"):
        errors = losses("test", y[own, None], made.test[:m][own])
        errors |= losses("training", problem.y[:, None], made.test[m:][rows])
    found = [quantity for choice in config.criteria for quantity in scored(choice, problem)]
    for name, kind in error_names(config, classes=False):
        if name == "effective_dof":
            found.append(Quantity(name, kind, made.freedom, made.freedom_reason))
            continue
        points = int(own.sum()) if name.startswith("test") else problem.n
        found.append(Quantity(name, kind, errors[name], why_none(made, errors[name], points)))
    return Part({quantity.name: quantity for quantity in found}, made.test[:m], made.test[m:])


def _together(ready: ClassSplit, made: Sequence[Part]) -> dict[str, Quantity]:
    """Quantities of all binary problems as one set, by name."""
    found = {name: _mean(ready, [part.quantities[name] for part in made]) for name in made[0][0]}
    sides = (
        ("test_error", ready.codes_test, np.array([part.test for part in made])),
        ("training_error", ready.codes_train, np.array([part.training for part in made])),
    )
    for name, codes, decisions in sides:
        wrong = decided(decisions, ready.pairs, len(ready.class_names)) != codes[:, None]
        undefined = ~np.isfinite(decisions).all(axis=(0, 1))
        reason = found["test_squared_error"].reason or (OVERFLOW if undefined.any() else "")
        rate = np.where(undefined, np.nan, wrong.mean(axis=0))
        found[name] = Quantity(name, "", rate, reason)
    return found


def _mean(ready: ClassSplit, parts: Sequence[Quantity]) -> Quantity:
    """Mean over the binary problems; NaN where one has no value, with its name and reason."""
    numbers: Array = np.mean([part.numbers for part in parts], axis=0)
    gaps = (number for number, part in enumerate(parts) if part.reason)
    reason = ""
    if (first := next(gaps, None)) is not None:
        sides = " / ".join(ready.pairs[first].names(ready.class_names))
        reason = f"{sides}: {parts[first].reason}"
    return Quantity(parts[0].name, parts[0].kind, numbers, reason)
