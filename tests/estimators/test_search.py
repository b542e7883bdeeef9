"""What a search chooses: that of a slow search by scikit-learn, on the same grid and folds."""

import math
import pickle
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn import config_context
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import pairwise_kernels, rbf_kernel
from sklearn.model_selection import GridSearchCV, LeaveOneOut, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kselect_core.criteria import CRITERIA
from kselect_core.errors import DataError, InvalidParameterError, KselectError, UnknownNameError
from kselect_core.estimators import (
    GridEdgeWarning,
    KernelClassifierSearch,
    KernelRidgeSearch,
    SVCSearch,
)
from kselect_core.kernels import KERNELS, own_kernel
from kselect_core.learners import LEARNERS
from tests.collection import mostly_at_night
from tests.tolerances import ROUNDOFF

pytestmark = pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")

RIDGE = {"gamma": [0.05, 0.2, 1.0, 4.0], "alpha": [0.01, 0.1, 1.0]}
MACHINE = {"gamma": [0.05, 0.5, 5.0], "C": [0.3, 3.0]}


def sample(n=60, *, classes=2, seed=3):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 3))
    f = np.sin(2 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.standard_normal(n)
    y = np.array(["red", "green", "blue"])[
        np.digitize(f, np.quantile(f, [0.33, 0.66][: classes - 1]))
    ]
    return X, f, y


def scores(found, order):
    """Scores of a search by its parameters."""
    return np.array(
        [
            next(
                score
                for params, score in zip(found["params"], found["mean_test_score"], strict=True)
                if params == {name: pytest.approx(value) for name, value in wanted.items()}
            )
            for wanted in order
        ]
    )


CLOSE = {"rtol": 1e-10, "atol": 1e-10}
NAMED = ("gaussian", "linear", "polynomial")
"""Families that `SVC` knows by name."""


@pytest.mark.parametrize("criterion", ["loo", "kfold"])
def test_ridge_chooses_what_grid_search_chooses(criterion):
    X, f, _ = sample(24 if criterion == "loo" else 60)
    ours = KernelRidgeSearch(param_grid=RIDGE, criterion=criterion).fit(X, f)
    folds = ours.folds_ if criterion == "kfold" else LeaveOneOut()
    peer = GridSearchCV(
        KernelRidge(kernel="rbf"), RIDGE, cv=folds, scoring="neg_mean_squared_error"
    )
    peer.fit(X, f)
    assert ours.best_params_ == pytest.approx(peer.best_params_)
    mine = scores(ours.cv_results_, peer.cv_results_["params"])
    assert_allclose(mine, peer.cv_results_["mean_test_score"], **ROUNDOFF)
    assert ours.best_score_ == pytest.approx(peer.best_score_)
    assert ours.cv_results_["params"][ours.best_index_] == pytest.approx(ours.best_params_)
    assert ours.cv_results_["rank_test_score"][ours.best_index_] == 1
    assert_allclose(ours.predict(X), peer.predict(X), **ROUNDOFF)


@pytest.mark.parametrize("make", [KernelRidgeSearch, KernelClassifierSearch])
def test_of_many_points_small_ridges_are_eliminated_and_the_scores_stay(make):
    X, f, y = sample(220)
    grid = {"gamma": [0.05, 3.0], "alpha": [1e-4, 1e-2, 1.0, 100.0]}
    ours = make(param_grid=grid, criterion="kfold")
    if make is KernelClassifierSearch:
        ours.set_params(learner="krr")
        f = np.where(y == "red", 1.0, -1.0)
    ours.fit(X, y if make is KernelClassifierSearch else f)
    peer = GridSearchCV(
        KernelRidge(kernel="rbf"), grid, cv=ours.folds_, scoring="neg_mean_squared_error"
    )
    peer.fit(X, f)
    assert ours.best_params_ == pytest.approx(peer.best_params_)
    mine = scores(ours.cv_results_, peer.cv_results_["params"])
    assert_allclose(mine, peer.cv_results_["mean_test_score"], **ROUNDOFF)


def test_a_second_fit_forgets_the_first():
    X, f, _ = sample()
    search = KernelRidgeSearch(param_grid=RIDGE, criterion="kfold").fit(X, f)
    search.set_params(criterion="loo", kernel=RBF(), param_grid=None).fit(X, f)
    assert not hasattr(search, "folds_")
    as_object = clone(search.to_sklearn()).fit(X, f)
    assert isinstance(as_object.kernel, RBF)
    assert_allclose(as_object.predict(X), search.predict(X), rtol=1e-12)
    search.set_params(kernel=wide, param_grid={"width": [1.0]}).fit(X, f)
    with pytest.raises(KselectError, match="one pair of points at a time"):
        search.to_sklearn()
    assert not hasattr(search, "best_estimator_")


@pytest.mark.parametrize(
    "kernel", [KERNELS["gaussian"], RBF(), "chi2"], ids=["ours", "process", "name"]
)
def test_kernels_that_are_objects_are_copied(kernel):
    X, f, _ = sample()
    search = KernelRidgeSearch(kernel, param_grid={"alpha": [0.1, 1.0]})
    assert len(cross_val_score(search, np.abs(X), f, cv=3)) == 3


def test_folds_have_their_columns():
    X, f, _ = sample()
    ours = KernelRidgeSearch(param_grid=RIDGE, criterion="kfold", criterion_params={"k": 3}).fit(
        X, f
    )
    found = ours.cv_results_
    split = np.array([found[f"split{i}_test_score"] for i in range(3)])
    assert_allclose(split.mean(axis=0), found["mean_test_score"], **ROUNDOFF)
    assert_allclose(split.std(axis=0), found["std_test_score"], **ROUNDOFF)
    assert list(found["param_alpha"][:3]) == RIDGE["alpha"]


def test_machine_chooses_what_grid_search_chooses():
    X, _, y = sample()
    ours = SVCSearch(param_grid=MACHINE, criterion="svm_kfold", criterion_params={"k": 5}).fit(X, y)
    peer = GridSearchCV(SVC(tol=1e-6), MACHINE, cv=ours.folds_).fit(X, y)
    mine = scores(ours.cv_results_, peer.cv_results_["params"])
    assert_allclose(1 + mine, peer.cv_results_["mean_test_score"], **ROUNDOFF)
    assert 1 + ours.best_score_ == pytest.approx(peer.best_score_)


def test_exact_leave_one_out_of_machines():
    X, _, y = sample(40)
    ours = SVCSearch(param_grid=MACHINE).fit(X, y)
    peer = GridSearchCV(SVC(tol=1e-6), MACHINE, cv=LeaveOneOut()).fit(X, y)
    mine = scores(ours.cv_results_, peer.cv_results_["params"])
    assert_allclose(1 + mine, peer.cv_results_["mean_test_score"], **ROUNDOFF)


@pytest.mark.parametrize("criterion", ["svm_kfold", "svm_loo"])
def test_of_several_classes_the_whole_decision_is_scored_as_grid_search_scores_it(criterion):
    X, _, y = sample(33 if criterion == "svm_loo" else 66, classes=3)
    ours = SVCSearch(param_grid=MACHINE, criterion=criterion).fit(X, y)
    folds = ours.folds_ if criterion == "svm_kfold" else LeaveOneOut()
    peer = GridSearchCV(SVC(tol=1e-6), MACHINE, cv=folds).fit(X, y)
    mine = scores(ours.cv_results_, peer.cv_results_["params"])
    assert_allclose(1 + mine, peer.cv_results_["mean_test_score"], **ROUNDOFF)
    assert 1 + ours.best_score_ == pytest.approx(peer.best_score_)


@pytest.mark.parametrize(
    ("criterion", "loss", "learner"),
    mostly_at_night(
        product(("kfold", "loo", "kfold_se"), ("squared", "error"), ("krr", "lssvm")),
        lambda case: case != ("loo", "error", "lssvm"),
    ),
)
def test_each_class_against_the_rest_is_scored_as_grid_search_scores_it(criterion, loss, learner):
    X, _, y = sample(36, classes=3)
    search = KernelClassifierSearch(
        learner=learner,
        param_grid={"gamma": RIDGE["gamma"][1:3], "alpha": RIDGE["alpha"][1:]},
        criterion=criterion,
        criterion_params={"loss": loss},
    )
    found = search.fit(X, y).cv_results_
    folds = LeaveOneOut() if criterion == "loo" else search.folds_
    single = {"param_grid": [{k: [v] for k, v in one.items()} for one in found["params"]]}
    signs = np.where(y[:, None] == search.classes_, 1.0, -1.0)
    if loss == "error":
        peer = GridSearchCV(KernelClassifierSearch(learner=learner), single, cv=folds).fit(X, y)
        want = peer.cv_results_["mean_test_score"] - 1
    else:
        want = np.array([mean_loss(learner, X, signs, one, folds) for one in found["params"]])
    assert_allclose(found["mean_test_score"], want, **ROUNDOFF)


def mean_loss(learner, X, signs, params, folds):
    """Minus the mean over folds of the squared loss at points that the fits never saw."""
    losses = []
    for rest, fold in folds.split(X) if isinstance(folds, LeaveOneOut) else folds:
        K = rbf_kernel(X[rest], gamma=params["gamma"])
        across = rbf_kernel(X[fold], X[rest], gamma=params["gamma"])
        fits = [LEARNERS[learner].fit(K, one, params["alpha"]) for one in signs[rest].T]
        f = np.column_stack([across @ fit.alpha + fit.b for fit in fits])
        losses.append(np.mean((signs[fold] - f) ** 2))
    return -np.mean(losses)


def test_of_an_indefinite_matrix_and_several_classes_the_ridges_that_can_be_are_scored():
    X, _, y = sample(classes=3)
    K = np.tanh(X @ X.T - 1.0)
    lowest = -np.linalg.eigvalsh(K)[0]
    search = KernelClassifierSearch(
        "precomputed",
        learner="krr",
        param_grid={"alpha": [0.1 * lowest, 2 * lowest, 20 * lowest]},
        criterion="kfold",
        criterion_params={"loss": "error"},
    ).fit(K, y)
    found = search.cv_results_["mean_test_score"]
    above = clone(search).set_params(param_grid={"alpha": [2 * lowest, 20 * lowest]}).fit(K, y)
    assert np.isnan(found[0])
    assert_allclose(found[1:], above.cv_results_["mean_test_score"], **ROUNDOFF)


def test_a_criterion_of_the_kernel_leaves_the_cost_of_several_classes_to_the_whole_decision():
    X, _, y = sample(66, classes=3)
    search = SVCSearch(param_grid=MACHINE, criterion="ckta").fit(X, y)
    grid = {**MACHINE, "gamma": [search.best_params_["gamma"]]}
    assert search.best_params_ == SVCSearch(param_grid=grid).fit(X, y).best_params_


def test_a_decision_of_zero_is_told_as_the_machine_tells_it():
    y = np.repeat(["a", "b"], [7, 6])  # of the identity values are 0 where the rest is balanced
    ours = SVCSearch("precomputed", param_grid={"C": [1.0]}, criterion="svm_kfold")
    ours.set_params(criterion_params={"k": 2}).fit(np.eye(13), y)
    peer = GridSearchCV(SVC(kernel="precomputed"), {"C": [1.0]}, cv=ours.folds_).fit(np.eye(13), y)
    mine, theirs = (
        [one.cv_results_[f"split{i}_test_score"][0] for i in (0, 1)] for one in (ours, peer)
    )
    assert [1 + score for score in mine] == pytest.approx(theirs)


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly", "sigmoid", "linear", "cosine"])
def test_scikit_learn_gives_equal_predictions(kernel):
    X, f, y = sample()
    grid = {"alpha": [0.5, 5.0, 50.0]}
    ours = KernelRidgeSearch(
        kernel, param_grid=grid if kernel != "sigmoid" else {"alpha": [50.0, 90.0]}
    )
    ours.fit(X, f)
    line = ours.to_sklearn()
    assert isinstance(line, KernelRidge)
    again = clone(line).fit(X, f)
    assert_allclose(again.predict(X), ours.predict(X), rtol=1e-12, atol=1e-12)
    machine = SVCSearch(kernel, param_grid={"C": [0.3, 3.0]}).fit(X, y)
    assert isinstance(machine.to_sklearn(), SVC)
    assert_allclose(
        clone(machine.to_sklearn()).fit(X, y).decision_function(X),
        machine.decision_function(X),
        rtol=1e-12,
        atol=1e-12,
    )


FAMILIES = {name: KERNELS[name] for name in KERNELS if KERNELS[name].scikit_learn is not None}
STARTS = {"gamma": 0.3, "c": 0.7, "degree": 2}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_of_kselect_is_given_as_scikit_learn_has_it(name):
    X, f, y = sample()
    family = FAMILIES[name]
    grid = {one.name: [STARTS[one.name]] for one in family.parameters[:1]}
    new = X + 0.1
    ridge = KernelRidgeSearch(family, param_grid={**grid, "alpha": [0.3, 3.0]}).fit(X, f)
    assert_allclose(ridge.to_sklearn().predict(new), ridge.predict(new), **CLOSE)
    both = KernelRidgeSearch(family, param_grid={**grid, "alpha": [0.3]}).fit(X, np.c_[f, -f])
    assert_allclose(both.to_sklearn().predict(new), both.predict(new), **CLOSE)
    several = np.digitize(f, np.quantile(f, [0.3, 0.6]))
    for labels in (y, several):
        least = KernelClassifierSearch(
            family, learner="krr", param_grid={**grid, "alpha": [0.3, 3.0]}
        ).fit(X, labels)
        assert_allclose(least.to_sklearn().predict(new), least.decision_function(new), **CLOSE)
        machine = SVCSearch(family, param_grid={**grid, "C": [0.3, 3.0]}).fit(X, labels)
        assert not callable(machine.to_sklearn().kernel) or name not in NAMED
        again = clone(machine.to_sklearn()).fit(X, labels)
        assert_allclose(again.decision_function(new), machine.decision_function(new), **CLOSE)
        own = family(new, X, **machine.kernel_.parameters)
        same = SVC(C=machine.best_params_["C"], kernel="precomputed", tol=1e-6)
        same.fit(family(X, **machine.kernel_.parameters), labels)
        assert_allclose(machine.decision_function(new), same.decision_function(own), atol=1e-4)


def a_third(D, *, gamma, out=None):
    return np.divide(np.exp(-gamma * D), 3, out=out)


G, LINEAR, MATERN = (KERNELS[name] for name in ("gaussian", "linear", "matern32"))
COMBINED = {
    "sum": (G + 0.5 * LINEAR, {"gamma": [0.3]}),
    "product": (G * KERNELS["laplacian"].at(c=0.1), {"gamma": [0.3]}),
    "multiple": (3 * G, {"gamma": [0.3]}),
    "of one without a name there": (0.5 * MATERN, {"c": [0.7]}),
    "two fixed": (MATERN.at(c=0.1) + LINEAR, {}),
    "fixed": (G.at(gamma=0.5), {}),
    "nested": (2 * (LINEAR + KERNELS["polynomial"].at(degree=2)) * G, {"gamma": [0.3]}),
    "not in scikit-learn": (G + own_kernel(lambda X, Z: (X @ Z.T) ** 2), {"gamma": [0.3]}),
    "of a family with another function": (
        own_kernel(replace(G, of_base=a_third)),
        {"gamma": [0.3]},
    ),
}


@pytest.mark.parametrize("name", COMBINED)
def test_a_combined_kernel_predicts_as_the_whole_of_it(name):
    X, f, y = sample()
    kernel, grid = COMBINED[name]
    new, given = X + 0.1, {key: value for key, (value,) in grid.items()}
    K, rows = kernel(X, **given), kernel(new, X, **given)
    ridge = KernelRidgeSearch(kernel, param_grid={**grid, "alpha": [0.3]}).fit(X, f)
    exact = rows @ np.linalg.solve(K + 0.3 * np.eye(len(X)), f)
    assert_allclose(ridge.predict(new), exact, **CLOSE)
    if ridge.kernel_.scikit_learn is None:
        with pytest.raises(KselectError, match="scikit-learn has no such kernel"):
            ridge.to_sklearn()
    else:
        assert_allclose(clone(ridge.to_sklearn()).fit(X, f).predict(new), exact, **CLOSE)
    machine = SVCSearch(kernel, param_grid={**grid, "C": [3.0]}).fit(X, y)
    same = SVC(C=3.0, kernel="precomputed", tol=1e-6).fit(K, y)
    assert_allclose(machine.decision_function(new), same.decision_function(rows), atol=1e-4)


@pytest.mark.parametrize(
    "search", [KernelRidgeSearch(), KernelClassifierSearch(learner="krr"), SVCSearch()]
)
def test_before_it_is_fitted_there_is_nothing_to_take_along(search):
    with pytest.raises(NotFittedError):
        search.to_sklearn()


def test_a_family_that_is_named_is_pointed_at():
    X, f, _ = sample()
    with pytest.raises(KselectError, match=r"the family kselect\.KERNELS\['matern32'\]"):
        KernelRidgeSearch("matern32").fit(X, f)


def wide(X, Z, *, width):
    return rbf_kernel(X, Z, gamma=1 / width)


@pytest.mark.parametrize(
    ("kernel", "grid"),
    [
        (wide, {"width": [0.25, 1.0, 5.0, 20.0]}),
        (RBF(), {"length_scale": [np.sqrt(1 / (2 * g)) for g in RIDGE["gamma"]]}),
        (KERNELS["gaussian"], {"gamma": RIDGE["gamma"]}),
        ("gaussian", {"gamma": RIDGE["gamma"]}),
    ],
    ids=["function", "gaussian process", "family", "alias"],
)
def test_a_kernel_may_come_from_anywhere(kernel, grid):
    X, f, _ = sample()
    usual = KernelRidgeSearch(param_grid=RIDGE).fit(X, f)
    ours = KernelRidgeSearch(kernel, param_grid={**grid, "alpha": RIDGE["alpha"]}).fit(X, f)
    assert ours.best_params_["alpha"] == usual.best_params_["alpha"]
    assert_allclose(ours.predict(X), usual.predict(X), **ROUNDOFF)
    assert_allclose(pickle.loads(pickle.dumps(ours)).predict(X), ours.predict(X))  # noqa: S301 (ours)


def test_a_matrix_of_ones_own():
    X, f, y = sample()
    K = rbf_kernel(X, gamma=0.2)
    ours = KernelRidgeSearch("precomputed", param_grid={"alpha": RIDGE["alpha"]})
    usual = KernelRidgeSearch(param_grid={"gamma": [0.2], "alpha": RIDGE["alpha"]})
    assert_allclose(ours.fit(K, f).predict(K[:7]), usual.fit(X, f).predict(X[:7]), **ROUNDOFF)
    assert cross_val_score(ours, K, f, cv=3) == pytest.approx(cross_val_score(usual, X, f, cv=3))
    classes = SVCSearch("precomputed", param_grid={"C": [1.0]}).fit(K, y)
    assert set(classes.predict(K)) == set(y)


@pytest.mark.parametrize("criterion", ["loo", "gcv", "kfold"])
def test_an_indefinite_matrix_is_searched_where_its_fit_has_a_minimum(criterion):
    X, f, _ = sample()
    K = np.tanh(X @ X.T - 1.0)
    lowest = -np.linalg.eigvalsh(K)[0]
    grid = [0.1 * lowest, 2 * lowest, 20 * lowest]
    search = KernelRidgeSearch("precomputed", param_grid={"alpha": grid}, criterion=criterion)
    search.fit(K, f)
    found = search.table_.set_index("mu")["value"]
    assert np.isnan(found.iloc[0])
    assert "indefinite" in search.table_["reason"].iloc[0]
    above = clone(search).set_params(param_grid={"alpha": grid[1:]}).fit(K, f)
    assert_allclose(found.iloc[1:], above.table_["value"], **ROUNDOFF)
    with pytest.raises(DataError, match=r"indefinite.*use a larger λ"):
        clone(search).set_params(param_grid={"alpha": grid[:1]}).fit(K, f)


def test_several_targets_share_the_choice():
    X, f, _ = sample()
    targets = np.column_stack([f, 2 * f**2])
    ours = KernelRidgeSearch(param_grid=RIDGE, criterion="kfold").fit(X, targets)
    alone = [
        KernelRidgeSearch(param_grid=RIDGE, criterion="kfold").fit(X, one) for one in targets.T
    ]
    mean = np.mean([one.cv_results_["mean_test_score"] for one in alone], axis=0)
    assert_allclose(ours.cv_results_["mean_test_score"], mean, **ROUNDOFF)
    assert ours.predict(X).shape == targets.shape
    assert_allclose(ours.to_sklearn().predict(X), ours.predict(X), rtol=1e-12)


def test_targets_may_be_of_several_kinds():
    X, f, _ = sample()
    kinds = np.column_stack([np.sign(f - f.mean()), np.round(2 * f), f])
    ours = KernelRidgeSearch(param_grid=RIDGE).fit(X, kinds)
    alone = [KernelRidgeSearch(param_grid=RIDGE).fit(X, one) for one in kinds.T]
    mean = np.mean([one.cv_results_["mean_test_score"] for one in alone], axis=0)
    assert_allclose(ours.cv_results_["mean_test_score"], mean, **ROUNDOFF)


def test_classes_as_numbers_are_not_compared_with_the_kernel():
    X, _, y = sample()
    numbers = (y == "red").astype(float)
    with pytest.raises(InvalidParameterError, match=r"np\.where\(y == 1, 1\.0, -1\.0\)"):
        KernelRidgeSearch(param_grid=RIDGE, criterion="kta").fit(X, numbers)
    assert KernelRidgeSearch(param_grid=RIDGE).fit(X, numbers).best_params_["gamma"] > 0


@pytest.mark.parametrize("criterion", ["kta", "ckta", "hsic", "polarisation"])
def test_three_classes_as_numbers_are_not_compared_with_the_kernel_but_numbers_are(criterion):
    X, f, y = sample(classes=3)
    codes = np.unique(y, return_inverse=True)[1]
    search = KernelRidgeSearch(param_grid=RIDGE, criterion=criterion)
    with pytest.raises(InvalidParameterError, match=r"KernelClassifierSearch; .* y / y\.std\(\)"):
        search.fit(X, codes)
    for target in (f, np.round(20 * f), codes / codes.std()):
        assert search.fit(X, target).best_score_ > 0
    assert KernelRidgeSearch(param_grid=RIDGE, criterion="pep").fit(X, codes).best_score_ > 0


def test_metadata_routing_names_of_features_and_frames():
    X, _, y = sample()
    frame = pd.DataFrame(X, columns=["a", "b", "c"])
    scaler = StandardScaler().set_output(transform="pandas")
    pipe = make_pipeline(scaler, SVCSearch(param_grid=MACHINE)).fit(frame, y)
    assert list(pipe[-1].feature_names_in_) == ["a", "b", "c"]
    assert pipe[-1].n_features_in_ == 3
    with config_context(enable_metadata_routing=True):
        assert cross_val_score(pipe, frame, y, cv=3, params={}).min() > 0.5
        assert "sample_weight" not in str(pipe[-1].get_metadata_routing().fit)


def test_sparse_input_is_refused_with_the_way_out():
    X, f, _ = sample()
    with pytest.raises(TypeError, match=r"\.toarray\(\)"):
        KernelRidgeSearch().fit(csr_array(X), f)


@pytest.mark.parametrize(
    "search",
    [
        KernelClassifierSearch(),
        KernelClassifierSearch(learner="krr"),
        SVCSearch(param_grid=MACHINE),
    ],
    ids=["lssvm", "krr", "svc"],
)
def test_several_classes(search):
    X, _, y = sample(90, classes=3)
    search = clone(search).fit(X, y)
    assert list(search.classes_) == ["blue", "green", "red"]
    values = search.decision_function(X)
    assert values.shape == (90, 3)
    assert_array_equal(search.classes_[values.argmax(axis=1)], search.predict(X))
    assert search.score(X, y) > 0.8


def test_the_bias_of_a_least_squares_machine_is_not_penalised():
    X, _, y = sample()
    search = KernelClassifierSearch(param_grid={"gamma": [0.2], "alpha": [1.0]}).fit(X, y)
    K = pairwise_kernels(X, metric="rbf", gamma=0.2)
    signs = np.where(y == search.classes_[1], 1.0, -1.0)
    inside = search.decision_function(X)
    assert_allclose(K @ search.dual_coef_[:, 0] + search.intercept_[0], inside, **ROUNDOFF)
    assert_allclose(signs - inside, search.dual_coef_[:, 0], **ROUNDOFF)  # y − f = μα, μ = 1
    assert search.dual_coef_.sum() == pytest.approx(0, abs=1e-10)
    with pytest.raises(KselectError, match=r"no least-squares SVM.*learner='krr'"):
        search.to_sklearn()


@pytest.mark.parametrize("key", [key for key, c in CRITERIA.items() if c.applies_to("lssvm")])
def test_every_criterion_of_least_squares_can_choose(key):
    X, _, y = sample()
    search = KernelClassifierSearch(param_grid=RIDGE, criterion=key).fit(X, y)
    assert set(search.best_params_) == {"gamma", "alpha"}
    own = search.table_[search.table_["quantity"] == key]
    best = own["value"].min() if CRITERIA[key].better == "lower" else own["value"].max()
    assert abs(search.best_score_) == pytest.approx(abs(best))
    assert len(own) == 12


def test_a_criterion_of_the_kernel_alone_leaves_the_strength_to_another():
    X, _, y = sample()
    search = KernelClassifierSearch(param_grid=RIDGE, criterion="ckta").fit(X, y)
    by_loo = KernelClassifierSearch(
        param_grid={**RIDGE, "gamma": [search.best_params_["gamma"]]}, criterion="loo"
    ).fit(X, y)
    assert search.best_params_ == by_loo.best_params_
    assert set(search.table_["quantity"]) == {"ckta", "loo"}
    with pytest.raises(InvalidParameterError, match="one that depends on alpha"):
        clone(search).set_params(strength_criterion="kta").fit(X, y)


def test_a_choice_at_the_end_of_the_grid_is_told():
    X, f, _ = sample()
    search = KernelRidgeSearch(param_grid={"gamma": [0.001, 0.002], "alpha": [1e-3, 1.0, 1e3]})
    with pytest.warns(GridEdgeWarning, match=r"gamma = 0\.002 is the largest of its grid.*extend"):
        search.fit(X, f)
    assert search.edges_ == {"gamma": "gamma = 0.002 is the largest of its grid"} | (
        {"alpha": "alpha = 0.001 is the smallest of its grid"} if "alpha" in search.edges_ else {}
    )


def test_it_lives_in_a_pipeline():
    X, _, y = sample()
    pipe = make_pipeline(StandardScaler(), SVCSearch(param_grid=MACHINE))
    pipe.set_params(svcsearch__criterion="marg")
    assert cross_val_score(pipe, X, y, cv=3).min() > 0.5
    outer = GridSearchCV(
        make_pipeline(StandardScaler(), KernelClassifierSearch()),
        {"kernelclassifiersearch__learner": ["krr", "lssvm"]},
        cv=3,
    )
    assert outer.fit(X, y).best_score_ > 0.5


@pytest.mark.parametrize(
    ("search", "error", "words"),
    [
        (KernelRidgeSearch("rbv"), UnknownNameError, "Did you mean 'rbf'"),
        (KernelRidgeSearch(3), InvalidParameterError, "kernel must be a name"),
        (
            KernelRidgeSearch(criterion="svm_loo"),
            InvalidParameterError,
            "judges the learner: .*loo",
        ),
        (
            KernelRidgeSearch(param_grid={"C": [1]}),
            InvalidParameterError,
            r"'alpha' \(the strength\) or a parameter of the kernel rbf: gamma, got 'C'",
        ),
        (KernelRidgeSearch(param_grid={"alpha": [0]}), InvalidParameterError, "greater than 0"),
        (KernelRidgeSearch(param_grid={"alpha": 1.0}), InvalidParameterError, "in a list"),
        (KernelRidgeSearch(param_grid={"alpha": []}), InvalidParameterError, "one to"),
        (KernelRidgeSearch(param_grid=[1]), InvalidParameterError, "a dictionary"),
        (KernelRidgeSearch(lambda X, _: X), InvalidParameterError, "their kernel matrix"),
        (KernelRidgeSearch("precomputed"), InvalidParameterError, "square kernel matrix"),
        (KernelRidgeSearch(criterion="mmd"), DataError, r"'mmd' \(MMD.*no value anywhere.*−1 and"),
        (
            KernelClassifierSearch(criterion="fsm_u", param_grid={"gamma": [1e9, 1e10]}),
            DataError,
            "no value anywhere on this grid: no value on this grid is finite",
        ),
        (KernelClassifierSearch(learner="svm"), InvalidParameterError, "SVCSearch"),
        (KernelRidgeSearch(random_state=-1), InvalidParameterError, "seed"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_words(search, error, words):
    X, f, y = sample()
    with pytest.raises(error, match=words):
        search.fit(X, y if isinstance(search, KernelClassifierSearch) else f)


@pytest.mark.parametrize(
    ("search", "fewest", "words"),
    [
        (
            SVCSearch(criterion="svm_kfold"),
            3,
            r"k = 10 folds.*fewer folds, criterion_params=\{'k': 3\}",
        ),
        (SVCSearch(criterion="svm_kfold"), 1, r"k = 10 folds.*a class has one member.*svm_loo"),
        (
            KernelClassifierSearch(criterion="kfold", criterion_params={"k": 10}),
            4,
            r"k = 10 folds.*criterion_params=\{'k': 4\}",
        ),
        (
            KernelClassifierSearch(criterion="kta", strength_criterion="kfold"),
            3,
            r"k = 5 folds.*strength_criterion without folds, such as 'loo'",
        ),
    ],
)
def test_a_class_with_fewer_members_than_folds_says_how_many_folds_there_can_be(
    search, fewest, words
):
    X, _, _ = sample()
    y = np.where(np.arange(60) < 14, "few", np.where(np.arange(60) < 30, "many", "more"))
    y[np.arange(60) < fewest] = "fewest"
    with pytest.raises(DataError, match=words):
        search.fit(X, y)
    if "criterion_params" in words and fewest > 1:
        search.set_params(criterion_params={"k": fewest}).fit(X, y)


@pytest.mark.parametrize(
    "of_rows",
    [
        lambda x, z: x @ z,
        lambda x, z: np.minimum(x, z).sum(),
        lambda x, z: math.exp(-math.dist(x, z)),
        lambda x, z: float((x * z).sum()),
    ],
)
def test_a_kernel_of_two_rows_is_told_how_to_become_one_of_two_samples(of_rows):
    X, f, _ = sample()
    words = r"two samples \(n × d and m × d\).*n × m.*lambda X, Z: pairwise_kernels\(X, Z, metric=f"
    with pytest.raises(InvalidParameterError, match=words):
        KernelRidgeSearch(of_rows).fit(X, f)
    KernelRidgeSearch(lambda X, Z: pairwise_kernels(X, Z, metric=of_rows)).fit(X, f)


def test_a_fault_inside_a_kernel_of_two_samples_stays_as_it_is():
    def faulty(_X, _Z):
        raise ValueError("of its own")

    X, f, _ = sample()
    with pytest.raises(ValueError, match="of its own"):
        KernelRidgeSearch(faulty).fit(X, f)
    with pytest.raises(TypeError, match="gamma"):
        KernelRidgeSearch(lambda X, Z: X @ Z.T, param_grid={"gamma": [1.0]}).fit(X, f)


@pytest.mark.parametrize("words", [np.array(["no", "yes"] * 5), ["no", "yes"] * 5])
def test_names_of_classes_are_no_targets_of_a_regression(words):
    with pytest.raises(InvalidParameterError, match="numbers; for classes use KernelClassifierS"):
        KernelRidgeSearch().fit(np.arange(10.0)[:, None], words)
    numbers = np.array([str(number) for number in range(10)], dtype=object)
    assert KernelRidgeSearch().fit(np.arange(10.0)[:, None], numbers).predict([[3.0]]).shape == (1,)


def test_several_matrices_are_pointed_at_a_sweep():
    with pytest.raises(InvalidParameterError, match=r"compared by a sweep, Dataset\.from_gram"):
        SVCSearch("precomputed").fit({"a": np.eye(4), "b": np.eye(4)}, [0, 0, 1, 1])


def test_weights_are_refused_in_words():
    X, f, y = sample()
    for search, target in (
        (KernelRidgeSearch(), f),
        (KernelClassifierSearch(), y),
        (SVCSearch(), y),
    ):
        with pytest.raises(TypeError, match=r"sample_weight must be left out.*same.*to_sklearn"):
            search.fit(X, target, sample_weight=np.ones(60))


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (
            lambda: KernelClassifierSearch(param_grid={"gamma": [0.1, 1.0], "alpha": [0.1, 1]}),
            "rbf",
        ),
        (lambda: SVCSearch(param_grid={"gamma": [0.1, 1.0], "C": [1, 10]}), "SVC"),
        (
            lambda: KernelClassifierSearch(
                criterion="ckta", param_grid={"gamma": [0.1, 1.0], "alpha": [0.1, 1]}
            ),
            "two criteria",
        ),
        (
            lambda: KernelClassifierSearch(
                KERNELS["laplacian"], param_grid={"c": [0.1, 1.0], "alpha": [0.1, 1]}
            ),
            "a family",
        ),
        (lambda: KernelClassifierSearch("linear", param_grid={"alpha": [0.1, 1]}), "no parameter"),
        (
            lambda: KernelClassifierSearch(
                "poly",
                kernel_params={"gamma": 1, "coef0": 1},
                param_grid={"degree": [1, 2], "alpha": [0.1, 1]},
            ),
            "degrees",
        ),
        (
            lambda: KernelClassifierSearch(
                kernel_params={"gamma": 0.5}, param_grid={"alpha": [0.1, 1]}
            ),
            "one kernel",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
def test_a_search_is_drawn_with_its_own_values(make, name):  # noqa: ARG001 (the name of the case)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 2))
    search = make().fit(X, X[:, 0] * X[:, 1] > 0)
    for kind in ("curves", "map"):
        drawn = search.plot(kind)
        assert drawn.figure.data
        mine = drawn.numbers()
        mine = mine[mine["quantity"] == search.table_["quantity"].iloc[0]]
        assert set(mine["value"].round(12)) <= set(search.table_["value"].round(12))
        assert len(mine)
    with pytest.raises(UnknownNameError, match="curves, map"):
        search.plot("regrets")


@pytest.mark.parametrize(
    ("criterion", "drawn"), [("kfold", " · folds from random_state 7"), ("loo", "")]
)
def test_a_figure_of_a_search_says_what_its_folds_were_drawn_from(criterion, drawn):
    X, f, _ = sample()
    search = KernelRidgeSearch(param_grid=RIDGE, criterion=criterion, random_state=7).fit(X, f)
    for kind in ("curves", "map"):
        assert search.plot(kind).caption.endswith(f"he whole sample · 4 kernels × 3 λ{drawn}")


@pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
def test_a_kernel_that_no_sweep_has_is_not_drawn_and_that_is_said():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 2))
    search = KernelClassifierSearch(lambda x, z: x @ z.T, param_grid={"alpha": [0.1, 1]})
    with pytest.raises(DataError, match="table_ has its values"):
        search.fit(X, X[:, 0] > 0).plot()


@pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
@pytest.mark.parametrize("make", [KernelClassifierSearch, SVCSearch])
def test_the_one_standard_error_rule_takes_the_simplest_near_the_best(make):
    rng = np.random.default_rng(1)
    X = rng.standard_normal((60, 2))
    y = X[:, 0] + 0.7 * rng.standard_normal(60) > 0
    machine = make is SVCSearch
    strengths = {"C": [0.01, 0.1, 1.0, 10.0]} if machine else {"alpha": [0.01, 0.1, 1.0, 10.0]}
    grid = {"gamma": [0.1, 1.0], **strengths}
    search = make(param_grid=grid, criterion="svm_kfold_se" if machine else "kfold_se").fit(X, y)
    results = search.cv_results_
    folds = np.array([results[f"split{i}_test_score"] for i in range(len(search.folds_))])
    score, error = folds.mean(axis=0), folds.std(axis=0, ddof=1) / np.sqrt(len(folds))
    best = int(np.argmax(score))
    tied = np.flatnonzero(score == score[best])
    near = {i for b in tied for i in np.flatnonzero(score >= score[b] - error[b])}
    assert search.best_index_ in near
    (name,) = strengths
    simple = [results["params"][i][name] for i in near]
    assert search.best_params_[name] == (min(simple) if machine else max(simple))
    assert search.best_params_ != results["params"][best]
