"""Import what the first page needs while the browser is still fetching its own files."""

import gc
import sys
import threading
import time
from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

FIRST_PAGE = (
    "kselect_ui.explore.page",
    "kselect_ui.figures.curves",
    "kselect_ui.sweep.switches",
    "pyarrow.parquet",
)

OTHER_PAGES = (
    "scipy.optimize",
    "scipy.stats",
    "kselect_ui.errors.curves",
    "kselect_ui.errors.maps",
    "kselect_ui.errors.pictures",
    "kselect_ui.errors.splits",
    "kselect_ui.spectrum.views",
    "kselect_ui.perturbation.fragility",
    "kselect_ui.perturbation.what_if",
    "kselect_ui.rewards.page",
    "kselect_ui.bounds.views",
    "kselect_ui.bounds.cases",
    "kselect_ui.design.iterated",
    "kselect_ui.design.combined",
    "kselect_ui.experiments.page",
    "kselect_ui.learn.page",
)
"""What the first visit of another page would wait for."""

COMPILED = "kselect_core.linalg.first_calls"
"""Module whose calls load the machine code of the loops that other pages need."""

TIDYING = "kselect_ui.shell.tidying"

LATER = 30.0
"""Seconds after which the first chart stands; what other pages need can be loaded then."""

HANDOVER = 0.0005
"""Seconds after which a page that computes lets the server send what is ready: with Python's own
5 ms each message of a page waits so long, and a page has dozens."""

PAUSE = 0.05
"""Seconds between two loads, in which pages are served without delay."""


@asynccontextmanager
async def warm(app: object) -> AsyncIterator[None]:  # noqa: ARG001 (the server passes itself)
    """Start the imports when the server starts; it answers meanwhile, and sends without delay."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(HANDOVER)
    threading.Thread(target=prepare, args=(get_running_loop(),), daemon=True).start()
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def prepare(loop: AbstractEventLoop | None = None) -> None:
    """Import the first page at once; much later, the others and their compiled loops.

    What visitors leave behind is tidied up from then on, if the server's loop is given.
    """
    import_all(FIRST_PAGE)
    if loop is not None:
        import_module(TIDYING).begin(loop)
    time.sleep(LATER)
    import_all(OTHER_PAGES)
    load_loops()
    gc.collect()
    gc.freeze()  # modules stay: no later collection looks through them again


def import_all(names: tuple[str, ...]) -> None:
    """Import modules in this thread; a page that needs one of them waits for it."""
    for name in names:
        import_module(name)


def load_loops() -> None:
    """Load or make the machine code of every compiled loop, piece by piece."""
    for call in import_module(COMPILED).first_calls():
        call()
        time.sleep(PAUSE)
