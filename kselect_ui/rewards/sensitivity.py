"""How far every criterion's choice moves when the sample, its labels or the matrix change."""

import streamlit as st

from kselect_core import views
from kselect_core.selection.terms.variants import DRAWS
from kselect_core.views.rewards import changes
from kselect_core.views.rewards.changes import ChangesAt
from kselect_core.views.rewards.place import rows_of
from kselect_core.words.labels import kernel_name
from kselect_ui.figures.shown import show as show_view
from kselect_ui.rewards.look import alone, computed, nothing_shown, shown
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def show(sweep: Sweep, seen: View) -> str:
    """Draw how far choices move; returns the finding."""
    if alone(sweep, seen.kernel):
        return ""
    at = _changed(sweep, seen)
    if at is None:
        return ""
    summary = rows_of(at.summary, shown(sweep, seen))
    if summary.empty:
        return nothing_shown()
    finding = changes.finding(at, summary, plain)
    st.markdown(finding)
    show_view(views.moves_of_choices, at, quantities=shown(sweep, seen))
    st.caption(plain(changes.notes(at), limit=800))
    return finding


def _changed(sweep: Sweep, seen: View) -> ChangesAt | None:
    data = sweeps.data(sweep.digest)
    at = ChangesAt(sweep.lens, data, split=seen.one_split, lam=seen.lam, kernel=seen.kernel)
    ways = "; ".join(change.words for change in at.changes)
    return computed(
        at,
        title="Sensitivity of the choices",
        button="Evaluate every criterion on changed samples",
        about=f"The training part is changed in one way at a time ({ways}), and every criterion "
        f"chooses again among the {kernel_name(seen.kernel)} kernels of the sweep. What depends on "
        f"chance is drawn {DRAWS} times.",
    )
