"""Where the terms of a formula live: the link to that panel, and the frame around it there.

A link carries ``hl`` with the name of a place; the panel that owns the place draws itself inside
``with places.panel("trace"):`` and is framed, with a caption, when the link says so.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import streamlit as st
from streamlit.errors import StreamlitPageNotFoundError

from kselect_ui import PAGES

ASKED = "hl"


@dataclass(frozen=True)
class Place:
    """A panel of a page, and in words what of it is meant."""

    page: str  # file in pages/, without its ending
    words: str  # on the link
    caption: str  # beside the frame


PLACES = {
    "trace": Place(
        "spectrum", "bars of the spectrum", "the sum of these bars is the trace of the matrix"
    ),
    "spectrum": Place("spectrum", "spectrum", "made of these eigenvalues"),
    "alignment": Place(
        "spectrum", "labels on the eigenvectors", "how much of the labels lies on each eigenvector"
    ),
    "blocks": Place(
        "spectrum", "blocks of the matrix", "sums over the blocks that the classes make of K"
    ),
    "diagonal": Place("spectrum", "diagonal of the matrix", "the diagonal of this matrix"),
    "rows": Place("perturbation", "norm per point", "one number per row of K, so per point"),
    "residuals": Place("errors", "error curves", "this error, where the curve meets the cursor"),
    "folds": Place("errors", "error curves", "this error, where the curve meets the cursor"),
    "fit": Place("explore", "decision picture", "the fit that is drawn here"),
}

_FRAME = """<style>
.st-key-place_{name} {{
  outline: 3px dashed #D55E00; outline-offset: 6px; border-radius: 4px; scroll-margin: 5rem;
}}
</style>"""
_SCROLL = """<script>
document.querySelector(".st-key-place_{name}")?.scrollIntoView({{block: "center"}});
</script>"""


def asked() -> str:
    """Place that the link asks to be framed; empty if none, or one that nobody knows."""
    name = str(st.query_params.get(ASKED, ""))
    return name if name in PLACES else ""


@contextmanager
def panel(*names: str) -> Iterator[None]:
    """Draw a panel; framed and captioned if the link asks for one of the places it owns."""
    name = next((known for known in names if known == asked()), "")
    with st.container(key=f"place_{names[0]}"):
        if name:
            st.html(_FRAME.format(name=names[0]))
            st.caption(f":material/crop_free: **From the formula:** {PLACES[name].caption}")
        yield
    if name:
        st.html(f"<span></span>{_SCROLL.format(name=names[0])}", unsafe_allow_javascript=True)


def link(name: str) -> None:
    """Draw the link to a place that keeps the present view; words where that page is not there."""
    place = PLACES[name]
    view: dict[str, list[str]] = {
        key: st.query_params.get_all(key) for key in st.query_params if key != ASKED
    }
    try:
        st.page_link(
            PAGES / f"{place.page}.py",
            label=place.words,
            icon=":material/arrow_forward:",
            query_params={**view, ASKED: name},
        )
    except StreamlitPageNotFoundError:
        st.caption(place.words)
