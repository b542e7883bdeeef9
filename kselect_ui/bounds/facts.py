"""Numbers of one fit that the bounds are about, computed at once or when asked for."""

from functools import partial
from math import nan
from threading import Event
from typing import NamedTuple

import streamlit as st

from kselect_core.errors import UndefinedScoreError
from kselect_core.selection.machines.risks import Risks, problem_of, risks_at
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.spectra import seconds_needed
from kselect_core.theory import Measured, Variance, cv_variance, largest_change, measured
from kselect_core.theory.empirical import RESAMPLES
from kselect_ui.server.tasks import AT_ONCE, Told, tasks
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer

DELTA = 0.05
EACH, EACH_SQUARED = 1.5e-3, 4e-8  # seconds of one resample: at once, and per entry of K
HARDER = 0.35  # power of C by which a machine takes longer
MACHINES = 1.2e-6  # seconds of leave-one-out of a machine per entry of K
WAITS = "not measured yet"


class Fit(NamedTuple):
    """One fit: a point of a sweep and a learner; and the folds of the CV that is looked at."""

    digest: str
    point: Cursor
    learner: str
    folds: int

    @property
    def key(self) -> str:
        """Name of the fit among tasks."""
        split, kernel, parameter, lam = self.point
        return f"{self.digest}-{split}-{kernel}-{parameter!r}-{lam!r}-{self.learner}"


class Numbers(NamedTuple):
    """What the bounds need of a fit, and the largest change of KRR without a point."""

    found: Measured
    change: float


def measured_at(fit: Fit) -> Numbers:
    """Return what is measured of a fit: all of it where that takes a moment or was done."""
    if _seconds(fit) <= AT_ONCE:
        return _full(fit._replace(folds=0))
    found = tasks().result(_full_key(fit))
    return found if isinstance(found, Numbers) else _quick(fit._replace(folds=0))


def variance_at(fit: Fit) -> Variance | str:
    """Return the variance of k-fold CV, or why there is none (yet)."""
    if _resampling_seconds(fit) <= AT_ONCE:
        return _quick_variance(fit)
    found = tasks().result(_variance_key(fit))
    return found if isinstance(found, Variance | str) else WAITS


@st.cache_resource(max_entries=64, show_spinner=False)
def risks_of(fit: Fit) -> Risks:
    """Return the losses of a fit on both parts of its split."""
    bench = sweeps.bench(fit.digest, fit.point.split)
    return risks_at(bench, fit.point, learner=fit.learner)


def offers(fit: Fit) -> None:
    """Draw the buttons of what is not measured yet."""
    if _seconds(fit) > AT_ONCE and tasks().result(_full_key(fit)) is None:
        needs = "the machines without each point" if fit.learner == "svm" else "the spectrum of K"
        found = offer.offered(
            _full_key(fit),
            title="Numbers for the bounds",
            button=f"Measure what needs {needs}",
            seconds=_seconds(fit),
            work=partial(_full_work, fit),
        )
        _again(found)
    if variance_at(fit) == WAITS:
        found = offer.offered(
            _variance_key(fit),
            title="Variance of cross-validation",
            button=f"Measure the variance of {fit.folds}-fold CV on {RESAMPLES} resamples",
            seconds=_resampling_seconds(fit),
            work=partial(_variance_work, fit),
        )
        _again(found)


def _again(found: object) -> None:
    if found is not None:  # it ended while the page was drawn
        st.rerun()


def _seconds(fit: Fit) -> float:
    n = sweeps.bench(fit.digest, fit.point.split).split.n
    if fit.learner == "svm":
        return MACHINES * n**2
    return seconds_needed(n, 1) if fit.learner == "krr" else 0.0


def _resampling_seconds(fit: Fit) -> float:
    split = sweeps.bench(fit.digest, fit.point.split).split
    seconds = RESAMPLES * (EACH + EACH_SQUARED * split.n**2)
    if fit.learner != "svm":
        return seconds
    per_n = split.n if split.problem.ridge == "n_lambda" else 1
    cost = 0.5 / (per_n * fit.point.lam)
    return float(seconds * (1 + cost**HARDER) / 2)


@st.cache_resource(max_entries=64, show_spinner=False)
def _full(fit: Fit) -> Numbers:
    return _measured(fit, full=True)


@st.cache_resource(max_entries=64, show_spinner=False)
def _quick(fit: Fit) -> Numbers:
    return _measured(fit, full=False)


@st.cache_resource(max_entries=64, show_spinner=False)
def _quick_variance(fit: Fit) -> Variance | str:
    return _variance_work(fit)


def _measured(fit: Fit, *, full: bool) -> Numbers:
    bench = sweeps.bench(fit.digest, fit.point.split)
    spectral = full and fit.learner == "krr"
    own = bench.config.learner == fit.learner
    problem = (
        bench.decomposed(fit.point)  # kept for the other ridges
        if spectral and own
        else problem_of(bench, fit.point, learner=fit.learner)
    )
    found = measured(problem, full=full, delta=DELTA)
    return Numbers(found, largest_change(problem) if spectral else nan)


def _full_work(
    fit: Fit,
    *,
    on_progress: Told | None = None,  # noqa: ARG001 (one step)
    cancel: Event | None = None,  # noqa: ARG001
) -> Numbers:
    return _measured(fit, full=True)


def _variance_work(
    fit: Fit, *, on_progress: Told | None = None, cancel: Event | None = None
) -> Variance | str:
    bench = sweeps.bench(fit.digest, fit.point.split)
    problem = problem_of(bench, fit.point, learner=fit.learner)
    try:
        return cv_variance(
            problem,
            folds=fit.folds,
            seed=bench.config.seed,
            on_progress=on_progress,
            cancel=cancel,
        )
    except UndefinedScoreError as error:
        return str(error)


def _full_key(fit: Fit) -> str:
    return f"bounds-{fit.key}"


def _variance_key(fit: Fit) -> str:
    return f"cv-variance-{fit.folds}-{fit.key}"
