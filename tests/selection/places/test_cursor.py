"""Views at one point of the grid: spectrum, decision picture, reference values, by definition."""

import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import Problem
from kselect_core.data.set.preprocessing import prepared
from kselect_core.errors import InvalidParameterError, KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.learners import LEARNERS
from kselect_core.selection import Candidates, run_sweep
from kselect_core.selection.places import cursor as place
from kselect_core.selection.places.cursor import (
    Cursor,
    Workbench,
    reference_values,
)
from kselect_core.selection.sweep.prepared import PreparedSplit, fold_seed, prepared_split
from kselect_core.selection.sweep.setup import Setup
from tests.criteria import definitions as d
from tests.selection.examples import FAMILIES, blobs, clouds, small, waves
from tests.tolerances import EXACT, ROUNDOFF

CONFIG = small(candidates=FAMILIES)
POINTS = {
    Cursor(0, "gaussian", 2.0, 0.1): {"gamma": 0.25},
    Cursor(1, "polynomial", 3.0, 1.0): {"degree": 3},
    Cursor(0, "linear", float("nan"), 0.01): {},
    Cursor(1, "laplacian", 0.3, 0.1): {"c": 0.3},
}
points = pytest.mark.parametrize("cursor", POINTS, ids=lambda cursor: cursor.kernel)


def parts(data, config, split):
    """Prepared training part, test part and labels of a split."""
    train, test, *_ = vars(prepared_split(Setup(config, data), split)).values()
    X, X_test = prepared(data.X[train], data.X[test], method=config.preprocessing)
    return X, X_test, data.y[train], data.y[test]


def test_a_small_picture_is_made_once_and_the_oldest_goes_for_a_new_one(monkeypatch):
    bench, fitted, problem = Workbench(CONFIG, blobs()), [], Workbench.problem
    monkeypatch.setattr(place, "MOST_KEPT", 2)
    monkeypatch.setattr(Workbench, "problem", lambda *args: fitted.append(1) or problem(*args))
    here, near, far = (Cursor(0, "gaussian", 2.0, lam) for lam in CONFIG.lambdas)
    linear = here._replace(kernel="linear", parameter=float("nan"))
    first = bench.decision(here, resolution=5).f
    assert_array_equal(bench.decision(here, resolution=5).f, first)
    assert not first.flags.writeable
    assert len(fitted) == 1
    for other in (linear, linear, here):  # NaN is no other kernel than itself
        bench.decision(other, resolution=5)
    assert len(fitted) == 2
    for other in (near, here, far, near, far):
        bench.decision(other, resolution=5)
    assert len(fitted) == 6  # near, here again, far, near again; then both are there
    for _ in range(2):
        bench.decision(far, resolution=place.SMALL + 1)
    assert len(fitted) == 8


def spectrum_at(config, data, cursor):
    return Workbench(config, data, cursor.split).spectrum(cursor)


def decision_at(config, data, cursor, *, resolution=60):
    return Workbench(config, data, cursor.split).decision(cursor, resolution=resolution)


@points
@pytest.mark.parametrize("ridge", ["n_lambda", "lambda"])
def test_the_spectrum_is_that_of_the_kernel_matrix(cursor, ridge):
    data, config = blobs(), replace(CONFIG, ridge=ridge)
    view = spectrum_at(config, data, cursor)
    X = parts(data, config, cursor.split)[0]
    K = KERNELS[cursor.kernel](X, X, **POINTS[cursor])
    expected = np.linalg.eigvalsh(K)[::-1]
    assert_allclose(view.eigenvalues, expected, rtol=1e-9, atol=1e-12 * expected[0])
    assert (view.eigenvalues >= 0).all()
    mu = cursor.lam * (len(K) if ridge == "n_lambda" else 1)
    assert_allclose(view.mu, mu, **ROUNDOFF)
    hat = K @ np.linalg.solve(K + mu * np.eye(len(K)), np.eye(len(K)))
    assert_allclose(view.effective_dimension, np.trace(hat), **ROUNDOFF)
    assert_allclose(view.condition, np.linalg.cond(K + mu * np.eye(len(K))), **ROUNDOFF)


