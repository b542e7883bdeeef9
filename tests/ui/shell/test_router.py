"""The script of every run: what it does not do again."""

import streamlit as st
from streamlit.testing.v1 import AppTest

from kselect_ui import ROUTER
from tests.pages.visits import PATIENCE


def test_pages_of_the_menu_are_made_once_and_every_run_has_its_own(monkeypatch):
    at = AppTest.from_file(str(ROUTER), default_timeout=PATIENCE).run()
    monkeypatch.setattr(st, "Page", None)
    for _ in range(2):  # a page that has run may not run again: each run has its own
        assert not at.run().exception
