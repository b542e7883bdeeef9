"""The store of experiments: plans, finished tasks, failures, and who works on what.

One SQLite file. A row is written when its task is finished and is on the disk when `Store.add`
returns, unless that was told not to wait for the disk; nothing is written twice. Only the process
that leads an experiment writes; its workers return values. Several processes may share one store,
and read it while it is written.
"""

import shutil
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, Self

from kselect_core.errors import BusyError, StorageError, UnknownNameError
from kselect_core.results import runners
from kselect_core.results.record import Record, checked, unit_key
from kselect_core.results.runners import Runner
from kselect_core.results.storefile import Row, in_words, open_store, rolled_back
from kselect_core.results.storerows import believed, insert, seal, sound, versions_id, whole
from kselect_core.results.writing import home

_PAGE = 256  # records read at once


class StoredPlan(NamedTuple):
    """A plan as it was registered."""

    hash: str
    name: str
    protocol: str  # TOML
    contents: str  # canonical JSON: what the plan holds
    created: float  # POSIX time


class Failure(NamedTuple):
    """A task that could not be finished, and why."""

    unit: str
    task: int
    attempts: int
    reason: str


class Store:
    """The store in a file, by default in the folder of everything kselect keeps.

    A file that cannot be written opens for viewing: ``read_only`` says so. May be used by several
    threads. ``damaged`` is the number of different rows that were left out because their checksum
    is wrong. Every method raises `StorageError` where the file or the disk fails.
    """

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        self.path = path or home() / "experiments.sqlite"
        self._lock = threading.RLock()
        self._damaged: set[tuple[str, object]] = set()
        self._entered: list[Runner] = []
        self._made_by: int | None = None  # number of our versions in the file
        self._opened = open_store(self.path, read_only=read_only)
        self.read_only = self._opened.read_only

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave what was entered and close the file."""
        with self._lock:
            try:
                for runner in tuple(self._entered):
                    self.leave(runner)
            except StorageError:
                self._entered.clear()  # it is free when this process has ended
            finally:
                with in_words(self.path):
                    self._opened.connection.close()
                if self._opened.copy:
                    shutil.rmtree(self._opened.copy, ignore_errors=True)

    @property
    def damaged(self) -> int:
        """How many rows were met whose checksum is wrong."""
        return len(self._damaged)

    def register(self, plan: StoredPlan) -> None:
        """Keep a plan; one that is known stays as it is."""
        with self._writing() as connection:
            row = connection.execute("SELECT * FROM plan WHERE hash = ?", (plan.hash,)).fetchone()
            if row is None or not whole(row):
                connection.execute(
                    "REPLACE INTO plan VALUES (?, ?, ?, ?, ?, ?)",
                    (*plan[:4], float(plan.created), seal(*plan[:4], float(plan.created))),
                )
                self._damaged.discard(("plan", plan.hash))

    def plans(self) -> tuple[StoredPlan, ...]:
        """All plans, newest first."""
        rows = self._read("SELECT * FROM plan")
        self._damaged.update(("plan", row[0]) for row in rows if not whole(row))
        plans = [StoredPlan(*row[:-1]) for row in rows if whole(row)]
        return tuple(sorted(plans, key=lambda plan: (-plan.created, plan.hash)))

    def plan(self, prefix: str) -> StoredPlan:
        """The plan with this hash or the only one whose hash begins so."""
        plans = {plan.hash: plan for plan in self.plans()}
        fits = [name for name in plans if name.startswith(prefix)]
        if len(fits) != 1:
            kind = "single plan" if fits else "plan"
            raise UnknownNameError(kind, prefix, [name[:12] for name in fits or plans])
        return plans[fits[0]]

    def add(self, records: Sequence[Record], *, durable: bool = True) -> None:
        """Keep records, all or none; what is known already stays. They are on the disk then.

        What is not ``durable`` does not wait for the disk: it outlives this process at once, and a
        loss of power from the next durable change on.
        """
        rows = [checked(record) for record in records]
        with self._writing(durable=durable) as connection:
            made_by = versions_id(connection) if self._made_by is None else self._made_by
            for record in rows:
                insert(connection, record, made_by)
        self._made_by = made_by

    def finished(self, unit: str) -> set[int]:
        """Tasks of a unit that are done."""
        rows = self._read("SELECT task FROM done WHERE unit = ?", (unit_key(unit),))
        return {task for (task,) in rows}

    def count(self, units: Sequence[str]) -> dict[str, int]:
        """How many tasks of each unit are done."""
        query = "SELECT count(*) FROM done WHERE unit = ?"
        return {unit: self._read(query, (unit_key(unit),))[0][0] for unit in units}

    def records(self, unit: str) -> Iterator[Record]:
        """Records of a unit by task; a row that is not what was written is left out, counted."""
        for task, row in self._rows(unit):
            record = believed(unit, task, row)
            if record is None:
                self._damaged.add((unit, task))
            else:
                yield record

    def mend(self, unit: str) -> int:
        """Delete the rows of a unit that are damaged, so that they are computed again; how many."""
        torn = [task for task, row in self._rows(unit) if not sound(unit, task, row)]
        if torn:
            with self._writing() as connection:
                for task in torn:
                    connection.execute(
                        "DELETE FROM done WHERE unit = ? AND task = ?", (unit_key(unit), task)
                    )
                connection.execute("DELETE FROM content WHERE id NOT IN (SELECT content FROM done)")
            self._damaged.difference_update((unit, task) for task in torn)
        return len(torn)

    def versions(self, unit: str) -> tuple[str, ...]:
        """What computed the records of a unit: each set of versions once, as JSON."""
        rows = self._read(
            "SELECT DISTINCT contents, versions.checksum FROM done "
            "JOIN content ON content.id = done.content "
            "JOIN versions ON versions.id = content.versions WHERE unit = ? ORDER BY versions.id",
            (unit_key(unit),),
        )
        return tuple(row[0] for row in rows if whole(row))

    def fail(self, failure: Failure) -> None:
        """Keep that a task failed, in place of what was known of its failures."""
        reason = failure.reason.encode("utf-8", "backslashreplace").decode()
        row = (unit_key(failure.unit), int(failure.task), int(failure.attempts), reason)
        with self._writing() as connection:
            connection.execute("REPLACE INTO failure VALUES (?, ?, ?, ?, ?)", (*row, seal(*row)))
            self._damaged.discard((f"failure {failure.unit}", row[1]))

    def failures(self, units: Sequence[str]) -> tuple[Failure, ...]:
        """Tasks of these units that failed, and why."""
        failures = []
        for unit in units:
            for row in self._read("SELECT * FROM failure WHERE unit = ?", (unit_key(unit),)):
                if whole(row):
                    failures.append(Failure(unit, *row[1:-1]))
                else:
                    self._damaged.add((f"failure {unit}", row[1]))
        return tuple(failures)

    def forgive(self, units: Sequence[str]) -> None:
        """Forget the failures of these units."""
        with self._writing() as connection:
            for unit in units:
                connection.execute("DELETE FROM failure WHERE unit = ?", (unit_key(unit),))

    def enter(self, plan: str, *, join: bool = False) -> Runner:
        """Say that this process works on a plan; refused if another does, unless it may join."""
        with self._writing() as connection:
            others = runners.living(connection, plan)
            if others and not join:
                raise BusyError(
                    f"Plan {plan[:12]} is already running: {runners.described(others[0])}. Wait "
                    "for it, watch it, or join it."
                )
            runner = runners.entered(connection, plan)
        self._entered.append(runner)
        return runner

    def leave(self, runner: Runner) -> None:
        """Say that a runner has ended; its claims are free."""
        with self._writing() as connection:
            runners.struck_off(connection, [runner.id])
        self._entered = [other for other in self._entered if other.id != runner.id]

    def runners(self, plan: str = "") -> tuple[Runner, ...]:
        """The processes that work on a plan, or on any."""
        with self._reading() as connection:
            return runners.living(connection, plan)

    def beat(self, runner: Runner) -> None:
        """Give a sign of life, which runners on other machines look for."""
        with self._writing(durable=False) as connection:
            runners.seen(connection, runner)

    def claim(self, runner: Runner, unit: str, tasks: Sequence[int]) -> list[int]:
        """Those of the tasks that are now this runner's: not finished, nobody else's who lives."""
        key = unit_key(unit)
        with self._writing(durable=False) as connection:  # without power nobody lives
            runners.seen(connection, runner)
            return runners.claimed(connection, runner, key, tasks)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """The connection for one thread, without what an earlier failure left half done."""
        with self._lock, in_words(self.path):
            rolled_back(self._opened.connection)
            yield self._opened.connection

    @contextmanager
    def _writing(self, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is in the file afterwards, or none; on the disk if durable."""
        if self.read_only:
            raise StorageError(
                f"{self.path} is open for viewing only; nothing can be written to it."
            )
        with self._reading() as connection:
            connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # what failed first is what matters
                    rolled_back(connection)
                raise

    def _read(self, statement: str, values: Sequence[object] = ()) -> list[Row]:
        with self._reading() as connection:
            return connection.execute(statement, values).fetchall()

    def _rows(self, unit: str) -> Iterator[tuple[int, Row]]:
        """Task and content of all rows of a unit, ascending; others may write in between."""
        key, last = unit_key(unit), -1
        while True:
            page = self._read(
                "SELECT task, results, checksum, measured, versions, measured_checksum FROM done "
                "LEFT JOIN content ON content.id = done.content WHERE unit = ? AND task > ? "
                "ORDER BY task LIMIT ?",
                (key, last, _PAGE),
            )
            for task, *row in page:
                yield task, tuple(row)
            if len(page) < _PAGE:
                return
            last = page[-1][0]
