"""What is below the first window: its place first, then all of it, in one run."""

import threading
from contextlib import contextmanager

import pytest

from kselect_ui.data import cards
from kselect_ui.figures import pictures as figures
from kselect_ui.play import part
from kselect_ui.sweep import bar, export, hand
from kselect_ui.widgets import charts, later
from tests.pages.visits import opened, opened_to_take

BELOW = {"alignment", "eigenvector", "dof"}
AGENT = {"User-Agent": "Mozilla/5.0"}


class Drawn(threading.Event):
    """What a page waits for; it counts the figures that are there meanwhile."""

    def __init__(self, figures):
        super().__init__()
        self.figures, self.before = figures, []

    def wait(self, timeout=None):  # noqa: ARG002 (as it is called)
        """Be there at once."""
        self.before.append(len(self.figures))
        return True


@pytest.fixture
def browser(monkeypatch):
    """Let the app believe that a browser looks at it; gives what the browser says it has drawn."""
    figures, draw = [], charts.st.plotly_chart
    drawn = Drawn(figures)

    @contextmanager
    def awaited():
        yield "name", drawn

    def drawing(*given, **looks):
        figures.append(looks["key"])
        return draw(*given, **looks)

    monkeypatch.setattr(type(later.st.context), "headers", AGENT)
    monkeypatch.setattr(charts.st, "plotly_chart", drawing)
    monkeypatch.setattr(later, "awaited", awaited)
    return drawn


def kinds(at):
    """Return what stands on a page: kinds and names of all its elements, in their order."""
    unseen = ("bidi_component", "empty")
    return [(one.type, getattr(one, "key", None)) for one in at.main if one.type not in unseen]


def places(node):
    """Return how many places of figures stand in a block."""
    below = getattr(node, "children", {}).values()
    here = "_awaited" in str(getattr(node, "proto", ""))
    return here + sum(places(child) for child in below)


def test_without_a_browser_all_figures_come_at_once():
    at = opened("spectrum")
    assert not places(at.main)
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)


def test_a_page_that_is_opened_pauses_after_its_first_window_and_goes_on(browser):
    at = opened("spectrum")
    assert browser.before == [1]
    assert len(at.get("plotly_chart")) == 1 + len(BELOW)
    at.run()
    assert browser.before == [1]  # every other run draws all of it at once


@pytest.mark.parametrize("page", ["film", "rewards", "svm"])
def test_a_page_whose_pictures_are_all_in_its_first_window_pauses_below_them(browser, page):
    opened(page)
    assert len(browser.before) == 1


def test_a_page_without_a_pause_has_the_places_of_the_figures_that_wait_until_its_end(
    browser, monkeypatch
):
    seen, pause = [], later.figures
    monkeypatch.setattr(later, "figures", lambda: (seen.append(len(waiting())), pause()))
    at = opened("experiments")
    assert seen == [3 + 4]  # and what stands below all of them
    assert browser.before == [1]
    assert len(at.get("plotly_chart")) == 4
    assert not places(at.main)
    assert not waiting()


def waiting():
    """Return what waits in this thread, which is nothing once a page has ended."""
    opening = later._OPENING.get()  # noqa: SLF001
    return opening.waiting if opening else []


def before_the_pause(browser, monkeypatch, name):
    """Record the keys of all elements of a kind, and those that a page has when it pauses."""
    every, paused, draw, wait = [], [], getattr(charts.st, name), browser.wait

    def drawing(*given, **looks):
        every.append(looks.get("key"))
        return draw(*given, **looks)

    monkeypatch.setattr(charts.st, name, drawing)
    monkeypatch.setattr(browser, "wait", lambda most=None: paused.extend(every) or wait(most))
    return paused, every


@pytest.mark.parametrize("page", ["spectrum", "perturbation", "errors", "bounds", "data"])
def test_what_stands_below_the_first_figures_comes_when_these_are_drawn(browser, monkeypatch, page):
    paused, every = before_the_pause(browser, monkeypatch, "popover")
    opened(page)
    assert [key for key in paused if str(key).endswith(("_table", "_code"))] == []
    assert any(str(key).endswith("_table") for key in every)


