"""Who is at work: a process by its number, its start, its machine and its boot, and if it lives."""

import socket
import sqlite3
import time
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import psutil

from kselect_core.results.storerows import seal

SILENCE = 60.0  # seconds without a sign of life after which a runner of another machine is gone
_CLOCK = 2.0  # seconds by which the start of one process may be told differently
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Runner(NamedTuple):
    """One process at work on one plan."""

    id: int
    plan: str
    pid: int
    host: str
    since: float  # POSIX time


class Process(NamedTuple):
    """What tells a process from every other, also from one that got its number later."""

    pid: int
    host: str
    boot: str  # changes with every start of the machine; "" where it has no name
    started: float  # POSIX time


def this_process() -> Process:
    """The process that asks."""
    process = psutil.Process()
    return Process(process.pid, socket.gethostname(), boot_id(), process.create_time())


def lives(process: Process, beat: float) -> bool:
    """Whether a process still runs; on another machine, whether it gave a sign of life lately."""
    if process.host != socket.gethostname():
        return abs(time.time() - beat) <= SILENCE
    if process.boot != boot_id():
        return False
    try:
        runner = psutil.Process(process.pid)
        same = abs(runner.create_time() - process.started) <= _CLOCK
        return bool(same and runner.status() != psutil.STATUS_ZOMBIE)
    except (psutil.Error, ValueError, OverflowError):
        return False


@cache
def boot_id() -> str:
    """Name of this start of the machine, "" where the system gives none."""
    try:
        return _BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


def described(runner: Runner) -> str:
    """Words that say who it is and since when."""
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(runner.since))
    return f"process {runner.pid} on {runner.host!r}, since {since}"


def living(connection: sqlite3.Connection, plan: str) -> tuple[Runner, ...]:
    """Runners of a plan ("": of any) whose processes live."""
    rows = connection.execute(
        "SELECT id, plan, pid, host, boot, started, since, checksum, "
        "coalesce(CAST(beat AS REAL), 0.0) FROM runner ORDER BY id"
    ).fetchall()
    alive = []
    for *facts, checksum, beat in rows:
        number, work, pid, host, boot, started, since = facts
        if checksum != seal(*facts) or plan not in {"", work}:
            continue
        if lives(Process(pid, host, boot, started), beat):
            alive.append(Runner(number, work, pid, host, since))
    return tuple(alive)


def entered(connection: sqlite3.Connection, plan: str) -> Runner:
    """Runner that this process is from now on, written down; those that are gone are struck off."""
    alive = {runner.id for runner in living(connection, "")}
    numbers = [number for (number,) in connection.execute("SELECT id FROM runner").fetchall()]
    struck_off(connection, [number for number in numbers if number not in alive])
    (last,) = connection.execute(
        "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'runner'"
    ).fetchone()
    me = this_process()
    runner = Runner(last + 1, plan, me.pid, me.host, time.time())
    _write_down(connection, runner, me)
    return runner


def seen(connection: sqlite3.Connection, runner: Runner) -> None:
    """Write down that a runner lives."""
    rows = connection.execute(
        "UPDATE runner SET beat = ? WHERE id = ? AND plan = ? AND pid = ? AND host = ?",
        (time.time(), *runner[:4]),
    ).rowcount
    if not rows:  # another machine took it for gone
        _write_down(connection, runner, this_process())


def struck_off(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Forget runners and what they have claimed."""
    for number in numbers:
        connection.execute("DELETE FROM claim WHERE runner = ?", (number,))
        connection.execute("DELETE FROM runner WHERE id = ?", (number,))


def claimed(
    connection: sqlite3.Connection, runner: Runner, unit: bytes, tasks: Sequence[int]
) -> list[int]:
    """Those of the tasks that are now this runner's: not finished, nobody else's who lives."""
    others = {other.id for other in living(connection, "")} - {runner.id}
    connection.execute(
        "DELETE FROM claim WHERE unit = ? AND task IN (SELECT task FROM done WHERE unit = ?)",
        (unit, unit),
    )
    done = connection.execute("SELECT task FROM done WHERE unit = ?", (unit,)).fetchall()
    claims = connection.execute("SELECT task, runner FROM claim WHERE unit = ?", (unit,)).fetchall()
    gone = {task for (task,) in done} | {task for task, owner in claims if owner in others}
    mine = [int(task) for task in tasks if task not in gone]
    connection.executemany(
        "REPLACE INTO claim VALUES (?, ?, ?)", [(unit, task, runner.id) for task in mine]
    )
    return mine


def _write_down(connection: sqlite3.Connection, runner: Runner, process: Process) -> None:
    facts = (runner.id, runner.plan, *process, runner.since)
    connection.execute(
        "REPLACE INTO runner VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*facts, seal(*facts), time.time()),
    )
