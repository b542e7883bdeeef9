"""Oracle: dense fits by definition, one fold and one ridge after the other."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.kernels import KERNELS
from kselect_core.learners import LEARNERS
from kselect_core.linalg.tiled.landmarks import landmarks
from kselect_core.linalg.tiled.nystrom import Nystrom
from kselect_core.linalg.tiled.path import Asked, missed, single_precision_will_do, solved
from kselect_core.linalg.tiled.tiles import Tiles

N, K_FOLDS = 240, 3
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 3))
Y = np.where(X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.3 * RNG.standard_normal(N) > 0, 1.0, -1.0)
LAMBDAS = np.array([1e-3, 1e-2, 1e-1, 1.0])
FOLDS = [np.arange(N)[q::K_FOLDS] for q in range(K_FOLDS)]
TAUS = (1e-4, 0.3, 4.0, 4096.0)


def tiles_of(tau):
    family = KERNELS["gaussian"]

    def between(A, B):
        return family.gram(family.shared(A, B), gamma=0.5 / tau)

    return Tiles(X - X.mean(axis=0), between, np.ones(N), 0.5 / tau)


def path_of(tau, learner, *, single=False, y=Y, tiles=None):
    held = [np.array([LAMBDAS * (N - len(fold)) for fold in FOLDS])]
    seed = np.random.SeedSequence(0)
    asked = Asked(y, [FOLDS], held, LAMBDAS * N, learner == "lssvm", probes=True, seed=seed)
    return solved(tiles or tiles_of(tau), asked, single=single)


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("tau", TAUS)
def test_fits_without_a_fold_are_those_of_the_learner(tau, learner):
    K, fit = KERNELS["gaussian"](X, gamma=0.5 / tau), LEARNERS[learner].fit
    path = path_of(tau, learner)
    assert path.folds[0].settled.all()
    for one, fold in zip(path.folds[0].systems, FOLDS, strict=True):
        rest = np.setdiff1d(np.arange(N), fold)
        for column, mu in enumerate(LAMBDAS * len(rest)):
            made = fit(K[np.ix_(rest, rest)], Y[rest], mu)
            exact = made.predict(K[np.ix_(fold, rest)])
            assert_allclose(one.held_out(last=True)[:, column], exact, atol=2e-3)
            loss, known = (
                ((Y[fold] - f) ** 2).mean() for f in (one.held_out(last=True)[:, column], exact)
            )
            assert_allclose(loss, known, rtol=3e-4)


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
@pytest.mark.parametrize("tau", TAUS)
def test_fits_on_all_points_and_the_trace(tau, learner):
    K, bias = KERNELS["gaussian"](X, gamma=0.5 / tau), learner == "lssvm"
    path = path_of(tau, learner)
    one, H = path.whole.systems[0], np.eye(N) - bias / N
    for column, mu in enumerate(LAMBDAS * N):
        made = LEARNERS[learner].fit(K, Y, mu)
        error = np.linalg.norm(one.dual()[:, column] - made.alpha) / np.linalg.norm(made.alpha)
        assert error <= 2e-3
        assert abs(one.offset[column] - made.b) <= 1e-3
        C = H @ K @ H + mu * np.eye(N)
        exact = np.trace(H @ np.linalg.solve(C, H))
        probes = missed(path)[:, column]
        spread = probes.std(ddof=1) / 2 + 1e-6 * exact
        assert abs(path.trace[column] + probes.mean() - exact) <= 5 * spread


def test_single_precision_is_told_from_the_smallest_ridge_and_the_width():
    narrow, wide = tiles_of(1e-4), tiles_of(4.0)
    assert single_precision_will_do(wide, 10.0, 1.0)
    assert not single_precision_will_do(wide, 10.0, 1e-4)
    assert not single_precision_will_do(narrow, 10.0, 1e-1)
    single, double = (
        path_of(4.0, "krr", single=one).whole.systems[0].dual() for one in (True, False)
    )
    assert_allclose(single, double, atol=1e-3 * np.abs(double).max())


def test_the_same_seed_gives_the_same_bits():
    one, other = (path_of(4.0, "krr").folds[0].systems[0].held_out(last=True) for _ in range(2))
    assert (one == other).all()


def test_a_constant_target_is_solved_without_a_round():
    path = path_of(4.0, "lssvm", y=np.ones(N))
    assert path.whole.settled.all()
    assert_allclose(path.whole.systems[0].offset, 1.0)


def test_points_that_are_all_the_same_need_one_landmark():
    same = Tiles(
        np.zeros((N, 2)), lambda A, B: np.ones((len(A), len(A if B is None else B))), np.ones(N)
    )
    path = path_of(1.0, "krr", tiles=same)
    assert path.landmarks == 1
    exact = LEARNERS["krr"].fit(np.ones((N, N)), Y, LAMBDAS[1] * N)
    assert_allclose(path.whole.systems[0].dual()[:, 1], exact.alpha, atol=1e-6)


def test_a_fit_that_no_round_settles_says_so(monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.tiled.path.MOST_ROUNDS", 1)
    monkeypatch.setattr("kselect_core.linalg.tiled.path.LANDMARKS", 4)
    path = path_of(0.3, "krr")
    assert path.rounds == 1
    assert not path.folds[0].settled.all()


def test_small_ridges_and_narrow_widths_settle_in_many_rounds(monkeypatch):
    monkeypatch.setattr(f"{__name__}.LAMBDAS", np.array([1e-5, 1e-4]))
    path = path_of(0.1, "krr")
    assert path.rounds > 20
    assert path.folds[0].settled.all()
    assert path.whole.settled.all()
    K = KERNELS["gaussian"](X, gamma=5.0)
    for one, fold in zip(path.folds[0].systems, FOLDS, strict=True):
        rest = np.setdiff1d(np.arange(N), fold)
        made = LEARNERS["krr"].fit(K[np.ix_(rest, rest)], Y[rest], 1e-5 * len(rest))
        loss = ((Y[fold] - made.predict(K[np.ix_(fold, rest)])) ** 2).mean()
        assert_allclose(((Y[fold] - one.held_out(last=True)[:, 0]) ** 2).mean(), loss, rtol=3e-4)


def test_an_indefinite_matrix_is_found_out():
    A = RNG.standard_normal((N, N))
    A = A + A.T

    def between(P, Q):
        rows = P[:, 0].astype(int)
        return A[np.ix_(rows, rows if Q is None else Q[:, 0].astype(int))] + 10 * np.equal.outer(
            rows, rows if Q is None else Q[:, 0].astype(int)
        )

    tiles = Tiles(np.arange(N)[:, None].astype(float), between, np.diagonal(A) + 10)
    assert path_of(1.0, "krr", tiles=tiles).indefinite


def test_what_landmarks_see_of_the_eigenvalues_is_never_more_than_there_is():
    tiles = tiles_of(1.0)
    chosen = landmarks(
        tiles.X, tiles.between, tiles.diagonal, most=60, enough=0.0, seed=np.random.SeedSequence(1)
    )
    model = Nystrom(tiles, chosen, [np.zeros(0, dtype=int)], bias=False)
    sigma = np.linalg.eigvalsh(KERNELS["gaussian"](X, gamma=0.5))[::-1]
    r = len(model.eigenvalues)
    assert len(set(chosen)) == len(chosen) <= 60
    assert (model.eigenvalues <= sigma[:r] + 1e-4).all()
    assert_allclose(model.eigenvalues.sum() + model.missing, N, rtol=1e-6)
    assert model.missing < 0.2 * N
