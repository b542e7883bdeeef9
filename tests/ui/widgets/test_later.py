"""What is below the first window: its place first, then all of it, and nothing is lost."""

import pytest

from kselect_ui.widgets import charts, later
from tests.pages.visits import opened

BELOW = {"alignment", "eigenvector", "dof"}


@pytest.fixture
def browser(monkeypatch):
    """Let the app believe that a browser looks at it."""
    monkeypatch.setattr(type(later.st.context), "headers", {"User-Agent": "Mozilla/5.0"})


def kinds(at):
    """Return what stands on a page: kinds and names of all its elements, in their order."""
    return [
        (one.type, getattr(one, "key", None)) for one in at.main if one.type != "bidi_component"
    ]


def places(at):
    return sum(html.value.startswith('<div style="height: ') for html in at.get("html"))


def test_without_a_browser_all_figures_come_at_once():
    at = opened("spectrum")
    assert not places(at)
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)


@pytest.mark.usefixtures("browser")
def test_a_page_that_is_opened_ends_with_its_first_window_and_the_rest_follows():
    at = opened("spectrum")
    assert len(at.get("plotly_chart")) == 1
    assert places(at) == 1  # below the window: the page can be scrolled
    assert at.select_slider(key="vec")  # what moves a figure is there before it
    at.run()
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)
    assert not places(at)


@pytest.mark.usefixtures("browser")
def test_a_page_that_does_not_end_there_has_the_places_of_the_figures_that_wait():
    at = opened("data")
    assert len(at.get("plotly_chart")) == 1
    assert places(at) == 2
    at.run()
    assert len(at.get("plotly_chart")) == 3
    assert not places(at)


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("page", ["explore", "spectrum", "perturbation", "errors", "bounds"])
def test_the_rest_of_a_page_comes_as_if_it_had_never_waited(monkeypatch, page):
    waited = opened(page).run()
    monkeypatch.setattr(type(later.st.context), "headers", {})
    at_once = opened(page)
    assert kinds(waited) == kinds(at_once)


@pytest.mark.usefixtures("browser")
def test_the_rest_has_what_the_link_asks_of_it_and_says_what_it_has_not():
    at = opened("bounds", bfolds="10", bfor="nobody", bm="100")
    assert not at.get("button_group_bfolds")
    assert not at.warning
    at.run()
    assert [at.session_state[key] for key in ("bfolds", "bm")] == ["10", "100"]
    assert at.query_params["bfolds"] == "10"
    assert "The link asked for bfor = nobody" in at.warning[0].value


@pytest.mark.usefixtures("browser")
def test_what_leaves_a_page_has_the_figures_that_still_wait(monkeypatch):
    seen = []
    end = charts.cursors
    monkeypatch.setattr(charts, "cursors", lambda: seen.append(charts.drawn()) or end())
    opened("svm")
    assert len(seen[-1]) > 1
