"""One work item of several classes: the mean over its binary problems, and their vote."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.least_squares import undecided
from kselect_core.errors import KselectError
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.selection.config import measures
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.pairs import decided
from kselect_core.selection.sweep import items
from kselect_core.selection.sweep.prepared import ClassSplit, Grams, PreparedSplit
from kselect_core.types import Array, Float, Int

TWO_CLASSES = "the AUC is of two classes; look at one pair"


def any_block(
    config: SweepConfig,
    item: int,
    ready: PreparedSplit | ClassSplit,
    workspace: Float[Array, "n n"],
) -> items.Block:
    """Compute one work item of two classes, of several, or of a regression."""
    if isinstance(ready, ClassSplit):
        return class_block(config, item, ready)
    return items.block(config, item, ready, workspace)


def class_block(config: SweepConfig, item: int, ready: ClassSplit) -> items.Block:
    """Compute one work item of several classes.

    Criteria, squared errors and degrees of freedom are the mean over the binary problems, NaN with
    the reason of the first one that has none. The error rates are those of the common decision.
    The ridges μ in the result are those of a fit on all training points.
    """
    family, value = config.kernels[item % len(config.kernels)]
    names = config.quantities(classes=True)
    try:
        grams = ready.grams(family.kernel, family.parameters(value))
        made = [part_of(config, ready, number, grams) for number in range(len(ready.pairs))]
    except KselectError as error:  # no kernel matrix
        nothing = np.full(len(config.lambdas), np.nan)
        quantities = tuple(items.Quantity(name, kind, nothing, str(error)) for name, kind in names)
    else:
        means = _together(ready, made)
        quantities = tuple(means[name]._replace(kind=kind) for name, kind in names)
    split = item // len(config.kernels)
    mu = ready.problems[0].ridges(ready.n)
    return items.Block(item, split, family.kernel, value, family.convention, mu, quantities)


class Part(NamedTuple):
    """Quantities of one binary problem by name, and its decision values at all points."""

    quantities: dict[str, items.Quantity]
    test: Signed  # (m, L)
    training: Signed  # (n, L)


def fits_of(
    ready: ClassSplit, number: int, grams: Grams, *, spectral: bool = False
) -> tuple[Problem, items.Fits]:
    """One binary problem, and its fits at all test points and, behind them, training points."""
    rows, template = ready.rows[number], ready.problems[number]
    fact = template.kernel.of_kernel(grams.kernel, grams.parameters)
    own_rows = grams.inside.part(rows, rows)
    problem = template.with_matrix(own_rows.K, kernel=fact, logs=own_rows.logs)
    return problem, items.fits(problem, _everybody(grams, rows), spectral=spectral)


def part_of(config: SweepConfig, ready: ClassSplit, number: int, grams: Grams) -> Part:
    """One binary problem: its criteria, its fits, and its squared errors on its own points."""
    pair, rows = ready.pairs[number], ready.rows[number]
    problem, made = fits_of(ready, number, grams, spectral=config.spectral)
    m = len(ready.codes_test)
    test, training = (
        Signed(made.test.f[some], made.test.sure[some]) for some in (slice(m), slice(m, None))
    )
    own, y = pair.rows(ready.codes_test), pair.signs(ready.codes_test)
    tested = Signed(test.f[own], test.sure[own])
    with np.errstate(over="ignore", invalid="ignore"):
        errors = items.losses("test", y[own, None], tested)
        errors |= items.losses(
            "training", problem.y[:, None], Signed(training.f[rows], training.sure[rows])
        )
    made = made._replace(test=tested, training=training)
    quantities = [
        quantity for choice in config.criteria for quantity in items.scored(choice, problem)
    ]
    quantities += items.measured(config.measured(classes=False), made, errors)
    return Part({quantity.name: quantity for quantity in quantities}, test, training)


def _everybody(grams: Grams, rows: Int[Array, " part"]) -> KernelRows:
    """Kernel between all test and training points (in this order) and some training points."""
    across, inside = grams.across, grams.inside
    m = len(across.K)

    def logs(some: Int[Array, " r"]) -> Array:
        logs = np.empty((len(some), len(rows)))
        for mine, part, first in ((some < m, across, 0), (some >= m, inside, m)):
            if part.logs is not None and mine.any():
                logs[mine] = part.logs(some[mine] - first)[:, rows]
        return logs

    K = np.vstack([across.K[:, rows], inside.K[:, rows]])
    return KernelRows(K, None if across.logs is None else logs, inside.noise)


def _together(ready: ClassSplit, made: Sequence[Part]) -> dict[str, items.Quantity]:
    """Quantities of all binary problems as one set, by name."""
    means = {
        name: mean_of_parts(ready, [part.quantities[name] for part in made]) for name in made[0][0]
    }
    sides = (
        (measures.COUNTED, ready.codes_test, [part.test for part in made]),
        ("training_error", ready.codes_train, [part.training for part in made]),
    )
    for name, codes, signs in sides:
        decisions = np.array([part.f for part in signs])
        unsure: Array = ~np.all([part.sure for part in signs], axis=0)
        wrong = decided(decisions, ready.pairs, len(ready.class_names)) != codes[:, None]
        undefined = ~np.isfinite(decisions).all(axis=(0, 1))
        reason = means["test_squared_error"].reason or (items.OVERFLOW if undefined.any() else "")
        if unsure.any():
            reason = reason or undecided(unsure)
        rate = np.where(undefined | unsure.any(axis=0), np.nan, wrong.mean(axis=0))
        means[name] = items.Quantity(name, "", rate, reason)
        if name == measures.COUNTED:
            by_class = np.where(np.isnan(rate), np.nan, measures.balanced_error(codes, wrong))
            means[measures.BALANCED] = items.Quantity(measures.BALANCED, "", by_class, reason)
            if ready.weights_test is not None:
                shares = measures.weighted_error(ready.weights_test, wrong)
                shares = np.where(np.isnan(rate), np.nan, shares)
                means[measures.WEIGHTED] = items.Quantity(measures.WEIGHTED, "", shares, reason)
    means[measures.AUC] = items.Quantity(
        measures.AUC, "", np.full_like(means[measures.COUNTED].numbers, np.nan), TWO_CLASSES
    )
    return means


def mean_of_parts(ready: ClassSplit, parts: Sequence[items.Quantity]) -> items.Quantity:
    """Mean over the binary problems; NaN where one has no value, with its name and reason."""
    numbers: Array = np.mean([part.numbers for part in parts], axis=0)
    gaps = (number for number, part in enumerate(parts) if part.reason)
    reason = ""
    if (first := next(gaps, None)) is not None:
        sides = " / ".join(ready.pairs[first].names(ready.class_names))
        reason = f"{sides}: {parts[first].reason}"
    return items.Quantity(
        parts[0].name,
        parts[0].kind,
        numbers,
        reason,
        _of_all(np.mean, [part.error for part in parts]),
        _of_all(np.all, [part.converged for part in parts]),
        _joint([part.sample for part in parts]),
    )


def _joint(samples: Sequence[items.Sample | None]) -> items.Sample | None:
    """Sample of a mean over problems; None where all of them are known by all rows."""
    some = [one for one in samples if one is not None]
    if not some:
        return None
    return items.Sample(
        max(one.rows for one in some), np.sum([one.parts for one in some], axis=0) / len(samples)
    )


def _of_all(together: Callable[..., Array], errors: Sequence[Array | None]) -> Array | None:
    """Errors, or where fits converged, of all parts as one; None where parts know of none."""
    given = [one for one in errors if one is not None]
    return together(given, axis=0) if given else None
