"""The page: what is played with, the sweep of it, and what follows from it at once."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core import views
from kselect_core.data.made.drawn import PREFIX
from kselect_core.errors import KselectError
from kselect_core.plotting.kit.quantities import estimates_error
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import LAMBDAS
from kselect_core.words.labels import distinct, quantities, quantity_text
from kselect_ui import canvas
from kselect_ui.figures import pictures
from kselect_ui.figures import rows as figure_of_rows
from kselect_ui.play import board, finder, onwards, truth, ways
from kselect_ui.play.board import Shown
from kselect_ui.play.truth import FIT
from kselect_ui.server.live import live
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.visitors import at_once
from kselect_ui.sweep import cursor, export, hand, switches
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked, unseen
from kselect_ui.widgets.state import View

OWN = "cursor"
SHOWN = "play_crit"
LAST = "play_last"  # digest of the last sweep that there was
RIDGES = distinct(LAMBDAS)
USUAL = LAMBDAS[2]
PUT = "play_put"  # parameter that a choice has put under the cursor
FOUND = "play_found"
ROWS = "play_rows"
_STYLE = """<style>
html[data-ahead] :is(.st-key-{key}, .st-key-{key}_spectrum) {{
  opacity: 0.35; filter: grayscale(1); transition: opacity 0.1s 0.15s;
}}
:is(.st-key-{key}_old, .st-key-{key}_old_spectrum) {{ opacity: 0.35; filter: grayscale(1); }}
</style>"""
"""Classes are named whole: for a part of a name the browser would style every element anew."""


def draw() -> None:
    """Draw all of the page."""
    st.html(_STYLE.format(key=FOUND))
    left, right = st.columns([42, 58], gap="medium")
    with left:
        row = st.container(horizontal=True, vertical_alignment="center", gap="small")
        place, said = st.container(gap=None), st.container()  # a sentence below: the board stays
        shown, problem = ways.draw(row)
    sweep, problem = _swept(shown, problem)
    if sweep is not None:
        _swept_page(sweep, shown, place, (left, right))
        return
    said.info(plain(problem, limit=600))
    _before(shown, problem, place, (left, right))
    board.done(problem)


def _swept_page(
    sweep: Sweep, shown: Shown, place: DeltaGenerator, columns: tuple[DeltaGenerator, ...]
) -> None:
    """Draw what follows from the data."""
    left, right = columns
    with right, st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        seen = _looked_at(sweep)
    of = f"{sweep.digest} {seen.point} {st.session_state.get(board.HEARD, 0)}"
    with at_once():  # pictures first: they are what the eye follows
        with place, error_in_place():
            board.show(shown, (sweep, seen.point), of, on_take=ways.take)
            if st.session_state.get(export.OPEN):
                pictures.hold(sweep, seen, (views.decision,))
        with right:
            found = st.container(key=FOUND)
        with found:
            _rows(sweep, seen)
        with left, st.container(key=f"{FOUND}_spectrum"):
            pictures.spectrum(sweep, seen, alone=True)
    hand.follow_in(sweep, [], RIDGES)
    with found:
        switches.spell_out(seen.shown)
        finding = _words(sweep, seen, shown)
    finder.draw(sweep, shown.recipe, seen.lam)
    onwards.draw(sweep)
    export.panel(sweep, finding=finding)
    canvas.listen(clicker=charts.large())
    board.done(of)
    st.session_state[LAST] = sweep.digest


def _swept(shown: Shown, problem: str) -> tuple[Sweep | None, str]:
    """Return the sweep of the data at the λ of the cursor, or why there is none."""
    if shown.data is None:
        return None, problem
    name, digest = shown.data.name, shown.data.digest
    lam = linked.on_grid(cursor.LAMBDA, RIDGES, default=USUAL)
    near = min(RIDGES, key=lambda option: abs(option - lam))  # another page has another grid
    config = SweepConfig(dataset=name, dataset_digest=digest, repeats=1, lambdas=(near,))
    try:
        return sweeps.load(live().note(config)), ""
    except KselectError as error:
        return None, str(error)


def _before(
    shown: Shown, problem: str, place: DeltaGenerator, columns: tuple[DeltaGenerator, ...]
) -> None:
    """Draw what the last points gave, faded, where these give nothing."""
    left, right = columns
    digest = st.session_state.get(LAST, "")
    if live().config(digest) is None:
        with place:
            board.show(shown, None, problem, on_take=ways.take)
        return
    sweep = sweeps.load(digest)
    seen = _view(sweep, linked.read(SHOWN, quantities(sweep.config)))
    drawn = sweep.config.dataset.startswith(PREFIX)  # a sample lies in another part of the plane
    with place, error_in_place():
        fitted = (sweep, seen.point) if drawn else None
        board.show(shown, fitted, problem, on_take=ways.take, before=True)
    with right, st.container(key=f"{FOUND}_old"):
        st.caption("For the points before:")
        _rows(sweep, seen)
    with left, st.container(key=f"{FOUND}_old_spectrum"):
        pictures.spectrum(sweep, seen, alone=True)


def _rows(sweep: Sweep, seen: View) -> None:
    """Draw each criterion in a row with its choice."""
    if not seen.shown:
        unseen.no_criterion()
        return
    figure_of_rows.draw(sweep, seen, key=ROWS)


def _looked_at(sweep: Sweep) -> View:
    """Draw the cursor, which follows one criterion's choice until a hand moves it."""
    names = quantities(sweep.config)
    usual = next(filter(estimates_error, names), names[0])
    followed = linked.read(FIT, linked.asked(FIT) or usual)
    chooses = _follow(sweep, followed)
    with st.container(width=170):
        linked.one(
            "Fit at the choice of",
            (*names, OWN),
            key=FIT,
            default=usual,
            words=lambda name: "the cursor" if name == OWN else quantity_text(name),
        )
    cursor.controls(sweep)
    with st.container():
        linked.grid(lambda lam: f"λ = {RIDGES[lam]}", RIDGES, key=cursor.LAMBDA, default=USUAL)
    with st.popover("Criteria", key="play_criteria"):
        shown = linked.several("Criteria", names, key=SHOWN, default=names, words=quantity_text)
    if not chooses:
        name = plain(quantity_text(followed))
        st.caption(f"{name} chooses nothing here: the fit is that at the cursor.")
    return _view(sweep, shown)


