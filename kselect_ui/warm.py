"""Import what the first page needs while the browser is still fetching its own files."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

FIRST_PAGE = ("kselect_ui.explore", "kselect_ui.figures", "kselect_ui.sidebar", "pyarrow.parquet")


@asynccontextmanager
async def warm(app: object) -> AsyncIterator[None]:  # noqa: ARG001 (the server passes itself)
    """Start the imports when the server starts; it answers meanwhile."""
    threading.Thread(target=import_all, args=(FIRST_PAGE,), daemon=True).start()
    yield


def import_all(names: tuple[str, ...]) -> None:
    """Import modules in this thread; a page that needs one of them waits for it."""
    for name in names:
        import_module(name)
