"""Columns keep apart whatever they are called, and those of a test file find their own."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, read_table
from kselect_core.data.words.column_names import look, numbered
from kselect_core.errors import DataError
from tests.bad.files.format import npz
from tests.bad.files.names import HEADERS, named, rows

WORDS = st.sampled_from(["", "a", "a (2)", "a (3)", "A (2)", "column 1", "column 2", "b", "a(2)"])
OPTIONS = TableOptions(names="number", label="label")


def read(train, test=None, options=OPTIONS):
    return read_table(train.encode(), options, test=test and test.encode())


def reordered(header, order):
    """Return a table of columns in another order, each with the numbers it had."""
    names = header.split(",")
    cells = [row.split(",") for row in rows(len(names) - 1)]
    lines = [",".join(line[j] for j in order) for line in (names, *cells)]
    return "\n".join(lines) + "\n"


@given(st.lists(WORDS, max_size=12))
def test_names_differ_and_the_first_of_equal_ones_stays(names):
    found = numbered(names)
    assert len({*found}) == len(names)
    firsts = {name: names.index(name) for name in names if name}
    assert all(found[place] == name for name, place in firsts.items())
    made = [new for place, new in enumerate(found) if new not in firsts or firsts[new] != place]
    assert not {look(new) for new in made} & {look(name) for name in names if name}
    assert len({look(new) for new in made}) == len(made)


def test_many_equal_names_are_numbered_at_once():
    assert numbered(["a"] * 20_000)[-1] == "a (20000)"


@pytest.mark.parametrize("header", HEADERS.values())
def test_no_feature_is_lost(header):
    data = read(named(header))
    width = header.count(",")
    expected = [[float(cell) for cell in row.split(",")[:-1]] for row in rows(width)]
    assert len(set(data.feature_names)) == width
    assert_array_equal(data.X, expected)


@pytest.mark.parametrize("header", HEADERS.values())
def test_a_test_file_with_the_same_header_has_the_same_columns(header):
    data = read(named(header), named(header))
    assert_array_equal(data.X[: data.test_rows], data.X[-data.test_rows :])


@pytest.mark.parametrize("order", [(2, 0, 1, 3), (3, 0, 2, 1), (0, 2, 1, 3)])
def test_equal_names_are_matched_by_their_order_and_others_by_name(order):
    header = "a,a,a (2),label"
    data = read(named(header), reordered(header, order))
    assert_array_equal(data.X[: data.test_rows], data.X[-data.test_rows :])


def test_a_name_that_was_made_up_is_not_taken_for_one_of_the_test_file():
    train, test = named("a,a,label"), reordered("a,a,a (2),label", (2, 0, 1, 3))
    data = read(train, test)
    assert data.feature_names == ("a", "a (2)")
    known = [[float(cell) for cell in row.split(",")[:2]] for row in rows(3)]
    assert_array_equal(data.X[-data.test_rows :], known)
    assert "'a (2)'" in "\n".join(map(str, data.report))


def test_names_may_be_written_out_in_one_of_the_files():
    twice, told = named("a,a,label"), named("a,a (2),label")
    for pair in ((twice, told), (told, twice.replace("a,a,", "a,a (2),"))):
        data = read(*pair)
        assert_array_equal(data.X[: data.test_rows], data.X[-data.test_rows :])


@pytest.mark.parametrize(
    ("mine", "theirs", "words"),
    [
        ("a,b,label", "a,a,b,label", "stands 1 × in the header of the training file and 2 × here"),
        ("a,a,a,label", "a,a,label", "stands 3 × in the header of the training file and 2 × here"),
        ("a,a,label", "a,label", "stands 2 × in the header of the training file and 1 × here"),
        ("a,label", "A,A,label", "It has no column 'a'"),
        ("a,a,label", "b,label", "It has no column 'a' and 1 more"),
        (",,label", ",label", "stands 2 × in the header of the training file and 1 × here"),
    ],
)
def test_columns_that_cannot_be_told_apart_are_refused(mine, theirs, words):
    with pytest.raises(DataError, match=f"Test file: .*{words}"):
        read(named(mine), named(theirs))


@pytest.mark.parametrize(
    ("mine", "theirs"), [("a,b", "A,b"), ("é,b", "e\u0301,b"), ("a b,c", "a  b,c"), ("a,b", "a,B ")]
)
def test_names_that_only_look_alike_are_matched_and_told(mine, theirs):
    data = read(named(f"{mine},label"), named(f"{theirs},label"))
    assert_array_equal(data.X[: data.test_rows], data.X[-data.test_rows :])
    assert "were matched" in "\n".join(map(str, data.report))


def test_the_array_of_labels_keeps_its_name_beside_numbered_features():
    features, labels = np.arange(24.0).reshape(12, 2) % 5, np.array([1, 0] * 3 + [0, 1] * 3)
    data = read_table(npz(X=features, x1=labels), TableOptions(label="x1"))
    assert data.feature_names == ("x1 (2)", "x2")
    assert_array_equal(data.X, features)
    assert_array_equal(data.y, 2 * labels - 1)


def test_names_of_indicators_differ_from_those_of_columns():
    lines = [f"{'xyz'[i % 3]},{i % 5},{i % 7},{'pn'[i % 2]}" for i in range(30)]
    text = "\n".join(["w,w=x,w=x (2),label", *lines])
    names = read(text).feature_names
    assert len(set(names)) == len(names) == 5
