"""Progress of an experiment, by data set; who works on it; Stop, Resume and what went wrong."""

import math
import os
import socket
from collections.abc import Mapping
from datetime import UTC, datetime

import pandas as pd
import streamlit as st

from kselect_core.data.catalogue.cards import title_of
from kselect_core.experiments.protocol.protocol import Test
from kselect_core.experiments.tables.titled import row_title
from kselect_core.results.runners import Runner
from kselect_core.words.amounts import counted, duration
from kselect_ui.door.sharing import shared
from kselect_ui.experiments.jobs import Order, experiments
from kselect_ui.experiments.reading import readings
from kselect_ui.experiments.shelf import Experiment, store_path
from kselect_ui.server.book import Status
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import by_itself, visitor

EVERY = 1.0  # seconds between two looks at what runs
MOST_REASONS = 5
PART = 0.1  # of what is finished: growth after which figures are drawn again


def watch(of: Experiment, test: Test) -> None:
    """Draw how the experiment stands; while it runs, each second, and the rest as it grows."""
    active, done = experiments().active(), of.done()
    if any(status.key == of.plan.hash for status in active) or elsewhere(of):
        by_itself(_watched, every=EVERY)(of, test, done, experiments().changes)
    else:
        reading = readings().of(of, test, done, grows=False)
        _standing(of, done, reading.content.damaged if reading else 0)
        if readings().behind(of, test, done):
            by_itself(_catching_up, every=EVERY)(of, test, done)
    for status in active:
        if status.key != of.plan.hash and not shared():
            _other(status)


def elsewhere(of: Experiment) -> list[Runner]:
    """Return the other processes that work on an experiment."""
    here = (os.getpid(), socket.gethostname())
    return [runner for runner in of.runners() if (runner.pid, runner.host) != here]


def _watched(of: Experiment, test: Test, drawn: int, changes: int) -> None:
    done, others = of.done(), elsewhere(of)
    status = experiments().status(of.plan.hash)
    here = status is not None and status.active
    if experiments().changes != changes or not (others or here):
        readings().forget_damage(of, test)
        st.rerun()
    reading = readings().of(of, test, done, grows=True)
    if reading is not None and reading.done > drawn * (1 + PART):
        st.rerun()
    _running(of, done, status if here else None, others)


def _catching_up(of: Experiment, test: Test, done: int) -> None:
    if not readings().behind(of, test, done):
        st.rerun()
    readings().of(of, test, done, grows=False)
    st.caption(f"Reading the results of {counted(done, 'task')} …")


def _running(of: Experiment, done: int, status: Status | None, others: list[Runner]) -> None:
    total = of.plan.count
    with st.container(border=True):
        st.progress(done / total, _sentence(done, total, status))
        for runner in others:
            st.caption(plain(_who(runner)))
        if status is not None:
            st.button(
                "Stop",
                key="x_stop",
                on_click=experiments().stop,
                args=(of.plan.hash,),
                help="What is finished is kept; Resume continues from there.",
            )
        else:
            st.button(
                "Join in",
                key="x_join",
                on_click=experiments().start,
                args=(Order(of.plan, store_path(), join=True), visitor()),
                help="Share its tasks: each is computed once.",
            )
        progress = experiments().progress(of.plan.hash) if status is not None else None
        _by_dataset(of, progress.left if progress is not None else {})


def _sentence(done: int, total: int, status: Status | None) -> str:
    if status is None:
        return f"{done} of {total} tasks, computed by another process"
    if status.phase == "queued":
        return f"waiting, number {status.position} in the queue; {done} of {total} tasks are done"
    progress = experiments().progress(status.key)
    if progress is None:
        return f"reading the data, starting the worker processes … {duration(status.seconds)}"
    left = progress.seconds_left
    rest = "" if math.isnan(left) else f", about {duration(left)} left"
    return f"{done} of {total} tasks{rest} · {plain(row_title(progress.unit.title))}"


def _who(runner: Runner) -> str:
    since = datetime.fromtimestamp(runner.since, tz=UTC).astimezone().strftime("%d %b %H:%M")
    return f"Process {runner.pid} on {runner.host} works on it since {since}."


def _by_dataset(of: Experiment, left: Mapping[str, float]) -> None:
    st.dataframe(
        progress_table(of, left),
        hide_index=True,
        column_config={
            "finished": st.column_config.ProgressColumn(min_value=0, max_value=100, format="%d %%")
        },
        alt="Finished tasks of every data set",
    )


def progress_table(of: Experiment, left: Mapping[str, float]) -> pd.DataFrame:
    """Return finished tasks, their total and the time left by data set and variant.

    ``left`` has seconds by the key of a unit; where it is empty nothing is said of time.
    """
    counts = of.counts()
    rows: dict[tuple[str, str], list[float]] = {}
    for unit in of.plan.units:
        row = rows.setdefault((unit.variant, unit.dataset), [0, 0, 0.0])
        row[0] += min(counts[unit.key], unit.count)
        row[1] += unit.count
        row[2] += left.get(unit.key, 0.0)
    table = pd.DataFrame(
        [
            (
                title_of(d),
                v,
                100 * done // total,
                f"{done} of {total}",
                "finished" if done == total else f"about {duration(rest)}",
            )
            for (v, d), (done, total, rest) in rows.items()
        ],
        columns=["data set", "variant", "finished", "tasks", "time left"],
    )
    silent = [
        n for n, told in (("variant", table["variant"].any()), ("time left", left)) if not told
    ]
    return table.drop(columns=silent)


def _standing(of: Experiment, done: int, damaged: int) -> None:
    """Draw how an experiment stands on which nobody works; damaged rows count as finished."""
    total, failures = of.plan.count, of.failures()
    status = experiments().status(of.plan.hash)
    if status is not None and status.reason:
        st.warning(plain(status.reason, limit=600))
    if damaged:
        st.warning(_of_damage(damaged))
        done -= damaged
    if of.shipped or (done == total and not failures):
        return
    busy = experiments().busy(of.plan.hash)
    with st.container(horizontal=True, vertical_alignment="center"):
        if done + len(failures) < total or busy:
            st.button(
                "Join in" if busy else "Resume",
                key="x_resume",
                type="primary",
                on_click=experiments().start,
                args=(Order(of.plan, store_path(), join=busy), visitor()),
            )
        if failures:
            st.button(
                f"Try {counted(len(failures), 'failed task')} again",
                key="x_again",
                on_click=experiments().start,
                args=(Order(of.plan, store_path(), again=True), visitor()),
            )
        st.caption(f"Not finished: {done} of {total} tasks.", width="content")
    for reason in list(dict.fromkeys(failure.reason for failure in failures))[:MOST_REASONS]:
        st.caption(f"Failed: {plain(reason, limit=400)}")
    with st.expander("Finished tasks of every data set"):
        _by_dataset(of, {})


def _of_damage(rows: int) -> str:
    """Say that rows of the store are left out, and how they come back."""
    again = "it" if rows == 1 else "them"
    return (
        f"{counted(rows, 'row')} of the store {'is' if rows == 1 else 'are'} damaged (bits of the "
        f"file were changed) and left out here. Resume computes {again} again."
    )


def _other(status: Status) -> None:
    """Say that another experiment runs, or waits."""
    word = "waits" if status.phase == "queued" else "runs"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"Another experiment {word}: {plain(status.title)}.", width="content")
        st.button(
            "Stop it", key=f"x_stop_{status.key}", on_click=experiments().stop, args=(status.key,)
        )
