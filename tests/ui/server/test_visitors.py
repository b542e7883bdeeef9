"""Visitors: one name for each browser, and who is still here."""

import asyncio
import inspect
import time
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import ScriptRunner, get_script_run_ctx
from streamlit.testing.v1 import AppTest

from kselect_ui.door import rules
from kselect_ui.server.visitors import (
    Visitors,
    at_once,
    close,
    is_connected,
    leads,
    session,
    visitor,
)


@pytest.fixture
def here():
    return set()


@pytest.fixture
def known(here, clock):
    known = Visitors(here.__contains__, clock)
    for tab, name in (("tab 1", "ada"), ("tab 2", "ada"), ("tab 3", "carl")):
        here.add(tab)
        known.came(tab, name)
    return known


def test_a_closed_window_is_known_after_a_look_and_from_then_on(known, here, clock):
    here.discard("tab 3")
    assert known.closed_since(0) == ()
    known.look()
    assert known.closed_since(0) == ("tab 3",)
    assert known.closed_since(60) == ()
    clock.now = 60
    known.look()
    assert known.closed_since(60) == ("tab 3",)


def test_a_visitor_is_gone_when_the_last_window_is_closed(known, here, clock):
    here.discard("tab 1")
    known.look()
    assert known.gone_since(0) == frozenset()
    here.discard("tab 2")
    known.look()
    assert known.gone_since(0) == {"ada"}
    clock.now = 59
    assert known.gone_since(60) == frozenset()


def test_a_window_that_comes_back_in_time_was_never_closed(known, here, clock):
    here.discard("tab 3")
    known.look()
    here.add("tab 3")
    clock.now = 100
    known.look()
    assert known.closed_since(0) == ()


def test_a_session_that_was_closed_for_good_is_forgotten(known, here):
    here.clear()
    known.look()
    known.forget("tab 3")
    assert known.gone_since(0) == {"ada"}
    assert len(known) == 2


def script():
    import streamlit as st

    from kselect_ui.server.visitors import session, visitor

    st.text(f"{visitor()} {session()}")


def test_a_visitor_keeps_the_name_in_every_run_and_others_have_another():
    first, other = AppTest.from_function(script), AppTest.from_function(script)
    said = first.run().text[0].value
    assert first.run().text[0].value == said
    assert other.run().text[0].value.split()[0] != said.split()[0]
    assert said.split()[1]


def test_outside_of_a_server_nobody_is_connected():
    assert session() == ""
    assert not is_connected("anybody")


def test_what_is_asked_of_streamlit_is_there():
    """Fails when Streamlit changes what visitors.py stands on."""
    assert list(inspect.signature(Runtime.is_active_session).parameters) == ["self", "session_id"]
    assert list(inspect.signature(Runtime.close_session).parameters) == ["self", "session_id"]
    assert get_script_run_ctx(suppress_warning=True) is None


def test_a_session_is_closed_on_the_servers_own_loop(monkeypatch):
    closed = []

    class Server:
        def is_active_session(self, one):
            return one == "open"

        def close_session(self, one):
            closed.append((one, asyncio.get_running_loop()))

    monkeypatch.setattr("kselect_ui.server.visitors.exists", lambda: True)
    monkeypatch.setattr("kselect_ui.server.visitors.get_instance", Server)

    async def both():
        loop = asyncio.get_running_loop()
        await asyncio.to_thread(close, "open", loop)
        await asyncio.to_thread(close, "shut", loop)
        await asyncio.sleep(0)
        return loop

    loop = asyncio.run(both())
    assert closed == [("shut", loop)]


def test_the_ticket_of_the_door_names_a_browser_in_all_its_windows(monkeypatch):
    monkeypatch.setenv("KSELECT_WORD_HASH", "the hash of a word")
    shown = rules.ticket("the hash of a word", time.time())
    names = [_name_with(shown, monkeypatch) for _ in range(2)]
    assert names[0] == names[1]
    assert shown.split(".")[1] not in names[0]
    of_ones_own = "9999999999.name-of-a-browser.signature"
    names = [_name_with(of_ones_own, monkeypatch) for _ in range(2)]
    assert names[0] != names[1]


