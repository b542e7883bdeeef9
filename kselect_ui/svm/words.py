"""The sentence on top of the page: what each criterion chooses, and the machine at the cursor."""

import streamlit as st

from kselect_core.views.machines.words import cell_text
from kselect_core.words.judged import sentences
from kselect_core.words.labels import percent, quantity_text
from kselect_core.words.verdicts import Verdict, verdicts
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def headline(sweep: Sweep, seen: View, machine: str) -> str:
    """Draw the finding, with what is said of the machine at the cursor; returns its text."""
    text = f"{choices(sweep, seen)}  \n{machine}".strip()
    st.markdown(text)
    return text


def choices(sweep: Sweep, seen: View) -> str:
    """Return which C and kernel each criterion chooses, with the test error of that."""
    at = sweeps.place(sweep, seen.split)
    rows = at.part("joint", 0.0, fixed=seen.lam)
    every = [verdict for verdict in verdicts(rows, seen.shown, sweep.config) if verdict.splits]
    start = f"On **{plain(sweep.name)}** "
    if not every:
        return f"{start}no criterion makes a choice."
    tested = seen.test_error
    ranked = sorted(every, key=lambda v: v.test_error) if tested else every
    told = "; ".join(_chosen(verdict, tested=tested) for verdict in ranked)
    lowest = at.lowest if tested else None
    if lowest is None:
        return sweep.said(f"{start}{told}.")
    place = cell_text(sweep.config, lowest.kernel, lowest.parameter, lowest.lam)
    judged = sentences(
        sweep.config, at.judged(seen.shown, lam=seen.lam, joint=True), plain, task=sweep.task
    )
    return sweep.said(
        f"{start}{told}. Lowest test error on the grid: **{percent(lowest.value)}** at {place}.  \n"
        f"{judged}"
    )


def _chosen(verdict: Verdict, *, tested: bool) -> str:
    name = plain(quantity_text(verdict.quantity))
    error = f" (test error **{percent(verdict.test_error)}**)" if tested else ""
    edge = ", on the edge of the grid" if verdict.boundary else ""
    return f"{name} chooses {verdict.chosen}, {verdict.strength} = {verdict.lam}{error}{edge}"
