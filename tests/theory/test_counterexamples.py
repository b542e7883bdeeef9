"""The counterexamples are counterexamples: brute force, and the numbers that are quoted."""

import numpy as np
import pytest

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.theory import counterexamples as c, demonstrations as d, kernel_stability
from tests.tolerances import ROUNDOFF, SOLVER

same = np.testing.assert_allclose


def test_the_weyl_step_fails_for_two_points():
    found = c.weyl_step(0.5)
    same(found.norm, (1 + np.sqrt(2)) / 2, **ROUNDOFF)
    same(found.shifts, (0.5, 0.5), **ROUNDOFF)
    assert round(found.norm, 3) == 1.207


@pytest.mark.parametrize("s", [0.05, 0.3, 0.9])
def test_the_weyl_step_fails_for_every_similarity(s):
    found = c.weyl_step(s)
    assert found.norm > max(found.shifts)
    same(found.norm, (1 + np.sqrt(1 + 4 * s**2)) / 2, **ROUNDOFF)


def test_c3_as_printed_is_violated():
    found = c.svm_variance(0.01)
    assert found.variance == 1.0
    assert round(found.bound.printed, 4) == 0.0023
    assert found.bound.proved > found.variance


def _cross_validated(machine, lam, kappa, loss):
    """Variance of two-fold CV over all four samples, each fold's fit from its definition."""
    values = []
    for y in np.array(np.meshgrid([-1.0, 1.0], [-1.0, 1.0])).reshape(2, 4).T:
        held_out = [loss(y[1 - i], machine(y[i], lam, kappa)) for i in (0, 1)]
        values.append(np.mean(held_out))
    return np.var(values)


def test_the_variance_of_the_machine_is_that_of_all_samples():
    def machine(y, lam, kappa):
        problem = SvmProblem(np.full((2, 2), kappa), [y, y], [0.25 / lam])  # the point, twice
        alpha = np.clip(problem.y * problem.machines.beta[0], 0, None).sum()
        free = y * min(1 / (2 * lam), 1 / kappa) * kappa
        assert alpha >= 0
        return free

    hinge = lambda y, f: max(0.0, 1 - y * f)  # noqa: E731
    for lam in (0.01, 0.7, 3.0):
        got = c.svm_variance(lam).variance
        same(got, _cross_validated(machine, lam, 1.0, hinge), **ROUNDOFF)


def test_c1_is_violated_even_as_its_proof_gives_it():
    found = c.krr_variance(0.01)
    assert found.variance > 1000 * found.bound.proved

    def machine(y, lam, kappa):
        problem = Problem(np.full((2, 2), kappa), [y, y], [lam])  # the point, twice
        return kappa * problem.dual[0].sum()

    brute = _cross_validated(machine, 1.0, 0.01, lambda y, f: (y - f) ** 2)
    same(found.variance, brute, **ROUNDOFF)


def test_c2_is_violated_even_as_its_proof_gives_it():
    found = c.lssvm_variance(0.01)
    assert found.variance == 4.0
    assert found.variance > 100 * found.bound.proved

    def machine(y, lam, kappa):
        alpha, b = Problem(np.full((2, 2), kappa), [y, y], [lam], learner="lssvm").dual
        return kappa * alpha.sum() + b[0]

    brute = _cross_validated(machine, 1.0, 0.01, lambda y, f: (y - f) ** 2)
    same(found.variance, brute, **ROUNDOFF)


def test_lemma_1_of_sm_fails_as_printed_and_holds_as_proved():
    found = c.lemma_of_sm()
    y = np.array([1.0, -1.0, 1.0, 1.0, -1.0])
    f = np.eye(5) @ np.linalg.solve(np.eye(5) + 10 * np.eye(5), y)
    same(found["printed"].claimed_larger, np.mean(y * f), **ROUNDOFF)
    same(found["printed"].claimed_smaller, 5 * 10 / 15 * (y @ y / 5 / 5), **ROUNDOFF)
    assert found["printed"].false
    assert not found["proved"].false


@pytest.mark.parametrize("n", [2, 7, 30])
def test_one_point_reaches_the_worst_beta_of_every_kernel(n):
    shift, norm = c.worst_case_of_one_point(n)
    same(shift, 1.0, **ROUNDOFF)
    same(norm, kernel_stability.worst_norm(1.0, n), **ROUNDOFF)


@pytest.mark.parametrize("seed", range(4))
def test_no_kernel_has_a_larger_beta(seed):
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((12, 4))
    B /= np.linalg.norm(B, axis=1, keepdims=True)
    problem = Problem(B @ B.T, rng.choice([-1.0, 1.0], 12), [1.0])
    from kselect_core.criteria.spectral.ks import kernel_stability as stability
    from kselect_core.criteria.spectral.sps import largest_shift

    assert largest_shift(problem) <= 1.0 + 1e-9
    assert stability(problem) <= kernel_stability.worst_norm(1.0, 12) + 1e-9


