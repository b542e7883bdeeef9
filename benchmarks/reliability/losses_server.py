"""What is lost when the server of the app is killed, its disk is full, its files are torn."""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pandas as pd
from figure import Figure, at_most, none_of

from kselect_core import run_sweep
from kselect_core.data.table.preview import preview
from kselect_core.errors import KselectError
from kselect_core.results import runs
from kselect_core.selection import SweepConfig
from kselect_ui.server import upload
from kselect_ui.server.upload import UploadStore
from tests.lost.flips import flipped
from tests.lost.server import alive, running, until
from tests.lost.visitor import visiting

GONE_IN = 3.0  # seconds
FLIPS = 100
LINK = "reps=60"
TABLE = b"a,b,class\n" + b"".join(
    f"{i % 7},{(i * i) % 11},{'yes' if i % 3 else 'no'}\n".encode() for i in range(80)
)


def figures() -> Iterator[Figure]:
    """Yield what is measured on servers."""
    with tempfile.TemporaryDirectory() as folder:
        yield from killed(Path(folder) / "killed")
        yield from worker_killed(Path(folder) / "worker")
        yield from two_servers(Path(folder) / "two")
        yield from torn(Path(folder) / "killed")
    with small_disk() as (home, disk):
        yield from full(home, disk)


class Ended(NamedTuple):
    """What a server left that was ended in the middle of a sweep."""

    seconds: float  # until it was gone
    lost: int  # rows that were kept before and are not any more
    left: int  # worker processes three seconds later
    torn: int  # folders that cannot be read


def killed(home) -> Iterator[Figure]:
    """Yield what is left of a sweep and a table when servers are killed and ended, one by one."""
    with running(home) as server, visiting(server.address) as visitor:
        link = f"{brought(visitor)}&{LINK}"
        visitor.open("sweep", link)
        visitor.press("run_sweep")
        digest, _ = begun(home)
        visitor.line.close()  # the browser is closed
        ends = [ended(server, digest, signal.SIGKILL)]
    for kind in (signal.SIGKILL, signal.SIGTERM):
        with running(home) as server, visiting(server.address) as visitor:
            before = resumed(visitor, link, home, digest)
            until(lambda: runs.read(digest, folder=home / "runs").done > before)  # noqa: B023
            ends.append(ended(server, digest, kind))
    with running(home) as server, visiting(server.address) as visitor:
        listed = "80 rows, 2 features" in visitor.open("data", link)
        resumed(visitor, link, home, digest)
        until(lambda: runs.read(digest, folder=home / "runs").state == "finished")
        with visiting(server.address) as reloaded:
            shown = "Open in Explore" in reloaded.open("sweep", link)
        with visiting(server.address) as other:
            opened = "On **t**" in other.open("explore", f"run={digest[:12]}")
    what = "a server killed twice and ended once in one sweep"
    yield none_of(f"{what}: rows that were kept and lost", sum(e.lost for e in ends), 3, "lost")
    yield none_of(f"{what}: worker processes left 3 s later", sum(e.left for e in ends), 3, "left")
    yield none_of(f"{what}: folders that cannot be read", sum(e.torn for e in ends), 3, "torn")
    yield compared(home, digest, "the sweep that was resumed three times")
    yield Figure(
        "after all that: the confirmed table, the finished sweep, a reload, their links",
        "all there",
        f"table {'there' if listed else 'gone'}, sweep {'there' if shown else 'gone'}, "
        f"link {'works' if opened else 'fails'}",
        listed and shown and opened,
    )
    yield at_most("SIGTERM in a sweep: until the server is gone", ends[-1].seconds, 10, "s")


def ended(server, digest, kind) -> Ended:
    """End a server and see what it left."""
    rows = runs.load(digest, folder=server.home / "runs")
    seconds, remains = server.end(kind)
    left = after_three_seconds(remains)
    torn_folders = len(runs.listing(folder=server.home / "runs").unreadable)
    return Ended(seconds, missing(server.home, digest, rows), left, torn_folders)


def resumed(visitor, link, home, digest) -> int:
    """Go on with a sweep on its page; gives how many tasks were kept."""
    visitor.open("sweep", link)
    before = runs.read(digest, folder=home / "runs").done
    visitor.press(f"resume_{digest}")
    return before


