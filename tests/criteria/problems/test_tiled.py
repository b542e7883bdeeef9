"""What is known of a problem without a matrix, and how a score answers to it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.criteria.problems import tiled as module
from kselect_core.criteria.problems.tiled import (
    Stand,
    TiledProblem,
    filled_from_below,
    in_doubt,
    known_to,
    signs_of,
)
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.tiled.entry_moments import Entries
from kselect_core.linalg.tiled.tiles import Tiles
from tests.tolerances import ROUNDOFF

N = 120
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 2))
Y = np.where(X[:, 0] + X[:, 1] ** 2 + 0.4 * RNG.standard_normal(N) > 0.7, 1.0, -1.0)
LAMBDAS = np.array([1e-3, 1e-1])
GAMMA = 0.7
K = KERNELS["gaussian"](X, gamma=GAMMA)


def made(matrix=K, *, shift=0.0, learner="krr", lambdas=LAMBDAS):
    """Problem whose tiles are parts of a matrix."""
    places = np.arange(N, dtype=np.float64)[:, None]

    def between(P, Q):
        return matrix[
            np.ix_(*(np.asarray(R)[:, 0].astype(int) for R in (P, P if Q is None else Q)))
        ]

    E = matrix - shift
    entries = Entries(shift, np.diagonal(matrix).copy(), E.sum(axis=1), E @ Y, (E**2).sum(axis=1))
    template = TiledProblem.template(
        Y,
        lambdas,
        learner=learner,
        ridge="n_lambda",
        seed=0,
        kernel=KernelFact(),
        stratified=True,
        task="binary",
    )
    tiles = Tiles(places, between, np.diagonal(matrix).copy())
    return template.of_tiles(tiles, entries, KernelFact(), folds=(3, 5), probes=True)


@pytest.mark.parametrize("shift", [0.0, 1.0])
@pytest.mark.parametrize(
    "key", ["kta", "ckta", "mmd", "fsm", "fsm_u", "hsic", "polarisation", "sm"]
)
def test_sums_over_entries_give_the_scores_of_the_matrix(key, shift):
    exact = CRITERIA[key].score(Problem(K, Y, LAMBDAS))
    assert_allclose(CRITERIA[key].score(made(shift=shift)), exact, **ROUNDOFF)


def test_the_printed_normalisation_sums_absolute_values():
    signed = K - 0.2
    exact, found = (
        CRITERIA["sm"].score(one, normalisation="printed", r=5)
        for one in (Problem(signed, Y, LAMBDAS), made(signed))
    )
    assert_allclose(found, exact, **ROUNDOFF)


def test_all_stands_know_the_sizes_of_the_classes():
    problem = made()
    _ = problem.class_sizes
    assert "class_sizes" in vars(problem.seen(Stand()))


def test_a_score_that_asks_for_sums_only_is_exact():
    known = known_to(made(), CRITERIA["kta"].score)
    assert_array_equal(known.error, 0.0)
    assert known.converged.all()


def test_the_error_of_a_fit_is_its_last_change_and_never_less_than_the_tolerance():
    problem = made()
    known = known_to(problem, CRITERIA["kfold"].score)
    steps = [CRITERIA["kfold"].score(problem.seen(Stand(step))) for step in (-1.0, 0.0, 1.0)]
    assert_array_equal(known.values, steps[1])
    change = np.maximum(np.abs(steps[0] - steps[1]), np.abs(steps[2] - steps[1]))
    assert (known.error >= np.maximum(change, module.TOLERANCE * known.values)).all()


def test_the_error_of_a_trace_is_the_spread_over_the_probes():
    problem = made()
    known = known_to(problem, lambda one: one.leeway)
    trace = problem.fits.path.trace
    probes = problem.fits.missed(last=True)
    assert_allclose(known.values, problem.mu * (trace + probes.mean(axis=0)) / N, **ROUNDOFF)
    spread = problem.mu / N * probes.std(axis=0, ddof=1) / 2
    assert (known.error >= module.T_QUANTILE * spread - 1e-12).all()
    exact = Problem(K, Y, LAMBDAS).leeway
    assert (np.abs(known.values - exact) <= 2 * known.error).all()


@pytest.mark.parametrize("key", ["pep", "er", "sps"])
@pytest.mark.parametrize("landmarks", [3, 12, 1000])
def test_eigenvalues_that_nobody_saw_widen_the_error_so_far(key, landmarks, monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.tiled.path.LANDMARKS", landmarks)
    known = known_to(made(), CRITERIA[key].score)
    exact = CRITERIA[key].score(Problem(K, Y, LAMBDAS))
    assert (np.abs(known.values - exact) <= known.error * (1 + 1e-6)).all()


ENDS = {  # two blocks of 60 points have σ = 60, 60; one landmark sees the first of them
    "as near as may be": ([0.5, 0.5], 0.0, 0.5, 0.5),
    "as far as may be": ([1.0, 0.0], 1.0, 0.5, 0.5),
    "nearest where the most is too much": ([0.5, 0.1], 0.4, 0.5, 0.1),
    "nothing can be filled": ([0.2, 0.0], 0.8, 0.8, 0.0),
}


@pytest.mark.parametrize(("first", "exact", "middle", "off"), ENDS.values(), ids=ENDS.keys())
@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_a_distance_of_spectra_is_in_the_middle_of_what_it_may_be(
    *, first, exact, middle, off, learner, monkeypatch
):
    monkeypatch.setattr("kselect_core.linalg.tiled.path.LANDMARKS", 1)
    blocks = np.kron(np.eye(2), np.ones((N // 2, N // 2)))
    known = np.concatenate([first, np.zeros(N - 2)])

    def score(one):
        return np.full(len(one.lambdas), one.distance_of_eigenvalues(known))

    assert_allclose(score(Problem(blocks, Y, LAMBDAS)), exact, atol=1e-9)
    found = known_to(made(blocks, learner=learner), score)
    assert_allclose(found.values, middle, atol=1e-6)
    assert_allclose(found.error, off, atol=1e-6)
    assert (np.abs(found.values - exact) <= found.error).all()


def test_the_rest_of_a_trace_goes_to_the_smallest_first():
    assert_allclose(filled_from_below(np.array([5.0, 2.0, 1.0, 0.0]), 1.0), [5, 2, 1, 1])
    assert_allclose(
        filled_from_below(np.array([5.0, 2.0, 1.0, 0.0]), 4.0), [5, 7 / 3, 7 / 3, 7 / 3]
    )
    assert_allclose(filled_from_below(np.array([1.0, 0.0]), 5.0), [3, 3])
    assert_allclose(filled_from_below(np.array([1.0, 0.5]), 0.0), [1, 0.5])


def test_signs_near_zero_are_in_doubt():
    f = np.array([[1.0], [0.1], [-0.001], [-2.0]])
    before = np.array([[1.0], [-0.1], [-0.001], [-2.1]])
    assert_allclose(in_doubt(f, before, np.array([1e-4])), 0.25)
    assert_allclose(in_doubt(f, before, np.array([1e-2])), 0.5)
    assert_allclose(in_doubt(f, f, np.array([0.0])), 0.25)  # a point at least
    assert_array_equal(signs_of(np.array([[0.0, 1e-300]])).sure, [[False, True]])


def test_what_needs_the_matrix_or_its_eigenvectors_is_undefined_with_the_reason():
    problem = made()
    for key in ("loo", "br", "bif", "sm_hinge", "lml"):
        with pytest.raises(UndefinedScoreError, match="engine='dense'"):
            CRITERIA[key].score(problem)
    with pytest.raises(UndefinedScoreError, match="needs the kernel matrix as a whole"):
        _ = problem.K


def test_an_indefinite_matrix_is_refused_when_it_is_fitted():
    shuffled = RNG.standard_normal((N, N))
    for matrix in (K - 2.0 * np.eye(N), 40 * np.eye(N) + 3 * (shuffled + shuffled.T)):
        with pytest.raises(UndefinedScoreError, match="indefinite"):
            CRITERIA["kfold"].score(made(matrix))


def test_a_matrix_of_zeros_predicts_nothing():
    assert_allclose(CRITERIA["kfold"].score(made(np.zeros((N, N)))), 1.0)


def test_entries_that_overflow_are_no_problem_at_all():
    with pytest.raises(KselectError, match="overflowing"), np.errstate(over="ignore"):
        made(K * 1e160)


def test_ridges_that_are_too_small_have_no_value():
    with pytest.raises(UndefinedScoreError, match="ill-conditioned") as caught:
        CRITERIA["kfold"].score(made(lambdas=np.array([1e-17, 1e-2])))
    assert_array_equal(np.isnan(caught.value.values), [True, False])
