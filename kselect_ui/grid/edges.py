"""Choices on the edge of the grid, and few splits: one click runs a larger sweep."""

from dataclasses import replace
from functools import reduce

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.selection.config.config import RANDOM, USUAL_REPEATS, SweepConfig
from kselect_core.selection.terms.recommendation import Recommendation
from kselect_core.words.amounts import about_text, counted
from kselect_core.words.edges import Edge, end_text, ends_of, inner, longer_grid, sentence
from kselect_ui import PAGES
from kselect_ui.grid import run_cards
from kselect_ui.server import runs
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets, launch

EXTEND = "Extend the grid and run"
SET_UP = "extended"  # the longer grid was set up on the page Sweep, and not run
HELP = (
    "Five more points beyond that end, of λ two decades. What takes more than an hour is set up on "
    "the page Sweep, which says what it costs."
)


def draw(config: SweepConfig, ends: list[Edge]) -> None:
    """Draw one line per end of the grid, with a button that sweeps a longer one."""
    for edge in ends:
        longer = longer_grid(config, edge)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(plain(sentence(config, edge), limit=400))
            if longer is not None and inner(edge):
                beyond = plain(end_text(config, edge), limit=60)
                label = f"Extend beyond {beyond} and run"
                _button(longer, f"extend_{edge.kernel}_{edge.side}", label)


def beside(config: SweepConfig, answer: Recommendation) -> None:
    """Draw what can be done about a recommendation: at an end of the grid, or of few splits."""
    reached = ends_of(answer.kernel, answer.boundary, only_reached=True)
    ends = [Edge(*end, (answer.quantity,)) for end in reached]
    longer = reduce(lambda grid, edge: longer_grid(grid, edge) or grid, filter(inner, ends), config)
    if longer != config:
        _button(longer, "extend_answer")
    _more_splits(config)


def _more_splits(config: SweepConfig) -> None:
    """Draw the button that adds the splits which a finished sweep has fewer of than usual."""
    missing = USUAL_REPEATS - config.repeats
    if missing <= 0 or config.split != RANDOM:
        return
    more = replace(config, repeats=USUAL_REPEATS)
    finished = {run.digest: run for run in runs.finished_runs()}
    run = finished.get(config.digest())
    if run and more.digest() not in finished:
        about = run.seconds * missing / config.repeats
        label = f"Add {counted(missing, 'split')} ({about_text(about)})"
        _button(more, "more_splits", label, "Those that are there are not computed again.")


def _button(longer: SweepConfig, key: str, label: str = EXTEND, about: str = HELP) -> None:
    st.button(label, key=key, on_click=_extend, args=(longer,), help=about)
    if st.session_state.pop(SET_UP, False):
        st.switch_page(PAGES / "sweep.py", query_params={})
    if launch.follow():
        st.switch_page(PAGES / "explore.py", query_params={})


def _extend(longer: SweepConfig) -> None:
    """Run a larger sweep and watch it grow; a callback.

    One that takes long, or is refused, is set up on the page Sweep, which says what it costs.
    """
    if runs.is_finished(longer.digest()):
        launch.open_run(longer.digest())
        return
    try:
        dataset = datasets.load(datasets.name_of(longer))
    except KselectError:  # the page Sweep says it
        _set_up(longer)
        return
    planned = launch.plan(longer, dataset)
    if planned.cost is None or planned.refused or planned.every.seconds > launch.HOUR:
        _set_up(longer)
    else:
        launch.run_and_watch(longer, dataset)


def _set_up(longer: SweepConfig) -> None:
    run_cards.use_settings(longer)
    st.session_state[SET_UP] = True
