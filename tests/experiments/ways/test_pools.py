"""Pools of two classes and the samples drawn from them."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from kselect_core.data import Dataset, load_dataset
from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.experiments import draw, two_classes
from kselect_core.experiments.ways.pools import MOST_REFERENCE


def pool(n=60, share=0.4):
    y = np.where(np.arange(n) < share * n, 1.0, -1.0)
    return Dataset.from_arrays(np.arange(2.0 * n).reshape(n, 2), y, name="pool")


@pytest.mark.parametrize("size", [4, 25, 48])
def test_a_sample_is_almost_balanced_and_apart_from_its_reference(size):
    data = pool()
    for repeat in range(5):
        sample, rest = draw(data, size, repeat=repeat, seed=1)
        assert len(sample) == size
        assert abs(data.y[sample].sum()) == size % 2
        assert_array_equal(np.sort(np.concatenate([sample, rest])), np.arange(60))


def test_the_larger_half_of_an_odd_sample_is_drawn_by_chance():
    data = pool()
    sums = {data.y[draw(data, 5, repeat=r, seed=0).train].sum() for r in range(20)}
    assert sums == {-1.0, 1.0}


def test_a_draw_depends_on_seed_size_and_repetition_only():
    data = pool()
    one = draw(data, 10, repeat=2, seed=7)
    for other, same in (((10, 2, 7), True), ((10, 3, 7), False), ((10, 2, 8), False)):
        size, repeat, seed = other
        again = draw(data, size, repeat=repeat, seed=seed)
        assert np.array_equal(one.train, again.train) == same


def test_errors_are_measured_on_a_bounded_part_of_a_large_rest():
    data = pool(MOST_REFERENCE + 100)
    sample, rest = draw(data, 20, repeat=0, seed=0)
    assert len(rest) == MOST_REFERENCE
    assert not set(sample) & set(rest)


def test_two_classes_of_many_become_a_binary_set():
    iris = load_dataset("iris")
    names = iris.class_names
    found = two_classes(iris, names[2], names[0])
    assert found.task == "binary"
    assert found.class_names == (names[2], names[0])
    assert_array_equal(found.y, np.where(iris.y == 0, 1.0, -1.0)[iris.y != 1])
    assert_array_equal(found.X, iris.X[iris.y != 1])


def test_two_classes_of_a_binary_set_can_be_turned_round():
    data = pool()
    low, high = data.class_names
    assert_array_equal(two_classes(data, low, high).y, data.y)
    assert_array_equal(two_classes(data, high, low).y, -data.y)


def test_an_unknown_class_or_the_same_twice_is_refused():
    iris = load_dataset("iris")
    with pytest.raises(UnknownNameError):
        two_classes(iris, "rose", iris.class_names[0])
    with pytest.raises(InvalidParameterError):
        two_classes(iris, iris.class_names[0], iris.class_names[0])
