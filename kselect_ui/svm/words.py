"""The sentence on top of the page: what each criterion chooses, and the machine at the cursor."""

import streamlit as st

from kselect_core.views.machines.machine_facts import cell_text
from kselect_core.words.judged import verdict_sentences
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
    """Return where the test error is lowest and who finds it; hidden, what each one chooses."""
    at = sweeps.place(sweep, seen.split)
    rows = at.part("joint", 0.0, fixed=seen.lam)
    every = [verdict for verdict in verdicts(rows, seen.shown, sweep.config) if verdict.splits]
    start = f"On **{plain(sweep.name)}** "
    if not every:
        return f"{start}no criterion makes a choice."
    lowest = at.lowest if seen.test_error else None
    if lowest is None:
        return sweep.said(f"{start}{'; '.join(map(_chosen, every))}.")
    place = plain(cell_text(sweep.config, lowest.kernel, lowest.parameter, lowest.lam))
    judged = verdict_sentences(
        sweep.config, at.judged(seen.shown, lam=seen.lam, joint=True), plain, task=sweep.task
    )
    return sweep.said(
        f"{start}the lowest test error on the grid is **{percent(lowest.value)}** at {place}. "
        f"{judged}"
    )


def _chosen(verdict: Verdict) -> str:
    name = plain(quantity_text(verdict.quantity))
    edge = ", on the edge of the grid" if verdict.boundary else ""
    chosen = plain(verdict.chosen, limit=1000)
    return f"{name} chooses {chosen}, {verdict.strength} = {verdict.lam}{edge}"
