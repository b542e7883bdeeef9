"""The door in front of every request, also of files, uploads and the app's channel."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import parse_qs

import streamlit as st
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kselect_core.cli.sharing.word import fits
from kselect_ui.door import rules, sharing
from kselect_ui.door.channel import heard
from kselect_ui.door.headers import door_headers, with_ours
from kselect_ui.door.pages import CLOSED, ELSEWHERE, FULL, refusal_page, word_page

LOG = logging.getLogger("kselect")
COOKIE = "kselect_door"
HEALTH = "/_stcore/health"
CLOSED_ADDRESSES = ("/_stcore/metrics", "/_stcore/agent", "/_stcore/script-health-check")
"""What a shared server tells nobody: sizes and counts, a second way in, one more run."""

LEADING, LESSONS = "/teacher", "/learn"
"""Where somebody who is inside already may give the teacher's word, and where that leads."""

LONGEST = 2000  # bytes of a form with a word in it
FORM = "application/x-www-form-urlencoded"


class Answer(NamedTuple):
    """What the door itself says instead of the app."""

    status: int
    page: bytes
    further: tuple[tuple[str, str], ...] = ()


class Door:
    """Everything the app serves, for those who may have it."""

    def __init__(self, app: ASGIApp, *, clock: Callable[[], float] = time.time) -> None:
        self._app, self._clock = app, clock
        self._tries, self._room = rules.Tries(), rules.Room(sharing.most_visitors())
        self._one_at_a_time = asyncio.Semaphore()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope)
        shown = cookie_parser(_headers(scope).get("cookie", "")).get(COOKIE, "")
        if answer is None and sharing.shared() and scope["path"] != HEALTH:
            inside = rules.holder(shown, sharing.word_hash(), self._clock())
            asks = not inside or scope["path"] == LEADING
            answer = await self._asked(scope, receive, inside) if asks else self._full(scope, shown)
        if answer is not None:
            await _say(answer, scope, send)
        elif scope["type"] == "http":
            await self._app(scope, receive, _marked(send, scope["path"]))
        else:
            await self._connected(scope, receive, send, shown)

    def _refusal(self, scope: Scope) -> Answer | None:
        """What nobody gets, whatever they know."""
        headers = _headers(scope)
        host = headers.get("host", "")
        allowed = st.get_option("server.allowedHosts") or ("localhost", "127.0.0.1")
        further = st.get_option("server.corsAllowedOrigins") or ()
        strange = not rules.is_own_host(host, allowed) or not rules.is_own_page(
            headers.get("origin"), host, further
        )
        client = scope.get("client")
        if strange or not (sharing.shared() or client is None or rules.is_loopback(client[0])):
            return Answer(403, refusal_page(ELSEWHERE))
        if sharing.shared() and scope["path"].lower().startswith(CLOSED_ADDRESSES):
            return Answer(404, b"Not here.", (("content-type", "text/plain"),))
        return None

    def _full(self, scope: Scope, shown: str) -> Answer | None:
        """Say in words that no place is left, before the app would only fail to connect."""
        name, reserved = self._placed(shown)
        has_place = self._room.has_place(name, reserved=reserved)
        if scope["type"] == "websocket" or not _is_page(scope) or has_place:
            return None
        return Answer(503, refusal_page(FULL), (("retry-after", "60"),))

    async def _asked(self, scope: Scope, receive: Receive, inside: str) -> Answer:
        """Ask for the word, or hear it; ``inside`` is the name of who is let in already."""
        if scope["type"] == "websocket" or not sharing.word_hash():
            return Answer(403, refusal_page(CLOSED))
        if scope["method"] != "POST" or not _headers(scope).get("content-type", "").startswith(
            FORM
        ):
            return Answer(401, word_page())
        typed = await _word(receive)
        if typed is None:
            return Answer(413, word_page("long"))
        return await self._tried(scope, typed, inside)

    async def _tried(self, scope: Scope, typed: str, inside: str) -> Answer:
        """Compare a word, unless there were too many wrong ones."""
        address = scope["client"][0] if scope.get("client") else ""
        if not self._tries.begin(address):
            return Answer(429, word_page("often"), (("retry-after", str(int(rules.MINUTE))),))
        hashes = sharing.word_hash(), sharing.teacher_hash()
        async with self._one_at_a_time:  # each takes a processor for a moment
            fitting = [await asyncio.to_thread(fits, typed, one) for one in hashes]
        if not any(fitting):
            LOG.warning("A wrong access word from %s", address)
            return Answer(401, word_page("wrong"))
        self._tries.right(address)
        if inside and not fitting[1]:
            return Answer(401, word_page("class"))
        cookie = self._welcome(scope, inside, teacher=fitting[1])
        return Answer(303, b"", (("location", _again(scope)), ("set-cookie", cookie)))

    def _placed(self, shown: str) -> tuple[str, int]:
        """Whose ticket it is, and how many places are reserved for them."""
        signed = shown, sharing.word_hash(), self._clock()
        return rules.holder(*signed), rules.RESERVED if rules.leads(*signed) else 0

    def _welcome(self, scope: Scope, name: str, *, teacher: bool) -> str:
        secure = "; Secure" if scope.get("scheme") == "https" else ""
        shown = rules.ticket(sharing.word_hash(), self._clock(), name, teacher=teacher)
        return f"{COOKIE}={shown}; Max-Age={rules.STAYS}; Path=/; HttpOnly; SameSite=Lax{secure}"

    async def _connected(self, scope: Scope, receive: Receive, send: Send, shown: str) -> None:
        """Serve a window for as long as it is open."""
        name, reserved = self._placed(shown)
        if not sharing.shared():
            await self._app(scope, receive, send)
        elif not self._room.enter(name, reserved=reserved):
            await _say(Answer(503, b""), scope, send)
        else:
            try:
                await self._app(scope, heard(receive), send)
            finally:
                self._room.leave(name)


def _headers(scope: Scope) -> dict[str, str]:
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def _is_page(scope: Scope) -> bool:
    """Whether a request is for a page and not for one of its parts."""
    path = scope["path"]
    return (
        scope["method"] == "GET"
        and not path.startswith(("/_stcore", "/static", "/media"))
        and ("text/html" in _headers(scope).get("accept", ""))
    )


def _again(scope: Scope) -> str:
    """Address that was asked for, on this server and without anything a header may not hold."""
    if scope["path"] == LEADING:
        return LESSONS
    raw = scope.get("raw_path") or scope["path"].encode()
    path = "/" + raw.decode("latin-1").lstrip("/\\")
    query = scope.get("query_string", b"").decode("latin-1")
    whole = f"{path}?{query}" if query else path
    return "".join(sign for sign in whole if sign.isprintable() and sign.isascii())


async def _word(receive: Receive) -> str | None:
    """Return the word of a sent form; None if it is far too long."""
    body = bytearray()
    while True:
        part = await receive()
        if part["type"] != "http.request":
            return None
        body += part.get("body", b"")
        if len(body) > LONGEST:
            return None
        if not part.get("more_body", False):
            break
    words: list[str] = parse_qs(body.decode("utf-8", "replace")).get("word", [""])
    return words[0]


async def _say(answer: Answer, scope: Scope, send: Send) -> None:
    """Send what the door says; a channel is closed before it is opened."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    fields = {"content-type": "text/html; charset=utf-8", "content-length": str(len(answer.page))}
    fields |= dict(answer.further)
    headers = door_headers() + [(name.encode(), value.encode()) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.page})


def _marked(send: Send, path: str) -> Send:
    """Send answers of the app with our headers."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = with_ours(message.get("headers", ()), path)
        await send(message)

    return sent
