"""The learner on m landmarks, every criterion beside the dense one with its kernel matrix."""

import re
from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.criteria.problems import landmark_model as module
from kselect_core.criteria.problems.landmark_model import model_of
from kselect_core.criteria.problems.landmarks import LandmarkProblem, change_from_half
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.linalg.streamed import stretches as of_rows
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.stretches import divided, stretches
from kselect_core.linalg.tiled.tiles import Tiles
from tests.collection import mostly_at_night

N = 150
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 3))
Y = np.where(X[:, 0] * X[:, 1] + 0.3 * RNG.standard_normal(N) > 0.2, 1.0, -1.0)
NUMBERS = np.sin(2 * X[:, 0]) + 0.1 * RNG.standard_normal(N)
LAMBDAS = np.array([1e-3, 1e-2, 1.0])
GAUSSIAN = KERNELS["gaussian"]
OF_ENTRIES = {key for key, one in CRITERIA.items() if one.of_entries}
LEARNT = [
    (key, options)
    for key, one in CRITERIA.items()
    if one.applies_to("krr") and one.of_landmarks and key not in OF_ENTRIES
    for options in ({}, {"loss": "error"}, {"k": 7}, {"perturbation": "exact"}, {"t": 3})
    if set(options) <= {option.name for option in one.options}
]


def made(*, m=25, gamma=0.5, learner="krr", ridge="n_lambda", y=Y, lambdas=LAMBDAS, points=X):
    """Return the problem of m landmarks, and the dense one of the matrix that they make."""
    n, task = len(y), "binary" if set(y) <= {-1.0, 1.0} else "regression"
    sample = KernelFact.of_sample(points)
    template = TiledProblem.template(
        y, lambdas, learner=learner, ridge=ridge, seed=1, kernel=sample, stratified=True, task=task
    )

    def between(P, Q):
        return GAUSSIAN.gram(GAUSSIAN.shared(P, Q), gamma=gamma)

    tiles = Tiles(points, between, np.ones(n), gamma)
    model = model_of(template, tiles, (5, 7), m)
    fact = sample.of_kernel("gaussian", {"gamma": gamma})
    phi = model.features.at(points)
    K = between(points, None) if m == n else phi @ phi.T
    dense = Problem(
        (K + K.T) / 2, y, lambdas, learner=learner, ridge=ridge, seed=1, kernel=fact, task=task
    )
    return LandmarkProblem.of_model(template, model, fact), dense


PLAIN = {"ridge": "lambda", "lambdas": np.array([0.1, 3.0])}
CASES = {
    "krr": {},
    "lssvm": {"learner": "lssvm"},
    "krr, μ = λ": PLAIN,
    "lssvm, μ = λ": PLAIN | {"learner": "lssvm"},
    "wide": {"gamma": 0.002},
    "numbers": {"y": NUMBERS},
    "numbers with a bias": {"y": NUMBERS + 3.0, "learner": "lssvm"},
}


@pytest.fixture(scope="module", params=CASES, ids=CASES.keys())
def both(request):
    return made(**CASES[request.param])


