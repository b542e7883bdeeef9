"""What is below the first window of a page: it comes when what is seen first is drawn.

A page that is opened has its first figures soon; those below have a place of their height, so
that nothing jumps, and a page may pause there. Its run goes on where it is when the browser says
that it has drawn what there is: nothing is sent twice. Every run but the first draws all at once,
and only what takes a moment and is below the first window comes at its end.
"""

from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from dataclasses import dataclass, field
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_ui import canvas
from kselect_ui.door.leisure import awaited
from kselect_ui.server.turns import away
from kselect_ui.server.visitors import in_frame

SHOWN = "shown_page"
IN_WINDOW = {"Explore": 0, "Errors": 2, "SVM": 2, "Kernel design": 2}
"""Figures of Plotly in the first window of 1280 × 720, by the title of the page; else it is one."""

PATIENCE = 1.0
"""Seconds after which a page goes on though the browser has said nothing."""


@dataclass
class _Opening:
    unseen: DeltaGenerator  # where the browser is told what it draws by itself
    told: Callable[[], None] | None  # tells it what it has to know of the first window
    at_once: int | None  # figures that still come at once; None: all
    waiting: list[Callable[[], None]] = field(default_factory=list)
    name: str = ""  # of its pause
    place: DeltaGenerator | None = None  # where the browser was asked


_OPENING: ContextVar[_Opening | None] = ContextVar("opening", default=None)
_LAST: ContextVar[list[Callable[[], None]] | None] = ContextVar("last", default=None)


def begin(page: str, unseen: DeltaGenerator, told: Callable[[], None] | None = None) -> None:
    """Start a run of a page; where a browser opens it, only its first figures come at once.

    ``unseen`` is the place for what a page tells the browser, and ``told`` what it tells it
    before a pause.
    """
    opens = st.session_state.get(SHOWN) != page and "User-Agent" in st.context.headers
    st.session_state[SHOWN] = page
    _LAST.set([])
    _OPENING.set(_Opening(unseen, told, IN_WINDOW.get(page, 1)) if opens else None)


def paused() -> str:
    """Return the name of the pause that this run has made; empty if it has made none."""
    opening = _OPENING.get()
    return opening.name if opening else ""


def one_more() -> None:
    """Have one figure more come at once: the page has another first window than usual."""
    opening = _OPENING.get()
    if opening and opening.at_once is not None:
        opening.at_once += 1


def at_once() -> None:
    """Have the page come at once: what waits is drawn outside of a part that runs by itself."""
    if opening := _OPENING.get():
        opening.at_once = None


def draw(key: str, height: int, body: Callable[[], None]) -> None:
    """Draw a figure of so many pixels, or its place until the browser is at leisure."""
    opening = _OPENING.get()
    if opening is not None and opening.at_once:
        opening.at_once -= 1
        body()
    else:
        after(key, height, body)


def after(key: str, height: int, body: Callable[[], None]) -> None:
    """Draw what is below the first window; where a browser opens the page first its place."""
    opening = _OPENING.get()
    if opening is None or opening.at_once is None:
        body()
    else:
        place = st.empty()
        place.container(key=f"{key}_awaited", height=height, border=False)
        opening.waiting.append(partial(_in, copy_context(), place, body))


def below(place: DeltaGenerator, body: Callable[[], None]) -> None:
    """Draw into a place below a figure, where a page opens when its first figures are drawn."""
    opening = _OPENING.get()
    if opening is None or opening.at_once is None:
        with place:
            body()
    else:
        opening.waiting.append(partial(_in, copy_context(), place, body))


def rest() -> None:
    """Pause in a page that a browser opens: what follows is below its first window."""
    if opening := _OPENING.get():
        _pause(opening, "rest_awaited")


def figures() -> None:
    """Draw the figures of a page that still wait, when the browser is at leisure."""
    opening = _OPENING.get()
    if opening and opening.waiting:
        _pause(opening, "rest_figures_awaited")


def draw_last(body: Callable[[], None]) -> None:
    """Draw here what takes a moment, when the rest of the run is sent; without a frame at once."""
    last = _LAST.get()
    if last is None:
        body()
    else:
        last.append(partial(_in, copy_context(), st.container(), body))


def end() -> Callable[[], None]:
    """End a run of a page; returns what draws the last of it, when the browser has all else.

    Who has moved on meanwhile has never waited for that.
    """
    opening, last = _OPENING.get(), _LAST.get() or []
    if opening and opening.place:
        opening.place.empty()
    _OPENING.set(None)  # a part of the page that runs next may run in the same thread
    _LAST.set(None)

    def drawn() -> None:
        for body in last:
            body()

    return drawn


def _pause(opening: _Opening, key: str) -> None:
    """Wait until the browser has drawn what it has, and draw the figures that have waited."""
    opening.at_once = None
    with awaited() as (opening.name, drawn), in_frame(), opening.unseen:
        if opening.told:
            opening.told()
        opening.place = st.empty()
        with opening.place:
            canvas.at_leisure(opening.name, key=key)
        with away():
            drawn.wait(PATIENCE)
    for body in opening.waiting:
        body()
    opening.waiting.clear()


def _in(there: Context, place: DeltaGenerator, body: Callable[[], None]) -> None:
    """Draw a figure in its place as there, in its page: else the next run would draw it anew."""

    def drawn() -> None:
        with place:
            body()

    there.run(drawn)
