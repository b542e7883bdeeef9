"""The style of the frame hides nothing."""

import re

import streamlit as st

from kselect_ui.widgets import theme


def test_only_buttons_that_can_be_pressed_have_the_letters_of_a_filled_button(monkeypatch):
    """A disabled one is not filled: white letters would stand on white."""
    said = []
    monkeypatch.setattr(st, "html", said.append)
    theme.apply()
    rules = re.findall(r"^(.*stBaseButton-primary.*?) \{\s*color:", said[0], re.MULTILINE)
    assert rules
    assert all(":not(:disabled)" in rule for rule in rules)
