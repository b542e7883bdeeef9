"""The film of a line through the grid of a sweep: made once, for its page and for a report."""

from dataclasses import replace
from functools import partial

from kselect_core.selection.places.film import Film, Line, film_of, line_through, seconds_of_film
from kselect_core.views import FilmAt
from kselect_ui.sweep import finished, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

KEY = "film"
BEGUN = 3.0  # seconds that a film may take unasked: without it the page is empty


def line_at(sweep: Sweep, seen: View, along: Line) -> FilmAt:
    """Return the line through the cursor, the same wherever the cursor stands on it."""
    first = line_through(sweep.config, seen.point, along=along)[0]
    pair = () if sweep.config.pair else sweep.pair
    return FilmAt(finished.place(sweep, None), first, along, pair)


def filmed(sweep: Sweep, at: FilmAt) -> FilmAt | None:
    """Return the line with its film, made unasked if that is quick; None while there is none."""
    bench = finished.bench(sweep.digest, at.cursor.split)
    n, count = bench.split.n, len(at.frames)
    key, title = f"{KEY}_{sweep.digest}_{at.along}_{at.cursor}", f"Film of {count} frames"
    work = partial(film_of, at.lens, at.dataset, at.frames, ready=bench)
    seconds = seconds_of_film(n, count)
    if offer.at_once(seconds) or seconds > BEGUN:
        button = f"Make the film of {count} frames at n = {n}"
        film: object = offer.result(key, work, title=title, button=button, seconds=seconds)
    else:
        film = offer.begun(key, title=title, work=work)
    return replace(at, ready=film) if isinstance(film, Film) else None