def test_only_a_ticket_of_the_door_leads_and_only_on_a_shared_server(monkeypatch):
    monkeypatch.setenv("KSELECT_WORD_HASH", "the hash of a word")
    monkeypatch.setenv("KSELECT_SHARED", "1")
    now = time.time()
    pupil, teacher = (rules.ticket("the hash of a word", now, teacher=role) for role in (0, 1))
    found = []
    for shown in (pupil, teacher, pupil.replace(".", ".teacher.", 1), ""):
        monkeypatch.setattr(st, "context", SimpleNamespace(cookies={"kselect_door": shown}))
        found.append(leads())
    assert found == [False, True, False, False]
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies={"kselect_door": teacher}))
    monkeypatch.setenv("KSELECT_SHARED", "")
    assert not leads()


def _name_with(shown, monkeypatch):
    """The name of who opens a window with this in the place of a ticket."""
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies={"kselect_door": shown}))
    monkeypatch.setattr(st, "session_state", {})
    return visitor()


@pytest.fixture
def sent(monkeypatch):
    """What is sent: its text, whether within the block, and the page that it belongs to."""
    sent, send = [], ScriptRunner._enqueue_forward_msg  # noqa: SLF001 (the last step of sending)

    def noted(runner, message):
        if message.WhichOneof("type") == "delta":
            body = message.delta.new_element.markdown.body
            of = message.metadata.active_script_hash
            sent.append((body, st.session_state["inside"], of))
        send(runner, message)

    monkeypatch.setattr(ScriptRunner, "_enqueue_forward_msg", noted)
    return sent


def test_what_is_drawn_at_once_is_sent_at_the_end_in_its_order_also_before_an_error(sent):
    def script():
        from contextlib import suppress

        import streamlit as st

        from kselect_ui.server.visitors import at_once

        with suppress(ZeroDivisionError), at_once():
            st.session_state["inside"] = True
            st.markdown("first")
            with at_once():
                st.markdown("second")
            st.markdown("third")
            st.session_state["inside"] = False
            1 / 0  # noqa: B018 (raises)
        st.markdown("fourth")

    assert not AppTest.from_function(script).run().exception
    assert [one[:2] for one in sent] == [
        ("first", False),
        ("second", False),
        ("third", False),
        ("fourth", False),
    ]


def test_a_run_that_begins_again_within_what_waits_ends_there_and_sends_what_it_had(sent):
    def script():
        import streamlit as st

        from kselect_ui.server.visitors import at_once

        st.session_state["inside"] = True
        with at_once():
            if "again" not in st.session_state:
                st.session_state["again"] = True
                st.markdown("before")
                st.rerun()
                st.session_state["inside"] = "ran on"
            st.markdown("again")
        st.markdown("after")

    assert not AppTest.from_function(script).run().exception
    assert [one[:2] for one in sent] == [("before", True), ("again", True), ("after", True)]


def test_what_waits_is_of_the_frame_where_it_was_drawn_there(sent):
    def script():
        import streamlit as st
        from streamlit.runtime.scriptrunner import get_script_run_ctx

        from kselect_ui.server.visitors import at_once

        context = get_script_run_ctx()
        st.session_state["inside"] = False
        with at_once():
            with context.run_with_active_hash("the frame"):
                st.markdown("in the frame")
            st.markdown("in the page")

    assert not AppTest.from_function(script).run().exception
    frame, page = (of for _, _, of in sent)
    assert frame == "the frame" != page


def test_outside_of_a_page_nothing_waits():
    with at_once():
        pass


def page_with_a_figure_and_a_part_with_another():
    import pandas as pd
    import streamlit as st
    from plotly.graph_objects import Figure
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    from kselect_ui.widgets import charts

    context = get_script_run_ctx()
    context.cached_message_hashes = frozenset({"a figure"})
    known = []
    draws = st.plotly_chart

    def noted(*args, **form):
        known.append(len(context.cached_message_hashes))
        return draws(*args, **form)

    st.plotly_chart = noted
    try:
        for part in (lambda draw: draw, st.fragment):
            chart = charts.Chart(f"chart{len(known)}", "A chart", Figure(), pd.DataFrame)
            part(charts.show)(chart)
    finally:
        st.plotly_chart = draws
    st.session_state["known"] = [*known, len(context.cached_message_hashes)]


def test_in_a_part_no_figure_is_a_reference_to_what_may_be_dropped():
    at = AppTest.from_function(page_with_a_figure_and_a_part_with_another).run()
    assert not at.exception
    assert at.session_state["known"] == [1, 0, 1]
