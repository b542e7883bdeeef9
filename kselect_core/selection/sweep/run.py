"""Run a sweep: every kernel of the grid on every split, into one tidy table."""

import os
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from time import monotonic

import pandas as pd

from kselect_core.data import CATALOGUE, Dataset
from kselect_core.data.catalogue.cards import ALIASES
from kselect_core.errors import (
    ClusterError,
    DataError,
    InvalidParameterError,
    StoppedError,
    SweepCancelledError,
    SweepFailedError,
)
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.results.table import KernelEigenvalues
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.dask.sweep import blocks_from_scheduler
from kselect_core.selection.sweep.engines import refuse_beyond
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.landmarks.rounds import Round, settled
from kselect_core.selection.sweep.landmarks.settling import Settling
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.rows import finished_rows, joined, tidy
from kselect_core.selection.sweep.setup import Setup, named_dataset, warn_of_another
from kselect_core.selection.sweep.workers import BROKEN, Bench, Item, blocks_from_processes

MOST_WORKERS = 256

ORIGIN = "origin"

KILLED = "A worker process was killed, probably because memory ran out;"

ROWS_EVERY = 0.5
"""Seconds between two deliveries of finished rows; those of slower items come one by one."""


def run_sweep(  # noqa: PLR0913 (the configuration, and what happens around it)
    config: SweepConfig,
    *data: object,
    dataset: Dataset | tuple[object, object] | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    on_rows: Callable[[pd.DataFrame], None] | None = None,
    on_round: Callable[[Round], None] | None = None,
    on_eigenvalues: Callable[[KernelEigenvalues], None] | None = None,
    cancel: threading.Event | None = None,
    done: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Tidy table of a sweep: one row per split, kernel, parameter, λ and quantity.

    Parameters
    ----------
    config : SweepConfig
        What is swept.
    *data : Dataset, optional
        The data; arrays go into ``dataset``.
    dataset : Dataset or (X, y), optional
        The data by name; without them the configuration names them.
    workers : int, optional
        Processes that compute; without them this one does, on one thread. The numbers do not depend
        on it. They are killed when ``cancel`` is set or this process ends.
    scheduler : str, optional
        Address of a Dask scheduler, ``"tcp://10.0.0.5:8786"``, whose workers compute in place of
        this machine, with the same numbers; needs the extra ``distributed``. Workers may die and
        others come. Code is exchanged with the scheduler: use one that you trust.
    on_progress : callable, optional
        Called with (finished, total) after each work item: one kernel on one split, all λ.
    on_rows : callable, optional
        Called now and then with a table of the rows finished since.
    on_round : callable, optional
        Called on landmarks once all items are finished, where the order of some kernels is open:
        with a tuple (``rows`` of K that they are compared by, ``most`` rows there can be, kernels
        ``finished`` of this round, and how many ``kernels`` it has).
    on_eigenvalues : callable, optional
        Called for each kernel that was decomposed, on the first five splits: with a tuple (number
        of the ``split``, ``kernel``, ``parameter``, ``eigenvalues`` of the training kernel,
        descending). Not of several classes.
    cancel : threading.Event, optional
        Stops the sweep once it is set.
    done : DataFrame, optional
        Partial table of the same sweep, whose finished items are not computed again. Rows of other
        data, another learner, ridge, preparation or seed are refused. Which these were stands in
        ``table.attrs["origin"]``; a table that lost it (a CSV file, say) does not tell its seed or
        preparation.

    Returns
    -------
    DataFrame
        Columns as in docs/notation.md; ``quantity`` names a criterion or an error, ``value`` is its
        number, ``reason`` says why there is none. That of `kselect.run_sweep` knows ``config``:
        ``table.plot()`` draws what `plot` does.

    Raises
    ------
    SweepCancelledError
        After ``cancel``; its ``table`` holds the finished rows.
    TooLargeError
        Before anything is allocated that would not fit.
    ClusterError
        Where no scheduler answers, or its workers have other versions.
    SweepFailedError
        When workers end; its ``table`` holds the finished rows.

    Examples
    --------
    >>> from kselect import SweepConfig, run_sweep
    >>> config = SweepConfig(dataset="moons", criteria=("loo", "kta"), lambdas=(0.001,), repeats=2)
    >>> table = run_sweep(config)
    >>> sorted(table["quantity"].unique())[:3]
    ['effective_dof', 'kta', 'loo']
    >>> loo = table[table["quantity"] == "loo"]
    >>> float(loo.groupby("parameter")["value"].mean().idxmin())
    0.5
    """
    workers = _checked_workers(workers, scheduler)
    setup = _setup(config, data, dataset)
    if scheduler is None:
        refuse_too_large(config, setup.n, workers=workers or 1, tested=setup.tested)
    else:
        refuse_beyond(config, setup.n)
    finished, *rows = (set[int](),) if done is None else _finished(setup, done)
    items = [item for item in config.items if item not in finished]
    progress = _Progress(setup, rows, len(finished), on_progress, on_rows, on_eigenvalues)
    settling, whole = Settling(setup, finished), True

    def blocks_of(some: Sequence[Item]) -> Generator[Block]:
        return _blocks(setup, some, workers, scheduler, cancel)

    try:
        with closing(blocks_of(items)) as blocks:
            for block in blocks:
                progress.add(block)
                settling.take(block)
        if progress.finished == progress.total:
            whole = settled(settling, blocks_of, on_round)
    except (*BROKEN, ClusterError) as error:
        if isinstance(error, ClusterError) and not progress.finished:
            raise
        why = str(error) if isinstance(error, ClusterError) else KILLED
        raise SweepFailedError(f"{why} {progress.kept}", progress.table()) from error
    if progress.finished < progress.total or not whole:
        more = "" if whole else " Some are still to be compared by more rows."
        raise SweepCancelledError(f"Stopped: {progress.kept}{more}", progress.table())
    return settling.told(progress.table())


def _setup(config: object, data: tuple[object, ...], dataset: object) -> Setup:
    """Configuration with its data, which stand behind it, are given by name, or named by it."""
    if dataset is None and len(data) == 1 and isinstance(data[0], Dataset):
        dataset, data = data[0], ()
    checked = _checked_config(config, data)
    setup = Setup.of(checked, _given_dataset(checked, dataset))
    if dataset is not None:
        warn_of_another(checked, setup.dataset, above=2)
    return setup


def _finished(setup: Setup, done: pd.DataFrame) -> tuple[set[int], pd.DataFrame]:
    """Numbers of the items that a table holds, and their rows; raises for another sweep."""
    finished, rows = finished_rows(setup, done)
    if done.attrs.get(ORIGIN, setup.origin) != setup.origin:
        raise DataError(
            "The finished rows belong to another sweep: its data, seed, test share, preparation, "
            "learner, ridge or kernel family differ."
        )
    return finished, rows


def _checked_config(config: object, others: tuple[object, ...]) -> SweepConfig:
    """Configuration itself; raises for what is none, and for arrays beside it."""
    if not isinstance(config, SweepConfig) or others:
        allowed = (
            "a SweepConfig and at most a Dataset behind it; arrays go into dataset: "
            "run_sweep(SweepConfig(dataset='mine'), dataset=(X, y))"
        )
        given = " and ".join(type(one).__name__ for one in (config, *others))
        raise InvalidParameterError("Sweep", "what comes first", allowed, given)
    return config


def _given_dataset(config: SweepConfig, dataset: object) -> Dataset:
    """Data set of a sweep: given, made of arrays (X, y), or named by the configuration."""
    if dataset is None:
        return named_dataset(config)
    if isinstance(dataset, tuple) and len(dataset) == 2:  # noqa: PLR2004 (X and y)
        bundled = ALIASES.get(config.dataset, config.dataset) in CATALOGUE
        X, y = dataset
        return Dataset.from_arrays(X, y, name="arrays" if bundled else config.dataset)
    return dataset  # type: ignore[return-value]  # the setup says what it must be


def with_digest(config: SweepConfig, dataset: Dataset) -> SweepConfig:
    """Configuration bound to the content of its data, so that other data are refused."""
    return replace(config, dataset_digest=Setup.of(config, dataset).dataset.digest)


class _Progress:
    """Collects finished items, beside the rows that were there before, and tells the caller."""

    def __init__(
        self,
        setup: Setup,
        rows: Sequence[pd.DataFrame],
        finished: int,
        on_progress: Callable[[int, int], None] | None,
        on_rows: Callable[[pd.DataFrame], None] | None,
        on_eigenvalues: Callable[[KernelEigenvalues], None] | None,
    ) -> None:
        self.setup, self.config, self.rows = setup, setup.config, rows
        self.total, self.finished = len(self.config.items), finished
        self.on_progress, self.on_rows = on_progress, on_rows
        self.on_eigenvalues = on_eigenvalues
        self.blocks: list[Block] = []
        self.delivered = 0
        self.begun = self.last = monotonic()

    @property
    def kept(self) -> str:
        """How far it has come, for people."""
        return f"{self.finished} of {self.total} kernels are finished and kept."

    def add(self, block: Block) -> None:
        """Take a finished item."""
        if block.eigenvalues is not None:
            if self.on_eigenvalues is not None:
                place = block.split, block.kernel, block.parameter
                self.on_eigenvalues(KernelEigenvalues(*place, block.eigenvalues))
            block = block._replace(eigenvalues=None)  # the table has no place for them
        self.blocks.append(block)
        self.finished += 1
        if self.on_progress is not None:
            self.on_progress(self.finished, self.total)
        if self.on_rows is not None and self._is_time:
            self.on_rows(tidy(self.config, self.blocks[self.delivered :]))
            self.delivered, self.last = len(self.blocks), monotonic()

    @property
    def _is_time(self) -> bool:
        """Whether rows are delivered now: the next item may be long in coming."""
        now = monotonic()
        slow = now - self.begun >= ROWS_EVERY * len(self.blocks)
        return slow or now - self.last >= ROWS_EVERY or self.finished == self.total

    def table(self) -> pd.DataFrame:
        """Rows of all items, which tell where they come from."""
        table = joined(self.config, [*self.rows, tidy(self.config, self.blocks)])
        table.attrs[ORIGIN] = self.setup.origin
        return table


def _blocks(
    setup: Setup,
    items: Sequence[Item],
    workers: int | None,
    scheduler: str | None,
    cancel: threading.Event | None,
) -> Generator[Block]:
    if scheduler is not None:
        yield from blocks_from_scheduler(setup, items, address=scheduler, cancel=cancel)
        return
    if workers is not None:
        yield from blocks_from_processes(setup, items, workers=workers, cancel=cancel)
        return

    def pause() -> None:
        if cancel is not None and cancel.is_set():
            raise StoppedError("Stopped within an item.")

    bench = Bench(setup, pause)
    with one_blas_thread(), suppress(StoppedError):
        for item in items:
            pause()
            yield bench.block(item)


def _checked_workers(workers: object, scheduler: object) -> int | None:
    if scheduler is not None and (workers is not None or not isinstance(scheduler, str)):
        raise InvalidParameterError(
            "Sweep",
            "scheduler",
            "an address such as 'tcp://10.0.0.5:8786', and workers left out: the scheduler has its "
            "own",
            scheduler if workers is None else (scheduler, workers),
        )
    if workers is None:
        return None
    whole = isinstance(workers, int) and not isinstance(workers, bool)
    if not whole or not 1 <= int(str(workers)) <= MOST_WORKERS:
        raise InvalidParameterError(
            "Sweep",
            "the number of workers",
            f"a whole number from 1 to {MOST_WORKERS}, or None for this process "
            f"(this machine has {os.cpu_count()} cores)",
            workers,
        )
    return int(str(workers))
