"""Where views of bounds look: one fit of a sweep, with the constants that the theorems ask for."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from math import nan
from typing import NamedTuple, Unpack

import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.listening import Listening
from kselect_core.selection.machines.risks import Risks, over_splits, problem_of, risks_at
from kselect_core.selection.places.spectra import seconds_needed
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.theory.bound import Bound
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.curves import changed
from kselect_core.theory.empirical import RESAMPLES, Variance, cv_variance, largest_change
from kselect_core.theory.measured import Measured, measured, worst_case
from kselect_core.views.cursor import CursorAt
from kselect_core.views.kept import Keeper, Known
from kselect_core.views.python import call, literal, positional

EACH, EACH_SQUARED = 1.5e-3, 4e-8
"""Seconds of one resample: at once, and per entry of K."""
HARDER = 0.35
"""Power of C by which a machine takes longer."""
MACHINES = 1.2e-6
"""Seconds of leave-one-out of a machine per entry of K."""
WAITS = "not measured yet"
GIVEN = ("config", "dataset", "cursor", "ready", "computed", "keeper")
"""Fields that a program does not name."""


class Numbers(NamedTuple):
    """What the bounds need of a fit, and the largest change of KRR without a point."""

    measured: Measured
    change: float


class Computed(NamedTuple):
    """What is computed already; without ``numbers`` or ``variance`` they are when asked for."""

    table: pd.DataFrame
    numbers: Numbers | None = None
    variance: Variance | str | None = None


@dataclass(frozen=True, eq=False)
class BoundsAt(CursorAt):
    """The bounds of one fit, with what was measured on it.

    ``learner`` is another than the sweep's, with the same kernel and ridge; ``folds`` are those of
    the cross-validation that is looked at. ``constants`` take the place of those of the data, as
    pairs of a name (n, lam, kappa, y_max, delta) and a value; with ``worst`` β is the one over all
    samples. Without ``tested`` no test error is told. Without ``full`` what takes longest is left
    out, the spectrum of K or the machines without each point; without ``resampled`` the variance
    of cross-validation.
    """

    learner: str = ""
    folds: int = 5
    constants: tuple[tuple[str, float], ...] = ()
    worst: bool = False
    tested: bool = True
    full: bool = True
    resampled: bool = True
    computed: Computed | None = None
    keeper: Keeper = field(default_factory=Known, repr=False)

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        options = [one for one in fields(self) if one.name not in GIVEN]
        values = {one.name: (getattr(self, one.name), one.default) for one in options}
        named = {name: literal(value) for name, (value, usual) in values.items() if value != usual}
        return call("views.BoundsAt", "config", "dataset", positional(self.cursor), **named)

    @property
    def fitted(self) -> str:
        """Learner of the fit."""
        return self.learner or self.config.learner

    @property
    def key(self) -> str:
        """Name of the fit: sweep, point of the grid and learner."""
        split, kernel, parameter, lam = self.cursor
        return f"{self.identity}-{split}-{kernel}-{parameter!r}-{lam!r}-{self.fitted}"

    @property
    def numbers(self) -> Numbers:
        """What the bounds need of the fit, as far as it is measured."""
        if self.computed is not None and self.computed.numbers is not None:
            return self.computed.numbers
        return self.keeper.get(f"bounds {self.full} {self.key}", self.measure)

    @property
    def variance(self) -> Variance | str:
        """Variance of cross-validation, or why there is none (yet)."""
        if not self.resampled:
            return WAITS
        if self.computed is not None and self.computed.variance is not None:
            return self.computed.variance
        return self.keeper.get(f"variance {self.folds} {self.key}", self.resample)

    @property
    def risks(self) -> Risks:
        """Losses of the fit on both parts of its split."""
        return self.keeper.get(
            f"risks {self.key}", lambda: risks_at(self.bench, self.cursor, learner=self.fitted)
        )

    def measure(self, **_: object) -> Numbers:
        """Return what the bounds need of the fit: one step of work."""
        spectral = self.full and self.fitted == "krr"
        own = self.config.learner == self.fitted
        # a decomposition is kept for the other ridges
        problem = self.bench.decomposed(self.cursor) if spectral and own else self._problem()
        change = largest_change(problem) if spectral else nan
        return Numbers(measured(problem, full=self.full), change)

    def resample(self, **listening: Unpack[Listening]) -> Variance | str:
        """Return the variance of cross-validation, or why there is none; raises StoppedError."""
        try:
            return cv_variance(
                self._problem(), folds=self.folds, seed=self.config.seed, **listening
            )
        except UndefinedScoreError as error:
            return str(error)

    @property
    def seconds(self) -> float:
        """Time of what takes longest, about."""
        if self.fitted == "svm":
            return MACHINES * self.bench.split.n**2
        return seconds_needed(self.bench.split.n, 1) if self.fitted == "krr" else 0.0

    @property
    def resampling_seconds(self) -> float:
        """Time of the variance of cross-validation, about."""
        split = self.bench.split
        seconds = RESAMPLES * (EACH + EACH_SQUARED * split.n**2)
        if self.fitted != "svm":
            return seconds
        per_n = split.n if split.problem.ridge == "n_lambda" else 1
        cost = 0.5 / (per_n * self.cursor.lam)
        return float(seconds * (1 + cost**HARDER) / 2)

    @cached_property
    def data(self) -> Measured:
        """What was measured, with the constants of the data."""
        return replace(self.numbers.measured, folds=self.folds)

    @cached_property
    def asked(self) -> Measured:
        """The same with the constants asked for."""
        return changed(self.data, worst=self.worst, **dict(self.constants))

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """Bounds with the constants asked for."""
        return bounds_of(self.asked)

    @property
    def others(self) -> tuple[Measured, Measured]:
        """The same fit at both ends of the ridges, with β over all samples at the smallest.

        No other kernel with this diagonal has a larger β, so that values of these two are the ends
        of an axis on which steps compare. What was measured on the sample is that of the cursor.
        """
        lam, ridges = self.data.setting.lam / self.cursor.lam, self.config.lambdas
        low, high = (changed(self.data, lam=lam * end) for end in (min(ridges), max(ridges)))
        return worst_case(low), high

    @property
    def untouched(self) -> bool:
        """Whether the constants are those of the data, so that values and measurements compare."""
        return not set(dict(self.constants)) - {"delta"}

    def seen(self, bound: Bound) -> float:
        """Return what a bound is about, as measured; NaN where it was not, or is hidden."""
        if bound.about == "change":
            return self.numbers.change
        if bound.about == "variance":
            return nan if isinstance(self.variance, str) else self.variance.variance
        return self.risks.test.get(bound.loss, nan) if self.tested else nan

    @cached_property
    def table(self) -> pd.DataFrame:
        """Values of every quantity of the sweep."""
        return (
            self.computed.table if self.computed else run_sweep(self.config, dataset=self.dataset)
        )

    def gaps(self, loss: str) -> tuple[float, ...]:
        """Return the gaps between test and training loss in every split, where the sweep has them.

        It has none for a single pair of several classes, nor for another learner than its own.
        """
        if self.config.pair or self.fitted != self.config.learner:
            return ()
        every = over_splits(self.table, self.cursor, loss=loss)["gap"].dropna()
        return tuple(float(gap) for gap in every)

    def _problem(self) -> Problem:
        return problem_of(self.bench, self.cursor, learner=self.fitted)
