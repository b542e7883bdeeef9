"""Carrying out a plan from the command line: announced, shown, stopped, compared."""

import shlex
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import NoReturn

import click

from kselect_core.cli.common.stopping import asked_to_stop
from kselect_core.cli.speech.options import SHORT, with_store
from kselect_core.cli.speech.progress import Meter
from kselect_core.cli.speech.results import ending, results_json, results_text
from kselect_core.cli.speech.states import finished, state_text
from kselect_core.cli.speech.text import complain, say, say_json, table, whisper, wrapped
from kselect_core.errors import BusyError, StorageError, TooLargeError
from kselect_core.experiments.engines.computing import Engine
from kselect_core.experiments.engines.dask_engine import DaskEngine
from kselect_core.experiments.engines.execution import Finish, execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.estimating import PlanEstimate, estimated
from kselect_core.experiments.plan.plan import Plan, Prepared
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.reporting import report_of
from kselect_core.results.store import Store
from kselect_core.words.amounts import counted, duration

LONG = 600.0
"""From so many seconds on a terminal is asked whether to begin."""

TOLD = 180.0
"""From so many seconds on it is told that work begins where nobody can be asked."""

AGAIN = 0.5
"""Seconds between two looks at whether another process is done with its part."""

FEW = 3
UNFINISHED, STOPPED = 1, 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a plan is carried out, and how much is said about it."""

    store: Path | None
    workers: int
    scheduler: str
    join: bool
    yes: bool
    quiet: bool
    json: bool

    @property
    def engine(self) -> Engine:
        """What computes."""
        return DaskEngine(self.scheduler) if self.scheduler else Processes(self.workers)


def carry_out(prepared: Prepared, manner: Manner) -> None:
    """Compute what is missing of a plan and print how it compares; may end the program."""
    plan = prepared.plan
    again = with_store(f"kselect resume {plan.hash[:SHORT]}", manner.store)
    with Store(manner.store) as store:
        _begin(prepared, store, manner)
        try:
            finish = _computed(prepared, store, manner)
            content = report_of(plan, store, workers=manner.workers)
            if finish.mended:
                whisper(f"{counted(finish.mended, 'damaged row')} of the store: computed again.")
        except BusyError as error:
            _busy(error, plan, store, again)
        except KeyboardInterrupt:
            _stopped(plan, store, again)
        except StorageError as error:
            complain(f"{error}\nGo on with: {again}")
            sys.exit(UNFINISHED)
    _end(content, finish, manner, again)


def _begin(prepared: Prepared, store: Store, manner: Manner) -> None:
    """Say what is going to be done, and ask if it is long."""
    workers = int(getattr(manner.engine, "workers", 1))
    planned = estimated(prepared, workers=workers, store=store)
    if not manner.quiet:
        say(_announced(prepared, planned, workers))
    if planned.refused:
        raise TooLargeError(planned.refused)
    asks = planned.seconds > LONG and not manner.yes and not manner.quiet and sys.stdin.isatty()
    if asks:
        rows = [
            (row.dataset, str(row.tasks_open), duration(row.seconds)) for row in planned.by_dataset
        ]
        say(table(("data set", "tasks", "about"), rows, (False, True, True)) + "\n")
        click.confirm("Start? It can be stopped at any time and resumed later", abort=True)
    elif planned.seconds > TOLD and _unasked(manner):
        about = duration(planned.seconds)
        whisper(
            f"Started without asking: about {about}. Ctrl-C stops it; it can be resumed later. "
            "--yes hides this line."
        )


def _unasked(manner: Manner) -> bool:
    """Whether nobody is asked, and whoever reads the standard error wants to know it."""
    away = manner.json or not sys.stdin.isatty()
    return away and not manner.yes and (manner.json or not manner.quiet)


def _announced(prepared: Prepared, cost: PlanEstimate, workers: int) -> str:
    """Return what the plan holds, what it lacks, and what it costs."""
    plan, protocol = prepared.plan, prepared.plan.protocol
    sets = counted(len({unit.dataset for unit in plan.units}), "data set")
    repeats = {unit.repeats for unit in plan.units}
    splits = f" × {counted(min(repeats), 'split')}" if len(repeats) == 1 else ""
    done = cost.tasks - cost.tasks_open
    lines = [
        f"{protocol.title}  [{protocol.name}, plan {plan.hash[:SHORT]}…]",
        f"{sets}{splits}, {counted(cost.tasks, 'task')}"
        + (f", {'all' if done == cost.tasks else done} of them kept already" if done else ""),
    ]
    if cost.tasks_open:
        lines[-1] += f"; {counted(workers, 'worker')}, about {duration(cost.seconds)}"
    return "\n".join([*lines, *_left_out(prepared)]) + "\n"


def _left_out(prepared: Prepared) -> Iterator[str]:
    """What takes no part and why; what a file leaves open comes with the lines that answer it."""
    plan, answers = prepared.plan, prepared.answers
    absent = [entry for entry in plan.left_out if entry.dataset not in answers]
    if len(absent) > FEW:
        names = ", ".join(entry.dataset for entry in absent)
        protocol = plan.protocol.path or plan.protocol.name
        yield wrapped(f"{names} (kselect protocols {shlex.quote(protocol)})", start="Left out: ")
        absent = []
    for name, reason in plan.left_out:
        if name in answers or (name, reason) in absent:
            yield wrapped(f"{name}. {reason}", start="Left out: ")
        if name in answers:
            yield "\n" + textwrap.indent(answers[name], "    ")


def _computed(prepared: Prepared, store: Store, manner: Manner) -> Finish:
    """Compute until nothing is open; KeyboardInterrupt if it was stopped before."""
    meter = None if manner.quiet else Meter()
    with asked_to_stop() as cancel:
        try:
            finish = _shared(prepared, store, manner, meter, cancel)
        finally:
            if meter is not None:
                meter.end()
        if cancel.is_set() and finish.done + finish.failed < finish.total:
            raise KeyboardInterrupt
    return finish


def _shared(
    prepared: Prepared, store: Store, manner: Manner, meter: Meter | None, cancel: Event
) -> Finish:
    """Compute, then wait for what other processes have in hand, or take it over if they end."""
    engine, join, computed = manner.engine, manner.join, 0
    while True:
        finish = execute(
            prepared, store, engine=engine, join=join, on_progress=meter, cancel=cancel
        )
        computed += finish.computed
        whole = finish.done + finish.failed >= finish.total
        if whole or cancel.is_set() or not store.runners(prepared.plan.hash):
            return finish._replace(computed=computed)
        join = True
        time.sleep(AGAIN)


def _busy(error: BusyError, plan: Plan, store: Store, again: str) -> NoReturn:
    """Say who is at work, how far that is, and how to join."""
    whisper(state_text(plan, store) + "\n")
    complain(f"{error}\nTo share the work: {again} --join")
    sys.exit(UNFINISHED)


def _stopped(plan: Plan, store: Store, again: str) -> NoReturn:
    """Say what is kept and how to go on."""
    done = finished(plan, store)
    whisper(
        f"\nStopped. {done} of {counted(plan.count, 'task')} are kept. "
        f"Continue with:\n\n    {again}"
    )
    sys.exit(STOPPED)


def _end(content: ReportInput, finish: Finish, manner: Manner, again: str) -> None:
    """Print the results; status 1 if tasks have failed."""
    if manner.json:
        say_json({**results_json(content), "finish": finish._asdict()})
    else:
        say(results_text(content, titled=manner.quiet))
        say()
        say(ending(content, store=manner.store))
    left = finish.total - finish.done
    if left:
        complain(f"{counted(left, 'task')} failed. To try again: {again} --retry-failed")
        sys.exit(UNFINISHED)
