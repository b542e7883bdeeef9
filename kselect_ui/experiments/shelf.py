"""Experiments by a key: the one that ships, and those that the store of this computer holds."""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kselect_core.errors import KselectError, StorageError
from kselect_core.experiments.example import example
from kselect_core.experiments.plan.plan import Plan, restored
from kselect_core.results.runners import Runner
from kselect_core.results.store import Failure, Store
from kselect_core.results.writing import home
from kselect_core.words.amounts import counted
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep.launch import when

SHIPPED = "example"
DIGITS = 12  # of a hash in a link
SHORTEST = 8
SHOWN = 60  # plans that the list offers


@dataclass(frozen=True, eq=False)
class Experiment:
    """A plan and where its results are."""

    key: str  # "example", or the beginning of the plan's hash
    plan: Plan
    store: Store
    created: float = 0.0
    known: set[str] = field(default_factory=set)  # units that were seen finished

    @property
    def shipped(self) -> bool:
        """Whether it is the one that comes with the program."""
        return self.key == SHIPPED

    def counts(self) -> dict[str, int]:
        """Return the finished tasks of each unit by its key, at most those of the plan."""
        units = self.plan.distinct
        finished = self.store.count([unit.key for unit in units if unit.key not in self.known])
        counts = {u.key: min(finished.get(u.key, u.count), u.count) for u in units}
        self.known.update(unit.key for unit in units if counts[unit.key] == unit.count)
        return counts

    def done(self) -> int:
        """Return the number of finished tasks."""
        return sum(self.counts().values())

    def failures(self) -> tuple[Failure, ...]:
        """Return the tasks that were given up."""
        return self.store.failures([unit.key for unit in self.plan.distinct])

    def runners(self) -> tuple[Runner, ...]:
        """Return the processes that work on it, this server's own among them."""
        return () if self.shipped else self.store.runners(self.plan.hash)


def store_path() -> Path:
    """Return the file of the store."""
    return home() / "experiments.sqlite"


def store() -> Store | None:
    """Return the store of this computer; None before anything was run, and if it is damaged."""
    path = store_path()
    try:
        return _opened(path) if path.exists() else None
    except StorageError:
        return None


def trouble() -> str:
    """Return why the store of this computer cannot be read; nothing if it can."""
    path = store_path()
    try:
        if path.exists():
            _opened(path)
    except StorageError as error:
        return str(error)
    return ""


def listed() -> dict[str, str]:
    """Key and one line of every experiment: the newest first, the shipped one last."""
    results = store()
    lines: dict[str, str] = {}
    if results is not None:
        for stored in results.plans()[:SHOWN]:
            with suppress(KselectError):  # of another version: its rows stay where they are
                plan = _plan_of(stored.hash, results)
                lines[plan.key] = line(plan)
    return lines | {SHIPPED: f"{shipped().plan.protocol.title} (shipped)"}


def line(experiment: Experiment) -> str:
    """Return one line about an experiment: what, how large, how far, since when."""
    plan = experiment.plan
    sets = counted(len({unit.dataset for unit in plan.units}), "data set")
    repeats = sorted({unit.repeats for unit in plan.units})
    done, total = experiment.done(), plan.count
    state = "finished" if done == total else f"{done} of {total} tasks"
    return (
        f"{plan.protocol.name} · {sets}, {counted(repeats[-1], 'split')} · {state} · "
        f"{when(experiment.created)} · {experiment.key[:6]}"
    )


def experiment(key: str) -> Experiment | None:
    """Return the experiment of a key or of the beginning of a hash; None if it is not here."""
    if key == SHIPPED:
        return shipped()
    results = store()
    if results is None or len(key) < SHORTEST:
        return None
    fits = [stored.hash for stored in results.plans() if stored.hash.startswith(key)]
    return _plan_of(fits[0], results) if len(fits) == 1 else None


@cache
def shipped() -> Experiment:
    """Return the experiment that comes with the program."""
    plan, results = example()
    return Experiment(SHIPPED, plan, results)


def _opened(path: Path) -> Store:
    """Return the store of a file; another file of that name is another store."""
    return shelf().get(f"store {path}", lambda: Store(path), stamp=path.stat().st_ino)


def _plan_of(digest: str, results: Store) -> Experiment:
    def restore() -> Experiment:  # it holds the store, so that its number stays its own
        stored = results.plan(digest)
        return Experiment(digest[:DIGITS], restored(stored), results, stored.created)

    return shelf().get(f"plan {results.path} {digest}", restore, stamp=id(results))
