"""The tables in the folder KSELECT_DATA load, or raise a sensible question."""

import json
import os
from pathlib import Path

import pytest

from kselect_core.data import load_dataset
from kselect_core.errors import QuestionError

FOLDER = os.environ.get("KSELECT_DATA", "")
MANIFEST = Path(FOLDER) / "manifest.json"
ENTRIES = {}
if FOLDER and MANIFEST.is_file():
    content = json.loads(MANIFEST.read_text(encoding="utf-8"))
    ENTRIES = {entry["file"]: entry for entry in content["files"]}

pytestmark = pytest.mark.skipif(not ENTRIES, reason="KSELECT_DATA names no folder with a manifest")
SENSIBLE = {"missing", "markers", "task", "label"}
LARGE = {"mnist.csv.gz", "notmnist.csv.gz"}  # seconds each; covertype.csv.gz is read by day


def dear(file):
    """A file as a case of a test, at night if it takes seconds."""
    return pytest.param(file, marks=pytest.mark.nightly) if file in LARGE else file


@pytest.mark.parametrize("file", [dear(file) for file in sorted(ENTRIES) or ["none"]])
def test_a_table_has_the_rows_and_classes_of_its_manifest(file):
    entry = ENTRIES[file]
    answers = {}
    try:
        data = load_dataset(Path(FOLDER) / file)
    except QuestionError as error:
        assert entry["missing_cells"] > 0
        options = {question.option for question in error.questions}
        assert options <= SENSIBLE
        answers = {"missing": "median"} | ({"markers": "values"} if "markers" in options else {})
        data = load_dataset(Path(FOLDER) / file, **answers)
    assert len(data.y) == entry["rows"]
    assert (data.task == "regression") == ("classes" not in entry or not entry["classes"])
    if data.task != "regression":
        assert set(data.class_names) == set(entry["classes"])
    assert not answers or any(finding.kind == "asked" for finding in data.report)
