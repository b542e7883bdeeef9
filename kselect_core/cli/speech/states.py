"""How far experiments are, as text and as JSON values."""

import time
from collections.abc import Mapping
from typing import Any

from kselect_core.cli.speech.options import SHORT
from kselect_core.cli.speech.text import table, wrapped
from kselect_core.experiments.plan.outcomes import results_digest, sound
from kselect_core.experiments.plan.plan import Plan
from kselect_core.experiments.report.reporting import progress_of
from kselect_core.experiments.ways.unit import finished_tasks
from kselect_core.results.runners import described
from kselect_core.results.store import Failure, Store
from kselect_core.words.amounts import counted

MOST_FAILURES = 5


def state_text(plan: Plan, store: Store) -> str:
    """Finished tasks of each data set, who is at work, and what failed."""
    held = finished(plan, store)
    tasks = sound(plan, store)
    progress = progress_of(plan, store, tasks=tasks)
    variants = any(entry.variant for entry in progress)
    rows = [
        (*((entry.variant,) if variants else ()), entry.dataset, _part(entry.finished, entry.total))
        for entry in progress
    ]
    heads = (*(("variant",) if variants else ()), "data set", "finished")
    lines = [f"{plan.protocol.title}  [{plan.protocol.name}, plan {plan.hash[:SHORT]}…]", ""]
    lines += [table(heads, rows, (*(False for _ in heads[1:]), True)), ""]
    lines.append(_summary(plan, store, tasks, held))
    failures = open_failures(plan, store)
    for failure in failures[:MOST_FAILURES]:
        unit = next(unit for unit in plan.units if unit.key == failure.unit)
        lines.append(wrapped(f"task {failure.task} of {unit.title}: {failure.reason}", start="- "))
    return "\n".join(lines)


def state_json(plan: Plan, store: Store) -> dict[str, Any]:
    """The same as JSON values."""
    held = finished(plan, store)
    tasks = sound(plan, store)
    done = sum(map(len, tasks.values()))
    return {
        "plan": plan.hash,
        "name": plan.protocol.name,
        "title": plan.protocol.title,
        "finished": done,
        "total": plan.count,
        "damaged": max(0, held - done),
        "digest": results_digest(plan, store) if done == plan.count else None,
        "progress": [entry._asdict() for entry in progress_of(plan, store, tasks=tasks)],
        "failures": [failure._asdict() for failure in open_failures(plan, store)],
        "runners": [runner._asdict() for runner in store.runners(plan.hash)],
        "left_out": [entry._asdict() for entry in plan.left_out],
    }


def _summary(plan: Plan, store: Store, tasks: Mapping[str, set[int]], held: int) -> str:
    """One line: how much is finished, what is damaged or failed, who is at work."""
    done = sum(map(len, tasks.values()))
    parts = [f"{done} of {counted(plan.count, 'task')} finished"]
    if held > done:
        parts.append(f"{counted(held - done, 'damaged row')}, to be computed again by resume")
    failures = len(open_failures(plan, store))
    parts += [f"{failures} failed"] if failures else []
    parts += [f"at work: {described(runner)}" for runner in store.runners(plan.hash)]
    return "; ".join(parts) + "."


def finished(plan: Plan, store: Store) -> int:
    """Number of tasks that are kept; whether their rows are sound is not looked at."""
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
