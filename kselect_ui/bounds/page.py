"""What the page of the bounds looks at: the fit at the cursor, the constants, and the numbers."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan, nan

import streamlit as st

from kselect_core.selection.machines.risks import Risks, over_splits
from kselect_core.theory import Bound, Measured, Variance, bounds_of
from kselect_core.theory.curves import changed
from kselect_ui.bounds import facts
from kselect_ui.bounds.facts import DELTA, Fit
from kselect_ui.bounds.numbers import short
from kselect_ui.sweep import captions, sidebar
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

DATA = "data"
GRIDS = {  # constants by their name in the link: symbol, name in the theory, other values
    "bm": ("m", "n", ("30", "100", "1000", "1e4", "1e5", "1e6", "1e8", "1e10", "1e12")),
    "bkappa": ("κ", "kappa", ("0.01", "0.1", "0.5", "1", "2", "10", "100")),
    "by": ("M", "y_max", ("0.1", "0.5", "1", "2", "10", "100")),
    "blam": ("λ", "lam", ("1e-6", "1e-4", "0.01", "0.1", "1", "10", "100", "1000")),
    "bdelta": ("δ", "delta", ("1e-6", "0.001", "0.01", "0.1", "0.5")),
}
BETA = ("of this sample", "over all samples")
FOLDS = ("5", "2", "10")
OWN = "sweep"  # the learner of the sweep, whichever it is
LEARNERS = {"krr": "KRR", "lssvm": "LSSVM", "svm": "SVM"}


@dataclass(frozen=True, eq=False)
class BoundsAt:
    """Fit at the cursor, what was measured on it, and the bounds with the constants asked for."""

    sweep: Sweep
    seen: View
    fit: Fit
    data: Measured
    risks: Risks
    change: float
    variance: Variance | str  # or why there is none
    constants: dict[str, float]
    worst: bool
    tested: bool = True  # whether the test error is shown

    @cached_property
    def asked(self) -> Measured:
        """Numbers with the constants asked for."""
        return changed(self.data, worst=self.worst, **self.constants)

    @cached_property
    def bounds(self) -> tuple[Bound, ...]:
        """Bounds with the constants asked for."""
        return bounds_of(self.asked)

    @property
    def untouched(self) -> bool:
        """Whether the constants are those of the data, so that values and measurements compare."""
        return not set(self.constants) - {"delta"}

    @property
    def complete(self) -> bool:
        """Whether what takes longest was measured."""
        machine = self.data.machine
        known = self.data.shift if machine is None else machine.change
        return self.data.learner == "lssvm" or not isnan(known)

    @property
    def n(self) -> int:
        """Number of training points."""
        return int(self.data.setting.n)

    @property
    def where(self) -> str:
        """What every caption says: kernel, λ, sample, split, seed."""
        return captions.where(self.sweep, self.seen, n=self.n)

    def seen_value(self, bound: Bound) -> float:
        """What a bound is about, as it was measured; NaN where it was not, or is hidden."""
        if bound.about == "change":
            return self.change
        if bound.about == "variance":
            return nan if isinstance(self.variance, str) else self.variance.variance
        return self.risks.test.get(bound.loss, nan) if self.tested else nan

    def gaps(self, loss: str) -> tuple[float, ...]:
        """Gaps between test and training loss in every split, where the sweep has them.

        It has none for a single pair of several classes, nor for another learner than its own.
        """
        if self.sweep.pair or self.data.learner != self.sweep.config.learner:
            return ()
        table = over_splits(self.sweep.table, self.seen.point, loss=loss)
        return tuple(float(gap) for gap in table["gap"].dropna())


def chosen(sweep: Sweep, seen: View) -> Fit:
    """Draw the switches of learner, β and folds; returns the fit that they name."""
    own = sweep.config.learner
    every = ("krr", "lssvm", "svm") if sweep.task == "binary" else ("krr", "lssvm")
    options = (OWN, *(name for name in every if name != own))
    words = {OWN: LEARNERS[own], **LEARNERS}
    with st.container(horizontal=True, gap="medium"):
        learner = linked.switch("Bounds for", options, key="bfor", words=words.__getitem__)
        linked.switch("β", BETA, key="bbeta")
        folds = int(linked.switch("k of k-fold CV", FOLDS, key="bfolds"))
    return Fit(sweep.digest, seen.point, own if learner == OWN else learner, folds)


def controls(fit: Fit) -> tuple[dict[str, float], bool]:
    """Draw the constants; returns those that differ from the data, and whether β is the worst."""
    setting = facts.measured_at(fit).found.setting
    constants = {}
    for place, (key, (symbol, name, values)) in zip(
        st.columns(len(GRIDS), gap="medium"), GRIDS.items(), strict=True
    ):
        usual = DELTA if name == "delta" else float(getattr(setting, name))
        with place:
            chosen = _slider(key, symbol, values, usual)
        if chosen != DATA:
            constants[name] = float(chosen)
    return constants, linked.read("bbeta", BETA[0]) == BETA[1]


def looked_at(
    sweep: Sweep, seen: View, fit: Fit, constants: dict[str, float], *, worst: bool
) -> BoundsAt:
    """Return the numbers at the cursor; what takes longer than a moment may be missing."""
    measured = facts.measured_at(fit)
    found = replace(measured.found, folds=fit.folds)
    variance = facts.variance_at(fit)
    return BoundsAt(
        sweep,
        seen,
        fit,
        found,
        facts.risks_of(fit),
        measured.change,
        variance,
        constants,
        worst,
        sidebar.test_error(),
    )


def _slider(key: str, symbol: str, values: tuple[str, ...], usual: float) -> str:
    options = (DATA, *values)
    now = linked.on_grid(key, {text: text for text in options}, default=DATA)
    value = usual if now not in values else float(now)
    source = " (data)" if now not in values and key != "bdelta" else ""
    label = f"{symbol} = {short(value, 4)}{source}"
    return linked.along(label, options, key=key, default=DATA)
