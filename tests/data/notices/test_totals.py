"""A row of totals, and rows that the training file and the test file share, are told."""

import numpy as np
import pytest

from kselect_core.data import read_table
from tests.bad.files.number import files

FILES = files()
RNG = np.random.default_rng(11)


def told(X, y=None, word=None):
    """Return the notices on totals in a table of numbers, by the text of its file."""
    labels = ["pn"[i % 2] for i in range(len(X))] if y is None else [f"{v!r}" for v in y.tolist()]
    words = [["a", "b", "c"][i % 3] for i in range(len(X))]
    words[-1] = word or words[-1]
    rows = [
        ",".join([w, *(repr(v) for v in row), label])
        for w, row, label in zip(words, X.tolist(), labels, strict=True)
    ]
    names = ",".join(
        ["w", *(f"x{j}" for j in range(X.shape[1])), "label" if y is None else "target"]
    )
    report = read_table("\n".join([names, *rows]).encode()).report
    return [str(finding) for finding in report if "row of totals" in finding.text]


def with_last(X, row):
    return np.vstack([X, row])


@pytest.mark.parametrize("columns", [1, 2, 5, 70])
def test_the_sum_of_the_rows_above_is_told_with_its_line(columns):
    X = RNG.normal(size=(30, columns)).round(3)
    (said,) = told(with_last(X, X.sum(axis=0)))
    assert "The last row is the sum of the others" in said
    assert "(line 32)" in said


def test_rounded_means_are_told():
    X = 100 * RNG.normal(size=(30, 3))
    (said,) = told(with_last(X, X.mean(axis=0).round(1)))
    assert "is the mean of the others" in said


def test_half_of_the_columns_are_enough_and_fewer_are_not():
    X = RNG.normal(size=(30, 4))
    row = X.sum(axis=0)
    assert told(with_last(X, [row[0], row[1], 7.0, 7.0]))
    assert not told(with_last(X, [row[0], 5.0, 7.0, 7.0]))


def test_a_target_of_numbers_counts_as_a_column():
    X, y = RNG.normal(size=(30, 1)), RNG.normal(size=30)
    assert told(with_last(X, X.sum(axis=0)), np.append(y, y.sum()))


@pytest.mark.parametrize("word", ["Total", "TOTAL:", "Sum", "Average", "Gesamt", "Grand total"])
def test_a_row_that_says_so_is_told(word):
    (said,) = told(RNG.normal(size=(30, 2)), word=word)
    assert f"The last row says {word!r}" in said


def test_usual_rows_are_no_totals():
    for _ in range(200):
        assert not told(RNG.integers(0, 5, size=(12, 3)))
    assert not told(np.tile(np.eye(6), (4, 1)))


def test_a_word_that_other_rows_hold_too_is_no_total():
    X = RNG.normal(size=(30, 2))
    assert not told(X, word="a")
    assert "row of totals" not in str(read_table(FILES["plain_rows.csv"]).report)


def common(train, test):
    data = read_table(FILES[train], test=FILES[test])
    return [str(finding) for finding in data.report if finding.where == "test file"]


@pytest.mark.parametrize("test", ["test_same_rows.csv", "test_same_rows_turned.csv"])
def test_the_training_file_as_test_file_is_told_in_any_order(test):
    assert "the same 40 rows as the training file: the same file?" in str(
        common("plain_rows.csv", test)
    )


def test_a_share_of_common_rows_is_counted():
    said = str(common("plain_rows.csv", "test_some_same_rows.csv"))
    assert "10 of its 40 rows are in the training file too" in said


def test_other_rows_are_not_told():
    head, *rows = FILES["plain_rows.csv"].decode().splitlines()
    train, test = ("\n".join([head, *part]).encode() for part in (rows[:20], rows[20:]))
    assert "training file too" not in str(read_table(train, test=test).report)
    assert "same" not in str([f.text for f in read_table(train, test=test).report if f.where])
