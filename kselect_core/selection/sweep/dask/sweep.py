"""The items of a sweep on the workers of a Dask scheduler: the bits that one machine finds."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2
from threading import Event
from typing import Any, NamedTuple

from kselect_core.data import Dataset
from kselect_core.data.words.room import COPIES
from kselect_core.errors import ClusterError, KselectError, TooLargeError
from kselect_core.linalg.streamed.gathered import Gathered
from kselect_core.linalg.streamed.second_pass import ByRow, Wrong
from kselect_core.linalg.streamed.stretches import divided, stretches
from kselect_core.linalg.tiled.tiles import Pause
from kselect_core.selection.config.config import LANDMARKS, SweepConfig
from kselect_core.selection.sweep.dask.job import KILLED, Job, team
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.landmarks.items import Again, Ahead
from kselect_core.selection.sweep.memory import SHARE, bytes_needed, gib, memory_limit
from kselect_core.selection.sweep.setup import Setup, named_dataset
from kselect_core.selection.sweep.workers import Bench, Item, handed_together

ASKED_FROM = 2**20
"""Bytes of data from which the workers are asked whether they have them by name."""

Items = Sequence[Item]


class Part(NamedTuple):
    """What goes ahead of an item: its sums over a run of stretches of the points."""

    item: int
    run: range


class Rows(NamedTuple):
    """What goes ahead of an item after all its sums: a run of the second pass over the points."""

    item: int
    run: range


Found = list[Gathered] | list[ByRow | Wrong]
"""What goes ahead gives: sums over a run, or what a second pass finds in it."""


@dataclass(frozen=True)
class AtBench:
    """What the workers are sent: a sweep with its data, or the digest of data they have by name."""

    config: SweepConfig
    digest: str
    dataset: Dataset | None

    @cached_property
    def setup(self) -> Setup:
        """The sweep with its data, read once for all threads of a worker."""
        if self.dataset is not None:
            return Setup(self.config, self.dataset)
        by_name = setup_by_name(self.config, self.digest)
        if by_name is None:
            raise ClusterError(
                f"A Dask worker that came later does not have the data {self.config.dataset!r} as "
                "the others have them. Put the file there where they have it, or start it after "
                "the sweep."
            )
        return by_name

    def __call__(self, pause: Pause) -> Callable[..., list[Any]]:
        """Begin."""
        bench = Bench(self.setup, pause)

        def compute(wanted: Items | Part | Rows, *given: list[Found]) -> list[Any]:
            if isinstance(wanted, Part):
                return bench.part(*wanted)
            ahead = _sorted(given)
            if isinstance(wanted, Rows):
                return bench.rows(*wanted, ahead.sums)
            return [bench.block(item, ahead) for item in wanted]

        return compute


def _sorted(given: Sequence[list[Found]]) -> Ahead:
    """What others have found, by the pass in which they found it."""
    every = [one for some in given for one in some]
    sums = [one for one in every if isinstance(one[0], Gathered)]
    return Ahead(sums, [one for one in every if not isinstance(one[0], Gathered)])


def setup_by_name(config: SweepConfig, digest: str) -> Setup | None:
    """Sweep with the data that it names; None where they are not here, or have another digest."""
    try:
        setup = Setup.of(config, named_dataset(config))
    except KselectError:
        return None
    return setup if setup.dataset.digest == digest else None


def has_named(config: SweepConfig, digest: str) -> bool:
    """Whether the data that a configuration names are here, with this digest."""
    return setup_by_name(config, digest) is not None


def blocks_from_scheduler(
    setup: Setup, items: Items, *, address: str, cancel: Event | None
) -> Generator[Block]:
    """Finished items of a sweep as they come; stops early when ``cancel`` is set.

    Data of some size that every worker has by name are read there; others are sent to each worker
    once. Raises ClusterError where there is no scheduler, where its workers are others than this
    process, and when an item has killed two of them; TooLargeError where a worker is too small.
    """
    with team().connected(address) as client:
        team().refuse_unlike(client)
        refuse_small_workers(setup, team().answers(client, team().room))
        config, digest = setup.config, setup.dataset.digest
        asked = setup.dataset.X.nbytes > ASKED_FROM
        named = asked and all(team().answers(client, has_named, config, digest).values() or [False])
        begin = AtBench(config, digest, None if named else setup.dataset)
        threads = max(1, team().threads(client))
        together, runs = handed_together(setup, items, threads), runs_apart(setup, items, threads)
        job = Job(
            begin,
            lambda several: [[item] for item in several],
            _killed,
            lambda items: _stages(setup, items[0], runs),
        )
        for blocks in team().results(client, job, iter(together), cancel):
            yield from blocks


def _stages(setup: Setup, item: Item, runs: list[range]) -> list[list[Part] | list[Rows]]:
    """What goes ahead of an item: its sums, and after them rows where criteria ask for these."""
    if not runs or isinstance(item, Again):
        return []
    again = any(one.criterion.by_row for one in setup.config.criteria)
    second = [[Rows(item, run) for run in runs]] if again else []
    return [[Part(item, run) for run in runs], *second]


def runs_apart(setup: Setup, items: Items, threads: int) -> list[range]:
    """Runs of the points whose sums go ahead of each item, where threads would have none.

    None where there are items enough, no sums over points, or several classes with their own.
    """
    whole = [item for item in items if not isinstance(item, Again)]
    if setup.engine != LANDMARKS or setup.several or not whole:
        return []
    depth = max(0, round(log2(threads / len(items))))
    runs = divided(stretches(setup.n), depth)
    return runs if len(runs) > 1 else []


def refuse_small_workers(setup: Setup, rooms: "dict[str, tuple[int | None, int]]") -> None:
    """Raise TooLargeError if a worker, by its address, has too little room for its threads.

    Beside what they compute, a worker reads the data, or is sent them.
    """
    data = COPIES * setup.dataset.X.nbytes
    for worker, (most, threads) in rooms.items():
        needed = data + bytes_needed(setup.config, setup.n, workers=threads, tested=setup.tested)
        limit = int(SHARE * most) if most else memory_limit()
        if needed > limit:
            raise TooLargeError(
                f"This sweep would need {gib(needed)} for {setup.n} training points on the Dask "
                f"worker {worker} with {threads} thread(s); the limit is {gib(limit)}, "
                f"{SHARE:.0%} of what it has. Start workers with --nthreads 1 or a larger "
                "--memory-limit, or use a sub-sample."
            )


def _killed(_: Items) -> list[Block]:
    raise ClusterError(f"One kernel cannot be computed: {KILLED}.")
