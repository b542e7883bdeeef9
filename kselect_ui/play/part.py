"""The page as a part that its own widgets run, without the frame above it."""

from collections.abc import Callable, Set
from contextlib import suppress

import streamlit as st

from kselect_ui.server.messages import PageEndsError, error_ends_page
from kselect_ui.server.turns import turn
from kselect_ui.server.visitors import in_part
from kselect_ui.widgets import charts, hidden, later, linked

PAGE = "play"  # in the address


def run(draw: Callable[[], None]) -> None:
    """Draw the page; what is moved in it draws it again, and leaves the frame as it is.

    Raises PageEndsError, as a page does, where there is no more to show.
    """
    later.at_once()
    with st.container():  # alone in its place, see `visitors.by_itself`
        whole = _part(draw, charts.page(), linked.shown_so_far())
    if not whole:
        raise PageEndsError


@st.fragment
def _part(draw: Callable[[], None], title: str, shown: Set[str]) -> bool:
    """Draw the page; where it runs alone, between what the frame does before and after a page.

    Returns whether it was drawn to its end. ``shown`` are the names of the link that the frame
    shows.
    """
    if not in_part():
        return _drawn(draw)
    with turn(PAGE):
        said = linked.begin_part(shown)
        charts.begin(title)
        hidden.begin(switched=False)
        whole = False
        try:
            whole = _drawn(draw)
        finally:
            sentences = linked.end(PAGE, whole=whole)
    if sentences != said:  # they stand in the frame
        st.rerun()
    return whole


def _drawn(draw: Callable[[], None]) -> bool:
    with suppress(PageEndsError), error_ends_page():
        draw()
        return True
    return False
