"""A matrix on a page: what it sends, what a click does, what stands below it."""

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core.plotting.output.packed import unpacked


def page():
    import numpy as np
    import pandas as pd
    import streamlit as st

    from kselect_core.plotting.points.matrix_picture import matrix_picture
    from kselect_ui.widgets import matrix_view

    values = np.arange(12.0).reshape(3, 4)
    values[1, 1] = np.nan
    picture = matrix_picture(values, order=(np.array([2, 0, 1]), None))
    shown = matrix_view.Matrix(
        key="grid",
        name="Some *matrix*",
        caption="n = 3 *points*",
        column_word="eigenvalue",
        code="numbers = 1" if st.session_state.get("code") else "",
        numbers=lambda: pd.DataFrame({"a": range(1500)}),
    )
    picked = st.session_state.get("picking")
    matrix_view.show(
        picture,
        shown,
        selected=(2, None),
        on_pick=(lambda row, column: st.session_state.update(at=(row, column))) if picked else None,
    )
    st.text(str(st.session_state.get("at")))


def drawn(at):
    assert not at.exception
    return at.get("bidi_component")


def opened(**state):
    at = AppTest.from_function(page)
    for key, value in state.items():
        at.session_state[key] = value
    return at.run()


@pytest.mark.parametrize("picking", [True, False])
def test_the_picture_is_sent_as_bytes_and_the_marks_apart_from_it(picking):
    picture, said = drawn(opened(picking=picking))
    header, arrays = unpacked(picture.proto.bytes)
    assert header["shape"] == [3, 4]
    assert header["pickable"] == picking
    assert header["words"] == ["point", "eigenvalue"]
    assert arrays["rows"].tolist() == [2, 0, 1]
    assert '"row": 2' in said.proto.json
    assert '"column": null' in said.proto.json


def test_the_same_picture_is_the_same_message():
    at = opened()
    before = drawn(at)[0].proto.bytes
    assert drawn(at.run())[0].proto.bytes == before


def test_the_caption_says_what_the_picture_leaves_out_letter_by_letter():
    caption = opened().caption[0].value.replace("\\", "")
    assert caption == "n = 3 *points* · 1 cell without a value"


def test_table_and_code_open_below():
    at = opened(grid_table=True, grid_code=True, code=True)
    assert at.dataframe[0].value["a"].size == 1000
    assert "First 1000 of 1500 rows" in " ".join(element.value for element in at.caption)
    assert at.code[0].value == "numbers = 1"


def picked():
    import streamlit as st

    from kselect_ui.widgets import matrix_view

    st.session_state["grid"] = {"pick": st.session_state.get("cell")}
    hear = (lambda row, column: st.text(f"{row} {column}")) if st.session_state["hear"] else None
    matrix_view.picked("grid", (3, 4), hear)


@pytest.mark.parametrize(
    ("cell", "hear", "told"),
    [
        ([2, 3], True, ["2 3"]),
        ([2, 3], False, []),
        ([3, 0], True, []),
        ([-1, 0], True, []),
        ([1.5, 0], True, []),
        (["0", 0], True, []),
        ([1], True, []),
        ("ab", True, []),
        (None, True, []),
    ],
)
def test_only_a_cell_of_the_matrix_is_picked(cell, hear, told):
    at = AppTest.from_function(picked)
    at.session_state["cell"], at.session_state["hear"] = cell, hear
    at.run()
    assert not at.exception
    assert [element.value for element in at.text] == told
