"""Getting data sets: copies are verified, OpenML is asked only when told to and never trusted."""

from http.client import IncompleteRead
from types import SimpleNamespace
from urllib.error import URLError

import numpy as np
import pandas as pd
import pytest
import sklearn.datasets

from kselect_core.data.catalogue.paper_sets import PAPER_SETS, add, fetch, load_paper_set, place
from kselect_core.errors import DataError, StorageError, UnknownNameError
from tests.data.catalogue.test_paper_sets import wdbc_bytes


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Return a home of nobody's files, with no other folder of data sets."""
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    return tmp_path / "home"


@pytest.fixture
def openml(monkeypatch):
    """Return what is asked of OpenML and let its answer be set; nothing goes over the network."""
    asked = SimpleNamespace(calls=[], answer=None)

    def answered(**keywords):
        asked.calls.append(keywords)
        if isinstance(asked.answer, Exception):
            raise asked.answer
        return asked.answer

    monkeypatch.setattr(sklearn.datasets, "fetch_openml", answered)
    return asked


def bunch(columns, classes, *, seed=0):
    """Return what OpenML gives for a table of random numbers with these class counts."""
    words = [name for name, count in classes.items() for _ in range(count)]
    rng = np.random.default_rng(seed)
    data = pd.DataFrame(rng.normal(size=(len(words), columns)))
    data.columns = [f"attribute_{j + 1}" for j in range(columns)]
    return SimpleNamespace(data=data, target=pd.Series(words, dtype="category", name="Class"))


@pytest.mark.parametrize("suffix", [".csv", ".txt"])
def test_a_file_is_copied_under_the_name_of_the_set(home, tmp_path, suffix):
    original = tmp_path / f"mine{suffix}"
    original.write_bytes(wdbc_bytes())
    copy = add(original, "wdbc")
    assert copy == home / "data" / "wdbc.csv"
    assert copy.read_bytes() == original.read_bytes()
    assert place(PAPER_SETS["wdbc"]).path == copy
    assert [path.name for path in copy.parent.iterdir()] == ["wdbc.csv"]


def test_a_file_of_another_set_is_refused_and_nothing_is_kept(home, tmp_path):
    original = tmp_path / "wdbc.csv"
    original.write_bytes(wdbc_bytes())
    with pytest.raises(DataError, match=r"wdbc\.csv does not hold the data set 'sonar'"):
        add(original, "sonar")
    assert not home.exists()


def test_only_sets_with_a_file_can_be_added(home, tmp_path):
    for name, why in (("digits", "comes with the program"), ("pedestrians", "Not available")):
        with pytest.raises(DataError, match=why):
            add(tmp_path / "any.csv", name)
    with pytest.raises(UnknownNameError, match="mean 'wdbc'"):
        add(tmp_path / "any.csv", "wdbca")
    assert not home.exists()


def test_a_folder_that_cannot_be_written_is_named(home, tmp_path):
    original = tmp_path / "mine.csv"
    original.write_bytes(wdbc_bytes())
    home.write_text("a file where the folder should be")
    with pytest.raises(StorageError, match=r"wdbc\.csv cannot be kept in .*KSELECT_HOME"):
        add(original, "wdbc")


def test_a_failed_copy_leaves_no_half_a_file(home, tmp_path, monkeypatch):
    original = tmp_path / "mine.csv"
    original.write_bytes(wdbc_bytes())

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StorageError, match="No space left"):
        add(original, "wdbc")
    assert list((home / "data").iterdir()) == []


def test_a_fetched_set_loads_under_our_class_names(home, openml):
    openml.answer = bunch(60, {"Rock": 97, "Mine": 111})
    path = fetch("sonar")
    assert path == home / "data" / "sonar.openml.csv"
    assert openml.calls[0]["data_id"] == PAPER_SETS["sonar"].openml
    data = load_paper_set("sonar")
    assert place(PAPER_SETS["sonar"]).kind == "fetched"
    assert data.class_names == ("M", "R")
    np.testing.assert_array_equal(data.X, openml.answer.data.to_numpy())
    np.testing.assert_array_equal(data.y > 0, openml.answer.target == "Rock")


