"""Places of terms: the frame appears where the link says, and the link keeps the view."""

import re
from typing import get_args
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from kselect_core.errors import DataError
from kselect_core.results import worked as core
from kselect_core.words.labels import quantity_text
from kselect_ui import PAGES, ROUTER
from kselect_ui.sweep import places, worked


def page(*names):
    import streamlit as st

    from kselect_ui.sweep import places

    with places.panel(*names):
        st.write("the panel")


def opened(names, **query):
    at = AppTest.from_function(page, args=names)
    for key, value in query.items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def html(at):
    return " ".join(element.proto.body for element in at.get("html"))


@pytest.mark.parametrize("name", places.PLACES)
def test_a_panel_is_framed_with_words_when_the_link_asks_for_it(name):
    at = opened((name,), hl=name)
    assert "outline" in html(at)
    assert f".st-key-place_{name}" in html(at)
    assert places.PLACES[name].caption in at.caption[0].value


@pytest.mark.parametrize("query", [{}, {"hl": "spectrum"}, {"hl": "no such place"}])
def test_a_panel_that_is_not_asked_for_has_no_frame(query):
    at = opened(("trace",), **query)
    assert html(at) == ""
    assert list(at.caption) == []
    assert at.markdown[0].value == "the panel"


def test_one_panel_may_own_several_places():
    at = opened(("trace", "spectrum"), hl="spectrum")
    assert ".st-key-place_trace" in html(at)
    assert places.PLACES["spectrum"].caption in at.caption[0].value


@pytest.mark.parametrize(
    ("name", "quantity", "told"),
    [
        ("trace", "sm", r"$\operatorname{tr}K=210$"),
        ("folds", "kfold", "; …"),  # five folds: three are repeated
        ("blocks", "loo", ""),  # no term of that formula
    ],
)
def test_the_caption_repeats_the_numbers_of_the_criterion_it_comes_from(name, quantity, told):
    at = opened((name,), hl=name, of=quantity)
    assert f"From the formula of {quantity_text(quantity)}:" in at.caption[0].value.replace(
        "\\", ""
    )
    assert told in at.caption[0].value
    assert "$" in at.caption[0].value or quantity == "loo"


def test_a_criterion_that_nobody_knows_is_not_named():
    at = opened(("trace",), hl="trace", of="<b>evil</b>")
    assert "evil" not in at.caption[0].value


@pytest.mark.parametrize("trouble", ["no data", "too dear"])
def test_without_numbers_the_caption_has_its_words(monkeypatch, trouble):
    def gone(*_):
        raise DataError("gone")

    if trouble == "no data":
        monkeypatch.setattr(worked, "affordable", gone)
    else:
        monkeypatch.setattr(worked, "AT_ONCE", 0.0)
    at = opened(("trace",), hl="trace", of="sm_hinge")
    assert places.PLACES["trace"].caption in at.caption[0].value
    assert "$" not in at.caption[0].value


def test_every_place_of_a_term_is_known():
    assert set(get_args(core.Place)) - {""} == set(places.PLACES)


def test_the_pages_of_places_are_pages():
    pages = {path.stem for path in PAGES.glob("*.py")}
    assert {place.page for place in places.PLACES.values()} <= pages


PANEL = re.compile(r"places\.panel\(([^)]*)\)")


def owned(page):
    """Names in ``places.panel(...)`` of a page."""
    script = (PAGES / f"{page}.py").read_text(encoding="utf-8")
    return sorted(re.findall(r'"(\w+)"', " ".join(PANEL.findall(script))))


@pytest.mark.parametrize("page", sorted({place.page for place in places.PLACES.values()}))
def test_every_place_is_owned_by_one_panel_of_its_page(page):
    mine = sorted(name for name, place in places.PLACES.items() if place.page == page)
    assert owned(page) == mine


@pytest.mark.parametrize("name", places.PLACES)
def test_the_panel_of_every_place_is_framed_on_its_page(name):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["hl"], at.query_params["of"] = name, "kta"
    at.switch_page(str(PAGES / f"{places.PLACES[name].page}.py")).run()
    assert not at.exception
    assert "outline" in html(at)
    assert any(places.PLACES[name].caption in caption.value for caption in at.caption)


def explored(**query):
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    for key, value in query.items():
        at.query_params[key] = value
    at.session_state["formulas"] = True
    at.run()
    assert not at.exception
    return [element.proto for element in at.get("page_link")]


def test_links_keep_what_the_bar_shows_and_say_where_and_why():
    view = {"split": "2", "t": "2", "lam": "0.1", "hl": "trace", "of": "loo", "axis": "own units"}
    links = explored(crit=["kta", "sps"], pq="kta", **view)
    found = {(link.page, link.label): parse_qs(link.query_string) for link in links}
    asked = found["spectrum", "blocks of the matrix"]
    assert asked == {"crit": ["kta", "sps"], "hl": ["blocks"], "of": ["kta"]}
    assert found["errors", "error curves"]["of"] == ["sps"]


def test_a_place_on_a_page_that_is_not_there_is_words(monkeypatch):
    away = places.Place("no_such_page", "somewhere", "there")
    monkeypatch.setitem(places.PLACES, "blocks", away)
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params["crit"] = ["kta"]
    at.session_state["formulas"] = True
    at.run()
    assert not at.exception
    assert "somewhere" in [caption.value for caption in at.caption]
