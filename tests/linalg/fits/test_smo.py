"""Machines on a path of C are those of libsvm, also with points held out, removed, or alone."""

import importlib.util
from itertools import product

import numba
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.svm import SVC

from kselect_core.linalg.fits import smo
from kselect_core.linalg.fits.smo import (
    NOTHING,
    held_out_decisions,
    leave_one_out_decisions,
    machines,
    prediction_changes,
)
from tests.collection import mostly_at_night

C = np.array([10.0, 0.01, 1.0, 100.0])  # not in order
TIGHT = 1e-9
FOLDS = [np.arange(40).reshape(20, 2)[q::5].ravel() for q in range(5)]
SINGLE = 2e-7  # libsvm keeps kernel values in single precision: Σ|β| times that in f


def sample(n=40, seed=0, share=0.5, noise=0.6):
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) < share * n, 1.0, -1.0)
    X = rng.standard_normal((n, 2)) + noise * y[:, None]
    return X, y


def gaussian(X, Z, gamma=0.7):
    return np.exp(-gamma * np.square(X[:, None] - Z[None]).sum(axis=-1))


def libsvm(K, y, cost):
    return SVC(C=cost, kernel="precomputed", tol=TIGHT).fit(K, y)


def libsvm_without(K, y, cost, out):
    kept = np.setdiff1d(np.arange(len(y)), out)
    if len(set(y[kept])) == 1:
        return np.full(len(out), y[kept][0])
    machine = libsvm(K[np.ix_(kept, kept)], y[kept], cost)
    return machine.decision_function(K[np.ix_(out, kept)])


def near(cost, beta):
    """Difference in f that single precision alone can make; at least that of the tolerance."""
    return {"rtol": 0.0, "atol": 1e-7 + SINGLE * np.abs(beta).sum() + SINGLE * cost}


CASES = {
    "balanced": sample,
    "three to one": lambda: sample(share=0.25, seed=1),
    "separable": lambda: sample(noise=3.0, seed=2),
    "labels without meaning": lambda: sample(noise=0.0, seed=3),
}


@pytest.fixture(params=CASES)
def case(request):
    X, y = CASES[request.param]()
    return gaussian(X, X), y


def test_every_machine_of_a_path_is_that_of_libsvm(case):
    K, y = case
    found = machines(K, y, C, tolerance=TIGHT)
    assert found.converged.all()
    for row, cost in enumerate(C):
        peer = libsvm(K, y, cost)
        duals = np.zeros(len(y))
        duals[peer.support_] = peer.dual_coef_[0]
        assert_allclose(found.f[row], peer.decision_function(K), **near(cost, duals))
        assert_allclose(found.b[row], peer.intercept_[0], **near(cost, duals))
        assert_allclose(found.beta[row] / cost, duals / cost, rtol=0, atol=1e-5)


def test_a_machine_satisfies_the_optimality_conditions(case):
    K, y = case
    found = machines(K, y, C, tolerance=1e-6)
    for row, cost in enumerate(C):
        alpha, margin = y * found.beta[row], y * found.f[row]
        assert (alpha >= 0).all()
        assert (alpha <= cost).all()
        assert_allclose(found.beta[row].sum(), 0.0, atol=1e-9 * cost)
        assert (margin[alpha == 0] >= 1 - 1e-5).all()
        assert (margin[alpha == cost] <= 1 + 1e-5).all()


def test_held_out_points_are_judged_by_machines_that_never_saw_them(case):
    K, y = case
    folds = [np.arange(len(y))[q::4] for q in range(4)]
    found = held_out_decisions(K, y, C, folds, tolerance=TIGHT)
    size = np.abs(machines(K, y, C).beta)
    assert found.converged.all()
    for row, cost in enumerate(C):
        for fold in folds:
            assert_allclose(
                found.f[row, fold], libsvm_without(K, y, cost, fold), **near(cost, size[row])
            )


@pytest.mark.parametrize("machine", [machines, lambda *given: held_out_decisions(*given, FOLDS)])
def test_where_each_point_has_a_margin_of_its_own_every_start_is_the_solution(machine):
    y = np.tile([1.0, -1.0], 20)
    found = machine(np.eye(40), y, np.array([0.01, 0.4, 3.0, 50.0]))
    assert found.converged.all()
    assert_array_equal(found.steps, 0)


