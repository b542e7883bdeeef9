"""Who visits this server: an anonymous name for each browser, and which are still here.

All that is asked of Streamlit about sessions stands here: the id of the session whose script runs,
whether a session is connected, and that one is closed for good.
"""

import threading
import time
from asyncio import AbstractEventLoop
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from hashlib import sha256
from typing import ParamSpec
from urllib.parse import parse_qs
from uuid import uuid4

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import exists, get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

from kselect_ui.door import rules
from kselect_ui.door.sharing import shared, word_hash

P = ParamSpec("P")
VISITOR = "visitor"
DOOR = "kselect_door"  # the ticket that the door of a shared server gives a browser


def session() -> str:
    """Id of the session whose script runs in this thread; empty outside of a script."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def went_back() -> bool:
    """Whether the browser went back or forward in its history, and the page follows."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def in_part() -> bool:
    """Whether a part of the page runs without the rest, as those do that run by themselves."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and bool(context.fragment_ids_this_run)


def repeats() -> bool:
    """Whether the widget whose callback runs is outside of the part that runs.

    Such a part brings the value that the browser knows of every widget: for one outside of it that
    may be an old one, set anew in a run that the browser has not heard of yet.
    """
    context = get_script_run_ctx(suppress_warning=True)
    parts = (context.fragment_ids_this_run if context else None) or ()
    return bool(parts) and ThreadState.get().fragment_id not in parts


@contextmanager
def whole_in_parts() -> Iterator[None]:
    """Have the browser sent what the block draws in a part that runs by itself, never a reference.

    Where such a part runs before the last run of the page has been sent, Streamlit drops what that
    run has drawn of it, but for references to figures that the browser has. Those then lead into
    containers that are not there, and the page stays white.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or ThreadState.get().fragment_id is None:
        yield
        return
    hashes, context.cached_message_hashes = context.cached_message_hashes, frozenset()
    try:
        yield
    finally:
        context.cached_message_hashes = hashes


def by_itself(part: Callable[P, None], *, every: float) -> Callable[P, None]:
    """Return a part of a page that also runs by itself every so many seconds, alone in its place.

    Where it does so before the last run of the page has been sent, Streamlit drops what that run
    has drawn of it. At the end of that run the browser then takes its old container away, whatever
    stands behind moves up, and what comes next leads into the wrong place: an element, on which the
    page stays white. In a container of its own nothing stands behind it.
    """

    @wraps(part)
    def alone(*args: P.args, **form: P.kwargs) -> None:
        with st.container():
            st.fragment(run_every=every)(part)(*args, **form)

    return alone


@contextmanager
def in_frame() -> Iterator[None]:
    """Have what the block draws belong to the frame, which stays where the page changes."""
    context = get_script_run_ctx(suppress_warning=True)
    frame = context and context.run_with_active_hash(context.pages_manager.main_script_hash)
    with frame or nullcontext():
        yield


class _Held(list[ForwardMsg]):
    """Messages that wait, in the place of what sends them; as that does, each ``asks`` to go on."""

    def __init__(self, asks: Callable[[], None]) -> None:
        super().__init__()
        self._asks = asks

    def __call__(self, message: ForwardMsg) -> None:
        self._asks()  # raises where the run is to end
        self.append(message)


@contextmanager
def at_once() -> Iterator[None]:
    """Have what the block draws sent when it ends, so that the browser draws it in one go.

    Where the run ends within the block, by `st.rerun`, `st.switch_page`, `st.stop`, an error or a
    later gesture, what was drawn until then is sent as it is without the block. Sending can be
    broken off between two messages, as everywhere. A block within another is part of that one.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or isinstance(context._enqueue, _Held):  # noqa: SLF001 (Streamlit's last step)
        yield
        return
    asks = context.session_state._yield_callback  # noqa: SLF001 (what sending asks first)
    send, held = context._enqueue, _Held(asks)  # noqa: SLF001 (as above)
    context._enqueue = held  # noqa: SLF001 (of this run alone)
    try:
        yield
    finally:
        context._enqueue = send  # noqa: SLF001 (as above)
        for message in held:
            send(message)


def bring_back(names: Collection[str]) -> None:
    """Have the link say of these names what the address says that the browser went back to.

    Streamlit leaves out what the page that was left had bound, though this one has it as well.
    """
    context = get_script_run_ctx()
    if context is None:
        return
    for name, texts in parse_qs(context.query_string).items():
        if name in names and name not in st.query_params:
            st.query_params[name] = texts
    with context.session_state.query_params() as link:
        link.set_initial_query_params_from_current()


def is_connected(session_id: str) -> bool:
    """Whether the window of a session is open; may be called from any thread."""
    return exists() and get_instance().is_active_session(session_id)


def close(session_id: str, loop: AbstractEventLoop) -> None:
    """Have the server forget a session whose window is closed, with its files and state."""

    def closed() -> None:
        if exists() and not is_connected(session_id):
            get_instance().close_session(session_id)

    loop.call_soon_threadsafe(closed)


def visitor() -> str:
    """Anonymous name of who looks at this page; the same after a reload if the door knows them."""
    name = st.session_state.get(VISITOR)
    if not isinstance(name, str):
        signed = rules.holder(*_ticket())
        name = sha256(signed.encode()).hexdigest()[:32] if signed else uuid4().hex
        st.session_state[VISITOR] = name
        visitors().came(session(), name)
    return name


def leads() -> bool:
    """Whether who looks at this page leads the class: the door signed that into their ticket."""
    return shared() and rules.leads(*_ticket())


def _ticket() -> tuple[str, str, float]:
    """The ticket of this window, with what it is checked by: the door may have read another one."""
    return st.context.cookies.get(DOOR, ""), word_hash(), time.time()


class Visitors:
    """Sessions by visitor, and since when nobody looks. Any thread may call every method."""

    def __init__(
        self,
        connected: Callable[[str], bool] = is_connected,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connected, self._clock = connected, clock
        self._lock = threading.Lock()
        self._who: dict[str, str] = {}  # visitor by session
        self._left: dict[str, float] = {}  # when a session was first seen without its window

    def came(self, session_id: str, name: str) -> None:
        """Remember whose session this is."""
        with self._lock:
            self._who[session_id] = name
            self._left.pop(session_id, None)

    def look(self) -> None:
        """See which windows are open now; what follows is as of the last look."""
        with self._lock:
            now = self._clock()
            away = {one: self._left.get(one, now) for one in self._who if not self._connected(one)}
            self._left = away

    def closed_since(self, seconds: float) -> tuple[str, ...]:
        """Sessions whose window has been closed for so long."""
        with self._lock:
            limit = self._clock() - seconds
            return tuple(one for one, at in self._left.items() if at <= limit)

    def gone_since(self, seconds: float) -> frozenset[str]:
        """Visitors none of whose windows was open in the last seconds."""
        closed = set(self.closed_since(seconds))
        with self._lock:
            here = {name for one, name in self._who.items() if one not in closed}
            return frozenset(name for name in self._who.values() if name not in here)

    def forget(self, session_id: str) -> None:
        """Drop a session that was closed for good."""
        with self._lock:
            self._who.pop(session_id, None)
            self._left.pop(session_id, None)

    def __len__(self) -> int:
        """How many sessions are known, with those whose window was closed not long ago."""
        with self._lock:
            return len(self._who)


@st.cache_resource(show_spinner=False)
def visitors() -> Visitors:
    """Return the one list of visitors of this server."""
    return Visitors()
