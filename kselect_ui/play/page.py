"""The page: what is played with, the sweep of it, and what follows from it at once."""

from contextlib import ExitStack
from dataclasses import replace
from math import isnan, nan
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core import views
from kselect_core.data.made.drawn import PREFIX
from kselect_core.errors import KselectError
from kselect_core.plotting.kit.quantities import estimates_error
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import LAMBDAS
from kselect_core.selection.made.truths import Truths
from kselect_core.words.labels import distinct, quantities, quantity_text
from kselect_ui import canvas
from kselect_ui.figures import pictures, rows as figure_of_rows
from kselect_ui.play import board, finder, onwards, truth, ways
from kselect_ui.play.board import Shown
from kselect_ui.play.truth import FIT
from kselect_ui.server.live import live
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.visitors import at_once
from kselect_ui.sweep import cursor, export, finished as sweeps, hand, switches
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
WORDS = "play_words"
_STYLE = """<style>
html[data-ahead] :is(.st-key-{found}, .st-key-{found}_spectrum),
html[data-behind] :is(.st-key-{words}, .st-key-{words}_fit) {{
  opacity: 0.35; filter: grayscale(1); transition: opacity 0.1s 0.15s;
}}
:is(.st-key-{found}_old, .st-key-{found}_old_spectrum) {{ opacity: 0.35; filter: grayscale(1); }}
</style>"""
"""Classes are named whole: for a part of a name the browser would style every element anew."""


class Places(NamedTuple):
    """Where what is drawn stands, whatever is drawn first."""

    row: DeltaGenerator
    board: DeltaGenerator
    said: DeltaGenerator  # a sentence below the board, which stays where it is
    below: DeltaGenerator  # controls of the data
    left: DeltaGenerator
    right: DeltaGenerator


class Drawn(NamedTuple):
    """What the pictures are of, and the places beside them that wait for controls and words."""

    seen: View
    of: str
    lost: str  # the criterion that is followed, where it chooses nothing
    controls: DeltaGenerator
    fit: DeltaGenerator
    words: DeltaGenerator


def draw() -> None:
    """Draw all of the page, the pictures first: they are what the eye follows."""
    st.html(_STYLE.format(found=FOUND, words=WORDS))
    left, right = st.columns([42, 58], gap="medium")
    with left:
        row = st.container(horizontal=True, vertical_alignment="center", gap="small")
        places = Places(row, st.container(gap=None), st.container(), st.container(), left, right)
    wait, sent = ExitStack(), ExitStack()
    with sent, wait:  # the controls are there whatever happens to the pictures
        wait.callback(ways.controls, places.row, places.below)
        shown, problem = ways.data()
        if shown.recipe is None:  # drawn by hand: an edit of their table starts the run again
            wait.close()
        sweep, problem = _swept(shown, problem)
        if sweep is not None:
            drawn = _pictures(sweep, shown, places)
            sent.enter_context(at_once())  # with every message the browser begins its drawing anew
            truths = _truths(sweep, shown, drawn)
            wait.close()
            _rest(sweep, shown, drawn, truths)
            return
    places.said.info(plain(problem, limit=600))
    _before(shown, problem, places)
    board.pictured(problem)
    board.done(problem)


def _pictures(sweep: Sweep, shown: Shown, places: Places) -> Drawn:
    """Draw the pictures of the data, of what the controls say before they are drawn."""
    names = quantities(sweep.config)
    followed = linked.chosen((*names, OWN), key=FIT, default=_usual(names))
    chooses = _follow(sweep, followed)
    seen = _seen(sweep)
    of = f"{sweep.digest} {seen.point} {st.session_state.get(board.HEARD, 0)}"
    with at_once():
        with places.right:
            controls = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
            found, words = st.container(key=FOUND), st.container(key=WORDS)
        with controls:
            fit = st.container(width=170)
            cursor.controls(sweep)  # its slider says where the pictures are
        with places.board, error_in_place():
            board.show(shown, (sweep, seen.point), of, on_take=ways.take)
            if st.session_state.get(export.OPEN):
                pictures.hold(sweep, seen, (views.decision,))
        with found, error_in_place():
            _rows(sweep, seen)
        with places.left, st.container(key=f"{FOUND}_spectrum"), error_in_place():
            pictures.spectrum(sweep, seen, alone=True)
        with places.board:
            board.pictured(of)
    st.session_state[LAST] = sweep.digest
    return Drawn(seen, of, "" if chooses else followed, controls, fit, words)


