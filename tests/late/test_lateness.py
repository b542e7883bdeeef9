"""Where `.ci/late` says so, threads begin late; it is run every night."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BEGUN = """
import threading
def begun():
    told = threading.Event()
    threading.Thread(target=told.set).start()
    at_once = told.wait(0.02)
    return at_once, told.wait(60)
print(*map(set, zip(*(begun() for _ in range(20)))))
"""


WORKED = """
import pytest, threading, time
told = threading.Event()
threading.Thread(target=told.set).start()
end = time.monotonic() + 0.2
while time.monotonic() < end:
    early = told.is_set()
print(early, told.wait(60))
"""


def printed(program):
    """What a program prints where threads begin late."""
    late = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    words = [sys.executable, "-c", program]
    return subprocess.run(words, env=late, capture_output=True, text=True, check=True).stdout


def test_where_no_tests_run_some_threads_begin_late_and_all_begin():
    """That all of twenty begin at once comes once in a million times."""
    at_once, in_the_end = printed(BEGUN).strip().strip("{}").split("} {")
    assert "False" in at_once
    assert in_the_end == "True"


def test_where_tests_run_a_thread_begins_when_it_is_waited_for():
    assert printed(WORKED).split() == ["False", "True"]


def test_it_is_run_every_night():
    workflow = (ROOT / ".github" / "workflows" / "nightly.yml").read_text("utf-8")
    assert re.search(r"timeout \d+m \.ci/late$", workflow, re.MULTILINE)
    script = ROOT / ".ci" / "late"
    assert os.access(script, os.X_OK)
    assert "tests/late" in script.read_text("utf-8")
