"""What a browser has drawn, said by itself: a page that waits for it goes on.

It is said beside the app's channel, where it would ask for another run of the page.
"""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

ADDRESS = "kselect-drawn"
"""Last part of the address at which it is said, behind it the name of what is awaited."""


class Leisure:
    """What runs of pages wait for, by random names. Any thread may call every method."""

    def __init__(self) -> None:
        self._awaited: dict[str, threading.Event] = {}
        self.drawn = threading.Event()
        """Set since a browser has drawn a page that waited for it."""

    @contextmanager
    def awaited(self) -> Iterator[tuple[str, threading.Event]]:
        """Give a name, and what is set when the browser says it within the block."""
        name, event = secrets.token_hex(8), threading.Event()
        self._awaited[name] = event
        try:
            yield name, event
        finally:
            del self._awaited[name]

    def hear(self, app: ASGIApp) -> ASGIApp:
        """Hear what browsers say; everything else goes to the app."""

        async def heard(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or scope["path"].rpartition("/")[2] != ADDRESS:
                await app(scope, receive, send)
                return
            if event := self._awaited.get(scope["query_string"].decode("latin-1")):
                event.set()
                self.drawn.set()
            await Response(status_code=204)(scope, receive, send)

        return heard


_LEISURE = Leisure()
awaited, hear, drawn = _LEISURE.awaited, _LEISURE.hear, _LEISURE.drawn
