"""A matrix on a page: drawn on a canvas, read off under the pointer, picked by click or Enter."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from kselect_core.plotting.output.matrix_payload import Labels, matrix_payload
from kselect_core.plotting.points.matrix_picture import MatrixPicture
from kselect_ui import canvas
from kselect_ui.widgets.files import file_name
from kselect_ui.widgets.footer import Footer, footer

HEIGHT = 420  # pixels
Pick = Callable[[int, int], None]


@dataclass(frozen=True)
class Matrix:
    """What belongs to a matrix on a page.

    ``row_word`` and ``column_word`` name what a row and a column are; ``code`` are Python lines
    that end with ``numbers = …``, ``numbers`` gives the same as a table.
    """

    key: str
    name: str  # for the screen reader and the file
    caption: str
    row_word: str = "point"
    column_word: str = "point"
    code: str = ""
    numbers: Callable[[], pd.DataFrame] | None = None
    height: int = HEIGHT


def show(
    picture: MatrixPicture,
    shown: Matrix,
    *,
    selected: tuple[int | None, int | None] = (None, None),
    on_pick: Pick | None = None,
) -> None:
    """Draw a picture of a matrix with its caption.

    ``selected`` marks a row and a column, ``on_pick(row, column)`` is called, before the page is
    drawn again, with those somebody clicked: both count from 0 in the original order. Where a cell
    is the mean of a block they are the first of the block.
    """
    labels = Labels(
        key=shown.key,
        name=shown.name,
        file=file_name(shown.name),
        words=(shown.row_word, shown.column_word),
        pickable=on_pick is not None,
        height=shown.height,
    )
    size = (len(picture.rows), len(picture.columns))
    with st.container(gap=None):
        canvas.matrix()(
            key=shown.key,
            data=matrix_payload(picture, labels),
            on_pick_change=lambda: picked(shown.key, size, on_pick),
        )
        canvas.say(shown.key, row=selected[0], column=selected[1])
    words = [shown.caption, *picture.words]
    caption = " · ".join(word for word in words if word)
    footer(Footer(shown.key, shown.name, caption, shown.numbers, shown.code))


def picked(key: str, size: tuple[int, int], on_pick: Pick | None) -> None:
    """Hand on the cell that the browser names, if the matrix has it."""
    cell = st.session_state[key].get("pick")
    if on_pick is None or not isinstance(cell, list | tuple) or len(cell) != len(size):
        return
    whole = all(isinstance(index, int) for index in cell)
    if whole and all(0 <= index < count for index, count in zip(cell, size, strict=True)):
        on_pick(cell[0], cell[1])
