"""The sentence on top of the page of errors: where the error is low, and who finds it."""

import streamlit as st

from kselect_core.selection.terms.judgement import Judgement
from kselect_core.words import judged
from kselect_core.words.labels import UNITS, error_text, quantity_text
from kselect_core.words.verdicts import verdicts
from kselect_ui.figures.measured import place
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def headline(sweep: Sweep, seen: View) -> str:
    """Draw the finding; returns its text."""
    text = sweep.said(sentence(sweep, seen)) if seen.test_error else blind(sweep, seen)
    st.markdown(text)
    return text


def sentence(sweep: Sweep, seen: View) -> str:
    """Return where the test error is lowest, who comes close and who does not, in numbers."""
    at = sweeps.place(sweep, seen.split)
    lowest = at.lowest
    if lowest is None:
        return f"On **{plain(sweep.name)}** no point of the grid has a test error."
    where = plain(place(sweep, lowest.kernel, lowest.parameter, lowest.lam))
    more = lowest.ties - 1
    as_low = f" and {more} more cell{'s' if more > 1 else ''}" if more > 0 else ""
    start = (
        f"On **{plain(sweep.name)}** the lowest {UNITS[sweep.task]} on the grid is "
        f"**{error_text(lowest.value, sweep.task)}** at {where}{as_low} "
        f"({at.splits_text})."
    )
    finders = judged.verdict_sentences(
        sweep.config, verdicts_on(sweep, seen), plain, task=sweep.task
    )
    return f"{start}  \n{finders}".strip()


def blind(sweep: Sweep, seen: View) -> str:
    """Return what the criteria choose, without any test error."""
    rows = sweeps.place(sweep, seen.split).part("joint", 0.0, fixed=seen.lam)
    picks = [
        f"{plain(quantity_text(v.quantity))} chooses {plain(v.chosen_text, limit=1000)}, "
        f"{v.strength} = {v.lam}"
        for v in verdicts(rows, seen.shown, sweep.config)
        if v.splits
    ]
    shown = "; ".join(picks) or "no criterion makes a choice"
    return f"On **{plain(sweep.name)}** (test error hidden): {shown}."


def worst(sweep: Sweep, seen: View) -> str:
    """Return the criterion shown whose choices have the highest test error; empty if hidden."""
    if not seen.test_error:
        return ""
    scored = [verdict for verdict in verdicts_on(sweep, seen) if verdict.kind != "no choice"]
    return max(scored, key=lambda verdict: verdict.error).quantity if scored else ""


def verdicts_on(sweep: Sweep, seen: View) -> list[Judgement]:
    """Return the verdicts on the choices of kernel and λ together, on the splits looked at."""
    return sweeps.place(sweep, seen.split).judged(seen.shown, lam=seen.lam, joint=True)
