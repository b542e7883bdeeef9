"""A problem: what it accepts, what it refuses and by which words, and what it shares."""

import re
from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.criteria import CRITERIA, KernelFact, Problem, SvmProblem
from kselect_core.criteria.problems import least_squares as problem
from kselect_core.errors import (
    InvalidParameterError,
    KselectError,
    UndefinedScoreError,
    UnknownNameError,
)
from kselect_core.kernels import KERNELS
from kselect_core.learners import LEARNERS
from kselect_core.linalg.floating.underflow import KernelRows
from tests.criteria import definitions as d
from tests.tolerances import EXACT, ROUNDOFF, SOLVER

Y = np.array([1.0, -1.0, 1.0])
LAM = np.array([0.5])
FACT = KernelFact("gaussian", (("gamma", 0.7),), 3, 1.5)

PARAMETERS = {
    "gaussian": {"gamma": 0.7},
    "laplacian": {"c": 0.7},
    "matern32": {"c": 0.7},
    "matern52": {"c": 0.7},
    "rational_quadratic": {"gamma": 0.7},
    "cosine": {},
    "iterated": {"steps": 2},
    "polynomial": {"degree": 3, "normalised": True},
    "linear": {},
}


def sample(n, seed=0):
    """Points in three dimensions with labels that can be learnt."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 3))
    return X, np.where(X[:, 0] + 0.3 * rng.standard_normal(n) > 0, 1.0, -1.0)


# what is refused

BAD = {
    "a text": ("abc", "Problem: K must be a matrix of numbers, got 'abc'."),
    "ragged": (
        [[1.0], [1.0, 2.0]],
        "Problem: K must be a matrix of numbers, got [[1.0], [1.0, 2.0]].",
    ),
    "a vector": (
        np.ones(3),
        "Problem: the shape of K must be square, at least 2 × 2, got (3,).",
    ),
    "not square": (
        np.ones((3, 2)),
        "Problem: the shape of K must be square, at least 2 × 2, got (3, 2).",
    ),
    "a single point": (
        np.ones((1, 1)),
        "Problem: the shape of K must be square, at least 2 × 2, got (1, 1).",
    ),
    "empty": (
        np.ones((0, 0)),
        "Problem: the shape of K must be square, at least 2 × 2, got (0, 0).",
    ),
    "not symmetric": (
        np.array([[1.0, 0.5, 0.0], [0.4, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        "Problem: K must be symmetric (if only rounding differs, pass (K + K.T) / 2), "
        "got '|K − Kᵀ| up to 0.1, entries up to 1'.",
    ),
}


@pytest.mark.parametrize(("K", "words"), BAD.values(), ids=BAD)
def test_a_bad_kernel_matrix_is_refused_by_words(K, words):
    with pytest.raises(InvalidParameterError) as caught:
        Problem(K, Y, LAM)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("entry", "largest"),
    [
        (np.nan, "largest finite entry 1"),
        (np.inf, "largest finite entry 1"),
        (-np.inf, "largest finite entry 1"),
        (1e200, r"largest finite entry 1e\+200"),
        (-1e200, r"largest finite entry 1e\+200"),
    ],
)
def test_missing_infinite_and_overflowing_entries_are_named(entry, largest):
    K = np.eye(3)
    K[0, 1] = K[1, 0] = entry
    with pytest.raises(KselectError, match=f"infinite or overflowing entries \\({largest}\\)"):
        Problem(K, Y, LAM)


def test_a_matrix_without_a_single_number_is_named():
    with pytest.raises(KselectError, match="no finite entry"):
        Problem(np.full((3, 3), np.nan), Y, LAM)


@pytest.mark.parametrize(
    ("y", "words"),
    [
        ("abc", "Problem: y must be n numbers, got 'abc'."),
        (["a", "b", "c"], "Problem: y must be n numbers, got ['a', 'b', 'c']."),
        (np.ones(2), "Problem: the shape of y must be (3,), got (2,)."),
        (np.ones((3, 1)), "Problem: the shape of y must be (3,), got (3, 1)."),
    ],
)
def test_bad_labels_are_refused_by_words(y, words):
    with pytest.raises(InvalidParameterError) as caught:
        Problem(np.eye(3), y, LAM)
    assert str(caught.value) == words


@pytest.mark.parametrize("entry", [np.nan, np.inf])
def test_missing_labels_are_named(entry):
    with pytest.raises(KselectError, match="the labels y have missing or infinite entries"):
        Problem(np.eye(3), np.array([1.0, entry, 1.0]), LAM)


@pytest.mark.parametrize(
    "lambdas", [0.0, -1.0, np.nan, np.inf, "abc", [], [1.0, 0.0], [[1.0]], [1.0, np.nan], 1.5e308]
)
def test_bad_ridges_are_refused_by_words(lambdas):
    with pytest.raises(InvalidParameterError) as caught:
        Problem(np.eye(3), Y, lambdas)
    words = "Problem: λ (lambdas) must be one or more finite numbers greater than 0"
    assert str(caught.value).startswith(words)


def test_unknown_learners_and_ridges_are_named():
    with pytest.raises(
        UnknownNameError, match=r"No learner is called 'vm'\..*Known: krr, lssvm, svm\."
    ):
        Problem(np.eye(3), Y, LAM, learner="vm")
    words = r"Problem: ridge must be one of \('n_lambda', 'lambda'\), got 'C'\."
    with pytest.raises(InvalidParameterError, match=words):
        Problem(np.eye(3), Y, LAM, ridge="C")


@pytest.mark.parametrize("seed", [-1, True, 1.5, "x", None])
def test_bad_seeds_are_refused_by_words(seed):
    with pytest.raises(
        InvalidParameterError, match="Problem: seed must be a whole number ≥ 0, got"
    ):
        Problem(np.eye(3), Y, LAM, seed=seed)


# what is accepted


def test_lists_single_precision_and_fortran_order_become_read_only_double_precision():
    expected = np.array([[2.0, 0.5, 0.25], [0.5, 1.0, 0.0], [0.25, 0.0, 1.0]])
    for K in (
        expected.tolist(),
        expected.astype(np.float32),
        np.asfortranarray(expected),
        expected,
    ):
        made = Problem(K, [1, -1, 1], 0.5)
        assert_allclose(made.K, expected, **EXACT)
        assert made.K.dtype == made.y.dtype == made.lambdas.dtype == np.float64
        assert made.K.flags.c_contiguous
        assert not any(a.flags.writeable for a in (made.K, made.y, made.lambdas))


def test_a_problem_does_not_follow_later_changes_of_its_inputs():
    K, y, lam = np.eye(3), Y.copy(), LAM.copy()
    made = Problem(K, y, lam)
    view = Problem(np.asarray(memoryview(K)), y, lam)
    K[0, 0] = y[0] = lam[0] = 7.0
    for one in (made, view):
        assert_allclose(one.K, np.eye(3), **EXACT)
        assert_allclose(one.y, Y, **EXACT)
        assert_allclose(one.lambdas, LAM, **EXACT)


def test_a_read_only_matrix_is_not_copied():
    K = np.eye(3)
    K.flags.writeable = False
    assert Problem(K, Y, LAM).K is K


def test_a_matrix_of_zeros_is_a_problem():
    assert Problem(np.zeros((3, 3)), Y, LAM).n == 3


def test_asymmetry_is_found_in_every_block():
    K = np.eye(600)
    K[500, 3] = 1e-3
    with pytest.raises(InvalidParameterError, match="symmetric"):
        Problem(K, np.ones(600), LAM)


def test_ridges_follow_the_convention():
    lam = np.array([0.1, 2.0])
    one, other = (Problem(np.eye(3), Y, lam, ridge=ridge) for ridge in d.RIDGES)
    assert_allclose(one.mu, 3 * lam, **EXACT)
    assert_allclose(other.mu, lam, **EXACT)
    assert_allclose(one.ridges(2), 2 * lam, **EXACT)
    assert_allclose(other.ridges(2), lam, **EXACT)


# the solution, by both routes


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("ridge", d.RIDGES)
def test_dual_coefficients_are_those_of_the_fit(learner, ridge):
    X, y = sample(problem.KRYLOV_FROM)
    K = KERNELS["gaussian"](X, gamma=0.2)
    lam = np.array([1e-2, 1.0])
    exam = Problem(K, y, lam, learner=learner, ridge=ridge)
    for alpha, bias in (exam.dual, exam.dual_from_spectrum):
        for column, mu in enumerate(exam.mu):
            fit = LEARNERS[learner].fit(K, y, float(mu))
            assert_allclose(alpha[:, column], fit.alpha, rtol=SOLVER["rtol"], atol=1e-5)
            assert_allclose(bias[column], fit.b, **SOLVER)


def test_small_problems_use_the_spectrum_for_the_dual_coefficients():
    X, y = sample(40)
    exam = Problem(KERNELS["gaussian"](X, gamma=0.2), y, LAM)
    assert exam.dual is exam.dual_from_spectrum


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_large_problems_are_held_out_without_a_spectrum(learner):
    X, y = sample(problem.KRYLOV_FROM)
    exam = Problem(KERNELS["gaussian"](X, gamma=0.2), y, np.array([0.01, 1.0]), learner=learner)
    exam.held_out(5)
    assert "spectrum" not in vars(exam)
    smaller = Problem(exam.K[:-1, :-1], y[:-1], exam.lambdas, learner=learner)
    smaller.held_out(5)
    assert "spectrum" in vars(smaller)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_spent_budget_falls_back_to_the_spectrum_with_equal_numbers(learner, monkeypatch):
    X, y = sample(problem.KRYLOV_FROM)
    K, lam = KERNELS["gaussian"](X, gamma=0.2), np.array([0.01, 1.0])
    quick = Problem(K, y, lam, learner=learner)
    slow = Problem(K, y, lam, learner=learner)
    expected, (alpha, bias) = CRITERIA["kfold"].score(quick), quick.dual
    assert "spectrum" not in vars(quick)
    monkeypatch.setattr(problem, "held_out_predictions", lambda *_, **__: None)
    monkeypatch.setattr(problem, "ridge_solutions", lambda *_, **__: None)
    assert_allclose(CRITERIA["kfold"].score(slow), expected, **SOLVER)
    assert_allclose(slow.dual[0], alpha, **SOLVER)
    assert_allclose(slow.dual[1], bias, **SOLVER)
    assert "spectrum" in vars(slow)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_single_ridge_that_runs_are_slow_for_needs_no_spectrum(learner):
    X, y = sample(problem.KRYLOV_FROM)
    K = KERNELS["gaussian"](X, gamma=0.5)
    alone, two = (
        Problem(K, y, lam, learner=learner, kernel=FACT) for lam in ((1e-8,), (1e-8, 1e-2))
    )
    (alpha, b), (both, biases) = alone.dual, two.dual
    assert "spectrum" not in vars(alone)
    assert "spectrum" in vars(two)
    assert_allclose(alpha[:, 0], both[:, 0], rtol=1e-5, atol=1e-5 * np.abs(alpha).max())
    assert_allclose(b[0], biases[0], **SOLVER)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_sign_that_runs_leave_open_needs_no_spectrum_where_there_is_one_ridge(learner):
    X, y = sample(problem.KRYLOV_FROM)
    kernel, lam = partial(KERNELS["gaussian"], gamma=0.5), 0.01
    alpha, b = d.fitted(kernel(X), y, lam * len(y), learner)
    inside = kernel(X) @ alpha + b
    low, high = X[inside.argmin()], X[inside.argmax()]
    for _ in range(27):
        middle = (low + high) / 2
        low, high = (middle, high) if kernel(middle[None], X)[0] @ alpha + b < 0 else (low, middle)
    across = KernelRows(kernel(np.array([low, high]), X))
    exam = Problem(kernel(X), y, lam, learner=learner, kernel=FACT)
    found = exam.signs_at(across, across.K @ exam.dual[0] + exam.dual[1])
    assert found.sure.all()
    assert (np.abs(found.f) < 1e-6).all()
    assert np.sign(found.f[:, 0]).tolist() == [-1, 1]
    assert "spectrum" not in vars(exam)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_sign_within_the_rounding_of_a_factor_is_left_to_the_spectrum(learner):
    X, y = sample(problem.KRYLOV_FROM)
    K = KERNELS["gaussian"](X, gamma=0.5)
    exam = Problem(K, y, 1e-5, learner=learner, kernel=FACT)
    alpha, b = exam.dual
    _, _, rounding = exam.factored
    unsure = 0.1 * rounding * (K[0] @ np.abs(alpha[:, 0]))
    row = K[0] - alpha[:, 0] * (K[0] @ alpha[:, 0] + b[0] - unsure) / (alpha[:, 0] @ alpha[:, 0])
    f = row @ alpha + b
    assert_allclose(f, unsure, rtol=0.1)
    exam.signs_at(KernelRows(row[None]), f[None])
    assert "spectrum" in vars(exam)


@pytest.mark.parametrize("learner", d.LEARNERS)
def test_digits_of_a_single_ridge_do_not_depend_on_what_was_asked_before(learner):
    X, y = sample(problem.KRYLOV_FROM)
    K = KERNELS["gaussian"](X, gamma=0.5)
    one, other = (Problem(K, y, 0.1, learner=learner, kernel=FACT) for _ in range(2))
    _ = other.spectrum
    assert_array_equal(one.dual[0], other.dual[0])


@pytest.mark.parametrize("learner", d.LEARNERS)
@pytest.mark.parametrize("kernel", [KernelFact(), KernelFact("precomputed", (("t", 1.0),))])
def test_one_ridge_of_a_given_matrix_in_single_precision_is_fitted_as_many_are(learner, kernel):
    """What rounding has made negative is zero in a spectrum, and would not be in a factor."""
    X, y = sample(400)
    K = KERNELS["gaussian"](X, gamma=0.05).astype(np.float32).astype(np.float64)
    alone, two = (
        Problem(K, y, lam, learner=learner, kernel=kernel) for lam in ((3e-9,), (3e-9, 1e-8))
    )
    assert_allclose(alone.dual[0][:, 0], two.dual[0][:, 0], **SOLVER)


def test_held_out_predictions_are_computed_once_per_number_of_folds(monkeypatch):
    X, y = sample(40)
    exam = Problem(KERNELS["gaussian"](X, gamma=0.2), y, LAM)
    first = exam.held_out(4)
    monkeypatch.setattr(Problem, "_held_out_predictions", None)
    assert exam.held_out(4) is first


# a kernel made in place


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_problem_of_a_kernel_scores_like_one_of_its_matrix(name, learner):
    X, y = sample(60)
    lam = np.array([1e-2, 1.0])
    kernel, parameters = KERNELS[name], PARAMETERS[name]
    sample_of = KernelFact.of_sample(X)
    template = Problem(
        np.eye(60), y, lam, learner=learner, ridge="lambda", seed=3, kernel=sample_of
    )
    made = Problem.of_kernel(kernel, kernel.shared(X), parameters, template, np.empty((60, 60)))
    fact = sample_of.of_kernel(name, parameters)
    plain = template.with_matrix(kernel(X, **parameters), kernel=fact)
    assert_allclose(made.K, plain.K, **EXACT)
    for criterion in d.JUDGES.values():
        assert_allclose(outcome(criterion, made), outcome(criterion, plain), **EXACT)


def outcome(criterion, given):
    """Value of a criterion; NaN where the kernel leaves it undefined."""
    try:
        return criterion.score(given)
    except UndefinedScoreError as error:
        return np.nan if criterion.name in ("br", "ep") and "kernel" in error.reason else np.inf


def test_a_problem_of_a_kernel_takes_nothing_from_the_matrix_of_its_template():
    X, y = sample(60)
    kernel = KERNELS["gaussian"]
    sample_of = KernelFact.of_sample(X)
    template = Problem(3 * np.eye(60) + 1, y, np.array([0.1, 1.0]), kernel=sample_of)
    for criterion in d.JUDGES.values():
        outcome(criterion, template)  # now everything is known about the template
    made = Problem.of_kernel(kernel, kernel.shared(X), {"gamma": 0.7}, template, np.empty((60, 60)))
    fact = sample_of.of_kernel("gaussian", {"gamma": 0.7})
    plain = Problem(kernel(X, gamma=0.7), y, template.lambdas, kernel=fact)
    for criterion in d.JUDGES.values():
        assert_allclose(criterion.score(made), criterion.score(plain), **EXACT)


def test_a_matrix_made_in_place_is_read_only_through_the_problem():
    X, y = sample(10)
    kernel, out = KERNELS["linear"], np.empty((10, 10))
    made = Problem.of_kernel(kernel, kernel.shared(X), {}, Problem(np.eye(10), y, LAM), out)
    assert np.shares_memory(made.K, out)
    assert not made.K.flags.writeable
    assert out.flags.writeable


@pytest.mark.parametrize("scale", [1e10, 1e20])
def test_an_overflowing_kernel_is_named(scale):
    X, y = sample(10)
    kernel = KERNELS["polynomial"]
    with pytest.raises(KselectError, match="use a lower degree or the normalised kernel"):
        Problem.of_kernel(
            kernel,
            kernel.shared(scale * X),
            {"degree": 20},
            Problem(np.eye(10), y, LAM),
            np.empty((10, 10)),
        )


# ridges that are too small


def test_ridges_below_rounding_are_refused_and_the_others_kept():
    K, y = d.example(12, 0, at_least=5)
    lam = np.array([1e-16, 1e-3, 1e-14, 1.0])
    kept = Problem(K, y, lam[[1, 3]], kernel=FACT)
    for criterion in d.JUDGES.values():
        if "ridge" in criterion.needs:
            with pytest.raises(UndefinedScoreError) as caught:
                criterion.score(Problem(K, y, lam, kernel=FACT))
            assert caught.value.reason == (
                "ill-conditioned: the ridge μ = 1.2e-13 is below 1e-12 of the largest eigenvalue "
                "of K; use a larger λ or a scaled kernel"
            )
            assert_allclose(caught.value.values[[1, 3]], criterion.score(kept), **ROUNDOFF)
            assert np.isnan(caught.value.values[[0, 2]]).all()
        else:
            assert np.isfinite(criterion.score(Problem(K, y, lam))).all()


@pytest.mark.parametrize(
    ("K", "mu", "usable"),
    [
        (np.eye(20), 4e-12, True),  # below the bound by ‖K‖_F, above that by σ₁
        (20 * np.eye(20), 1.9e-11, False),  # between both bounds
        (20 * np.eye(20), 2.1e-11, True),
        (np.ones((20, 20)), 1.9e-11, False),
        (np.ones((20, 20)), 2.1e-11, True),
        (1e-9 * np.eye(20), 0.9e-12, False),
        (1e-9 * np.eye(20), 1.1e-12, True),
    ],
)
def test_a_ridge_is_usable_from_a_fixed_share_of_the_largest_eigenvalue(K, mu, usable):
    y = np.repeat([1.0, -1.0], 10)
    assert Problem(K, y, [mu], ridge="lambda").well_posed == [usable]


def test_ridges_that_are_clearly_too_small_cost_no_spectrum():
    X, y = sample(60)
    K = KERNELS["polynomial"](10 * X, degree=20)
    exam = Problem(K, y, np.array([1e-3, 1.0]))
    with pytest.raises(UndefinedScoreError, match="ill-conditioned"):
        CRITERIA["kfold"].score(exam)
    assert "spectrum" not in vars(exam)


def test_values_are_all_missing_when_every_ridge_is_too_small():
    K, y = d.example(12, 0)
    with pytest.raises(UndefinedScoreError, match="ill-conditioned") as caught:
        CRITERIA["loo"].score(Problem(K, y, np.array([1e-300, 1e-200])))
    assert np.isnan(caught.value.values).all()


def test_a_restricted_problem_keeps_a_known_spectrum():
    K, y = d.example(12, 0)
    exam = Problem(K, y, np.array([0.1, 1.0]))
    usable = np.array([False, True])
    assert "spectrum" not in vars(exam.restricted(usable))
    known = exam.spectrum
    assert exam.restricted(usable).spectrum is known
    assert_allclose(exam.restricted(usable).lambdas, [1.0], **EXACT)
    assert_allclose(exam.restricted(~usable).lambdas, [0.1], **EXACT)


def test_work_is_shared_where_some_ridges_are_refused(monkeypatch):
    X, y = sample(problem.KRYLOV_FROM)
    exam = Problem(KERNELS["gaussian"](X, gamma=0.2), y, np.array([1e-20, 0.1, 1.0]))
    calls, decompose, hold_out = [], problem.spectrum, problem.held_out_predictions
    monkeypatch.setattr(problem, "spectrum", lambda K: calls.append("spectrum") or decompose(K))
    monkeypatch.setattr(
        problem,
        "held_out_predictions",
        lambda *parts, bias: calls.append("held out") or hold_out(*parts, bias=bias),
    )
    for name in ("kfold", "loo", "ks", "gcv", "sm_hinge", "sps"):
        if "ridge" in CRITERIA[name].needs:
            with pytest.raises(UndefinedScoreError, match="ill-conditioned"):
                CRITERIA[name].score(exam)
        else:
            CRITERIA[name].score(exam)
    assert sorted(calls) == ["held out", "spectrum"]


def test_large_problems_decline_an_eigendecomposition_by_name(monkeypatch):
    monkeypatch.setattr(problem, "EIGH_LIMIT", 11)
    K, y = d.example(12, 0)
    words = "needs the eigendecomposition of a 12 × 12 matrix, skipped above n = 11"
    with pytest.raises(UndefinedScoreError, match=words):
        CRITERIA["loo"].score(Problem(K, y, LAM))
    with pytest.raises(UndefinedScoreError, match="ill-conditioned"):
        CRITERIA["loo"].score(Problem(K, y, np.array([1e-16])))


@pytest.mark.parametrize("n", [30, problem.KRYLOV_FROM])
@pytest.mark.parametrize("learner", d.LEARNERS)
def test_a_fit_without_a_minimum_is_undefined(n, learner):
    M = np.random.default_rng(0).standard_normal((n, n))
    K, (_, y) = M + M.T, sample(n)
    smallest = np.linalg.eigvalsh(K)[0]
    bad = Problem(K, y, np.array([-0.5 * smallest]), learner=learner, ridge="lambda")
    good = Problem(K, y, np.array([-1.5 * smallest]), learner=learner, ridge="lambda")
    for name in ("kfold", "loo", "gcv", "remp", "ks"):
        with pytest.raises(UndefinedScoreError, match="K is indefinite: with the ridge μ = "):
            CRITERIA[name].score(bad)
        assert np.isfinite(CRITERIA[name].score(good)).all()
    with pytest.raises(UndefinedScoreError, match="the fit has no minimum; use a larger λ"):
        _ = bad.dual


# some of the points, or other labels


def test_points_that_stay_keep_their_fold():
    X, y = sample(23)
    whole = Problem(KERNELS["gaussian"](X, gamma=0.7), y, LAM, seed=5)
    rows = np.delete(np.arange(23), 7)
    fewer = whole.altered(rows, y[rows])
    assert fewer.n == 22
    assert np.array_equal(fewer.y, y[rows])
    expected = [fold[fold != 7] for fold in whole.folds(4)]
    assert [rows[fold].tolist() for fold in fewer.folds(4)] == [e.tolist() for e in expected]


def test_changed_labels_do_not_redraw_the_folds():
    _, y = sample(24)
    whole = Problem(np.eye(24), y, LAM, seed=5)
    flipped = np.where(np.arange(24) == 3, -y, y)
    kept = whole.altered(np.arange(24), flipped).folds(5)
    assert [fold.tolist() for fold in kept] == [fold.tolist() for fold in whole.folds(5)]
    drawn = Problem(np.eye(24), flipped, LAM, seed=5).folds(5)
    assert [fold.tolist() for fold in drawn] != [fold.tolist() for fold in kept]


def test_a_fold_that_loses_its_only_point_is_dropped():
    whole = Problem(np.eye(6), np.arange(6.0), LAM)
    assert [len(fold) for fold in whole.altered(np.arange(5), np.arange(5.0)).folds(5)] in (
        [1, 1, 1, 2],
        [1, 1, 2, 1],
        [1, 2, 1, 1],
        [2, 1, 1, 1],
        [1, 1, 1, 1, 1],
    )


def test_folds_are_kept_by_kernels_and_by_fewer_ridges():
    X, y = sample(23)
    kernel, lam = KERNELS["gaussian"], np.array([0.1, 1.0])
    rows = np.delete(np.arange(23), 7)
    template = Problem(np.eye(23), y, lam, seed=5).altered(rows, y[rows])
    made = Problem.of_kernel(
        kernel, kernel.shared(X[rows]), {"gamma": 0.7}, template, np.empty((22, 22))
    )
    some = made.restricted(np.array([True, False]))
    for exam in (made, some):
        assert all(
            np.array_equal(*pair) for pair in zip(exam.folds(4), template.folds(4), strict=True)
        )


def test_cross_validation_without_a_point_is_that_of_explicit_folds():
    X, y = sample(23)
    kernel, lam = KERNELS["gaussian"], np.array([0.1, 1.0])
    rows = np.delete(np.arange(23), 7)
    whole = Problem(np.eye(23), y, lam, seed=5)
    exam = Problem.of_kernel(
        kernel,
        kernel.shared(X[rows]),
        {"gamma": 0.7},
        whole.altered(rows, y[rows]),
        np.empty((22, 22)),
    )
    folds = [np.flatnonzero(np.isin(rows, fold)) for fold in whole.folds(4)]
    means = []
    for fold in folds:
        rest = np.setdiff1d(np.arange(22), fold)
        K = exam.K[np.ix_(rest, rest)]
        fits = [np.linalg.solve(K + v * len(rest) * np.eye(len(rest)), exam.y[rest]) for v in lam]
        f = exam.K[np.ix_(fold, rest)] @ np.stack(fits, axis=1)
        means.append(((exam.y[fold][:, None] - f) ** 2).mean(axis=0))
    assert_allclose(exam.cross_validation(4, "squared"), np.mean(means, axis=0), **ROUNDOFF)


def test_other_labels_on_the_same_matrix_give_what_a_new_problem_gives():
    rng = np.random.default_rng(5)
    X, y = rng.standard_normal((30, 2)), np.where(np.arange(30) % 3, 1.0, -1.0)
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    first = Problem(K, y, (0.01, 0.1), learner="lssvm", seed=4)
    _ = first.moments, first.spectrum, first.fit, first.held_out(5), first.weighted_labels
    _ = first.largest_diagonal
    other = rng.permutation(y)
    kept, anew = first.relabelled(other), Problem(K, other, (0.01, 0.1), learner="lssvm", seed=4)
    assert kept.spectrum is first.spectrum
    assert "largest_diagonal" in vars(kept)
    for key, criterion in CRITERIA.items():
        if criterion.applies_to("lssvm"):
            assert_allclose(kept_score(kept, key), kept_score(anew, key), **ROUNDOFF, err_msg=key)


def kept_score(problem, key):
    try:
        return CRITERIA[key].score(problem)
    except UndefinedScoreError:
        return np.nan


def test_a_problem_knows_its_kernel_only_where_somebody_says_it():
    X, y = sample(12)
    assert Problem(np.eye(12), y, LAM).kernel == KernelFact()
    assert Problem(np.eye(12), y, LAM, kernel=FACT).kernel == FACT
    with pytest.raises(InvalidParameterError, match="kernel must be a KernelFact, got 'gaussian'"):
        Problem(np.eye(12), y, LAM, kernel="gaussian")
    about = KernelFact.of_sample(2 * X)
    assert (about.name, about.features) == ("", 3)
    assert_allclose(about.variance, 4 * np.mean([np.var(X[:, j]) for j in range(3)]), **ROUNDOFF)


def test_a_kernel_made_for_a_template_is_known_with_its_sample():
    X, y = sample(12)
    template = Problem(np.eye(12), y, LAM, kernel=KernelFact.of_sample(X))
    kernel, out = KERNELS["gaussian"], np.empty((12, 12))
    made = Problem.of_kernel(kernel, kernel.shared(X), {"gamma": 0.7}, template, out)
    assert made.kernel == template.kernel._replace(name="gaussian", parameters=(("gamma", 0.7),))
    assert made.kernel.parameter("gamma") == 0.7


def test_other_ridges_and_labels_keep_the_kernel_and_another_matrix_only_the_sample():
    _, y = sample(12)
    exam = Problem(np.eye(12), y, np.array([0.1, 1.0]), kernel=FACT)
    assert exam.restricted(np.array([True, False])).kernel == FACT
    assert exam.relabelled(-y).kernel == FACT
    assert exam.with_matrix(np.ones((12, 12))).kernel == KernelFact("", (), 3, 1.5)
    assert exam.altered(np.arange(11), y[:11]).kernel == KernelFact("", (), 3, 1.5)
    other = FACT.of_kernel("linear")
    assert exam.with_matrix(np.ones((12, 12)), kernel=other).kernel == other


def test_folds_without_strata_are_drawn_whatever_the_labels():
    y = np.array([1.0] * 6 + [-1.0] * 18)
    drawn = [Problem(np.eye(24), y, LAM, seed=seed, stratified=False) for seed in range(20)]
    counts = {int((one.y[fold] > 0).sum()) for one in drawn for fold in one.folds(3)}
    assert counts >= {0, 1, 2, 3, 4}
    for one in drawn:
        assert [len(fold) for fold in one.folds(3)] == [8, 8, 8]
        for other in (
            one.with_matrix(np.eye(24)),
            one.relabelled(-y),
            one.altered(np.arange(24), y),
        ):
            assert not other.stratified
            assert [f.tolist() for f in other.folds(3)] == [f.tolist() for f in one.folds(3)]


def test_a_fold_without_strata_that_holds_a_whole_class_is_told():
    y = np.array([1.0, 1.0] + [-1.0] * 10)
    reasons = set()
    for seed in range(30):
        try:
            Problem(np.eye(12), y, LAM, seed=seed, stratified=False).check_folds(2)
        except UndefinedScoreError as error:
            reasons.add(str(error))
    assert reasons == {
        "k = 2 folds that are not stratified: one holds every member of the class +1, so that no "
        "fit without it knows both classes"
    }


def test_whether_folds_are_stratified_is_a_yes_or_no():
    with pytest.raises(InvalidParameterError, match="stratified must be True or False"):
        Problem(np.eye(3), Y, LAM, stratified=1)


def low_rank(n=30):
    """Kernel of rank three, and labels of two classes of different size."""
    X = np.random.default_rng(0).standard_normal((n, 3))
    return X @ X.T, np.where(X[:, 0] > 0.7, 1.0, -1.0)


CLASSES = {
    "0 and 1": lambda y: (y > 0).astype(float),
    "truth values": lambda y: y > 0,
    "1 and 2": lambda y: 1 + (y > 0),
    "fractions": lambda y: 0.5 * y,
}


@pytest.mark.parametrize("coded", CLASSES.values(), ids=CLASSES)
@pytest.mark.parametrize("made", [Problem, SvmProblem])
def test_two_other_values_are_refused_with_the_coding(made, coded):
    matrix, y = low_rank()
    largest = float(np.max(coded(y)))
    words = re.escape(f"as np.where(y == {largest:g}, 1.0, -1.0) makes them")
    with pytest.raises(InvalidParameterError, match=words) as caught:
        made(matrix, coded(y), LAM)
    assert ("task='regression'" in str(caught.value)) == (made is Problem)
    recoded = np.where(coded(y) == largest, 1.0, -1.0)
    assert_array_equal(made(matrix, recoded, LAM).y, y)


@pytest.mark.parametrize("change", ["relabelled", "with_matrix"])
def test_classes_stay_coded_when_labels_are_exchanged(change):
    matrix, y = low_rank()
    problem = Problem(matrix, y, LAM)
    arguments = {"relabelled": (), "with_matrix": (matrix,)}[change]
    with pytest.raises(InvalidParameterError, match="for two classes"):
        getattr(problem, change)(*arguments, (y > 0).astype(float))
    assert getattr(problem, change)(*arguments, -y).is_classification
    real = Problem(matrix, matrix[0], LAM)
    assert_allclose(getattr(real, change)(*arguments, np.round(matrix[0])).y, np.round(matrix[0]))


@pytest.mark.parametrize("y", [np.arange(30) % 3, np.arange(30) % 3 - 1.0, 5 * (np.arange(30) % 9)])
def test_a_few_whole_numbers_may_be_classes(y):
    matrix, _ = low_rank()
    with pytest.raises(InvalidParameterError, match="of several classes, two or one against"):
        Problem(matrix, y, LAM)
    quantity = Problem(matrix, y, LAM, task="regression")
    assert not quantity.is_classification
    assert np.isfinite(CRITERIA["kfold"].score(quantity)).all()


@pytest.mark.parametrize("y", [np.arange(30.0), np.arange(30) / 7, np.zeros(30), np.ones(30)])
def test_quantities_and_a_single_value_are_taken_as_they_are(y):
    assert_array_equal(Problem(low_rank()[0], y, LAM).y, y)


def test_a_task_is_checked():
    matrix, y = low_rank()
    with pytest.raises(InvalidParameterError, match="task must be None or one of"):
        Problem(matrix, y, LAM, task="multiclass")
    with pytest.raises(InvalidParameterError, match=r"y must be −1 and \+1 for two classes, got"):
        Problem(matrix, matrix[0], LAM, task="binary")
    with pytest.raises(InvalidParameterError, match="task must be None or 'binary'"):
        SvmProblem.of_ridges(matrix, y, LAM, ridge="lambda", seed=0, task="regression")


@pytest.mark.parametrize("kind", [np.float32, np.float16])
def test_a_matrix_of_fewer_digits_is_symmetric_within_them(kind):
    exact, y = low_rank()
    noise = np.random.default_rng(1).uniform(-1, 1, exact.shape)
    rounded = (exact * (1 + np.finfo(kind).eps * noise)).astype(kind)
    assert not (rounded == rounded.T).all()
    for given in (rounded, rounded.astype(np.float64))[: 2 if kind is np.float32 else 1]:
        problem = Problem(given, y, LAM)
        assert_array_equal(problem.K, problem.K.T)
        assert_allclose(problem.K, exact, atol=2 * np.finfo(kind).eps * np.abs(exact).max())
    with pytest.raises(InvalidParameterError, match=re.escape("pass (K + K.T) / 2")):
        Problem(exact * (1 + 1e-7 * noise), y, LAM)


def test_negative_eigenvalues_of_single_precision_are_rounding():
    exact, y = low_rank()
    assert not Problem(exact.astype(np.float32), y, LAM).spectrum.indefinite
    assert Problem((exact - 0.1 * np.eye(30)).astype(np.float32), y, LAM).spectrum.indefinite
