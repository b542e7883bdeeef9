"""A result that takes seconds: a button with its estimate, then progress and Stop, then itself."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

import streamlit as st

from kselect_core.words.amounts import about_text, duration
from kselect_ui.server.book import Status
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.server.tasks import AT_ONCE, Work, tasks
from kselect_ui.server.visitors import by_itself, visitor

T = TypeVar("T")
AHEAD = "begun_ahead"  # tasks that this visit has not to begin again


def at_once(seconds: float) -> bool:
    """Whether a page may compute so long without being asked."""
    return seconds <= AT_ONCE


def result(
    key: str,
    work: Callable[..., T],
    *,
    title: str,
    button: str,
    seconds: float | Callable[[], float],
    about: str = "",
) -> T | None:
    """Return the result of work, done at once where that is quick; else as ``offered``.

    ``key`` says everything the result depends on. ``work`` takes ``on_progress`` and ``cancel``,
    as every task; done at once it gets None for both. ``seconds`` are asked for once per key.
    """
    cost = shelf().get(f"seconds {key}", seconds) if callable(seconds) else seconds
    if at_once(cost):
        return shelf().get(f"result {key}", partial(work, on_progress=None, cancel=None))
    value = offered(
        key, title=title, button=button, seconds=cost, work=cast("Work", work), about=about
    )
    return cast("T | None", value)


def offered(
    key: str, *, title: str, button: str, seconds: float, work: Work, about: str = ""
) -> object:
    """Return the result of a task by its key; None while it is offered, runs, or has failed.

    ``seconds`` is the estimate beside the button, ``about`` the Markdown above it. Nothing is
    computed before somebody presses it.
    """
    status = tasks().status(key)
    if about and (status is None or status.phase != "finished"):
        st.markdown(about)
    if status is None or status.phase in ("failed", "cancelled"):
        _failed(status)
        _button(f"{button} ({about_text(seconds)})", key, title, work)
        _stopped(status)
        return None
    return _result(status)


def begun(key: str, *, title: str, work: Work) -> object:
    """Return the result of a task by its key, started by itself; None while it runs or has failed.

    What was stopped or has failed is started again by a button.
    """
    status = tasks().status(key)
    left = status is not None and status.phase == "cancelled" and not tasks().owned(key, visitor())
    if status is None or left or status.active:  # left: who asked for it has gone
        tasks().start(key, title, work, visitor())
        status = tasks().status(key)
    if status is None or status.phase in ("failed", "cancelled"):
        _failed(status)
        _button("Try again", key, title, work)
        return None
    return _result(status)


def ahead(key: str, *, title: str, work: Work) -> None:
    """Start a task that will be asked for before long: one at a time, each once in a visit.

    Where the line has no place for it a later run of the page asks again.
    """
    begun_ahead: set[str] = st.session_state.setdefault(AHEAD, set())
    active = {status.key for status in tasks().active()}
    if active & begun_ahead or key in begun_ahead or tasks().status(key) is not None:
        return
    tasks().start(key, title, work, visitor())
    status = tasks().status(key)
    if status is not None and status.phase == "failed":
        tasks().forget(key)
    else:
        begun_ahead.add(key)


def _result(status: Status) -> object:
    """Return what a task gave, or draw how it stands."""
    if status.phase == "finished":
        return tasks().result(status.key)
    by_itself(_watched, every=0.5)(status.key)
    return None


def _failed(status: Status | None) -> None:
    if status is not None and status.phase == "failed":
        st.warning(plain(status.reason, limit=600))


def _stopped(status: Status | None) -> None:
    if status is not None and status.phase == "cancelled":
        st.caption("Stopped.")


def _button(words: str, key: str, title: str, work: Work) -> None:
    start, args = tasks().start, (key, title, work, visitor())
    st.button(words, key=f"offer_{key}", on_click=start, args=args)


def _watched(key: str) -> None:
    status = tasks().status(key)
    if status is None or not status.active:
        st.rerun()
    share = status.done / status.total if status.total else 0.0
    st.progress(share, _sentence(status))
    st.button("Stop", key=f"stop_task_{key}", on_click=tasks().stop, args=(key,))


def _sentence(status: Status) -> str:
    if status.phase == "queued":
        return f"{plain(status.title)}: waiting, number {status.position} in the queue"
    if not status.done:
        return f"{plain(status.title)}: {duration(status.seconds)}"
    left = status.seconds * (status.total - status.done) / status.done
    return f"{plain(status.title)}: {status.done} of {status.total}, about {duration(left)} left"
