"""The film: fit, Gram matrix, spectrum and criteria, moving together in the browser.

All frames are shipped at once; playing and scrubbing need no server. Where the film comes to rest
it moves the cursor, and where the cursor is moved elsewhere the film follows.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.plotting.curves.criterion_curves import criterion_lines
from kselect_core.plotting.curves.lambda_curves import lambda_lines
from kselect_core.plotting.output.film_payload import Titles, film_payload, lane
from kselect_core.selection.places.film import (
    Film,
    film_numbers,
    film_of,
    line_through,
    seconds_of_film,
)
from kselect_core.selection.places.film import Line as Along
from kselect_core.views.curves import lines_of
from kselect_core.words.labels import (
    strength,
    symbol,
    worded,
)
from kselect_ui import canvas
from kselect_ui.figures import pictures
from kselect_ui.film import words as film_words
from kselect_ui.film.words import Reel
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import cursor, export, offer, sidebar
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked
from kselect_ui.widgets.footer import Footer, footer
from kselect_ui.widgets.state import View

KEY = "film"
LINES = ("kernel", "λ")


def view(sweep: Sweep) -> View:
    """Return what is looked at: the cursor, and the criteria of the side bar."""
    seen = cursor.at_cursor(sweep)
    test_error = sidebar.test_error()
    return replace(seen, shown=sidebar.shown(sweep), test_error=test_error)


def panel(sweep: Sweep, seen: View, *, title: DeltaGenerator) -> str:
    """Draw the film with its finding, and the question above; returns the finding as text."""
    told, switch = st.columns([4.4, 1], vertical_alignment="top", gap="medium")
    with switch:
        along = _along(sweep, seen)
    if along is None:
        words = "This sweep has one kernel and one λ: there is nothing to film."
        st.info(worded(sweep.config, words))
        return ""
    reel = Reel(sweep.digest, along, line_through(sweep.config, seen.point, along=along))
    finding = ""
    title.title(film_words.question(sweep, along), anchor=False)
    with error_in_place():
        film = _made(sweep, reel)
        if film is not None:
            finding = film_words.headline(sweep, seen, film)
            told.markdown(finding)
            _play(sweep, seen, reel, film)
    return finding


def stills(sweep: Sweep, seen: View) -> None:
    """Hand the frame under the cursor to those who open what leaves the page, as figures."""
    if st.session_state.get(export.OPEN):
        pictures.hold(sweep, seen)


def _along(sweep: Sweep, seen: View) -> Along | None:
    """Draw the switch between the two lines through the cursor; None if both are points."""
    lines: tuple[Along, Along] = ("parameter", "lambda")
    long = [len(line_through(sweep.config, seen.point, along=line)) > 1 for line in lines]
    if all(long):
        chosen = linked.switch("Film along", LINES, key="reel", words=partial(worded, sweep.config))
        return lines[LINES.index(chosen)]
    return next((line for line, usable in zip(lines, long, strict=True) if usable), None)


def _made(sweep: Sweep, reel: Reel) -> Film | None:
    """Return the film: at once if that is quick, else from its task; None while there is none."""
    split = reel.frames[0].split
    n = sweeps.bench(sweep.digest, split).split.problem.n
    seconds = seconds_of_film(n, len(reel.frames))
    if seconds <= AT_ONCE:
        return _quick(reel.key, reel)
    work = partial(film_of, sweep.lens, sweeps.data(sweep.digest), reel.frames)
    made = offer.offered(
        f"{KEY}_{reel.key}",
        title=f"Film of {len(reel.frames)} frames",
        button=f"Make the film of {len(reel.frames)} frames at n = {n}",
        seconds=seconds,
        work=work,
    )
    return cast("Film | None", made)


@st.cache_resource(max_entries=8, show_spinner=False)
def _quick(key: str, _reel: Reel) -> Film:  # noqa: ARG001 (the key names the reel)
    return film_of(sweeps.load(_reel.digest).lens, sweeps.data(_reel.digest), _reel.frames)


@st.cache_resource(max_entries=8, show_spinner=False)
def _payload(key: str, _film: Film, _titles: Titles) -> bytes:  # noqa: ARG001 (names the film)
    return film_payload(_film, _titles)


def _play(sweep: Sweep, seen: View, reel: Reel, film: Film) -> None:
    titles = Titles(
        key=KEY,
        file="kselect_film",
        line=strength(sweep.config) if reel.along == "lambda" else symbol(_convention(sweep, seen)),
        frames=film_words.names(sweep, reel.frames),
        class_names=sweeps.sides(sweep),
    )
    with st.container(gap=None):
        canvas.film()(
            key=KEY,
            data=_payload(reel.key, film, titles),
            on_rest_change=lambda: rested(sweep, reel),
        )
        with st.container(gap=None, height=1, border=False):
            canvas.say(KEY, frame=_frame(reel, seen))
            canvas.say(f"{KEY}_lines", lines=_lane(reel.key, seen.shown, seen.test_error, reel))
    footer(
        Footer(
            key=KEY,
            name="Film",
            caption=film_words.caption(sweep, seen, film),
            numbers=lambda: film_numbers(film, sweep.table, film_words.quantities(sweep, seen)),
            code=film_words.code(sweep, seen, reel),
        )
    )


def rested(sweep: Sweep, reel: Reel) -> None:
    """Move the cursor to the frame on which the film came to rest."""
    frame = st.session_state[KEY].get("rest")
    if isinstance(frame, int) and 0 <= frame < len(reel.frames):
        cursor.move(sweep.config, _point(reel, frame))


def _point(reel: Reel, frame: int) -> Mapping[str, object]:
    at = reel.frames[frame]
    return {"lambda": at.lam} if reel.along == "lambda" else {"parameter": at.parameter}


def _frame(reel: Reel, seen: View) -> int:
    """Return the frame under the cursor, or the nearest one of a grid that was thinned."""
    along = [f.lam if reel.along == "lambda" else f.parameter for f in reel.frames]
    place = seen.lam if reel.along == "lambda" else seen.parameter
    return min(range(len(along)), key=lambda k: abs(along[k] - place))


@st.cache_resource(max_entries=64, show_spinner=False)
def _lane(
    key: str,  # noqa: ARG001 (names the reel)
    shown: tuple[str, ...],
    test_error: bool,  # noqa: FBT001 (part of the key)
    _reel: Reel,
) -> list[dict[str, object]]:
    """Curves of the criteria along the film, on its split, each from its best to its worst."""
    sweep, first = sweeps.load(_reel.digest), _reel.frames[0]
    seen = View(first.split, first.kernel, first.parameter, first.lam, shown, test_error)
    at, overlays = sweeps.place(sweep, first.split), seen.overlays
    options = replace(lines_of(at, shown, overlays), band="none")
    if _reel.along == "lambda":
        rows = sweeps.at_kernel(_reel.digest, first.kernel, first.parameter)
        drawn = lambda_lines(rows, kernel=first.kernel, parameter=first.parameter, view=options)
        places = [frame.lam for frame in _reel.frames]
    else:
        rows = sweeps.at_lambda(_reel.digest, first.lam)
        every = criterion_lines(rows, lam=first.lam, view=options)
        drawn = [line for line in every if line.kernel == first.kernel]
        places = [frame.parameter for frame in _reel.frames]
    return lane(drawn, places, errors=(options.error, options.training))


def _convention(sweep: Sweep, seen: View) -> str:
    return next(f.convention for f in sweep.config.candidates if f.kernel == seen.kernel)
