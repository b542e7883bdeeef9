"""Values of widgets in the link: read as far as they are known, written as keys and numbers."""

import pytest
from streamlit.testing.v1 import AppTest


def script():
    import streamlit as st

    from kselect_ui.widgets import linked

    if st.session_state.pop("put_it", False):
        linked.put("kind", "b")
    one = linked.one("Kind", ("a", "b"), key="kind", default="a", words={"a": "A!", "b": "B!"}.get)
    several = linked.several("Some", ("x", "y", "z"), key="some", default=("x",))
    way = linked.switch("Way", ("left", "right"), key="way")
    typed = linked.text("Text", key="typed", placeholder="", longest=10)
    ticked = linked.tick("Tick", key="tick")
    whole = linked.whole("Whole", key="whole", default=5)
    number = linked.number("Number", key="number", default=0.5)
    slid = linked.slide("Slide", (1.0, 2.0, 4.0), key="slide", default=2.0)
    st.json([one, several, way, typed, ticked, whole, number, slid])


def values(**link):
    test = AppTest.from_function(script, default_timeout=30)
    for key, value in link.items():
        test.query_params[key] = value
    return test.run()


def shown(test):
    assert not test.exception
    import json

    return json.loads(test.json[0].value)


DEFAULTS = ["a", ["x"], "left", "", False, 5, 0.5, 2.0]


def test_without_a_link_everything_is_usual_and_the_link_stays_empty():
    test = values()
    assert shown(test) == DEFAULTS
    assert dict(test.query_params) == {}


def test_a_link_decides():
    test = values(
        kind="b",
        some=["z", "y"],
        way="right",
        typed="2^3",
        tick="true",
        whole="-7",
        number="1e-3",
        slide="4",
    )
    assert shown(test) == ["b", ["y", "z"], "right", "2^3", True, -7, 0.001, 4.0]


def test_a_slider_takes_a_number_between_its_steps_from_a_link():
    test = values(slide="3")
    assert shown(test)[-1] == 3.0
    assert test.select_slider(key="slide").options == ["1", "2", "3", "4"]
    test.select_slider(key="slide").set_value(4.0).run()
    assert shown(test)[-1] == 4.0
    assert dict(test.query_params) == {"slide": "4"}


@pytest.mark.parametrize(
    "bad", ["", "nobody", "<script>", "1e999", "nan", "x" * 100_000, str(2**64), "1;2"]
)
def test_what_the_link_cannot_mean_is_dropped(bad):
    test = values(kind=bad, some=bad, way=bad, tick=bad, whole=bad, number=bad, slide=bad)
    assert shown(test) == DEFAULTS


def test_a_change_is_written_into_the_link_as_keys():
    test = values()
    test.selectbox(key="kind").set_value("b").run()
    test.number_input(key="whole").set_value(9).run()
    test.button_group(key="way").set_value("right").run()
    test.checkbox(key="tick").check().run()
    test.text_input(key="typed").set_value("0.1").run()
    test.number_input(key="number").set_value(0.25).run()
    assert shown(test) == ["b", ["x"], "right", "0.1", True, 9, 0.25, 2.0]
    link = {key: test.query_params[key] for key in ("kind", "whole", "way", "typed", "number")}
    texts = {key: value if isinstance(value, str) else value[-1] for key, value in link.items()}
    assert texts == {"kind": "b", "whole": "9", "way": "right", "typed": "0.1", "number": "0.25"}


def test_a_callback_can_put_a_value():
    test = values()
    test.session_state["put_it"] = True
    test.run()
    assert shown(test)[0] == "b"


def test_text_of_the_link_is_cut():
    assert shown(values(typed="9" * 1000))[3] == "9" * 10


def bound():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.begin()
    words = st.session_state.get("words", ["a", "b"])
    entry = linked.entry("Entry", words, key="entry", default="a")
    way = linked.way("Way", ("left", "right"), key="way", words=str.upper)
    on = linked.toggle("On", key="on", default=True)
    span = linked.span("Span", 1, 9, key="span", default=5)
    along = linked.along("Along", (1, 2, 3), key="along", default=2)
    texts = st.session_state.get("texts", {0.5: "0.5", 1.0: "1", 10.0: "10"})
    grid = linked.grid(lambda value: f"x = {value}", texts, key="grid", default=1.0)
    st.button("Set", on_click=lambda: [linked.put("entry", "b"), linked.put("grid", 10.0)])
    st.json([entry, way, on, span, along, grid])
    linked.end("page")


