"""Work items in processes that can be killed and that never outlive their parent."""

import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from multiprocessing import parent_process
from typing import Any, TypeVar

import numpy as np
from loky import ProcessPoolExecutor
from loky.process_executor import BrokenProcessPool, TerminatedWorkerError

from kselect_core.linalg.streamed.gathered import Gathered
from kselect_core.linalg.streamed.second_pass import ByRow, Wrong
from kselect_core.linalg.tiled.tiles import Pause, go_on
from kselect_core.selection.config.config import LANDMARKS, SVM, TILED
from kselect_core.selection.sweep.class_items import any_block
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.landmarks.items import (
    ALONE,
    Again,
    Ahead,
    again_block,
    landmark_block,
    landmark_part,
    landmark_rows,
)
from kselect_core.selection.sweep.pool import worker_pool
from kselect_core.selection.sweep.prepared import ClassSplit, PreparedSplit, ready_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.tiles.items import tiled_block
from kselect_core.selection.sweep.tiles.split import TiledSplit
from kselect_core.types import Array

NICE = "KSELECT_NICE"
"""Variable with how far worker processes stand back behind others, 0 to 19."""

PARENT_CHECK = 0.5
"""Seconds between two looks at whether the parent is alive."""

POLL = 0.05
"""Seconds between two looks at whether the caller wants to stop."""


QUICK_ROWS = 400
"""Up to this many rows of data an item of least squares takes milliseconds."""

BROKEN = (BrokenProcessPool, TerminatedWorkerError)
"""What loky raises when a worker has ended."""

T = TypeVar("T")
Item = int | Again
"""What a worker of a sweep computes: an item, or estimates of one again."""

Maker = Callable[[Setup], Callable[[Any], T]]
"""What a worker process calls once, with the data: returns what it then calls for each item.

A function or a frozen tuple of a module, so that it can be sent to a process."""


