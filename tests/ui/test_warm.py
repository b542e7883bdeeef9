"""The server imports what the first page needs before anybody asks for it."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

from kselect_ui import warm

ROOT = Path(__file__).parents[2]


def test_the_modules_of_the_first_page_exist():
    program = "from kselect_ui import warm; warm.import_all(warm.FIRST_PAGE)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_server_does_not_wait_for_them(monkeypatch):
    asked, let_go = threading.Event(), threading.Event()

    def slow(names):
        assert names == warm.FIRST_PAGE
        asked.set()
        let_go.wait(10)

    async def started():
        async with warm.warm(None):
            assert asked.wait(10)
            assert not let_go.is_set()

    monkeypatch.setattr(warm, "import_all", slow)
    asyncio.run(started())
    let_go.set()
