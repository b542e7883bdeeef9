"""From play to work: the same data on every other page, and the program that makes them."""

from dataclasses import replace

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.selection.config.grids import LAMBDAS
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.views import programs
from kselect_ui import PAGES
from kselect_ui.server import runs
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import datasets, finished, launch
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked

GO = "play_go"  # page that a button asked for
ABOUT_A_SWEEP = ("explore", "spectrum", "perturbation", "errors", "film", "svm")
ABOUT_DATA = ("data", "sweep")
WORDS = {"svm": "SVM"}


def draw(sweep: Sweep) -> None:
    """Draw the ways to the other pages and the program."""
    if page := st.session_state.pop(GO, ""):
        st.switch_page(PAGES / f"{page}.py", query_params={})
    if notice := st.session_state.pop(launch.NOTICE, ""):
        st.error(plain(notice, limit=400))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown("**Use these data in**", width="content")
        for page in (*ABOUT_A_SWEEP, *ABOUT_DATA):
            st.button(
                WORDS.get(page, page.title()),
                key=f"play_to_{page}",
                on_click=_take,
                args=(sweep, page),
                type="tertiary",
            )
        with st.popover("Program"):
            st.code(
                "from kselect import load_dataset\n\n"
                f"dataset = {programs.loading(sweep.config.dataset)}",
                language="python",
                wrap_lines=True,
            )


def _take(sweep: Sweep, page: str) -> None:
    """Work on the data on every page; where a page is about a sweep, on one of all usual λ."""
    datasets.use(sweep.config.dataset)
    whole = replace(sweep.config, lambdas=LAMBDAS)
    try:
        if page in ABOUT_A_SWEEP and not runs.is_finished(whole.digest()):
            launch.keep(whole, run_sweep(whole), owner=visitor())
    except KselectError as error:
        st.session_state[launch.NOTICE] = str(error)
        return
    linked.put(finished.RUN, whole.digest())
    st.session_state[GO] = page
