"""The answer of a sweep in one line: the kernel and ridge to take, the error to expect, and why."""

from collections.abc import Callable

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.terms.recommendation import Recommendation
from kselect_core.words.recommended import NOTHING, because, recommended_text
from kselect_ui.server.messages import plain
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.sweep.handed import taken


def draw(
    sweep: Sweep,
    *,
    test_error: bool,
    beside: Callable[[SweepConfig, Recommendation], None],
    odd: Callable[[], None] = lambda: None,
) -> None:
    """Draw the recommendation; nothing where the test error, which it rests on, is hidden.

    ``beside`` draws what can be done about it, ``odd`` what leads to an oddity of the sweep.
    """
    if not test_error:
        return
    answer = sweeps.recommended(sweep.digest)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="answer"):
        if answer is None:
            st.caption(NOTHING, width="content")
            odd()
            return
        text = _line(sweep, answer)
        st.markdown(f"**{plain(text, limit=300)}**", width="content")
        st.button(
            "Show it",
            key="answer_show",
            type="tertiary",
            on_click=cursor.move,
            args=(sweep.config, cursor.recommended(answer)),
        )
        panel = st.popover("Why", type="tertiary", key="answer_why", on_change="rerun")
        with panel:
            st.markdown(because(sweep.config, answer))
            st.code(text, language=None, wrap_lines=True)
            if panel.open:
                _model(sweep, answer)
        beside(sweep.config, answer)
        odd()


def told(sweep: Sweep) -> str:
    """Return the line of the recommendation; empty where there is none."""
    answer = sweeps.recommended(sweep.digest)
    return "" if answer is None else _line(sweep, answer)


def _line(sweep: Sweep, answer: Recommendation) -> str:
    return f"Recommended: {sweep.said(recommended_text(sweep.config, answer, sweep.task))}"


def _model(sweep: Sweep, answer: Recommendation) -> None:
    """Draw the line of scikit-learn that makes the recommended model, or why there is none."""
    try:
        text = taken.description(
            sweep.digest, Cursor(0, answer.kernel, answer.parameter, answer.lam)
        )
    except KselectError as error:
        st.caption(plain(error, limit=400))
        return
    st.caption("As a scikit-learn model; its program and file: *Show it*, *Model* under *Share*.")
    st.code(text.shown, language="python", wrap_lines=True)
    st.caption(plain(text.meaning, limit=700))