def test_a_larger_cost_goes_on_from_the_bounds_where_few_points_would_pass_their_margin():
    X, y = sample(200, noise=0.8)
    K, grid = gaussian(X, X, 0.1), np.logspace(-2, 1, 4)
    fewer = machines(K, y, grid).steps[1:]
    alone = [machines(K, y, np.array([cost])).steps[0] for cost in grid[1:]]
    assert (fewer < alone).all()


def test_removing_a_point_gives_the_machine_of_the_others(case):
    K, y = case
    found = leave_one_out_decisions(K, y, C, tolerance=TIGHT, certified=False)
    honest = [[libsvm_without(K, y, cost, [i])[0] for i in range(len(y))] for cost in C]
    size = np.abs(machines(K, y, C).beta)
    assert found.converged.all()
    for row, cost in enumerate(C):
        assert_allclose(found.f[row], honest[row], **near(cost, size[row]))


GAMMAS, COSTS = [5.0, 50.0, 1e4], [0.05, 0.5, 1.5, 50.0]


@pytest.mark.parametrize(
    ("gamma", "cost"),
    mostly_at_night(
        product(GAMMAS, COSTS),
        lambda case: (GAMMAS.index(case[0]) + COSTS.index(case[1])) % 3 == 0,
    ),
)
def test_a_point_that_nobody_is_near_is_removed_as_well(gamma, cost):
    X, y = sample(share=0.4, seed=4)
    K = gaussian(X, X, gamma)
    found = leave_one_out_decisions(K, y, np.array([cost]), tolerance=TIGHT, certified=False)
    honest = [libsvm_without(K, y, cost, [i])[0] for i in range(len(y))]
    assert_allclose(found.f[0], honest, **near(cost, machines(K, y, np.array([cost])).beta))


def test_sharing_a_point_out_saves_most_steps_near_the_identity():
    _, y = sample(n=60, share=0.4, seed=4)
    found = leave_one_out_decisions(np.eye(60), y, np.array([10.0]), certified=False)
    assert found.retrained == 60
    assert found.steps <= machines(np.eye(60), y, np.array([10.0])).steps + 60


def test_certified_points_keep_their_sign_and_are_not_trained_again(case):
    K, y = case
    honest = leave_one_out_decisions(K, y, C, tolerance=TIGHT, certified=False)
    found = leave_one_out_decisions(K, y, C, tolerance=TIGHT)
    assert_array_equal(y * found.f > 0, y * honest.f > 0)
    full = machines(K, y, C, tolerance=TIGHT)
    support = (full.beta != 0).sum(axis=1)
    certain = ((full.beta != 0) & (y * full.f > 0)).sum(axis=1)
    assert_array_equal(honest.retrained, support)
    assert_array_equal(found.retrained, certain)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_one_class_gives_the_constant_of_that_class(sign):
    K = gaussian(sample(6)[0], sample(6)[0])
    found = machines(K, np.full(6, sign), C)
    assert_array_equal(found.f, np.full((4, 6), sign))
    assert not found.beta.any()


def test_the_only_member_of_a_class_is_judged_by_the_constant_of_the_other():
    X, y = sample(12)
    y[:] = -1.0
    y[3] = 1.0
    found = leave_one_out_decisions(gaussian(X, X), y, C, certified=False)
    assert_allclose(found.f[:, 3], -1.0, atol=1e-9)
    assert (leave_one_out_decisions(gaussian(X, X), y, C).f[:, 3] < 0).all()


def test_duplicates_and_an_indefinite_matrix_come_to_an_end():
    X, y = sample(20)
    twins = np.vstack([X, X])
    both = np.concatenate([y, y])
    assert machines(gaussian(twins, twins), both, C).converged.all()
    K = np.tanh(2 * X @ X.T - 1)
    assert np.linalg.eigvalsh(K)[0] < -0.1
    assert np.isfinite(machines(K, y, C, most_steps=50_000).f).all()


def test_a_machine_that_needs_more_steps_than_allowed_says_so():
    X, y = sample(noise=0.0)
    found = machines(gaussian(X, X), y, C, most_steps=5)
    assert not found.converged[C == 100.0].any()
    assert (found.steps <= 5).all()
    kept = leave_one_out_decisions(gaussian(X, X), y, C, most_steps=5)
    assert not kept.converged[C == 100.0].any()


