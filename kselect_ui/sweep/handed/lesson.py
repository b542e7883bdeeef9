"""What is looked at as a step of a lesson."""

from collections.abc import Mapping

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.lessons.stage import PLACES
from kselect_core.lessons.writing import MOST, Seen, with_step
from kselect_core.selection.places.cursor import Cursor
from kselect_core.views import EVERY
from kselect_ui import PAGES
from kselect_ui.server.messages import plain
from kselect_ui.sweep import cursor, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.handed import draft
from kselect_ui.widgets.charts import Chart, page

TROUBLE, ADDED = "lesson_trouble", "lesson_added"
TITLE, FIGURES = "lesson_title", "lesson_figures"


def draw(sweep: Sweep, figures: tuple[Chart, ...]) -> None:
    """Draw what the step takes along, and the button that adds it to the lesson."""
    able = {one.view: one for one in figures if one.view and EVERY[one.view].place in PLACES}
    st.caption(
        "A step of a lesson shows this sweep at this cursor, with up to two figures of this page. "
        "Text, questions and order are written on the page Learn, where a lesson can be tried."
    )
    place = st.container()
    chosen = st.multiselect(
        "Figures",
        list(able),
        default=list(able)[:1],
        format_func=lambda view: able[view].name,
        max_selections=MOST,
        key=FIGURES,
    )
    usual = able[chosen[0]].name if chosen else page()
    with place:
        st.text_input("Title of the step", key=TITLE, max_chars=120, placeholder=usual)
    st.button(
        "Add what I see as a step",
        key="lesson_add",
        on_click=_add,
        args=(_seen(sweep), able),
    )
    if trouble := st.session_state.pop(TROUBLE, ""):
        st.warning(plain(trouble, limit=600))
    if st.session_state.pop(ADDED, False):
        st.success("Added as the last step.")
    st.page_link(PAGES / "learn.py", label="Write the lesson", query_params={"write": "true"})


def _seen(sweep: Sweep) -> Seen:
    kernel, parameter, lam = cursor.position(sweep)
    at = Cursor(cursor.split_shown() or 0, kernel, parameter, lam)
    return Seen(sweep.config, at, switches.shown(sweep), ())


def _add(seen: Seen, able: Mapping[str, Chart]) -> None:
    """Add a step with the title and the figures as they are now: a click comes right after both."""
    figures = [able[view] for view in st.session_state[FIGURES] if view in able]
    usual = figures[0].name if figures else page()
    step = seen._replace(figures=tuple((str(one.view), one.options) for one in figures))
    try:
        draft.keep(with_step(draft.read(), step, title=st.session_state[TITLE].strip() or usual))
    except KselectError as error:
        st.session_state[TROUBLE] = str(error)
        return
    st.session_state[TITLE] = ""
    st.session_state[TROUBLE], st.session_state[ADDED] = draft.trouble(), True
