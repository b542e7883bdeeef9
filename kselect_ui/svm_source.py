"""What the page of support vector machines shows when the sweep chosen has another learner."""

import time
from functools import partial
from threading import Event

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.results.runs import Run, save
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.small_svm import small_svm, small_svm_seconds, with_machines
from kselect_core.selection.sweep import run_sweep
from kselect_ui import PAGES, launch, offer, run_cards, runs, sidebar, sweeps
from kselect_ui.messages import here, plain
from kselect_ui.perturbation import Told
from kselect_ui.sweeps import Sweep

ADOPTED = "svm_adopted"  # a small sweep that is to be shown from now on
LEARNER = "svm"


def is_svm(sweep: Sweep) -> bool:
    """Whether a sweep is one of support vector machines."""
    return sweep.config.learner == LEARNER


def adopt() -> None:
    """Choose the small sweep that was computed last; call it before the side bar is drawn."""
    digest = st.session_state.pop(ADOPTED, "")
    if digest:
        st.session_state[sidebar.RUN] = digest
        sidebar.start_over()


def draw(sweep: Sweep) -> None:
    """Say that the sweep has no machines, and offer two ways to get some."""
    st.markdown(
        f"The sweep chosen, of **{plain(sweep.config.dataset)}**, has another learner "
        f"({plain(sweep.config.learner)}): nothing of it can be shown here."
    )
    if sweep.task == "regression":
        st.info("A support vector machine needs two classes; this is a regression. Choose another.")
        return
    with here():
        data = sweeps.data(sweep.digest)
        _small(sweep.config, data)
    if st.button(
        "Build an SVM sweep of these data",
        key="svm_build",
        on_click=run_cards.use_settings,
        args=(with_machines(sweep.config),),
        help="Opens Sweep with the learner, the paper's grid of C and γ, and all its criteria.",
    ):
        st.switch_page(PAGES / "sweep.py")


def _small(config: SweepConfig, data: Dataset) -> None:
    small = small_svm(config, data.X.shape[1])
    digest = small.digest()
    if digest in {run.digest for run in runs.finished_runs()}:
        st.button(
            "Show the small SVM sweep of these data",
            key="svm_show",
            type="primary",
            on_click=_choose,
            args=(digest,),
        )
        return
    widths = len(small.kernels)
    st.markdown(
        f"A small one takes a moment: {widths} values of γ × {len(small.lambdas)} of C, one split, "
        f"{len(small.criteria)} criteria. It is kept among the finished sweeps."
    )
    done = offer.offered(
        f"svm-small-{digest}",
        title="A small SVM sweep",
        button="Compute a small SVM sweep of these data",
        seconds=small_svm_seconds(config, len(data.y)),
        work=partial(_work, small, data),
    )
    if done is not None:
        st.session_state[ADOPTED] = digest
        st.rerun()


def _choose(digest: str) -> None:
    st.session_state[ADOPTED] = digest


def _work(
    config: SweepConfig,
    data: Dataset,
    *,
    on_progress: Told | None = None,
    cancel: Event | None = None,
) -> str:
    """Compute a sweep and keep it among the finished ones; gives its digest."""
    started = time.monotonic()
    table = run_sweep(config, dataset=data, on_progress=on_progress, cancel=cancel)
    count = len(config.items)
    kept = Run(
        config.digest(),
        "finished",
        config.to_toml(),
        title=launch.title(config),
        done=count,
        total=count,
        seconds=time.monotonic() - started,
        saved=time.time(),
    )
    save(kept, table)
    return config.digest()