def test_a_path_ends_at_the_first_machine_that_does_not_converge():
    X, y = sample(noise=0.0)
    K, costs = gaussian(X, X), np.array([1e-3, 3.0, 10.0, 100.0])
    folds = [np.arange(len(y))[q::4] for q in range(4)]
    few = int(machines(K, y, costs[:1]).steps[0]) + 1
    whole = machines(K, y, costs, most_steps=few)
    assert_array_equal(whole.converged, [True, False, False, False])
    assert_array_equal(whole.steps[1:], [few, 0, 0])
    for found in (
        held_out_decisions(K, y, costs, folds, most_steps=few),
        leave_one_out_decisions(K, y, costs, most_steps=few),
    ):
        assert not found.converged[1:].any()
        assert_array_equal(found.steps[2:], [0, 0])


def test_one_c_of_leave_one_out_has_a_limit_of_its_own(monkeypatch):
    X, y = sample(noise=0.0)
    K, cost = gaussian(X, X), np.array([100.0])
    assert leave_one_out_decisions(K, y, cost).converged.all()
    monkeypatch.setattr(smo, "LEFT_OUT_SHARE", 0)
    found = leave_one_out_decisions(K, y, cost)
    assert not found.converged.any()
    assert found.retrained == 1


def test_a_box_that_holds_nobody_may_grow_without_a_step():
    X, y = sample(noise=3.0)
    found = machines(gaussian(X, X, 5.0), y, np.array([50.0, 100.0, 1000.0]), tolerance=TIGHT)
    assert np.abs(found.beta).max() < 50.0
    assert_array_equal(found.steps[1:], 0)
    assert_allclose(found.f[2], found.f[0], rtol=1e-12)


@pytest.mark.parametrize("slip", [0.0, 1e-14, 1e-12])
def test_a_variable_that_rounding_keeps_off_its_bound_does_not_set_the_offset(slip):
    low, high = np.array([0.0, 0.0, -1.0, -1.0]), np.array([1.0, 1.0, 0.0, 0.0])
    beta = np.array([1.0, 0.0, -1.0 + slip, 0.0])
    residual = np.array([0.7, -0.1, 0.2, 0.3])  # from 0.2 to 0.3
    assert_allclose(smo._offset(smo._Machine(low, high, beta, residual)), 0.25)  # noqa: SLF001


def honest_changes(K, y, cost):
    """Changed predictions of the blocks by one fit of libsvm each."""
    q = int(np.sqrt(len(y)))
    s = q // 2
    found = np.zeros((s, s, s), dtype=bool)
    for k in range(s):
        block, test = np.arange(k * q, k * q + s), np.arange(k * q + s, k * q + 2 * s)

        def positive(train, test=test):
            if len(set(y[train])) == 1:
                return np.full(len(test), y[train][0] > 0)
            machine = libsvm(K[np.ix_(train, train)], y[train], cost)
            return machine.decision_function(K[np.ix_(test, train)]) > NOTHING

        for i in range(s):
            found[k, i] = positive(np.delete(block, i)) != positive(block)
    return found


@pytest.mark.parametrize(
    "gamma", mostly_at_night([0.7, 30.0, 1e3, 1e5], lambda gamma: gamma in (30.0, 1e5))
)
def test_changed_predictions_are_those_of_libsvm_and_the_start_decides_none(gamma):
    X, _ = sample(n=121, noise=0.3, seed=5)
    y = np.where(np.arange(121) % 2, 1.0, -1.0)  # 3 to 2 in one block, 2 to 3 in the next
    y[44:50] = 1.0  # a block of one class
    costs = np.array([0.03, 0.5, 1.0, 3.0, 10.0])
    K = gaussian(X, X, gamma)
    path = prediction_changes(K, y, costs)
    alone = [prediction_changes(K, y, costs[c : c + 1]).changed[0] for c in range(len(costs))]
    assert path.converged.all()
    assert path.changed.any()
    assert not path.changed[:, 4].any()
    assert_array_equal(path.changed, alone)
    assert_array_equal(path.changed, [honest_changes(K, y, cost) for cost in costs])


def test_a_point_that_sets_an_end_of_the_offset_changes_predictions_though_its_dual_is_zero():
    X, _ = sample(n=121, noise=0.3, seed=5)
    y = np.random.default_rng(5).permutation(np.where(np.arange(121) % 2, 1.0, -1.0))
    costs, K = np.array([1e-5, 1e-3, 0.05]), gaussian(X, X, 0.01)
    found = prediction_changes(K, y, costs).changed
    assert_array_equal(found, [honest_changes(K, y, cost) for cost in costs])
    train = np.arange(5) + 11 * np.arange(5)[:, None]
    idle = [machines(K[np.ix_(D, D)], y[D], costs).beta == 0 for D in train]
    assert (found.any(axis=3) & np.array(idle).transpose(1, 0, 2)).any()


