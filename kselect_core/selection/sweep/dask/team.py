"""The side that leads in a conversation with a Dask scheduler: hand out, collect, close."""

# Dask is typed in part:
# mypy: disable-error-code="no-untyped-call"

import asyncio
import struct
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event
from time import monotonic, sleep
from typing import Generic, NamedTuple, TypeVar
from uuid import uuid4

from distributed import Client, Future, KilledWorker, Security
from distributed.comm.core import connect

from kselect_core.errors import ClusterError
from kselect_core.selection.sweep.dask.job import A, Job, R
from kselect_core.selection.sweep.dask.scheduler import NoSecondWorker
from kselect_core.selection.sweep.dask.workers import Supplies, facts, refuse_other, room, work
from kselect_core.selection.sweep.workers import POLL

AHEAD = 2
"""Assignments handed out per thread of the workers: the next one waits beside it."""

PATIENCE = 5.0
"""Seconds in which a scheduler must answer."""

WITHOUT_WORKERS = 60.0
"""Seconds after which a run without any worker ends."""

LOOK_EVERY = 1.0
"""Seconds between two looks at how many workers there are."""


@contextmanager
def connected(address: str) -> Iterator[Client]:
    """Client of the scheduler at an address, closed afterwards; ClusterError if nobody is there."""
    try:
        with ThreadPoolExecutor(1) as beside:  # this thread may have a loop of its own
            beside.submit(asyncio.run, _answering(address)).result()
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, MemoryError, struct.error) as error:
        raise ClusterError(
            f"No Dask scheduler answers at {address!r} ({error}). Start one with “dask scheduler” "
            "and give the address it prints, such as tcp://10.0.0.5:8786."
        ) from error
    with client:
        yield client


__all__ = ["answers", "connected", "refuse_unlike", "results", "room", "threads"]

T = TypeVar("T")


def threads(client: Client) -> int:
    """Number of threads that all workers have together."""
    return sum(client.nthreads().values())


def answers(client: Client, question: Callable[..., T], *given: object) -> dict[str, T]:
    """What each worker, by its address, answers; one that dies meanwhile is left out."""
    by_worker = client.run(question, *given, on_error="return")
    for answer in by_worker.values():
        if isinstance(answer, Exception) and not isinstance(answer, OSError):
            raise answer
    return {worker: one for worker, one in by_worker.items() if not isinstance(one, OSError)}


def results(
    client: Client, job: Job[A, R], assignments: Iterator[A], cancel: Event | None
) -> Generator[list[R]]:
    """Results of assignments as they come; what is running is given up when this is closed."""
    supplies = Supplies(uuid4().hex, job.begin, facts())
    alone = NoSecondWorker(supplies.run, client.id)
    team = _Team(client, job, supplies.run)
    try:
        client.register_plugin(supplies)
        client.register_plugin(alone)
        yield from _rounds(team, assignments, cancel)
    except (CancelledError, OSError) as error:
        raise ClusterError(
            "The Dask scheduler is gone; what was computed is kept. Start it and "
            "its workers, and continue."
        ) from error
    finally:
        with suppress(CancelledError, OSError, TimeoutError):
            team.dismiss()
            client.unregister_worker_plugin(supplies.name)
            client.unregister_scheduler_plugin(alone.name)


class _Given(NamedTuple, Generic[A]):
    """An assignment that is handed out, and what goes ahead of it."""

    assignment: A
    ahead: "list[Future[list[object] | None]]"


