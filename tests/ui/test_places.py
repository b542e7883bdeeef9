"""Places of terms: the frame appears where the link says, and the link keeps the view."""

import pytest
from streamlit.testing.v1 import AppTest

from kselect_ui import PAGES, places


def page(*names):
    import streamlit as st

    from kselect_ui import places

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


def test_the_pages_of_places_are_pages():
    later = {"spectrum", "perturbation", "errors"}
    assert {place.page for place in places.PLACES.values()} <= later | {
        path.stem for path in PAGES.glob("*.py")
    }
