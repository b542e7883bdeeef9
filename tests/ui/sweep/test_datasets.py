"""Data sets by their names in the link: bundled ones are kept, tables only among the readings."""

from types import SimpleNamespace

import pytest

from kselect_core.data import load_dataset
from kselect_core.data.table.preview import Preview
from kselect_core.errors import DataError
from kselect_ui.server import upload
from kselect_ui.sweep import datasets


@pytest.fixture
def opened(monkeypatch):
    """What accepted tables are read as, by their names; those that are not here are gone."""
    tables = {}
    store = SimpleNamespace(accepted_as=lambda name: name if name in tables else None)
    monkeypatch.setattr(upload, "store", lambda: store)
    monkeypatch.setattr(upload, "opened", tables.__getitem__)
    return tables


def test_a_table_is_held_by_the_readings_alone(opened):
    for name in ("xor", "two_moons"):
        opened["abc"] = Preview(dataset=load_dataset(name))
        assert datasets.load("own-abc") is opened["abc"].dataset


def test_a_bundled_set_is_read_once():
    assert datasets.load("xor") is datasets.load("xor")


def test_what_is_gone_or_read_differently_is_told(opened):
    with pytest.raises(DataError, match="not on this computer any more"):
        datasets.load("own-abc")
    opened["abc"] = Preview(error="The labels have changed.")
    with pytest.raises(DataError, match="labels have changed"):
        datasets.load("own-abc")
