"""Every term of the criteria along the width of a kernel: curves, table, finding."""

import streamlit as st

from kselect_core import views
from kselect_core.criteria import CRITERIA
from kselect_core.selection.config.named import matrix_names
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.width_path import path_seconds
from kselect_core.views.rewards import width_words as words
from kselect_core.views.rewards.width import NAMED, OCTAVES, WidthAt
from kselect_ui import PAGES
from kselect_ui.figures.shown import show as show_view
from kselect_ui.rewards import rows
from kselect_ui.rewards.look import computed
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import of_place
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.explain import small_case
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.offer import at_once
from kselect_ui.widgets import later, linked, short_table
from kselect_ui.widgets.state import View

FINE, FINER = "fine", 4
USUAL = (1, 0.5, 0.25)  # widths per octave of a first look, as many as take a moment


def show(sweep: Sweep, seen: View) -> str:
    """Draw the terms along the width; returns the finding."""
    data = sweeps.data(sweep.digest)
    if matrix_names(data):
        st.info(NAMED)
        st.page_link(PAGES / "film.py", label="Film of the Gram matrices")
        return ""
    top, below = st.container(), st.container()
    with below:
        fine = not data.matrices and linked.tick(f"Finer: {FINER} widths per octave", key=FINE)
    with top:
        at = _along(sweep, seen, fine=fine)
        if at is None:
            return ""
        finding = of_place("finding along the width", at, lambda at: words.finding(at, plain))
        st.markdown(finding)
        cursor = at.width_of(seen.kernel, seen.parameter)
        with error_in_place():
            rows.draw(at, cursor=cursor)
        later.rest()
        if not data.matrices:
            with error_in_place():
                _why(at)
        show_view(views.terms_along_width, at, cursor=cursor)
    with below, error_in_place():
        _table(at)
    return finding


def first_look(n: int) -> float:
    """Return how many widths per octave a first look has: as many as take a moment, or one."""
    quick = (per for per in USUAL if at_once(path_seconds(n, round(OCTAVES * per))))
    return next(quick, 1)


def _along(sweep: Sweep, seen: View, *, fine: bool) -> WidthAt | None:
    """Return the terms, computed now where that takes a moment; else offer them."""
    config, data = sweep.lens, sweeps.data(sweep.digest)
    n = Setup.at_hand(config, data).n
    what = (
        f"{FINER} widths per octave" if fine else f"every {'matrix' if data.matrices else 'width'}"
    )
    per_octave = FINER if fine else first_look(n)
    return computed(
        WidthAt(config, data, split=seen.one_split, lam=seen.lam, per_octave=per_octave),
        title="Terms along the width",
        button="Compute every term along the width",
        about=f"One eigendecomposition of a {n} × {n} kernel matrix for {what}: it runs "
        "when you ask for it.",
    )


def _why(at: WidthAt) -> None:
    """Draw why some terms run as they do, and links to the small cases that show it."""
    reasons = of_place("reasons along the width", at, lambda at: words.reasons(at.theory, at.grid))
    if not reasons:
        return
    st.markdown(reasons)
    with st.container(horizontal=True, gap="small"):
        for criterion in CRITERIA.values():
            small_case(criterion, f"A small case that shows it: {criterion.label}")


def _table(at: WidthAt) -> None:
    st.markdown("**What theory says, and what is found here**")
    short_table.draw(
        words.as_table(at.theory, at.grid, convention=words.convention(at)),
        alt="Every term at both ends of the width and in between: theory and findings",
    )
    st.caption(plain(words.notes(at), limit=800))