class _Team(Generic[A, R]):
    """The workers of a scheduler, what they have in hand, and who is suspected of killing them."""

    def __init__(self, client: Client, job: Job[A, R], run: str) -> None:
        self.client, self.job, self.run = client, job, run
        self.running: dict[Future[list[R] | None], _Given[A]] = {}
        self.suspects: list[A] = []
        self.returned: list[A] = []
        self.alone = False
        self._ready: SimpleQueue[Future[list[R] | None]] = SimpleQueue()
        self._threads, self._looked, self._seen = 0, 0.0, monotonic()

    @property
    def has_room(self) -> bool:
        """Whether another assignment can be handed out; a suspect works alone."""
        if self.suspects or self.alone:
            return not self.running
        return len(self.running) < AHEAD * self._threads

    def look(self) -> None:
        """Count the workers now and then; a run without workers ends after a while."""
        now = monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._threads, self._looked = threads(self.client), now
        if self._threads:
            self._seen = now
        elif now - self._seen > WITHOUT_WORKERS:
            raise ClusterError(
                f"The Dask scheduler has had no workers for {WITHOUT_WORKERS:.0f} s; what was "
                "computed is kept. Start some with “dask worker” and continue."
            )

    def give(self, assignment: A, *, alone: bool = False) -> None:
        """Hand out an assignment."""
        ahead: list[Future[list[object] | None]] = []
        for stage in () if alone else self.job.ahead(assignment):
            before = list(ahead)
            ahead += [self.client.submit(work, self.run, one, before, pure=False) for one in stage]
        future = self.client.submit(work, self.run, assignment, ahead, pure=False)
        self.running[future], self.alone = _Given(assignment, ahead), alone
        future.add_done_callback(self._ready.put)

    def collect(self) -> list[R]:
        """What is finished by now, waiting a moment if nothing is."""
        done: list[Future[list[R] | None]] = []
        with suppress(Empty):
            done.append(self._ready.get(timeout=POLL))
            while True:
                done.append(self._ready.get_nowait())
        finished = [future for future in done if future.status == "finished"]
        ended = [future for future in done if future.status in {"error", "cancelled"}]
        several = self._fetched(finished)
        if several is None:
            several, finished = [], []
        collected = [one for some in several for one in some or ()]
        returned = [
            self.running[f].assignment
            for f, some in zip(finished, several, strict=True)
            if some is None
        ]
        self.returned += returned
        collected += self._killers(ended)
        for future in finished + ended:
            self.running.pop(future)
        again = [future for future in done if future in self.running]
        if again or returned:  # their worker has died since or leaves: they are computed again
            sleep(POLL)
        for future in again:
            future.add_done_callback(self._ready.put)
        return collected

    def _fetched(self, finished: "list[Future[list[R] | None]]") -> list[list[R] | None] | None:
        """Results of futures, None if they do not come: their worker has just died."""
        if not finished:
            return []
        try:
            return list(
                self.client.sync(
                    lambda: self.client.gather(finished, asynchronous=True),
                    callback_timeout=PATIENCE,
                )
            )
        except (TimeoutError, KilledWorker):
            return None

    def dismiss(self) -> None:
        """Give up what is running."""
        ahead = [one for given in self.running.values() for one in given.ahead]
        self.client.cancel([*self.running, *ahead], force=True)
        self.running.clear()

    def _killers(self, ended: "list[Future[list[R] | None]]") -> Iterator[R]:
        """What is found of tasks that killed when they were alone; others will be alone next."""
        for future in ended:
            try:
                future.result()
            except KilledWorker:
                assignment = self.running[future].assignment
                if self.alone:
                    yield from self.job.killed(assignment)
                else:
                    self.suspects += self.job.singles(assignment)


def _rounds(
    team: _Team[A, R], assignments: Iterator[A], cancel: Event | None
) -> Generator[list[R]]:
    exhausted = False
    while cancel is None or not cancel.is_set():
        team.look()
        while team.has_room and not team.suspects and (team.returned or not exhausted):
            following = team.returned.pop() if team.returned else next(assignments, None)
            if following is None:
                exhausted = True
            else:
                team.give(following)
        if team.suspects and team.has_room:
            team.give(team.suspects.pop(), alone=True)
        if exhausted and not (team.running or team.suspects or team.returned):
            return
        collected = team.collect()
        if collected:
            yield collected


def refuse_unlike(client: Client) -> None:
    """Raise ClusterError if a worker is not like this process."""
    try:
        by_worker = answers(client, facts)
    except ImportError as error:
        raise ClusterError(
            f"A Dask worker cannot load kselect ({error}). Install the same version there."
        ) from error
    for worker, there in by_worker.items():
        refuse_other(facts(), there, f"The Dask worker {worker}")


async def _answering(address: str) -> None:
    """Talk to a scheduler once; whatever else is there is told from it."""
    args = Security().get_connection_args("client")
    comm = await connect(address, timeout=PATIENCE, **args)
    await comm.close()