def worker_killed(home) -> Iterator[Figure]:
    """Yield what a killed worker process costs."""
    with running(home) as server, visiting(server.address) as visitor:
        visitor.open("sweep", "ds=two_moons&reps=40")
        visitor.press("run_sweep")
        digest, _ = begun(home)
        workers = [p for p in server.children() if "loky" in " ".join(p.cmdline())]
        busy = max(workers, key=lambda process: sum(process.cpu_times()[:2]))
        begin = time.monotonic()
        busy.kill()
        until(lambda: "worker process" in visitor.again(), seconds=30)
        said = time.monotonic() - begin
        kept = runs.read(digest, folder=home / "runs")
        rows = runs.load(digest, folder=home / "runs")
        visitor.press(f"resume_{digest}")
        until(lambda: runs.read(digest, folder=home / "runs").state == "finished")
        lost = missing(home, digest, rows)
    yield at_most("kill -9 of a worker in a sweep: until the page says so", said, 5, "s")
    yield Figure(
        "kill -9 of a worker in a sweep: what was finished",
        "kept, and the rest alone computed after Resume",
        f"{kept.done} of {kept.total} tasks kept, {lost} rows lost or changed",
        kept.state == "failed" and 0 < kept.done < kept.total and lost == 0,
    )
    yield compared(home, digest, "the sweep after its worker was killed")


def two_servers(home) -> Iterator[Figure]:
    """Yield what two servers on one folder do."""
    link = "ds=two_moons&reps=8"
    with (
        running(home) as first,
        running(home) as second,
        visiting(first.address) as one,
        visiting(second.address) as two,
    ):
        one.open("sweep", link)
        one.press("run_sweep")
        digest, _ = begun(home)
        elsewhere = "running elsewhere" in two.open("sweep", link)
        until(lambda: runs.read(digest, folder=home / "runs").state == "finished")
        seen = "Open in Explore" in two.again()
        with visiting(second.address) as other:
            seen &= "On **two_moons**" in other.open("explore", f"run={digest[:12]}")
    yield Figure(
        "two servers on one folder: a sweep of the first",
        "the second says that it runs elsewhere, and opens it when it is finished",
        f"{'said' if elsewhere else 'not said'}, {'opened' if seen else 'not opened'}",
        elsewhere and seen,
    )
    yield compared(home, digest, "the sweep of the first of two servers")


def torn(home) -> Iterator[Figure]:
    """Yield what flipped bits in the folders of a server show."""
    folder = home / "runs"
    (good,) = runs.listing(folder=folder).runs
    table, wrong = runs.load(good.digest, folder=folder), 0
    for _ in flipped(folder, times=FLIPS, seed=3):
        listed = runs.listing(folder=folder)
        wrong += listed.runs not in ((), (good,)) or len(listed.runs + listed.unreadable) != 1
        with suppress(KselectError):
            wrong += not runs.load(good.digest, folder=folder).equals(table)
    yield none_of("random bits of a kept sweep flipped", wrong, FLIPS, "tracebacks or wrong")
    wrong, store = 0, UploadStore(lambda: home / "uploads")
    (record,) = store.every_accepted()
    upload.store = lambda: store
    for path in flipped(home / "uploads", times=FLIPS, seed=4):
        content = store.content(record.file)
        wrong += content is not None and content != TABLE
        if path.suffix == ".accepted":
            again = upload.stored(record.digest)
            wrong += again is not None and again.digest != record.digest
    yield none_of("random bits of a kept table flipped", wrong, FLIPS, "tracebacks or wrong")


def full(home, disk) -> Iterator[Figure]:
    """Yield what a full disk does to a sweep and to a table that is brought then."""
    with running(home) as server, visiting(server.address) as visitor:
        visitor.open("sweep", "ds=two_moons&reps=24")
        visitor.press("run_sweep")
        digest, rows = begun(home)
        disk.fill(server)
        said = until(lambda: "can be kept" in visitor.again(), seconds=30)
        with visiting(server.address) as other:
            brought(other)
            warned = "only in memory" in other.again()
        until(lambda: "Open in Explore" in visitor.again(), seconds=120)
        in_memory = "can be kept" in visitor.again()
        with visiting(server.address) as other:
            shown = "On **two_moons**" in other.open("explore", f"run={digest[:12]}")
        old = runs.load(digest, folder=home / "runs")
        intact = len(old) >= len(rows) and not runs.listing(folder=home / "runs").unreadable
        halves = [p for p in home.rglob("*") if p.is_file() and p.name.startswith(".")]
        disk.free(server)
        state = lambda: runs.read(digest, folder=home / "runs").state  # noqa: E731
        took = until(lambda: state() == "finished", seconds=30)
        with visiting(server.address) as other:
            until(lambda: "only in memory" not in other.open("data"), seconds=30)
    with running(home) as server, visiting(server.address) as visitor:
        there = "t (own)" in visitor.open("data", "") or any(
            key.startswith("use_own-") for key in visitor.ids
        )
    yield at_most(f"{disk.what} in a sweep: until the page says so", said, 5, "s")
    yield Figure(
        f"{disk.what} in a sweep: what becomes of it",
        "it continues in memory, says so, and can be opened",
        f"{'finished' if shown else 'not shown'}, {'said' if in_memory else 'not said'}",
        shown and in_memory,
    )
    yield Figure(
        f"{disk.what}: a table that is confirmed then",
        "said to be only in memory, saved when there is space",
        f"{'said' if warned else 'not said'}, {'kept' if there else 'lost'}",
        warned and there,
    )
    yield Figure(
        f"{disk.what}: what was kept before, and half-written files",
        "all readable, no half-written file",
        f"{'readable' if intact else 'torn'}, {len(halves)} half-written",
        intact and not halves,
    )
    yield at_most("from free space on the disk until the sweep is saved", took, 10, "s")
    yield compared(home, digest, "the sweep that was computed on a full disk")


