"""Arrays that are made and forgotten ask the system for memory once, also in a worker of Dask."""

import os
import subprocess
import sys
from functools import partial

import pytest

from kselect_core.cli.verbs.starting import SERVED
from kselect_core.linalg.machine.memory import TOLD, untold
from kselect_core.selection.sweep.pool import worker_pool

PROGRAM = """
import resource, sys
from contextlib import nullcontext
import numpy as np
from kselect_core.linalg.machine.memory import memory_kept

SEVERAL = int(sys.argv[1])

def pages(during):
    with during:
        [np.ones(2**17) for _ in range(SEVERAL)]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        for _ in range(100):
            [np.ones(2**17) for _ in range(SEVERAL)]
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

print(pages(nullcontext()), pages(memory_kept()), pages(nullcontext()))
"""


def pages(several=1, **told):
    environment = {name: value for name, value in os.environ.items() if name != TOLD} | told
    command = [sys.executable, "-c", PROGRAM, str(several)]
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [int(number) for number in made.stdout.split()]


def test_worker_processes_keep_memory_where_the_server_does_not(monkeypatch):
    monkeypatch.delenv(TOLD, raising=False)
    assert untold() == {}
    monkeypatch.setenv(TOLD, "131072")
    assert untold() == {TOLD: str(2**26), "MALLOC_MMAP_THRESHOLD_": str(2**25)}
    with worker_pool(1, partial(os.getpid)) as workers:
        assert workers.submit(os.getenv, TOLD).result() == str(2**26)


@pytest.mark.skipif(sys.platform != "linux", reason="it is a choice of glibc")
def test_memory_is_kept_only_inside_and_only_where_a_process_was_told_otherwise():
    before, inside, after = pages(**{TOLD: "65536"})
    assert before > 10_000
    assert inside < 1000
    assert after > 10_000
    assert max(pages()) < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="it is a choice of glibc")
def test_a_server_keeps_what_the_arrays_of_a_gesture_give_back():
    assert max(pages(**SERVED)) < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="it is a choice of glibc")
def test_several_arrays_at_once_are_kept_where_a_process_was_told_nothing():
    before, *others = pages(4)
    assert before > 10_000
    assert max(others) < 1000
