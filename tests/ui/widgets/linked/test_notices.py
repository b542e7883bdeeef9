"""A link that asks for what is not there: a sentence, the nearest there is, never an error."""

import pytest
from streamlit.testing.v1 import AppTest

from kselect_ui import ROUTER
from kselect_ui.sweep import finished as sweeps


@pytest.fixture(autouse=True)
def _own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))


def opened(**query):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    assert [element.value for element in at.error] == []
    return at


def notices(at):
    return " ".join(element.value for element in at.warning).replace("\\", "")


def test_a_link_that_can_be_had_says_nothing():
    query = {"t": "0.5", "lam": "0.1", "te": "false", "axis": "own units", "scope": "joint"}
    at = opened(**query, split="2", crit=["loo", "kta"], big="true", tr="true")
    assert notices(at) == ""
    assert at.session_state["t"] == 0.5


def test_usual_values_in_a_link_say_nothing():
    digest = sweeps.demo_digest()
    at = opened(te="true", axis="normalised", scope="per λ", split="mean", run=digest[:8])
    assert notices(at) == ""


@pytest.mark.parametrize(("place", "quantity"), [("trace", "sm"), ("formula", "loo")])
def test_a_place_and_a_criterion_that_are_there_say_nothing(place, quantity):
    assert notices(opened(hl=place, of=quantity)) == ""


@pytest.mark.parametrize("page", ["spectrum", "perturbation", "errors"])
def test_pages_with_places_say_which_of_them_nobody_knows(page):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["hl"], at.query_params["of"] = "nowhere", "nobody"
    at.switch_page(f"../pages/{page}.py").run()
    assert not at.exception
    assert notices(at).count("The link asked for") == 2
    assert "hl = nowhere" in notices(at)
    assert "of = nobody" in notices(at)


def test_names_that_nobody_knows_say_nothing():
    assert notices(opened(utm_source="letter")) == ""


@pytest.mark.parametrize(
    ("asked_for", "said", "got"),
    [
        ("7.3", "The link asked for t = 7.3, which is not on this grid; shown: t = 8.", 8.0),
        ("1e9", "which is not on this grid", "largest"),
        ("1e-9", "which is not on this grid", "smallest"),
        ("-5", "which is not on this grid", "smallest"),
    ],
)
def test_a_value_beside_the_grid_moves_to_the_nearest(asked_for, said, got):
    at = opened(t=asked_for)
    values = sweeps.current().config.candidates[0].values
    ends = {"largest": max(values), "smallest": min(values)}
    assert at.session_state["t"] == ends.get(got, got)
    assert said in notices(at)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("t", "wide"),
        ("t", "nan"),
        ("lam", "1e7"),
        ("lam", "<b>"),
        ("split", "77"),
        ("axis", "sideways"),
        ("scope", "all"),
        ("te", "maybe"),
        ("tr", "2"),
        ("big", "huge"),
        ("kernel", "cosine"),
        ("crit", "nonsense"),
        ("run", "ab12cd34"),
        ("hl", "nowhere"),
        ("of", "nobody"),
        ("of", "<b>evil"),
    ],
)
def test_what_cannot_be_is_said_and_something_else_is_shown(key, value):
    at = opened(**{key: value})
    assert value[:5].strip("<>") in notices(at)
    assert len(at.warning) == 1


@pytest.mark.parametrize(("asked_for", "link"), [("7.3", "8"), ("0.0001", "0.000122")])
def test_a_link_beside_the_grid_becomes_the_link_of_what_is_shown(asked_for, link):
    at = opened(t=asked_for, lam="0.02", split="2")
    assert at.query_params["t"] == link
    assert at.query_params["lam"] == "0.01"
    again = opened(**at.query_params)
    assert notices(again) == ""
    assert again.session_state["t"] == at.session_state["t"]
    assert again.session_state["lam"] == at.session_state["lam"]


def test_several_sentences_stand_together():
    at = opened(t="7.3", te="maybe", crit=["loo", "nobody"])
    assert notices(at).count("The link asked for") == 3
    assert at.session_state["crit"] == ["loo"]


def test_a_notice_goes_when_its_value_is_changed():
    at = opened(t="7.3", te="maybe")
    at.select_slider(key="t").set_value(0.5).run()
    assert "t = 7.3" not in notices(at)
    assert "te = maybe" in notices(at)


def test_a_notice_goes_with_the_page():
    at = opened(t="7.3")
    at.switch_page("../pages/data.py").run()
    assert notices(at) == ""


def test_a_long_value_is_cut():
    assert len(notices(opened(te="x" * 10_000))) < 300
