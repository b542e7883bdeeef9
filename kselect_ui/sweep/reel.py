"""The film of a line through the grid of a sweep: made once, for its page and for a report."""

from dataclasses import replace
from functools import partial

from kselect_core.selection.places.film import Line, film_of, line_through, seconds_of_film
from kselect_core.views import FilmAt
from kselect_ui.sweep import finished, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

KEY = "film"


def line_at(sweep: Sweep, seen: View, along: Line) -> FilmAt:
    """Return the line through the cursor, the same wherever the cursor stands on it."""
    first = line_through(sweep.config, seen.point, along=along)[0]
    pair = () if sweep.config.pair else sweep.pair
    return FilmAt(finished.place(sweep, None), first, along, pair)


def filmed(sweep: Sweep, at: FilmAt) -> FilmAt | None:
    """Return the line with its film, made at once if that is quick; None while there is none."""
    n, count = finished.bench(sweep.digest, at.cursor.split).split.n, len(at.frames)
    film = offer.result(
        f"{KEY}_{sweep.digest}_{at.along}_{at.cursor}",
        partial(film_of, at.lens, at.dataset, at.frames),
        title=f"Film of {count} frames",
        button=f"Make the film of {count} frames at n = {n}",
        seconds=seconds_of_film(n, count),
    )
    return film and replace(at, ready=film)
