"""Servers of this computer and crowds of windows in front of them."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from kselect_core.cli.verbs.starting import SERVED
from kselect_ui.door.rules import ticket
from tests.load.window import Window, get, word_of

ROOT = Path(__file__).parents[2]
PAGES = ("", "spectrum", "perturbation", "errors", "film", "svm", "rewards", "bounds", "design")
MAKING = ("data", "sweep", "experiments")
SECRET = "nobody types a word here"  # noqa: S105 (instead of its hash)
MB = 2**20
WATCH = """
import sys, time, urllib.request
address, every = sys.argv[1], float(sys.argv[2])
while True:
    began = time.perf_counter()
    try:
        urllib.request.urlopen(address, timeout=20).read()
        took = time.perf_counter() - began
    except OSError:
        took = 20.0
    print(took, flush=True)
    time.sleep(every)
"""


@dataclass
class Server:
    """A running server: its address, its process, and how long its health check took."""

    address: str
    process: psutil.Process
    log: Path
    shared: bool = True
    health: list = field(default_factory=list)
    windows: list = field(default_factory=list)  # all that were ever opened

    def megabytes(self):
        """Return the resident memory of the server itself."""
        return self.process.memory_info().rss / MB

    def workers(self):
        """Return the resident memory of each process it started."""
        sizes = []
        for child in self.process.children(recursive=True):
            try:
                if not is_reader(child):
                    sizes.append(child.memory_info().rss / MB)
            except psutil.Error:
                continue
        return sizes

    def cookie(self, *, teacher=False):
        """Return the ticket of a new browser."""
        return f"kselect_door={ticket(SECRET, time.time(), teacher=teacher)}" * self.shared

    def window(self, number, *, teacher=False):
        """Return a window of a new browser, not yet open."""
        self.windows.append(Window(self.address, number, cookie=self.cookie(teacher=teacher)))
        return self.windows[-1]


def is_reader(process):
    """Whether a process of a server waits for tables to read, in place of sweeping."""
    return "kselect_core.data.apart.child" in process.cmdline()


@contextmanager
def serving(home, *, shared=True, **variables):
    """Start the app for a class on a free port of this computer."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | SERVED | {"KSELECT_HOME": str(home)}
    environment |= {f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL")}
    if shared:
        environment |= {"KSELECT_SHARED": "1", "KSELECT_WORD_HASH": SECRET}
    log = Path(home) / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true"]
    with log.open("w") as told:
        server = subprocess.Popen(
            command, cwd=ROOT, env=environment | variables, stdout=told, stderr=told
        )
        address = f"http://127.0.0.1:{port}"
        try:
            _until_healthy(address, server)
            yield Server(address, psutil.Process(server.pid), log, shared)
        finally:
            server.terminate()
            server.wait(timeout=20)


def _until_healthy(address, server):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended"
        try:
            get(f"{address}/_stcore/health", timeout=2)
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server did not answer")


@contextmanager
def watched(server, every=0.5):
    """Ask a server all the while whether it is well, from a process that has nothing else to do."""
    command = [sys.executable, "-c", WATCH, f"{server.address}/_stcore/health", str(every)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as watch:
        try:
            yield
        finally:
            watch.terminate()
            told, _ = watch.communicate()
            server.health += [float(line) for line in told.splitlines()]


@asynccontextmanager
async def crowd(server, count, *, first=1, path="", gap=0.0):
    """Open windows of so many visitors, each with the own word in its link."""
    async with AsyncExitStack() as stack:
        windows = []
        for number in range(first, first + count):
            window = server.window(number)
            stack.push_async_callback(window.close)
            await window.open(path, f"note={word_of(number)}&run={word_of(number)}")
            windows.append(window)
            await asyncio.sleep(gap)
        yield windows


async def strolls(window, seconds, *, think=(2.0, 10.0), pages=PAGES + MAKING, seed=0):
    """Look around as a visitor does: think, then go to a page or change something."""
    dice = random.Random(1000 * seed + window.number)  # noqa: S311 (steps, not secrets)
    deadline = time.monotonic() + seconds
    while True:
        pause = dice.uniform(*think)
        if time.monotonic() + pause > deadline:
            return
        await asyncio.sleep(pause)
        if dice.random() < 0.4:
            await window.run(path=dice.choice(pages))
        else:
            await window.move(dice)


async def everywhere(window, pages=PAGES + MAKING):
    """Open every page once."""
    for page in pages:
        await window.run(path=page)


def share_below(values, share=0.95):
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
