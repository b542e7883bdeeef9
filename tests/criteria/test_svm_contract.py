"""Contract of the criteria of the support vector machine."""

import itertools
import time

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA, MACHINE
from kselect_core.errors import UndefinedScoreError
from tests.criteria import svm_definitions as s
from tests.criteria.test_contract import with_all_options
from tests.tolerances import EXACT, ROUNDOFF

K, Y = s.SAMPLES["overlap"]
OF_MACHINES = {criterion.name for criterion in MACHINE}
judges = [c for c in CRITERIA.values() if c.applies_to("svm")]
every_judge = pytest.mark.parametrize("criterion", judges, ids=lambda c: c.name)
every_one = pytest.mark.parametrize("criterion", MACHINE, ids=lambda c: c.name)
SOLVED = {"rtol": 1e-3, "atol": 1e-3}  # machines stop at 1e-4


def scores(criterion, problem):
    return np.array([criterion.score(problem, **o) for o in with_all_options(criterion)])


@every_judge
def test_a_score_has_one_value_per_cost(criterion):
    for costs in (s.C, s.C[:1]):
        value = criterion.score(SvmProblem(K, Y, costs))
        assert value.shape == costs.shape
        assert np.isfinite(value).all()


@every_one
def test_a_value_does_not_depend_on_the_rest_of_the_grid(criterion):
    together = criterion.score(SvmProblem(K, Y, s.C))
    alone = [criterion.score(SvmProblem(K, Y, [cost]))[0] for cost in s.C]
    assert_allclose(together, alone, **SOLVED)


@every_one
def test_swapping_the_class_names_changes_nothing(criterion):
    one, other = (scores(criterion, SvmProblem(K, sign * Y, s.C)) for sign in (1.0, -1.0))
    assert_allclose(one, other, **SOLVED)


@every_one
def test_the_order_of_the_data_matters_only_through_folds_and_shuffle(criterion):
    p = np.random.default_rng(1).permutation(len(Y))
    one = scores(criterion, SvmProblem(K, Y, s.C))
    other = scores(criterion, SvmProblem(K[np.ix_(p, p)], Y[p], s.C))
    if {"folds", "shuffle"} & criterion.needs:
        assert np.isfinite(other).all()
    else:
        assert_allclose(one, other, **SOLVED)


@every_one
def test_the_seed_matters_only_through_folds_and_shuffle(criterion):
    values = [criterion.score(SvmProblem(K, Y, s.C, seed=seed)) for seed in range(6)]
    drawn = bool({"folds", "shuffle"} & criterion.needs)
    assert (np.ptp(values, axis=0) > 0).any() == drawn


@every_judge
def test_the_terms_make_the_score(criterion):
    for options, cost in itertools.product(with_all_options(criterion), s.C):
        worked = criterion.with_numbers(SvmProblem(K, Y, [cost]), **options)
        assert_allclose(worked.recombined, worked.result, **ROUNDOFF)
        assert worked.in_numbers
        assert worked.in_symbols


@every_one
def test_a_machine_that_does_not_converge_has_no_score_but_the_others_do(criterion, monkeypatch):
    limited(monkeypatch, 12)
    with pytest.raises(UndefinedScoreError, match="not converged"):
        criterion.score(SvmProblem(K, Y, s.C))


def limited(monkeypatch, steps):
    """Every machine may take so many steps, whatever its size."""
    from kselect_core.linalg.fits import smo

    monkeypatch.setattr(smo, "FEWEST_STEPS", steps)
    monkeypatch.setattr(smo, "STEPS_PER_POINT", 0)


@pytest.mark.parametrize("name", ["xi_alpha", "span", "span_hinge", "gacv"])
def test_a_machine_that_converges_only_roughly_has_no_score_that_needs_an_exact_one(
    name, monkeypatch
):
    free = SvmProblem(K, Y, s.C)
    expected = CRITERIA[name].score(free)
    roughly, exactly = free.machines.steps, free.exact_machines.steps
    steps = int(max(roughly.max(), exactly[:-1].max())) + 1
    assert steps < exactly[-1]  # or nothing is left to go wrong
    limited(monkeypatch, steps)
    problem = SvmProblem(K, Y, s.C)
    assert problem.well_posed.all()
    with pytest.raises(UndefinedScoreError, match="not converged: a machine whose") as caught:
        CRITERIA[name].score(problem)
    assert_allclose(caught.value.values, [*expected[:-1], np.nan], **EXACT)


