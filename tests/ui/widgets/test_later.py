"""Figures below the first window: their places first, then all of them, and nothing is lost."""

import pytest

from kselect_ui.widgets import charts, later
from tests.pages.visits import opened

BELOW = {"alignment", "eigenvector", "dof"}


@pytest.fixture
def browser(monkeypatch):
    """Let the app believe that a browser looks at it."""
    monkeypatch.setattr(type(later.st.context), "headers", {"User-Agent": "Mozilla/5.0"})


def places(at):
    return sum(html.value.startswith('<div style="height: ') for html in at.get("html"))


def test_without_a_browser_all_figures_come_at_once():
    at = opened("spectrum")
    assert not places(at)
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)


@pytest.mark.usefixtures("browser")
def test_a_page_that_is_opened_has_its_first_figure_and_the_places_of_the_others():
    at = opened("spectrum")
    assert len(at.get("plotly_chart")) == 1
    assert places(at) == len(BELOW)
    assert at.select_slider(key="vec")  # what moves a figure is there before it
    at.run()
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)
    assert not places(at)


@pytest.mark.usefixtures("browser")
def test_what_leaves_a_page_has_the_figures_that_still_wait(monkeypatch):
    seen = []
    end = charts.cursors
    monkeypatch.setattr(charts, "cursors", lambda: seen.append(charts.drawn()) or end())
    opened("spectrum")
    assert {chart.key for chart in seen[-1]} >= BELOW
