"""What the page of the bounds looks at: the fit at the cursor, the constants, and the numbers."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import isnan, nan
from threading import Event

import streamlit as st

from kselect_core.errors import UndefinedScoreError
from kselect_core.plotting.strength import strength_value
from kselect_core.selection.cursor import Cursor
from kselect_core.selection.risks import Risks, over_splits, risks_at
from kselect_core.selection.spectra import seconds_needed
from kselect_core.theory import (
    Bound,
    Measured,
    Variance,
    bounds_of,
    cv_variance,
    largest_change,
    measured,
)
from kselect_core.theory.curves import changed
from kselect_core.theory.empirical import RESAMPLES
from kselect_ui import captions, linked, offer, sweeps
from kselect_ui.labels import readable
from kselect_ui.state import View, settle
from kselect_ui.sweeps import Sweep
from kselect_ui.tasks import AT_ONCE, Told, tasks

DATA = "data"
GRIDS = {  # constants by their name in the link: symbol, name in the theory, other values
    "bm": ("m", "n", ("30", "100", "1000", "1e4", "1e5", "1e6", "1e8", "1e10", "1e12")),
    "bkappa": ("κ", "kappa", ("0.01", "0.1", "0.5", "1", "2", "10", "100")),
    "by": ("M", "y_max", ("0.1", "0.5", "1", "2", "10", "100")),
    "blam": ("λ", "lam", ("1e-6", "1e-4", "0.01", "0.1", "1", "10", "100", "1000")),
    "bdelta": ("δ", "delta", ("1e-6", "0.001", "0.01", "0.1", "0.5")),
}
DELTA = 0.05
BETA = ("of this sample", "over all samples")
FOLDS = ("5", "2", "10")
EACH, EACH_SQUARED = 1.5e-3, 4e-8  # seconds of one resample: at once, and per entry of K
HARDER = 0.35  # power of C by which a machine takes longer
MACHINES = 1.2e-6  # seconds of leave-one-out of a machine per entry of K


@dataclass(frozen=True, eq=False)
class Look:
    """Fit at the cursor, what was measured on it, and the bounds with the constants asked for."""

    sweep: Sweep
    seen: View
    data: Measured
    risks: Risks
    change: float
    variance: Variance | None
    constants: dict[str, float]
    worst: bool

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
        """What a bound is about, as it was measured; NaN where it was not."""
        if bound.about == "change":
            return self.change
        if bound.about == "variance":
            return nan if self.variance is None else self.variance.variance
        return self.risks.test.get(bound.loss, nan)

    def gaps(self, loss: str) -> tuple[float, ...]:
        """Gaps between test and training loss in every split; none where one pair is looked at."""
        if self.sweep.pair:
            return ()
        table = over_splits(self.sweep.table, self.seen.point, loss=loss)
        return tuple(float(gap) for gap in table["gap"].dropna())


def controls(sweep: Sweep, seen: View) -> tuple[dict[str, float], bool, int]:
    """Draw the constants; returns those that differ from the data, β's kind, and the folds."""
    setting = _facts(sweep, seen)[0].setting
    constants = {}
    for place, (key, (symbol, name, values)) in zip(
        st.columns(len(GRIDS), gap="medium"), GRIDS.items(), strict=True
    ):
        usual = DELTA if name == "delta" else float(getattr(setting, name))
        with place:
            chosen = _slider(key, symbol, values, usual)
        if chosen != DATA:
            constants[name] = float(chosen)
    with st.container(horizontal=True, gap="medium"):
        worst = linked.switch("β", BETA, key="bbeta") == BETA[1]
        folds = int(linked.switch("k of k-fold CV", FOLDS, key="bfolds"))
    return constants, worst, folds


def looked_at(
    sweep: Sweep, seen: View, constants: dict[str, float], *, worst: bool, folds: int
) -> Look:
    """Return the numbers; what takes longer than a moment is offered where this is called."""
    found, change = _facts(sweep, seen)
    found = replace(found, folds=folds)
    risks = _risks(sweep.digest, seen.point)
    return Look(sweep, seen, found, risks, change, _variance(sweep, seen, folds), constants, worst)


def offers(look: Look) -> None:
    """Draw the buttons of what is not measured yet."""
    sweep, seen = look.sweep, look.seen
    if not _at_once(sweep, seen) and tasks().result(_facts_key(sweep, seen)) is None:
        offer.offered(
            _facts_key(sweep, seen),
            title="Spectrum and leave-one-out",
            button="Measure what needs the spectrum of K or the machines without each point",
            seconds=_seconds(sweep, seen),
            work=partial(_full_work, digest=sweep.digest, point=seen.point),
        )
    if look.variance is None:
        offer.offered(
            _variance_key(sweep, seen, look.data.folds),
            title="Variance of cross-validation",
            button=f"Measure the variance of {look.data.folds}-fold CV on {RESAMPLES} resamples",
            seconds=_resampling_seconds(sweep, seen),
            work=partial(
                _variance_work, digest=sweep.digest, point=seen.point, folds=look.data.folds
            ),
        )


