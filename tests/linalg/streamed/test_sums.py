"""Sums over blocks of rows, and what fits need of them, beside all features at once."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import StoppedError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.streamed import features as module, stretches as of_rows
from kselect_core.linalg.streamed.features import Features, features
from kselect_core.linalg.streamed.gathering import gathered
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.rounding import Rounding
from kselect_core.linalg.streamed.seen import Seen, squared_loss
from kselect_core.linalg.streamed.stretches import divided, rows_of, stretches
from kselect_core.linalg.tiled.tiles import Tiles, go_on

N = 230
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 3)) + 5.0
Y = RNG.standard_normal(N)
FOLDS = RNG.integers(0, 4, N)
GAMMA = 0.3
SEED = np.random.SeedSequence(0)


def tiles(points=X, *, gamma=GAMMA, fast=True, pause=go_on):
    kernel = KERNELS["gaussian"]

    def between(P, Q):
        return kernel.gram(kernel.shared(P, Q), gamma=gamma)

    return Tiles(points, between, np.ones(len(points)), gamma if fast else None, pause)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """Several blocks of rows, the last one shorter."""
    monkeypatch.setattr(module, "ENTRIES", 1024 * 50)


@pytest.mark.parametrize("fast", [True, False])
def test_sums_of_every_partition_are_those_of_all_features_at_once(fast):
    model = features(tiles(fast=fast), most=40, seed=SEED)
    halves = np.arange(N) % 2
    phi = model.at(X)
    found = gathered(model, Y, [FOLDS, halves])
    for one, assigned in zip(found, (FOLDS, halves), strict=True):
        made = one.of_features(model)
        assert one.triangles.shape == (assigned.max() + 1, 40 * 41 // 2)
        for block in range(assigned.max() + 1):
            part, y = phi[assigned == block], Y[assigned == block]
            assert_allclose(made.squares[block], part.T @ part, rtol=1e-7, atol=1e-8)
            assert_allclose(made.ones[block], part.sum(axis=0), rtol=1e-7, atol=1e-8)
            assert_allclose(made.labels[block], part.T @ y, rtol=1e-7, atol=1e-8)
            numbers = (made.sizes[block], made.y[block], made.yy[block])
            assert_allclose(numbers, (len(y), y.sum(), y @ y))
        rest = made.whole.less(made.only(1))
        assert_allclose(rest.squares[0], made.squares.sum(axis=0) - made.squares[1])
        assert rest.sizes[0] == (assigned != 1).sum()


def test_sums_of_runs_of_stretches_are_joined_to_the_same_bits_at_any_depth(monkeypatch):
    model = features(tiles(), most=30, seed=SEED)
    at_once = gathered(model, Y, [FOLDS])[0]
    monkeypatch.setattr(of_rows, "STRETCH", 40)  # six of them, the last one shorter
    whole = gathered(model, Y, [FOLDS])[0]
    for one, other in zip(at_once, whole, strict=True):
        assert_allclose(one, other, rtol=1e-12, atol=1e-10)
    assert not np.array_equal(at_once.triangles, whole.triangles)
    for depth in range(4):
        runs = divided(stretches(N), depth)
        parts = [gathered(model, Y, [FOLDS], run) for run in runs]
        assert [one[0].sizes.sum() for one in parts] == [
            sum(len(Y[rows_of(number, N)]) for number in run) for run in runs
        ]
        for one, other in zip(joined(stretches(N), depth, iter(parts))[0], whole, strict=True):
            assert_array_equal(one, other)


@pytest.mark.parametrize("count", range(1, 20))
def test_runs_are_all_stretches_in_order_and_differ_by_one(count):
    for depth in range(6):
        runs = divided(range(count), depth)
        assert [number for run in runs for number in run] == list(range(count))
        assert len(runs) == min(2**depth, count)
        assert max(map(len, runs)) - min(map(len, runs)) <= 1


def test_features_see_their_own_landmarks_exactly_and_no_more_than_the_kernel():
    model = features(tiles(), most=40, seed=SEED)
    phi = model.at(X)
    own = model.at(model.Z)
    assert_allclose(own @ own.T, tiles().between(model.Z, None), atol=1e-9)
    left = 1.0 - (phi**2).sum(axis=1)
    assert left.min() > -1e-9
    assert left.max() > 0.01


def test_the_first_landmarks_are_landmarks_of_their_own_with_the_same_sums():
    model = features(tiles(), most=40, seed=SEED)
    half = model.first(20)
    assert_array_equal(half.Z, model.Z[:20])
    known = gathered(model, Y, [FOLDS])[0].of_features(model)
    direct = gathered(half, Y, [FOLDS])[0].of_features(half)
    for one, other in zip(known.first(20), direct, strict=True):
        assert_allclose(one, other, atol=1e-10)


def test_equal_points_and_small_rank_leave_fewer_landmarks():
    repeated = np.repeat(X[:10], 23, axis=0)
    model = features(tiles(repeated), most=40, seed=SEED)
    assert len(model.Z) <= 10
    phi = model.at(repeated)
    assert_allclose(phi @ phi.T, tiles().between(repeated, None), atol=1e-8)


def test_what_landmarks_cannot_see_is_refused_in_words():
    nothing = Tiles(X, lambda P, Q: np.zeros((len(P), len(P if Q is None else Q))), np.zeros(N))
    with pytest.raises(UndefinedScoreError, match="zero"):
        features(nothing, most=10, seed=SEED)
    with pytest.raises(UndefinedScoreError, match="indefinite"):
        Features.of(Tiles(X, lambda P, _: P @ P.T - 90.0, np.ones(N)), X[:5])
    with pytest.raises(UndefinedScoreError, match="zero"):
        Features.of(nothing, X[:5])


@pytest.mark.parametrize("bias", [False, True])
def test_one_decomposition_gives_the_fit_of_every_ridge(bias):
    model = features(tiles(), most=30, seed=SEED)
    raw = gathered(model, Y, [FOLDS])[0]
    one, rounding = raw.of_features(model), Rounding.of(model, raw)
    phi, mu = model.at(X), np.array([1e-2, 1.0, 50.0])
    seen, K = Seen.of(one.whole, rounding), phi @ phi.T
    w, b, *_ = seen.solution(mu, bias=bias)
    ones = np.ones(N)
    for j, ridge in enumerate(mu):
        C = np.linalg.solve(K + ridge * np.eye(N), np.eye(N))
        offset = ones @ C @ Y / (ones @ C @ ones) if bias else 0.0
        P = C - np.outer(C @ ones, ones @ C) / (ones @ C @ ones) if bias else C
        alpha = P @ Y
        assert_allclose(b[j], offset, atol=1e-9)
        assert_allclose(phi @ w[:, j] + b[j], Y - ridge * alpha, atol=1e-8)
        assert_allclose(
            seen.squares(mu, bias=bias).value[j], ((ridge * alpha) ** 2).sum(), rtol=1e-8
        )
        assert_allclose(seen.quadratic(mu, bias=bias).value[j], Y @ alpha, rtol=1e-8)
        assert_allclose(seen.leeway(mu, bias=bias).value[j], ridge * np.trace(P), rtol=1e-8)
        assert_allclose(seen.total(mu)[j], ones @ C @ ones, rtol=1e-8)
    loss, _ = squared_loss(one.only(2), seen.solution(mu, bias=bias), rounding)
    mine = FOLDS == 2
    residuals = Y[mine, None] - phi[mine] @ w - b
    assert_allclose(loss.value, (residuals**2).mean(axis=0), rtol=1e-9)


def test_it_stops_between_blocks_of_rows():
    looks = []

    def pause():
        looks.append(None)
        if len(looks) == 2:
            raise StoppedError("enough")

    model = replace(features(tiles(), most=30, seed=SEED), tiles=tiles(pause=pause))
    with pytest.raises(StoppedError):
        gathered(model, Y, [FOLDS])
    assert len(looks) == 2
