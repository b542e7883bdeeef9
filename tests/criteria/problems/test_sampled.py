"""Criteria of a kernel's entries from some of its rows, beside those of all rows."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.criteria.problems import sampled as module
from kselect_core.criteria.problems.sampled import Sampled
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.tiled.tiles import Tiles

N = 600
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 4))
HIDDEN = X[:, 0] * X[:, 1] + np.sin(2 * X[:, 2]) + 0.3 * RNG.standard_normal(N)
Y = np.where(HIDDEN > 0.6, 1.0, -1.0)
OF_CLASSES = [key for key, one in CRITERIA.items() if one.of_entries]
OF_NUMBERS = ("kta", "ckta", "hsic", "polarisation")
CASES = [(key, {}) for key in OF_CLASSES]
CASES += [("sm", {"r": r, "weighted": weighted}) for r in (1, 2, 3) for weighted in (True, False)]
CASES += [("sm", {"normalisation": "printed"})]


def made(*, gamma=0.3, y=Y, seed=0, kernel="gaussian", shift=0.0, rows=1000):
    """Return what some rows say of a kernel, and the problem of all of it."""
    family, options = KERNELS[kernel], {"gamma": gamma} if kernel == "gaussian" else {}
    task = "binary" if set(y) == {-1.0, 1.0} else "regression"

    def between(P, Q):
        return family.gram(family.shared(P, Q), **options)

    template = TiledProblem.template(
        y, [0.1], learner="krr", ridge="n_lambda", seed=seed, kernel=KernelFact(),
        stratified=True, task=task,
    )  # fmt: skip
    K = between(X, None)
    tiles = Tiles(X, between, np.diagonal(K).copy(), gamma if kernel == "gaussian" else None)
    return Sampled(template, tiles, shift, rows), Problem(K, y, [0.1], task=task)


@pytest.mark.parametrize(
    ("kernel", "shift"), [("gaussian", 0.0), ("gaussian", 1.0), ("linear", 0.0)]
)
@pytest.mark.parametrize(("key", "options"), CASES, ids=str)
def test_all_rows_give_the_criterion_itself_without_an_error(key, options, kernel, shift):
    ours, dense = made(kernel=kernel, shift=shift)

    def score(one):
        return CRITERIA[key].score(one, **options)

    value, error, *_ = ours.known([score])[0]
    assert_allclose(value, score(dense), rtol=1e-8)
    assert_array_equal(error, 0.0)


@pytest.mark.parametrize("key", OF_NUMBERS)
def test_so_do_they_where_the_labels_are_numbers(key):
    ours, dense = made(y=HIDDEN)
    value = ours.known([CRITERIA[key].score])[0].values
    assert_allclose(value, CRITERIA[key].score(dense), rtol=1e-8)


@pytest.mark.parametrize(
    ("keys", "y"), [(OF_CLASSES, Y), (OF_NUMBERS, HIDDEN)], ids=["classes", "numbers"]
)
@pytest.mark.parametrize(("gamma", "shift"), [(0.3, 0.0), (0.002, 1.0)])
def test_the_interval_holds_the_criterion_in_most_draws(keys, y, gamma, shift):
    inside = []
    for seed in range(15):
        ours, dense = made(gamma=gamma, y=y, seed=seed, shift=shift, rows=150)
        found = ours.known([CRITERIA[key].score for key in keys])
        for key, (value, error, *_) in zip(keys, found, strict=True):
            expected = CRITERIA[key].score(dense)
            assert error[0] > 0
            inside.append(abs(value[0] - expected[0]) <= error[0])
    assert np.mean(inside) > 0.85  # of 95 % intervals, criteria of one draw are alike


def test_every_class_has_rows_and_rows_stand_for_their_class():
    rare = np.where(np.arange(N) < 45, 1.0, -1.0)
    ours, _ = made(y=rare, rows=100)
    rows, source = ours.whole.rows, ours.whole.source
    assert (rare[rows.drawn] > 0).sum() == 2 * module.GROUPS
    assert_array_equal(rare[rows.drawn][source], rare)
    fewer = [rare[one.rows.drawn] > 0 for one in ours.without]
    assert len(fewer) == module.GROUPS
    assert all(one.any() for one in fewer)


def test_what_rows_cannot_give_is_declined_in_words():
    ours, _ = made()
    high, usual = ours.known([lambda one: CRITERIA["sm"].score(one, r=5), CRITERIA["sm"].score])
    assert np.isnan(high.values).all()
    assert "r up to 3" in high.reason
    assert np.isfinite(usual.values).all()
    for name in ("K", "spectrum"):
        with pytest.raises(UndefinedScoreError, match="engine 'landmarks'"):
            getattr(ours.whole, name)
    tiles = Tiles(X, lambda P, _: P @ P.T, np.full(N, np.nan))
    with pytest.raises(KselectError, match="overflowing"):
        Sampled(ours.whole, tiles, 0.0, 100)