@pytest.mark.parametrize("name", ["xi_alpha", "span", "span_hinge", "gacv"])
def test_where_neither_machine_converges_the_rest_of_the_grid_keeps_its_place(name, monkeypatch):
    costs = np.array([0.05, 0.06, 1.0, 20.0])
    free = SvmProblem(K, Y, costs)
    steps = int(free.machines.steps[2]) + 1
    assert steps < min(free.exact_machines.steps[2], free.machines.steps[3])
    limited(monkeypatch, steps)
    problem = SvmProblem(K, Y, costs)
    assert problem.well_posed.tolist() == [True, True, True, False]
    known = problem.exact_machines.converged
    with pytest.raises(UndefinedScoreError, match="not converged") as caught:
        CRITERIA[name].score(problem)
    expected = np.where(known, CRITERIA[name].function(free, **CRITERIA[name].checked({})), np.nan)
    assert_allclose(caught.value.values, expected, **EXACT)


@every_one
def test_one_class_has_no_score(criterion):
    with pytest.raises(UndefinedScoreError, match="only one class"):
        criterion.score(SvmProblem(K, np.ones(len(Y)), s.C))


@every_one
@pytest.mark.parametrize("matrix", ["identity", "ones", "duplicates"])
def test_degenerate_kernels_have_a_score_or_a_reason(criterion, matrix):
    twins = np.kron(np.ones((2, 2)), K[:16, :16])
    G = {"identity": np.eye(32), "ones": np.ones((32, 32)), "duplicates": twins}[matrix]
    y = np.concatenate([Y[:16], Y[:16]]) if matrix == "duplicates" else Y
    values = criterion.score(SvmProblem(G, y, s.C))
    assert (values >= 0).all()
    assert_allclose(values, criterion.score(SvmProblem(G, y, s.C)), **EXACT)


def bad_kernels():
    """Kernels that no criterion can be proud of."""
    rng = np.random.default_rng(0)
    A, X = rng.standard_normal((32, 32)), rng.standard_normal((32, 2))
    return {
        "indefinite": A + A.T,
        "tanh": np.tanh(2 * X @ X.T - 1),
        "negative": -K,
        "zero": np.zeros((32, 32)),
        "tiny": 1e-200 * K,
        "huge": 1e140 * K,
        "unscaled": 1e12 * np.outer(X[:, 0], X[:, 0]) + 1e-6 * X @ X.T,
    }


def outcome(criterion, problem):
    """Values, NaN or None where there are none, and the reason."""
    options = {"k": 3} if criterion.left_out == "k-fold" else {}
    try:
        return criterion.score(problem, **options), ""
    except UndefinedScoreError as error:
        return error.values, error.reason


@pytest.mark.usefixtures("compiled_loops")
@every_one
@pytest.mark.parametrize("name", bad_kernels())
def test_bad_kernels_have_finite_values_or_a_reason_soon(criterion, name):
    started = time.process_time()
    values, reason = outcome(criterion, SvmProblem(bad_kernels()[name], Y, s.C))
    assert time.process_time() - started < 10
    assert values is None or not np.isinf(values).any()
    assert bool(reason) == (values is None or bool(np.isnan(values).any()))


@every_one
def test_a_class_of_one_member_has_a_score_or_a_reason(criterion):
    y = -np.ones(len(Y))
    y[5] = 1.0
    values, reason = outcome(criterion, SvmProblem(K, y, s.C))
    if criterion.left_out == "k-fold":
        assert (
            reason == "k = 3 folds need at least 3 members of each class, the smaller class has 1"
        )
    else:
        assert np.isfinite(values).all()
        assert not reason
