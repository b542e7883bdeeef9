"""A data set is read-only, knows its content, and refuses what cannot be learned from."""

import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from kselect_core.data import Dataset
from kselect_core.errors import DataError, UnknownNameError

X = np.random.default_rng(0).standard_normal((8, 2))
Y = np.array([-1.0, 1.0] * 4)


def test_the_arrays_are_copies_that_nobody_can_write():
    source = X.copy()
    data = Dataset.from_arrays(source, Y)
    source[0, 0] = 99.0
    assert_array_equal(data.X, X)
    for array in (data.X, data.y):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0.0


def test_the_columns_of_a_data_frame_are_the_feature_names():
    frame = pd.DataFrame(X, columns=["age", 7])
    assert Dataset.from_arrays(frame, Y).feature_names == ("age", "7")
    assert Dataset.from_arrays(frame, Y, feature_names=["a", "b"]).feature_names == ("a", "b")


def test_names_in_a_list_or_a_tuple_are_the_same_data():
    one, same = (Dataset.from_arrays(X, Y, feature_names=n) for n in (["a", "b"], ("a", "b")))
    assert one.digest == same.digest


def test_a_sparse_matrix_and_missing_values_say_what_to_do():
    with pytest.raises(DataError, match=r"made dense first: X\.toarray"):
        Dataset.from_arrays(csr_array(X), Y)
    with pytest.raises(DataError, match=r"\d missing values \(NaN\)\. Fill them in or drop"):
        Dataset.from_arrays(np.where(X > 0, np.nan, X), Y)


def test_a_data_set_survives_the_way_to_another_process():
    data = Dataset.from_arrays(X, Y, name="here")
    copy = pickle.loads(pickle.dumps(data))  # noqa: S301
    assert copy.digest == data.digest
    assert copy.name == "here"
    assert not copy.X.flags.writeable


def test_the_digest_follows_the_content_and_not_the_name():
    data = Dataset.from_arrays(X, Y)
    assert Dataset.from_arrays(X, Y, name="other").digest == data.digest
    assert len(data.digest) == 64
    changed = X.copy()
    changed[3, 1] = np.nextafter(changed[3, 1], 9.0)
    assert Dataset.from_arrays(changed, Y).digest != data.digest
    assert Dataset.from_arrays(X, -Y).digest != data.digest
    assert Dataset.from_arrays(X, Y, feature_names=("a", "b")).digest != data.digest
    assert Dataset.from_arrays(X, Y, task="regression").digest != data.digest


def test_two_values_are_a_negative_and_a_positive_class():
    data = Dataset.from_arrays(X, np.array([3, 7] * 4))
    assert data.task == "binary"
    assert data.class_names == ("3", "7")
    assert_array_equal(data.y, Y)
    assert data.y.dtype == np.float64


def test_words_are_classes_in_the_order_of_the_alphabet():
    data = Dataset.from_arrays(X, np.array(["b", "a", "c", "a", "b", "c", "a", "b"]))
    assert data.task == "multiclass"
    assert data.class_names == ("a", "b", "c")
    assert_array_equal(data.y, [1, 0, 2, 0, 1, 2, 0, 1])
    assert data.y.dtype == np.int64


def test_objects_and_booleans_are_classes_too():
    words = Dataset.from_arrays(X, np.array(["yes", "no"] * 4, dtype=object))
    assert words.class_names == ("no", "yes")
    assert Dataset.from_arrays(X, np.array([False, True] * 4)).class_names == ("False", "True")


def test_fractions_are_a_regression_target_and_few_whole_numbers_classes():
    assert Dataset.from_arrays(X, X[:, 0]).task == "regression"
    assert Dataset.from_arrays(X, X[:, 0]).class_names == ()
    assert Dataset.from_arrays(X, np.array([1, 2, 3, 1, 2, 3, 1, 2])).task == "multiclass"
    assert Dataset.from_arrays(X, np.arange(8)).task == "regression"
    assert Dataset.from_arrays(X, np.arange(8) % 3, task="regression").task == "regression"


