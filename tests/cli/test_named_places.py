"""KSELECT_DATA and --store: what names no folder or no file is told with what is allowed."""

import pytest
from click.testing import CliRunner

from kselect_core.cli.program import program
from kselect_core.data.catalogue import paper_sets
from kselect_core.data.catalogue.paths import about_extra_folder, extra_tables
from kselect_core.data.catalogue.places import absent
from kselect_core.errors import DataError

LONGEST = 700  # characters of a message


def run(*arguments):
    return CliRunner().invoke(program, arguments)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))


@pytest.mark.parametrize("value", ["/no/such/folder", "x" * 5000, "a\nb", "a:b", __file__])
def test_a_variable_that_names_no_folder_is_told(value, monkeypatch):
    monkeypatch.setenv("KSELECT_DATA", value)
    assert extra_tables() == {}
    said = about_extra_folder()
    assert said.startswith("KSELECT_DATA must name one folder of tables; ")
    assert len(said) < LONGEST
    result = run("data", "list")
    assert result.exit_code == 0
    assert "KSELECT_DATA must name one folder" in " ".join(result.output.split())
    entry = next(one for one in paper_sets.PAPER_SETS.values() if one.available and one.file)
    error = absent(entry)
    assert isinstance(error, DataError)
    assert said in str(error)
    assert "x" * 100 not in str(error)


def test_a_variable_that_names_a_folder_or_nothing_is_fine(tmp_path, monkeypatch):
    for value in (str(tmp_path), ""):
        monkeypatch.setenv("KSELECT_DATA", value)
        assert not about_extra_folder()


@pytest.mark.parametrize("value", ["", ".", "/", "x" * 5000, "x" * 300 + "/a.sqlite"])
@pytest.mark.parametrize("command", ["status", "doctor"])
def test_a_store_that_no_file_can_be_is_refused_with_what_is_allowed(command, value):
    result = run(command, "--store", value)
    assert result.exit_code != 0
    told = str(result.exception) + result.output
    assert "path of a file" in told or "is a directory" in told
    assert len(told) < LONGEST
    assert "KSELECT_HOME" not in told
