"""Cards of the bundled data sets: a picture, a sentence, one click."""

from collections.abc import Sequence
from functools import partial
from html import escape
from urllib.parse import quote

import streamlit as st

from kselect_core.data import CATALOGUE
from kselect_core.data.catalogue.cards import Entry
from kselect_core.plotting.data.thumbnail import thumbnail
from kselect_core.words.amounts import counted
from kselect_ui import canvas
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import datasets
from kselect_ui.widgets import card, later, linked

COLUMNS = 3
ROWS = 3  # in the first window
OTHERS = 375  # pixels of the rows below it
MORE = "more_cards"
HEIGHT = 975  # pixels: five rows; with tables of one's own the cards scroll beside the data


def picture(name: str) -> str:
    """Return the address of the small picture of a bundled data set, which has all of it."""
    return shelf().get(
        f"card {name}",
        lambda: f"data:image/svg+xml,{quote(thumbnail(datasets.load(name)))}",
        saying="Drawing the data sets…",
    )


def draw() -> None:
    """Draw all cards; the button of each sets the data set for every page."""
    chosen = linked.read(datasets.DATA, datasets.FIRST)
    card.style()
    entries = list(CATALOGUE.values())
    first, others = entries[: ROWS * COLUMNS], entries[ROWS * COLUMNS :]
    with st.container(height=HEIGHT, border=False, key="all_cards"):
        own()
        _rows(first, chosen)
        later.after(MORE, OTHERS, partial(_below, others, chosen))
    canvas.hint("cards", {f"use_{entry.name}": _about(entry) for entry in entries})


def _rows(entries: Sequence[Entry], chosen: str) -> None:
    for start in range(0, len(entries), COLUMNS):
        row = entries[start : start + COLUMNS]
        for column, entry in zip(st.columns(COLUMNS, gap="small"), row, strict=False):
            with column, card.frame(entry.name):
                _card(entry, chosen=entry.name == chosen)


def _below(entries: Sequence[Entry], chosen: str) -> None:
    with st.container(key=MORE):
        _rows(entries, chosen)


def own() -> None:
    """Draw one button per own table that is kept here."""
    names = [name for name in datasets.names() if name.startswith(datasets.OWN)]
    if not names:
        return
    st.caption("Your tables")
    with st.container(horizontal=True):
        for name in names:
            st.button(
                plain(datasets.title(name), limit=40),
                key=f"use_{name}",
                on_click=datasets.use,
                args=(name,),
            )


def _card(entry: Entry, *, chosen: bool) -> None:
    st.html(f'<img src="{picture(entry.name)}" alt="{escape(described(entry))}">')
    st.button(
        entry.title,
        key=f"use_{entry.name}",
        on_click=datasets.use,
        args=(entry.name,),
        type="primary" if chosen else "secondary",
        width="stretch",
    )


def _about(entry: Entry) -> str:
    return f"{entry.description} {_facts(entry)}. {entry.source}; {entry.licence}."


def described(entry: Entry) -> str:
    """Return what the small picture of a data set shows, for those who do not see it."""
    return f"Points of {entry.title}, by {'class' if entry.classes else 'target'}"


def _facts(entry: Entry) -> str:
    kinds = f"{len(entry.classes)} classes" if entry.classes else "regression"
    return f"{entry.n} rows, {counted(entry.d, 'feature')}, {kinds}"
