"""What the page of support vector machines shows when the sweep chosen has another learner."""

import time
from functools import partial
from typing import Unpack

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.learners import LEARNERS
from kselect_core.listening import Listening
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.machines.small_svm import (
    FEW,
    on_few_rows,
    small_svm,
    small_svm_seconds,
    with_machines,
)
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.words.amounts import counted
from kselect_ui import PAGES
from kselect_ui.grid import run_cards
from kselect_ui.server import runs
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import finished as sweeps, launch, offer, switches
from kselect_ui.sweep.finished import Sweep

OFFERED = "svm_offered"  # one that this visitor was offered
LEARNER = "svm"


def is_svm(sweep: Sweep) -> bool:
    """Whether a sweep is one of support vector machines."""
    return sweep.config.learner == LEARNER


def draw(sweep: Sweep) -> str:
    """Say that the sweep has no machines, offer two ways to get some; returns what is said."""
    text = (
        f"This sweep of **{plain(sweep.name)}** has another learner "
        f"({LEARNERS[sweep.config.learner].sentence}), so it has no criteria over C. Below is the "
        "support vector machine (SVM) with the kernel at the cursor and C = 1/(2μ), at most 100. "
        "The sliders move both."
    )
    st.markdown(text)
    if sweep.task == "regression":
        st.info("A support vector machine needs two classes; this is a regression. Choose another.")
        return text
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with error_in_place():
            _small(sweep.config, sweeps.data(sweep.digest))
        if st.button(
            "Build an SVM sweep of these data",
            key="svm_build",
            on_click=run_cards.use_settings,
            args=(with_machines(sweep.config),),
            help="Opens Sweep with the learner, the paper's grid of C and γ, and all its criteria.",
        ):
            st.switch_page(PAGES / "sweep.py", query_params={})
    return text


def _small(config: SweepConfig, data: Dataset) -> None:
    usual = small_svm(config, data.X.shape[1])
    small = on_few_rows(usual, len(data.y))
    digest, kinds = small.digest(), "Gram matrices" if data.matrices else "γ"
    if runs.is_finished(digest):
        if st.session_state.pop(OFFERED, "") == digest:  # computed since it was offered here
            switches.open_sweep(digest)
            st.rerun()
        st.button(
            "Show the small SVM sweep of these data",
            key="svm_show",
            type="primary",
            on_click=switches.open_sweep,
            args=(digest,),
        )
        return
    key = f"svm-small-{digest}"
    if tasks().result(key) is not None:
        if runs.is_finished(digest):  # it ended just now
            st.rerun()
        tasks().forget(key)  # somebody has deleted the sweep since
    st.session_state[OFFERED] = digest
    offer.offered(
        key,
        title="A small SVM sweep",
        button=(
            f"Compute a small SVM sweep here: {len(small.kernels)} {kinds} × "
            f"{len(small.lambdas)} C, "
            f"{counted(len(small.criteria), 'criterion', 'criteria')}"
            + f", {FEW:,} of {len(data.y):,} rows to train on"
            * (small != usual)
        ),
        seconds=small_svm_seconds(small, len(data.y)),
        work=partial(_work, small, data),
    )


def _work(config: SweepConfig, data: Dataset, **listening: Unpack[Listening]) -> str:
    """Compute a sweep and keep it among the finished ones; gives its digest."""
    started = time.monotonic()
    table = run_sweep(config, dataset=data, **listening)
    launch.keep(config, table, seconds=time.monotonic() - started)
    return config.digest()
