"""Every criterion again with shuffled labels: which chooses the same kernel all the same."""

import streamlit as st

from kselect_core import views
from kselect_core.selection.terms.label_shuffles import MOST
from kselect_core.views.rewards import labels
from kselect_core.views.rewards.labels import ShufflesAt
from kselect_core.views.rewards.place import rows_of
from kselect_ui.figures.shown import show as show_view
from kselect_ui.rewards.look import alone, computed, nothing_shown, shown
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, short_table
from kselect_ui.widgets.state import View

SHUFFLES, USUAL = "shuf", 20


def show(sweep: Sweep, seen: View) -> str:
    """Draw the band over shuffled labels; returns the finding."""
    if alone(sweep, seen.kernel):
        return ""
    at = _shuffled(sweep, seen, _number())
    if at is None:
        return ""
    summary = rows_of(at.summary, shown(sweep, seen))
    if summary.empty:
        return nothing_shown()
    finding = labels.finding(at, summary, plain)
    st.markdown(finding)
    show_view(views.criteria_of_shuffled_labels, at, quantities=shown(sweep, seen))
    with error_in_place():
        short_table.draw(
            labels.as_table(at, summary),
            alt=f"Every criterion with true and with shuffled {at.target}",
        )
        st.caption(plain(labels.notes(at), limit=500))
    return finding


def _number() -> int:
    """Draw the number of shuffles; returns it, within its limits."""
    with st.container(width=220):
        typed = linked.whole("Shuffles", key=SHUFFLES, default=USUAL)
    used = min(max(typed, 1), MOST)
    if used != typed:
        st.info(f"The number of shuffles goes from 1 to {MOST}, not {typed}; used: {used}.")
    return used


def _shuffled(sweep: Sweep, seen: View, shuffles: int) -> ShufflesAt | None:
    at = ShufflesAt(
        sweep.lens,
        sweeps.data(sweep.digest),
        split=seen.one_split,
        lam=seen.lam,
        kernel=seen.kernel,
        shuffles=shuffles,
    )
    return computed(
        at,
        title="Shuffled labels",
        button=f"Evaluate every criterion with {shuffles} shuffles",
        about=f"The {at.target} of the training part are put in another order, so that nothing "
        "is left to learn, and every criterion chooses again. One that chooses the same kernel "
        f"as before has not looked at the {at.target}.",
    )
