"""Errors of the learner on m landmarks at test and training points, a block of points at a time."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.problems.landmarks import LandmarkProblem, rounding_of
from kselect_core.criteria.problems.least_squares import undecided
from kselect_core.criteria.problems.tiled import signs_of
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.streamed.features import Features, blocks
from kselect_core.linalg.streamed.rounding import CANCELLED, EPS, NEAR, of_square
from kselect_core.linalg.streamed.second_pass import moved_squares, predictions
from kselect_core.linalg.streamed.seen import Known, Solution
from kselect_core.linalg.tiled.tiles import pieces
from kselect_core.selection.config.measures import (
    AUC,
    BALANCED,
    COUNTED,
    WEIGHTED,
    balanced_error,
    weighted_error,
)
from kselect_core.selection.config.pairs import decided
from kselect_core.selection.sweep.class_items import TWO_CLASSES
from kselect_core.selection.sweep.items import (
    NO_TEST,
    ONE_CLASS,
    OVERFLOW,
    Quantity,
    by_class,
    losses,
)
from kselect_core.selection.sweep.prepared import ClassSplit
from kselect_core.selection.sweep.tiles.items import own_side
from kselect_core.selection.sweep.tiles.split import CHUNK
from kselect_core.types import Array, Bool, Float, Int


def quantity(name: str, numbers: Array, reason: str = "", error: Array | None = None) -> Quantity:
    """Quantity known to an error, 0 where it has no value; its fits have settled."""
    off = np.zeros(len(numbers)) if error is None else np.where(np.isnan(numbers), 0.0, error)
    return Quantity(name, "", numbers, reason, off, np.ones(len(numbers), dtype=bool))


class Side(NamedTuple):
    """Points, their labels, and the weights of their classes if these have any."""

    X: Float[Array, "m d"]
    y: Float[Array, " m"]
    weights: Float[Array, " m"] | None = None


class Machine(NamedTuple):
    """Fits of one problem at the ridges that are large enough, without its sums."""

    features: Features
    fit: Solution
    usable: Bool[Array, " L"]

    @classmethod
    def of(cls, problem: LandmarkProblem) -> "Machine":
        """Fits on all points of a problem."""
        usable = problem.well_posed
        fit = problem.restricted(usable).solution
        return cls(problem.model.features, fit, usable)

    def at(self, X: Float[Array, "m d"]) -> "Predictions":
        """Values at points, NaN where a ridge is too small."""
        f, off = np.full((len(X), len(self.usable)), np.nan), np.full(len(self.usable), np.nan)
        squares = np.zeros(len(self.fit.off))
        for rows in blocks(len(X), len(self.features.Z)):
            C = self.features.crossed(X[rows])
            f[rows, self.usable] = predictions(self.features, C, self.fit)
            squares += moved_squares(self.features, C, self.fit)
            self.features.tiles.pause()
        off[self.usable] = np.sqrt(squares / max(len(X), 1) + self.fit.noise**2)
        return Predictions(f, off)


class Predictions(NamedTuple):
    """Values at points, and how far rounding moves them, as the root of a mean of squares."""

    f: Float[Array, "m L"]
    off: Float[Array, " L"]


def measured(problem: LandmarkProblem, test: Side, names: Sequence[str]) -> dict[str, Quantity]:
    """Errors of the fits at test and training points, and their degrees of freedom, by name."""
    usable = problem.well_posed
    if not usable.any():
        nothing = np.full(len(usable), np.nan)
        return {name: quantity(name, nothing, problem.ill_conditioned) for name in names}
    reason = "" if usable.all() else problem.ill_conditioned
    errors = _on_test(Machine.of(problem).at(test.X), test, usable, reason)
    kept = problem.restricted(usable)
    of_training: dict[str, Callable[[], tuple[Known, str]]] = {
        "training_squared_error": lambda: (_known(kept, lambda one: one.training_squares), ""),
        "training_error": lambda: kept.training_rate,
        "effective_dof": lambda: (_known(kept, lambda one: one.n * (1.0 - one.leeway)), ""),
    }
    for name in of_training.keys() & set(names):
        numbers, error = np.full((2, len(usable)), np.nan)
        (numbers[usable], error[usable]), why = of_training[name]()
        errors[name] = quantity(name, numbers, why or reason, error)
    return {name: errors[name] for name in names}


def _known(problem: LandmarkProblem, score: Callable[[LandmarkProblem], Array]) -> Known:
    """Score with its rounding."""
    values = score(problem)
    return Known(values, rounding_of(problem, score, values))


def _on_test(
    predicted: Predictions, test: Side, usable: Bool[Array, " L"], reason: str
) -> dict[str, Quantity]:
    """Errors of predictions at test points.

    Rounding of a share is that of predictions moved for or against their labels.
    """
    f, off = predicted
    signs = signs_of(f)
    with np.errstate(over="ignore", invalid="ignore"):
        found = _of_signs(test, signs)
        errors = {name: np.zeros(len(off)) for name in found}
        moved = NEAR * off * test.y[:, None]
        if AUC in found or (np.abs(f) <= np.abs(moved)).any():
            for other in (f + moved, f - moved):
                for name, numbers in _of_signs(test, signs_of(other)).items():
                    errors[name] = np.fmax(errors[name], np.abs(numbers - found[name]))
        squared = found["test_squared_error"]
        errors["test_squared_error"] = of_square(squared, off) + CANCELLED * EPS * squared
    return {
        name: quantity(
            name, numbers, _why_none(name, numbers[usable], signs) or reason, errors[name]
        )
        for name, numbers in found.items()
    }


def _of_signs(test: Side, signs: Signed) -> dict[str, Array]:
    """Errors of predictions at test points, by name."""
    return losses("test", test.y[:, None], signs) | by_class(test.y, signs, test.weights)


def _why_none(name: str, numbers: Float[Array, " l"], signs: Signed) -> str:
    """Why an error at test points has no value at a ridge that is large enough; empty if it has."""
    if not len(signs.f):
        return NO_TEST
    if not np.isnan(numbers).any():
        return ""
    if name == AUC:
        return ONE_CLASS
    return OVERFLOW if signs.sure.all() else undecided(~signs.sure)


def voted(
    ready: ClassSplit, machines: Sequence[Machine], reason: str, strengths: int
) -> dict[str, Quantity]:
    """Error rates of what all parts decide together, with the reason if one of them has no fit."""
    names = (COUNTED, "training_error", BALANCED, WEIGHTED, AUC)
    nothing = np.full(strengths, np.nan)
    errors = {name: quantity(name, nothing, reason) for name in names}
    errors[AUC] = quantity(AUC, nothing, TWO_CLASSES)
    if len(machines) < len(ready.pairs):
        return errors
    usable: Array = np.all([one.usable for one in machines], axis=0)
    for name, X, codes in (
        (COUNTED, ready.X_test, ready.codes_test),
        ("training_error", ready.X_train, ready.codes_train),
    ):
        if not len(codes):
            errors[name] = quantity(name, nothing, NO_TEST)
            errors |= {one: errors[name]._replace(name=one) for one in (BALANCED, WEIGHTED)}
            continue
        wrong = _wrong(ready, machines, X, codes)
        counted: dict[str, Callable[[Array], Array]] = {name: lambda one: one.mean(axis=0)}
        if name == COUNTED:
            counted[BALANCED] = partial(balanced_error, codes)
            if ready.weights_test is not None:
                counted[WEIGHTED] = partial(weighted_error, ready.weights_test)
        for one, share in counted.items():
            numbers, *others = (np.where(usable, share(some), np.nan) for some in wrong)
            error = np.abs(np.array(others) - numbers).max(axis=0)
            errors[one] = quantity(one, numbers, reason, error)
    return errors


def _wrong(
    ready: ClassSplit, machines: Sequence[Machine], X: Float[Array, "m d"], codes: Int[Array, " m"]
) -> Bool[Array, "3 m L"]:
    """Points that the parts decide for a wrong class.

    Then those with every decision moved, as far as rounding may, for and against a point's class.
    """
    wrong = np.empty((3, len(codes), len(machines[0].usable)), dtype=bool)
    for rows in pieces(len(codes), CHUNK):
        predicted = [one.at(X[rows]) for one in machines]
        decisions = np.array([one.f for one in predicted])
        moved = NEAR * np.array([one.off for one in predicted])[:, None]
        moved = moved * own_side(ready.pairs, codes[rows])[:, :, None]
        for number, f in enumerate((decisions, decisions + moved, decisions - moved)):
            winners = decided(f, ready.pairs, len(ready.class_names))
            wrong[number, rows] = winners != codes[rows, None]
    return wrong
