"""From a configuration to a running job: what it will cost, Run, and what became of it."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import pandas as pd
import streamlit as st

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.data.catalogue.cards import title_of
from kselect_core.errors import KselectError, TooLargeError
from kselect_core.results.runs import Run, save
from kselect_core.selection.config.config import AUTO, DENSE, LANDMARKS, RANDOM, TILED, SweepConfig
from kselect_core.selection.sweep.engines import TILED_FROM, engine_for, why
from kselect_core.selection.sweep.estimate import Estimate, Timing, estimate
from kselect_core.selection.sweep.extreme_kernels import numerical_limits, skipped
from kselect_core.selection.sweep.setup import Setup
from kselect_core.words.amounts import about_text, counted, duration, pace_text
from kselect_core.words.labels import kernels_counted, quantity_text, strength
from kselect_core.words.lists import listed
from kselect_core.words.sweeps import kernels_text
from kselect_ui.server import runs
from kselect_ui.server.book import Status
from kselect_ui.server.jobs import WORKERS, fewer_splits, registry, scheduler
from kselect_ui.server.line import NoPlaceError
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.server.turns import away
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import datasets, switches
from kselect_ui.widgets import linked

NOTICE, OPEN = "notice", "open_run"
AWAITED = "awaited"  # digest of the sweep that opens on Explore when it ends
EXPLORE = ("", "start", "explore")  # addresses of the page that shows it growing
COMFORTABLE, HOUR = 600.0, 3600.0  # seconds: above, less is offered first; it is asked twice
FIRST = 480.0  # seconds of the splits of a longer sweep that are computed first
FEWER = 2000  # rows to train on that are offered first
WORTH = 0.5  # share of the time that fewer rows to train on may take, to be offered
RECENT = 900.0  # seconds for which a timing of an item is used again
MOST_COMPARED = 2000  # rows, each with each other: a quarter of a second
_PILOT = threading.Lock()  # kernels are timed one after the other, whoever asks


def limits(config: SweepConfig, dataset: Dataset) -> tuple[str, ...]:
    """Return which kernels of a grid are numerically the identity or constant, in words."""
    return shelf().get(
        f"limits {config.digest()}",
        lambda: tuple(limit.words for limit in numerical_limits(config, dataset)),
    )


def costs(config: SweepConfig, dataset: Dataset, beside: ExitStack | None = None) -> Estimate:
    """Return what a sweep will cost, measured once per configuration.

    Whoever must time a kernel leaves the turn to other pages until its cost is known; with
    ``beside`` until that block ends, in which several are measured: each wait may be long.
    """
    with ExitStack() as own:
        left = own if beside is None else beside
        return shelf().get(
            f"costs {config.digest()}",
            lambda: _measured(config, dataset, left),
            saying="Timing three points of the grid…",
        )


def _measured(config: SweepConfig, dataset: Dataset, beside: ExitStack) -> Estimate:
    """Measure what a sweep will cost; the turn is left where a kernel must be timed."""

    def timing(name: str, timed: Callable[[], Timing]) -> Timing:
        def alone() -> Timing:
            beside.enter_context(away())  # once: the turn is taken again at the end
            with _PILOT:
                return timed()

        stamp = int(time.monotonic() // RECENT)  # how busy this computer is changes
        return shelf().get(name, alone, stamp=stamp)

    return estimate(config, dataset, workers=WORKERS, keep=timing)


class Part(NamedTuple):
    """The splits of a sweep that are computed next, with how long they take."""

    config: SweepConfig
    seconds: float


class Plan(NamedTuple):
    """What a sweep costs, why it cannot be run, if it cannot, and its splits: next ones, all.

    ``begun`` is the number of splits that a finished run of fewer has, and ``finished`` the digest
    of what can be looked at: the sweep itself, or that run; empty if there is neither.
    """

    cost: Estimate | None
    refused: str
    first: Part
    every: Part
    begun: int
    finished: str

    @property
    def seconds(self) -> float:
        """Time of the splits that are computed next; 0 where the sweep cannot be run."""
        return 0.0 if self.refused else self.first.seconds

    @property
    def complete(self) -> bool:
        """Whether the sweep itself can be looked at."""
        return self.finished == self.every.config.digest()

    @property
    def words(self) -> str:
        """Which splits are there, and which are computed first; empty where all are."""
        if self.complete:
            return ""
        whole, begun = self.every.config.repeats, self.begun
        some, about = self.first.config.repeats - begun, duration(self.first.seconds)
        there = f"{begun} of {whole} splits {'is' if begun == 1 else 'are'} there" if begun else ""
        if self.first is self.every:
            return f"{there}; the others take about {about}." if there else ""
        first = f"{there}; {some} more" if there else f"{counted(some, 'split')} of {whole}"
        return f"{first} first: about {about}; more splits can be added afterwards."


def plan(config: SweepConfig, dataset: Dataset) -> Plan:
    """Return what a sweep costs and which of its splits are computed first."""
    cost, refused = refusal(config, dataset)
    finished = {run.digest for run in runs.finished_runs()}
    begun, there = next(
        (
            (config.repeats - missing, digest)
            for missing, digest in enumerate(fewer_splits(config), start=1)
            if digest in finished
        ),
        (0, ""),
    )
    parts = _parts(config, cost.seconds if cost else 0.0, begun)
    whole = config.digest()
    return Plan(cost, refused, *parts, begun, whole if whole in finished else there)


def _parts(config: SweepConfig, seconds: float, begun: int) -> tuple[Part, Part]:
    """Return the splits of a sweep that are computed next, and all that are missing.

    They are the same where all take no longer than people wait; otherwise the first are those that
    fit into eight minutes, at least one. ``seconds`` is the time of all of them.
    """
    each, missing = seconds / config.repeats, config.repeats - begun
    every = Part(config, missing * each)
    if config.split != RANDOM or every.seconds <= COMFORTABLE:
        return every, every
    some = min(missing, max(1, int(FIRST / each)))
    return Part(replace(config, repeats=begun + some), some * each), every


def title(config: SweepConfig) -> str:
    """Return one line that tells a run from the others."""
    return (
        f"{title_of(config.dataset)}: {kernels_text(config)}, "
        f"{len(config.lambdas)} {strength(config)}, "
        f"{counted(len(config.criteria), 'criterion', 'criteria')}, "
        f"{counted(config.repeats, 'split')}"
    )


def run(config: SweepConfig, dataset: Dataset) -> None:
    """Start or queue a sweep; the callback of Run and of Resume."""
    _start(config, dataset)


def _start(config: SweepConfig, dataset: Dataset) -> bool:
    """Start or queue a sweep; returns whether it has a place."""
    try:
        digest = registry().submit(config, dataset, owner=visitor(), title=title(config))
    except NoPlaceError as full:
        st.session_state[NOTICE] = str(full)
        return False
    st.session_state[AWAITED] = digest
    return True


def run_and_watch(config: SweepConfig, dataset: Dataset) -> None:
    """Start a sweep and go to Explore, which shows it growing; a callback."""
    if _start(config, dataset):
        st.session_state[OPEN] = True


def awaited() -> Status | None:
    """Return how the sweep stands that opens on Explore when it ends; None if there is none."""
    return registry().status(st.session_state.get(AWAITED, ""))


def no_longer_awaited() -> None:
    """Leave a sweep to itself: it goes on, and nothing opens when it ends."""
    st.session_state.pop(AWAITED, None)


def arrive(page: str) -> str:
    """Open an awaited sweep that has ended; returns the key of one that grows on this page, or "".

    Who looks at another page went elsewhere and is left there.
    """
    status = awaited()
    if status is not None and page not in (*EXPLORE, "sweep") and OPEN not in st.session_state:
        no_longer_awaited()
    elif status is not None and status.phase == "finished":
        no_longer_awaited()
        open_run(status.key)
    return status.key if page in EXPLORE and status is not None and status.active else ""


def resume(kept: Run) -> None:
    """Go on with a run that was stopped, on the same data."""
    try:
        config = SweepConfig.from_toml(kept.config)
        run(config, datasets.load(datasets.name_of(config)))
    except KselectError as error:
        st.session_state[NOTICE] = str(error)


def open_run(digest: str) -> None:
    """Show a finished run on Explore: sets the view here, `follow` changes the page."""
    runs.let_see(digest)
    switches.open_sweep(digest)
    st.session_state[OPEN] = True


def keep(
    config: SweepConfig, table: pd.DataFrame, *, seconds: float = 0.0, owner: str = ""
) -> None:
    """Keep a sweep that was computed beside the queue among the finished runs."""
    count = len(config.items)
    record = Run(
        config.digest(),
        "finished",
        config.to_toml(),
        title=title(config),
        done=count,
        total=count,
        seconds=seconds,
        saved=time.time(),
        owners=owner,
    )
    save(record, table)


def remove(digest: str) -> None:
    """Delete a run from the folder and from memory."""
    try:
        runs.delete(digest)
    except KselectError as error:
        st.session_state[NOTICE] = str(error)


def when(posix: float) -> str:
    """Return when a run was kept, in the clock of this computer."""
    if not posix:
        return "only in memory"
    return datetime.fromtimestamp(posix, tz=UTC).astimezone().strftime("%d %b %H:%M")


def refusal(config: SweepConfig, dataset: Dataset) -> tuple[Estimate | None, str]:
    """Return the estimate, and why the sweep cannot be run, if it cannot."""
    try:
        cost = costs(config, dataset)
    except TooLargeError as error:
        return None, str(error)
    return cost, "" if scheduler() else cost.refused  # each worker there is asked at the start


def follow() -> bool:
    """Whether `open_run` asked for another page just now."""
    return bool(st.session_state.pop(OPEN, False))


def panel(config: SweepConfig | None, dataset: Dataset, *, problems: tuple[str, ...] = ()) -> None:
    """Draw the estimate and the button that runs the sweep."""
    with st.container(border=True):
        if config is None:
            st.markdown("**Not ready to run**")
            for problem in problems:
                st.markdown(f"- {plain(problem, limit=400)}")
            st.button("Run sweep", disabled=True, key="run_sweep", width="stretch")
            return
        planned = plan(config, dataset)
        cost, refused, seconds = planned.cost, planned.refused, planned.first.seconds
        if cost:
            _cost(config, cost, planned.words)
            _engine(config, Setup(config, dataset).trained)
        if refused:
            st.error(plain(refused, limit=600))
        elif len(dataset.y) <= MOST_COMPARED:
            _limits(config, dataset)
        fewer = _fewer(config, dataset, seconds)
        unsure = not planned.complete and seconds > HOUR and not _sure(planned.first)
        _button(planned, dataset, blocked=bool(refused) or unsure, first=not fewer)


def _cost(config: SweepConfig, cost: Estimate, words: str) -> None:
    kernels = kernels_counted(config)
    criteria = counted(len(config.criteria), "criterion", "criteria")
    st.markdown(
        f"**{kernels}** × **{len(config.lambdas)} {strength(config)}** × "
        f"**{counted(config.repeats, 'split')}**, **{criteria}**"
    )
    first, second = st.columns(2)
    first.metric("Time, about", duration(cost.seconds))
    second.metric("Memory, about", size(cost.bytes))
    if words:
        st.caption(words)
    if (pace := pace_text(cost.seconds, cost.busy)) and not scheduler():
        st.caption(f"{pace[0].upper()}{pace[1:]}.")
    if address := scheduler():
        st.caption(
            f"The Dask workers at {plain(address)} compute this sweep. Time and memory above are "
            f"for {counted(WORKERS, 'process', 'processes')} of this computer."
        )


def _engine(config: SweepConfig, n: int) -> None:
    """Say what computes a sweep and why, where that is not the usual; it is chosen below."""
    engine = engine_for(config, n)
    if engine == DENSE and config.engine == AUTO and n <= TILED_FROM:
        return
    st.markdown(f"Engine **{engine}**. {why(config, n)}")
    if engine != DENSE:
        st.caption("Every value comes with its numerical error.")


def left_out_text(config: SweepConfig, n: int) -> str:
    """Return which criteria have no value for so many training points, and why; empty if all do."""
    left_out = skipped(config, n)
    names = listed([quantity_text(quantity) for quantity in left_out])
    return f"{plain(names)} will be skipped: {_why_skipped(config, n)}" if left_out else ""


def _why_skipped(config: SweepConfig, n: int) -> str:
    """Return why criteria have no value for so many training points."""
    if engine_for(config, n) == TILED:
        return (
            "all eigenvectors of the kernel matrix would be needed, which the engine tiled never "
            f"holds (here {n:,} training points), and estimates would have no error bar that holds."
        )
    if engine_for(config, n) == LANDMARKS:
        return "a kernel matrix would be needed, and the engine landmarks has none."
    return (
        f"above {EIGH_LIMIT:,} training points (here {n:,}) the eigendecomposition that they need "
        "takes too long."
    )


def _fewer(config: SweepConfig, dataset: Dataset, seconds: float) -> bool:
    """Say what a large sweep skips, and offer fewer rows to train on.

    Returns whether they come first: a sweep of all rows does where it takes no longer than people
    wait, since the choice of fewer rows is often another one.
    """
    rows, n = len(dataset.y), Setup(config, dataset).trained
    left_out, first = left_out_text(config, n), seconds > COMFORTABLE
    if not left_out and not first:
        return False
    if left_out:
        st.warning(left_out)
    if config.split != RANDOM or n <= FEWER:
        return first
    least, most = min(200, n), min(EIGH_LIMIT, n)
    number = int(st.number_input("Rows to train on", least, most, FEWER, 500, key="fewer_rows"))
    share = datasets.share_for(number, rows)
    about = costs(replace(config, test_share=share), dataset)
    if about.refused or about.seconds > max(COMFORTABLE * first, WORTH * seconds):
        st.caption(
            f"With {number:,} training rows it would take as long: all others are test rows. "
            "“Rows to use”, on the page Data under “How it was read”, takes fewer rows of a table."
        )
        return first
    st.button(
        f"Train on {number:,} rows ({about_text(about.seconds)})",
        key="use_fewer",
        type="primary" if first else "secondary",
        width="stretch",
        on_click=linked.put,
        args=(datasets.SHARE, share),
        help="A part of the rows with the classes in the same shares, drawn again for each split "
        "from the seed. All other rows are test rows: the test share is set, and recorded.",
    )
    st.caption("Fewer rows often choose another kernel than all rows do.")
    return first


def _sure(part: Part) -> bool:
    """Draw the question whether a sweep of hours is meant; returns the answer."""
    words = f"Run it anyway: it takes {about_text(part.seconds)}"
    return st.checkbox(words, key=f"sure_{part.config.digest()}")


def _limits(config: SweepConfig, dataset: Dataset) -> None:
    """Say which ends of the grid are allowed, but tell no points apart or all of them."""
    try:
        sentences = limits(config, dataset)
    except KselectError:  # the estimate or the sweep itself says it
        return
    for words in sentences:
        st.caption(plain(words))


def _button(planned: Plan, dataset: Dataset, *, blocked: bool, first: bool) -> None:
    next_one, every = planned.first, planned.every
    if planned.complete:
        st.button(
            "This sweep is finished: open it in Explore",
            key="run_sweep",
            on_click=open_run,
            args=(planned.finished,),
            type="primary",
            width="stretch",
        )
        return
    st.button(
        "Run sweep",
        key="run_sweep",
        on_click=run,
        args=(next_one.config, dataset),
        type="primary" if first else "secondary",
        width="stretch",
        disabled=blocked or _works(next_one),
    )
    if next_one is not every:
        st.button(
            f"Run all {every.config.repeats} splits ({about_text(every.seconds)})",
            key="run_all",
            on_click=run,
            args=(every.config, dataset),
            type="tertiary",
            width="stretch",
            disabled=blocked or _works(every),
        )


def _works(part: Part) -> bool:
    status = registry().status(part.config.digest())
    return bool(status and status.active)


def size(count: int) -> str:
    """Return a number of bytes as people say it."""
    return f"{count / 2**30:.1f} GiB" if count >= 2**30 else f"{max(1, round(count / 2**20))} MiB"
