"""A test file is read as the training file decides, or refused with its line."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import TableOptions, load_dataset, preview, read_table
from kselect_core.errors import DataError, QuestionError
from tests.bad import corpus

TRAIN = corpus.table()
ROWS = 12


def read(test, train=TRAIN, **options):
    return read_table(train.encode(), TableOptions(**options), name="t", test=test.encode())


def of_rows(*rows, header="a,b,label"):
    return "\n".join([header, *rows]) + "\n"


def said(data):
    return "\n".join(map(str, data.report))


def with_words(words, rows):
    return of_rows(
        *(f"{w},{x},{y}" for w, (x, y) in zip(words, rows, strict=True)), header="w,a,label"
    )


PAIRS = list(zip(corpus.A, corpus.LABEL, strict=True))


def test_rows_of_the_test_file_come_last_and_are_counted():
    data = read(of_rows("7,8,n", "9,1.5,p", "0,0,p"))
    assert data.test_rows == 3
    assert_array_equal(data.X[ROWS:], [[7, 8], [9, 1.5], [0, 0]])
    assert_array_equal(data.y[ROWS:], [-1, 1, 1])
    alone = read_table(TRAIN.encode())
    assert_array_equal(data.X[:ROWS], alone.X)
    assert data.feature_names == alone.feature_names
    assert "3 rows to test on" in said(data)


def test_columns_are_matched_by_name_whatever_their_order():
    data = read(of_rows("n,8,x,7", "p,1.5,y,9", header="label,b,note,a"))
    assert_array_equal(data.X[ROWS:], [[7, 8], [9, 1.5]])
    assert "'note'" in said(data)


def test_a_column_the_training_file_has_is_not_missed_in_silence():
    with pytest.raises(DataError, match="Test file: It has no column 'b'"):
        read(of_rows("7,n", header="a,label"))
    with pytest.raises(DataError, match="Test file: It has no column 'label'"):
        read(of_rows("7,3", header="a,b"))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("7,x,n", "Test file: .*line 3: 'x' is not a number"),
        ("7,1e999,n", "Test file: Line 3, column 'b': '1e999' is too large"),
        ("7,8,q", "Test file: Line 3: the label 'q' does not occur in the training file"),
        ("7,8", "Test file: Rows should have 3 cells, but line 3 has 2"),
    ],
)
def test_what_the_training_file_does_not_know_is_refused_with_its_line(row, words):
    with pytest.raises(DataError, match=words):
        read(of_rows("1,2,n", row, "3,4,p"))


def test_words_have_the_columns_of_the_training_file():
    train = with_words(["red", "blue", "grey"] * 4, PAIRS)
    data = read(with_words(["grey", "red"], PAIRS[:2]), train)
    assert data.feature_names == ("w=blue", "w=grey", "w=red", "a")
    assert_array_equal(data.X[ROWS:, :3], [[0, 1, 0], [0, 0, 1]])
    with pytest.raises(DataError, match="Line 3, column 'w': 'mauve' does not occur"):
        read(with_words(["grey", "mauve"], PAIRS[:2]), train)


def test_a_missing_word_without_a_column_of_its_own_waits_for_the_median():
    train = with_words(["red", "blue"] * 6, PAIRS)
    data = read(with_words(["red", ""], PAIRS[:2]), train, missing="median")
    assert data.feature_names == ("w=red", "a")
    assert_array_equal(data.X[ROWS:, 0], [1, np.nan])


def test_missing_values_of_the_test_file_are_asked_about():
    holed = of_rows("7,,n", "9,1.5,p")
    with pytest.raises(QuestionError, match="Test file: 1 missing value"):
        read(holed)
    assert np.isnan(read(holed, missing="median").X[ROWS, 1])
    left = read(holed, missing="drop_rows")
    assert left.test_rows == 1
    assert_array_equal(left.X[ROWS:], [[9, 1.5]])


def test_a_mark_that_means_missing_in_training_does_so_in_the_test():
    train = corpus.with_cell("b", 4, "-999")
    data = read(of_rows("7,-999,n", "9,-999,p"), train, markers="missing", missing="median")
    assert np.isnan(data.X[ROWS:, 1]).all()


def test_columns_left_out_in_training_are_left_out():
    train = "\n".join(f"{line},{'c' if i == 0 else 4}" for i, line in enumerate(TRAIN.split()))
    data = read(of_rows("7,8,n,1", "9,1.5,p,2", header="a,b,label,c"), train)
    assert data.feature_names == ("a", "b")


def test_labels_may_be_spelled_otherwise_only_if_somebody_says_so():
    other = of_rows("7,8,N", "9,1.5,p")
    with pytest.raises(QuestionError) as caught:
        read(other)
    assert [question.option for question in caught.value.questions] == ["merge_labels"]
    assert_array_equal(read(other, merge_labels="merge").y[ROWS:], [-1, 1])
    with pytest.raises(DataError, match="'N' does not occur"):
        read(other, merge_labels="keep")


def test_one_class_against_the_rest_keeps_the_test_rows():
    train = corpus.table(label=["p", "n", "q"] * 4)
    data = read(of_rows("7,8,q", "9,1.5,p"), train, positive="q")
    assert (data.task, data.test_rows) == ("binary", 2)
    assert_array_equal(data.y[ROWS:], [1, -1])
    assert_array_equal(read(of_rows("7,8,q", "9,1.5,p"), train).y[ROWS:], [2, 1])


def test_targets_of_a_regression_are_numbers_in_both_files():
    train = corpus.table(header="a,b,target", label=[f"{x}7" for x in corpus.A])
    data = read(of_rows("7,8,0.25", header="a,b,target"), train)
    assert_array_equal(data.y[ROWS:], [0.25])
    with pytest.raises(DataError, match=r"Test file: .*line 2.*'x'"):
        read(of_rows("7,8,x", header="a,b,target"), train)


def test_files_without_a_header_fit_by_their_order():
    train = corpus.table(header=None)
    data = read("7,8,n\n9,1.5,p\n", train, header="no")
    assert_array_equal(data.X[ROWS:], [[7, 8], [9, 1.5]])


SVMLIGHT = "-1 1:1 3:1\n+1 2:1\n-1 1:2\n+1 2:3 3:1\n"


@pytest.mark.parametrize(
    ("test", "names", "rows"),
    [
        ("+1 5:1 2:1\n".replace("5:1 2:1", "2:1 5:1"), ("x1", "x2", "x3"), [[0, 1, 0]]),
        ("+1 0:7 2:1\n", ("x2", "x3", "x4"), [[0, 1, 0]]),
    ],
)
def test_two_svmlight_files_count_their_features_alike(test, names, rows):
    options = {"index_base": 0} if " 0:" in test else {}
    data = read(test, SVMLIGHT, **options)
    assert data.feature_names == names
    assert_array_equal(data.X[4:], rows)


def test_two_svmlight_files_may_not_count_in_different_ways_in_silence():
    with pytest.raises(QuestionError) as caught:
        read("+1 0:7 2:1\n", SVMLIGHT)
    assert [(q.option, q.guess) for q in caught.value.questions] == [("index_base", "0")]


def test_a_training_file_with_fewer_features_than_its_test_file_is_fine():
    data = read("+1 2:1 123:1\n-1 1:4\n", SVMLIGHT)
    assert data.X.shape == (6, 3)
    with pytest.raises(DataError, match="n_features=3"):
        read("+1 2:1 123:1\n-1 1:4\n", SVMLIGHT, n_features=3)


def test_a_damaged_svmlight_test_file_is_named():
    with pytest.raises(DataError, match="Test file: Line 1"):
        read("+1 1:nan\n", SVMLIGHT)


def test_python_and_preview_read_a_pair_alike(tmp_path):
    train, test = tmp_path / "a.csv", tmp_path / "b.csv"
    train.write_text(TRAIN)
    test.write_text(of_rows("7,8,n", "9,1.5,p"))
    data = load_dataset(train, test=test)
    seen = preview(train.read_bytes(), test=test.read_bytes())
    assert seen.dataset.digest == data.digest
    assert (data.test_rows, data.name) == (2, "a")
    shown = preview(train.read_bytes(), test=b"")
    assert shown.error.startswith("Test file: The file is empty")


def test_a_word_like_none_stays_a_word_if_the_training_file_knows_it():
    train = with_words(["none", "blue", "grey"] * 4, PAIRS)
    data = read(with_words(["none", "grey"], PAIRS[:2]), train, markers="values")
    assert_array_equal(data.X[ROWS:, :3], [[0, 0, 1], [0, 1, 0]])
    head = "@relation t\n@attribute w {none,blue,grey}\n@attribute a numeric\n"
    rows = "\n".join(train.splitlines()[1:])
    arff = f"{head}@attribute label {{n,p}}\n@data\n{rows}\n"
    assert_array_equal(read(with_words(["none", "grey"], PAIRS[:2]), arff).X[ROWS:], data.X[ROWS:])


def test_the_test_file_may_tell_where_features_count_from():
    alone = SVMLIGHT.replace("1:1 ", "").replace(" 1:2", " 2:9")
    with pytest.raises(QuestionError):
        read_table(alone.encode())
    data = read("+1 1:5 3:4\n", alone)
    assert data.feature_names == ("x2", "x3")
    assert_array_equal(data.X[4:], [[0, 4]])


EMPTY_IN_EVERY_ROW = [of_rows("7,,n", "9,,p"), of_rows("7,NA,n")]


@pytest.mark.parametrize("test", EMPTY_IN_EVERY_ROW)
def test_a_column_missing_in_every_test_row_is_asked_about_like_any_other_gap(test):
    with pytest.raises(QuestionError, match=r"Test file: \d missing values? in") as caught:
        read(test)
    assert [question.option for question in caught.value.questions] == ["missing"]
    with pytest.raises(DataError, match=r"Test file: No usable row is left"):
        read(test, missing="drop_rows")
    data = read(test, missing="median")
    assert np.isnan(data.X[ROWS:, 1]).all()
    assert not np.isnan(data.X[:ROWS]).any()


def test_words_missing_in_every_test_row_are_asked_about_too():
    train = with_words(["red", "blue", "green"] * 4, PAIRS)
    test = with_words(["", ""], PAIRS[:2])
    with pytest.raises(QuestionError, match="Test file: 2 missing values in 2 of 2 rows"):
        read(test, train=train)


def test_labels_kept_apart_in_training_are_kept_apart_in_the_test():
    train = corpus.table(label=["p", "p\u200b", " p", "n"] * 3)
    data = read(of_rows("7,8, p", "9,1.5,p\u200b", "1,1,p", "2,2,n"), train, merge_labels="keep")
    assert [data.class_names[code] for code in data.y[ROWS:]] == [" p", r"p\u200b", "p", "n"]


def test_a_label_that_looks_like_a_known_one_is_asked_about():
    other = of_rows("7,8,n", "9,1.5,p\u200b")
    assert_array_equal(read(other).y[ROWS:], [-1, 1])
    with pytest.raises(QuestionError, match=r"U\+FF50"):
        read(of_rows("7,8,n", "9,1.5,\uff50"))


def test_units_are_those_of_the_training_file():
    train = corpus.table(a=[f"{x}kg" for x in corpus.A])
    assert_array_equal(read(of_rows("7kg,8,n"), train, units="strip").X[ROWS:], [[7, 8]])
    with pytest.raises(DataError, match="Column 'a' has 'g' here and 'kg' in the training file"):
        read(of_rows("7g,8,n"), train, units="strip")
    with pytest.raises(DataError, match="Column 'a' has no unit here and 'kg' in the training"):
        read(of_rows("7,8,n"), train, units="strip")
    with pytest.raises(DataError, match="Column 'b' has '%' here and no unit in the training"):
        read(of_rows("7kg,8%,n"), train, units="strip")
