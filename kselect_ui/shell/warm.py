"""Load what the first page needs while the browser is still fetching its own files."""

import asyncio
import gc
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import import_module

from starlette.types import ASGIApp, Receive, Scope, Send

from kselect_ui import PAGES, ROUTER
from kselect_ui.door.leisure import drawn
from kselect_ui.shell.loading import load

FIRST = (ROUTER, PAGES / "explore.py")
OTHERS = tuple(sorted(set(PAGES.glob("*.py")) - {*FIRST, PAGES / "__init__.py"}))

BOOKS = (
    ("kselect_ui.server.jobs", "registry"),
    ("kselect_ui.experiments.jobs", "experiments"),
    ("kselect_ui.server.tasks", "tasks"),
)
"""What works beside the pages, by the modules that have it where anything was ever started."""

PATIENCE = 3.0
"""Seconds that the end of the server waits for each of them to keep what is finished."""

COMPILED = "kselect_core.linalg.first_calls"
"""Module whose calls load the machine code of the loops that other pages need."""

TIDYING = "kselect_ui.shell.tidying"

COLLECT = (10_000, 10, 10)
"""New objects after which Python looks for garbage, and how seldom among older ones: with its own
700 a server does so for a twenty-fifth of its time, in pauses of up to a fifth of a second."""

LATER = 30.0
"""Seconds after which other pages are loaded even if no browser has drawn one, and for which their
compiled loops wait then: on a new computer these take a quarter of a minute to make."""

SETTLED = 3.0
"""Seconds after the first window of the first page in which the rest of it comes."""

HANDOVER = 0.0005
"""Seconds after which a page that computes lets the server send what is ready: with Python's own
5 ms each message of a page waits so long, and a page has dozens."""

PAUSE = 0.05
"""Seconds between two loads, in which pages are served without delay."""


class Warm:
    """What one server loads by itself, and the visitors who wait for the first of it."""

    def __init__(self) -> None:
        self._first: asyncio.Event | None = None

    @asynccontextmanager
    async def lifespan(self, app: object) -> AsyncIterator[None]:  # noqa: ARG002 (the server's)
        """Start to load when the server starts; it answers meanwhile, and sends without delay."""
        usual, collected = sys.getswitchinterval(), gc.get_threshold()
        sys.setswitchinterval(HANDOVER)
        gc.set_threshold(*COLLECT)
        self._first, loop = asyncio.Event(), asyncio.get_running_loop()
        threading.Thread(target=prepare, args=(loop, self._first.set), daemon=True).start()
        try:
            yield
        finally:
            await asyncio.to_thread(stop_all)
            sys.setswitchinterval(usual)
            gc.set_threshold(*collected)

    def hold(self, app: ASGIApp) -> ASGIApp:
        """Let no page begin before what every page needs is loaded; files are served at once."""

        async def held(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket" and self._first is not None:
                await self._first.wait()
            await app(scope, receive, send)

        return held


def prepare(loop: asyncio.AbstractEventLoop, ready: Callable[[], None]) -> None:
    """Load the first page at once and say so; the others when it stands; their loops much later.

    What visitors leave behind is tidied up from then on.
    """
    try:
        for script in FIRST:
            load(script)
    finally:  # a page that cannot be loaded says so itself
        loop.call_soon_threadsafe(ready)
    import_module(TIDYING).begin(loop)
    if drawn.wait(LATER):
        time.sleep(SETTLED)
    for script in OTHERS:
        load(script)
    _settle()
    time.sleep(LATER)
    load_loops()
    _settle()


def _settle() -> None:
    """Have no later collection look through what is loaded: a fifth of a second, for everybody."""
    gc.collect()
    gc.freeze()


def stop_all() -> None:
    """Stop what works beside the pages, since Python itself would wait until it is done."""
    for module, name in BOOKS:
        if module in sys.modules:
            getattr(sys.modules[module], name)().end(patience=PATIENCE)


def load_loops() -> None:
    """Load or make the machine code of every compiled loop, piece by piece."""
    for call in import_module(COMPILED).first_calls():
        call()
        time.sleep(PAUSE)
