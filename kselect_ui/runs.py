"""Runs as the pages see them: the folder of runs and, if it cannot be written, memory."""

import os
from dataclasses import replace

import pandas as pd

from kselect_core.errors import KselectError, StorageError
from kselect_core.results import runs
from kselect_core.results.runs import Run, Unreadable
from kselect_core.selection.config import SweepConfig
from kselect_ui.job import Status
from kselect_ui.jobs import JobRegistry, registry


def every_run() -> tuple[tuple[Run, ...], tuple[Unreadable, ...]]:
    """Return runs that do not wait or work now, newest first, and folders that are no runs."""
    listing = runs.listing()
    jobs = {status.digest: status for status in registry().statuses()}
    active = {digest for digest, status in jobs.items() if status.active}
    kept = [_settled(run) for run in listing.runs if run.digest not in active]
    known = active | {run.digest for run in kept}
    unkept = [_in_memory(status, registry()) for d, status in jobs.items() if d not in known]
    return (*reversed(unkept), *kept), listing.unreadable


def finished_runs() -> tuple[Run, ...]:
    """Return the runs that can be looked at, newest first."""
    return tuple(run for run in every_run()[0] if run.state == "finished")


def load_run(digest: str) -> tuple[SweepConfig, pd.DataFrame]:
    """Return the configuration and the table of a run, from the folder or from memory."""
    try:
        run = runs.read(digest)
        return SweepConfig.from_toml(run.config), runs.load(digest)
    except StorageError:
        config = registry().config(digest)
        if config is None:
            raise
        return config, registry().table(digest)


def config_of(run: Run) -> SweepConfig | None:
    """Return the configuration of a run; None if this version cannot read it."""
    try:
        return SweepConfig.from_toml(run.config)
    except KselectError:
        return None


def delete(digest: str) -> None:
    """Forget a run that neither waits nor works."""
    status = registry().status(digest)
    if status is None or not status.active:
        registry().forget(digest)
        runs.delete(digest)


def _settled(run: Run) -> Run:
    """Return a run of the folder; one that claims to be running here, but is not, was cut short."""
    return runs.interrupted(replace(run, pid=0) if run.pid == os.getpid() else run)


def _in_memory(status: Status, jobs: JobRegistry) -> Run:
    config = jobs.config(status.digest)
    return Run(
        digest=status.digest,
        state="running" if status.phase == "queued" else status.phase,
        config=config.to_toml() if config else "",
        title=status.title,
        done=status.done,
        total=status.total,
        seconds=status.seconds,
        reason=status.reason,
    )
