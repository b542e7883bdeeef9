"""A finished search of scikit-learn as a run: its numbers, its figures, its place in the app."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import make_moons
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.metrics import f1_score, fbeta_score, make_scorer, mean_absolute_error
from sklearn.model_selection import GridSearchCV, RandomizedSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kselect_core import run_sweep, views
from kselect_core.errors import DataError, InvalidParameterError, KselectError, UnknownNameError
from kselect_core.estimators import KernelRidgeSearch, from_cv_results
from kselect_core.results import runs
from kselect_core.selection import SweepConfig
from tests.collection import mostly_at_night
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
    assert f"{opened.config.repeats}, folds of the search" in opened.config._repr_html_()
    digest = opened.keep(folder=tmp_path)
    (run,) = runs.listing(folder=tmp_path).runs
    assert (run.digest, run.state, run.title) == (digest, "finished", "GridSearchCV: mine")
    assert SweepConfig.from_toml(run.config) == opened.config
    assert len(runs.load(digest, folder=tmp_path)) == len(opened.table)


def test_no_sweep_draws_its_folds_again(machine):
    opened = from_cv_results(machine, name="moons")
    with pytest.raises(KselectError, match="folds of 'moons' are those of a search"):
        run_sweep(opened.config)


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


@pytest.mark.parametrize("kind", ["curves", "map", "regrets"])
def test_no_figure_speaks_of_a_seed_that_drew_nothing(machine, kind):
    caption = from_cv_results(machine, name="moons").plot(kind).caption
    assert "seed" not in caption
    assert "each split a fold of the search" in caption


def test_points_that_were_not_tried_are_missing():
    search = RandomizedSearchCV(
        SVC(), {"gamma": [0.1, 1.0, 10.0], "C": [1.0, 10.0]}, n_iter=4, cv=3, random_state=0,
        scoring={"accuracy": "accuracy", "auc": "roc_auc"}, refit="auc",
    ).fit(X, LABELS)  # fmt: skip
    opened = from_cv_results(search)
    assert len(opened.table) == 4 * 3 * 2
    best = search.cv_results_["mean_test_accuracy"].max()
    assert_allclose(1 - opened.choices.query("scope == 'joint'")["value"], best, **ROUNDOFF)


def points_won(y, f):
    return 10 * (y == f).sum()


def accuracy(estimator, X, y):
    return estimator.score(X, y)


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
        (lambda: searched(SVC(), {"C": [1.0]}, refit=False), "gamma must be numbers; what 'scale'"),
        (
            lambda: searched(SVC(), {"gamma": ["scale", 100.0]}, refit=lambda _: 1),
            "gamma must be numbers; what 'scale'",
        ),
        (lambda: searched(SVC(), {"tol": [1e-3, 1e-4]}), "this search varies tol"),
        (
            lambda: searched(SVC(gamma=1.0), {"C": [1.0]}, scoring=accuracy),
            "a name, as 'accuracy'",
        ),
        (
            lambda: searched(SVC(gamma=1.0), {"C": [1.0]}, scoring=make_scorer(points_won)),
            "scores of 'points_won' must be 0 to 1",
        ),
        (lambda: searched(SVC(kernel="sigmoid", gamma=1.0), {"C": [1.0]}), "gamma of 'rbf'"),
        (
            lambda: searched(SVC(kernel="poly"), {"degree": [1, 2], "coef0": [0.0, 1.0]}),
            "the kernel 'poly' of this search has no place",
        ),
    ],
)
def test_what_is_no_sweep_is_refused_in_words(search, words):
    with pytest.raises((InvalidParameterError, DataError), match=words):
        from_cv_results(search())


@pytest.mark.parametrize("made", [dict, pd.DataFrame, "csv"])
def test_results_alone_are_opened_with_their_learner(machine, made, tmp_path):
    if made == "csv":
        pd.DataFrame(machine.cv_results_).to_csv(tmp_path / "results.csv", index=False)
        results = pd.read_csv(tmp_path / "results.csv")
    else:
        results = made(machine.cv_results_)
    whole = from_cv_results(machine)
    opened = from_cv_results(results, learner=make_pipeline(StandardScaler(), SVC()))
    assert_allclose(opened.table["value"], whole.table["value"], **ROUNDOFF)
    assert opened.config.candidates == whole.config.candidates
    with pytest.raises(InvalidParameterError, match=r"learner must be given.*learner=SVC\(\)"):
        from_cv_results(results)
    with pytest.raises(InvalidParameterError, match="left out for a search"):
        from_cv_results(machine, learner=SVC())


def test_results_without_folds_are_refused():
    with pytest.raises(DataError, match="no cv_results_ of a search"):
        from_cv_results({"params": [{}]}, learner=SVC())


def test_results_of_a_regression_alone_say_what_their_score_is():
    search = searched(KernelRidge(kernel="rbf"), {"gamma": [0.1, 1.0]}, scoring=SQUARED)
    alone, learner = dict(search.cv_results_), KernelRidge(kernel="rbf")
    with pytest.raises(InvalidParameterError, match="scoring='neg_mean_squared_error'"):
        from_cv_results(alone, learner=learner)
    opened = from_cv_results(alone, learner=learner, scoring=SQUARED)
    assert_allclose(opened.table["value"], from_cv_results(search).table["value"], **ROUNDOFF)


@pytest.mark.parametrize(
    "grid", [{"C": [1.0, 10.0]}, {"C": [1.0, 10.0], "gamma": ["scale", 100.0]}]
)
def test_the_usual_gamma_stands_as_that_of_the_whole_sample_with_a_notice(grid):
    search = searched(SVC(), grid)
    assert search.best_estimator_.gamma == "scale"
    with pytest.warns(UserWarning, match="gamma = 'scale' is another number on each fold"):
        opened = from_cv_results(search)
    usual = 1 / (2 * X.var())
    values = np.unique(opened.table["parameter"])
    assert_allclose(values, sorted({usual, *({100.0} if "gamma" in grid else ())}), **ROUNDOFF)
    assert "another number on each fold" in opened._repr_html_()
    assert len(repr(opened)) < 200
    best = opened.choices.query("scope == 'joint'")
    assert_allclose(1 - best["value"], search.best_score_, **ROUNDOFF)


def test_the_usual_gamma_is_had_from_a_learner_that_is_fitted():
    results = searched(SVC(), {"C": [1.0, 10.0]}).cv_results_
    with pytest.raises(DataError, match=r"learner=SVC\(\)\.fit\(X, y\)"):
        from_cv_results(results, learner=SVC())
    with pytest.warns(UserWarning, match="gamma = 'scale'"):
        opened = from_cv_results(results, learner=SVC().fit(X, LABELS))
    assert_allclose(opened.config.candidates[0].points, 1 / (2 * X.var()), **ROUNDOFF)


@pytest.mark.parametrize("learner", [SVC(gamma="auto"), KernelRidge(kernel="rbf")])
def test_one_over_the_number_of_features_is_a_number(learner):
    strength = "C" if isinstance(learner, SVC) else "alpha"
    scoring = None if isinstance(learner, SVC) else SQUARED
    opened = from_cv_results(searched(learner, {strength: [0.1, 1.0]}, scoring=scoring))
    assert set(opened.table["parameter"]) == {0.5}


LISTED = [
    {"kernel": ["rbf"], "gamma": [0.1, 1.0], "C": [1.0, 10.0]},
    {"kernel": ["linear"], "C": [1.0, 10.0]},
]
CROSSED = {"kernel": ["rbf", "linear"], "gamma": [0.1, 1.0], "C": [1.0, 10.0]}


@pytest.mark.parametrize(
    ("made", "grid"),
    mostly_at_night(
        product((dict, pd.DataFrame), (LISTED, CROSSED)),
        lambda case: (case[0] is dict) == (case[1] is LISTED),
    ),
)
def test_several_kernels_are_families_side_by_side(grid, made):
    search = searched(SVC(), grid)
    opened = from_cv_results(search)
    assert [one.kernel for one in opened.config.candidates] == ["gaussian", "linear"]
    assert opened.config.candidates[0].points == (0.1, 1.0)
    errors = opened.table.query("quantity == 'test_error' and split == 1")
    assert len(errors) == 2 * 2 + 2
    for place, params in enumerate(search.cv_results_["params"]):
        here = errors[np.isclose(errors["C"], params["C"])]
        here = (
            here[here["kernel"] == "linear"]
            if params["kernel"] == "linear"
            else here[np.isclose(here["parameter"], params["gamma"])]
        )
        assert_allclose(1 - here["value"], search.cv_results_["split1_test_score"][place])
    alone = from_cv_results(made(search.cv_results_), learner=SVC())
    assert_allclose(alone.table["value"], opened.table["value"], **ROUNDOFF)
    assert opened.plot("map").figure.data


@pytest.mark.parametrize("kind", ["curves", "map", "regrets"])
def test_it_is_drawn_with_the_cursor_on_its_choice(machine, kind):
    opened = from_cv_results(machine)
    drawn = opened.plot(kind)
    assert drawn.figure.data
    assert len(drawn.numbers())
    with pytest.raises(UnknownNameError):
        opened.plot("film")


@pytest.mark.parametrize(
    ("scoring", "label"),
    mostly_at_night(
        [
            ("f1", "1 − F1"),
            ("roc_auc", "1 − AUC"),
            ("balanced_accuracy", "balanced error"),
            (make_scorer(fbeta_score, beta=2), "1 − fbeta"),
            ("matthews_corrcoef", "1 − matthews corrcoef"),
        ],
        lambda case: case[0] not in ("f1", "roc_auc"),
    ),
)
def test_shares_become_errors_that_are_called_what_they_are(scoring, label):
    search = searched(SVC(), {"gamma": [0.1, 1.0], "C": [1.0, 10.0]}, scoring=scoring)
    opened = from_cv_results(search)
    chosen = opened.choices.query("scope == 'joint'")
    assert_allclose(1 - chosen["test_error"].mean(), search.best_score_, **ROUNDOFF)
    for kind in ("curves", "map", "regrets"):
        said = str(opened.plot(kind).figure.to_dict()) + opened.plot(kind).caption
        assert label in said
        assert "error rate" not in said
        assert "est error" not in said
    assert label in opened._repr_html_()
    with pytest.raises(DataError, match=f"measured by {label}"):
        opened.keep()


@pytest.mark.parametrize(
    ("scoring", "label", "best"),
    [
        (None, "1 − R²", 1.0),
        ("neg_mean_absolute_error", "mean absolute error", 0.0),
        (make_scorer(mean_absolute_error, greater_is_better=False), "mean absolute error", 0.0),
    ],
)
def test_scores_of_regressions_become_errors_too(scoring, label, best):
    search = GridSearchCV(
        KernelRidge(kernel="rbf"),
        {"gamma": [0.01, 1.0], "alpha": [0.1, 1.0]},
        scoring=scoring,
        cv=3,
    ).fit(X, X[:, 0] + LABELS)
    opened = from_cv_results(search)
    chosen = opened.choices.query("scope == 'joint'")
    assert_allclose(best - chosen["test_error"].mean(), search.best_score_, **ROUNDOFF)
    said = str(opened.plot("map").figure.to_dict()) + opened.plot("curves").caption
    assert label in said
    assert "squared error" not in str(opened.plot("curves").figure.to_dict())


def both(estimator, X, y):
    return {"accuracy": estimator.score(X, y), "f1": f1_score(y, estimator.predict(X))}


def test_a_function_that_gives_several_scores_is_opened_by_their_names():
    search = searched(SVC(), {"C": [1.0], "gamma": [1.0]}, scoring=both, refit="f1")
    assert from_cv_results(search).label == ""
    assert from_cv_results(search, scoring="f1").label == "1 − F1"


def test_a_linear_kernel_alone_is_drawn():
    opened = from_cv_results(searched(SVC(kernel="linear"), {"C": [0.1, 1.0]}, scoring="f1"))
    for kind in ("curves", "map", "regrets"):
        assert opened.plot(kind).figure.data


def test_which_of_several_scores_is_opened_can_be_said():
    search = searched(SVC(), {"C": [1.0], "gamma": [1.0]}, scoring=["accuracy", "f1"], refit="f1")
    assert from_cv_results(search).label == ""
    assert from_cv_results(search, scoring="f1").label == "1 − F1"
    with pytest.raises(
        InvalidParameterError, match="one of the scores of the search: accuracy, f1"
    ):
        from_cv_results(search, scoring="r2")
    alone = searched(SVC(), {"C": [1.0], "gamma": [1.0]}, scoring="f1")
    assert from_cv_results(alone, scoring="f1").label == "1 − F1"
