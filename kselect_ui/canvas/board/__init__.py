"""A board on which points lie, move with sliders or under the hand; beside it rows of curves.

No page is known here.
"""

from functools import cache

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from kselect_core.plotting.output.canvas import script as shared
from kselect_ui.canvas import script

_TOOLS = (
    ("A", "0", "Draw class A (key 1): click for a point, drag for many"),
    ("B", "1", "Draw class B (key 2): click for a point, drag for many"),
    ("Move", "move", "Move points (key M)"),
    ("Erase", "erase", "Erase points (key E)"),
)
_ACTIONS = (
    ("Undo", "undo", "Undo (Ctrl+Z)"),
    ("Redo", "redo", "Redo (Ctrl+Y)"),
    ("Clear", "clear", "Take all points away"),
)


@cache
def board() -> ComponentRenderer:
    """Return the component that shows points and the fit behind them."""
    tools = "".join(
        f'<button type="button" data-tool="{tool}" aria-pressed="false" title="{text}">{name}'
        "</button>"
        for name, tool, text in _TOOLS
    )
    actions = "".join(
        f'<button type="button" data-action="{action}" title="{text}">{name}</button>'
        for name, action, text in _ACTIONS
    )
    return st.components.v2.component(
        "kselect_board",
        html='<figure role="group" aria-label="Board">'
        f'<div class="tools" role="toolbar" aria-label="Drawing" hidden>{tools}<i></i>{actions}'
        '</div><canvas role="img" aria-label="Not drawn yet"></canvas>'
        '<div class="foot"><ul class="legend"></ul>'
        '<output aria-live="polite"><span></span></output>'
        '<button type="button" class="take" hidden>Draw on them</button>'
        '<button type="button" class="png">PNG</button></div>'
        "</figure>",
        css=shared("shared.css", "legend.css") + script("board/board.css"),
        js=shared("shared.js", "film_pictures.js")
        + script("board/drawing.js", "board/fit.js", "board/board.js"),
    )


@cache
def rows() -> ComponentRenderer:
    """Return the component that shows each criterion in a row with its choice."""
    return st.components.v2.component(
        "kselect_rows",
        html='<figure role="group" aria-label="Criterion curves">'
        '<div class="drawn"><canvas role="img" aria-label="Not drawn yet"></canvas>'
        '<div class="pins"></div></div>'
        '<div class="foot"><output></output><button type="button" class="png">PNG</button></div>'
        "</figure>",
        css=shared("shared.css") + script("board/rows.css"),
        js=shared("shared.js") + script("board/rows.js"),
    )
