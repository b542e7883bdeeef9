"""What a search holds out equals refits, whichever way each ridge takes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA, Problem, SearchedProblem
from kselect_core.criteria.problems import searched
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.fits import few_ridges
from tests.criteria import definitions as d
from tests.criteria.refits import by_refits, gaussian, sample
from tests.tolerances import EXACT, ROUNDOFF

N = 230
FEW = np.logspace(-3, 3, 7)
MANY = np.logspace(-3, -1, 20)


def problem(gamma, mu, learner="krr", kind=SearchedProblem):
    X, y = sample(N, dimensions=4)
    return kind(gaussian(X, gamma), y, mu, learner=learner, ridge="lambda")


def refuse(*_, **__):
    raise AssertionError("not asked for here")


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize(
    ("gamma", "mu", "ways"),
    [
        (50.0, FEW, {"runs"}),
        (0.3, FEW, {"runs", "elimination"}),
        (0.3, MANY, {"spectrum"}),
    ],
    ids=["narrow", "slow decay", "many ridges"],
)
def test_every_way_gives_what_refits_give(gamma, mu, ways, learner, monkeypatch):
    if "elimination" not in ways:
        monkeypatch.setattr(searched, "eliminated_errors", refuse)
    if "spectrum" not in ways:
        monkeypatch.setattr(Problem, "spectrum", property(refuse))
    made = problem(gamma, mu, learner)
    folds = made.folds(5)
    known = few_ridges.held_out_where_quick(made.K, made.y, folds, mu, bias=made.bias)[1]
    assert {True: "runs" in ways, False: ways != {"runs"}} == {
        value: value in known for value in (True, False)
    }
    expected = by_refits(made.K, made.y, folds, np.tile(mu, (5, 1)), learner)
    losses = [np.mean((made.y[fold, None] - expected[fold]) ** 2, axis=0) for fold in folds]
    assert_allclose(made.fold_losses(5, "squared"), losses, **ROUNDOFF)


def test_the_larger_ridges_come_first():
    made = problem(0.3, FEW)
    known = few_ridges.held_out_where_quick(made.K, made.y, made.folds(5), FEW, bias=False)[1]
    assert (np.diff(known.astype(int)) >= 0).all()


@pytest.mark.parametrize("gamma", [0.3, 300.0])
def test_the_share_of_wrong_signs_is_that_of_a_sweep(gamma):
    here, there = (problem(gamma, FEW, kind=kind) for kind in (SearchedProblem, Problem))
    rates = (one.cross_validation(5, "error") for one in (here, there))
    assert_allclose(*rates, **EXACT)


def test_an_indefinite_matrix_is_refused_in_the_same_words():
    X, y = sample(N)
    K = gaussian(X, 0.3) - 0.5 * np.eye(N)
    for kind in (SearchedProblem, Problem):
        with pytest.raises(UndefinedScoreError, match="K is indefinite"):
            kind(K, y, FEW, ridge="lambda").cross_validation(5, "squared")


def test_ridges_that_grow_with_the_points_are_those_of_each_fold():
    here, there = (
        kind(gaussian(*sample(N)[:1], 0.3), sample(N)[1], [1e-4, 1e-2])
        for kind in (SearchedProblem, Problem)
    )
    values = (CRITERIA["kfold"].score(one, k=7) for one in (here, there))
    assert_allclose(*values, **EXACT)
