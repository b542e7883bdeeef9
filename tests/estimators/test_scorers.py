"""Criteria as ``scoring=``: over a grid they choose what the search of kselect chooses."""

import warnings

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.base import clone
from sklearn.datasets import make_moons
from sklearn.decomposition import PCA
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.estimators import KernelRidgeSearch, SVCSearch, scorers
from tests.tolerances import ROUNDOFF

pytestmark = pytest.mark.filterwarnings("ignore::kselect_core.estimators.GridEdgeWarning")
X, LABELS = make_moons(60, noise=0.2, random_state=2)
SIGNS = 2.0 * LABELS - 1
RIDGE = {"gamma": [0.1, 1.0, 10.0], "alpha": [0.01, 1.0]}
MACHINE = {"gamma": [0.1, 1.0, 10.0], "C": [0.3, 3.0]}


@pytest.mark.parametrize("key", ["loo", "gcv", "ckta", "ks"])
def test_a_grid_search_by_a_criterion_of_ridge_regression(key):
    search = GridSearchCV(
        KernelRidge(kernel="rbf"), RIDGE, scoring=getattr(scorers, key), cv=scorers.WholeSample()
    ).fit(X, SIGNS)
    ours = KernelRidgeSearch(param_grid=RIDGE, criterion=key).fit(X, SIGNS)
    mine = {tuple(sorted(p.items())): s for p, s in zip(
        ours.cv_results_["params"], ours.cv_results_["mean_test_score"], strict=True)}  # fmt: skip
    theirs = [mine[tuple(sorted(params.items()))] for params in search.cv_results_["params"]]
    assert_allclose(search.cv_results_["mean_test_score"], theirs, **ROUNDOFF)
    assert search.best_params_["gamma"] == ours.best_params_["gamma"]


def test_a_grid_search_by_a_criterion_of_machines():
    by_loo = {"scoring": scorers.svm_loo, "cv": scorers.WholeSample()}
    search = GridSearchCV(SVC(), MACHINE, **by_loo).fit(X, LABELS)
    ours = SVCSearch(param_grid=MACHINE).fit(X, LABELS)
    assert search.best_score_ == pytest.approx(ours.best_score_)


def test_a_pipeline_is_scored_by_its_last_step_on_what_reaches_it():
    pipe = make_pipeline(StandardScaler(), PCA(1), KernelRidge(kernel="rbf", gamma=2.0, alpha=0.1))
    pipe.fit(X, SIGNS)
    reduced = pipe[:-1].transform(X)
    ours = KernelRidgeSearch(
        param_grid={"gamma": [2.0], "alpha": [0.1]}, criterion="kfold", criterion_params={"k": 3}
    ).fit(reduced, SIGNS)
    assert scorers.scorer("kfold", k=3)(pipe, X, SIGNS) == ours.best_score_


def test_the_usual_gamma_and_kernels_of_gaussian_processes_are_understood():
    usual = KernelRidge(kernel="rbf", alpha=0.1).fit(X, SIGNS)
    as_numbers = KernelRidge(kernel="rbf", gamma=0.5, alpha=0.1).fit(X, SIGNS)
    as_object = KernelRidge(kernel=RBF(1.0), alpha=0.1).fit(X, SIGNS)
    expected = scorers.loo(as_numbers, X, SIGNS)
    assert scorers.loo(usual, X, SIGNS) == expected
    assert scorers.loo(as_object, X, SIGNS) == pytest.approx(expected)
    machines = [SVC(gamma=gamma).fit(X, LABELS) for gamma in ("auto", 0.5)]
    assert len({scorers.svm_loo(one, X, LABELS) for one in machines}) == 1


def test_the_usual_gamma_of_machines_is_that_of_the_sample_they_were_fitted_on():
    pipe = make_pipeline(StandardScaler(), SVC())
    by_loo = {"scoring": scorers.svm_loo, "cv": scorers.WholeSample()}
    grid = {"svc__C": [0.3, 3.0, 30.0]}
    scaled = StandardScaler().fit_transform(X)
    gamma = 1 / (scaled.shape[1] * scaled.var())
    usual = GridSearchCV(pipe, grid, **by_loo).fit(X, LABELS)
    number = GridSearchCV(pipe.set_params(svc__gamma=gamma), grid, **by_loo).fit(X, LABELS)
    assert_allclose(
        usual.cv_results_["mean_test_score"], number.cv_results_["mean_test_score"], **ROUNDOFF
    )
    frame = pd.DataFrame(X, columns=["a", "b"])
    machine = SVC(kernel="poly", degree=2).fit(frame, LABELS)
    assert scorers.svm_loo(machine, frame, LABELS) == scorers.svm_loo(
        SVC(kernel="poly", degree=2, gamma=1 / (2 * X.var())), X, LABELS
    )


def test_a_function_of_two_rows_is_scored_as_scikit_learn_takes_it():
    def of_rows(x, z, gamma=0.5):
        return float(np.exp(-gamma * ((x - z) ** 2).sum()))

    rows = KernelRidge(kernel=of_rows, alpha=0.1, kernel_params={"gamma": 2.0}).fit(X, SIGNS)
    named = KernelRidge(kernel="rbf", gamma=2.0, alpha=0.1).fit(X, SIGNS)
    assert scorers.loo(rows, X, SIGNS) == pytest.approx(scorers.loo(named, X, SIGNS))


def test_what_has_no_meaning_is_refused_in_words():
    with pytest.raises(InvalidParameterError, match="a KernelRidge or an SVC"):
        scorers.loo(Ridge().fit(X, SIGNS), X, SIGNS)
    for usual, part in ((SVC(), slice(None)), (SVC().fit(-3 * X, LABELS), slice(None))):
        with pytest.raises(InvalidParameterError, match="'scale' means depends"):
            scorers.svm_loo(usual, X[part], LABELS[part])
    with pytest.raises(InvalidParameterError, match="judges the learner"):
        scorers.loo(SVC(gamma=1.0).fit(X, LABELS), X, LABELS)
    with pytest.raises(UnknownNameError):
        scorers.scorer("lo")
    with pytest.raises(AttributeError):
        _ = scorers.nothing
    assert set(CRITERIA) <= set(dir(scorers))
    assert list(map(len, next(scorers.WholeSample().split(np.ones((4, 1)))))) == [4, 4]


def test_three_classes_are_not_scored_as_numbers():
    ridge = KernelRidge(kernel="rbf", gamma=0.5).fit(X, np.arange(len(X)) % 3)
    with pytest.raises(InvalidParameterError, match="for classes use KernelClassifierSearch"):
        scorers.kta(ridge, X, np.arange(len(X)) % 3)
    assert scorers.kta(ridge, X, X[:, 0]) > 0


@pytest.mark.parametrize("learner", [SVC(gamma=0.5), KernelRidge(kernel="rbf", gamma=0.5)])
def test_points_other_than_those_of_the_fit_are_warned_of(learner):
    key = "svm_loo" if isinstance(learner, SVC) else "loo"
    fitted = clone(learner).fit(X, SIGNS)
    words = rf"{key} is computed from the 20 points it is given, not from the {len(X)} of the fit"
    with pytest.warns(UserWarning, match=words):
        scorers.scorer(key)(fitted, X[:20], SIGNS[:20])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scorers.scorer(key)(fitted, X, SIGNS)
        scorers.scorer(key)(learner, X[:20], SIGNS[:20])
