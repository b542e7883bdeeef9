"""Processes that come of one process, found by a mark in their environment; a busy machine."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import psutil

from tests.lost.server import alive

PATIENCE = 120.0
"""Seconds after which a test gives up: whoever is left by then stays for ever."""

ROOT = Path(__file__).parents[2]


def marked(mark):
    """All processes that have a mark in their environment."""
    found = []
    for process in psutil.process_iter():
        with suppress(OSError, psutil.Error):
            if mark.encode() in Path(f"/proc/{process.pid}/environ").read_bytes():
                found.append(process)
    return alive(found)


def until(condition):
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.02)


def gone(mark):
    """Wait until no process has the mark; tell how many seconds that took."""
    began = time.monotonic()
    until(lambda: not marked(mark))
    return time.monotonic() - began


@contextmanager
def started(command, errors, **variables):
    """Start a process whose children all have a mark; at the end none of them is left."""
    mark = f"KSELECT_TEST_MARK={uuid4().hex}"
    with errors.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            stdout=file,
            stderr=file,
            start_new_session=True,
            env={**os.environ, **dict([mark.split("=")]), **variables},
        )
    try:
        yield process, mark
    finally:
        for left in marked(mark):
            left.kill()
        process.wait()


@contextmanager
def all_cores_busy():
    """Let a loop run on each core."""
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
