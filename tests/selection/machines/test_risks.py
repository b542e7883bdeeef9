"""Losses at one point of the grid against their definitions and against the table of a sweep."""

import numpy as np
import pytest

from kselect_core import Candidates, SweepConfig, load_dataset, run_sweep
from kselect_core.errors import UndefinedScoreError
from kselect_core.selection.machines.risks import over_splits, risks_at
from kselect_core.selection.places.cursor import Cursor, Workbench
from tests.tolerances import SOLVER

same = np.testing.assert_allclose
FAMILIES = (Candidates("gaussian", (1.0, 4.0), "2tau"), Candidates("linear"))


@pytest.fixture(scope="module", params=["krr", "lssvm", "svm"])
def swept(request):
    changes = {"C": (1.0,)} if request.param == "svm" else {"lambdas": (0.01,)}
    config = SweepConfig(
        dataset="two_moons",
        candidates=FAMILIES,
        learner=request.param,
        criteria=("ckta",),
        repeats=2,
        **changes,
    )
    dataset = load_dataset("two_moons")
    return config, dataset, run_sweep(config, dataset=dataset)


def test_the_losses_are_those_of_the_table(swept):
    config, dataset, table = swept
    for cursor in (
        Cursor(1, "gaussian", 4.0, config.lambdas[0]),
        Cursor(1, "linear", float("nan"), config.lambdas[0]),
    ):
        found = risks_at(Workbench(config, dataset, 1), cursor)
        for loss in ("squared", "error"):
            if loss == "squared" and config.learner == "svm":
                continue  # the table of a machine counts errors
            row = over_splits(table, cursor, loss=loss).set_index("split").loc[1]
            same([found.training[loss], found.test[loss]], row[["training", "test"]], **SOLVER)
            same(row["gap"], found.test[loss] - found.training[loss], **SOLVER)


def test_hinge_losses_follow_their_definition(swept):
    config, dataset, _ = swept
    bench = Workbench(config, dataset, 0)
    cursor = Cursor(0, "gaussian", 4.0, config.lambdas[0])
    found = risks_at(bench, cursor)
    X, Z = bench.split.X_train, bench.split.X_test
    alpha, b = bench.problem(cursor).dual
    K = np.exp(-((Z[:, None] - X) ** 2).sum(axis=2) / 8.0)
    slack = np.maximum(0, 1 - bench.split.y_test * (K @ alpha[:, 0] + b[0]))
    same(found.test["hinge"], slack.mean(), **SOLVER)
    same(found.test["soft"], np.minimum(slack, 1).mean(), **SOLVER)
    assert found.n_test == len(Z)


def test_a_regression_has_squared_losses_only():
    dataset = load_dataset("diabetes_regression")
    config = SweepConfig(dataset="diabetes_regression", candidates=FAMILIES, lambdas=(0.1,))
    found = risks_at(Workbench(config, dataset, 0), Cursor(0, "gaussian", 4.0, 0.1))
    assert list(found.test) == ["squared"]
    assert found.test["squared"] > 1000


def test_a_fit_that_would_be_rounding_is_refused_as_in_the_sweep():
    wide = (Candidates("gaussian", (4096.0,), "2tau"),)
    config = SweepConfig(
        dataset="two_moons", candidates=wide, lambdas=(1e-18,), criteria=("ckta",), repeats=1
    )
    bench = Workbench(config, load_dataset("two_moons"), 0)
    with pytest.raises(UndefinedScoreError, match="ill-conditioned"):
        risks_at(bench, Cursor(0, "gaussian", 4096.0, 1e-18))
