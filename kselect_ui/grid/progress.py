"""Progress of the sweeps on the Sweep page: bars, Stop, and curves that grow."""

import pandas as pd
import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.plotting.curves.criterion_curves import criterion_curves
from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.kit.sweep_rows import undefined_points
from kselect_core.selection.config.config import SweepConfig
from kselect_core.words.amounts import duration
from kselect_core.words.labels import quantity_text, strength_text
from kselect_ui.server import runs
from kselect_ui.server.book import Status
from kselect_ui.server.jobs import registry
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import by_itself
from kselect_ui.sweep import launch

MOST_GAPS = 6  # reasons shown
ENDED = "stopped. What is finished is kept: Resume on the Sweep page continues from there."
ENOUGH = 3  # grid points before a curve is worth drawing


def watch() -> None:
    """Draw the running and waiting jobs, redrawn each second while there is one."""
    if runs.active():
        by_itself(_watched, every=1.0)(registry().changes)


def growing() -> bool:
    """Draw the sweep that opens here when it ends; returns whether one grows.

    One that was stopped or failed is told once.
    """
    launch.follow()
    status = launch.awaited()
    if status is None:
        return False
    if status.active:
        by_itself(_watched, every=1.0)(registry().changes, status.key)
        st.button("Look at finished sweeps meanwhile", on_click=launch.no_longer_awaited)
        return True
    if status.phase == "finished":  # since this run began: the next one opens it
        st.rerun()
    launch.no_longer_awaited()
    st.warning(f"{plain(status.title)}: {ENDED} {plain(status.reason, limit=400)}")
    return False


def _watched(changes: int, only: str = "") -> None:
    if registry().changes != changes:
        st.rerun()
    for status in runs.active():
        if status.key == only or not only:
            with st.container(border=True):
                _job(status)


def _job(status: Status) -> None:
    st.markdown(plain(status.title))
    if status.phase == "queued":
        st.caption(f"waiting, number {status.position} in the queue")
    else:
        st.progress(status.share, _sentence(status))
    st.button(
        "Stop",
        key=f"halt_{status.key}",
        on_click=registry().stop,
        args=(status.key,),
        help="What is finished is kept; Resume continues from there.",
    )
    if status.reason:
        st.warning(plain(status.reason, limit=400))
    config = registry().config(status.key)
    if config is not None:
        _partial(status.key, config)


def _sentence(status: Status) -> str:
    if status.stage is not None:
        words, done, total = status.stage
        spent = duration(status.seconds)
        return (
            f"all {status.total} done; order still open: {done} of {total} {words}, {spent} so far"
        )
    if not status.done:
        return f"the first kernels are at work … {duration(status.seconds)}"
    left = "" if status.seconds_left is None else f", about {duration(status.seconds_left)} left"
    return f"{status.done} of {status.total} done in {duration(status.seconds)}{left}"


def _partial(digest: str, config: SweepConfig) -> None:
    """Draw the criteria over the finished part of the grid."""
    table = registry().table(digest)
    if table["parameter"].nunique() < ENOUGH:
        return
    lam = config.lambdas[len(config.lambdas) // 2]
    try:
        figure = criterion_curves(table, lam=lam, view=_view(digest))
    except KselectError:
        return  # not enough rows yet for this figure
    st.plotly_chart(figure, key=f"partial_{digest}", theme="streamlit")
    st.caption(f"So far, at {strength_text(config, lam)}; mean over the splits that are finished.")
    gaps(table)


def _view(digest: str) -> View:
    """Return what the growing curves show: all criteria, with the test error of the task."""
    table = registry().table(digest)
    squared = "test_error" not in set(table["quantity"])
    return View(error="test_squared_error" if squared else "test_error")


def gaps(table: pd.DataFrame) -> None:
    """Say how many points have no value, and why."""
    counts = undefined_points(table)
    for row in counts.head(MOST_GAPS).itertuples(index=False):
        quantity, reason, count = row
        st.caption(f"{count} undefined: {plain(quantity_text(str(quantity)))} – {plain(reason)}")
