"""Splits are stratified, seeded, and keep every class in the training part."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_array_equal

from kselect_core.data.set.splits import nth_split, splits
from kselect_core.errors import DataError, InvalidParameterError

Y = np.array([1.0] * 30 + [-1.0] * 70)


def split(y=Y, **changes):
    options = {"task": "binary", "test_share": 0.3, "repeats": 3, "seed": 0} | changes
    return splits(y, **options)


@given(
    counts=st.lists(st.integers(2, 40), min_size=2, max_size=5),
    share=st.floats(0.05, 0.9),
    seed=st.integers(0, 2**64 - 1),
)
def test_every_split_parts_the_rows_in_the_proportion_of_the_classes(counts, share, seed):
    y = np.random.default_rng(1).permutation(np.repeat(np.arange(len(counts)), counts))
    if round(share * len(y)) < 1 or len(y) - round(share * len(y)) < 2:
        return
    (part,) = splits(y, task="multiclass", test_share=share, repeats=1, seed=seed)
    assert_array_equal(np.sort(np.concatenate(part)), np.arange(len(y)))
    assert set(y[part.train]) == set(range(len(counts)))
    for label, count in enumerate(counts):
        here = (y[part.test] == label).sum()
        assert abs(here - share * count) <= 1 or here == count - 1


def test_the_test_part_has_the_size_that_was_asked_for():
    train, test = split()[0]
    assert len(test) == 30
    assert (Y[test] == 1).sum() == 9
    assert len(train) == 70


def test_largest_remainders_fill_the_test_part():
    y = np.repeat([0, 1, 2], [5, 5, 6])
    (part,) = splits(y, task="multiclass", test_share=0.3, repeats=1, seed=0)
    assert np.bincount(y[part.test]).tolist() == [2, 1, 2]


def test_the_same_seed_gives_the_same_splits_and_another_seed_others():
    for a, b in zip(split(), split(), strict=True):
        assert_array_equal(a.test, b.test)
    assert not np.array_equal(split()[0].test, split(seed=1)[0].test)
    assert not np.array_equal(split()[0].test, split()[1].test)


def test_more_repetitions_keep_the_earlier_splits():
    for a, b in zip(split(repeats=2), split(repeats=9), strict=False):
        assert_array_equal(a.test, b.test)


def test_regression_targets_are_split_without_strata():
    y = np.random.default_rng(0).standard_normal(50)
    (part,) = splits(y, task="regression", test_share=0.5, repeats=1, seed=2**64 - 1)
    assert len(part.test) == len(part.train) == 25


@pytest.mark.parametrize("share", [0, 1, 1.5, -0.1, float("nan"), float("inf"), "0.3", None, True])
def test_a_test_share_outside_0_to_1_is_refused(share):
    with pytest.raises(InvalidParameterError, match=r"the test share must be a number in \(0, 1\)"):
        split(test_share=share)


@pytest.mark.parametrize("repeats", [0, -1, 10_001, 10**6, 2.5, "3", True])
def test_a_number_of_repetitions_outside_its_range_is_refused(repeats):
    with pytest.raises(InvalidParameterError, match="from 1 to 10000"):
        split(repeats=repeats)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x", None])
def test_a_seed_outside_its_range_is_refused(seed):
    with pytest.raises(InvalidParameterError, match="the seed must be a whole number from 0"):
        split(seed=seed)


def test_numpy_numbers_are_numbers():
    assert len(split(test_share=np.float32(0.25), repeats=np.int64(2), seed=np.uint8(3))) == 2


@pytest.mark.parametrize(
    ("y", "share", "words"),
    [
        (np.ones(10), 0.3, "only one class"),
        (np.array([-1.0] * 9 + [1.0]), 0.3, "single row"),
        (np.array([1.0, 1.0, -1.0, -1.0]), 0.01, "leaves 4 rows to train on and 0 to test"),
        (np.array([1.0, 1.0, -1.0, -1.0]), 0.9, "at least 2 and 1"),
    ],
)
def test_labels_that_cannot_be_split_are_refused(y, share, words):
    with pytest.raises(DataError, match=words):
        split(y, test_share=share)


@pytest.mark.parametrize("task", ["binary", "regression"])
def test_one_split_alone_is_that_of_the_whole_list(task):
    y = np.repeat([-1.0, 1.0], [13, 20])
    whole = splits(y, task=task, test_share=0.3, repeats=4, seed=5)
    for number, expected in enumerate(whole):
        alone = nth_split(y, number, task=task, test_share=0.3, seed=5)
        assert [part.tolist() for part in alone] == [part.tolist() for part in expected]


def test_without_strata_the_classes_of_a_test_part_vary_as_random_draws_do():
    here = [(Y[part.test] == 1).sum() for part in split(repeats=200, stratified=False)]
    drawn = np.random.default_rng(2).hypergeometric(30, 70, 30, size=20_000)
    assert abs(np.mean(here) - drawn.mean()) < 0.6
    assert abs(np.std(here) - drawn.std()) < 0.4
    assert {len(part.test) for part in split(stratified=False)} == {30}


def test_without_strata_a_split_alone_is_the_same_one_of_the_row():
    whole = split(stratified=False)
    for number, part in enumerate(whole):
        alone = nth_split(Y, number, task="binary", test_share=0.3, seed=0, stratified=False)
        assert_array_equal(alone.test, part.test)
        assert_array_equal(np.sort(np.concatenate(part)), np.arange(len(Y)))


def test_strata_make_no_difference_to_a_regression():
    y = np.linspace(0, 1, 50)
    for a, b in zip(
        split(y, task="regression"), split(y, task="regression", stratified=False), strict=True
    ):
        assert_array_equal(a.test, b.test)


def test_without_strata_a_class_that_is_not_trained_on_is_told():
    y = np.repeat([0.0, 1.0, 2.0], [40, 40, 2])
    words = "In split .* class coded 2 came into the test part.*not stratified"
    with pytest.raises(DataError, match=words):
        split(y, task="multiclass", test_share=0.6, repeats=30, stratified=False)
