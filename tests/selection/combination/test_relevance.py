"""Widths of features on every split: against fits made by hand, and nothing seen of test points."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.data import Dataset
from kselect_core.errors import StoppedError
from kselect_core.selection.combination.feature_widths import feature_widths
from kselect_core.selection.combination.relevance import relevances, seconds
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import blobs, clouds, small, waves
from tests.tolerances import EXACT, ROUNDOFF


@pytest.mark.parametrize(("data", "pair"), [
    (blobs(), ()), (waves(), ()), (clouds(), ("green", "red")),
], ids=["classes", "regression", "a pair"])  # fmt: skip
def test_errors_are_those_of_fits_on_the_training_part(data, pair):
    config = small(dataset=data.name, pair=pair)
    found = relevances(config, data, "loo")
    assert found.names == data.feature_names
    for split in range(2):
        ready = prepared_split(Setup(config, data), split)
        own = feature_widths(ready.X_train, ready.problem.y, objective="loo", seed=config.seed)
        assert_allclose(found.own[split].gamma, own.gamma, **EXACT)
        gamma, lam = own.gamma[own.chosen], own.lam[own.chosen]
        inside, across = (
            np.exp(-(gamma * (A[:, None] - ready.X_train) ** 2).sum(axis=2))
            for A in (ready.X_train, ready.X_test)
        )
        n = ready.n
        f = across @ np.linalg.solve(inside + lam * n * np.eye(n), ready.problem.y)
        wrong = (
            (np.sign(f) != ready.y_test) if data.task != "regression" else (f - ready.y_test) ** 2
        )
        assert_allclose(found.errors[split, 0], wrong.mean(), **ROUNDOFF)
    assert_allclose(found.shares.sum(axis=1), 1.0, **ROUNDOFF)
    assert found.n == ready.n


def test_test_points_move_no_width():
    config, data = small(), blobs()
    ready = prepared_split(Setup(config, data), 0)
    X = data.X.copy()
    X[ready.test] += 50.0
    moved = relevances(replace(config, repeats=1), replace(data, X=X))
    assert_allclose(moved.own[0].gamma, relevances(config, data).own[0].gamma, rtol=1e-6)


def test_noise_columns_lose_against_the_ones_that_matter():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((120, 6))
    y = np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)
    data = Dataset.from_arrays(X, y, name="products")
    found = relevances(small(dataset="products", repeats=3), data)
    assert found.errors[:, 0].mean() < found.errors[:, 1].mean()
    assert {one.which[0] for one in found.own} <= {"x1", "x2"}


def test_it_tells_how_far_it_is_and_stops():
    told, cancel = [], Event()
    relevances(small(), blobs(), on_progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    cancel.set()
    with pytest.raises(StoppedError):
        relevances(small(), blobs(), cancel=cancel)
    assert seconds(100, 3, 1) < seconds(100, 3, 2) < seconds(100, 9, 2) < seconds(400, 9, 2)