class Bench:
    """What a process keeps between items: the data, the current split and one kernel matrix."""

    def __init__(self, setup: Setup, pause: Pause = go_on) -> None:
        self.setup, self.pause = setup, pause
        self._split = -1
        self._ready: PreparedSplit | ClassSplit | None = None
        self._tiled: TiledSplit | None = None
        self.workspace: Array = np.empty((0, 0))

    def ready(self, split: int) -> PreparedSplit | ClassSplit:
        """Split of that number, prepared; the last one is kept."""
        if self._ready is None or split != self._split:
            self._ready = None
            self._ready, self._split = ready_split(self.setup, split), split
            n = self._ready.n
            if self.workspace.shape != (n, n):
                self.workspace = np.empty((n, n))
        return self._ready

    def few(self, most: int) -> float:
        """Keep at most so many binary problems of the first split; gives their share of all."""
        ready = self.ready(0)
        if not isinstance(ready, ClassSplit) or len(ready.pairs) <= most:
            return 1.0
        self._ready = ready.some(most)
        return most / len(ready.pairs)

    def tiled(self, split: int) -> TiledSplit:
        """Split of that number for kernels that are never held; the last one is kept."""
        if self._tiled is None or split != self._split:
            self._tiled = None
            ready = ready_split(self.setup, split, tiled=True)
            self._tiled, self._split = TiledSplit(self.setup.config, ready, self.pause), split
        return self._tiled

    def block(self, item: "Item", ahead: Ahead = ALONE) -> Block:
        """Compute one item, from what `part` and `rows` give of it where others have done that."""
        config = self.setup.config
        if isinstance(item, Again):
            return again_block(item, self.tiled(item.item // len(config.kernels)))
        if self.setup.engine == TILED:
            return tiled_block(item, self.tiled(item // len(config.kernels)))
        if self.setup.engine == LANDMARKS:
            return landmark_block(item, self.tiled(item // len(config.kernels)), ahead)
        ready = self.ready(item // len(config.kernels))
        return any_block(config, item, ready, self.workspace)

    def part(self, item: int, run: range) -> list[list[Gathered]]:
        """Sums of an item of landmarks over a run of stretches of the points."""
        return landmark_part(item, self.tiled(item // len(self.setup.config.kernels)), run)

    def rows(
        self, item: int, run: range, sums: Sequence[list[Gathered]]
    ) -> list[list[ByRow | Wrong]]:
        """What the second pass finds there, from the sums of all runs."""
        return landmark_rows(item, self.tiled(item // len(self.setup.config.kernels)), run, sums)


def sweep_blocks(setup: Setup) -> Callable[[Item], Block]:
    """Maker of a sweep: its items are (split, kernel) pairs."""
    return Bench(setup).block


def blocks_from_processes(
    setup: Setup,
    items: Sequence[Item],
    *,
    workers: int,
    cancel: threading.Event | None,
) -> Generator[Block]:
    """Finished items of a sweep as they come; stops early when ``cancel`` is set."""
    together = handed_together(setup, items, workers)
    return results_from_processes(
        setup, together, maker=sweep_blocks, workers=workers, cancel=cancel
    )


def results_from_processes(
    setup: Setup,
    chunks: Sequence[Sequence[object]],
    *,
    maker: Maker[T],
    workers: int,
    cancel: threading.Event | None,
) -> Generator[T]:
    """Results of items as they come, from ``workers`` processes; stops when ``cancel`` is set.

    Items of one chunk are handed out together. The processes are killed when the iterator is
    closed, whatever they are doing.
    """
    executor = worker_pool(workers, partial(start_work, setup, os.getpid(), maker))
    try:
        yield from _in_order_of_completion(executor, chunks, workers, cancel)
    finally:
        executor.shutdown(wait=True, kill_workers=True)


def handed_together(setup: Setup, items: Sequence[Item], workers: int) -> list[list[Item]]:
    """Items handed out together: several where one takes milliseconds, else one by one."""
    quick = setup.config.learner != SVM and len(setup.dataset.y) <= QUICK_ROWS
    size = max(1, min(8, len(items) // (8 * workers))) if quick else 1
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


def _in_order_of_completion(
    executor: ProcessPoolExecutor,
    chunks: Sequence[Sequence[object]],
    workers: int,
    cancel: threading.Event | None,
) -> Generator[T]:
    waiting, running = list(chunks)[::-1], set[Future[list[T]]]()
    while waiting or running:
        while waiting and len(running) < 2 * workers:
            running.add(executor.submit(work_on, waiting.pop()))
        done, running = wait(running, timeout=POLL, return_when=FIRST_COMPLETED)
        try:
            for future in done:
                yield from future.result()
        except BROKEN:
            if cancel is None or not cancel.is_set():  # else whoever stopped it ended them, too
                raise
        if cancel is not None and cancel.is_set():
            return


_work: list[Callable[[Any], Any]] = []  # the one of this worker process


def start_work(setup: Setup, parent: int, maker: Maker[Any] = sweep_blocks) -> None:
    """First act of a worker process: let pages go first, watch the parent, keep the data."""
    be_gentle()
    threading.Thread(target=follow, args=(parent,), daemon=True).start()
    _work[:] = [maker(setup)]


def work_on(items: Sequence[object]) -> list[Any]:
    """Compute some items in a worker process; what a result is, the maker has decided."""
    return [_work[0](item) for item in items]


def be_gentle() -> None:
    """Work at the lower priority that ``KSELECT_NICE`` asks for, where a computer has such."""
    wanted = os.environ.get(NICE, "")
    if wanted.isdecimal() and hasattr(os, "nice"):
        os.nice(int(wanted))


def follow(parent: int) -> None:
    """End this process when its parent has ended, where no signal of the system has done so.

    That is on Windows, and where a copy of the parent holds the other end of its lifeline.
    """
    starter = parent_process()
    if sys.platform == "win32" and starter is not None:  # there a parent's number outlives it
        starter.join()
    while sys.platform != "win32" and os.getppid() == parent:
        time.sleep(PARENT_CHECK)
    os._exit(1)
