"""The stability bound explained: its parts along the grid, its blocks, and other shuffles."""

from functools import partial

import streamlit as st

from kselect_core import views
from kselect_core.selection.machines.stab_view import SHUFFLES, shuffle_band, shuffle_seconds
from kselect_core.views import MachineAt
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place
from kselect_ui.svm import machine
from kselect_ui.sweep import cursor, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View

FORM, ALONG = "form", "stab_along"
OPEN = "stab_open"
TITLE = "The stability bound, part by part"
FORMS = ("(35)", "(37)")
WAYS = {"along C": "C", "over the kernel": "kernel"}


def draw(sweep: Sweep, seen: View, at: MachineAt) -> None:
    """Draw the bound when it is opened, or where the link says something of it."""
    if any(map(linked.asked, (FORM, ALONG))):
        st.session_state.setdefault(OPEN, True)
    panel = st.expander(TITLE, key=OPEN, on_change="rerun")
    if panel.open:
        with panel:
            _parts(sweep, seen, at)


def _parts(sweep: Sweep, seen: View, at: MachineAt) -> None:
    """Draw the parts of the bound in one of its forms, its blocks, and what shuffles change."""
    with st.container(horizontal=True, gap="medium"):
        form = linked.switch("Form of the bound", FORMS, key=FORM).strip("()")
        way = linked.switch("Parts", tuple(WAYS), key=ALONG)
    show(
        views.stability_parts,
        at,
        on_pick=lambda points: cursor.pick(sweep.config, points),
        along=WAYS[way],
        form=form,
    )
    show(views.stability_blocks, at)
    with error_in_place():
        _shuffles(sweep, seen, at)


def _shuffles(sweep: Sweep, seen: View, at: MachineAt) -> None:
    """Draw how Ĥ and the choice depend on the shuffle, or offer to compute it."""
    split, kernel = seen.one_split, seen.kernel
    band = offer.result(
        f"shuffles-{sweep.digest}-{split}-{kernel}",
        partial(shuffle_band, at.bench, at.table, split=split, kernel=kernel),
        title="Other shuffles",
        button=f"Shuffle {SHUFFLES} times: how far do Ĥ and the choice depend on it",
        seconds=shuffle_seconds(
            at.bench.split.n, len(at.family.points) * len(sweep.config.lambdas)
        ),
    )
    if band is not None:
        show(views.stability_shuffles, machine.at_cursor(sweep, seen, band))
