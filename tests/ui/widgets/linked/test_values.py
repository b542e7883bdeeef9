"""Values are kept for the visit, written into the link of the page that shows them."""

import pytest
from streamlit.testing.v1 import AppTest


def written():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.write("one", st.session_state["value"], default="usual")
    linked.write("many", st.session_state["values"], default=["a", "b"])
    st.text(str({key: st.query_params.get_all(key) for key in st.query_params}))


@pytest.mark.parametrize(
    ("value", "values", "expected"),
    [
        ("usual", ["a", "b"], {}),
        ("other", ["a", "b"], {"one": ["other"]}),
        ("usual", ["b"], {"many": ["b"]}),
        ("usual", [], {"many": ["none"]}),
    ],
)
def test_writing_mentions_what_differs_from_the_default(value, values, expected):
    at = AppTest.from_function(written)
    at.session_state["value"], at.session_state["values"] = value, values
    at.query_params["one"] = "left over"
    assert at.run().text[0].value == str(expected)


def stored():
    import streamlit as st

    from kselect_ui.widgets import linked

    before = linked.read("word", "usual")
    linked.put("word", "set")
    linked.write("word", "set")
    after = linked.read("word", "usual")
    linked.forget("word")
    st.text(f"{before} {after} {linked.read('word', 'usual')} {linked.everything()}")


def test_a_value_is_what_was_set_until_it_is_forgotten():
    at = AppTest.from_function(stored)
    at.query_params["other"] = "1"
    assert at.run().text[0].value == "usual set usual {'other': ['1']}"


def pages():
    import streamlit as st

    from kselect_ui.widgets import linked

    page = st.session_state.get("page", "explore")
    linked.begin(page)
    if page == "sweep":
        st.json([linked.whole("Points", key="g_n", default=31)])
    linked.end(page, whole=page != "stops")


def test_a_value_is_kept_for_the_page_that_draws_it_and_stands_in_its_link_alone():
    test = AppTest.from_function(pages, default_timeout=30)
    test.query_params["g_n"] = "12"
    test.query_params["nobody"] = "0.5"
    test.run()
    assert dict(test.query_params) == {}
    test.session_state["page"] = "sweep"
    assert test.run().json[0].value == "[12]"
    assert dict(test.query_params) == {"g_n": "12"}
    test.number_input[0].set_value(31).run()
    assert dict(test.query_params) == {}
    test.session_state["page"] = "explore"
    test.run()
    assert dict(test.query_params) == {}


def test_a_page_that_stopped_half_way_leaves_its_link_as_it_is():
    test = AppTest.from_function(pages, default_timeout=30)
    test.query_params["g_n"] = "12"
    test.session_state["page"] = "stops"
    test.run()
    assert dict(test.query_params) == {"g_n": "12"}


def test_back_and_forward_read_the_address_anew(monkeypatch):
    test = AppTest.from_function(pages, default_timeout=30)
    test.session_state["page"] = "sweep"
    test.run()
    test.number_input[0].set_value(20).run()
    assert dict(test.query_params) == {"g_n": "20"}
    test.query_params.clear()
    assert test.run().json[0].value == "[20]"  # an address that was late
    monkeypatch.setattr("kselect_ui.widgets.linked.values.went_back", lambda: True)
    test.query_params["g_n"] = "12"
    assert test.run().json[0].value == "[12]"
    del test.query_params["g_n"]
    test.query_params["t"] = "1"
    assert test.run().json[0].value == "[31]"


def bound():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.begin("explore")
    if not st.session_state.get("folded"):
        linked.span("Step", 1, 9, key="step", default=1)
    linked.end("explore")


def test_what_streamlit_itself_has_in_the_link_is_left_to_it():
    test = AppTest.from_function(bound, default_timeout=30)
    test.query_params["step"] = "3"
    test.run()
    assert test.slider[0].value == 3
    test.session_state["folded"] = True
    assert not test.run().exception
    assert dict(test.query_params) == {}


def switched():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.begin("learn")
    place = st.container() if st.session_state.get("elsewhere") else st
    place.json([linked.toggle("Large type", key="big")])
    linked.end("learn")


def test_a_switch_stands_in_the_link_wherever_it_is_drawn():
    test = AppTest.from_function(switched, default_timeout=30)
    test.query_params["big"] = "1"
    assert test.run().json[0].value == "[true]"
    assert dict(test.query_params) == {"big": "true"}
    test.query_params.clear()  # as when the page changes
    test.session_state["elsewhere"] = True
    test.run()
    assert dict(test.query_params) == {"big": "true"}
    test.toggle[0].set_value(False).run()
    assert dict(test.query_params) == {}


def slid():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.begin("explore")
    linked.along("Width", ("0.5", "1", "2"), key="t", default="1")
    st.text(linked.address())
    st.text(linked.address(t="2", other="x"))


def test_the_address_has_where_a_slider_stands_though_the_browser_still_has_the_step_before():
    at = AppTest.from_function(slid)
    at.query_params["t"], at.query_params["run"] = "0.5", "ab12"
    at.run()
    assert at.text[0].value.endswith("?t=0.5&run=ab12")
    at.select_slider(key="t").set_value("2").run()
    at.query_params["t"] = "0.5"  # as when a key is pressed again before it is told
    at.run()
    assert at.text[0].value.endswith("?t=2&run=ab12")
    at.select_slider(key="t").set_value("1").run()
    at.query_params["t"] = "2"
    at.run()
    assert at.text[0].value.endswith("?run=ab12")
    assert at.text[1].value.endswith("?run=ab12&t=2&other=x")
