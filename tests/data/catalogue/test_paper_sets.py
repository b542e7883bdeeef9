"""The data sets of the papers: every name is known, every file is the published one."""

import csv
import gzip
import importlib.util
import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kselect_core.data.catalogue.bundled import bundled
from kselect_core.data.catalogue.paper_sets import (
    PAPER_SETS,
    find,
    load_paper_set,
    paper_set,
    place,
    status,
)
from kselect_core.data.catalogue.verifying import class_counts, content_differences
from kselect_core.errors import DataError, UnknownNameError

FOLDER = os.environ.get("KSELECT_DATA", "")
DOCS = Path(__file__).parents[3] / "docs"
LARGE = {"mnist", "notmnist"}  # seconds each to read
WITH_FILES = {name: entry for name, entry in PAPER_SETS.items() if entry.file}
needs_folder = pytest.mark.skipif(not FOLDER, reason="KSELECT_DATA names no folder of data sets")
SPS = "Australian Breast Diabetes German Guide Heart Liver Sonar Splice Ionosphere"
KS = "a2a australian breast diabetes german heart ionosphere liver sonar"
SM = """a1a a2a anneal australian autos breast-w breast-cancer bupa colic diabetes german.numer
    glass heart hepatitis ionosphere labor liver-disorders pima segment sonar tic-tac-toe vehicle
    vote wdbc wpbc"""
NAMES = {"SPS": SPS.split(), "KS": KS.split(), "SM": SM.split()}


@pytest.fixture
def user_folder(tmp_path, monkeypatch):
    """Return the user's empty folder of data sets; no other one is named."""
    monkeypatch.setenv("KSELECT_HOME", str(tmp_path))
    monkeypatch.delenv("KSELECT_DATA", raising=False)
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def wdbc_bytes():
    """Return the published file of wdbc, written from the numbers that scikit-learn brings."""
    data = bundled("wdbc")
    lines = [",".join([*PAPER_SETS["wdbc"].feature_names, "label"])]
    for row, y in zip(data.X.tolist(), data.y, strict=True):
        lines.append(",".join([*(repr(x).removesuffix(".0") for x in row), "M" if y > 0 else "B"]))
    return ("\n".join(lines) + "\n").encode()


@pytest.mark.parametrize("paper", NAMES)
def test_every_name_in_the_tables_of_a_paper_means_one_set_that_can_be_loaded(paper):
    for name in NAMES[paper]:
        entry = paper_set(name, paper)
        assert name in entry.names_in(paper)
        assert entry.available
    named = [name for entry in PAPER_SETS.values() for name in entry.names_in(paper)]
    assert sorted(named) == sorted(NAMES[paper])


@pytest.mark.parametrize(
    ("name", "paper", "ours"),
    [
        ("breast-cancer", "SM", "breast"),  # 3 per cent of errors: not the Ljubljana set
        ("bupa", "SM", "liver-disorders"),
        ("pima", "", "diabetes"),
        ("GERMAN", "", "german-numer"),
        ("german.numer", "SM", "german-numer"),
        ("Guide", "SPS", "svmguide3"),
        ("Covertype", "STAB", "covertype"),
        ("wpbc", "", "wpbc"),
    ],
)
def test_a_name_of_a_paper_leads_to_our_set(name, paper, ours):
    assert paper_set(name, paper).name == ours


def test_a_name_with_two_meanings_needs_the_paper():
    with pytest.raises(DataError, match=r"breast: .*breast-cancer: .*Name the paper"):
        paper_set("breast-cancer")


def test_an_unknown_name_is_answered_with_the_nearest_of_that_paper():
    with pytest.raises(UnknownNameError, match=r"data set of SPS .*'Sonnar'.*mean 'Sonar'"):
        paper_set("Sonnar", "SPS")
    with pytest.raises(UnknownNameError, match="paper is called 'SSP'"):
        paper_set("Sonar", "SSP")
    with pytest.raises(UnknownNameError, match="mean 'sonar'"):
        load_paper_set("Sonar")


@needs_folder
@pytest.mark.parametrize("name", sorted(WITH_FILES.keys() - LARGE))
def test_every_file_loads_without_a_question_and_is_what_the_catalogue_says(name):
    entry = PAPER_SETS[name]
    header, rows = counted_by_hand(find(entry))
    assert (len(rows), len(header) - 1) == (entry.rows, entry.columns)
    assert sum(cell == "" for row in rows for cell in row) == entry.missing
    data = load_paper_set(name)
    assert data.X.shape == (entry.rows, entry.features)
    assert (data.name, data.task) == (name, entry.task)
    if entry.task != "regression":
        assert Counter(row[header.index(entry.label)] for row in rows) == dict(entry.classes)
        assert class_counts(data) == dict(entry.classes)


def counted_by_hand(path):
    content = path.read_bytes()
    text = gzip.decompress(content) if path.suffix == ".gz" else content
    header, *rows = csv.reader(text.decode().splitlines())
    return header, rows


@needs_folder
@pytest.mark.parametrize("name", sorted(LARGE))
def test_a_large_file_has_the_published_bytes_packed_or_unpacked(name):
    entry = PAPER_SETS[name]
    content = find(entry).read_bytes()
    assert content_differences(entry, content) == []
    assert content_differences(entry, gzip.decompress(content)) == []
    assert "SHA-256" in content_differences(entry, content[:-1])[0]


