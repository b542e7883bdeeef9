"""Run experiments in children that can be killed: what `test_kill` starts as a process.

The program is imported once; each line of the input forks a child, which answers for itself. Lines
are JSON: ``{"plan": splits}`` prepares the sweep, ``{"splits": …, "store": …, …}`` runs it in a
child, ``{"reap": pid}`` waits for a child and tells how it ended.
"""

import json
import os
import resource
import signal
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path

import psutil
from loky import ProcessPoolExecutor
from loky.backend import get_context

from kselect_core.errors import KselectError
from kselect_core.experiments.engines import computing, execution, processes, writing
from kselect_core.experiments.engines.computing import Bench, in_this_process
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import Prepared, make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store
from tests.experiments.odd_units import SWEEP, odd, written

FEWER_POINTS = SWEEP.replace('"wdbc"', '"circles"')


class TellingStore(Store):
    """A store that writes down what outlives the process."""

    log = ""

    def add(self, records, *, durable=True):
        """Keep records, then tell their tasks."""
        super().add(records, durable=durable)
        written(self.log, " ".join(str(record.task) for record in records))


class TellingBench(Bench):
    """A bench that writes down what it has computed, or who did so for nobody any more."""

    log = orphaned = held = ""
    at = 0  # as many tasks are computed before the others wait until the file ``held`` is gone
    pause = 0.05  # seconds in which a task can be killed; a longer computation would cost them

    def compute(self, assignment):
        """Compute one task without haste, then tell which."""
        time.sleep(self.pause)
        while self.held and Path(self.held).exists() and self._computed() >= self.at:
            time.sleep(0.01)
        found = super().compute(assignment)
        if processes._parent and os.getppid() != processes._parent[0]:  # noqa: SLF001
            written(self.orphaned, str(os.getpid()))
        else:
            written(self.log, str(assignment.tasks[0]))
        return found

    def _computed(self):
        return len(Path(self.log).read_text().split()) if Path(self.log).exists() else 0


def forked(self):
    """Workers that begin as copies of the child: at once, without imports."""
    return ProcessPoolExecutor(
        max_workers=self.workers,
        context=get_context("fork"),
        initializer=processes.begin,
        initargs=(self.units, dict(self.data), os.getpid()),
    )


def chosen(sweep, order):
    """The sweep, an odd experiment in its place, or one that follows it."""
    if "odd" not in order:
        return sweep
    strange = odd(**order["odd"])
    if order.get("alone"):
        return strange
    return Prepared(replace(sweep.plan, units=sweep.plan.units + strange.plan.units), sweep.data)


def killing(at):
    """What kills a worker when so many tasks are done."""
    killed = []

    def look(progress):
        if at is not None and progress.done >= at and not killed:
            killed.append(psutil.Process().children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    return look


def run(prepared, order):
    """Run the experiment of an order and tell how it ended."""
    TellingStore.log, TellingBench.log = order["acknowledged"], order["computed"]
    TellingBench.orphaned = order["orphaned"]
    TellingBench.pause = order.get("pause", TellingBench.pause)
    TellingBench.held, TellingBench.at = order.get("held", ""), order.get("at", 0)
    if "room" in order:  # the disk is full when a file is so long
        resource.setrlimit(resource.RLIMIT_FSIZE, (order["room"], resource.RLIM_INFINITY))
    if "worker_dies_at" in order:
        writing.LONGEST = 0.0  # that is seen at once
    # also on a machine so fast that it would hand out more at once, and claim all for itself
    execution.MOST_BUNDLED, execution.MOST_CLAIMED = 1, 12
    engine = Processes(2) if order.get("workers", 2) else in_this_process
    try:
        with TellingStore(Path(order["store"])) as store:
            finish = execute(
                prepared,
                store,
                engine=engine,
                join=order.get("join", False),
                on_progress=killing(order.get("worker_dies_at")),
            )
            failures = store.failures([unit.key for unit in prepared.plan.units])
            ended = {
                "finish": finish._asdict(),
                "digest": results_digest(prepared.plan, store),
                "failures": {failure.task: failure[2:] for failure in failures},
            }
    except KselectError as error:
        ended = {"error": type(error).__name__, "words": str(error)}
    except KeyboardInterrupt:
        ended = {"error": "KeyboardInterrupt"}
    written(order["told"], json.dumps(ended))


def main():
    """Answer orders until the input ends."""
    warnings.filterwarnings("ignore", message="`fork` start method")
    processes.Bench = computing.Bench = TellingBench
    plans = {}
    for line in sys.stdin:
        order = json.loads(line)
        told(answered(order, plans))


def answered(order, plans):
    """Do what an order says."""
    if "plan" in order:
        prepared = plans[order["plan"]] = make_plan(parse(FEWER_POINTS), splits=order["plan"])
        Bench(prepared.plan.distinct, prepared.data).compute(processes.Assignment(0, (0,)))
        return {"count": prepared.plan.count, "unit": prepared.plan.units[0].key}
    if "reap" in order:
        return {"status": os.waitpid(order["reap"], 0)[1]}
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored behind a shell's "&"
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if not order.get("fresh"):
            processes._Pool._started = forked  # noqa: SLF001
        run(chosen(plans[order["splits"]], order), order)
        os._exit(0)
    return {"pid": child}


def told(answer):
    """Write an answer."""
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
