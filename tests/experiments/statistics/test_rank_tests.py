"""Rank tests: Demšar's worked example, other implementations, and all assignments of signs."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.experiments.statistics.rank_tests import (
    against_control,
    cliques,
    critical_difference,
    friedman,
    nemenyi,
    ranked,
)
from kselect_core.experiments.statistics.signed_rank import bayesian_signed_rank, signed_rank
from kselect_core.selection.terms.comparison import EQUAL, NO_CHOICE, REFERENCE
from tests.tolerances import EXACT, ROUNDOFF

# Areas under the ROC curve of four trees on 14 data sets: Demšar (2006), table 6.
TREES = pd.DataFrame(
    [
        (0.763, 0.768, 0.771, 0.798),
        (0.599, 0.591, 0.590, 0.569),
        (0.954, 0.971, 0.968, 0.967),
        (0.628, 0.661, 0.654, 0.657),
        (0.882, 0.888, 0.886, 0.898),
        (0.936, 0.931, 0.916, 0.931),
        (0.661, 0.668, 0.609, 0.685),
        (0.583, 0.583, 0.563, 0.625),
        (0.775, 0.838, 0.866, 0.875),
        (1.000, 1.000, 1.000, 1.000),
        (0.940, 0.962, 0.965, 0.962),
        (0.619, 0.666, 0.614, 0.669),
        (0.972, 0.981, 0.9751, 0.975),
        (0.957, 0.978, 0.946, 0.970),
    ],
    columns=["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
)
PRINTED = {"rtol": 0.0, "atol": 0.0051}  # two digits after the point
THIRD = {"rtol": 0.0, "atol": 0.00051}


def test_the_worked_example_comes_out_as_printed():
    ranks = nemenyi(TREES, better="higher").ranks
    assert_allclose(ranks[TREES.columns], [3.143, 2.000, 2.893, 1.964], **THIRD)
    assert_allclose(critical_difference(4, 14), 1.25, **PRINTED)
    assert_allclose(critical_difference(4, 14, level=0.9), 1.12, **PRINTED)
    control = against_control(TREES, control="C4.5", better="higher")
    assert_allclose(control["p"][:3], [0.016, 0.019, 0.607], rtol=0.0, atol=0.0015)
    assert (control["p_holm"][:3] < 0.05).tolist() == [True, True, False]
    pair = signed_rank(TREES["C4.5+m"].to_numpy(), TREES["C4.5"].to_numpy())
    assert (pair.positive, pair.negative, pair.zeros) == (93.0, 12.0, 2)
    tied = np.unique((TREES["C4.5+m"] - TREES["C4.5"]).abs().round(9), return_counts=True)[1]
    z = (12 - 14 * 15 / 4) / np.sqrt(14 * 15 * 29 / 24 - (tied**3 - tied).sum() / 48)
    assert_allclose(pair.p, 2 * stats.norm.sf(-z), **ROUNDOFF)


def test_at_nine_tenths_the_two_groups_of_the_example_part():
    found = nemenyi(TREES, level=0.9, better="higher")
    assert found.cliques == (("C4.5+m+cf", "C4.5+m", "C4.5+cf"), ("C4.5+cf", "C4.5"))
    assert nemenyi(TREES, better="higher").cliques == (tuple(found.ranks.index),)


def test_friedman_agrees_with_scipy_and_with_an_analysis_of_variance_of_the_ranks():
    found = friedman(TREES, better="higher")
    theirs = stats.friedmanchisquare(*TREES.to_numpy().T)
    assert_allclose((found.chi2, found.p), theirs, **ROUNDOFF)
    R = ranked(TREES, better="higher").to_numpy()
    residual = R - R.mean(axis=0) - R.mean(axis=1, keepdims=True) + R.mean()
    between = 14 * ((R.mean(axis=0) - R.mean()) ** 2).sum() / 3
    F = between / ((residual**2).sum() / 39)
    assert_allclose((found.F, found.F_p), (F, stats.f.sf(F, 3, 39)), **ROUNDOFF)


def test_nemenyi_agrees_with_scikit_posthocs_and_holm_with_statsmodels():
    posthocs = pytest.importorskip("scikit_posthocs")
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    found = nemenyi(TREES, better="higher")
    theirs = posthocs.posthoc_nemenyi_friedman(TREES.to_numpy())
    order = [TREES.columns.get_loc(name) for name in found.ranks.index]
    expected = theirs.to_numpy()[np.ix_(order, order)]
    assert_allclose(found.p, expected, **ROUNDOFF)
    told_apart = found.ranks.to_numpy()[:, None] - found.ranks.to_numpy() > found.cd
    assert ((found.p.to_numpy() < 0.05) == (told_apart | told_apart.T)).all()
    control = against_control(TREES, control="C4.5", better="higher")
    for column in ("p", "p_signed_rank"):
        p = control[column].dropna()
        adjusted = multitest.multipletests(p, method="holm")[1]
        assert_allclose(control[f"{column}_holm"][:3], adjusted, **ROUNDOFF)


def test_ties_of_rounding_share_a_rank_and_incomplete_data_sets_are_left_out():
    scores = pd.DataFrame(
        [(0.1 + 0.2, 0.3, 1.0), (1.0, np.nan, 2.0), (1.0, 2.0, 3.0)],
        index=["rounded", "incomplete", "whole"],
        columns=["a", "b", "c"],
    )
    assert ranked(scores).to_numpy().tolist() == [[1.5, 1.5, 3.0], [1.0, 2.0, 3.0]]
    assert nemenyi(scores).left_out == ("incomplete",)
    assert against_control(scores)["criterion"].tolist() == ["a", "b", "c"]
    assert against_control(scores)["note"].tolist()[0] == REFERENCE


def test_cliques_are_the_runs_that_no_other_contains():
    rng = np.random.default_rng(3)
    for _ in range(50):
        names = [f"c{i}" for i in range(7)]
        ranks = pd.Series(rng.integers(2, 13, 7) / 2, index=names)
        cd = float(rng.integers(1, 6)) / 2
        order = ranks.sort_values(kind="stable")
        runs = [
            tuple(order.index[i:j])
            for i, j in product(range(7), range(8))
            if j - i > 1 and order.iloc[j - 1] - order.iloc[i] <= cd
        ]
        largest = {run for run in runs if not any(set(run) < set(other) for other in runs)}
        assert set(cliques(ranks, cd)) == largest


def test_where_ranks_cannot_be_tested_it_says_so():
    same = pd.DataFrame(np.ones((4, 3)))
    assert friedman(same).note == EQUAL
    assert "fewer than" in friedman(same[[0, 1]]).note
    unanimous = friedman(pd.DataFrame([(1.0, 2.0, 3.0)] * 4))
    assert (unanimous.F, unanimous.F_p) == (np.inf, 0.0)
    for wrong in ({"level": 0.0}, {"better": "up"}):
        with pytest.raises(InvalidParameterError):
            nemenyi(TREES, **wrong)
    with pytest.raises(InvalidParameterError, match="at least 2 criteria"):
        nemenyi(same[[0]])
    with pytest.raises(UnknownNameError):
        against_control(TREES, control="C5")


@pytest.mark.parametrize(
    ("d", "method"),
    [
        ([1.0, -2.0, 3.0, 4.0, 5.0, 6.5, -0.5, 7.0], "exact"),
        ([1.0, -1.0, 3.0, 4.0, 4.0, 6.5, 0.0, 7.0], "exact, all signs"),
        ([0.0, 0.0, 0.0, 2.0, -2.0, 5.0], "exact, all signs"),
    ],
)
def test_signed_ranks_agree_with_all_assignments_of_signs(d, method):
    d = np.array(d)
    ranks = stats.rankdata(abs(d))
    sums = [
        ranks @ np.where(d == 0, 0.5, np.array(signs))
        for signs in product((0.0, 1.0), repeat=len(d))
    ]
    found = signed_rank(20 + d, np.full(len(d), 20.0))
    lower = np.mean([s <= found.positive + 1e-9 for s in sums])
    upper = np.mean([s >= found.positive - 1e-9 for s in sums])
    assert_allclose(found.p, min(1.0, 2 * min(lower, upper)), **ROUNDOFF)
    assert found.method == method
    assert_allclose(found.positive + found.negative, ranks.sum(), **ROUNDOFF)


def test_signed_ranks_of_many_or_of_equal_values_say_how_or_why():
    rng = np.random.default_rng(0)
    x = rng.integers(0, 5, 20).astype(float)
    assert signed_rank(x, np.ones(20)).method == "approximate"
    assert signed_rank(rng.normal(size=60), np.zeros(60)).method == "approximate"
    assert signed_rank(x, x).note == EQUAL
    gone = signed_rank(np.array([np.nan]), np.ones(1))
    assert gone.note == NO_CHOICE
    assert np.isnan(gone.p)


def test_the_bayesian_test_agrees_with_a_slow_loop():
    rng = np.random.default_rng(5)
    d, rope, draws = rng.normal(0.4, 1.0, 9), 0.3, 3000
    z = np.concatenate([[0.0], d])
    wins = np.zeros(3)
    for _ in range(draws):
        g = np.concatenate([rng.gamma(0.5, size=1), rng.exponential(size=9)])
        w = g / g.sum()
        pairs = np.outer(w, w)
        mid = (z[:, None] + z[None, :]) / 2
        left, right = pairs[mid < -rope].sum(), pairs[mid > rope].sum()
        wins[np.argmax([left, 1 - left - right, right])] += 1
    found = bayesian_signed_rank(20 + d, np.full(9, 20.0), rope=rope, seed=2)
    error = 4 * np.sqrt(0.25 / draws)
    assert_allclose((found.left, found.within, found.right), wins / draws, rtol=0.0, atol=error)
    assert_allclose(found.left + found.within + found.right, 1.0, **ROUNDOFF)
    assert found == bayesian_signed_rank(20 + d, np.full(9, 20.0), rope=rope, seed=2)
    other = bayesian_signed_rank(np.full(9, 20.0), 20 + d, rope=rope, seed=2)
    assert_allclose(
        (other.left, other.within, other.right),
        (found.right, found.within, found.left),
        **ROUNDOFF,
    )


def test_the_bayesian_test_without_differences_or_without_a_rope():
    x = np.arange(8.0)
    assert_allclose(bayesian_signed_rank(x, x, rope=0.5, seed=0, draws=50)[:3], (0, 1, 0), **EXACT)
    none = bayesian_signed_rank(x, x, rope=0.0, seed=0, draws=50)
    assert_allclose(none[:3], (0.5, 0.0, 0.5), **EXACT)
    sure = bayesian_signed_rank(x - 5, x, rope=0.0, seed=0, draws=50)
    assert_allclose(sure[:3], (1.0, 0.0, 0.0), **EXACT)
    edge = bayesian_signed_rank(x - 0.3, x, rope=0.3, seed=0, draws=50)  # the rope is closed
    assert_allclose(edge[:3], (0.0, 1.0, 0.0), **EXACT)
    assert np.isnan(bayesian_signed_rank(x * np.nan, x, rope=0.5, seed=0).left)
    for wrong in ({"rope": -1.0}, {"rope": 1.0, "prior": 0.0}, {"rope": 1.0, "draws": 0}):
        with pytest.raises(InvalidParameterError):
            bayesian_signed_rank(x, x, seed=0, **wrong)
