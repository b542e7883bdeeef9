"""Errors of the learner on m landmarks at test and training points, a block of points at a time."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.problems.landmarks import LandmarkProblem
from kselect_core.criteria.problems.least_squares import undecided
from kselect_core.criteria.problems.tiled import signs_of
from kselect_core.linalg import Signed
from kselect_core.linalg.streamed.features import Features, blocks
from kselect_core.linalg.streamed.rows import predictions
from kselect_core.linalg.streamed.seen import Solution
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
from kselect_core.selection.sweep.tiles.items import CHUNK
from kselect_core.types import Array, Bool, Float, Int


def quantity(name: str, numbers: Array, reason: str = "", error: Array | None = None) -> Quantity:
    """Quantity that is exact for the learner, unless an error is given; its fits have settled."""
    exact = np.zeros(len(numbers)) if error is None else error
    return Quantity(name, "", numbers, reason, exact, np.ones(len(numbers), dtype=bool))


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

    def at(self, X: Float[Array, "m d"]) -> Float[Array, "m L"]:
        """Values at points, NaN where a ridge is too small."""
        f = np.full((len(X), len(self.usable)), np.nan)
        for rows in blocks(len(X), len(self.features.Z)):
            C = self.features.crossed(X[rows])
            f[rows, self.usable] = predictions(self.features, C, self.fit)
            self.features.tiles.pause()
        return f


def measured(problem: LandmarkProblem, test: Side, names: Sequence[str]) -> dict[str, Quantity]:
    """Errors of the fits at test and training points, and their degrees of freedom, by name."""
    usable = problem.well_posed
    if not usable.any():
        nothing = np.full(len(usable), np.nan)
        return {name: quantity(name, nothing, problem.ill_conditioned) for name in names}
    reason = "" if usable.all() else problem.ill_conditioned
    found = _on_test(Machine.of(problem).at(test.X), test, usable, reason)
    kept = problem.restricted(usable)
    of_training: dict[str, Callable[[], tuple[Array, str]]] = {
        "training_squared_error": lambda: (kept.training_squares, ""),
        "training_error": lambda: kept.training_rate,
        "effective_dof": lambda: (kept.n * (1.0 - kept.leeway), ""),
    }
    for name in of_training.keys() & set(names):
        numbers = np.full(len(usable), np.nan)
        numbers[usable], why = of_training[name]()
        found[name] = quantity(name, numbers, why or reason)
    return {name: found[name] for name in names}


def _on_test(
    f: Float[Array, "m L"], test: Side, usable: Bool[Array, " L"], reason: str
) -> dict[str, Quantity]:
    """Errors of predictions at test points."""
    signs = signs_of(f)
    with np.errstate(over="ignore", invalid="ignore"):
        found = losses("test", test.y[:, None], signs) | by_class(test.y, signs, test.weights)
    return {
        name: quantity(name, numbers, _why_none(name, numbers[usable], signs) or reason)
        for name, numbers in found.items()
    }


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
    found = {name: quantity(name, nothing, reason) for name in names}
    found[AUC] = quantity(AUC, nothing, TWO_CLASSES)
    if len(machines) < len(ready.pairs):
        return found
    usable: Array = np.all([one.usable for one in machines], axis=0)
    for name, X, codes in (
        (COUNTED, ready.X_test, ready.codes_test),
        ("training_error", ready.X_train, ready.codes_train),
    ):
        if not len(codes):
            found[name] = quantity(name, nothing, NO_TEST)
            found |= {one: found[name]._replace(name=one) for one in (BALANCED, WEIGHTED)}
            continue
        wrong = _wrong(ready, machines, X, codes)
        found[name] = quantity(name, np.where(usable, wrong.mean(axis=0), np.nan), reason)
        if name == COUNTED:
            by_classes = np.where(usable, balanced_error(codes, wrong), np.nan)
            found[BALANCED] = quantity(BALANCED, by_classes, reason)
            if ready.weights_test is not None:
                shares = np.where(usable, weighted_error(ready.weights_test, wrong), np.nan)
                found[WEIGHTED] = quantity(WEIGHTED, shares, reason)
    return found


def _wrong(
    ready: ClassSplit, machines: Sequence[Machine], X: Float[Array, "m d"], codes: Int[Array, " m"]
) -> Bool[Array, "m L"]:
    """Points that the parts decide for a wrong class."""
    wrong = np.empty((len(codes), len(machines[0].usable)), dtype=bool)
    for rows in pieces(len(codes), CHUNK):
        decisions = np.array([one.at(X[rows]) for one in machines])
        winners = decided(decisions, ready.pairs, len(ready.class_names))
        wrong[rows] = winners != codes[rows, None]
    return wrong
