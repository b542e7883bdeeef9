"""Small samples drawn from a pool: choices and errors are those of literal scikit-learn code."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from kselect_core.criteria import SvmProblem
from kselect_core.data import Dataset, load_dataset
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.experiments import draw, two_classes
from kselect_core.experiments.ways.pools import check_pool
from kselect_core.experiments.ways.small_samples import COLUMNS, one_sample, sample_config, scaled
from kselect_core.selection.sweep.prepared import fold_seed
from tests.collection import mostly_at_night
from tests.tolerances import ROUNDOFF, SOLVER

C, GAMMAS = (0.1, 1.0, 30.0), (0.05, 1.0, 20.0)
GRID = {"C": C, "gammas": GAMMAS}


def pool(n=90, seed=3):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2, 1.0, -1.0)
    X = (rng.standard_normal((n, 2)) + 0.8 * y[:, None]) * [1.0, 50.0]
    return Dataset.from_arrays(X, y, name="pool")


def small_samples(data, *, sizes, repeats, **options):
    """Choices on every sample of these sizes, one after the other."""
    config = sample_config(data.name, repeats=repeats, **options)
    ready = scaled(config, data)
    samples = [one_sample(config, ready, n, repeat) for n in sizes for repeat in range(repeats)]
    return pd.concat(samples, ignore_index=True)


def gaussian(X, Z, gamma):
    return np.exp(-gamma * np.square(X[:, None] - Z[None]).sum(axis=-1))


def leave_one_out(X, y, cost, gamma):
    machine = SVC(C=cost, gamma=gamma, tol=1e-6)
    return float(np.mean(cross_val_predict(machine, X, y, cv=LeaveOneOut()) != y))


def folds_error(X, y, cost, gamma, folds):
    machine, errors, losses = SVC(C=cost, gamma=gamma, tol=1e-6), [], []
    for fold in folds:
        kept = np.setdiff1d(np.arange(len(y)), fold)
        f = machine.fit(X[kept], y[kept]).decision_function(X[fold])
        errors.append(np.mean((f > 0) != (y[fold] > 0)))
        losses.append(np.mean((f - y[fold]) ** 2))
    return float(np.mean(errors)), float(np.mean(losses))


def margin_bound(X, y, cost, gamma):
    n, K = len(y), gaussian(X, X, gamma)
    machine = SVC(C=cost, kernel="precomputed", tol=1e-6).fit(K, y)
    beta = np.zeros(n)
    beta[machine.support_] = machine.dual_coef_[0]
    hinge = np.maximum(0, 1 - y * machine.decision_function(K)).mean()
    norm = np.sqrt(beta @ K @ beta)
    return hinge + 4 * norm / n * np.sqrt(n) + 3 * np.sqrt(np.log(2 / 0.05) / (2 * n))


def stability_bound(X, y, cost, gamma, order):
    n = len(y)
    q = int(np.sqrt(n))
    s, changes = q // 2, 0

    def signs(rows, targets):
        if len(set(y[rows])) == 1:
            return np.full(len(targets), y[rows][0] > 0)
        machine = SVC(C=cost, gamma=gamma, tol=1e-6).fit(X[rows], y[rows])
        return machine.decision_function(X[targets]) > 0

    for k in range(s):
        train, test = order[k * q : k * q + s], order[k * q + s : k * q + 2 * s]
        whole = signs(train, test)
        changes += sum((signs(np.delete(train, i), test) != whole).sum() for i in range(s))
    last = np.sqrt(np.log(2 / 0.05) / np.sqrt(n))
    inner = 1 / np.sqrt(n) + 3 * (changes / s**3 + last)
    return leave_one_out(X, y, cost, gamma) + np.sqrt(2 / 0.05 * inner)


def smallest(values):
    """Documented order: value, squared loss, smaller C, smaller γ."""
    return min(values, key=lambda row: (round(row[0], 9), round(row[1], 6), row[2], row[3]))


@pytest.mark.parametrize("repeat", mostly_at_night(range(3), lambda repeat: repeat == 1))
def test_choices_and_errors_are_those_of_scikit_learn(repeat):
    data, n, seed = pool(), 20, 5
    found = small_samples(data, sizes=[n], repeats=repeat + 1, seed=seed, **GRID)
    found = found[found["repeat"] == repeat].set_index("criterion")
    sample, rest = draw(data, n, repeat=repeat, seed=seed)
    X = MinMaxScaler().fit_transform(data.X)
    y, inside = data.y[sample], X[sample]
    problem = SvmProblem(np.eye(n), y, [1.0], seed=fold_seed(seed, repeat))
    folds, order = problem.folds(10), problem.permutation
    grid = list(product(C, GAMMAS))
    expected = {
        "svm_kfold": [(*folds_error(inside, y, c, g, folds), c, g) for c, g in grid],
        "svm_loo": [(leave_one_out(inside, y, c, g), 0.0, c, g) for c, g in grid],
        "stab": [(stability_bound(inside, y, c, g, order), 0.0, c, g) for c, g in grid],
        "marg": [(margin_bound(inside, y, c, g), 0.0, c, g) for c, g in grid],
    }
    for name, values in expected.items():
        value, _, cost, gamma = smallest(values)
        row = found.loc[name]
        assert_allclose(row["value"], value, **(SOLVER | {"rtol": 1e-3}))
        assert_allclose([row["C"], row["gamma"]], [cost, gamma], **ROUNDOFF)
        machine = SVC(C=cost, gamma=gamma, tol=1e-6).fit(inside, y)
        assert row["error"] == np.mean(machine.predict(X[rest]) != data.y[rest])
        assert row["best_error"] <= row["error"]
        assert row["reference"] == len(rest) == len(data.y) - n


def test_the_table_is_tidy_and_complete():
    found = small_samples(pool(), sizes=(16, 20), repeats=2, criteria=("marg",), **GRID)
    assert tuple(found.columns) == COLUMNS
    assert found[["n", "repeat"]].to_numpy().tolist() == [[16, 0], [16, 1], [20, 0], [20, 1]]
    assert (found["reason"] == "").all()


def test_a_criterion_without_a_value_says_why():
    found = small_samples(pool(), sizes=(8,), repeats=1, criteria=("stab", "marg"), **GRID)
    stab, marg = found.iloc[0], found.iloc[1]
    assert "at least 16 points" in stab["reason"]
    assert stab[["C", "gamma", "value", "error"]].isna().all()
    assert marg[["C", "gamma", "value", "error"]].notna().all()


def test_more_sizes_and_repeats_do_not_change_the_earlier_ones():
    few = small_samples(pool(), sizes=(20,), repeats=1, criteria=("marg",), **GRID)
    many = small_samples(pool(), sizes=(16, 20), repeats=3, criteria=("marg",), **GRID)
    same = many[(many["n"] == 20) & (many["repeat"] == 0)].reset_index(drop=True)
    pd.testing.assert_frame_equal(few, same, check_exact=True)


@pytest.mark.parametrize("size", [3, 91, True, 20.5, 10**9])
def test_a_size_that_cannot_be_drawn_is_refused(size):
    with pytest.raises(InvalidParameterError, match="from 4 to 89"):
        check_pool(pool(), (size,))


def test_a_pool_of_many_classes_is_refused_with_the_way_out():
    with pytest.raises(DataError, match="two_classes"):
        check_pool(load_dataset("iris"), (20,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "negative", "positive"),
    [
        ("covertype", "-1", "1"),
        pytest.param("mnist", "3", "8", marks=pytest.mark.nightly),
        pytest.param("notmnist", "A", "B", marks=pytest.mark.nightly),
    ],
)
def test_the_pools_of_the_paper(name, negative, positive):
    from kselect_core.data.catalogue.paths import extra_tables

    if name not in extra_tables():
        pytest.skip(f"KSELECT_DATA has no table {name}")
    data = two_classes(load_dataset(name), negative, positive)
    found = small_samples(data, sizes=(25,), repeats=1, criteria=("svm_kfold", "stab"))
    assert (found["error"] < 0.5).all()
