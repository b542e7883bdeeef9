"""The side of the experiment in a conversation with a Dask scheduler: hand out, collect, close."""

# Dask is typed in part:
# mypy: disable-error-code="no-untyped-call"

import asyncio
import struct
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event
from time import monotonic, sleep
from uuid import uuid4

from distributed import Client, Future, KilledWorker, Security
from distributed.comm.core import connect

from kselect_core.data import Dataset
from kselect_core.errors import KselectError
from kselect_core.experiments.engines.computing import Assignment, Found
from kselect_core.experiments.engines.dask.scheduler import NoSecondWorker
from kselect_core.experiments.engines.dask.workers import Supplies, facts, refuse_other, work
from kselect_core.experiments.ways.unit import Unit
from kselect_core.results.store import Failure
from kselect_core.selection.sweep.workers import POLL

AHEAD = 2
"""Assignments handed out per thread of the workers: the next one waits beside it."""

PATIENCE = 5.0
"""Seconds in which a scheduler must answer."""

WITHOUT_WORKERS = 60.0
"""Seconds after which an experiment without any worker ends."""

LOOK_EVERY = 1.0
"""Seconds between two looks at how many workers there are."""

ATTEMPTS = 2
"""Workers that a task may kill: one with others beside it, one alone."""

KILLED = (
    "its workers were killed while they computed it, also when it was the only task, probably "
    "because memory ran out; the other tasks went on"
)


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Client of the scheduler at an address, closed afterwards; KselectError if nobody is there."""
    try:
        with ThreadPoolExecutor(1) as beside:  # this thread may have a loop of its own
            beside.submit(asyncio.run, _greeted(address)).result()
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, MemoryError, struct.error) as error:
        raise KselectError(
            f"No Dask scheduler answers at {address!r} ({error}). Start one with “dask scheduler” "
            "and give the address it prints, such as tcp://10.0.0.5:8786."
        ) from error
    with client:
        yield client


def threads(client: Client) -> int:
    """Number of threads that all workers have together."""
    return sum(client.nthreads().values())


def results(
    client: Client,
    units: Sequence[Unit],
    data: Mapping[str, Dataset],
    assignments: Iterator[Assignment],
    cancel: Event | None,
) -> Generator[Found]:
    """Results of assignments as they come; what is running is given up when this is closed."""
    _refuse_unlike(client)
    supplies = Supplies(uuid4().hex, units, data, facts())
    alone = NoSecondWorker(supplies.run, client.id)
    team = _Team(client, units, supplies.run)
    try:
        client.register_plugin(supplies)
        client.register_plugin(alone)
        yield from _rounds(team, assignments, cancel)
    except (CancelledError, OSError) as error:
        raise KselectError(
            "The Dask scheduler is gone; what was computed is kept. Start it and its workers, and "
            "go on."
        ) from error
    finally:
        with suppress(CancelledError, OSError, TimeoutError):
            team.dismiss()
            client.unregister_worker_plugin(supplies.name)
            client.unregister_scheduler_plugin(alone.name)


class _Team:
    """The workers of a scheduler, what they have in hand, and who is suspected of killing them."""

    def __init__(self, client: Client, units: Sequence[Unit], run: str) -> None:
        self.client, self.units, self.run = client, units, run
        self.running: dict[Future[Found], Assignment] = {}
        self.suspects: list[Assignment] = []
        self.alone = False
        self._ready: SimpleQueue[Future[Found]] = SimpleQueue()
        self._threads, self._looked, self._seen = 0, 0.0, monotonic()

    @property
    def has_room(self) -> bool:
        """Whether another assignment can be handed out; a suspect works alone."""
        if self.suspects or self.alone:
            return not self.running
        return len(self.running) < AHEAD * self._threads

    def look(self) -> None:
        """Count the workers now and then; an experiment without workers ends after a while."""
        now = monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._threads, self._looked = threads(self.client), now
        if self._threads:
            self._seen = now
        elif now - self._seen > WITHOUT_WORKERS:
            raise KselectError(
                f"The Dask scheduler has had no workers for {WITHOUT_WORKERS:.0f} s; what was "
                "computed is kept. Start some with “dask worker” and go on."
            )

    def give(self, assignment: Assignment, *, alone: bool = False) -> None:
        """Hand out an assignment."""
        future = self.client.submit(work, self.run, assignment, pure=False)
        self.running[future], self.alone = assignment, alone
        future.add_done_callback(self._ready.put)

    def collect(self) -> Found:
        """What is finished by now, waiting a moment if nothing is."""
        done: list[Future[Found]] = []
        with suppress(Empty):
            done.append(self._ready.get(timeout=POLL))
            while True:
                done.append(self._ready.get_nowait())
        finished = [future for future in done if future.status == "finished"]
        ended = [future for future in done if future.status in {"error", "cancelled"}]
        found = self._fetched(finished)
        if found is None:
            found, finished = [], []
        found += self._killers(ended)
        for future in finished + ended:
            self.running.pop(future)
        again = [future for future in done if future in self.running]
        if again:  # their worker has died since: they are computed again
            sleep(POLL)
        for future in again:
            future.add_done_callback(self._ready.put)
        return found

    def _fetched(self, finished: "list[Future[Found]]") -> Found | None:
        """Results of futures, None if they do not come: their worker has just died."""
        if not finished:
            return []
        try:
            several = self.client.sync(
                lambda: self.client.gather(finished, asynchronous=True), callback_timeout=PATIENCE
            )
        except (TimeoutError, KilledWorker):
            return None
        return [one for found in several for one in found]

    def dismiss(self) -> None:
        """Give up what is running."""
        self.client.cancel(list(self.running), force=True)
        self.running.clear()

    def _killers(self, ended: "list[Future[Found]]") -> Iterator[Failure]:
        """Failures of tasks that killed when they were alone; the others will be alone next."""
        for future in ended:
            try:
                future.result()
            except KilledWorker:
                assignment = self.running[future]
                key = self.units[assignment.unit].key
                if self.alone:
                    yield from (Failure(key, t, ATTEMPTS, KILLED) for t in assignment.tasks)
                else:
                    self.suspects += [Assignment(assignment.unit, (t,)) for t in assignment.tasks]


def _rounds(
    team: _Team, assignments: Iterator[Assignment], cancel: Event | None
) -> Generator[Found]:
    exhausted = False
    while cancel is None or not cancel.is_set():
        team.look()
        while team.has_room and not exhausted | bool(team.suspects):
            following = next(assignments, None)
            if following is None:
                exhausted = True
            else:
                team.give(following)
        if team.suspects and team.has_room:
            team.give(team.suspects.pop(), alone=True)
        if exhausted and not (team.running or team.suspects):
            return
        found = team.collect()
        if found:
            yield found


def _refuse_unlike(client: Client) -> None:
    """Raise KselectError if a worker is not like this process."""
    try:
        found = client.run(facts)
    except ImportError as error:
        raise KselectError(
            f"A Dask worker cannot load kselect ({error}). Install the same version there."
        ) from error
    for worker, there in found.items():
        refuse_other(facts(), there, f"The Dask worker {worker}")


async def _greeted(address: str) -> None:
    """Talk to a scheduler once; whatever else is there is told from it."""
    args = Security().get_connection_args("client")
    comm = await connect(address, timeout=PATIENCE, **args)
    await comm.close()
