"""A table of one's own: bring it, answer what its bytes cannot tell, see how it is read, use it."""

import streamlit as st

from kselect_ui.data.own_table import bring
from kselect_ui.data.own_table import reading as own_table_reading
from kselect_ui.data.own_table.answers import Reading, asked_for
from kselect_ui.data.own_table.words import ready
from kselect_ui.door.sharing import shared
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.server.upload import Accepted
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import datasets
from kselect_ui.widgets import linked

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
    seen = reading.seen
    if seen.questions:
        st.info("Answer the questions to go on.")
    elif seen.error:
        st.error(plain(seen.error, limit=1500))
        if seen.rows:
            st.caption("If the file was read wrongly: change it below, under “How it was read”.")
    if seen.questions or seen.dataset is None:
        return False
    record = Accepted(
        seen.dataset.digest,
        reading.file,
        seen.dataset.name,
        tuple(sorted(reading.answers.items())),
        reading.draft.test,
    )
    if linked.read(datasets.DATA, "") == _own(record) and upload.store().accepted(record.digest):
        st.success(f"{ready(seen.dataset)} It is in use now.")
        return True
    st.success(ready(seen.dataset))
    st.button(
        "Use this table",
        key="use_table",
        type="primary",
        width="stretch",
        on_click=_use,
        args=(record,),
    )
    return False


def _use(record: Accepted) -> None:
    """Accept the table and work on it."""
    upload.store().accept(record, visitor() if shared() else "")
    datasets.use(_own(record))


def _own(record: Accepted) -> str:
    return datasets.OWN + record.digest[: datasets.DIGITS]
