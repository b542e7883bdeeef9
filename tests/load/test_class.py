"""A small class on a shared server: nothing fails, nobody sees what is another's."""

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg  # noqa: TID251 (the language of the channel)

from kselect_core.lessons.writing import new_lesson
from tests.lessons.conftest import LESSON
from tests.load.crowd import crowd, serving, strolls
from tests.load.window import word_of


@pytest.mark.parametrize(
    ("visitors", "seconds"), [(2, 1.5), pytest.param(8, 3.0, marks=pytest.mark.nightly)]
)
def test_a_class_sees_no_error_and_nothing_of_each_other(tmp_path, visitors, seconds):
    async def visit(server):
        async with crowd(server, visitors) as windows:
            word = word_of(windows[0].number)
            row = f"0.1,0.2,{word}x\n0.3,0.4,{word}y\n"
            table = f"{word}a,{word}b,{word}c\n{row * 30}".encode()
            await windows[0].upload(f"{word}.csv", table)
            await asyncio.gather(*(strolls(w, seconds, think=(0.3, 0.9)) for w in windows))
            await windows[1].run(path="data")
            return windows

    with serving(tmp_path) as server:
        windows = asyncio.run(visit(server))
        assert server.megabytes() < 700
        assert "Traceback" not in server.log.read_text()
    assert [window.errors for window in windows] == [[]] * visitors
    assert [window.foreign for window in windows] == [[]] * visitors
    assert windows[0].own > 1  # words are found where they are
    assert sum(len(window.runs) for window in windows) > 2 * visitors
    assert any(window.whole for window in windows)  # figures that waited came as well


def test_a_learner_who_speaks_below_the_page_neither_leads_nor_ends_the_class(tmp_path):
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "small.md").write_text(LESSON, encoding="utf-8")

    async def visit(server):
        lead, learner, late = (server.window(k, teacher=k == 1) for k in (1, 2, 3))
        await lead.open("learn", "lesson=small&step=2")
        while lead.named("Open the class", "button") is None or "Where is" not in lead.texts():
            await lead.run()  # until the sweep of the lesson is there
        await lead.run(trigger=lead.named("Open the class", "button").id)
        await learner.open("learn")
        assert "With the class" in learner.texts()
        for kind in ("clear_cache", "load_git_info", "set_run_on_save"):
            sent = BackMsg()
            setattr(sent, kind, True)
            await learner.socket.send(sent.SerializeToString())
        learner.values["visitor"] = learner.values["class_left"] = ("string", "somebody else")
        for label in ("Next", "Reveal"):
            await learner.run(trigger=lead.named(label, "button").id)
        await late.open("learn")
        await shows_what_it_showed_before(lead)
        await lead.run()
        for window in (lead, learner, late):
            await window.close()
        return lead, learner, late

    with serving(tmp_path) as server:
        lead, learner, late = asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text()
    assert [window.errors for window in (lead, learner, late)] == [[]] * 3
    for window in (learner, late):
        assert "you follow your teacher · step 2 of 3" in window.texts()
        assert "Right answer:" not in window.texts()
    assert "**0** of 2 answered" in lead.texts()


async def shows_what_it_showed_before(lead):
    """A part runs by itself while the browser has not heard of what the server has set."""
    for label, old in (("Step", 2), ("Pace", 1)):
        switch = lead.named(label, "button_group")
        lead.values[switch.id] = ("strings", [switch.options[old].content])
    await lead.run(fragment=next(iter(lead.ticks)))
    lead.values.clear()


def test_a_lesson_that_only_a_browser_still_has_is_kept_by_a_server_that_was_started_again(
    tmp_path,
):
    async def visit(server):
        other, back = (server.window(k, teacher=True) for k in (1, 2))
        again = server.window(3)
        await other.open("learn", "write=true")
        area = other.named("The lesson", "text_area")
        back.page, back.values = "learn", {area.id: ("string", LESSON)}  # as browsers come back
        await back.open("learn", "write=true")
        again.cookie = back.cookie  # another window of theirs, which knows nothing
        await again.open("learn", "write=true")
        texts = [one.named("The lesson", "text_area") for one in (other, again)]
        for window in (other, back, again):
            await window.close()
        return back, [text.value if text.set_value else text.default for text in texts]

    with serving(tmp_path) as server:
        back, texts = asyncio.run(visit(server))
        assert "Traceback" not in server.log.read_text()
    assert "1. Look" in back.texts()
    assert texts == [new_lesson(), LESSON]
