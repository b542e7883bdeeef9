"""Signs of predictions below the rounding of the labels equal those of exact arithmetic."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.problems import least_squares as problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.floating import signs
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.linalg.matrices.distances import squared_distances
from tests.collection import mostly_at_night
from tests.criteria import definitions as d
from tests.linalg import exact_signs

N = 11
GAMMAS = (0.3, 5.0, 60.0)
RIDGES = np.array([1e-3, 10.0])


def sample(seed, n=N, positive=N // 2, dimensions=4):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, dimensions))
    return X, np.where(rng.permutation(n) < positive, 1.0, -1.0)


def narrow(X, y, gamma, *, learner="krr", mu=RIDGES, kernel="gaussian"):
    template = Problem(np.eye(len(y)), y, mu, learner=learner, ridge="lambda")
    base = KERNELS[kernel].shared(X)
    name = "gamma" if kernel == "gaussian" else "c"
    return Problem.of_kernel(
        KERNELS[kernel], base, {name: gamma}, template, np.empty((len(y), len(y)))
    )


def exact_held_out(X, y, folds, gamma, learner):
    """Signs by exact arithmetic, a column for each ridge."""
    logs, bias = -gamma * squared_distances(X), learner == "lssvm"
    return np.column_stack(
        [exact_signs.signs_held_out(logs, y, folds, mu, bias=bias) for mu in RIDGES]
    )


def assert_right(made, exact, learner):
    assert made.sure.shape == exact.shape
    assert_array_equal(np.sign(made.f[made.sure]), exact[made.sure])
    assert made.sure.mean() >= (1.0 if learner == "krr" else 0.6)


BY_DAY = {(GAMMAS[0], 4, "krr"), (GAMMAS[1], 5, "lssvm"), (GAMMAS[2], 4, "lssvm"),
          (GAMMAS[2], 5, "krr")}  # fmt: skip


@pytest.mark.parametrize(
    ("gamma", "positive", "learner"),
    mostly_at_night(product(GAMMAS, (4, 5), d.LEARNERS), BY_DAY.__contains__),
)
def test_leave_one_out(gamma, positive, learner):
    X, y = sample(0, positive=positive)
    made = narrow(X, y, gamma, learner=learner).signs_left_out
    alone = [np.array([i]) for i in range(N)]
    assert_right(made, exact_held_out(X, y, alone, gamma, learner), learner)


@pytest.fixture(scope="module")
def exact_of_folds():
    """What gives the signs of three folds: both ways to compute them are held to the same."""

    def found(gamma, learner):
        X, y = sample(1, n=12, positive=6)
        folds = narrow(X, y, gamma, learner=learner).folds(3)
        return exact_held_out(X, y, folds, gamma, learner)

    return cache(found)


@pytest.mark.parametrize("lanczos", [False, True])
@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("gamma", mostly_at_night(GAMMAS, lambda gamma: gamma == GAMMAS[2]))
def test_k_fold(gamma, learner, lanczos, exact_of_folds, monkeypatch):
    monkeypatch.setattr(problem, "KRYLOV_FROM", 2 if lanczos else 10**6)
    X, y = sample(1, n=12, positive=6)
    made = narrow(X, y, gamma, learner=learner).signs_held_out(3)
    assert_right(made, exact_of_folds(gamma, learner), learner)


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("gamma", mostly_at_night(GAMMAS, lambda gamma: gamma == GAMMAS[2]))
def test_at_other_points(gamma, learner):
    X, y = sample(2, n=12, positive=6)  # balanced: the bias, too, is below the rounding
    Z = np.random.default_rng(9).standard_normal((15, 4))
    made = narrow(X, y, gamma, learner=learner)
    logs = -gamma * squared_distances(Z, X)
    across = KernelRows(np.maximum(np.exp(logs), 1e-148), lambda rows: logs[rows])
    alpha, b = made.dual
    signs = made.signs_at(across, across.K @ alpha + b)
    inside = -gamma * squared_distances(X)
    for column, mu in enumerate(RIDGES):
        exact = exact_signs.signs_at(inside, logs, y, mu, bias=learner == "lssvm")
        sure = signs.sure[:, column]
        assert_array_equal(np.sign(signs.f[sure, column]), exact[sure])
        assert sure.mean() >= (1.0 if learner == "krr" else 0.6)


@pytest.mark.parametrize("kernel", ["gaussian", "laplacian"])
@pytest.mark.parametrize("key", ["loo", "kfold", "ks"])
def test_ever_narrower_kernels_predict_like_the_nearest_neighbour(key, kernel):
    n, k = 40, 5
    X, y = sample(3, n=n, positive=14)
    made = narrow(X, y, 1e4, mu=np.array([0.5]), kernel=kernel)
    folds = [np.array([i]) for i in range(n)] if key == "loo" else made.folds(k)
    far = squared_distances(X)
    for fold in folds:
        far[np.ix_(fold, fold)] = np.inf
    wrong = y[far.argmin(axis=1)] != y
    options = {} if key == "loo" else {"k": k}
    options |= {"eta": 0.0} if key == "ks" else {}
    value = CRITERIA[key].score(made, loss="error", **options)[0]
    assert value == pytest.approx(np.mean([wrong[fold].mean() for fold in folds]))


def test_a_sign_that_cancels_is_not_guessed():
    """Two neighbours of different classes at equal distance: what decides is far below 1e-16."""
    X = np.array([[0.0], [1.0], [-1.0], [9.0], [-9.5], [20.0]])
    y = np.array([1.0, 1.0, -1.0, 1.0, -1.0, -1.0])
    made = narrow(X, y, 60.0, mu=np.array([1.0]))
    assert not made.signs_left_out.sure[0, 0]
    with pytest.raises(UndefinedScoreError, match="1 of 6 points") as raised:
        CRITERIA["loo"].score(made, loss="error")
    assert np.isnan(raised.value.values).all()
    assert np.isfinite(CRITERIA["loo"].score(made, loss="squared")).all()


def test_a_value_of_exactly_zero_is_wrong_and_sure():
    y = np.where(np.arange(12) < 5, 1.0, -1.0)
    made = Problem(np.eye(12), y, [1.0], ridge="lambda")
    assert made.signs_left_out.sure.all()
    assert CRITERIA["loo"].score(made, loss="error") == [1.0]


def test_underflow_without_a_logarithm_is_not_guessed():
    X, y = sample(5, n=12)
    template = Problem(np.eye(12), y, [1.0], ridge="lambda")
    iterated = KERNELS["iterated"]
    made = Problem.of_kernel(
        iterated,
        iterated.shared(X),
        {"steps": 2, "of": "gaussian", "at": 1e4},
        template,
        np.empty((12, 12)),
    )
    assert not made.signs_left_out.sure.any()
    assert np.isnan(made.cross_validation(3, "squared")).sum() == 0


def test_large_ridges_leave_the_sign_of_the_sum():
    X, y = sample(6, n=30, positive=11)
    made = narrow(X, y, 0.5, mu=np.array([1e14]))
    K = made.K - np.eye(30)
    assert_array_equal(np.sign(made.signs_left_out.f[:, 0]), np.sign(K @ y))


@pytest.mark.parametrize("gamma", [*GAMMAS, 3e4, 1e9])
def test_products_of_matrices_settle_many_points_as_sums_in_order_do(gamma, monkeypatch):
    """Also where both sums are the same: between points that lie like their mirror images."""
    half, _ = sample(4, n=30, dimensions=2)
    X, y = np.vstack([half, half * (-1, 1)]), np.repeat([1.0, -1.0], 30)
    new = np.random.default_rng(5).standard_normal((700, 2)) * 3
    new[::2, 0] = 0.0
    kernel, fit = KERNELS["gaussian"], narrow(X, y, gamma)
    base = kernel.shared(new, X)
    across = KernelRows(kernel.gram(base, gamma=gamma), kernel.logs(base, {"gamma": gamma}))
    f = across.K @ fit.dual[0]
    made = fit.signs_at(across, f)
    monkeypatch.setattr(signs, "MANY", 10_000)
    slow = fit.signs_at(across, f)
    assert_array_equal(made.sure, slow.sure)
    assert 0 < slow.sure.mean() < 1
    assert_array_equal(np.sign(made.f[made.sure]), np.sign(slow.f[made.sure]))
    assert_allclose(made.f[made.sure], slow.f[made.sure], rtol=1e-9)


def test_rows_that_are_uncertain_at_several_ridges_are_taken_in_their_units_once(monkeypatch):
    X, y = sample(3)
    made, taken, scaled = narrow(X, y, GAMMAS[2]), [], KernelRows.scaled
    monkeypatch.setattr(
        KernelRows, "scaled", lambda *args: taken.append(1) or scaled(*args), raising=True
    )
    base = KERNELS["gaussian"].shared(X[:4] + 3.0, X)
    across = KERNELS["gaussian"].gram(base, gamma=GAMMAS[2])
    logs = KERNELS["gaussian"].logs(base, {"gamma": GAMMAS[2]})
    alpha, b = made.dual_from_spectrum
    f = across @ alpha + b
    rows = KernelRows(across, logs)
    both = signs.signs_at(made.sample, rows, f, signs.Dual(alpha, b, made.mu))
    assert len(taken) == 1
    for column in range(len(RIDGES)):
        one = signs.Dual(alpha[:, [column]], b[[column]], made.mu[[column]])
        alone = signs.signs_at(made.sample, rows, f[:, [column]], one)
        assert_array_equal(both.f[:, [column]], alone.f)
        assert_array_equal(both.sure[:, [column]], alone.sure)
    taken.clear()
    made.signs_held_out(3)
    assert len(taken) == 3  # once for each fold
    without_own = KernelRows.scaled_without_own
    monkeypatch.setattr(
        KernelRows, "scaled_without_own", lambda *args: taken.append(0) or without_own(*args)
    )
    _ = made.signs_left_out
    assert taken.count(0) == 1
