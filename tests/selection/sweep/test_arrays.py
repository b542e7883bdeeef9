"""Arrays in place of a data set: taken where they are named, refused in words in front."""

import numpy as np
import pandas as pd
import pytest

from kselect_core import Candidates, Dataset, Problem, SweepConfig, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError

rng = np.random.default_rng(0)
X = rng.standard_normal((40, 3))
CONFIG = SweepConfig(
    dataset="mine", candidates=(Candidates("gaussian", (4.0,)),), repeats=1, criteria=("kta",)
)


def test_arrays_are_a_dataset():
    y = (X[:, 0] > 0).astype(int)
    found = run_sweep(CONFIG, dataset=(X, y))
    expected = run_sweep(CONFIG, dataset=Dataset.from_arrays(X, y, name="mine"))
    pd.testing.assert_frame_equal(found, expected)
    assert set(found["dataset"]) == {"mine"}


def test_arrays_in_front_are_refused_with_the_way():
    for given in ((X, X[:, 0]), (CONFIG, X), (X,)):
        with pytest.raises(InvalidParameterError, match=r"dataset=\(X, y\)"):
            run_sweep(*given)
    with pytest.raises(InvalidParameterError, match=r"or arrays \(X, y\)"):
        run_sweep(CONFIG, dataset=[X, X[:, 0]])


def test_a_data_set_may_stand_behind_its_configuration():
    data = Dataset.from_arrays(X, X[:, 0] > 0, name="mine")
    expected = run_sweep(CONFIG, dataset=data)
    pd.testing.assert_frame_equal(run_sweep(CONFIG, data), expected)
    for given in ((data, data), (data, X)):
        with pytest.raises(InvalidParameterError, match="at most a Dataset behind it"):
            run_sweep(CONFIG, *given)
    with pytest.raises(InvalidParameterError, match="at most a Dataset behind it"):
        run_sweep(CONFIG, data, dataset=data)


def test_arrays_do_not_pass_for_a_bundled_set():
    with pytest.raises(DataError, match="bundled set"):
        run_sweep(SweepConfig(dataset="moons"), dataset=(X, X[:, 0] > 0))


def test_labels_of_scikit_learn_are_understood_by_a_sweep_and_refused_by_a_problem():
    zero_one, signs = (X[:, 0] > 0).astype(int), np.where(X[:, 0] > 0, 1, -1)
    tables = [run_sweep(CONFIG, dataset=(X, y)) for y in (zero_one, signs)]
    kta = [table.query("quantity == 'kta'")["value"].to_numpy() for table in tables]
    np.testing.assert_array_equal(*kta)
    K = X @ X.T
    with pytest.raises(InvalidParameterError, match=r"np\.where\(y == 1, 1\.0, -1\.0\)"):
        CRITERIA["kta"].score(Problem(K, zero_one, 1.0))
    with pytest.raises(InvalidParameterError, match="one against the rest"):
        CRITERIA["mmd"].score(Problem(K, np.arange(40) % 3, 1.0))


def test_a_name_that_nobody_knows_tells_where_own_data_go():
    with pytest.raises(UnknownNameError, match=r"called 'bc'.*beside the configuration: dataset=…"):
        run_sweep(SweepConfig(dataset="bc"))


def test_a_criterion_is_called_as_its_score():
    y = np.where(X[:, 0] > 0, 1.0, -1.0)
    problem = Problem(X @ X.T, y, 1.0)
    np.testing.assert_array_equal(CRITERIA["loo"](problem), CRITERIA["loo"].score(problem))