def test_a_page_that_is_a_part_comes_at_once_since_what_waits_is_drawn_outside_of_it(
    browser, monkeypatch
):
    _, every = before_the_pause(browser, monkeypatch, "popover")
    parts, waited, draw, pause = [], [], part._part, later.figures  # noqa: SLF001
    monkeypatch.setattr(part, "_part", lambda *given: (draw(*given), parts.extend(every))[0])
    monkeypatch.setattr(later, "figures", lambda: (waited.extend(waiting()), pause()))
    opened("play")
    assert not waited
    assert browser.before == []
    assert any(str(key).endswith("_table") for key in parts)


def test_cards_below_the_first_window_come_when_it_is_drawn(browser, monkeypatch):
    paused, every = before_the_pause(browser, monkeypatch, "button")
    opened("data")
    shown, known = ([k for k in keys if str(k).startswith("use_")] for keys in (paused, every))
    assert len(shown) == cards.ROWS * cards.COLUMNS < len(known)


@pytest.mark.usefixtures("browser")
def test_figures_that_waited_are_the_same_to_the_browser_as_those_of_the_next_run():
    at = opened("data")
    waited = [chart.proto.id for chart in at.get("plotly_chart")]
    at.run()
    assert [chart.proto.id for chart in at.get("plotly_chart")] == waited


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize(
    "page",
    ["explore", "spectrum", "perturbation", "errors", "bounds", "film", "rewards", "svm", "data"],
)
def test_the_rest_of_a_page_comes_as_if_it_had_never_waited(monkeypatch, page):
    waited = opened(page)
    monkeypatch.setattr(type(later.st.context), "headers", {})
    at_once = opened(page)
    assert kinds(waited) == kinds(at_once)


@pytest.mark.usefixtures("browser")
def test_the_rest_has_what_the_link_asks_of_it_and_says_what_it_has_not():
    at = opened("bounds", bfolds="10", bfor="nobody", bm="100")
    assert [at.session_state[key] for key in ("bfolds", "bm")] == ["10", "100"]
    assert at.query_params["bfolds"] == "10"
    assert "The link asked for bfor = nobody" in at.warning[0].value


@pytest.mark.usefixtures("browser")
def test_figures_have_their_cursors_before_a_page_pauses_and_all_of_them_after(monkeypatch):
    told, cursors = [], charts.cursors
    monkeypatch.setattr(charts, "cursors", lambda: told.append(set(cursors())) or cursors())
    opened("errors")
    first, every = told
    assert {"errors_map", "errors_criterion"} <= first < every


def test_a_browser_that_says_nothing_gets_the_whole_page(monkeypatch):
    monkeypatch.setattr(type(later.st.context), "headers", AGENT)
    monkeypatch.setattr(later, "PATIENCE", 0.0)
    assert len(opened("spectrum").get("plotly_chart")) == 1 + len(BELOW)


def heard(monkeypatch, order, **parts):
    """Have the parts of a page say their names in an order when they are made."""
    for name, (home, what) in parts.items():
        usual = getattr(home, what)

        def made(*given, usual=usual, name=name, **more):
            order.append(name)
            return usual(*given, **more)

        monkeypatch.setattr(home, what, made)


def test_of_a_step_the_spectrum_comes_when_all_else_is_sent(monkeypatch):
    order, at = [], opened()
    parts = {
        "decision": (figures, "decision"),
        "table": (export, "panel"),
        "link": (bar, "share"),
        "hand": (hand, "follow"),
        "spectrum": (figures, "spectrum"),
    }
    heard(monkeypatch, order, **parts)
    at.select_slider(key="t").set_value(1.0).run()
    assert order == list(parts)


def test_a_report_that_is_open_has_the_spectrum_of_the_same_run(monkeypatch):
    order = []
    heard(monkeypatch, order, report=(export, "panel"), spectrum=(figures, "spectrum"))
    opened_to_take()
    assert order == ["spectrum", "report"]