@pytest.mark.parametrize(("key", "options"), LEARNT, ids=str)
def test_every_criterion_is_that_of_the_landmarks_kernel_matrix(both, key, options):
    ours, dense = both
    try:
        expected = CRITERIA[key].score(dense, **options)
    except UndefinedScoreError as error:
        with pytest.raises(UndefinedScoreError, match=re.escape(error.reason)):
            CRITERIA[key].score(ours, **options)
    else:
        assert_allclose(CRITERIA[key].score(ours, **options), expected, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize(
    ("learner", "gamma"),
    mostly_at_night(
        product(("krr", "lssvm"), (3.0, 0.3)), lambda case: case in {("krr", 3.0), ("lssvm", 0.3)}
    ),
)
@pytest.mark.parametrize(("key", "options"), LEARNT, ids=str)
def test_as_many_landmarks_as_points_are_the_full_kernel(key, options, gamma, learner):
    ours, dense = made(m=N, gamma=gamma, learner=learner)
    expected = CRITERIA[key].score(dense, **options)
    assert_allclose(CRITERIA[key].score(ours, **options), expected, rtol=2e-4)


def test_what_needs_a_matrix_is_declined_in_words():
    ours, _ = made()
    declined = [k for k, c in CRITERIA.items() if c.applies_to("krr") and not c.of_landmarks]
    assert declined == ["bif"]
    for key in (*declined, *OF_ENTRIES):
        with pytest.raises(UndefinedScoreError, match="engine 'landmarks'"):
            CRITERIA[key].score(ours)
    with pytest.raises(UndefinedScoreError, match="engine 'landmarks'"):
        CRITERIA["sps"].score(ours, perturbation="max")
    assert not ours.held


def test_the_error_rate_on_training_points_counts_signs():
    ours, dense = made()
    rate, reason = ours.training_rate
    wrong = Y[:, None] * (Y[:, None] - dense.training_residuals) <= 0
    assert_array_equal(rate.value, wrong.mean(axis=0))
    assert_array_equal(rate.off, 0.0)
    assert not reason


def test_points_that_no_landmark_sees_have_no_sign():
    far = np.vstack([X[:-1], [[1e4, 0.0, 0.0]]])
    ours, _ = made(m=20, gamma=0.1, points=far)
    ours.model.features.Z[:] = X[:20]  # none of them is the distant point
    rate, reason = ours.training_rate
    assert np.isnan(rate.value).all()
    assert "1 of 150 points" in reason
    for key in ("kfold", "loo"):
        with pytest.raises(UndefinedScoreError, match="1 of 150 points"):
            CRITERIA[key].score(ours, loss="error")


def test_a_kernel_that_the_landmarks_do_not_see_is_declined_in_words(monkeypatch):
    with pytest.raises(UndefinedScoreError, match=r"25 landmarks leave 0.4\d of the trace"):
        made(gamma=1.2)  # told by the sums
    monkeypatch.setattr(module, "gathered", lambda *_: pytest.fail("no pass was needed"))
    with pytest.raises(UndefinedScoreError, match=r"25 landmarks leave 0.8\d of the trace"):
        made(gamma=50.0)


def test_labels_do_not_choose_landmarks_and_the_seed_does():
    first, other = made()[0], made(y=NUMBERS)[0]
    assert_array_equal(first.model.features.Z, other.model.features.Z)
    again = made()[0]
    assert_array_equal(first.fold_losses(5, "squared"), again.fold_losses(5, "squared"))


def test_the_full_kernel_lies_in_the_interval_below():
    n, m = 400, 150
    points = RNG.standard_normal((n, 5))
    hidden = points[:, 0] * points[:, 1] + np.sin(2 * points[:, 2])
    y = np.where(hidden + 0.3 * RNG.standard_normal(n) > 0, 1.0, -1.0)

    def cv(problem):
        return problem.cross_validation(5, "squared")

    for gamma in (0.02, 0.05, 0.1, 0.2):
        ours, _ = made(m=m, gamma=gamma, y=y, points=points)
        full = cv(made(m=n, gamma=gamma, y=y, points=points)[1])
        below = change_from_half(ours, cv, m)
        assert_allclose(below, 2 * np.abs(cv(ours) - cv(ours.first(m // 2))), rtol=1e-12)
        assert (full <= cv(ours) + 1e-6).all()
        assert (full >= cv(ours) - below - 1e-6).all()


def test_ridges_too_small_are_refused_and_the_others_computed():
    ours, dense = made(lambdas=np.array([1e-18, 1e-2]))
    for problem in (ours, dense):
        with pytest.raises(UndefinedScoreError, match="ill-conditioned") as caught:
            CRITERIA["loo"].score(problem)
        assert np.isnan(caught.value.values).tolist() == [True, False]
    assert_allclose(
        ours.restricted(ours.well_posed).press, dense.restricted(dense.well_posed).press
    )


def test_too_few_points_for_folds_are_told():
    with pytest.raises(UndefinedScoreError, match="k = 7 folds"):
        made(m=5, y=np.where(np.arange(N) < 6, 1.0, -1.0), gamma=0.01)[0].fold_losses(7, "squared")


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_what_runs_of_rows_tell_is_joined_to_the_same_bits_at_any_depth(monkeypatch, learner):
    at_once, dense = made(learner=learner)
    monkeypatch.setattr(of_rows, "STRETCH", 40)
    ours, _ = made(learner=learner)
    for depth in range(1, 4):
        runs = divided(stretches(N), depth)
        parts = [[ours.by_row_of(run), ours.wrong_of(run)] for run in runs]
        rows, wrong = joined(stretches(N), depth, iter(parts))
        for found, whole in zip((*rows, *wrong), (*ours.by_row, *ours.wrong), strict=True):
            assert_array_equal(found, whole)
    assert_allclose(rows.diagonal, dense.diagonal, rtol=1e-9)  # in the order of the points
    assert_allclose(rows.row_squares, dense.row_squares, rtol=1e-9)
    assert_allclose(rows.press.value, at_once.by_row.press.value, rtol=1e-12)
    assert_array_equal(wrong.wrong, at_once.wrong.wrong)
    assert_allclose(rows.shifts, at_once.by_row.shifts, rtol=1e-12)
