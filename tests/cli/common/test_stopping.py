"""Ctrl-C and SIGTERM, in processes of their own: what is kept, what is said, what is left."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from kselect_core.cli.common.stopping import asked_to_stop
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.results.store import Store
from tests.cli.conftest import SWEEP
from tests.lost.left import until
from tests.lost.server import alive

PROGRAM = (sys.executable, "-c", "from kselect_core.cli import main; main()")
BEGUN = 0.1  # seconds of the processor: it has begun to import


@pytest.fixture
def long_protocol(tmp_path):
    path = tmp_path / "long.toml"
    text = SWEEP.replace("powers = [2, 2, 5]", "powers = [2, -15, 15]")
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.usefixtures("alone")
def test_after_ctrl_c_nothing_is_left_but_what_is_kept(long_protocol, home, kselect_json, tmp_path):
    plan = make_plan(load_protocol(long_protocol))
    process = subprocess.Popen(
        [*PROGRAM, "reproduce", long_protocol, "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "100"},
    )
    kept = _wait_for_rows(home / "experiments.sqlite", plan.plan.units[0].key, process)
    children = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130, said
    until(lambda: not alive(children))
    assert "Traceback" not in said
    assert f"kselect resume {plan.plan.hash[:8]}" in said
    with Store() as store:
        assert kept <= len(store.finished(plan.plan.units[0].key)) < plan.plan.count
    resumed = kselect_json("resume", plan.plan.hash[:8])
    assert resumed["finish"]["done"] == plan.plan.count
    with Store(tmp_path / "whole.sqlite") as store:
        execute(plan, store)
        assert resumed["digest"] == results_digest(plan.plan, store)


def test_sigterm_before_anything_is_computed_says_so():
    process = subprocess.Popen(
        [*PROGRAM, "reproduce", "ks-table1"], stderr=subprocess.PIPE, text=True
    )
    begins = psutil.Process(process.pid)
    until(lambda: begins.cpu_times().user > BEGUN)
    process.terminate()
    _, said = process.communicate()
    assert process.returncode in (130, -signal.SIGTERM)  # before Python itself was ready
    assert "Traceback" not in said


def test_the_first_signal_asks_and_the_second_ends():
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with asked_to_stop() as cancel:
        os.kill(os.getpid(), signal.SIGINT)
        assert _within_seconds(cancel)
        with pytest.raises(KeyboardInterrupt):
            _until_interrupted()
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    with asked_to_stop() as cancel:
        os.kill(os.getpid(), signal.SIGTERM)
        assert _within_seconds(cancel)


def test_numpy_is_not_loaded_before_its_threads_are_set():
    code = (
        "import os, sys; from kselect_core.cli import main, ONE_THREAD; "
        "early = 'numpy' in sys.modules; sys.argv[1:] = ['version', '--json']\n"
        "try: main()\nexcept SystemExit as end: print(early, end.code, os.environ[ONE_THREAD[0]])"
    )
    bare = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    words = (sys.executable, "-c", code)
    printed = subprocess.run(words, capture_output=True, text=True, env=bare, check=True).stdout
    assert printed.splitlines()[-1] == "False 0 1"


def test_python_does_not_look_through_all_objects_at_its_end():
    code = (
        "import atexit, gc, sys; from kselect_core.cli import main; sys.argv[1:] = ['version']\n"
        "atexit.register(lambda: print(gc.get_freeze_count()))\nmain()"
    )
    words = (sys.executable, "-c", code.replace("\nmain()", ""))
    alone = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    words = (sys.executable, "-c", code)
    ended = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert int(alone.splitlines()[-1]) == 0 < int(ended.splitlines()[-1])


def _wait_for_rows(path, unit, process):
    """Return how many rows there are, once there are some."""

    def kept():
        assert process.poll() is None, process.communicate()
        if not path.exists():
            return 0
        with Store(path) as store:
            return len(store.finished(unit))

    until(kept)
    return kept()


def _within_seconds(event):
    """Whether an event is set soon; signals are heard between two steps of the main thread."""
    for _ in range(500):
        if event.is_set():
            return True
        time.sleep(0.01)
    return False


def _until_interrupted():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(500):
        time.sleep(0.01)