def _follow(sweep: Sweep, criterion: str) -> bool:
    """Put the cursor where a criterion chooses, unless somebody has moved it since.

    Returns whether what the fit is said to be at is there: the choice, or the cursor itself.
    """
    choices = truth.choices(sweep)
    columns = (choices[name].tolist() for name in ("quantity", "parameter", "value"))
    chosen = [
        width
        for name, width, value in zip(*columns, strict=True)
        if name == criterion and not isnan(value)
    ]
    (family,) = sweep.config.candidates
    now = linked.on_grid(cursor.PARAMETER, distinct(family.values), default=nan)
    put = st.session_state.get(PUT)
    begun = put is not None or linked.asked(cursor.PARAMETER)  # else another page has put it there
    if begun and not isnan(now) and now not in (put, *chosen):
        linked.put(FIT, OWN)
        st.session_state[PUT] = now
        return True
    if chosen:
        st.session_state[PUT] = chosen[0]
        linked.put(cursor.PARAMETER, st.session_state[PUT])
    return bool(chosen) or criterion == OWN


def _view(sweep: Sweep, shown: Sequence[str]) -> View:
    lam = sweep.config.lambdas[0]
    return replace(cursor.at_cursor(sweep), split=None, lam=lam, shown=tuple(shown))


def _words(sweep: Sweep, seen: View, shown: Shown) -> str:
    """Draw what the choices are worth; returns the finding."""
    truths = truth.of(sweep, seen, shown.recipe)
    finding = truth.sentence(sweep, seen, truths)
    st.markdown(finding)
    truth.table(sweep, truths)
    return finding
