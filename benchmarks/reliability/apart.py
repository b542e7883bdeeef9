"""A reader that can be killed: the same answers, its limits, a server that goes on meanwhile."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")
os.chdir(ROOT)

import psutil
from figure import Figure, at_most, none_of

from kselect_core.data.apart.reader import Reader, busy
from kselect_core.data.table.preview import preview
from kselect_core.errors import DataError
from tests.bad import corpus
from tests.browser.conftest import serving
from tests.data.apart.test_reader import PARENT
from tests.lost.server import alive
from tests.ui.visit import slowest_health, visit

MB = 2**20
ODD = "tests.data.odd_child"
BOMBS = ("holds the interpreter", "sleeps", "takes memory")
LIMITS_MB = 1024
SECONDS = 10.0


def figures() -> Iterator[Figure]:
    """Yield what was promised of the reader apart, and what came out."""
    yield from same_answers()
    yield from limits()
    yield from orphans()
    yield from server()


def same_answers():
    """Every file of the corpus, read apart and here."""
    reader, different, slowest = Reader(), 0, 0.0
    files = {name: _bytes(content) for name, content in corpus.files().items()}
    reader.preview(b"a,b\n1,2\n")
    for name, content in files.items():
        start = time.monotonic()
        apart = reader.preview(content, name=name)
        slowest = max(slowest, time.monotonic() - start)
        here = preview(content, name=name)
        same = replace(apart, dataset=None) == replace(here, dataset=None)
        different += not same or _digest(apart) != _digest(here)
    yield none_of("files of the corpus read apart and here", different, len(files), "differ")
    yield at_most("slowest answer for a file of the corpus, read apart", slowest, 2.0, "s")
    good = _bytes(corpus.table())
    times = sorted(_seconds(lambda: reader.preview(good)) for _ in range(20))
    yield at_most("a small good table, read apart (median of 20)", times[10], 0.5, "s")
    memory = max(psutil.Process(number).memory_info().rss for number in reader.processes())
    yield at_most("memory of a reader that waits", memory / MB, 150, "MB")
    large = _large()
    yield at_most(
        f"a table of {len(large) / 1e6:.0f} MB, read apart",
        _seconds(lambda: reader.preview(large)), SECONDS * busy(), "s",
    )  # fmt: skip
    reader.close()


def limits():
    """Files that hang or take memory, with the limits that people have."""
    reader = Reader(module=ODD)
    reader.preview(_bytes(corpus.table()))  # a server's readers are started before files come
    for name in ("holds the interpreter", "sleeps"):
        seconds = _seconds(lambda name=name: _refused(reader, name))
        yield at_most(
            f"a file whose reader {name} is refused after", seconds, (SECONDS + 0.5) * busy(), "s"
        )
    peak = _peak(lambda: _refused(reader, "takes memory"))
    yield at_most("memory of a reader that takes what it can get", peak / MB, LIMITS_MB, "MB")
    words = [_refused(reader, name) for name in ("takes memory", "aborts", "fails", "babbles")]
    told = sum("Traceback" in text or not text for text in words)
    yield none_of(
        "readers that run out of memory, abort, fail or send nonsense", told, 4, "without a message"
    )
    again = _seconds(lambda: reader.preview(_bytes(corpus.table())))
    yield at_most("the next file after a killed reader", again, 2.0, "s")
    reader.close()


def orphans():
    """The parent is killed while two readers work and one waits."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)  # noqa: S603
    parent.stdout.readline()
    children = psutil.Process(parent.pid).children()
    parent.kill()
    parent.communicate()
    left = alive(psutil.wait_procs(children, timeout=3)[1])
    yield none_of("readers left 3 s after kill -9 of the server", len(left), len(children), "left")


def server():
    """The health of a real server while files that hang, burst or are merely large are read."""
    with TemporaryDirectory() as folder, serving(folder, "tests/ui/bomb_page.py") as address:
        slowest = _worst_health(address, [({"does": name}, "") for name in BOMBS])
    yield at_most("health check while readers hang and take memory", slowest, 0.5, "s")
    with TemporaryDirectory() as folder:
        contents = [_large(), *map(_bytes, map(corpus.files().get, _heavy()))]
        links = [({"file": _uploaded(folder, content)[:12]}, "data") for content in contents]
        with serving(folder) as address:
            visit(address, {}, [], "data")  # its modules are loaded once
            process = _server_of(address)
            before = process.memory_info().rss
            slowest = _worst_health(address, links)
            grown = process.memory_info().rss - before
    what = f"{len(links)} bombs and large files opened at once on the Data page"
    yield at_most(f"health check during {what}", slowest, 0.5, "s")
    yield at_most(f"memory of the server after {what}", grown / MB, 512, "MB more")


def _heavy() -> list[str]:
    names = [name for name in corpus.files() if "bomb" in name]
    return names + [n for n in ("many_rows.csv", "many_columns.csv") if n in corpus.files()]


def _worst_health(address, links) -> float:
    return slowest_health(address, [(query, [], page) for query, page in links])


def _server_of(address):
    port = int(address.rpartition(":")[2])
    children = psutil.Process().children(recursive=True)
    return next(p for p in children if f"--server.port={port}" in " ".join(p.cmdline()))


def _uploaded(folder, content) -> str:
    """Put a file where an upload goes; returns its digest."""
    digest = sha256(content).hexdigest()
    place = Path(folder) / "uploads"
    place.mkdir(exist_ok=True)
    (place / f"{digest}.table").write_bytes(content)
    (place / f"{digest}.name").write_text("bomb.csv")
    return digest


def _large() -> bytes:
    """Return a good table just below the limits: 20 MB, words among the numbers."""
    words = ["red", "green", "blue"]
    rows = [
        f"{i % 97}.{i % 89},{i % 13},{words[i % 3]},{i * 7 % 1009}.5,{'yn'[i % 2]}"
        + f",{i % 11}.25" * 12
        for i in range(199_999)
    ]
    head = "a,b,colour,c,label" + "".join(f",d{j}" for j in range(12))
    content = "\n".join([head, *rows]).encode()
    return content[: content.rfind(b"\n", 0, 20_000_000)]


def _refused(reader, name) -> str:
    try:
        reader.preview(b"x", name=name)
    except DataError as error:
        return str(error)
    return ""


def _peak(action) -> float:
    """Return the largest memory of any process of ours while something is done."""
    stop, found = threading.Event(), [0]

    def look():
        while not stop.is_set():
            for process in psutil.Process().children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    found[0] = max(found[0], process.memory_info().rss)
            time.sleep(0.005)

    watcher = threading.Thread(target=look)
    watcher.start()
    action()
    stop.set()
    watcher.join()
    return found[0]


def _seconds(action) -> float:
    start = time.monotonic()
    action()
    return time.monotonic() - start


def _digest(seen) -> str:
    return seen.dataset.digest if seen.dataset else ""


def _bytes(content) -> bytes:
    return content if isinstance(content, bytes) else content.encode()
