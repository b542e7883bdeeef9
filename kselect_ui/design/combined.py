"""Kernels combined with learnt weights: what is combined, by which criterion, under which norm."""

from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from math import nan

import streamlit as st

from kselect_core import views
from kselect_core.criteria import CRITERIA
from kselect_core.criteria.spectral.ks import KS
from kselect_core.criteria.spectral.sm import SM
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.kernels import GAUSSIAN
from kselect_core.plotting.kit.quantities import label
from kselect_core.selection.combination.combined import combined
from kselect_core.selection.combination.objectives import OBJECTIVES
from kselect_core.selection.combination.plan import Plan, seconds
from kselect_core.selection.combination.sets import size_of
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import CombinedAt
from kselect_core.views.design import combined_words as words
from kselect_ui.design import halves
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, finished as sweeps, offer, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

OBJECTIVE, NORM, SET, SCALING = "mkl", "mklp", "mklset", "mklscale"
POWER, WEIGHT, SHIFT, OVER = "mklr", "mkleta", "mklshift", "mklover"
SET_WORDS = {
    "families": "families",
    "widths": "sweep's grid",
    "features": "one per feature",
}
NORM_WORDS = {"1": "Σ w = 1", "2": "Σ w² = 1"}
SCALING_WORDS = {"trace": "mean diagonal 1", "none": "as they are"}
SHIFT_WORDS = {"first_order": "first order", "exact": "exact"}
OVER_WORDS = {"trace": "trace", "printed": "entry sum, as printed"}
POWERS = {r: r for r in ("1", "2", "3", "4", "5")}
WEIGHTS = {eta: eta for eta in ("0.25", "0.5", "1", "2", "4", "8", "16", "32")}
FEW = 5  # kernels whose bars leave room below them


def draw(sweep: Sweep) -> str:
    """Draw the combination of kernels of a sweep's data; returns the finding."""
    seen = cursor.at_cursor(sweep)
    plan = controls(sweep, seen)
    finding = ""
    with error_in_place():
        at = _looked_at(sweep, seen, plan)
        if at is None:
            return finding
        tested = switches.test_error()
        finding = words.finding(at, plain, tested=tested)
        st.markdown(finding)
        left, right = halves.draw(
            views.kernel_weights, views.errors_of_combinations, at, tested=tested
        )
        with left if len(at.members) <= FEW else right:
            show(views.objective_along_paths, at)
        st.caption(words.notes(plan, sweep.task))
    return finding


def controls(sweep: Sweep, seen: View) -> Plan:
    """Draw the switches; returns what they ask for."""
    names = [
        key for key in OBJECTIVES if sweep.task == "binary" or "classes" not in CRITERIA[key].needs
    ]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        objective = linked.switch("Weights by", names, key=OBJECTIVE, words=label)
        kernels = linked.switch(
            "Kernels", tuple(SET_WORDS), key=SET, words=lambda one: SET_WORDS[one]
        )
        p = linked.switch(
            "Norm of the weights", tuple(NORM_WORDS), key=NORM, words=lambda one: NORM_WORDS[one]
        )
        scaling = _list(
            "Kernels scaled to",
            SCALING_WORDS,
            key=SCALING,
            default="trace",
            help="A weight means little where the kernels have different units: by default each "
            "kernel matrix is divided by its mean diagonal.",
        )
        options = _options(objective)
    grid = kernels in ("widths", "features")
    return Plan(
        objective=objective,
        options=options,
        p=int(p),
        kernels=kernels,
        kernel=seen.kernel if grid else GAUSSIAN.name,
        parameter=seen.point.parameter if kernels == "features" else nan,
        lam=seen.lam,
        scaling=scaling,
    )


def _options(objective: str) -> tuple[tuple[str, object], ...]:
    """Draw what the objective leaves open; returns what differs from its defaults."""
    if objective == SM.name:
        r = _list("Power r", POWERS, key=POWER, default="3", help="The paper recommends 2 to 5.")
        over = _list("K divided by its", OVER_WORDS, key=OVER, default="trace")
        return _changed(r=(int(r), 3), normalisation=(over, "trace"))
    if objective == KS.name:
        eta = _list(
            "Stability weight η",
            WEIGHTS,
            key=WEIGHT,
            default="1",
            help="The maximum over the points has a kink where two of them tie; the last path "
            "goes on along it.",
        )
        return _changed(eta=(float(eta), 1.0))
    if objective == SPS.name:
        shift = _list(
            "Shift of the spectrum",
            SHIFT_WORDS,
            key=SHIFT,
            default="first_order",
            help="The exact sum is tr K/n²: with kernels of mean diagonal 1 and Σ w = 1 the same "
            "for all weights, so that only the training error decides.",
        )
        return _changed(perturbation=(shift, "first_order"))
    return ()


def _list(
    label_: str,
    words: Mapping[str, str],
    *,
    key: str,
    default: str,
    help: str | None = None,  # noqa: A002 - Streamlit's word
) -> str:
    """Draw a narrow list to choose one entry from; returns its key."""
    with st.container(width=174):
        return linked.one(
            label_,
            tuple(words),
            key=key,
            default=default,
            words=lambda one: words[one],
            help=help,
        )


def _changed(**options: tuple[object, object]) -> tuple[tuple[str, object], ...]:
    return tuple((name, value) for name, (value, usual) in options.items() if value != usual)


def _looked_at(sweep: Sweep, seen: View, plan: Plan) -> CombinedAt | None:
    """Return the combination: at once where that is quick, else when it was asked for."""
    data = sweeps.data(sweep.digest)
    count = size_of(sweep.lens, data, plan.kernels, plan.kernel)
    key = sha256(repr(plan).encode()).hexdigest()[:12]
    ready = offer.result(
        f"combination-{sweep.digest}-{key}",
        partial(combined, sweep.lens, data, plan),
        title="Weights of the kernels",
        button=f"Learn the weights of {count} kernels on {sweep.config.repeats} splits",
        seconds=seconds(Setup.at_hand(sweep.lens, data).n, count, sweep.config.repeats, plan),
    )
    return None if ready is None else CombinedAt(sweep.lens, data, plan, seen.split, ready)