def _slider(key: str, symbol: str, values: tuple[str, ...], usual: float) -> str:
    options = (DATA, *values)
    settle(key, options)
    now = st.session_state.get(key, st.query_params.get(key, DATA))
    value = usual if now not in values else float(now)
    source = " (data)" if now not in values and key != "bdelta" else ""
    return str(
        st.select_slider(
            f"{symbol} = {readable(value, 4)}{source}", options, key=key, bind="query-params"
        )
    )


def _facts(sweep: Sweep, seen: View) -> tuple[Measured, float]:
    """Return what is measured at the cursor: all of it where that takes a moment or was done."""
    point = seen.point
    if _at_once(sweep, seen):
        return _full(sweep.digest, point)
    found = tasks().result(_facts_key(sweep, seen))
    return found if isinstance(found, tuple) else _quick(sweep.digest, point)


def _seconds(sweep: Sweep, seen: View) -> float:
    n, learner = sweeps.bench(sweep.digest, seen.one_split).split.n, sweep.config.learner
    return {"krr": seconds_needed(n, 1), "lssvm": 0.0}.get(learner, MACHINES * n**2)


def _at_once(sweep: Sweep, seen: View) -> bool:
    return _seconds(sweep, seen) <= AT_ONCE


def _resampling_seconds(sweep: Sweep, seen: View) -> float:
    n = sweeps.bench(sweep.digest, seen.one_split).split.n
    seconds = RESAMPLES * (EACH + EACH_SQUARED * n**2)
    if sweep.config.learner != "svm":
        return seconds
    cost = float(strength_value(seen.lam, costs=True))
    return float(seconds * (1 + cost**HARDER) / 2)


def _variance(sweep: Sweep, seen: View, folds: int) -> Variance | None:
    key = _variance_key(sweep, seen, folds)
    if _resampling_seconds(sweep, seen) <= AT_ONCE:
        try:
            return _quick_variance(sweep.digest, seen.point, folds)
        except UndefinedScoreError:
            return None
    found = tasks().result(key)
    return found if isinstance(found, Variance) else None


@st.cache_resource(max_entries=64, show_spinner=False)
def _full(digest: str, point: Cursor) -> tuple[Measured, float]:
    return _measured(digest, point, full=True)


@st.cache_resource(max_entries=64, show_spinner=False)
def _quick(digest: str, point: Cursor) -> tuple[Measured, float]:
    return _measured(digest, point, full=False)


@st.cache_resource(max_entries=64, show_spinner=False)
def _risks(digest: str, point: Cursor) -> Risks:
    return risks_at(sweeps.bench(digest, point.split), point)


@st.cache_resource(max_entries=64, show_spinner=False)
def _quick_variance(digest: str, point: Cursor, folds: int) -> Variance:
    return _variance_work(digest=digest, point=point, folds=folds)


def _measured(digest: str, point: Cursor, *, full: bool) -> tuple[Measured, float]:
    bench = sweeps.bench(digest, point.split)
    spectral = full and bench.config.learner == "krr"
    problem = bench.decomposed(point) if spectral else bench.problem(point)
    found = measured(problem, full=full, delta=DELTA)
    change = largest_change(problem) if spectral else nan
    return found, change


def _full_work(
    *,
    digest: str,
    point: Cursor,
    on_progress: Told | None = None,  # noqa: ARG001 (one step)
    cancel: Event | None = None,  # noqa: ARG001
) -> tuple[Measured, float]:
    return _measured(digest, point, full=True)


def _variance_work(
    *,
    digest: str,
    point: Cursor,
    folds: int,
    on_progress: Told | None = None,
    cancel: Event | None = None,
) -> Variance:
    bench = sweeps.bench(digest, point.split)
    return cv_variance(
        bench.problem(point),
        folds=folds,
        seed=bench.config.seed,
        on_progress=on_progress,
        cancel=cancel,
    )


def _facts_key(sweep: Sweep, seen: View) -> str:
    return f"bounds-{sweep.digest}-{_point(seen)}"


def _variance_key(sweep: Sweep, seen: View, folds: int) -> str:
    return f"cv-variance-{folds}-{sweep.digest}-{_point(seen)}"


def _point(seen: View) -> str:
    return f"{seen.one_split}-{seen.kernel}-{seen.parameter!r}-{seen.lam!r}"
