"""How a table of one's own comes here: by upload, by its path, or from the data folder."""

from pathlib import Path

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from kselect_core.data.catalogue.paths import extra_tables, file_content
from kselect_core.errors import KselectError
from kselect_ui.data.own_table.answers import draft, keep
from kselect_ui.door.sharing import offers_tables, shared
from kselect_ui.server import upload
from kselect_ui.server.messages import plain
from kselect_ui.widgets import linked

FILE, COUNT, PATH, FOLDER, PROBLEM = "file", "uploads", "path", "folder", "upload_problem"
DIGITS = 12
TEST = "test"  # what a second file is for


def ways() -> None:
    """Draw the ways in; what went wrong is said once."""
    stays = "the server of this class" if shared() else "this computer"
    most = "20 MB" if shared() else "20 MB, text and Parquet 200 MB"
    _uploader(
        "A table, one row per example: CSV, TSV, ARFF, svmlight, Parquet, NumPy, also in gzip or "
        f"ZIP (at most {most}; it stays on {stays})",
        FILE,
    )
    first, second = st.columns(2)
    if _local():
        first.text_input("… or the path of a file", key=PATH, on_change=_take_path)
    tables = sorted(extra_tables()) if offers_tables() else ()
    if tables:
        (second if _local() else first).selectbox(
            "… or a table of the data folder",
            tables,
            index=None,
            key=FOLDER,
            on_change=_take_from_folder,
        )
    problem = st.session_state.pop(PROBLEM, "")
    if problem:
        st.error(plain(problem, limit=600))


def test_file(file: str) -> None:
    """Draw the place for a file that holds the test rows."""
    beside = draft(file).test
    with st.expander("A separate test file", key=f"test_{file[:8]}", expanded=bool(beside)):
        if beside:
            st.markdown(
                f"**{plain(upload.store().name(beside))}** holds the test rows: same columns, same "
                "classes. The page Sweep uses them as the test part, as they are."
            )
            st.button("Without a test file", key="no_test", on_click=_no_test, args=(file,))
            return
        st.caption(
            "If training and test rows came in two files, upload the second one here. Without it, "
            "rows are split at random, as often as you like, with the classes in the same shares "
            "in both parts."
        )
        _uploader("The test rows, in the same format", TEST)


def current() -> str | None:
    """Return the digest of the file at hand, also after a reload."""
    file = linked.read(FILE, "")
    if not file and linked.asked(FILE):
        file = upload.store().find(linked.asked(FILE)) or ""
        if not file:
            linked.write(FILE, linked.asked(FILE))
            st.warning("The file of this link is not on this computer. Upload it again.")
            return None
        linked.put(FILE, file)
    if not file or not upload.store().name(file):
        return None
    linked.write(FILE, file[:DIGITS])
    return file


def _uploader(label: str, purpose: str) -> None:
    """Draw a place for a file; whatever it is called, its content decides what it is."""
    number = st.session_state.setdefault(COUNT, 0)
    key = f"upload_{purpose}_{number}"
    st.file_uploader(label, key=key, on_change=_take_upload, args=(key, purpose))


def _local() -> bool:
    """Whether the browser runs on this computer, so that its paths are the visitor's own."""
    return st.context.ip_address is None and not shared()


def _take_upload(key: str, purpose: str) -> None:
    """Copy the bytes out of the widget and let the widget forget them."""
    uploaded = st.session_state.get(key)
    if isinstance(uploaded, UploadedFile):  # a request that comes late names one already released
        _keep(uploaded.getvalue(), uploaded.name, purpose)
        _release(uploaded.file_id)
        st.session_state[COUNT] += 1


def _release(file_id: str) -> None:
    """Have the server forget an upload: it would keep the bytes as long as the window is open."""
    context = get_script_run_ctx()
    if context and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        context.uploaded_file_mgr.remove_file(context.session_id, file_id)


def _take_path() -> None:
    text = st.session_state[PATH].strip()
    if text:
        _take_file(Path(text).expanduser())


def _take_from_folder() -> None:
    name = st.session_state[FOLDER]
    if name:
        _take_file(extra_tables()[name])


def _take_file(path: Path) -> None:
    try:
        content = file_content(path)
    except KselectError as error:
        st.session_state[PROBLEM] = str(error)
        return
    _keep(content, path.name, FILE)


def _keep(content: bytes, name: str, purpose: str) -> None:
    try:
        digest = upload.store().keep(content, name)
    except KselectError as error:
        st.session_state[PROBLEM] = str(error)
        return
    if purpose == FILE:
        linked.put(FILE, digest)
        return
    file = linked.read(FILE, "")
    changed = draft(file)
    changed.test = digest
    keep(file, changed)


def _no_test(file: str) -> None:
    changed = draft(file)
    changed.test = ""
    keep(file, changed)
