"""A result that takes seconds: a button with its estimate, then progress and Stop, then itself."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

import streamlit as st

from kselect_core.words.amounts import duration
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.server.tasks import AT_ONCE, State, Work, tasks
from kselect_ui.server.visitors import visitor

T = TypeVar("T")


def result(
    key: str, work: Callable[..., T], *, title: str, button: str, seconds: float
) -> T | None:
    """Return the result of work, done at once where that is quick; else as ``offered``.

    ``key`` says everything the result depends on. ``work`` takes ``on_progress`` and ``cancel``,
    as every task; done at once it gets None for both.
    """
    if seconds <= AT_ONCE:
        return shelf().get(f"result {key}", partial(work, on_progress=None, cancel=None))
    value = offered(key, title=title, button=button, seconds=seconds, work=cast("Work", work))
    return cast("T | None", value)


def offered(key: str, *, title: str, button: str, seconds: float, work: Work) -> object:
    """Return the result of a task by its key; None while it is offered, runs, or has failed.

    ``seconds`` is the estimate beside the button. Nothing is computed before somebody presses it.
    """
    state = tasks().state(key)
    if state is not None and state.phase == "finished":
        return tasks().result(key)
    if state is not None and state.active:
        st.fragment(run_every=0.5)(_watched)(key)
        return None
    if state is not None and state.phase == "failed":
        st.warning(plain(state.reason, limit=600))
    st.button(
        f"{button} (about {duration(seconds)})",
        key=f"offer_{key}",
        on_click=tasks().start,
        args=(key, title, work, visitor()),
    )
    if state is not None and state.phase == "stopped":
        st.caption("Stopped.")
    return None


def _watched(key: str) -> None:
    state = tasks().state(key)
    if state is None or not state.active:
        st.rerun()
    share = state.done / state.total if state.total else 0.0
    st.progress(share, _sentence(state))
    st.button("Stop", key=f"stop_task_{key}", on_click=tasks().stop, args=(key,))


def _sentence(state: State) -> str:
    if state.phase == "waiting":
        return f"{plain(state.title)}: waiting, number {state.position} in the queue"
    if not state.done:
        return f"{plain(state.title)}: {duration(state.seconds)}"
    left = state.seconds * (state.total - state.done) / state.done
    return f"{plain(state.title)}: {state.done} of {state.total}, about {duration(left)} left"
