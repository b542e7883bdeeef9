"""The style of the frame hides nothing."""

import re

import streamlit as st

from kselect_core.plotting.kit.theme import PAPER
from kselect_ui.widgets import theme


def test_only_buttons_that_can_be_pressed_have_the_letters_of_a_filled_button(monkeypatch):
    """A disabled one is not filled: white letters would stand on white."""
    said = []
    monkeypatch.setattr(st, "html", said.append)
    theme.apply()
    rules = re.findall(r"^(.*stBaseButton-primary.*?) \{\s*color:", said[0], re.MULTILINE)
    assert rules
    assert all(":not(:disabled)" in rule for rule in rules)


def test_names_in_a_figure_stand_on_the_colour_of_the_page(monkeypatch):
    """Plotly writes the colour of a chip into the page: the style finds it by that."""
    said = []
    monkeypatch.setattr(st, "html", said.append)
    theme.apply()
    red, green, blue = PAPER.removeprefix("rgba(").split(",")[:3]
    chip = f'.annotation rect[style*="rgb({red}, {green}, {blue})"]'
    assert f"{chip} {{" in said[0]
    assert f"{chip} + text {{" in said[0]
