"""The film: fit, Gram matrix, spectrum and criteria, moving together in the browser.

All frames are shipped at once; playing and scrubbing need no server. Where the film comes to rest
it moves the cursor, and where the cursor is moved elsewhere the film follows.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from kselect_core import views
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.selection.places.film import Line as Along, line_through
from kselect_core.views import FilmAt
from kselect_core.views.film.page import titles
from kselect_core.views.film.pictures import finding, question
from kselect_core.words.labels import worded
from kselect_ui import canvas
from kselect_ui.figures import pictures
from kselect_ui.figures.shown import once
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import cursor, export, reel, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.reel import KEY
from kselect_ui.widgets import heading, later, linked
from kselect_ui.widgets.footer import Footer, footer
from kselect_ui.widgets.state import View

LINES = ("kernel", "λ")


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, and the criteria switched on."""
    seen = cursor.at_cursor(sweep)
    test_error = switches.test_error()
    return replace(seen, shown=switches.shown(sweep), test_error=test_error)


def panel(sweep: Sweep, seen: View) -> str:
    """Draw the film with its finding, and the question above; returns the finding as text."""
    headline, switch = st.columns([4.4, 1], vertical_alignment="top", gap="medium")
    with switch:
        along = _along(sweep, seen)
    if along is None:
        words = "This sweep has one kernel and one λ: there is nothing to film."
        st.info(worded(sweep.config, words))
        return ""
    at = reel.line_at(sweep, seen, along)
    heading.write(question(at))
    with error_in_place():
        film = reel.filmed(sweep, at)
        if film is not None:
            text = finding(film, plain, test=seen.test_error)
            headline.markdown(text)
            _play(sweep, film, seen)
            switches.spell_out(seen.shown)
            return text
    return ""


def stills(sweep: Sweep, seen: View) -> None:
    """Hand the frame under the cursor to those who open what leaves the page, as figures."""
    if st.session_state.get(export.OPEN):
        pictures.hold(sweep, seen)


def _along(sweep: Sweep, seen: View) -> Along | None:
    """Draw the switch between the two lines through the cursor; None if both are points."""
    lines: tuple[Along, Along] = ("parameter", "lambda")
    long = [len(line_through(sweep.config, seen.point, along=line)) > 1 for line in lines]
    if all(long):
        chosen = linked.switch(
            "What varies", LINES, key="reel", words=partial(worded, sweep.config)
        )
        return lines[LINES.index(chosen)]
    return next((line for line, usable in zip(lines, long, strict=True) if usable), None)


def _play(sweep: Sweep, at: FilmAt, seen: View) -> None:
    shown: dict[str, Any] = {"quantities": seen.shown, "test": seen.test_error}
    drawn = views.moving_pictures(at, quantities=seen.shown, test=seen.test_error)
    with st.container(gap=None):
        canvas.film()(
            key=KEY,
            data=once(
                views.moving_pictures,
                at,
                drawn,
                {"test": seen.test_error},
                partial(film_payload, titles=titles(at)),
            ),
            on_rest_change=lambda: rested(at),
        )
        with st.container(gap=None, height=1, border=False):
            slider = cursor.LAMBDA if at.over_lambda else cursor.PARAMETER
            places = [
                seen.point._replace(lam=value)
                if at.over_lambda
                else seen.point._replace(parameter=value)
                for value in cursor.steps(sweep)[slider]
            ]
            steps = [at.frame_of(place) for place in places]
            canvas.say(KEY, frame=at.frame_of(seen.point), slider=slider, steps=steps)
            canvas.say(f"{KEY}_lines", lines=at.lines(seen.shown, test=seen.test_error))
    later.rest()
    code = views.moving_pictures.program(at, **shown)
    footer(Footer(KEY, drawn.name, drawn.caption, drawn.numbers, code))
    st.download_button(
        "Download this film",
        partial(views.film_page, at, start=seen.point, **shown),
        "kselect_film.html",
        "text/html",
        key="film_file",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
    )


def rested(at: FilmAt) -> None:
    """Move the cursor to the frame on which the film came to rest."""
    number = st.session_state[KEY].get("rest")
    if isinstance(number, int) and 0 <= number < len(at.frames):
        frame = at.frames[number]
        moved = {"lambda": frame.lam} if at.over_lambda else {"parameter": frame.parameter}
        cursor.move(at.config, moved)