def _truths(sweep: Sweep, shown: Shown, drawn: Drawn) -> Truths | None:
    """Return the true errors, made while the browser draws the pictures."""
    with drawn.words, error_in_place():
        return truth.of(sweep, drawn.seen, shown.recipe)
    return None


def _rest(sweep: Sweep, shown: Shown, drawn: Drawn, truths: Truths | None) -> None:
    """Draw the other controls of the cursor, and what follows from the data in words."""
    with drawn.controls:
        _controls(sweep, drawn)
    hand.follow_in(sweep, [], RIDGES)
    with drawn.words:
        switches.spell_out(drawn.seen.shown)
        finding = truth.sentence(sweep, drawn.seen, truths)
        st.markdown(finding)
        truth.table(sweep, truths)
    finder.draw(sweep, shown.recipe, drawn.seen.lam)
    onwards.draw(sweep)
    export.panel(sweep, finding=finding)
    canvas.listen(clicker=charts.large())
    board.done(drawn.of)


def _swept(shown: Shown, problem: str) -> tuple[Sweep | None, str]:
    """Return the sweep of the data at the λ of the cursor, or why there is none."""
    if shown.data is None:
        return None, problem
    name, digest = shown.data.name, shown.data.digest
    lam = linked.settled(cursor.LAMBDA, RIDGES, default=USUAL)
    config = SweepConfig(dataset=name, dataset_digest=digest, repeats=1, lambdas=(lam,))
    try:
        return sweeps.load(live().note(config)), ""
    except KselectError as error:
        return None, str(error)


def _before(shown: Shown, problem: str, places: Places) -> None:
    """Draw what the last points gave, faded, where these give nothing."""
    digest = st.session_state.get(LAST, "")
    if live().config(digest) is None:
        with places.board:
            board.show(shown, None, problem, on_take=ways.take)
        return
    sweep = sweeps.load(digest)
    seen = _seen(sweep)
    drawn = sweep.config.dataset.startswith(PREFIX)  # a sample lies in another part of the plane
    with places.board, error_in_place():
        fitted = (sweep, seen.point) if drawn else None
        board.show(shown, fitted, problem, on_take=ways.take, before=True)
    with places.right, st.container(key=f"{FOUND}_old"):
        st.caption("For the points before:")
        _rows(sweep, seen)
    with places.left, st.container(key=f"{FOUND}_old_spectrum"):
        pictures.spectrum(sweep, seen, alone=True)


def _rows(sweep: Sweep, seen: View) -> None:
    """Draw each criterion in a row with its choice."""
    if not seen.shown:
        unseen.no_criterion()
        return
    figure_of_rows.draw(sweep, seen, key=ROWS)


def _controls(sweep: Sweep, drawn: Drawn) -> None:
    """Draw the cursor, which follows one criterion's choice until a hand moves it."""
    names = quantities(sweep.config)
    with drawn.fit:
        linked.one(
            "Fit at the choice of",
            (*names, OWN),
            key=FIT,
            default=_usual(names),
            words=lambda name: "the cursor" if name == OWN else quantity_text(name),
        )
    with st.container():
        linked.grid(lambda lam: f"λ = {RIDGES[lam]}", RIDGES, key=cursor.LAMBDA, default=USUAL)
    with st.popover("Criteria", key="play_criteria"):
        linked.several("Criteria", names, key=SHOWN, default=names, words=quantity_text)
    if drawn.lost:
        name = plain(quantity_text(drawn.lost))
        with st.container(key=f"{WORDS}_fit"):
            st.caption(f"{name} chooses nothing here: the fit is that at the cursor.")


def _usual(names: tuple[str, ...]) -> str:
    """Return whose choice the fit is at before anybody chose."""
    return next(filter(estimates_error, names), names[0])


def _seen(sweep: Sweep) -> View:
    """Return what is looked at, as the controls say it that may not be drawn yet."""
    names, (family,) = quantities(sweep.config), sweep.config.candidates
    widths, usual = distinct(family.values), sweep.usual(family)
    return replace(
        cursor.at_cursor(sweep),
        split=None,
        parameter=linked.settled(cursor.PARAMETER, widths, default=usual),
        lam=sweep.config.lambdas[0],
        shown=tuple(linked.picked(names, key=SHOWN, default=names)),
    )


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