def test_classes_of_equal_size_keep_the_names_they_have(home, openml):
    names = [name for name, _ in PAPER_SETS["segment"].classes]
    openml.answer = bunch(19, {name.upper(): 330 for name in names})
    assert fetch("segment").parent == home / "data"
    assert set(load_paper_set("segment").class_names) == {name.upper() for name in names}


@pytest.mark.usefixtures("home")
def test_words_and_missing_values_of_openml_ask_no_question(openml):
    answer = bunch(16, {"bad": 20, "good": 37})
    answer.data["attribute_1"] = answer.data["attribute_1"].where(answer.data.index > 4)
    words = pd.Series(np.resize(["none", "full", None], 57)).astype("category")
    answer.data["attribute_2"] = words
    openml.answer = answer
    fetch("labor")
    data = load_paper_set("labor")
    assert np.isnan(data.X).sum() == 5
    assert {name for name in data.feature_names if "attribute_2" in name} == {
        "attribute_2=none", "attribute_2=full", "attribute_2=(missing)",
    }  # fmt: skip


@pytest.mark.usefixtures("home")
def test_the_column_the_papers_take_as_class_is_asked_for_by_name(openml):
    openml.answer = bunch(6, {"1": 145, "2": 200})
    fetch("liver-disorders")
    assert openml.calls[0]["target_column"] == "selector"
    assert load_paper_set("liver-disorders").class_names == ("1", "2")


@pytest.mark.usefixtures("home")
def test_a_fetched_regression_set_keeps_its_targets(openml):
    openml.answer = bunch(13, {"any": 506})
    openml.answer.target = pd.Series(np.linspace(5.1, 50, 506), name="MEDV")
    fetch("boston")
    np.testing.assert_array_equal(load_paper_set("boston").y, openml.answer.target)


@pytest.mark.parametrize(
    ("columns", "classes", "words"),
    [
        (60, {"Rock": 97, "Mine": 112}, "rows expected 208, found 209"),
        (59, {"Rock": 97, "Mine": 111}, "columns expected 60, found 59"),
        (60, {"Rock": 98, "Mine": 110}, "classes expected M: 111, R: 97, found Mine: 110"),
    ],
)
def test_another_table_from_openml_is_refused_and_not_kept(home, openml, columns, classes, words):
    openml.answer = bunch(columns, classes)
    with pytest.raises(DataError, match=f"OpenML 40 does not hold .*{words}"):
        fetch("sonar")
    assert not home.exists()


def test_a_table_from_openml_that_cannot_be_read_is_not_kept(home, openml):
    openml.answer = bunch(60, {"Rock": 97, "Mine": 111})
    openml.answer.data.iloc[3, 7] = np.inf
    with pytest.raises(DataError, match="line 5: 'inf' is an infinite value"):
        fetch("sonar")
    assert not home.exists()


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (URLError("Name or service not known"), "Name or service not known"),
        (ValueError("Dataset with data_id 40 not found."), "not found"),
        (IncompleteRead(b"", 5), "IncompleteRead"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_without_a_connection_the_reason_and_another_way_are_told(home, openml, failure, reason):
    openml.answer = failure
    with pytest.raises(DataError, match=rf"{reason}.*connection.*put sonar\.csv into .*data"):
        fetch("sonar")
    assert not home.exists()


@pytest.mark.parametrize("name", ["splice", "german-numer", "wpbc", "pedestrians", "additive"])
def test_a_set_that_openml_has_not_is_not_asked_for(name, openml):
    with pytest.raises(DataError, match="cannot be fetched from OpenML"):
        fetch(name)
    assert openml.calls == []


def test_a_fetched_table_that_was_changed_later_is_refused(home, openml):
    openml.answer = bunch(60, {"Rock": 97, "Mine": 111})
    path = fetch("sonar")
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(DataError, match=r"sonar\.openml\.csv .*rows expected 208, found 207"):
        load_paper_set("sonar")
    assert home.exists()