@pytest.mark.parametrize("tau", [0.01, 2.0**12])
def test_the_eigenvalues_are_those_of_a_decomposition_zeros_included(tau):
    config = small(candidates=(Candidates("gaussian", (tau,), "2tau"),))
    cursor = Cursor(0, "gaussian", tau, 0.1)
    bench = Workbench(config, blobs(200, d=2))
    sigma = bench.decomposed(cursor).spectrum.sigma
    shown = bench.spectrum(cursor).eigenvalues
    assert_allclose(shown, sigma, rtol=0, atol=1e-13 * sigma[0])
    assert_array_equal(shown == 0, sigma == 0)
    assert (shown[len(shown) // 3 :] == 0).all() == (tau > 1)


@points
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_the_decision_picture_holds_the_predictions_on_its_grid(cursor, learner):
    data, config = blobs(d=2), replace(CONFIG, learner=learner)
    view = decision_at(config, data, cursor, resolution=7)
    X, X_test, y, y_test = parts(data, config, cursor.split)
    parameters = POINTS[cursor]
    K = KERNELS[cursor.kernel](X, X, **parameters)
    fit = LEARNERS[learner].fit(K, y, len(y) * cursor.lam)
    for i, down in enumerate(view.y):
        for j, across in enumerate(view.x):
            k = KERNELS[cursor.kernel](np.array([[across, down]]), X, **parameters)
            assert_allclose(view.f[i, j], fit.predict(k)[0], **ROUNDOFF)
    assert (view.plane, view.axes) == ("data", ("x1", "x2"))
    assert_allclose(view.points, np.vstack([X, X_test]), **EXACT)
    assert_array_equal(view.labels, [*y, *y_test])
    assert_array_equal(view.is_test, [False] * len(y) + [True] * len(y_test))


def test_where_a_narrow_kernel_leaves_nothing_the_sign_is_that_of_the_nearest_point():
    data = blobs(d=2)
    narrow = small(candidates=(Candidates("gaussian", (1e-3,)),), learner="krr")
    view = decision_at(narrow, data, Cursor(0, "gaussian", 1e-3, 0.1), resolution=20)
    X, _, y, _ = parts(data, narrow, 0)
    grid = np.stack(np.meshgrid(view.x, view.y), axis=-1).reshape(-1, 1, 2)
    f, distances = view.f.ravel(), ((grid - X) ** 2).sum(axis=2)
    lost, alone = np.abs(f) < 1e-30, np.ptp(np.sort(distances, axis=1)[:, :2], axis=1) > 0.1
    assert (lost & alone).sum() > 50
    assert (~lost).sum() > 10
    nearest = y[distances.argmin(axis=1)]
    assert_array_equal(np.sign(f)[lost & alone], nearest[lost & alone])


def test_the_picture_shows_every_point():
    view = decision_at(CONFIG, blobs(d=2), Cursor(0, "gaussian", 2.0, 0.1))
    assert view.f.shape == (60, 60)
    for axis, points_on_it in ((view.x, view.points[:, 0]), (view.y, view.points[:, 1])):
        assert axis[0] < points_on_it.min()
        assert axis[-1] > points_on_it.max()
        assert_allclose(np.diff(axis), np.diff(axis)[0], **ROUNDOFF)


def test_more_features_are_shown_in_the_plane_of_two_principal_components():
    data, cursor = blobs(d=4), Cursor(1, "gaussian", 2.0, 0.1)
    view = decision_at(CONFIG, data, cursor, resolution=5)
    X, X_test, y, _ = parts(data, CONFIG, 1)
    values, vectors = np.linalg.eigh(np.cov(X.T))
    axes = vectors[:, np.argsort(values)[::-1][:2]].T
    centre = X.mean(axis=0)
    found, expected = view.points, (np.vstack([X, X_test]) - centre) @ axes.T
    signs = np.sign((found * expected).sum(axis=0))
    assert_allclose(found, expected * signs, **ROUNDOFF)
    assert (view.plane, view.axes) == (
        "pca",
        ("1st principal component", "2nd principal component"),
    )
    K = KERNELS["gaussian"](X, X, gamma=0.25)
    fit = LEARNERS["krr"].fit(K, y, len(y) * 0.1)
    point = centre + np.array([view.x[3], view.y[1]]) * signs @ axes
    k = KERNELS["gaussian"](point[None], X, gamma=0.25)
    assert_allclose(view.f[1, 3], fit.predict(k)[0], **ROUNDOFF)


def test_one_feature_is_shown_along_a_line():
    data, cursor = blobs(d=1), Cursor(0, "gaussian", 2.0, 0.1)
    view = decision_at(CONFIG, data, cursor, resolution=4)
    assert_allclose(view.points[:, 1], 0.0, **EXACT)
    assert_allclose(view.f, np.broadcast_to(view.f[0], (4, 4)), **ROUNDOFF)
    assert view.x[0] < view.points[:, 0].min()
    assert view.y[0] < 0 < view.y[-1]


def test_a_regression_is_shown_in_the_units_of_its_target():
    config, data = small(dataset="waves", criteria=["loo"]), waves()
    view = decision_at(config, data, Cursor(0, "gaussian", 2.0, 0.01), resolution=5)
    X, _, y, y_test = parts(data, config, 0)
    assert_allclose(view.labels, [*y, *y_test], **ROUNDOFF)
    fit = LEARNERS["krr"].fit(KERNELS["gaussian"](X, X, gamma=0.25), y - y.mean(), len(y) * 0.01)
    k = KERNELS["gaussian"](np.array([[view.x[2], view.y[4]]]), X, gamma=0.25)
    assert_allclose(view.f[4, 2], y.mean() + fit.predict(k)[0], **ROUNDOFF)


def test_a_workbench_takes_many_steps():
    data = blobs(d=2)
    bench = Workbench(CONFIG, data, 1)
    for kernel, parameter in (
        ("gaussian", 0.5),
        ("linear", 0.0),
        ("polynomial", 3.0),
        ("laplacian", 0.3),
    ):
        for resolution in (4, 5):
            cursor = Cursor(1, kernel, parameter, 0.1)
            one, other = (
                bench.decision(cursor, resolution=resolution),
                decision_at(CONFIG, data, cursor, resolution=resolution),
            )
            assert_allclose(one.f, other.f, **EXACT)
        assert_allclose(
            bench.spectrum(cursor).eigenvalues,
            spectrum_at(CONFIG, data, cursor).eigenvalues,
            **EXACT,
        )


def test_a_multi_class_set_is_seen_as_one_class_against_the_rest():
    config = small(dataset="clouds", positive="red")
    view = decision_at(config, clouds(), Cursor(0, "gaussian", 2.0, 0.1), resolution=3)
    assert set(view.labels) == {-1.0, 1.0}
    assert (view.labels > 0).sum() == 15


BAD = [
    (Cursor(2, "gaussian", 2.0, 0.1), "Cursor: split must be a whole number from 0 to 1, got 2"),
    (Cursor(-1, "gaussian", 2.0, 0.1), "Cursor: split must be"),
    (Cursor("0", "gaussian", 2.0, 0.1), "Cursor: split must be"),
    (Cursor(split=True, kernel="gaussian", parameter=2.0, lam=0.1), "Cursor: split must be"),
    (Cursor(0, "gausian", 2.0, 0.1), "kernel must be one of gaussian, polynomial, linear, lapl"),
    (Cursor(0, "gaussian", -2.0, 0.1), "Gaussian kernel: τ must be a finite number greater than 0"),
    (Cursor(0, "gaussian", float("nan"), 0.1), "τ must be a finite number greater than 0, got nan"),
    (Cursor(0, "polynomial", 2.5, 0.1), "degree must be a whole number from 1 to 50, got 2.5"),
    (Cursor(0, "gaussian", 2.0, 0.2), "Cursor: λ must be one of 0.01, 0.1, 1, got 0.2"),
    (Cursor(0, "gaussian", 2.0, float("nan")), "Cursor: λ must be one of"),
]


@pytest.mark.parametrize(("cursor", "words"), BAD)
@pytest.mark.parametrize("view", [spectrum_at, decision_at])
def test_a_cursor_outside_the_sweep_is_refused_in_words(cursor, words, view):
    with pytest.raises(InvalidParameterError, match=re.escape(words)):
        view(CONFIG, blobs(), cursor)


@pytest.mark.parametrize("resolution", [0, 1, -5, 2.5, 501, 10**7, "60"])
def test_a_resolution_that_cannot_be_is_refused(resolution):
    with pytest.raises(
        InvalidParameterError, match="resolution must be a whole number from 2 to 500"
    ):
        decision_at(CONFIG, blobs(), Cursor(0, "gaussian", 2.0, 0.1), resolution=resolution)


def test_an_overflowing_kernel_is_refused_in_words():
    data = replace(blobs(), X=blobs().X * 1e4)
    config = small(candidates=Candidates("polynomial", (50,)), preprocessing="none")
    with pytest.raises(KselectError, match="missing, infinite or overflowing entries"):
        spectrum_at(config, data, Cursor(0, "polynomial", 50.0, 0.1))


def test_a_spectrum_that_takes_minutes_is_declined(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.places.cursor.EIGH_LIMIT", 20)
    with pytest.raises(UndefinedScoreError, match="28 × 28 matrix takes minutes; it is skipped"):
        spectrum_at(CONFIG, blobs(), Cursor(0, "gaussian", 2.0, 0.1))


@pytest.mark.parametrize("split", [0, 1])
def test_reference_values_are_the_scores_at_the_ends_of_a_width_path(split):
    config = small(criteria=[*d.JUDGES, ("kfold", {"loss": "error"})])
    table = reference_values(config, blobs(), split)
    assert list(table.columns) == ["quantity", "where", "lambda", "value", "reason"]
    assert len(table) == 2 * 3 * len(config.criteria)
    assert (table["reason"] != "").equals(table["value"].isna())
    y = parts(blobs(), config, split)[2]
    n = len(y)
    for where, K in (("identity", np.eye(n)), ("constant", np.ones((n, n)))):
        problem = Problem(K, y, np.array(config.lambdas), seed=fold_seed(3, split))
        for choice in config.criteria:
            rows = table[(table["quantity"] == choice.quantity) & (table["where"] == where)]
            assert_allclose(rows["lambda"], config.lambdas, **EXACT)
            try:
                expected = choice.criterion.score(problem, **dict(choice.options))
                reason = ""
            except UndefinedScoreError as error:
                expected, reason = np.full(3, np.nan), error.reason
            assert set(rows["reason"]) == {reason}
            assert_allclose(rows["value"], expected, **EXACT)


def test_narrow_widths_approach_the_value_at_the_identity():
    config = small(candidates=Candidates(values=(1e-6,)), criteria=["kta", "loo"], repeats=1)
    table, ends = run_sweep(config, dataset=blobs()), reference_values(config, blobs())
    for quantity in ("kta", "loo"):
        found = table[table["quantity"] == quantity]["value"].to_numpy()
        identity = ends[(ends["quantity"] == quantity) & (ends["where"] == "identity")]
        assert_allclose(found, identity["value"].to_numpy(), **ROUNDOFF)


def test_reference_values_of_a_tiny_ridge_keep_those_of_the_others():
    table = reference_values(small(lambdas=(1e-300, 1.0), criteria=["loo"]), blobs())
    identity = table[table["where"] == "identity"]
    assert identity["reason"].str.startswith("ill-conditioned").tolist() == [True, False]
    assert identity["value"].isna().tolist() == [True, False]


def test_a_step_of_lambda_decomposes_nothing_again(monkeypatch):
    bench = Workbench(CONFIG, blobs())
    for cursor in POINTS:
        if cursor.split == 0:
            first = bench.spectrum(cursor._replace(lam=0.1))
    monkeypatch.setattr(np.linalg, "eigvalsh", None)  # the last kernel is the linear one: NaN
    second = bench.spectrum(cursor_of_the_linear_kernel()._replace(lam=1.0))
    assert_array_equal(second.eigenvalues, first.eigenvalues)
    assert second.effective_dimension < first.effective_dimension


def cursor_of_the_linear_kernel():
    return next(cursor for cursor in POINTS if cursor.kernel == "linear")


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_eigenvalues_that_the_sweep_has_found_are_shown_as_those_of_the_matrix(
    learner, monkeypatch
):
    data, known = blobs(200, d=2), []
    config = replace(CONFIG, learner=learner, candidates=(*FAMILIES, Candidates("matern32", (2,))))
    run_sweep(config, dataset=data, on_eigenvalues=known.append)
    benches = {split: Workbench(config, data, split) for split in (0, 1)}
    cursors = [
        Cursor(split, family.kernel, value, lam)
        for split in (0, 1)
        for family, value in config.kernels
        for lam in config.lambdas
    ]
    made = [benches[cursor.split].spectrum(cursor) for cursor in cursors]
    monkeypatch.setattr(np.linalg, "eigvalsh", None)
    monkeypatch.setattr(PreparedSplit, "training_kernel", None)
    told = {split: Workbench(config, data, split, known) for split in (0, 1)}
    for cursor, by_matrix in zip(cursors, made, strict=True):
        shown, largest = told[cursor.split].spectrum(cursor), by_matrix.eigenvalues[0]
        assert_allclose(shown.eigenvalues, by_matrix.eigenvalues, rtol=0, atol=1e-13 * largest)
        assert shown.mu == by_matrix.mu
        assert_allclose(shown[2:], by_matrix[2:], rtol=1e-10)


def test_eigenvalues_of_another_split_or_another_sample_are_not_taken():
    data, known = blobs(), []
    run_sweep(CONFIG, dataset=data, on_eigenvalues=known.append)
    cursor = Cursor(1, "gaussian", 2.0, 0.1)
    expected = spectrum_at(CONFIG, data, cursor).eigenvalues
    first = [one for one in known if one.split == 0]
    shorter = [one._replace(eigenvalues=one.eigenvalues[1:]) for one in known if one.split == 1]
    for others in (first, shorter):
        shown = Workbench(CONFIG, data, 1, others).spectrum(cursor).eigenvalues
        assert_array_equal(shown, expected)


def test_a_spectrum_that_is_known_still_asks_for_a_point_of_the_grid():
    known = []
    run_sweep(CONFIG, dataset=blobs(), on_eigenvalues=known.append)
    bench = Workbench(CONFIG, blobs(), known=known)
    with pytest.raises(InvalidParameterError, match=r"one of 0\.01, 0\.1, 1"):
        bench.spectrum(Cursor(0, "gaussian", 2.0, 0.02))
