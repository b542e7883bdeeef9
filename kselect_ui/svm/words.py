"""The sentence on top of the page: what each criterion chooses, and the machine at the cursor."""

from math import isnan

import streamlit as st

from kselect_core.selection.machines.machine_view import MachinePath
from kselect_core.words.labels import (
    kernel_name,
    parameter_text,
    percent,
    quantity_text,
    readable,
    strength_text,
)
from kselect_core.words.verdicts import Verdict, verdicts
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.captions import pair_text
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def headline(sweep: Sweep, seen: View, path: MachinePath | None) -> str:
    """Draw the finding; returns its text."""
    text = f"{choices(sweep, seen)}  \n{machine(sweep, seen, path)}".strip()
    st.markdown(text)
    return text


def choices(sweep: Sweep, seen: View) -> str:
    """Return which C and kernel each criterion chooses, with the test error of that."""
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, seen.split)
    found = [verdict for verdict in verdicts(rows, seen.shown) if verdict.splits]
    start = f"On **{plain(sweep.config.dataset)}** "
    if not found:
        return f"{start}no criterion makes a choice."
    tested = seen.test_error
    ranked = sorted(found, key=lambda v: v.test_error) if tested else found
    told = "; ".join(_chosen(verdict, tested=tested) for verdict in ranked)
    lowest = sweeps.place(sweep, seen.split).lowest if tested else None
    end = ""
    if lowest is not None:
        place = ", ".join(
            part
            for part in (
                parameter_text(lowest.parameter, lowest.convention) or kernel_name(lowest.kernel),
                strength_text(sweep.config, lowest.lam),
            )
            if part
        )
        end = f" Lowest test error on the grid: **{percent(lowest.value)}** at {place}."
    return f"{start}{told}.{end}"


def machine(sweep: Sweep, seen: View, path: MachinePath | None) -> str:
    """Return what the machine at the cursor is."""
    if path is None:
        return ""
    i = path.at(seen.lam)
    free, bounded = float(path.free[i]), float(path.bounded[i])
    family = next(f for f in sweep.config.candidates if f.kernel == seen.kernel)
    place = ", ".join(
        part
        for part in (
            parameter_text(seen.parameter, family.convention) or kernel_name(seen.kernel),
            strength_text(sweep.config, seen.lam),
        )
        if part
    )
    if isnan(free):
        return f"The machine at the cursor ({place}{plain(pair_text(sweep))}) did not converge."
    return (
        f"At the cursor ({place}{plain(pair_text(sweep))}) **{free + bounded:.0f} of {path.n}** "
        f"points are support vectors, {free:.0f} free and {bounded:.0f} bounded; "
        f"margin {readable(float(path.margin[i]))}, "
        f"training error {percent(float(path.training_error[i]))}."
    )


def _chosen(verdict: Verdict, *, tested: bool) -> str:
    name = plain(quantity_text(verdict.quantity))
    error = f" (test error **{percent(verdict.test_error)}**)" if tested else ""
    edge = ", on the edge of the grid" if verdict.boundary else ""
    return f"{name} chooses {verdict.chosen}, {verdict.strength} = {verdict.lam}{error}{edge}"
