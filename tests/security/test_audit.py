"""An audit that did not look everything up is no audit; one that did says what it found."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCK = """
[[package]]
name = "numpy"
version = "2.4.6"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "colorama"
version = "0.4.6"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "kselect"
version = "0.1.0"
source = { editable = "." }
"""
REQUIREMENTS = """# made by uv
colorama==0.4.6 ; sys_platform == 'win32' \\
    --hash=sha256:00
    # via click
numpy==2.4.6 \\
    --hash=sha256:11
"""


@pytest.fixture(scope="module")
def audit():
    spec = importlib.util.spec_from_file_location(
        "audit", ROOT / "benchmarks" / "reliability" / "audit.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answer(*entries):
    return json.dumps({"dependencies": list(entries), "fixes": []})


def looked_up(name, version, *ids):
    return {"name": name, "version": version, "vulns": [{"id": one} for one in ids]}


NUMPY, COLORAMA = looked_up("numpy", "2.4.6"), looked_up("Colorama", "0.4.6")


def test_the_locked_packages_are_those_of_the_registry_on_every_platform(audit):
    wanted = {("numpy", "2.4.6"), ("colorama", "0.4.6")}
    assert audit.locked(LOCK) == audit.pinned(REQUIREMENTS) == wanted
    assert audit.for_all_platforms(REQUIREMENTS) == REQUIREMENTS.replace(
        " ; sys_platform == 'win32'", ""
    )
    assert len(audit.locked((ROOT / "uv.lock").read_text())) > 100


def test_all_looked_up_and_none_vulnerable_is_clean(audit):
    verdict = audit.verdict_of(audit.locked(LOCK), answer(NUMPY, COLORAMA), "")
    assert verdict == (0, ("2 locked packages were looked up, none is vulnerable.",))


def test_a_vulnerability_is_named(audit):
    given = answer(looked_up("numpy", "2.4.6", "CVE-1", "PYSEC-2"), COLORAMA)
    status, sentences = audit.verdict_of(audit.locked(LOCK), given, "")
    assert status == 1
    assert sentences[-1] == "numpy 2.4.6: CVE-1, PYSEC-2"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "no answer. could not connect"),
        ("No known vulnerabilities found", "no answer"),
        ("[]", "no answer"),
        (answer(), "0 packages were looked up, 2 are locked: colorama, numpy"),
        (answer(NUMPY), "1 packages were looked up, 2 are locked: colorama"),
        (answer(NUMPY, {"name": "colorama", "skip_reason": "not found"}), "1 packages"),
        (answer(NUMPY, COLORAMA, looked_up("scipy", "1.0")), "3 packages"),
        (answer(NUMPY, looked_up("colorama", "0.4.5")), "2 packages were looked up, 2 are locked"),
    ],
)
def test_an_audit_that_did_not_look_everything_up_is_none(audit, given, words):
    status, sentences = audit.verdict_of(audit.locked(LOCK), given, "could not connect")
    assert status == 2
    assert sentences[0].startswith("NO AUDIT")
    assert words in sentences[0]
