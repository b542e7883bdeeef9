"""The readers are fuzzed every night by what is in the repository."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "nightly.yml"


def test_the_nightly_task_fuzzes_with_a_limit_of_time_and_keeps_what_it_finds():
    text = WORKFLOW.read_text("utf-8")
    assert re.search(r"cron: \"\d+ \d+ \* \* \*\"", text)
    assert re.search(r"timeout \d+m \.ci/nightly \d+", text)
    assert "path: artifacts/fuzz" in text
    script = ROOT / ".ci" / "nightly"
    assert os.access(script, os.X_OK)
    assert "tests/fuzz/run.py" in script.read_text("utf-8")
    assert "artifacts/fuzz" in script.read_text("utf-8")


def test_contributors_are_told_of_it():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert ".ci/nightly" in text
    assert str(WORKFLOW.relative_to(ROOT)) in text