def test_the_report_says_what_was_decided():
    (finding,) = Dataset.from_arrays(X, Y).report
    assert str(finding) == "found: Two classes: '1' is positive (+1), '-1' negative."


def test_the_text_form_is_short():
    assert repr(Dataset.from_arrays(X, Y, name="n")) == "Dataset('n', binary, 8 rows × 2 features)"


def test_one_class_against_the_rest():
    data = Dataset.from_arrays(X, np.array(["b", "a", "c", "a", "b", "c", "a", "b"]))
    binary = data.against_rest("c")
    assert binary.task == "binary"
    assert binary.class_names == ("not c", "c")
    assert_array_equal(binary.y, [-1, -1, 1, -1, -1, 1, -1, -1])
    assert "positive class is 'c'" in binary.report[-1].text


def test_the_classes_of_a_binary_set_can_be_swapped():
    data = Dataset.from_arrays(X, np.array(["a", "b"] * 4))
    assert_array_equal(data.against_rest("a").y, -data.y)
    assert data.against_rest("a").class_names == ("b", "a")
    assert_array_equal(data.against_rest("b").y, data.y)


def test_an_unknown_class_is_an_error_that_lists_the_classes():
    with pytest.raises(UnknownNameError, match="Did you mean 'alpha'"):
        Dataset.from_arrays(X, np.array(["alpha", "beta"] * 4)).against_rest("alpa")


@pytest.mark.parametrize(
    ("features", "target", "words"),
    [
        (X[:, 0], Y, "must be a table"),
        (X, Y[:5], "do not go with"),
        (X, Y[:, None], "must be a vector"),
        (np.array([["a", "b"]] * 8), Y, "not all numbers"),
        (np.where(X > 1, np.nan, X), Y, "missing values"),
        (np.where(X[2, 1] == X, np.inf, X), Y, "'x2' is inf in row 3"),
        (np.where(X[2, 1] == X, 1e300, X), Y, "within ±1e\\+150"),
        (np.ones((8, 2)), Y, "every feature is constant"),
        (X[:1], Y[:1], "only one class"),
        (X[:, :0], Y, "1 feature"),
        (X, np.ones(8), "only one class: '1'"),
        (X, np.array([np.nan, *Y[1:]]), "missing or infinite"),
        (X, np.array([None, "a"] * 4, dtype=object), "targets are missing"),
        (X, np.array([float("nan"), "a"] * 4, dtype=object), "targets are missing"),
    ],
)
def test_arrays_that_cannot_be_used_are_refused_with_the_reason(features, target, words):
    with pytest.raises(DataError, match=words):
        Dataset.from_arrays(features, target)


@pytest.mark.parametrize(
    ("task", "target", "words"),
    [
        ("ranking", Y, "task must be one of"),
        ("binary", np.arange(8) % 3, "needs two classes, got 3"),
        ("regression", np.array(["a", "b"] * 4), "must be a number"),
        ("multiclass", np.ones(8), "only one class"),
        ("regression", np.ones(8), "only one value"),
    ],
)
def test_a_task_that_does_not_fit_the_target_is_refused(task, target, words):
    with pytest.raises(DataError, match=words):
        Dataset.from_arrays(X, target, task=task)


@pytest.mark.parametrize(
    ("y", "task", "classes", "words"),
    [
        (np.arange(8) % 3, "binary", ("a", "b"), r"must be in \[-1, 1\]"),
        (np.arange(8), "multiclass", ("a", "b"), r"must be in \[0, 1\]"),
        (np.ones(8), "binary", ("a", "b"), "only one class: 'b'"),
        (np.array([np.nan, *Y[1:]]), "regression", (), "target of row 1 is nan"),
    ],
)
def test_labels_outside_their_coding_are_refused(y, task, classes, words):
    with pytest.raises(DataError, match=words):
        Dataset(X, y, "d", task, ("a", "b"), classes)