def test_the_inverse_of_the_bordered_matrix_is_larger_than_claimed():
    found = c.bordered_inverse()
    matrix = np.block(
        [[np.ones((100, 100)) + 100 * np.eye(100), np.ones((100, 1))], [np.ones((1, 100)), 0.0]]
    )
    same(found.claimed_smaller, 1 / np.linalg.svd(matrix, compute_uv=False).min(), **SOLVER)
    assert found.claimed_smaller > 1.9
    assert found.claimed_larger == 0.01
    assert found.false


def test_a_machine_of_one_point_changes_by_more_than_half_of_c():
    for cost in (0.1, 0.5, 1.0):
        found = c.one_point_machine(cost)
        same(found, (cost, cost / 2), **ROUNDOFF)
        assert found.false


def test_the_sign_in_the_proof_of_theorem_2_matters():
    found = c.squared_losses()
    assert round(found.claimed_smaller, 2) == 2.21
    assert found.false


@pytest.mark.parametrize("seed", range(3))
def test_fsm_of_the_identity_is_zero_for_any_labels(seed):
    X, _ = d.two_clouds(20, seed=seed)
    labels = np.random.default_rng(seed).permutation(np.repeat([-1.0, 1.0], [8, 12]))
    path = d.fsm_path(X, labels, np.array([2.0**-20, 1.0]))
    fsm, fsm_u = path.columns["fsm"], path.columns["fsm_u"]
    assert fsm[0] == 0.0 < fsm[1]
    assert fsm_u[0] == np.inf


def test_the_identity_ties_with_the_ideal_kernel_only_under_the_entry_sum():
    found = d.sm_tie(20, n_plus=10, highest=6)
    r = found.powers
    same(found.columns["printed", "identity"], 4.0 * 20.0**-r, **ROUNDOFF)
    same(found.columns["printed", "ideal"], 4.0 * 20.0**-r, **ROUNDOFF)
    same(found.columns["trace", "identity"], 20.0 ** (2 - r) / 100, **ROUNDOFF)
    same(found.columns["trace", "ideal"], 4.0 * 2.0**-r, **ROUNDOFF)


def test_the_true_shifts_add_up_to_the_trace_and_the_first_order_grows():
    X, y = d.two_clouds(15)
    path = d.sps_path(X, 2.0 ** np.arange(-6, 9))
    same(path.columns["true shifts"], 1.0, **ROUNDOFF)
    same(path.columns["trace"], 1.0, **ROUNDOFF)
    first = path.columns["first order"]
    assert (np.diff(first) >= -1e-12).all()
    assert first[0] < 1.05 and first[-1] > 2.5  # noqa: PT018
    K = np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * 2.0**-6))
    problem = Problem(K, y, [1.0])
    penalty = (
        CRITERIA["sps"].score(problem, perturbation="first_order") - CRITERIA["remp"].score(problem)
    )[0]
    same(penalty * 15, first[0], **SOLVER)


def test_shuffling_keeps_the_sizes_of_the_classes():
    y = np.where(np.arange(30) < 8, 1.0, -1.0)
    same(d.shuffled(y, 0.0), y)
    for share in (0.3, 1.0):
        dealt = d.shuffled(y, share, seed=3)
        assert dealt.sum() == y.sum()
        assert 0 < (dealt != y).sum() <= 30 * share


@pytest.mark.parametrize(
    ("learner", "column"),
    [("svm", "as printed"), ("krr", "as the proof gives it"), ("lssvm", "as the proof gives it")],
)
def test_the_paths_show_where_a_bound_is_false(learner, column):
    path = c.variance_path(learner, 9)
    case = getattr(c, f"{learner}_variance")
    assert path.columns["variance"][3] == case(float(path.x[3])).variance
    false = path.columns["variance"] > path.columns[column]
    assert false[0]
    assert not false[-1]


def test_the_weyl_path_is_false_inside():
    path = c.weyl_path(11)
    norm, shift = path.columns["norm"], path.columns["shift"]
    assert (norm[1:] > shift[1:]).all()
    same(norm[0], shift[0], **ROUNDOFF)


def test_every_further_case_is_false():
    assert all(pair.false for _, pair in c.further_cases())


def test_the_choice_along_a_path_is_its_smallest_value():
    X, y = d.two_clouds(20)
    path = d.fsm_path(X, y, d.WIDTHS)
    assert path.chosen("fsm") == d.WIDTHS[0]
    assert path.chosen("fsm_u") > 1.0


def test_sm_of_one_power_can_be_looked_up():
    tie = d.sm_tie(20, n_plus=10, highest=4)
    same(tie.at("trace", "ideal", 3), 4 / 8, **ROUNDOFF)
