"""A sweep without the matrix on Dask: two workers against one, and what more of them would give.

    python -m benchmarks.large.dask_workers [covertype|synthetic] [n]

31 widths × 25 λ × 5 folds, one split; a task is a width. First every width in this process, alone;
then the same sweep on a scheduler in this process with one worker process and with two. Last, on
paper, how long more workers would take with these times: each takes the next width, longest first.
"""

import sys
from time import perf_counter, process_time

import distributed
import pandas as pd

from benchmarks.harness import threadpool_limits
from benchmarks.large.sweeps import bench, blocks, data
from kselect_core import run_sweep

QUIET = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1", "silence_logs": 50}
WORKERS, SPLITS = (2, 4, 8, 16, 31, 64, 155), 5


def on_workers(made: object, count: int) -> tuple[pd.DataFrame, float, float, float]:
    """Table, seconds, processor seconds of the workers, and those of scheduler and client."""
    with (
        distributed.LocalCluster(count, threads_per_worker=1, **QUIET) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        client.run(machine_code)
        before = sum(client.run(process_time).values()), process_time(), perf_counter()
        table = run_sweep(
            made.setup.config, dataset=made.setup.dataset, scheduler=cluster.scheduler_address
        )
        seconds, own = perf_counter() - before[2], process_time() - before[1]
        return table, seconds, sum(client.run(process_time).values()) - before[0], own


def machine_code() -> None:
    """Load what a first task would wait for."""
    list(blocks(bench(*data("synthetic", 800), "tiled", ("kfold",)), (0,)))


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
    found = {count: on_workers(made, count) for count in (1, 2)}
    for count, (_, seconds, theirs, own) in found.items():
        print(f"{count} worker(s): {seconds:.1f} s; CPU of workers {theirs:.1f}, others {own:.1f}")
    equal = found[1][0].equals(found[2][0])
    print(f"two against one: {found[1][1] / found[2][1]:.2f} ×; equal to the last bit: {equal}")
    for splits in (1, SPLITS):
        on_paper = [f"{k}: {longest_first(times * splits, k):.1f} s" for k in WORKERS]
        print(f"on paper, {splits} split(s): {', '.join(on_paper)}")


if __name__ == "__main__":
    main()
