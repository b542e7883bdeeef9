"""How far experiments are, as text and as JSON values."""

import time
from typing import Any

from kselect_core.cli.options import SHORT
from kselect_core.cli.speech import counted, table, wrapped
from kselect_core.experiments.outcomes import results_digest
from kselect_core.experiments.plan import Plan
from kselect_core.experiments.reporting import progress_of
from kselect_core.experiments.unit import finished_tasks
from kselect_core.results.runners import described
from kselect_core.results.store import Failure, Store

MOST_FAILURES = 5


def state_text(plan: Plan, store: Store) -> str:
    """Finished tasks of each data set, who is at work, and what failed."""
    progress = progress_of(plan, store)
    variants = any(entry.variant for entry in progress)
    rows = [
        (*((entry.variant,) if variants else ()), entry.dataset, _part(entry.finished, entry.total))
        for entry in progress
    ]
    heads = (*(("variant",) if variants else ()), "data set", "finished")
    lines = [f"{plan.protocol.title}  [{plan.protocol.name}, plan {plan.hash[:SHORT]}…]", ""]
    lines += [table(heads, rows, (*(False for _ in heads[1:]), True)), "", summary(plan, store)]
    failures = open_failures(plan, store)
    for failure in failures[:MOST_FAILURES]:
        unit = next(unit for unit in plan.units if unit.key == failure.unit)
        lines.append(wrapped(f"task {failure.task} of {unit.title}: {failure.reason}", start="- "))
    return "\n".join(lines)


def state_json(plan: Plan, store: Store) -> dict[str, Any]:
    """The same as JSON values."""
    done = finished(plan, store)
    return {
        "plan": plan.hash,
        "name": plan.protocol.name,
        "title": plan.protocol.title,
        "finished": done,
        "total": plan.count,
        "digest": results_digest(plan, store) if done == plan.count else None,
        "progress": [entry._asdict() for entry in progress_of(plan, store)],
        "failures": [failure._asdict() for failure in open_failures(plan, store)],
        "runners": [runner._asdict() for runner in store.runners(plan.hash)],
        "left_out": [entry._asdict() for entry in plan.left_out],
    }


def summary(plan: Plan, store: Store) -> str:
    """One line: how much is finished, what failed, who is at work."""
    said = [f"{finished(plan, store)} of {counted(plan.count, 'task')} finished"]
    failures = len(open_failures(plan, store))
    said += [f"{failures} failed"] if failures else []
    said += [f"at work: {described(runner)}" for runner in store.runners(plan.hash)]
    return "; ".join(said) + "."


def finished(plan: Plan, store: Store) -> int:
    """Number of finished tasks."""
    return sum(finished_tasks(unit, store) for unit in plan.distinct)


def open_failures(plan: Plan, store: Store) -> tuple[Failure, ...]:
    """Tasks that were given up and that nobody has finished since."""
    keys = [unit.key for unit in plan.distinct]
    done = {key: store.finished(key) for key in keys}
    return tuple(f for f in store.failures(keys) if f.task not in done[f.unit])


def when(posix: float) -> str:
    """Return a time in the clock of this computer."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(posix))


def _part(done: int, total: int) -> str:
    return f"{done} of {total}"
