"""Every bundled data set is what its card says."""

import hashlib
import json

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import CATALOGUE, load_dataset
from kselect_core.data.catalogue import sample_tables
from kselect_core.data.catalogue.cards import ALIASES
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from sample_data import generate

MANIFEST = json.loads((sample_tables.folder() / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda e: e.name)
def test_a_bundled_set_is_what_its_card_says(entry):
    data = load_dataset(entry.name)
    assert data.name == entry.name
    assert data.X.shape == (entry.n, entry.d)
    assert data.task == entry.task
    assert data.class_names == entry.classes
    assert entry.title in data.report[0].text
    assert entry.licence
    if entry.task == "binary":
        assert set(data.y) == {-1.0, 1.0}
        assert 0.3 < (data.y > 0).mean() < 0.7
    assert load_dataset(entry.name).digest == data.digest


def test_malignant_is_positive():
    data = load_dataset("wdbc")
    assert data.class_names == ("benign", "malignant")
    assert (data.y > 0).sum() == 212
    swapped = load_dataset("wdbc", positive="benign")
    assert_array_equal(swapped.y, -data.y)


def test_three_and_eight_and_odd_are_the_right_digits():
    from sklearn.datasets import load_digits

    bunch = load_digits()
    rows = np.isin(bunch.target, [3, 8])
    assert_array_equal(load_dataset("digits_3_8").y, np.where(bunch.target[rows] == 8, 1, -1))
    assert_array_equal(load_dataset("digits_odd_even").y, np.where(bunch.target % 2, 1, -1))


def test_a_class_of_iris_against_the_rest():
    data = load_dataset("iris", positive="setosa")
    assert data.class_names == ("not setosa", "setosa")
    assert (data.y > 0).sum() == 50


def test_an_unknown_class_or_name_is_an_error_with_a_suggestion():
    with pytest.raises(UnknownNameError, match="Did you mean 'setosa'"):
        load_dataset("iris", positive="setose")
    with pytest.raises(UnknownNameError, match="Did you mean 'iris'"):
        load_dataset("irris")


def test_an_alias_is_the_same_set():
    for alias, name in ALIASES.items():
        assert load_dataset(alias).digest == load_dataset(name).digest


def test_options_of_tables_are_refused_for_bundled_sets():
    with pytest.raises(InvalidParameterError, match="only option"):
        load_dataset("iris", label="species")
    with pytest.raises(UnknownNameError, match="Did you mean 'positive'"):
        load_dataset("iris", positiv="setosa")


def test_the_generator_gives_the_shipped_bytes(tmp_path):
    generate.write(tmp_path)
    for made in tmp_path.iterdir():
        assert made.read_bytes() == (sample_tables.folder() / made.name).read_bytes(), made.name


@pytest.mark.parametrize("name", MANIFEST)
def test_the_manifest_tells_the_truth(name):
    entry = MANIFEST[name]
    content = (sample_tables.folder() / entry["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]
    data = load_dataset(name)
    assert data.X.shape == (entry["rows"], entry["features"])


def test_every_generated_set_is_in_the_manifest():
    generated = {entry.name for entry in CATALOGUE.values() if entry.origin == "generated"}
    assert generated == set(MANIFEST)


def test_the_additive_target_is_the_formula_plus_noise():
    data = load_dataset("additive")
    u = data.X
    s, c = np.sin(np.pi * u), np.cos(np.pi * u)
    f = (
        5 * (2 * np.exp(-0.1 * u[:, 0]))
        + 3 * (2 * u[:, 1] - 1) ** 2
        + 4 * s[:, 2] / (2 - s[:, 2])
        + 6 * (0.2 * s + 0.1 * c + 0.3 * s**2 + 0.5 * c**3 + 0.5 * s**3)[:, 3]
    )
    noise = data.y - f
    assert abs(noise.mean()) < 0.06
    assert 0.08 < noise.var() < 0.12
    assert np.abs(u).max() <= 0.5


def test_a_missing_table_is_an_error_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(sample_tables, "folder", lambda: tmp_path)
    with pytest.raises(DataError, match=r"xor\.csv is missing"):
        load_dataset("xor")