@pytest.mark.parametrize("name", [name for name, e in PAPER_SETS.items() if e.bundled])
@pytest.mark.usefixtures("user_folder")
def test_a_set_of_the_program_needs_no_file(name):
    entry = PAPER_SETS[name]
    assert place(entry).kind == "bundled"
    assert find(entry) is None
    data = load_paper_set(name)
    assert (data.name, data.X.shape) == (name, (entry.rows, entry.features))
    assert class_counts(data) == dict(entry.classes)


def test_a_set_has_the_same_digest_from_the_file_and_from_the_program(user_folder):
    from_program = load_paper_set("wdbc")
    (user_folder / "wdbc.csv").write_bytes(wdbc_bytes())
    from_file = load_paper_set("wdbc")
    assert place(PAPER_SETS["wdbc"]).kind == "file"
    assert from_file.digest == from_program.digest


@pytest.mark.parametrize("other", [gzip.compress, lambda text: text.replace(b"\n", b"\r\n")])
def test_a_copy_that_is_packed_or_has_other_line_ends_is_the_same_set(user_folder, other):
    content = other(wdbc_bytes())
    suffix = ".csv.gz" if content.startswith(b"\x1f\x8b") else ".csv"
    (user_folder / f"wdbc{suffix}").write_bytes(content)
    assert load_paper_set("wdbc").X.shape == (569, 30)


def test_a_changed_file_is_refused_with_both_numbers_and_taken_only_unchecked(user_folder):
    path = user_folder / "wdbc.csv"
    lines = wdbc_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))  # a benign and a malignant row less
    with pytest.raises(DataError) as caught:
        load_paper_set("wdbc")
    for part in (
        str(path),
        f"SHA-256 expected {PAPER_SETS['wdbc'].sha256}, found ",
        "rows expected 569, found 567",
        "classes expected B: 357, M: 212, found B: 356, M: 211",
    ):
        assert part in str(caught.value)
    assert load_paper_set("wdbc", check=False).X.shape == (567, 30)


def test_one_changed_digit_is_noticed(user_folder):
    content = wdbc_bytes().replace(b"17.99", b"17.98", 1)
    (user_folder / "wdbc.csv").write_bytes(content)
    with pytest.raises(DataError, match=r"papers: SHA-256 expected \w+, found \w+\. Put"):
        load_paper_set("wdbc")


def test_a_file_that_is_no_table_is_refused_with_its_name(user_folder):
    (user_folder / "sonar.csv").write_bytes(b"%PDF-1.7 and so on")
    with pytest.raises(DataError, match=r"sonar\.csv does not hold .*it cannot be read"):
        load_paper_set("sonar")


def test_the_named_folder_comes_before_the_users(user_folder, tmp_path, monkeypatch):
    (user_folder / "wdbc.csv").write_bytes(b"not looked at")
    named = tmp_path / "named"
    named.mkdir()
    (named / "wdbc.csv").write_bytes(wdbc_bytes())
    monkeypatch.setenv("KSELECT_DATA", str(named))
    assert find(PAPER_SETS["wdbc"]) == named / "wdbc.csv"
    assert load_paper_set("wdbc").X.shape == (569, 30)


def test_an_absent_set_says_where_it_was_looked_for_and_how_to_get_it(user_folder):
    with pytest.raises(DataError) as caught:
        load_paper_set("sonar")
    for part in (
        str(user_folder), "KSELECT_DATA", "Put sonar.csv", "kselect data add FILE --as sonar",
        "kselect data fetch sonar", "CC BY 4.0",
    ):  # fmt: skip
        assert part in str(caught.value)
    with pytest.raises(DataError, match=r"--as splice\. Source"):  # not on OpenML
        load_paper_set("splice")


@pytest.mark.usefixtures("user_folder")
def test_a_set_that_nobody_has_says_so():
    with pytest.raises(DataError, match="no public copy is known"):
        load_paper_set("pedestrians")


def test_the_status_says_for_every_set_where_it_is(user_folder):
    (user_folder / "glass.csv").write_bytes(b"")
    found = {line.name: line for line in status()}
    assert list(found) == list(PAPER_SETS)
    assert str(found["glass"].place) == str(user_folder / "glass.csv")
    assert str(found["wdbc"].place) == "comes with the program"
    assert found["sonar"].place is None
    assert (found["sonar"].rows, found["sonar"].columns) == (208, 60)


def test_the_additive_model_has_no_classes_and_keeps_its_numbers():
    np.testing.assert_array_equal(load_paper_set("additive").y, bundled("additive").y)


def test_the_document_shows_the_catalogue():
    path = DOCS / "tools" / "refresh_data_sets.py"
    spec = importlib.util.spec_from_file_location("refresh_data_sets", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    text = script.DOCUMENT.read_text(encoding="utf-8")
    assert len(script.TABLE.findall(text)) == len(script.TABLES)
    assert script.refreshed(text) == text, "run: python docs/tools/refresh_data_sets.py"
    assert all(f"`{name}`" in text for name in PAPER_SETS)
