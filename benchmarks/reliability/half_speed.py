"""A process at half its speed: it stands still half the time, as if the machine were slower."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

SLICE = 0.01
"""Seconds for which a process runs, and for which it then stands still."""

HOLD = """
import os, signal, sys, time
from contextlib import suppress
with suppress(OSError):
    os.nice(-10)  # on time also where both cores are busy
number, long, parent, then = int(sys.argv[1]), float(sys.argv[2]), os.getppid(), time.monotonic()
print("slow", flush=True)
try:
    while os.getppid() == parent:  # whoever measures may be killed
        for sign in (signal.SIGSTOP, signal.SIGCONT):
            os.kill(number, sign)
            then += long
            late = time.monotonic() - then
            time.sleep(max(0.0, -late))
            then += max(0.0, late)
finally:
    os.kill(number, signal.SIGCONT)
"""


@contextmanager
def half_speed(process: psutil.Process) -> Iterator[None]:
    """Let a process run in every second slice of time only, until the block ends; on POSIX."""
    command = [sys.executable, "-c", HOLD, str(process.pid), str(SLICE)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as hold:  # noqa: S603 (our own program)
        try:
            assert hold.stdout is not None
            assert hold.stdout.readline() == "slow\n"
            yield
            assert hold.poll() is None, "the process ran at its full speed"
        finally:
            hold.kill()
            hold.wait()
            if process.is_running():
                process.resume()
