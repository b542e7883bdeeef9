"""A film that somebody takes along: one HTML file, played by a browser without a server."""

from html import escape

from kselect_core.plotting.output import film_page as output
from kselect_core.plotting.output.film_payload import Titles, film_payload
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views.film.pictures import FilmAt, finding, moving_pictures, question

FRAME = '<iframe srcdoc="{page}" style="width: 100%; height: 46rem; border: 0"></iframe>'
"""What a notebook shows: the page in a frame of its own, so that neither reaches into the other."""


class FilmPage(str):
    """Text of a film's page, which a notebook plays in place."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<FilmPage of {len(self) / 1e6:.1f} MB: write it into a file>"

    def _repr_html_(self) -> str:
        return FRAME.format(page=escape(str(self)))


def film_page(
    at: FilmAt,
    *,
    quantities: tuple[str, ...] = (),
    test: bool = True,
    start: Cursor | None = None,
) -> FilmPage:
    """Return the film of a line through the grid as one HTML file of at most 3 MB.

    In a notebook it plays where it stands as the last line of a cell.

    ``quantities`` are the criteria whose curves run below it, with the error on the test points
    unless ``test`` is off; then the test points are not drawn either. It begins at ``start``,
    usually the cursor of the place. Write it with
    ``Path("film.html").write_text(…, encoding="utf-8")``.
    """
    words = output.Words(
        title=question(at),
        finding=finding(at, str, test=test),
        caption=moving_pictures(at, quantities=quantities, test=test).caption,
    )
    lines = at.lines(quantities, test=test)
    payload = film_payload(at.shown(test=test), titles(at))
    return FilmPage(output.film_page(payload, lines, words, start=at.frame_of(start or at.cursor)))


def titles(at: FilmAt) -> Titles:
    """Return the words that stand in a film: its key, its file, its frames and classes."""
    return Titles("film", "kselect_film", at.axis, at.names, at.class_names)
