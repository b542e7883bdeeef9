"""Doors of the environment: ports, disks, stores of others, clocks, languages, terminals.

Each takes the value of its entry, makes the situation in a folder of its own, and returns what was
said, or raises the refusal.
"""

import os
import socket
import sqlite3
import subprocess
import sys
import time
from collections import namedtuple
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import psutil

import run
from kselect_core import run_sweep
from kselect_core.cli.sharing.address import check_free
from kselect_core.errors import StorageError
from kselect_core.results import runs
from kselect_core.results.disks import network_warning
from kselect_core.results.store import Store
from kselect_core.selection import Candidates
from kselect_core.selection.sweep import memory
from tests.results.store_examples import EXAMPLES, PLAN
from tests.robustness.same_bits import digest
from tests.selection.examples import blobs, small

ROOT = Path(__file__).parents[2]
NOBODY = 65534
LITTLE = 2000  # bytes a file may have


@contextmanager
def bound_by_permissions():
    """Be a user whom permissions bind."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def public_folder():
    """Folder that another user may enter."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            folder.chmod(0o755)


@contextmanager
def a_busy_port():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


def finished(config=None):
    config = config or small(repeats=1)
    return runs.Run(config.digest(), "finished", config.to_toml()), run_sweep(
        config, dataset=blobs()
    )


def port_in_use(_):
    with a_busy_port() as port:
        return f"{port} is passed over" if run.free_port(port) > port else ""


def shared_port_in_use(_):
    with a_busy_port() as port:
        check_free("127.0.0.1", port)


def read_only_store(_):
    with public_folder() as folder:
        path = folder / "experiments.sqlite"
        with Store(path) as store:
            store.add(EXAMPLES[:3])
        path.chmod(0o444)
        folder.chmod(0o555)
        with bound_by_permissions(), Store(path) as store:
            if len(list(store.records(EXAMPLES[0].unit))) != 3:
                raise AssertionError("a record is gone")
            try:
                store.register(PLAN)
            except StorageError as error:
                return str(error)
    return ""


def read_only_runs(_):
    with public_folder() as folder:
        folder.chmod(0o555)
        with bound_by_permissions():
            runs.save(*finished(), folder=folder / "runs")


def full_disk(_):
    """The old run stays readable where a larger one has no room."""
    import resource
    import signal

    run_, table = finished()
    with TemporaryDirectory() as name:
        folder = Path(name)
        runs.save(run_, table, folder=folder)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (LITTLE, hard))
        try:
            config = small(repeats=1, candidates=(Candidates(),))
            runs.save(*finished(config), folder=folder)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)
            if digest(runs.load(run_.digest, folder=folder)) != digest(table):
                raise AssertionError("the earlier run is gone")


def network_folder(_):
    """What is said of a store on a disk of another computer."""
    place = namedtuple("place", "mountpoint fstype")
    with (
        TemporaryDirectory() as folder,
        mock.patch.object(psutil, "disk_partitions", return_value=[place(folder, "nfs4")]),
    ):
        return network_warning(Path(folder) / "experiments.sqlite")


def _opened_after(change):
    with TemporaryDirectory() as name:
        path = Path(name) / "experiments.sqlite"
        Store(path).close()
        change(path)
        Store(path).close()


def _changed(path, statement):
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(statement)
        raw.commit()


def newer_store(_):
    _opened_after(lambda path: _changed(path, "PRAGMA user_version = 99"))


def anothers_database(_):
    _opened_after(lambda path: _changed(path, "PRAGMA application_id = 7"))


def no_database(_):
    _opened_after(lambda path: path.write_text("a text " * 1000))


def newer_run(_):
    """A run of a newer version hides no other and is named."""
    with TemporaryDirectory() as name:
        with mock.patch.object(runs, "FORMAT", runs.FORMAT + 1):
            runs.save(*finished(), folder=Path(name))
        found = runs.listing(folder=Path(name))
    return " ".join(entry.reason for entry in found.unreadable)


def clock_set_back(_):
    """A run kept tomorrow, read today; nothing is lost and the order is told."""
    with TemporaryDirectory() as name:
        run_, table = finished()
        tomorrow = replace(run_, saved=time.time() + 86400)
        runs.save(tomorrow, table, folder=Path(name))
        (found,) = runs.listing(folder=Path(name)).runs
        with Store(Path(name) / "s.sqlite") as store:
            with mock.patch.object(time, "time", return_value=1e9):
                store.register(PLAN)
                store.add(EXAMPLES)
            kept = list(store.records(EXAMPLES[0].unit))
    if (found.digest, len(kept)) != (run_.digest, 12):
        raise AssertionError("something is lost")


def decimal_comma(_):
    """Numbers are written and read with a point whatever the language says."""
    said = _called_with("version", LC_NUMERIC="de_DE.UTF-8")
    import locale

    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("de_DE.UTF-8", "de_DE"):
            try:
                locale.setlocale(locale.LC_ALL, name)
            except locale.Error:
                continue
        config = small(lambdas=(0.25, 1.5))
        if type(config).from_toml(config.to_toml()) != config or "0,25" in config.to_json():
            raise AssertionError("a comma")
    finally:
        locale.setlocale(locale.LC_ALL, before)
    return said


def poor_terminal(_):
    """A terminal that knows Latin letters only gets question marks for the rest, and no error."""
    return _called_with("app", "--host", "Straγe", PYTHONIOENCODING="latin-1", status=1)


def no_browser(_):
    from tests.bad.commands import called

    return called("app", "--no-browser", "--json")


def two_servers(_):
    with TemporaryDirectory() as name:
        path = Path(name) / "s.sqlite"
        with Store(path) as first, Store(path) as second:
            first.enter(PLAN.hash)
            second.enter(PLAN.hash)


def memory_below(limit):
    with mock.patch.object(memory, "memory_limit", return_value=limit):
        return run_sweep(small(repeats=1), dataset=blobs())


def workers_and_memory(count):
    """So many workers that each has a kilobyte."""
    with mock.patch.object(memory, "memory_limit", return_value=1024 * count):
        return run_sweep(small(repeats=1), dataset=blobs(), workers=count)


def _called_with(*words, status=0, **environment):
    done = subprocess.run(
        [sys.executable, "-c", "from kselect_core.cli import main; main()", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != status or "Traceback" in done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout + done.stderr


DOORS = {
    door.__name__: door
    for door in (
        port_in_use, shared_port_in_use, read_only_store, read_only_runs, full_disk,
        network_folder, newer_store, newer_run, no_database, anothers_database, clock_set_back,
        decimal_comma, poor_terminal, no_browser, two_servers, workers_and_memory,
    )
} | {"memory": memory_below}  # fmt: skip
