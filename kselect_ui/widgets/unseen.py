"""What is drawn in the place of a figure: a quiet frame where it is hidden, or a sentence."""

from urllib.parse import quote

import streamlit as st

HEIGHT = 220
"""Pixels of the frame: lower than most figures, which would leave a hole."""

_CURVE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" fill="none"
 stroke="#808892" stroke-linecap="round"><path d="M20 8 V84 H228"/>
<path d="M30 30 C70 30 84 70 116 70 C150 70 168 24 220 22" stroke-width="2" stroke-dasharray="2 7"/>
<text x="120" y="44" font-size="26" font-family="sans-serif" text-anchor="middle" fill="#808892"
 stroke="none">?</text></svg>"""
"""Always the same: it says nothing about the data."""

_PICTURE = (
    '<div style="width: 240px; height: 96px; margin: 0 auto; background: '
    f"url('data:image/svg+xml,{quote(_CURVE)}') no-repeat center\"></div>"
)


NO_CRITERION = "No criterion is switched on. Choose some under Criteria, above."


def no_criterion() -> None:
    """Say that no criterion is switched on, and where that is done."""
    st.info(NO_CRITERION)


def draw(words: str) -> None:
    """Draw a frame with a sketch of a curve and a sentence that says how to see the figure."""
    with st.container(border=True, height=HEIGHT, vertical_alignment="center"):
        st.html(_PICTURE)
        st.caption(words, text_alignment="center")
