"""Names and notes of runs: kept beside the sweep, no part of its identity."""

import pytest

from kselect_core.errors import StorageError
from kselect_core.results import runs
from kselect_core.results.run_names import FILE, Label, label_of, put_label
from kselect_core.results.table import empty

DIGEST = "ab" * 32


@pytest.fixture
def folder(tmp_path):
    runs.save(runs.Run(DIGEST, "finished", "x = 1\n"), empty(), folder=tmp_path)
    return tmp_path


def test_a_label_is_read_as_it_was_kept_and_the_run_stays_as_it_was(folder):
    before = runs.read(DIGEST, folder=folder)
    put_label(DIGEST, Label("for the paper", "τ was 32\nsecond try"), folder=folder)
    assert label_of(DIGEST, folder=folder) == ("for the paper", "τ was 32\nsecond try")
    assert runs.read(DIGEST, folder=folder) == before
    assert not runs.listing(folder=folder).unreadable


def test_an_empty_label_is_taken_away(folder):
    put_label(DIGEST, Label("a name"), folder=folder)
    put_label(DIGEST, Label(), folder=folder)
    assert label_of(DIGEST, folder=folder) == Label()
    assert not (folder / DIGEST / FILE).exists()


def test_a_label_survives_a_resumed_run(folder):
    put_label(DIGEST, Label("a name"), folder=folder)
    runs.save(runs.Run(DIGEST, "finished", "x = 1\n"), empty(), folder=folder)
    assert label_of(DIGEST, folder=folder).name == "a name"


@pytest.mark.parametrize("content", ["", "[]", "{}", "3", '{"name": "x"}'])
def test_a_damaged_label_is_none(folder, content):
    (folder / DIGEST / FILE).write_text(content)
    assert label_of(DIGEST, folder=folder) == Label()


def test_a_run_that_is_not_kept_cannot_be_named(tmp_path):
    with pytest.raises(StorageError, match="not kept"):
        put_label(DIGEST, Label("a name"), folder=tmp_path)
