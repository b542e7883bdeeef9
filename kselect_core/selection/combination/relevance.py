"""A width for every feature on every split, and what that is worth on test points."""

from typing import NamedTuple, Unpack

import numpy as np

from kselect_core.criteria.spectral.evidence import GML
from kselect_core.data import Dataset
from kselect_core.listening import Listening, watched
from kselect_core.selection.combination.combined import least_squares
from kselect_core.selection.combination.feature_widths import FeatureWidths, feature_widths
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

STEPS, PER_CUBE, PER_SQUARE = 25, 6e-11, 1.2e-8
"""Evaluations of a split, and one more per feature; seconds of one, by n³ and by n²; measured."""


class Relevances(NamedTuple):
    """Widths of the features and the one width for all, learnt on the training part of each split.

    ``errors`` has one row per split and two columns, a width per feature and one for all: shares of
    wrong signs on the test part, of a regression squared errors. No test point was seen before, so
    that they are nested estimates.
    """

    names: tuple[str, ...]
    own: tuple[FeatureWidths, ...]
    alike: tuple[FeatureWidths, ...]
    errors: Float[Array, "splits 2"]
    n: int

    @property
    def shares(self) -> Float[Array, "splits d"]:
        """Relevance of every feature on every split."""
        return np.array([widths.relevance for widths in self.own])


def relevances(
    config: SweepConfig, dataset: Dataset, objective: str = GML.name, **listening: Unpack[Listening]
) -> Relevances:
    """Learn the widths of the features on every split of a sweep, and test them.

    Whatever the learner of the sweep, the fits are kernel ridge regressions with μ = nλ.
    Raises as ``feature_widths``, and StoppedError.
    """
    setup = Setup.at_hand(least_squares(config), dataset)
    own, alike, errors, n = [], [], [], 0
    for split in watched(range(config.repeats), "splits", **listening):
        ready = prepared_split(setup, split)
        both = [
            feature_widths(
                ready.X_train,
                ready.problem.y,
                objective=objective,
                alike=one,
                names=tuple(setup.dataset.feature_names),
                seed=config.seed,
            )
            for one in (False, True)
        ]
        own.append(both[0])
        alike.append(both[1])
        errors.append([_tested(widths, ready) for widths in both])
        n = ready.n
    return Relevances(own[0].names, tuple(own), tuple(alike), np.array(errors), n)


def seconds(n: int, features: int, splits: int) -> float:
    """Estimated seconds of so many splits on n training points."""
    return splits * (STEPS + features) * (PER_CUBE * n**3 + PER_SQUARE * n**2)


def _tested(widths: FeatureWidths, ready: PreparedSplit) -> float:
    """Test error of the fit on the whole training part; NaN without test points."""
    if not len(ready.y_test):
        return float("nan")
    f = widths.predicted(ready.X_train, ready.problem.y, ready.X_test)
    if ready.problem.is_classification:
        return float(np.mean(ready.y_test * f <= 0))
    return float(np.mean((ready.y_test - f) ** 2))