def opened(**link):
    test = AppTest.from_function(bound, default_timeout=30)
    for key, value in link.items():
        test.query_params[key] = value
    return test.run()


def test_texts_on_the_screen_stand_in_the_link_as_they_are():
    test = opened(entry="b", way="RIGHT", on="false", span="9", along="3", grid="10")
    assert shown(test) == ["b", "right", False, 9, 3, 10.0]
    assert shown(opened()) == ["a", "left", True, 5, 2, 1.0]


def test_a_grid_moves_to_the_nearest_value_and_its_label_says_it():
    test = opened(grid="7")
    assert shown(test)[-1] == 10.0
    assert test.select_slider(key="grid").label == "x = 10.0"
    assert test.query_params["grid"] in ("10", ["10"])


def test_what_a_callback_sets_is_shown_where_streamlit_binds_the_widget():
    test = opened(grid="0.5")
    test.button[0].click().run()
    assert shown(test) == ["b", "left", True, 5, 2, 10.0]


def test_values_that_are_gone_are_forgotten_or_moved_to_the_nearest():
    test = opened(entry="b", grid="10")
    test.session_state["words"] = ["a", "c"]
    test.session_state["texts"] = {1.0: "1", 8.0: "8"}
    test.run()
    assert shown(test) == ["a", "left", True, 5, 2, 8.0]


def set_beforehand():
    import streamlit as st

    from kselect_ui.widgets import linked

    linked.begin("explore")
    texts = {4.0: "4", 8.0: "8"} if st.session_state.get("other") else {0.5: "0.5", 1.0: "1"}

    def change():
        st.session_state["other"] = True
        linked.put("grid", 8.0)
        linked.put("entry", "b")

    st.button("Change", on_click=change)
    if st.session_state.get("other") or not st.session_state.get("elsewhere"):
        linked.entry("Entry", ["a", "b"], key="entry", default="a")
        linked.grid(str, texts, key="grid", default=min(texts))
    linked.end("explore")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_what_is_set_stands_in_the_link_on_another_grid_and_where_a_page_opens_with_it(elsewhere):
    test = AppTest.from_function(set_beforehand, default_timeout=30)
    test.session_state["elsewhere"] = elsewhere
    test.run().button[0].click().run()
    assert (test.selectbox(key="entry").value, test.select_slider(key="grid").value) == ("b", 8.0)
    link = {key: "".join(texts) for key, texts in test.query_params.items()}
    assert link == {"entry": "b", "grid": "8"}


def chained():
    import streamlit as st

    from kselect_ui.widgets import linked

    changed = lambda: st.session_state.update(told=linked.read("run", ""))  # noqa: E731
    run = linked.one(
        "Run",
        ("abc1", "def2"),
        key="run",
        default="abc1",
        text=lambda run: run[:3],
        on_change=changed,
    )
    kept = linked.switch("Kept", ("a", "b"), key="way", written=False)
    st.json([run, kept, st.session_state.get("told", ""), linked.everything()])


def test_a_list_may_be_called_otherwise_in_the_link_and_its_callback_reads_the_new_value():
    test = AppTest.from_function(chained, default_timeout=30)
    test.query_params["run"] = "def"
    test.run()
    assert shown(test) == ["def2", "a", "", {"run": ["def"]}]
    test.selectbox(key="run").set_value("abc1").run()
    test.button_group(key="way").set_value("b").run()
    assert shown(test) == ["abc1", "b", "abc1", {}]


def test_a_number_that_is_typed_comes_back_from_its_link_with_every_digit():
    test = values(slide="0.3333333333333333")
    test.number_input(key="number").set_value(0.12345678).run()
    assert shown(values(**dict(test.query_params.items())))[-2:] == [0.12345678, 0.3333333333333333]
    assert test.query_params["number"] in ("0.12345678", ["0.12345678"])


def not_drawn_yet():
    import streamlit as st

    from kselect_ui.widgets import linked

    st.text(f"{linked.is_on('te', default=True)}")
    linked.toggle("Test error", key="te", default=True)


@pytest.mark.parametrize(
    ("link", "on"), [("false", False), ("0", False), ("true", True), ("?", True)]
)
def test_a_switch_is_as_its_link_says_before_it_is_drawn(link, on):
    test = AppTest.from_function(not_drawn_yet, default_timeout=30)
    test.query_params["te"] = link
    test.run()
    assert [test.text[0].value, test.toggle[0].value] == [str(on), on]
