"""A finished search of scikit-learn as a run: its numbers, its figures, its place in the app."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import make_moons
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kselect_core import views
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.estimators import KernelRidgeSearch, from_cv_results
from kselect_core.results import runs
from kselect_core.selection import SweepConfig
from tests.tolerances import ROUNDOFF

X, LABELS = make_moons(80, noise=0.25, random_state=1)
GRID = {"svc__gamma": [0.1, 1.0, 10.0], "svc__C": [0.03, 0.3, 3.0, 30.0]}
SQUARED = "neg_mean_squared_error"


@pytest.fixture(scope="module")
def machine():
    return GridSearchCV(make_pipeline(StandardScaler(), SVC()), GRID, cv=4).fit(X, LABELS)


def test_every_fold_is_a_split_with_its_errors(machine):
    opened = from_cv_results(machine, name="moons of scikit-learn")
    assert opened.config.C == (0.03, 0.3, 3.0, 30.0)
    assert opened.config.repeats == 4
    errors = opened.table[opened.table["quantity"] == "test_error"]
    for row, params in enumerate(machine.cv_results_["params"]):
        here = errors[
            np.isclose(errors["parameter"], params["svc__gamma"])
            & np.isclose(errors["C"], params["svc__C"])
        ].sort_values("split")
        found = [machine.cv_results_[f"split{i}_test_score"][row] for i in range(4)]
        assert_allclose(1 - here["value"], found, **ROUNDOFF)


def test_the_choice_is_that_of_the_search_and_regrets_follow(machine):
    chosen = from_cv_results(machine).choices.query("scope == 'joint'")
    assert len(chosen) == 4
    assert_allclose(1 - chosen["value"], machine.best_score_, **ROUNDOFF)
    assert (chosen["regret"] >= 0).all()
    mean = chosen["test_error"].mean()
    assert mean == pytest.approx(1 - machine.best_score_)


def test_views_draw_it(machine):
    opened = from_cv_results(machine)
    at, quantity = opened.at, opened.config.criteria[0].quantity
    lam = opened.config.lambdas[1]
    here = {"kernel": "gaussian", "parameter": 1.0, "lam": lam}
    curve = views.criterion_curves(at, **here, quantities=(quantity,))
    assert curve.figure.data
    assert len(curve.numbers())
    tested = views.grid_map(at, **here, quantity="test_error", choices=(quantity,))
    assert len(tested.figure.data) > 1
    assert len(views.regrets(at, lam=lam, quantities=(quantity,)).figure.data)


def test_a_notebook_shows_its_choices_and_not_its_rows(machine):
    opened = from_cv_results(machine, name="iris & more")
    assert len(repr(opened)) < 200
    shown = opened._repr_html_()
    assert "iris &amp; more" in shown
    assert shown.count("<tr>") > opened.config.repeats
    assert "per_lambda" not in shown


def test_it_is_kept_among_the_runs(machine, tmp_path):
    opened = from_cv_results(machine, name="mine")
    digest = opened.keep(folder=tmp_path)
    (run,) = runs.listing(folder=tmp_path).runs
    assert (run.digest, run.state, run.title) == (digest, "finished", "GridSearchCV: mine")
    assert SweepConfig.from_toml(run.config) == opened.config
    assert len(runs.load(digest, folder=tmp_path)) == len(opened.table)


@pytest.mark.parametrize(
    ("grid", "learner"),
    [
        ({"gamma": [0.1, 1.0], "alpha": [0.1, 1.0]}, KernelRidge(kernel="rbf")),
        ({"alpha": [0.1, 1.0]}, KernelRidge(kernel="linear")),
        ({"degree": [1, 2], "alpha": [1.0]}, KernelRidge(kernel="poly", gamma=1, coef0=1)),
    ],
)
def test_ridge_regression_with_its_training_errors(grid, learner):
    search = GridSearchCV(learner, grid, cv=3, scoring=SQUARED, return_train_score=True)
    opened = from_cv_results(search.fit(X, X[:, 0] + LABELS))
    trained = opened.table.query("quantity == 'training_squared_error' and split == 2")["value"]
    assert_allclose(-trained, search.cv_results_["split2_train_score"], **ROUNDOFF)
    assert opened.config.ridge == "lambda"
    best = opened.choices.query("scope == 'joint'")
    assert_allclose(-best["value"], search.best_score_, **ROUNDOFF)
    assert_allclose(best["mu"], search.best_params_["alpha"], **ROUNDOFF)


def test_points_that_were_not_tried_are_missing():
    search = RandomizedSearchCV(
        SVC(), {"gamma": [0.1, 1.0, 10.0], "C": [1.0, 10.0]}, n_iter=4, cv=3, random_state=0,
        scoring={"accuracy": "accuracy", "auc": "roc_auc"}, refit="auc",
    ).fit(X, LABELS)  # fmt: skip
    opened = from_cv_results(search)
    assert len(opened.table) == 4 * 3 * 2
    best = search.cv_results_["mean_test_accuracy"].max()
    assert_allclose(1 - opened.choices.query("scope == 'joint'")["value"], best, **ROUNDOFF)


def searched(learner, grid, **options):
    return GridSearchCV(learner, grid, cv=3, **options).fit(X, LABELS)


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (lambda: GridSearchCV(SVC(), {"C": [1.0]}), "a fitted GridSearchCV"),
        (lambda: KernelRidgeSearch(param_grid={"alpha": [1.0]}).fit(X, LABELS), "a fitted GridS"),
        (
            lambda: searched(SVC(kernel="linear"), [{"C": [1.0, 2.0]}, {"C": [2.0]}]),
            "a point of its grid twice",
        ),
        (lambda: searched(Ridge(), {"alpha": [1.0]}), "a KernelRidge or an SVC"),
        (lambda: searched(KernelRidge(kernel="rbf"), {"alpha": [1.0]}), r"got 'r2'"),
        (lambda: searched(SVC(), {"kernel": ["rbf", "linear"]}), "one kernel"),
        (lambda: searched(SVC(), {"C": [1.0]}), "gamma must be numbers; 'scale'"),
        (lambda: searched(SVC(), {"gamma": ["scale", 1.0]}), "gamma must be numbers; 'scale'"),
        (lambda: searched(SVC(kernel="sigmoid", gamma=1.0), {"C": [1.0]}), "gamma of 'rbf'"),
        (
            lambda: searched(SVC(kernel="poly"), {"degree": [1, 2], "coef0": [0.0, 1.0]}),
            "varies degree, coef0|varies coef0, degree",
        ),
    ],
)
def test_what_is_no_sweep_is_refused_in_words(search, words):
    with pytest.raises((InvalidParameterError, DataError), match=words):
        from_cv_results(search())
