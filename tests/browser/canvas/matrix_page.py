"""A page with one matrix, for the browser tests of the canvas component."""

import numpy as np
import streamlit as st

from kselect_core.plotting.points.matrix_picture import matrix_picture
from kselect_ui.widgets import matrix_view


def picked(row: int, column: int) -> None:
    """Remember what was picked, and how often something was."""
    st.session_state["at"] = (row, column)
    st.session_state["picks"] = st.session_state.get("picks", 0) + 1


n = int(st.query_params.get("n", "40"))
values = np.random.default_rng(0).standard_normal((n, n))
names = (("<b>first</b>", n // 2), ("second", n - n // 2))
picture = matrix_picture(values, order=(np.arange(n)[::-1], None), groups=(names, names))
shown = matrix_view.Matrix(key="grid", name="Numbers", caption="made up")
matrix_view.show(picture, shown, selected=st.session_state.get("at", (None, None)), on_pick=picked)
st.text(f"picked {st.session_state.get('at')} picks {st.session_state.get('picks', 0)}")
st.button("again")