def test_every_feature_needs_a_name():
    with pytest.raises(DataError, match="2 features but 1 names"):
        Dataset(X, Y, "d", "binary", ("a",), ("n", "p"))


def test_targets_in_another_order_than_the_features_are_refused():
    frame = pd.DataFrame(X, columns=["a", "b"])
    y = pd.Series(Y, index=frame.index[::-1])
    with pytest.raises(DataError, match=r"different indexes.*y\.loc\[X\.index\]"):
        Dataset.from_arrays(frame, y)
    expected = Dataset.from_arrays(X, Y[::-1], feature_names=["a", "b"])
    assert Dataset.from_arrays(frame, y.loc[frame.index]).digest == expected.digest
    assert_array_equal(Dataset.from_arrays(frame, y.tolist()).y, Y)


@pytest.mark.parametrize("y", [Y, Y + 0j])
def test_complex_numbers_do_not_lose_their_imaginary_part(y):
    with pytest.raises(DataError, match=r"The (features|targets) hold complex numbers"):
        Dataset.from_arrays(X if y.dtype.kind == "c" else X + 1j, y)


def test_what_a_mask_hides_is_missing():
    hidden = np.ma.masked_array(X, mask=X > 1)
    with pytest.raises(DataError, match=f"{(X > 1).sum()} missing values"):
        Dataset.from_arrays(hidden, Y)
    assert_array_equal(Dataset.from_arrays(np.ma.masked_array(X), np.ma.masked_array(Y)).X, X)
    with pytest.raises(DataError, match="Some targets are missing"):
        Dataset.from_arrays(X, np.ma.masked_array(Y, mask=[True] + [False] * 7))


DAYS = pd.date_range("2024-01-01", periods=8)


@pytest.mark.parametrize(
    ("values", "what"),
    [
        (DAYS, "dates or times"),
        (DAYS.tz_localize("Europe/Berlin"), "dates or times"),
        (DAYS - DAYS[0], "durations"),
    ],
)
def test_dates_do_not_become_numbers_of_seconds(values, what):
    for frame in (pd.DataFrame({"day": values}), pd.DataFrame({"a": X[:, 0], "day": values})):
        with pytest.raises(DataError, match=f"column 'day' of the features hold {what}"):
            Dataset.from_arrays(frame, Y)
    with pytest.raises(DataError, match=f"The targets hold {what}"):
        Dataset.from_arrays(X, pd.Series(values))


def test_whole_numbers_that_lose_digits_are_said():
    long = 2**53 + np.arange(8) ** 2
    frame = pd.DataFrame({"id": long, "b": X[:, 0]})
    assert [str(f) for f in Dataset.from_arrays(frame, Y).report][1:] == [
        "fixed: Whole numbers above 2⁵³ lose their last digits. Are they identifiers? (column 'id')"
    ]
    table = np.column_stack([long, np.arange(8)])
    assert "lose their last digits" in str(Dataset.from_arrays(-table, Y).report[1])
    assert len(Dataset.from_arrays(table % 97, Y).report) == 1


def test_columns_of_one_name_are_features_of_one_name():
    frame = pd.DataFrame(X, columns=["a", "a"])
    assert Dataset.from_arrays(frame, Y).feature_names == ("a", "a")


def test_objects_hide_no_dates_and_no_long_numbers():
    days = np.array([[day, i] for i, day in enumerate(DAYS.to_numpy())], dtype=object)
    with pytest.raises(DataError, match="The features hold dates or times"):
        Dataset.from_arrays(days, Y)
    long = np.array([[2**70 + i, i] for i in range(8)], dtype=object)
    assert "lose their last digits" in str(Dataset.from_arrays(long, Y).report[1])
    mixed = np.array([[True, 0.5 + i] for i in range(8)], dtype=object)
    assert len(Dataset.from_arrays(mixed, Y).report) == 1
