"""Sweeps of machines over data that nobody should hand in: a value or a reason, and soon."""

import time

import numpy as np
import pytest

from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.selection import Candidates, choices, run_sweep
from tests.selection.examples import small

KEYS = tuple(key for key, c in CRITERIA.items() if "machine" in c.needs)
COSTS = (1e-5, 1.0, 100.0)
GAUSSIAN = Candidates("gaussian", (1e-3, 1.0, 1e3), "gamma")
LINEAR = Candidates("linear")
POLYNOMIAL = Candidates("polynomial", (2, 5), "degree")
SOON = 20.0  # seconds of one processor; a few in fact


def noise(n=60, scale=1.0, seed=0):
    """Labels without meaning."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, 4)) * scale, rng.permutation(np.where(np.arange(n) % 2, 1, -1))


def with_members(count):
    """A class of so few members."""
    X, y = noise()
    return X, np.where(np.arange(len(y)) < count, 1, -1)


def twins():
    """Every point six times, with both labels."""
    X, y = noise(60)
    return np.repeat(X[:10], 6, axis=0), np.tile(y[:2] * [1, -y[0] * y[1]], 30)


BAD = {
    "duplicates with both labels": (*twins(), GAUSSIAN),
    "two members": (*with_members(2), GAUSSIAN),
    "three members": (*with_members(3), LINEAR),
    "four points": (*noise(4), GAUSSIAN),
    "features of very different size": (*noise(60, np.array([1e6, 1, 1, 1e-6])), LINEAR),
    "large features": (*noise(150, 1e4), LINEAR),
    "larger features to a power": (*noise(60, 1e4), POLYNOMIAL),
    "features next to nothing": (*noise(60, 1e-9), LINEAR),
    "features without scale": (*noise(60, 1e6), GAUSSIAN),
}


@pytest.mark.usefixtures("compiled_loops")
@pytest.mark.parametrize("name", BAD)
def test_every_cell_has_a_finite_value_or_a_reason_soon(name):
    X, y, candidates = BAD[name]
    dataset = Dataset.from_arrays(X, y, name="bad")
    config = small(
        dataset="bad",
        learner="svm",
        C=COSTS,
        candidates=(candidates,),
        criteria=KEYS,
        preprocessing="none",
        repeats=1,
    )
    started = time.process_time()
    table = run_sweep(config, dataset=dataset)
    assert time.process_time() - started < SOON
    assert not np.isinf(table["value"]).any()
    assert ((table["reason"] != "") == table["value"].isna()).all()
    assert set(table["quantity"]) >= set(KEYS)
    chosen = choices(table, config)
    assert set(chosen["quantity"]) >= {choice.quantity for choice in config.criteria}
    assert (chosen.loc[chosen["value"].isna(), "reason"] != "").all()


def test_machines_that_crawl_say_so():
    X, y, candidates = BAD["features of very different size"]
    dataset = Dataset.from_arrays(X, y, name="bad")
    config = small(
        dataset="bad",
        learner="svm",
        C=COSTS,
        candidates=(candidates,),
        criteria=("svm_loo", "stab"),
        preprocessing="none",
        repeats=1,
    )
    table = run_sweep(config, dataset=dataset)
    undefined = table[table["value"].isna()]
    assert len(undefined)
    assert undefined["reason"].str.startswith("not converged").all()
    assert undefined["reason"].str.contains("scale the data or use a smaller C").all()


@pytest.mark.parametrize(
    ("X", "y", "words"),
    [
        (*with_members(60), "only one class"),
        (np.ones((60, 4)), noise()[1], "every feature is constant"),
        (np.where(noise()[0] > 2, np.nan, noise()[0]), noise()[1], "missing values"),
    ],
    ids=["one class", "no feature", "gaps"],
)
def test_data_without_a_machine_are_refused_before_the_sweep(X, y, words):
    with pytest.raises(DataError, match=words):
        Dataset.from_arrays(X, y, name="bad")


def test_a_class_of_one_member_is_refused_by_name():
    dataset = Dataset.from_arrays(*with_members(1), name="bad")
    config = small(dataset="bad", learner="svm", C=COSTS, criteria=("svm_loo",))
    with pytest.raises(DataError, match="The class coded 1 has a single row"):
        run_sweep(config, dataset=dataset)


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan, np.inf])
def test_costs_that_are_none_are_refused_before_the_sweep(bad):
    with pytest.raises(InvalidParameterError, match="C must be a finite number greater than 0"):
        small(learner="svm", C=(1.0, bad), criteria=("svm_loo",))
