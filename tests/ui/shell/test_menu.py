"""The menu: pages are made once, and every run has its own."""

from streamlit.testing.v1 import AppTest

from kselect_ui import PAGES


def run_of_an_app():
    import streamlit as st
    from streamlit.errors import StreamlitAPIException

    from kselect_ui.shell import menu

    before, now = menu.pages(), menu.pages()
    chosen = st.navigation(before, position="hidden")
    try:
        now["Look"][0].run()  # the start page
    except StreamlitAPIException as error:
        st.session_state["refused"] = str(error)
    st.session_state["chosen"] = chosen.url_path
    st.session_state["others"] = [page for pages in now.values() for page in pages]
    st.session_state["listed"] = [page for pages in before.values() for page in pages]


def test_every_run_has_pages_of_its_own_and_no_file_is_looked_for_again(monkeypatch):
    first = AppTest.from_function(run_of_an_app).run()
    monkeypatch.setattr("pathlib.Path.is_file", lambda _: False)  # asked now, each would be missing
    second = AppTest.from_function(run_of_an_app).run()
    assert not first.exception
    assert not second.exception
    others, listed = (second.session_state[name] for name in ("others", "listed"))
    assert second.session_state["chosen"] in {page.url_path for page in listed}
    assert "cannot be called" in second.session_state["refused"]  # it is not of this run
    assert [page.url_path for page in others] == [page.url_path for page in listed]
    assert {page.url_path for page in others} >= {path.stem for path in PAGES.glob("[a-z]*.py")}
