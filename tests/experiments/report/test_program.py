"""A report says which sources wrote it, where that is known."""

import pytest

import kselect_core
from kselect_core.experiments.report.program import written_by

HASH = "0123456789abcdef" * 2 + "01234567"
BRANCH = "ref: refs/heads/main\n"


@pytest.mark.parametrize(
    ("files", "commit"),
    [
        ({"HEAD": BRANCH, "refs/heads/main": f"{HASH}\n"}, HASH),
        ({"HEAD": BRANCH, "packed-refs": f"# pack\nffff refs/heads/mine\n{HASH} refs/heads/main\n"},
         HASH),
        ({"HEAD": f"{HASH}\n"}, HASH),
        ({"HEAD": BRANCH}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_the_commit_is_that_of_the_sources(tmp_path, files, commit):
    for name, text in files.items():
        path = tmp_path / ".git" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    found = written_by(tmp_path)
    assert found["kselect"] == kselect_core.__version__
    assert found.get("commit") == commit
