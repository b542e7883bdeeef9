"""The view of iterated kernels: whether a pool of points helps where labels are few."""

from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core import views
from kselect_core.errors import DataError
from kselect_core.plotting.combined.design_errors import Measure
from kselect_core.selection.design.few_labels import FEWEST_LABELLED
from kselect_core.selection.design.iterations import (
    Designed,
    design_seconds,
    designed,
    designed_everywhere,
)
from kselect_core.views import IteratedAt
from kselect_core.views.design.iterated import Methods
from kselect_core.views.design.iterated_words import finding, how
from kselect_core.words import glossary
from kselect_ui.design import settings
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, finished as sweeps, offer, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked, unseen
from kselect_ui.widgets.state import View

SHOWN = "dloss"


def draw(sweep: Sweep) -> str:
    """Draw the view; returns its finding. In large type its first figure stands above it."""
    with st.container(key="designed"):
        return _draw(sweep)


def _draw(sweep: Sweep) -> str:
    above, at = st.container(), None
    with error_in_place():
        at = _looked_at(sweep, cursor.at_cursor(sweep))
    if at is None:
        return ""
    tested = switches.test_error()
    text = finding(at, plain, tested=tested)
    with above:
        st.markdown(text)
        names, measured_by = charts.beside([70, 30])
    names.caption("; ".join(glossary.spelled(method.name) for method in at.methods))
    with error_in_place(), st.container(key="designed_look"):
        if tested:
            _errors(sweep, at, measured_by)
        else:
            unseen.draw("The test error is hidden. Switch it on above.")
    left, right = charts.beside([58, 42])
    with left:
        show(views.errors_held_out, at, test=tested)
    with right:
        show(views.eigenvalues_of_steps, at)
    with st.expander("How this is computed"):
        st.markdown(how(at))
    return text


def _looked_at(sweep: Sweep, seen: View) -> IteratedAt | None:
    """Draw the settings; returns what there is to see, None while it is offered or computed."""
    split = seen.one_split
    n = sweeps.bench(sweep.digest, split).split.n
    if n < FEWEST_LABELLED:
        raise DataError(
            f"A view of few labels needs at least {FEWEST_LABELLED} training points; here are {n}."
        )
    design, unlabelled = settings.chosen(n)
    data = sweeps.data(sweep.digest)

    def work(**_: object) -> Designed:
        return designed(sweep.lens, data, design, split)

    here = offer.result(
        f"design-{split}-{_key(sweep, design)}",
        work,
        title="Iterated kernels on one split",
        button="Compute the iterated kernels",
        seconds=design_seconds(n, design.labelled),
        about=f"Eigendecompositions of pools of up to {n} points take a while: they run when "
        "you ask for them.",
    )
    if here is None:
        return None
    return IteratedAt(sweep.lens, data, design, split, unlabelled, Methods(here))


def _errors(sweep: Sweep, at: IteratedAt, place: DeltaGenerator) -> None:
    """Draw the test errors, of every split where they are computed, and above what they are."""
    repeats, table = sweep.config.repeats, None
    if repeats > 1:
        table = offer.result(
            f"design-all-{_key(sweep, at.design)}",
            partial(designed_everywhere, at.config, at.dataset, at.design),
            title="Iterated kernels on every split",
            button=f"Compare the methods on all {repeats} splits",
            seconds=repeats * design_seconds(at.n, at.design.labelled),
        )
    if table is not None:
        at = replace(at, ready=Methods(at.here, table))
    with place:
        measure = _measure(sweep.task)
    show(views.errors_of_methods, at, measure=measure, everywhere=table is not None)


def _measure(task: str) -> Measure:
    """Draw the choice of the error that is shown, where there are two; returns it."""
    if task == "regression":
        return "test_squared_error"
    ways = ("squared error", "share of wrong signs")
    way = linked.switch("Test error", ways, key=SHOWN, label_visibility="collapsed")
    return "test_squared_error" if way == "squared error" else "test_error"


def _key(sweep: Sweep, design: views.Design) -> str:
    """Return the part of a task's key that names data and settings."""
    base = "-".join(map(str, design.base))
    return f"{sweep.digest}-{design.labelled}-{design.steps}-{base}-{design.rescaled}"
