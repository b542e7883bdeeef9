"""Units whose tasks kill their process, run out of memory, wait, or tell that they ran.

An odd unit brings its kind along to whatever process it is sent to: to make it there, this module
is imported.
"""

import json
import os
import signal
import time
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kselect_core.errors import DataError
from kselect_core.experiments.engines import computing
from kselect_core.experiments.plan.plan import Plan, Prepared
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.experiments.ways.unit import Unit, Way, no_outcomes
from kselect_core.experiments.ways.ways import WAYS
from kselect_core.results.record import Line

SWEEP = """
schema = 1
name = "small-sweep"
title = "A sweep for tests"
kind = "sweep"
datasets = ["wdbc"]
[sweep]
learner = "lssvm"
ridge = "lambda"
lambdas = [1.0]
repeats = 10
candidates = [{ kernel = "gaussian", convention = "2tau", powers = [2, -15, 15] }]
criteria = ["sm", "kfold", "loo", "ckta", "fsm", "er"]
"""


class OddUnit(Unit):
    """Unit of a kind that only tests know."""


def odd(tasks: int, **settings: Any) -> Prepared:
    """Plan of one odd unit.

    ``kills``: tasks that kill their process; ``no_memory``, ``refuses``: tasks that raise;
    ``begun``, ``log``: files that get a line for each task that begins or ended; ``wait``: seconds
    of each task.
    """
    unit = OddUnit("odd", "", "none", "", "", "", json.dumps(settings), tasks, 1, 1)
    return Prepared(Plan(parse(SWEEP), (unit,)), {})


def start(unit: Unit, dataset: object):  # noqa: ARG001
    settings = json.loads(unit.settings)

    def lines(task: int) -> tuple[Line, ...]:
        if "begun" in settings:
            written(settings["begun"], str(task))
        if task in settings.get("kills", ()):
            _die()
        if task in settings.get("no_memory", ()):
            raise MemoryError
        if task in settings.get("refuses", ()):
            raise DataError("It will not.")
        time.sleep(settings.get("wait", 0.0))
        if "log" in settings:
            written(settings["log"], f"{task} {os.getpid()}")
        return (Line("half", "info", (task / 2,)),)

    return lines


def written(path: str, line: str) -> None:
    """Add a line to a file that several processes write."""
    with Path(path).open("ab", buffering=0) as file:
        file.write(f"{line}\n".encode())


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)


computing.WAYS = MappingProxyType(  # type: ignore[attr-defined]
    {**WAYS, "odd": Way(lambda *_: [], start, lambda *_: no_outcomes(), lambda *_: 0.0)}
)