@pytest.mark.parametrize("power", [6, 10, 14, 30])
def test_duals_far_below_the_cost_are_not_lost_in_rounding(power):
    X, y = sample(noise=3.0, seed=2)
    K = X @ X.T  # separable: the machine for 10^power K has 10^-power of the duals
    large, costs = K * 10.0**power, np.array([1e-5, 0.1, 10.0, 100.0])
    found = machines(large, y, costs, tolerance=TIGHT)
    peer = machines(K, y, np.array([1e5]), tolerance=TIGHT)
    assert_allclose(found.f, found.beta @ large + found.b[:, None], rtol=1e-7, atol=1e-7)
    assert_allclose(found.f[-1], peer.f[0], rtol=1e-7)
    without = leave_one_out_decisions(large, y, costs, tolerance=TIGHT, certified=False)
    honest = leave_one_out_decisions(K, y, np.array([1e5]), tolerance=TIGHT, certified=False)
    assert_allclose(without.f[-1], honest.f[0], rtol=1e-6)


def test_blocks_follow_an_order_of_the_points():
    X, y = sample(n=64, noise=0.3, seed=5)
    order = np.random.default_rng(0).permutation(64)
    K = gaussian(X, X)
    shuffled = prediction_changes(K[np.ix_(order, order)], y[order], C)
    assert_array_equal(prediction_changes(K, y, C, order=order).changed, shuffled.changed)


def test_blocks_that_do_not_converge_say_so_for_their_c_and_larger_ones():
    X, y = sample(n=144, noise=0.0, seed=5)
    order, ascending = np.random.default_rng(0).permutation(144), np.argsort(C)
    K = gaussian(X, X)
    whole = prediction_changes(K, y, C, order=order)
    assert whole.converged.all()
    counts = set()
    for most in (3, 10, 20, 30, 40, 60, 80):
        found = prediction_changes(K, y, C, order=order, most_steps=most)
        known = found.converged[ascending]
        counts.add(int(known.sum()))
        assert (np.diff(known.astype(int)) <= 0).all()
        assert_array_equal(found.changed[found.converged], whole.changed[found.converged])
    assert len(counts) > 2
    assert min(counts) == 0


def test_whether_an_array_may_be_written_makes_no_difference():
    X, y = sample()
    K = gaussian(X, X)
    free = machines(K, y, C)
    K.flags.writeable = y.flags.writeable = False
    compiled_for = len(smo._path.signatures)  # noqa: SLF001
    assert_array_equal(machines(K, y, C).f, free.f)
    assert len(smo._path.signatures) == compiled_for  # noqa: SLF001


def test_the_order_of_the_grid_does_not_matter_and_every_run_gives_the_same_bits(case):
    K, y = case
    one, two = machines(K, y, C), machines(K, y, C[::-1])
    assert_array_equal(one.f, two.f[::-1])
    assert_array_equal(one.steps, two.steps[::-1])
    assert_array_equal(one.f, machines(K, y, C).f)


def every_loop(module):
    """Results of all loops of a module."""
    X, y = sample(14, noise=0.2)
    K, folds = gaussian(X, X), [np.arange(14)[q::3] for q in range(3)]
    found = [module.machines(K, sign * np.ones(14), C) for sign in (1, -1)]
    found += [module.machines(K, y, C, most_steps=5), module.machines(K, y, C)]
    found += [module.held_out_decisions(K, y, C, folds), module.leave_one_out_decisions(K, y, C)]
    X, y = sample(36, noise=0.2)
    return found, module.prediction_changes(gaussian(X, X), y, C)


def test_the_loops_do_the_same_where_they_are_not_compiled(monkeypatch):
    here, changes = every_loop(smo)
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    spec = importlib.util.spec_from_file_location("plain_smo", smo.__file__)
    plain = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plain)
    there, plain_changes = every_loop(plain)
    for one, other in zip(there, here, strict=True):
        assert_allclose(one.f, other.f, rtol=1e-9, atol=1e-9)
        assert_array_equal(one.steps, other.steps)
    assert_array_equal(plain_changes.changed, changes.changed)
    assert_array_equal(plain_changes.steps, changes.steps)
