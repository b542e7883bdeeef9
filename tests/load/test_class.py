"""A small class on a shared server: nothing fails, nobody sees what is another's."""

import asyncio

import pytest

from tests.load.crowd import crowd, serving, strolls
from tests.load.window import word_of

SECONDS = 3.0


@pytest.mark.parametrize("visitors", [4, pytest.param(8, marks=pytest.mark.nightly)])
def test_a_class_sees_no_error_and_nothing_of_each_other(tmp_path, visitors):
    async def visit(server):
        async with crowd(server, visitors) as windows:
            word = word_of(windows[0].number)
            row = f"0.1,0.2,{word}x\n0.3,0.4,{word}y\n"
            table = f"{word}a,{word}b,{word}c\n{row * 30}".encode()
            await windows[0].upload(f"{word}.csv", table)
            await asyncio.gather(*(strolls(w, SECONDS, think=(0.3, 0.9)) for w in windows))
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
