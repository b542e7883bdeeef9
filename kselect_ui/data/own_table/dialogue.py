"""A table of one's own: bring it, answer what its bytes cannot tell, see how it is read, use it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.data import Dataset
from kselect_ui.data.own_table import bring, reading as own_table_reading
from kselect_ui.data.own_table.answers import Reading, asked_for, choose, draft, read
from kselect_ui.data.own_table.words import ready, refused
from kselect_ui.door.sharing import shared
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.server.upload import Accepted, Answer
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import datasets
from kselect_ui.widgets import linked

OFFERED = (100_000, 10_000)
"""Rows that are used of a table with more, the first choice first."""

SOURCE, BUNDLED, OWN = "source", "Bundled data sets", "My own table"


def wanted() -> bool:
    """Draw the switch between bundled sets and a table of one's own; returns which is wanted."""
    if linked.asked(bring.FILE) and not linked.read(SOURCE, ""):
        linked.put(SOURCE, OWN)
    source = linked.switch(
        "Where from", (BUNDLED, OWN), key=SOURCE, written=False, label_visibility="collapsed"
    )
    return source == OWN


def draw() -> bool:
    """Draw the whole import; returns whether a file is at hand that is not the one in use.

    Nothing of the file stays in the session but its digest.
    """
    upload.reader().warm()
    bring.ways()
    file = bring.current()
    if file is None:
        return False
    st.subheader(plain(upload.store().name(file)), anchor=False)
    left, right = st.columns([1, 1.2], gap="large")
    with left:
        reading = asked_for(file)
        if "label" not in reading.asked:
            own_table_reading.label(reading)
        in_use = _outcome(reading)
    with right:
        own_table_reading.rows(reading.seen)
        own_table_reading.remarks(reading.seen)
    own_table_reading.panel(reading)
    if reading.seen.names:
        bring.test_file(file)
    return not in_use


def _outcome(reading: Reading) -> bool:
    """Draw what became of the file, and the button that uses it; returns whether it is in use."""
    preview = reading.seen
    if preview.questions:
        st.info("Answer the questions to continue.")
    elif preview.error:
        st.error(refused(preview.error))
        if preview.rows:
            st.caption("If the file was read wrongly: change it below, under “How it was read”.")
    if preview.questions or preview.dataset is None:
        return False
    record = _record(reading, preview.dataset)
    if linked.read(datasets.DATA, "") == _own(record) and upload.store().accepted(record.digest):
        st.success(f"{ready(preview.dataset)} It is in use now.")
        return True
    st.success(ready(preview.dataset))
    rows = len(preview.dataset.y) - preview.dataset.test_rows
    large = rows > OFFERED[0]
    with _fewer(reading) if large else st.container():
        st.button(
            f"Use all {rows:,} rows" if large else "Use this table",
            key="use_table",
            type="secondary" if large else "primary",
            width="stretch",
            on_click=_use,
            args=(record,),
        )
    return False


def _fewer(reading: Reading) -> DeltaGenerator:
    """Offer to use some of the rows of a large table; returns the place of the way to use all."""
    first, second, third = st.container(), *st.columns(2)
    for place, rows in zip((first, second), OFFERED, strict=True):
        place.button(
            f"Use {rows:,} of the rows",
            key=f"use_{rows}",
            type="primary" if place is first else "secondary",
            width="stretch",
            on_click=_use_some,
            args=(reading.file, reading.answers, reading.draft.test, rows),
            help="Drawn with the class shares kept, and recorded with every sweep. Another "
            "number: “Rows to use”, under “How it was read”.",
        )
    return third


def _use_some(file: str, answers: dict[str, Answer], test: str, rows: int) -> None:
    """Read a table again with so many of its rows, and work on them; refused, it says why."""
    choose(file, "rows", rows)
    more: dict[str, Answer] = {**answers, "rows": rows}
    preview = read(file, more, test)
    if preview.dataset is not None:
        _use(_record(Reading(file, draft(file), more, preview, frozenset()), preview.dataset))


def _record(reading: Reading, dataset: Dataset) -> Accepted:
    return Accepted(
        dataset.digest,
        reading.file,
        dataset.name,
        tuple(sorted(reading.answers.items())),
        reading.draft.test,
    )


def _use(record: Accepted) -> None:
    """Accept the table and work on it."""
    upload.store().accept(record, visitor() if shared() else "")
    datasets.use(_own(record))


def _own(record: Accepted) -> str:
    return datasets.OWN + record.digest[: datasets.DIGITS]
