"""A sweep without the matrix on Dask: two workers against one, and what more of them would give.

    python -m benchmarks.large.dask_workers [covertype|synthetic] [n]

31 widths × 25 λ × 5 folds, one split; a task is a width. First every width in this process, alone;
then the same sweep on a scheduler in this process with one worker process and with two. Last, on
paper, how long more workers would take with these times: each takes the next width, longest first.
"""

import os
import signal
import sys
from resource import RUSAGE_SELF, getrusage
from threading import Thread
from time import perf_counter, process_time, sleep
from typing import NamedTuple

import distributed
import pandas as pd

from benchmarks.harness import threadpool_limits
from benchmarks.large.sweeps import bench, blocks, data
from kselect_core import SweepConfig, run_sweep
from kselect_core.data import Dataset

QUIET = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1", "silence_logs": 50}
WORKERS, SPLITS = (2, 4, 8, 16, 31, 64, 155), 5


class Run(NamedTuple):
    """Table of a sweep on workers, and what it took.

    Seconds on the clock, of the workers' processors, and of those of scheduler and client; bytes
    that left workers, and the most memory that one of them had.
    """

    table: pd.DataFrame
    seconds: float
    theirs: float
    own: float
    moved: int
    peak: int

    def __str__(self) -> str:
        """Numbers for people."""
        return (
            f"{self.seconds:.1f} s; CPU of workers {self.theirs:.1f}, others {self.own:.1f}; "
            f"{self.moved / 1e6:.2f} MB left workers; peak {self.peak / 2**20:.0f} MB"
        )


def on_workers(config: SweepConfig, dataset: Dataset, count: int, *, killed: bool = False) -> Run:
    """Sweep on so many worker processes; one of them is killed while it computes, if asked for."""
    with (
        distributed.LocalCluster(n_workers=count, threads_per_worker=1, **QUIET) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        client.run(machine_code)
        before = sum(client.run(process_time).values()), process_time(), perf_counter()
        if killed:
            first = next(iter(client.run(os.getpid).values()))
            Thread(target=kill_at_work, args=(cluster.scheduler, first)).start()
        table = run_sweep(config, dataset=dataset, scheduler=cluster.scheduler_address)
        seconds, own = perf_counter() - before[2], process_time() - before[1]
        theirs = sum(client.run(process_time).values()) - before[0]
        moved = sum(
            client.run(lambda dask_worker: dask_worker.transfer_outgoing_bytes_total).values()
        )
        return Run(table, seconds, theirs, own, moved, max(client.run(peak).values()))


def kill_at_work(scheduler: distributed.Scheduler, process: int) -> None:
    """Kill a worker process when it has computed for a second."""
    while not any(task.state == "processing" for task in list(scheduler.tasks.values())):
        sleep(0.05)
    sleep(1.0)
    os.kill(process, signal.SIGKILL)


def peak() -> int:
    """Most bytes of memory that this process had."""
    return getrusage(RUSAGE_SELF).ru_maxrss * 1024


def machine_code() -> None:
    """Load what a first task would wait for."""
    list(blocks(bench(*data("synthetic", 800), "tiled", ("kfold",)), (0,)))


def compared(one: Run, two: Run) -> None:
    """Print two workers beside one."""
    print(f"one worker: {one}\ntwo workers: {two}")
    ratio, equal = one.seconds / two.seconds, one.table.equals(two.table)
    print(f"two against one: {ratio:.2f} ×; equal to the last bit: {equal}", flush=True)


def longest_first(times: list[float], workers: int) -> float:
    """Seconds until all tasks are done: the longest one that waits goes to who is free first."""
    free = [0.0] * workers
    for seconds in sorted(times, reverse=True):
        first = free.index(min(free))
        free[first] += seconds
    return max(free)


def main() -> None:
    """Print seconds and ratios."""
    name, n = (*sys.argv[1:], *("covertype", "8000")[len(sys.argv) - 1 :])
    threadpool_limits(limits=1)
    made = bench(*data(name, int(n) + 500), "tiled", ("kfold",))
    times = [seconds for *_, seconds in blocks(made, tuple(range(-15, 16)))]
    dataset = made.setup.dataset
    print(f"{name}, n = {made.setup.n}: data {dataset.X.nbytes / 1e6:.1f} MB; 31 tasks alone:")
    print(f"{sum(times):.1f} s of CPU, each: {', '.join(f'{s:.2f}' for s in times)}", flush=True)
    found = [on_workers(made.setup.config, dataset, count) for count in (1, 2)]
    compared(*found)
    for splits in (1, SPLITS):
        on_paper = [f"{k}: {longest_first(times * splits, k):.1f} s" for k in WORKERS]
        print(f"on paper, {splits} split(s): {', '.join(on_paper)}")


if __name__ == "__main__":
    main()
