"""Every night the readers are fuzzed, the coverage is counted, and everything is tested."""

import os
import re
import tomllib
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


def test_what_is_marked_nightly_is_run_every_night_with_pages_and_browsers():
    assert re.search(r"timeout \d+m \.ci/whole$", WORKFLOW.read_text("utf-8"), re.MULTILINE)
    script = ROOT / ".ci" / "whole"
    assert os.access(script, os.X_OK)
    assert "exec .ci/run --nightly" in script.read_text("utf-8")


def test_the_newest_versions_are_tested_every_night():
    assert re.search(r"timeout \d+m \.ci/newest$", WORKFLOW.read_text("utf-8"), re.MULTILINE)
    script = ROOT / ".ci" / "newest"
    assert os.access(script, os.X_OK)
    assert "RESOLUTION=highest" in script.read_text("utf-8")


def test_contributors_are_told_of_it():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert ".ci/nightly" in text
    assert str(WORKFLOW.relative_to(ROOT)) in text


def test_the_coverage_is_held_to_its_bound_every_night():
    assert re.search(r"timeout \d+m \.ci/lowest$", WORKFLOW.read_text("utf-8"), re.MULTILINE)
    script = (ROOT / ".ci" / "lowest").read_text("utf-8")
    assert re.search(r"cover\+=\(--cov ", script)
    assert '"${cover[@]}"' in script
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["coverage"]
    assert settings["run"]["source"] == ["kselect_core"]
    assert settings["report"]["fail_under"] >= 95
