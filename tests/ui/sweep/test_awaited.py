"""A sweep that ends opens on Explore by itself, unless its visitor went elsewhere."""

from dataclasses import replace
from functools import partial

import pytest

from kselect_core import Candidates
from kselect_ui.server import jobs
from kselect_ui.server.line import NoPlaceError
from kselect_ui.sweep import launch
from tests.collection import mostly_at_night
from tests.pages.visits import opened, text
from tests.ui.stepper import CONFIG, DATA, PATIENCE, Replay, until

pytestmark = pytest.mark.page

TORN = replace(  # split 1 chooses another width than both splits together
    CONFIG,
    candidates=(Candidates(values=(0.1, 1.0, 10.0)),),
    lambdas=(0.001, 0.1),
    criteria=("loo",),
    repeats=2,
)


@pytest.fixture
def stepper(tmp_path, monkeypatch):
    stepper, real = Replay(), jobs.JobRegistry
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    monkeypatch.setattr(jobs, "JobRegistry", partial(real, stepper))
    jobs.registry.clear()
    jobs.registry().submit(CONFIG, DATA, title="a sweep of moons")
    yield stepper
    jobs.registry().stop(CONFIG.digest(), patience=PATIENCE)
    jobs.registry.clear()


def waiting(page="explore"):
    """Open a page as somebody who has just started the sweep."""
    at = opened()
    at.session_state[launch.AWAITED] = CONFIG.digest()
    if page != "explore":
        at.switch_page(f"../pages/{page}.py")
    return at.run()


def ended(phase, config=CONFIG):
    until(lambda: jobs.registry().status(config.digest()).phase == phase)


def test_explore_shows_it_growing_in_place_of_the_page(stepper):
    at = waiting()
    assert not at.exception
    assert "a sweep of moons" in text(at)
    assert "At the cursor" not in text(at)
    assert not at.get("plotly_chart")
    assert [b.label for b in at.button].count("Stop") == 1
    until(lambda: stepper.calls)


def test_another_page_shows_it_as_it_runs(stepper):  # noqa: ARG001
    assert [b.label for b in waiting("bounds").button].count("Stop") == 1


def test_explore_shows_the_page_to_who_does_not_wait_any_more(stepper):  # noqa: ARG001
    at = waiting()
    next(b for b in at.button if b.label.startswith("Look at")).click().run()
    assert "At the cursor" in text(at)
    assert launch.AWAITED not in at.session_state


@pytest.mark.parametrize("page", ["explore", "sweep"])
def test_it_opens_when_it_ends(stepper, page, monkeypatch):
    gone = []
    monkeypatch.setattr("streamlit.switch_page", lambda target: gone.append(target.name))
    at = waiting(page)
    stepper.go()
    ended("finished")
    at.run()
    assert at.session_state["kept_run"] == CONFIG.digest()
    assert gone == (["explore.py"] if page == "sweep" else [])


def awaited(at):
    at.session_state[launch.AWAITED] = TORN.digest()
    return at.run()


def chosen_in_the_bar(at):
    return at.selectbox("run").select(TORN.digest()).run()


def opened_from_the_list(at):
    at.switch_page("../pages/sweep.py").run()
    at.button(f"open_{TORN.digest()}").click().run()
    return at.switch_page("../pages/explore.py").run()


def linked_to(at):
    return opened(run=TORN.digest()[:12], te="false" if "te" in at.query_params else "true")


@pytest.mark.parametrize(
    ("shown", "seen", "width"),
    mostly_at_night(
        [
            (shown, *hidden)
            for shown in (awaited, chosen_in_the_bar, opened_from_the_list, linked_to)
            for hidden in (("true", 1.0), ("false", 0.1))
        ],
        lambda case: case[0] is linked_to or (case[0] is chosen_in_the_bar) == (case[1] == "false"),
    ),
)
def test_the_cursor_stands_on_what_is_recommended_where_test_errors_may_be_seen(
    stepper, shown, seen, width
):
    jobs.registry().stop(CONFIG.digest(), patience=PATIENCE)
    jobs.registry().submit(TORN, DATA, title="moons on which splits differ")
    stepper.go(len(TORN.items))
    ended("finished", TORN)
    at = shown(opened(te=seen))
    assert at.session_state["kept_run"] == TORN.digest()
    assert (at.session_state["t"], at.session_state["lam"]) == (width, 0.001)
    assert "".join(at.query_params.get("t", "")) == ("1" if seen == "true" else "")
    assert ("Recommended: Gaussian kernel" in text(at)) == (seen == "true")
    if shown is linked_to:  # one that names a place opens there
        for place in ({"t": "10"}, {"lam": "0.1"}, {"split": "2"}):
            there = opened(run=TORN.digest()[:12], te=seen, **place)
            assert {key: "".join(there.query_params[key]) for key in place} == place
            assert "t" in place or there.session_state["t"] == 0.1


def test_it_leaves_alone_who_went_elsewhere(stepper):
    at = waiting("bounds")
    stepper.go()
    ended("finished")
    at.run()
    assert launch.AWAITED not in at.session_state
    assert at.session_state["kept_run"] != CONFIG.digest()


def test_a_sweep_that_was_stopped_is_told_once(stepper):  # noqa: ARG001
    at = waiting()
    jobs.registry().stop(CONFIG.digest(), patience=PATIENCE)
    ended("cancelled")
    assert "stopped" in text(at.run())
    assert "stopped" not in text(at.run())


def test_one_that_ends_while_the_page_is_drawn_opens_as_well(stepper, monkeypatch):
    at, real, asked = waiting(), launch.awaited, []

    def awaited():
        status = real()
        if not asked:
            stepper.go()
            ended("finished")
        asked.append(status)
        return status

    monkeypatch.setattr(launch, "awaited", awaited)
    at.run()
    assert asked[0].active
    assert at.session_state["kept_run"] == CONFIG.digest()
    assert "stopped" not in text(at)


def test_a_sweep_without_a_place_leaves_its_visitor_on_the_page_and_says_why(stepper, monkeypatch):  # noqa: ARG001
    def refused(*_, **__):
        raise NoPlaceError("The queue is full.")

    at = opened("data")
    monkeypatch.setattr(jobs.registry(), "submit", refused)
    next(b for b in at.button if b.label.startswith("Run a first sweep")).click().run()
    assert not at.exception
    assert launch.OPEN not in at.session_state
    assert "The queue is full" in " ".join(element.value for element in at.warning)
