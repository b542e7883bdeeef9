"""What the server keeps of a visitor who has been everywhere."""

from streamlit.testing.v1 import AppTest

from kselect_ui import PAGES as PAGE_FILES
from kselect_ui import ROUTER
from kselect_ui.server.shelf import size_of
from tests.load.crowd import MAKING, PAGES

LARGEST = 2**20  # bytes of what a session keeps


def test_a_session_keeps_less_than_a_megabyte_on_all_pages(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    for name in (*PAGES[1:], *MAKING):
        at.switch_page(str(PAGE_FILES / f"{name}.py")).run()
        state = at.session_state.to_dict()
        large = {key: size_of(value) for key, value in state.items()}
        assert sum(large.values()) < LARGEST, (name, max(large, key=large.get))
        assert len(state) > 3