def brought(visitor):
    """Bring a table as a file and confirm it; gives its link."""
    visitor.open("data")
    visitor.set("source", string_array_value=_texts("My own table"))
    uploader = next(key for key in visitor.ids if key.startswith("upload_file_"))
    visitor.bring(uploader, "t.csv", TABLE)
    visitor.widgets = {visitor.ids["source"]: visitor.widgets[visitor.ids["source"]]}
    for _ in range(100):
        if "use_table" in visitor.ids:
            break
        visitor.again()
    visitor.press("use_table")
    return next(part for part in visitor.query.split("&") if part.startswith("ds="))


def _texts(*texts):
    from streamlit.proto.Common_pb2 import StringArray  # noqa: TID251

    return StringArray(data=texts)


def begun(home):
    """Wait until some rows of the only running sweep are kept; gives its digest and the rows."""
    until(lambda: any(run.done > 0 for run in runs.listing(folder=home / "runs").runs))
    newest = runs.listing(folder=home / "runs").runs[0]
    return newest.digest, runs.load(newest.digest, folder=home / "runs")


def missing(home, digest, rows) -> int:
    """How many rows that were kept are not kept any more as they were."""
    now = runs.load(digest, folder=home / "runs")
    return len(set(lines(rows)) - set(lines(now)))


def lines(table: pd.DataFrame) -> list[str]:
    """Rows as text, numbers in hexadecimal."""
    return [
        " ".join(cell.hex() if isinstance(cell, float) else str(cell) for cell in row)
        for row in table.itertuples(index=False, name=None)
    ]


def compared(home, digest, what) -> Figure:
    """Return whether a sweep came out as it does uninterrupted, bit by bit."""
    run = runs.read(digest, folder=home / "runs")
    config = SweepConfig.from_toml(run.config)
    dataset = None
    if config.dataset == "t":
        dataset = preview(TABLE, name="t").dataset
    expected = _digest(run_sweep(config, dataset=dataset))
    got = _digest(runs.load(digest, folder=home / "runs"))
    return Figure(
        f"{what}, compared with an uninterrupted one",
        f"SHA-256 {expected[:12]}…",
        f"SHA-256 {got[:12]}…",
        got == expected,
    )


def _digest(table) -> str:
    return sha256("\n".join(sorted(lines(table))).encode()).hexdigest()


def after_three_seconds(processes) -> int:
    """How many processes are left three seconds after their server is gone."""
    with suppress(TimeoutError):
        until(lambda: not alive(processes), seconds=GONE_IN)
    return len(alive(processes))


class Mounted:
    """A file system of a few megabytes in memory."""

    what = "a full disk (a file system of 6 MB)"

    def __init__(self, home):
        self.filler = home / "filler"

    def fill(self, server):
        """Leave no room."""
        del server
        with suppress(OSError), self.filler.open("wb") as file:
            while True:
                file.write(b"\0" * 4096)
                file.flush()

    def free(self, server):
        """Make room again."""
        del server
        self.filler.unlink()


class Limited:
    """A bound on the files of one process, where nothing can be mounted."""

    what = "a full disk (a bound on the size of files)"

    def fill(self, server):
        """Let nothing be written."""
        server.disk_holds(1)

    def free(self, server):
        """Let everything be written."""
        server.disk_holds(-1)


@contextmanager
def small_disk():
    """Give a home on a disk that can be filled, and what fills it."""
    folder = Path(tempfile.mkdtemp())
    home = folder / "small" / "home"
    (folder / "small").mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "none", str(folder / "small")]
    mounted = _done(mount)
    home.mkdir()
    try:
        yield home, Mounted(home) if mounted else Limited()
    finally:
        if mounted:
            _done(["umount", "-l", str(folder / "small")])
        shutil.rmtree(folder, ignore_errors=True)


def _done(command: list[str]) -> bool:
    found = shutil.which(command[0])
    return bool(found) and not subprocess.call([found, *command[1:]], stderr=subprocess.DEVNULL)  # noqa: S603
