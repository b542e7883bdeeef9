"""A server that can be killed, ended and started again on the same folder."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
HEALTHY_WITHIN = 60.0  # seconds; the machine may be busy
QUIET = ("--server.headless=true", "--server.address=127.0.0.1")


class Server:
    """A running server of the app with its processes."""

    def __init__(self, home, *, room=None):
        self.home, self.port = Path(home), _free_port()
        self.home.mkdir(parents=True, exist_ok=True)
        self.log = (self.home.parent / f"{self.port}.log").open("w")
        command = [sys.executable, "-m", "streamlit", "run", "app.py", *QUIET]
        told = os.environ | {"KSELECT_HOME": str(home), "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [*command, f"--server.port={self.port}"],
            cwd=ROOT,
            env=told,
            stdout=self.log,
            stderr=self.log,
        )
        self.family = psutil.Process(self.process.pid)
        if room:
            self.disk_holds(room)

    @property
    def address(self):
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def disk_holds(self, room):
        """Let it write so many bytes to a file and no more, as on a full disk; -1: any number."""
        self.family.rlimit(psutil.RLIMIT_FSIZE, (room, psutil.RLIM_INFINITY))

    def healthy(self):
        """Wait until it answers; gives it back."""
        deadline = time.monotonic() + HEALTHY_WITHIN
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/_stcore/health", timeout=2) as answer:  # noqa: S310
                    if answer.status == 200:
                        return self
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the server did not start: {Path(self.log.name).read_text()}")

    def children(self):
        """Give the processes it has started."""
        return self.family.children(recursive=True)

    def end(self, kind=signal.SIGKILL):
        """Send a signal and wait; gives seconds until it was gone, and the processes it left."""
        left, begin = self.children(), time.monotonic()
        self.process.send_signal(kind)
        self.process.wait(60)
        return time.monotonic() - begin, left

    def close(self):
        """End whatever of it still runs."""
        for process in [*(self.children() if self.process.poll() is None else ()), self.process]:
            process.kill()
        self.process.wait(20)
        self.log.close()


@contextmanager
def running(home, **options):
    """Start a server and wait until it answers; it is ended at the end."""
    server = Server(home, **options)
    try:
        yield server.healthy()
    finally:
        server.close()


def until(condition, *, seconds=60.0, every=0.05):
    """Wait until something holds; gives how long that took."""
    begin = time.monotonic()
    while not condition():
        if time.monotonic() - begin > seconds:
            raise TimeoutError("waited too long")
        time.sleep(every)
    return time.monotonic() - begin


def alive(processes):
    """Give those that still run."""
    return [process for process in processes if _runs(process)]


def _runs(process):
    """Whether a process has not ended; one that nobody has waited for yet has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
