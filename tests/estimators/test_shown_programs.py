"""A program that is shown makes a model that decides as the sweep did, or its meaning says not."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from kselect_core import Candidates, Dataset, SweepConfig, load_dataset, run_sweep
from kselect_core.estimators import take_along
from kselect_core.kernels import KERNELS
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.sweep.setup import Setup
from tests.collection import mostly_at_night

NARROW = {
    "gaussian": Candidates("gaussian", (1e-5, 1.0), "2tau"),
    "laplacian": Candidates("laplacian", (0.3, 4096.0)),
    "multiple": Candidates(0.3 * KERNELS["laplacian"], (0.3, 4096.0)),
    "matern32": Candidates("matern32", (1e-4, 1.0)),
    "polynomial": Candidates("polynomial", (2,)),
    "linear": Candidates("linear"),
}
LABELS = {
    "0 and 1": lambda y: y,
    "-1 and 1": lambda y: 2 * y - 1,
    "1.0 and 2.0": lambda y: y + 1.0,
    "truths": lambda y: y.astype(bool),
    "words": lambda y: np.array(["it's", "yes, it"])[y],
}
LEARNERS = {"krr": {"lambdas": (0.01,)}, "lssvm": {"lambdas": (0.01,)}, "svm": {"C": (30.0,)}}


def points():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((80, 2))
    return X, (X[:, 0] * X[:, 1] + 0.2 * rng.standard_normal(80) > 0).astype(int)


def swept(config, dataset):
    """Every place of a sweep with its test error, NaN where it has none."""
    table = run_sweep(config, dataset=dataset)
    rows = table[table["quantity"] == "test_error"]
    for row in rows.itertuples():
        at = Cursor(row.split, row.kernel, row.parameter, config.lambdas[0])
        yield at, row.value


def by_the_program(taken, X, y, X_all):
    """Class at each point by the model of the program that is shown, with the labels as they are.

    None where the value of the fit is 0.
    """
    names = {"X": X, "y": y, "X_all": X_all}
    exec(taken.program, names)  # noqa: S102 (our own text is what is tested)

    def decide(points):
        found = names["model"].predict(points)
        if not taken.of_signs:
            return found
        positive = np.unique(y)[[str(one) in likely(taken.classes[1]) for one in np.unique(y)]]
        (other,) = set(np.unique(y).tolist()) - set(positive.tolist())
        return np.array(
            [positive[0] if f > 0 else other if f < 0 else None for f in found], dtype=object
        )

    return decide


def likely(name):
    """Texts of the label that a class is named after."""
    return {name, f"{name}.0"}


@pytest.mark.parametrize(
    ("learner", "labels"),
    mostly_at_night(product(LEARNERS, LABELS), lambda case: case[0] == "krr" or case[1] == "words"),
)
def test_a_program_decides_as_the_sweep_or_says_that_it_does_not(learner, labels):
    X, codes = points()
    y = LABELS[labels](codes)
    dataset = Dataset.from_arrays(X, y, name="own")
    config = SweepConfig(
        dataset="own", learner=learner, candidates=tuple(NARROW.values()), **LEARNERS[learner]
    )
    config = replace(config, repeats=1, criteria=("ckta",))
    train, test = Setup.of(config, dataset).rows(0)
    told = []
    for at, error in swept(config, dataset):
        taken = take_along(config, dataset, at)
        found = by_the_program(taken, X[train], y[train], X[train])(X[test])
        agrees = error == pytest.approx(np.mean(found != y[test]), abs=1e-12)
        assert agrees or taken.remark, (at, error, np.mean(found != y[test]))
        assert taken.remark in taken.meaning
        told.append(bool(taken.remark))
    assert not all(told)
    assert any(told) == (learner == "krr")


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("pair", [("versicolor", "virginica"), ("setosa", "versicolor")])
def test_what_is_shown_of_a_pair_is_scaled_as_the_sweep_scaled(learner, pair):
    dataset = load_dataset("iris")
    names = np.array(dataset.class_names)[dataset.y]
    config = SweepConfig(
        dataset="iris",
        pair=pair,
        learner=learner,
        repeats=1,
        criteria=("ckta",),
        candidates=(Candidates("gaussian", (2.0,), "2tau"),),
        **LEARNERS[learner],
    )
    train, test = Setup.of(config, dataset).rows(0)
    mine, others = (rows[np.isin(names[rows], pair)] for rows in (train, test))
    ((at, error),) = swept(config, dataset)
    taken = take_along(config, dataset, at)
    assert taken.shown == taken.program
    assert "scaled on all classes" in repr(taken)
    decide = by_the_program(taken, dataset.X[mine], names[mine], dataset.X[train])
    assert error == pytest.approx(np.mean(decide(dataset.X[others]) != names[others]), abs=1e-12)
    model = taken.fitted
    assert np.array_equal(
        model.predict(dataset.X), by_program_values(taken, dataset, names, mine, train)
    )


def by_program_values(taken, dataset, names, mine, train):
    space = {"X": dataset.X[mine], "y": names[mine], "X_all": dataset.X[train]}
    exec(taken.program, space)  # noqa: S102 (our own text is what is tested)
    return space["model"].predict(dataset.X)


@pytest.mark.parametrize("kernel", ["laplacian", "multiple"])
def test_machines_of_several_classes_say_where_they_decide_otherwise(kernel):
    dataset = load_dataset("iris")
    family = replace(NARROW[kernel], values=(0.3, 4096.0))
    config = SweepConfig(
        dataset="iris",
        learner="svm",
        C=(512.0,),
        repeats=1,
        criteria=("ckta",),
        candidates=(family,),
    )
    test = Setup.of(config, dataset).rows(0).test
    truth = np.array(dataset.class_names)[dataset.y[test]]
    for at, error in swept(config, dataset):
        taken = take_along(config, dataset, at)
        found = np.mean(taken.fitted.predict(dataset.X[test]) != truth)
        assert error == pytest.approx(found, abs=1e-12) or "decides otherwise" in taken.remark
        assert bool(taken.remark) == (at.parameter > 1)


def test_where_the_sweep_cannot_decide_it_is_said():
    X = np.array([[0.0], [1e-9], [1.0], [1.0 + 1e-9], [2.0], [2.0 + 1e-9]] * 5)
    y = np.array(["a", "b"] * 15)
    dataset = Dataset.from_arrays(X, y, name="own")
    config = SweepConfig(
        dataset="own",
        candidates=(Candidates("gaussian", (1.0,), "2tau"),),
        lambdas=(0.01,),
        repeats=1,
        criteria=("ckta",),
    )
    ((at, error),) = swept(config, dataset)
    remark = take_along(config, dataset, at).remark
    assert np.isnan(error) == ("cannot decide" in remark)


def test_without_a_fit_there_are_no_decisions():
    X, y = points()
    dataset = Dataset.from_arrays(X, y, name="own")
    config = SweepConfig(dataset="own", candidates=(Candidates("linear"),), ridge="lambda")
    taken = take_along(config, dataset, Cursor(0, "linear", float("nan"), 1e-15))
    assert "no decisions here: ill-conditioned" in taken.remark


def test_of_a_matrix_that_was_never_held_decisions_are_not_compared():
    X, y = points()
    dataset = Dataset.from_arrays(X, y, name="own")
    config = SweepConfig(
        dataset="own", candidates=(Candidates("gaussian", (1.0,), "2tau"),), engine="tiled"
    )
    taken = take_along(config, dataset, Cursor(0, "gaussian", 1.0, 0.1))
    assert "never held" in taken.meaning


@pytest.mark.parametrize("task", ["regression", "words"])
def test_what_is_predicted_is_said(task):
    X, y = points()
    dataset = Dataset.from_arrays(X, X[:, 0] if task == "regression" else y, name="own")
    config = SweepConfig(dataset="own", learner="krr" if task == "regression" else "lssvm")
    taken = take_along(config, dataset, Cursor(0, "gaussian", 1.0, 0.1))
    expected = "It predicts the target." if task == "regression" else "'0', '1', as texts."
    assert taken.meaning.endswith(expected)
