"""What is missing is added to kselect as it was installed: from a folder, a file, an index."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from kselect_core import extras

ROOT = Path(__file__).parents[1]
COMMIT = "0123456789abcdef0123456789abcdef01234567"
FOLDER = {"url": "file:///home/a%20b/kselect", "dir_info": {}}
EDITABLE = FOLDER | {"dir_info": {"editable": True}}
WHEEL = {"url": "file:///tmp/kselect-1.0-py3-none-any.whl", "archive_info": {}}
FETCHED = {"url": "https://example.org/kselect-1.0.tar.gz", "archive_info": {}}
CLONED = {
    "url": "https://example.org/kselect.git",
    "vcs_info": {"vcs": "git", "commit_id": COMMIT},
}


class Installed:
    """A package as the list of those installed has it."""

    def __init__(self, record):
        self.record = record

    def read_text(self, name):
        """Return one of its files."""
        return json.dumps(self.record) if name == "direct_url.json" and self.record else None


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (FOLDER, "'/home/a b/kselect[app]'"),
        (EDITABLE, "-e '/home/a b/kselect[app]'"),
        (WHEEL, "'/tmp/kselect-1.0-py3-none-any.whl[app]'"),
        (FETCHED, "'kselect[app] @ https://example.org/kselect-1.0.tar.gz'"),
        (CLONED, f"'kselect[app] @ git+https://example.org/kselect.git@{COMMIT}'"),
        ({}, "'kselect[app]'"),
    ],
)
def test_an_extra_is_added_from_where_kselect_came(monkeypatch, record, told):
    monkeypatch.setattr(extras, "distribution", lambda _: Installed(record))
    assert extras.adding("app") == f"pip install {told}"
    if "@" in told or not record:
        assert Requirement(told.strip("'")).extras == {"app"}


def test_a_copy_that_is_not_installed_names_its_folder(monkeypatch):
    def none(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "distribution", none)
    assert extras.adding("export") == f"pip install '{ROOT}[export]'"
