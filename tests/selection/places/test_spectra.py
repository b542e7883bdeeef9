"""Spectra of a grid against eigenvalues and eigenvectors of Gram matrices made by hand."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, StoppedError, TooLargeError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.spectra.eigenspaces import bias_dimension
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.places.spectra import (
    LEADING,
    duplicates,
    order_of_points,
    seconds_needed,
    spectra_of_grid,
    spectrum_on,
)
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.selection.examples import FAMILIES, blobs, clouds, small, waves
from tests.tolerances import EXACT, ROUNDOFF

CONFIG = small(candidates=FAMILIES)
KERNELS_BY_HAND = [
    ("gaussian", 2.0, {"gamma": 0.25}),
    ("polynomial", 3.0, {"degree": 3}),
    ("linear", float("nan"), {}),
    ("laplacian", 0.3, {"c": 0.3}),
]
by_hand = pytest.mark.parametrize(("kernel", "parameter", "arguments"), KERNELS_BY_HAND, ids=str)


def gram(data, config, kernel, arguments, split=0):
    part = prepared_split(Setup(config, data), split)
    return KERNELS[kernel](part.X_train, part.X_train, **arguments), part.problem.y


@by_hand
@pytest.mark.parametrize("split", [0, 1])
def test_a_spectrum_is_that_of_the_gram_matrix(kernel, parameter, arguments, split):
    found = spectra_of_grid(CONFIG, blobs(), split).at(kernel, parameter)
    K, y = gram(blobs(), CONFIG, kernel, arguments, split)
    sigma, Q = np.linalg.eigh(K)
    scale = sigma[-1]
    assert_allclose(found.sigma, sigma[::-1], rtol=1e-9, atol=1e-12 * scale)
    assert_allclose(K @ found.vectors, found.vectors * found.sigma[:LEADING], atol=1e-9 * scale)
    assert_allclose(found.vectors.T @ found.vectors, np.eye(LEADING), **ROUNDOFF)
    assert_allclose(found.labels[:LEADING], y @ found.vectors, rtol=1e-9, atol=1e-9)
    assert_allclose(found.ones[:LEADING], found.vectors.sum(axis=0), rtol=1e-9, atol=1e-9)
    assert_allclose((found.labels**2).sum(), y @ y, **ROUNDOFF)
    distinct = np.flatnonzero(np.diff(sigma)[::-1][:LEADING] > 1e-6 * scale)
    assert_allclose(
        found.labels[distinct[0]] ** 2, (y @ Q[:, ::-1][:, distinct[0]]) ** 2, rtol=1e-6, atol=1e-9
    )


def test_the_largest_entry_of_an_eigenvector_is_positive():
    for found in spectra_of_grid(CONFIG, blobs()).kernels:
        largest = np.abs(found.vectors).argmax(axis=0)
        assert (found.vectors[largest, np.arange(found.vectors.shape[1])] > 0).all()


@pytest.mark.parametrize("scale", [0.1, 0.7, 1.3, 3.1, 7.7, 11.9])
def test_of_equally_large_entries_the_first_is_positive(scale):
    x = scale * np.where(np.random.default_rng(5).random(60) < 0.5, 1.0, -1.0)
    data = Dataset.from_arrays(np.stack([x, 0.3 * x], axis=1), [1, -1] * 30, name="signs")
    config = small(
        dataset="signs", candidates=Candidates("linear"), repeats=1, preprocessing="none"
    )
    first = spectra_of_grid(config, data).kernels[0].vectors[:, 0]
    assert_allclose(np.abs(first), np.full(42, 42**-0.5), **ROUNDOFF)
    assert first[0] > 0


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("ridge", ["n_lambda", "lambda"])
def test_degrees_of_freedom_are_those_of_the_table(learner, ridge):
    config = replace(CONFIG, learner=learner, ridge=ridge)
    table = run_sweep(config, dataset=blobs())
    rows = table[(table["quantity"] == "effective_dof") & (table["split"] == 1)]
    grid = spectra_of_grid(config, blobs(), 1)
    assert len(rows) == 7 * 3
    for row in rows.itertuples():
        found = grid.at(row.kernel, row.parameter)
        dof = found.effective_dimension(row.mu)
        if learner == "lssvm":
            dof += bias_dimension(found.sigma, found.ones, np.array([row.mu]))[0]
        assert_allclose(dof, row.value, rtol=1e-8)


def test_limits_of_the_width_are_the_identity_and_the_constant_matrix():
    config = small(candidates=Candidates(values=(1e-6, 1e12)))
    narrow, wide = spectra_of_grid(config, blobs()).family("gaussian")
    assert_allclose(narrow.sigma, np.ones(28), **ROUNDOFF)
    assert_allclose(wide.sigma[0], 28.0, **ROUNDOFF)
    assert_allclose(wide.sigma[1:], np.zeros(27), atol=1e-9)
    assert_allclose(wide.vectors[:, 0], np.full(28, 28**-0.5), rtol=1e-6)
    assert_allclose(narrow.effective_dimension(0.5), 28 / 1.5, **ROUNDOFF)
    assert_allclose(wide.effective_dimension(14.0), 2 / 3, rtol=1e-6)


def test_every_duplicate_is_an_eigenvalue_of_zero():
    data = blobs()
    X = data.X.copy()
    X[1::4] = X[0]
    doubled = replace(data, X=X)
    part = prepared_split(Setup(small(), doubled), 0)
    count = duplicates(part)
    assert count == 28 - len(np.unique(part.X_train, axis=0)) > 3
    found = spectrum_on(part, small(), "gaussian", 0.5)
    assert_allclose(found.sigma[-count:], np.zeros(count), atol=1e-12)
    assert found.sigma[-count - 1] > 1e-6
    assert duplicates(prepared_split(Setup(small(), data), 0)) == 0


def test_a_regression_is_seen_with_its_centred_target():
    config = small(dataset="waves", criteria=["loo"])
    found = spectra_of_grid(config, waves()).kernels[0]
    y = waves().y[prepared_split(Setup(config, waves()), 0).train]
    assert_allclose((found.labels**2).sum(), ((y - y.mean()) ** 2).sum(), **ROUNDOFF)


def test_one_class_stands_against_the_rest():
    config = small(dataset="clouds", positive="red")
    found = spectra_of_grid(config, clouds()).kernels[0]
    assert_allclose((found.labels**2).sum(), len(found.sigma), **ROUNDOFF)


def test_progress_is_told_and_stop_is_obeyed():
    steps, cancel = [], threading.Event()

    def told(done, total):
        steps.append((done, total))
        if done == 2:
            cancel.set()

    with pytest.raises(StoppedError, match=r"Stopped: \d+ of \d+ kernels were computed"):
        spectra_of_grid(CONFIG, blobs(), on_progress=told, cancel=cancel)
    assert steps == [(1, 7), (2, 7)]


def test_what_takes_minutes_is_declined(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.places.spectra.EIGH_LIMIT", 20)
    with pytest.raises(TooLargeError, match="28 × 28 kernel matrix takes minutes"):
        spectra_of_grid(CONFIG, blobs())


@pytest.mark.parametrize("split", [2, -1, True, "0"])
def test_a_split_outside_the_sweep_is_refused(split):
    with pytest.raises(InvalidParameterError, match="split must be a whole number from 0 to 1"):
        spectra_of_grid(CONFIG, blobs(), split)


def test_kernels_outside_the_grid_are_refused():
    grid = spectra_of_grid(CONFIG, blobs())
    with pytest.raises(InvalidParameterError, match="one of the grid"):
        grid.at("gaussian", 3.0)
    assert grid.family("gaussia") == ()


def test_the_estimate_grows_with_the_cube():
    assert seconds_needed(2000, 3) > 6 * seconds_needed(1000, 3)
    assert_allclose(seconds_needed(1000, 31), 31 * seconds_needed(1000, 1), **EXACT)


def test_points_are_ordered_by_class_and_then_by_the_eigenvector():
    y, first = np.array([1.0, -1.0, 1.0, -1.0]), np.array([0.1, 0.4, 0.3, 0.2])
    order = order_of_points(y, first)
    assert_array_equal(order.rows, [3, 1, 0, 2])
    assert order.sizes == (2, 2)


def test_real_targets_are_one_group():
    order = order_of_points(np.array([0.5, 2.0, 1.0]), np.array([0.3, 0.1, 0.2]))
    assert_array_equal(order.rows, [1, 2, 0])
    assert order.sizes == (3,)
