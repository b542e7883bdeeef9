"""Keep what comes in, so that neither a kill nor the keeping costs much.

Results are written at once, a few together, and outlive this process then. Waiting for the disk
takes longer, and longer still until the processor is as fast as before: it is done once for many
results. They are told only then, since only then they outlive a loss of power.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from time import monotonic
from typing import Self

from kselect_core.errors import StorageError
from kselect_core.experiments.engines.computing import Found
from kselect_core.results.record import Record
from kselect_core.results.store import Failure, Store

FEW = 2
"""So many results may be neither written nor told."""

PAUSE = 400
"""Times the length of a wait for the disk until the next."""

LONGEST = 1.0
"""Seconds that this takes at most; tasks that take longer are told one by one."""


class Writer:
    """Keeps batches of results in a store, in the order they come; `kept` says what is safe.

    Leaving it keeps all that was put and was not refused.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._written: list[Found] = []  # nothing of them is told yet
        self._waiting: list[Found] = []  # empty only if the other is: they reach the disk with it
        self._due = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        if not isinstance(error, StorageError):
            self._keep(self._waiting, durable=True)

    def put(self, batch: Found) -> None:
        """Have a batch kept."""
        self._waiting.append(batch)

    def safe_batches(self, *, at_once: bool = False) -> Iterator[Found]:
        """Batches that have come onto the disk now: none until it is time, or all ``at_once``.

        Raises StorageError where the file or the disk fails.
        """
        if at_once or monotonic() >= self._due:
            began = monotonic()
            self._keep(self._waiting, durable=True)
            ended = monotonic()
            self._due = ended + min(LONGEST, PAUSE * (ended - began))
            safe, self._written, self._waiting = self._written + self._waiting, [], []
            yield from safe
        elif sum(map(len, self._waiting)) > FEW:
            *earlier, latest = self._waiting
            self._keep(earlier, durable=False)
            self._written += earlier
            self._waiting = [latest]

    def _keep(self, batches: Sequence[Found], *, durable: bool) -> None:
        outcomes = list(chain.from_iterable(batches))
        records = [one for one in outcomes if isinstance(one, Record)]
        if records:
            self._store.add(records, durable=durable)
        for one in outcomes:
            if isinstance(one, Failure):
                self._store.fail(one)
