"""However a process ends, its workers end with it, in whatever state, and print nothing."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from kselect_core.data.apart import lifeline
from tests.cli.conftest import SWEEP
from tests.lost.left import all_cores_busy, gone, marked, started, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells whose process it is")

NIGHTLY = pytest.mark.nightly
NEVER_TOLD = ("Traceback", "leaked", "resource_tracker", "Fatal Python", "failed with", "LokyProc")
WAITING = """
import sys, time
if any("popen_loky" in word or word == "kselect_core.data.apart.child" for word in sys.orig_argv):
    time.sleep(10**6)
"""
READER = """
from kselect_core.data.apart.reader import Reader
import time
Reader().warm()
time.sleep(1e6)
"""
CHILD = ("-c", "import sys; from tests.lost.pool_child import main; main(*sys.argv[1:])")
PROGRAM = ("-c", "from kselect_core.cli import main; main()")


@pytest.fixture
def slow_start(tmp_path):
    """Variables with which the interpreter of a worker does not come to its first program."""
    folder = tmp_path / "path"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WAITING)
    return {"PYTHONPATH": str(folder)}


def workers(mark):
    """Workers and readers among the processes with a mark."""
    words = [(process, " ".join(process.cmdline())) for process in marked(mark)]
    return [p for p, said in words if "popen_loky" in said or "apart.child" in said]


def tied(mark):
    """Whether a worker or reader is there and its parent has tied all of them to their lifelines.

    Before, an interpreter that comes to its first program ends there; one that never does, stays.
    """
    found = workers(mark)
    with suppress(OSError, ValueError, psutil.Error):
        return bool(found) and all(map(asks_for_signal, found))
    return False


def asks_for_signal(process):
    """Whether the pipe that is named behind alive.py is one whose end the system signals."""
    words = process.cmdline()
    (place,) = (at for at, word in enumerate(words) if word.endswith("alive.py"))
    facts = Path(f"/proc/{process.pid}/fdinfo/{words[place + 1]}").read_text()
    flags = dict(line.split(":") for line in facts.splitlines() if ":" in line)["flags"]
    return bool(int(flags, 8) & os.O_ASYNC)


def silent(errors):
    """Refuse what nobody wants to see in a terminal."""
    said = errors.read_text()
    assert not [words for words in NEVER_TOLD if words in said], said


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("computing", signal.SIGKILL),
        pytest.param("computing", signal.SIGHUP, marks=NIGHTLY),
        pytest.param("beginning", signal.SIGABRT, marks=NIGHTLY),
    ],
)
def test_a_worker_that_gives_the_interpreter_to_nobody_ends_with_its_parent(state, kind, tmp_path):
    told, errors = tmp_path / "told", tmp_path / "errors"
    with started([*CHILD, state, str(told)], errors) as (process, mark):
        until(lambda: told.exists() or process.poll() is not None)
        os.kill(process.pid, kind)
        assert process.wait() == -kind
        gone(mark)
    silent(errors)


def test_a_worker_whose_interpreter_still_starts_ends_with_its_parent(slow_start, tmp_path):
    command = [*CHILD, "computing", str(tmp_path / "told")]
    with started(command, tmp_path / "errors", **slow_start) as (process, mark):
        until(lambda: tied(mark))
        process.kill()
        process.wait()
        gone(mark)
    silent(tmp_path / "errors")


def test_a_reader_of_files_whose_interpreter_still_starts_ends_with_its_parent(
    slow_start, tmp_path
):
    with started(["-c", READER], tmp_path / "errors", **slow_start) as (process, mark):
        until(lambda: tied(mark))
        process.kill()
        process.wait()
        gone(mark)


def test_what_comes_after_the_death_of_its_parent_ends_before_it_imports():
    """The number in the command is that of a pipe which nobody holds any more."""
    line = lifeline.Lifeline()
    command = line.command("no_such_module", [])
    os.set_inheritable(line.theirs, True)  # noqa: FBT003
    line.close()
    status = os.posix_spawn(command[0], command, os.environ)
    assert os.waitstatus_to_exitcode(os.waitpid(status, 0)[1]) in (1, -signal.SIGIO)
    os.close(line.theirs)


@pytest.mark.parametrize(
    "kind",
    [signal.SIGKILL, *(pytest.param(k, marks=NIGHTLY) for k in (signal.SIGABRT, signal.SIGSEGV))],
)
def test_a_worker_that_is_killed_prints_nothing(kind, tmp_path):
    command = [*CHILD, "killed", str(tmp_path / "told"), str(int(kind))]
    with started(command, tmp_path / "errors") as (process, mark):
        assert process.wait() == 1
        gone(mark)
    said = (tmp_path / "errors").read_text()
    assert "Fatal Python" not in said
    assert "leaked" not in said
    assert said.count("TerminatedWorkerError") >= 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    "kind", [signal.SIGKILL, signal.SIGABRT, signal.SIGHUP, signal.SIGTERM, signal.SIGINT]
)
def test_beside_a_loop_on_each_core_nothing_is_left_of_a_command(kind, tmp_path):
    """Sent to all that hang on a terminal where it does so; at two moments of the beginning."""
    protocol, errors = tmp_path / "long.toml", tmp_path / "errors"
    text = SWEEP.replace("powers = [2, 2, 5]", "powers = [2, -15, 15]")
    protocol.write_text(text.replace("repeats = 3", "repeats = 50"), "utf-8")
    command = [*PROGRAM, "reproduce", str(protocol), "--workers", "2", "--yes"]
    home = {"KSELECT_HOME": str(tmp_path / "home")}
    with all_cores_busy(), started(command, errors, **home) as (process, mark):
        until(lambda: len(workers(mark)) == 2 or process.poll() is not None)
        whole = kind in (signal.SIGINT, signal.SIGHUP)
        (os.killpg if whole else os.kill)(process.pid, kind)
        status = process.wait()
        print(kind.name, f"{gone(mark):.2f} s")  # noqa: T201
    assert status in (130, -kind), errors.read_text()
    silent(errors)
    if status == 130:
        assert errors.read_text().count("Stopped.") == 1
