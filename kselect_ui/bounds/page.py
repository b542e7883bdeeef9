"""What the page of the bounds looks at: the fit at the cursor, its numbers, the constants."""

from dataclasses import replace

import streamlit as st

from kselect_core.learners import LEARNERS
from kselect_core.theory.empirical import RESAMPLES
from kselect_core.views import BoundsAt
from kselect_core.views.bounds.place import Computed
from kselect_core.words.labels import short
from kselect_ui.figures import pictures
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import offer, switches
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


def chosen(sweep: Sweep, seen: View) -> BoundsAt:
    """Draw the switches of learner, β and folds; returns the fit that they name."""
    own = sweep.config.learner
    every = ("krr", "lssvm", "svm") if sweep.task == "binary" else ("krr", "lssvm")
    options = (OWN, *(name for name in every if name != own))
    words = {OWN: LEARNERS[own].sentence, **{name: LEARNERS[name].sentence for name in every}}
    with st.container(horizontal=True, gap="medium"):
        learner = linked.switch("Bounds for", options, key="bfor", words=words.__getitem__)
        beta = linked.switch("β", BETA, key="bbeta")
        folds = int(linked.switch("k of k-fold CV", FOLDS, key="bfolds"))
    at = pictures.at_cursor(sweep, seen)
    return BoundsAt(
        *(at.config, at.dataset, at.cursor, at.ready),
        learner="" if learner == OWN else learner,
        folds=folds,
        worst=beta == BETA[1],
        tested=switches.test_error(),
        computed=Computed(sweep.table),
        keeper=shelf(),
    )


def measured(at: BoundsAt) -> BoundsAt:
    """Return the fit with what is measured of it; draw the buttons of what takes longer."""
    _ = at.risks  # a fit, or the reason why there is none
    needs = "the machines without each point" if at.fitted == "svm" else "the spectrum of K"
    numbers = offer.result(
        f"bounds-{at.key}",
        at.measure,
        title="Numbers for the bounds",
        button=f"Measure what needs {needs}",
        seconds=at.seconds,
    )
    variance = offer.result(
        f"cv-variance-{at.folds}-{at.key}",
        at.resample,
        title="Variance of cross-validation",
        button=f"Measure the variance of {at.folds}-fold CV on {RESAMPLES} resamples",
        seconds=at.resampling_seconds,
    )
    computed = Computed(at.table, numbers, variance)
    return replace(at, full=numbers is not None, resampled=variance is not None, computed=computed)


def constants(at: BoundsAt) -> BoundsAt:
    """Draw the constants; returns the fit with those that are not the data's."""
    setting, other = at.data.setting, list[tuple[str, float]]()
    places = st.columns(len(GRIDS), gap="medium")
    for place, (key, (symbol, name, values)) in zip(places, GRIDS.items(), strict=True):
        with place:
            value = _slider(key, symbol, values, float(getattr(setting, name)))
        if value != DATA:
            other.append((name, float(value)))
    return replace(at, constants=tuple(other))


def _slider(key: str, symbol: str, values: tuple[str, ...], usual: float) -> str:
    options = (DATA, *values)
    now = linked.on_grid(key, {text: text for text in options}, default=DATA)
    value = usual if now not in values else float(now)
    source = " (data)" if now not in values and key != "bdelta" else ""
    label = f"{symbol} = {short(value, 4)}{source}"
    return linked.along(label, options, key=key, default=DATA)
