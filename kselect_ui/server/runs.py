"""Runs as the pages see them: the folder of runs and, if it cannot be written, memory."""

import os
from contextlib import suppress
from dataclasses import replace

import pandas as pd
import streamlit as st

from kselect_core.errors import KselectError, StorageError
from kselect_core.results import runs
from kselect_core.results.runs import Run, Unreadable
from kselect_core.selection.config.config import SweepConfig
from kselect_ui.door.sharing import shared
from kselect_ui.server.book import Status
from kselect_ui.server.jobs import JobRegistry, registry
from kselect_ui.server.visitors import visitor

LINKS = "runs_by_link"  # digests of runs of others that this visitor has a link to
LINK_DIGITS, MOST_LINKS = 12, 30


def every_run() -> tuple[tuple[Run, ...], tuple[Unreadable, ...]]:
    """Return runs that do not wait or work now, newest first, and folders that are no runs."""
    listing = runs.listing()
    jobs = {status.key: status for status in registry().statuses()}
    active = {digest for digest, status in jobs.items() if status.active}
    behind = active | {d for d, status in jobs.items() if _is_ahead(status, listing.runs)}
    on_disk = [_settled(run) for run in listing.runs if run.digest not in behind]
    listed = active | {run.digest for run in on_disk}
    held = [d for d in jobs if d not in listed and registry().holds(d)]
    unkept = [_in_memory(jobs[d], registry()) for d in held]
    return (*reversed(unkept), *on_disk), () if shared() else listing.unreadable


def _is_ahead(status: Status, kept: tuple[Run, ...]) -> bool:
    """Whether memory has all of a run whose end could not be written into the folder."""
    states = {run.digest: run.state for run in kept}
    ended = status.phase == "finished" and registry().holds(status.key)
    return ended and states.get(status.key) != "finished"


def is_own(digest: str, owners: str = "") -> bool:
    """Whether this visitor asked for a run; on a server of one's own everything is."""
    return not shared() or visitor() in owners.split() or registry().owned(digest, visitor())


def is_seen(run: Run) -> bool:
    """Whether this visitor may see a run: their own ones, and those they have a link to."""
    return is_own(run.digest, run.owners) or run.digest in st.session_state.get(LINKS, ())


def by_link(start: str) -> str:
    """Return the digest of the finished run that a link names, which may then be seen."""
    if len(start) < LINK_DIGITS:
        return ""
    digests = [run.digest for run in finished_runs() if run.digest.startswith(start)]
    if len(digests) != 1:
        return ""
    let_see(digests[0])
    return digests[0]


def let_see(digest: str) -> None:
    """Let this visitor see a run: they have a link to it, or its settings and its data."""
    st.session_state[LINKS] = (*st.session_state.get(LINKS, ())[-MOST_LINKS:], digest)


def active() -> tuple[Status, ...]:
    """Return the sweeps that wait or run, on a shared server those of this visitor."""
    return tuple(status for status in registry().active() if is_own(status.key))


def finished_runs() -> tuple[Run, ...]:
    """Return the runs that can be looked at, newest first."""
    return tuple(run for run in every_run()[0] if run.state == "finished")


def is_finished(digest: str) -> bool:
    """Whether a run of that digest can be looked at."""
    return any(run.digest == digest for run in finished_runs())


def load_run(digest: str) -> tuple[SweepConfig, pd.DataFrame]:
    """Return the configuration and the table of a run, from the folder or from memory."""
    status, config = registry().status(digest), registry().config(digest)
    try:
        run = runs.read(digest)
        if config is None or status is None or not _is_ahead(status, (run,)):
            return SweepConfig.from_toml(run.config), runs.load(digest)
    except StorageError:
        if config is None or not registry().holds(digest):
            raise
    return config, registry().table(digest)


def config_of(run: Run) -> SweepConfig | None:
    """Return the configuration of a run; None if this version cannot read it."""
    try:
        return SweepConfig.from_toml(run.config)
    except KselectError:
        return None


def delete(digest: str) -> None:
    """Forget a run of one's own that neither waits nor works."""
    with suppress(StorageError):
        if not is_own(digest, runs.read(digest).owners):
            return
    status = registry().status(digest)
    if status is None or not status.active:
        registry().forget(digest)
        runs.delete(digest)


def _settled(run: Run) -> Run:
    """Return a run of the folder; one that claims to be running here, but is not, was cut short."""
    return runs.interrupted(replace(run, pid=0) if run.pid == os.getpid() else run)


def _in_memory(status: Status, jobs: JobRegistry) -> Run:
    config = jobs.config(status.key)
    return Run(
        digest=status.key,
        state="running" if status.phase == "queued" else status.phase,
        config=config.to_toml() if config else "",
        title=status.title,
        done=status.done,
        total=status.total,
        seconds=status.seconds,
        reason=status.reason,
    )
