"""Every bound against an evaluation written down independently from the papers."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from kselect_core.errors import InvalidParameterError
from kselect_core.theory import (
    kernel_stability,
    margin,
    spectral_measure,
    spectral_perturbation as sps,
    svm_stability as stab,
)
from kselect_core.theory.bound import Setting
from tests.tolerances import ROUNDOFF, SOLVER

ONE = Setting(n=200, lam=1.0)
OTHER = Setting(n=37, lam=0.3, kappa=2.5, y_max=1.7, delta=0.01)
same = np.testing.assert_allclose


def test_the_numbers_quoted_for_theorem_2_of_sps_come_out():
    bound = sps.theorem_2(ONE, shift=1.0, norm=1.0)
    assert round(bound.printed, 2) == 0.41
    assert round(bound.proved, 2) == 2.51
    assert round(bound.mended, 2) == 4.64


def test_theorem_1_of_sps_with_other_constants():
    bound = sps.theorem_1(OTHER, shift=0.8, norm=1.9)
    factor = 2.5 * 1.7 / 0.3**2
    same(bound.printed, factor * (0.8 + 0.6) / 36, **ROUNDOFF)
    same(bound.proved, factor * (1.9 + 0.6) / 36, **ROUNDOFF)


def test_theorem_2_of_sps_with_other_constants():
    m, lam, kappa, M, delta, b, beta = 37, 0.3, 2.5, 1.7, 0.01, 0.8, 1.9
    C = kappa * M / (lam**2 * (m - 1))
    F, Q = 2 * kappa * M**2 / (lam**2 * (m - 1)), 2 * kappa**2 * M**2 / lam**2 + 2 * M**2
    root = np.sqrt(np.log(1 / delta) / (2 * m))
    u, v = b + 2 * lam, beta + 2 * lam
    printed = 0.2 + 2 * F * u + C**2 * u**2 + (F * u + C**2 * u**2 + Q) * root
    gamma = F * v + C**2 * v**2
    proved = 0.2 + 2 * gamma + (4 * m * gamma + Q) * root
    bound = sps.theorem_2(OTHER, shift=b, norm=beta, risk=0.2)
    same([bound.printed, bound.proved], [printed, proved], **ROUNDOFF)
    gamma = C * v * (2 * M + 2 * kappa * M / lam)
    same(bound.mended, 0.2 + 2 * gamma + (4 * m * gamma + Q) * root, **ROUNDOFF)


def test_the_terms_of_a_bound_make_its_value():
    bound = sps.theorem_2(OTHER, shift=0.8, norm=1.9, risk=0.2)
    part = {one.symbol: one.value for one in bound.terms}
    gamma, tail = part["γ proved"], part["√(ln(1/δ)/2m)"]
    total = part["R_emp"] + 2 * gamma + (4 * 37 * gamma + part["Q"]) * tail
    same(total, bound.proved, **ROUNDOFF)


def test_c1_is_printed_with_half_of_what_the_proof_gives():
    m, lam, kappa, M, beta = 4 * 37 / 5, 0.3, 2.5, 1.7, 1.9
    inner = kappa**2 * M**2 / (lam**3 * m) + kappa * M**2 / (lam**2 * m)
    bound = kernel_stability.krr(OTHER, beta=beta, folds=5)
    same(bound.printed, 8 * inner**2 * beta**2, **ROUNDOFF)
    same(bound.proved, (2 * beta * 2 * inner) ** 2, **ROUNDOFF)


def test_c2_is_printed_with_a_quarter_of_what_the_proof_gives():
    setting = Setting(n=40, lam=0.3, kappa=2.5)
    m, lam, kappa, beta = 36, 0.3, 2.5, 1.9
    inner = 2 * (kappa + 1) ** 2 / (lam**3 * m) + 2 * (kappa + 1) / (lam**2 * m)
    bound = kernel_stability.lssvm(setting, beta=beta, folds=10)
    same(bound.printed, inner**2 * beta**2, **ROUNDOFF)
    same(bound.proved, (2 * inner * beta) ** 2, **ROUNDOFF)


def test_the_variance_of_other_labels_grows_with_their_fourth_power():
    small = kernel_stability.lssvm(Setting(n=40, lam=0.3), beta=1.0, folds=5)
    large = kernel_stability.lssvm(Setting(n=40, lam=0.3, y_max=3.0), beta=1.0, folds=5)
    same(large.proved, 81 * small.proved, **ROUNDOFF)


def test_c3_is_printed_with_lambda_where_its_dual_box_belongs():
    bound = kernel_stability.svm(OTHER, beta=1.9, folds=5)
    box, kappa, beta = 1 / (2 * 0.3), 2.5, 1.9
    rest = np.sqrt(beta) * (1 + (beta / (4 * kappa)) ** 0.25) ** 2
    same(bound.printed, 8 * 0.3**2 * kappa**1.5 * rest, **ROUNDOFF)
    same(bound.proved, 8 * box**2 * kappa**1.5 * rest, **ROUNDOFF)


@pytest.mark.parametrize("n", [5, 60, 10**6, 10**12])
def test_the_infimum_over_theta_is_found(n):
    setting = Setting(n=n, lam=0.1, delta=0.05)

    def value(theta):
        mu = 8 / theta**2 * np.log(n) * np.log(2 * n) + np.log(2 * n / 0.05)
        return theta + (7 * mu + 3 * np.sqrt(3 * mu) + 6) / (3 * n) + np.sqrt(3 * mu / n)

    found = minimize_scalar(value, bounds=(1e-9, 1), method="bounded", options={"xatol": 1e-12})
    tail = spectral_measure.tail(setting, 6.0)
    same(tail.value, min(found.fun, value(1.0)), **SOLVER)
    same(tail.value, value(tail.theta), **ROUNDOFF)


def test_the_two_theorems_of_sm():
    setting = Setting(n=50, lam=0.02)  # λ = μ = 1
    total, measure = 80.0, 0.01
    first = spectral_measure.theorem_1(setting, total=total, measure=measure)
    rest = spectral_measure.tail(setting, 6.0).value
    same(first.printed, 1 - 80 / 81 * 0.01 + rest, **ROUNDOFF)
    same(first.proved, first.printed, **ROUNDOFF)  # they agree at λ = 1 only
    setting = Setting(n=50, lam=0.0002)  # λ = 0.01, box 50
    second = spectral_measure.theorem_2(setting, total=total, measure=measure)
    own = spectral_measure.tail(setting, 3 * 50 + 3 * 49).value
    same(second.printed, 1 - 0.8 + own, **ROUNDOFF)
    same(second.proved, 1 - 0.8 + 80 * 49 / 50 + rest, **ROUNDOFF)


@pytest.mark.parametrize("seed", range(6))
def test_both_theorems_of_sm_are_vacuous_for_nonnegative_kernels(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(5, 40))
    B = rng.random((n, 3))
    K, y = B @ B.T * 10.0 ** rng.uniform(-3, 3), rng.choice([-1.0, 1.0], n)
    total = K.sum()
    measure = y @ K @ y / (n * total)
    assert measure <= (1 + 1e-12) / n
    setting = Setting(n=n, lam=10.0 ** rng.uniform(-6, 3))
    for theorem in (spectral_measure.theorem_1, spectral_measure.theorem_2):
        assert theorem(setting, total=total, measure=measure).vacuous
    assert (
        1 - 1 / n + 2 / n
        <= spectral_measure.theorem_1(setting, total=total, measure=measure).proved
    )


def test_theorem_2_of_sm_as_printed_may_fall_below_zero():
    setting = Setting(n=1000, lam=1.0)
    bound = spectral_measure.theorem_2(setting, total=1e5, measure=1 / 1000)
    assert bound.printed < 0
    assert bound.proved > 1


@pytest.mark.parametrize(("form", "first"), [("35", 0.05), ("37", 1 / 800)])
def test_the_stability_bound(form, first):
    bound = stab.empirical(Setting(n=400, lam=1.0), form=form, missed=0.1, change=0.02)
    expected = 0.1 + np.sqrt(40 * (first + 3 * (0.02 + np.sqrt(np.log(40) / 20))))
    same([bound.printed, bound.proved], expected, **ROUNDOFF)
    assert bound.vacuous


def test_the_stability_bound_needs_a_billion_points_without_an_error():
    def least(n):
        return stab.empirical(Setting(n=n, lam=1.0), form="35", missed=0.0, change=0.0).proved

    assert least(2_700_000_000) > 1 > least(2_900_000_000)


def test_the_uniform_stability_bound():
    setting = Setting(n=50, lam=0.01, kappa=2.0, delta=0.1)  # C = 1
    bound = stab.uniform(setting, soft=0.3)
    root = np.sqrt(np.log(10) / 100)
    same(bound.printed, 0.3 + 1 + (2 * 50 * 1 + 1) * root, **ROUNDOFF)
    same(bound.proved, 0.3 + 4 + (4 * 50 * 2 + 1) * root, **ROUNDOFF)


def test_the_margin_bounds():
    setting = Setting(n=400, lam=1.0, delta=0.05)
    last = 3 * np.sqrt(np.log(40) / 800)
    any_kernel = margin.rademacher(setting, hinge=0.2, norm=3.0, trace=900.0)
    same(any_kernel.proved, 0.2 + 12 / 400 * 30 + last, **ROUNDOFF)
    unit = margin.gaussian(setting, hinge=0.2, norm=3.0)
    same([unit.printed, unit.proved], [0.2 + 6 / 20 + last, 0.2 + 12 / 20 + last], **ROUNDOFF)
    same(unit.proved, margin.rademacher(setting, hinge=0.2, norm=3.0, trace=400.0).proved)


def test_vacuous_is_what_reaches_the_largest_possible_value():
    bound = sps.theorem_2(ONE, shift=1.0, norm=1.0)
    assert bound.vacuous
    assert bound.says(bound.printed)
    assert bound.added(bound.printed) == bound.printed
    large = sps.theorem_2(Setting(n=10**9, lam=1.0), shift=1.0, norm=1.0)
    assert not large.vacuous


def test_columns_leave_out_what_nobody_has_mended():
    assert list(sps.theorem_1(ONE, shift=1.0, norm=1.0).columns) == [
        "as printed",
        "as the proof gives it",
    ]
    assert "with false steps corrected" in sps.theorem_2(ONE, shift=1.0, norm=1.0).columns


@pytest.mark.parametrize(
    "change",
    [{"n": 1}, {"lam": 0.0}, {"kappa": -1.0}, {"y_max": float("nan")}, {"delta": 1.0}],
)
def test_constants_outside_their_range_are_refused(change):
    with pytest.raises(InvalidParameterError):
        Setting(**{"n": 10, "lam": 1.0} | change)


def test_the_spectral_measure_needs_five_points():
    with pytest.raises(InvalidParameterError):
        spectral_measure.theorem_1(Setting(n=4, lam=1.0), total=1.0, measure=0.1)


@pytest.mark.parametrize(("lam", "expected"), [(0.25, 3.0), (4.0, 0.6)])
def test_no_fit_is_larger_than_said(lam, expected):
    setting = Setting(n=10, lam=lam, y_max=3.0)
    same(setting.largest_value, expected, **ROUNDOFF)
    rng = np.random.default_rng(0)
    y = 3.0 * rng.choice([-1.0, 1.0], 10)
    for K in (np.ones((10, 10)), np.eye(10)):
        f = K @ np.linalg.solve(K + 10 * lam * np.eye(10), y)
        assert np.abs(f).max() <= setting.largest_value


@pytest.mark.parametrize("lam", [0.1, 0.25, 0.5, 1.0, 3.0])
def test_a_fit_reaches_the_largest_value(lam):
    """Groups of s = nλ equal points on axes of their own; the new point lies along f."""
    n, kappa = 20, 1.0
    s = min(round(n * lam), n)
    K = kappa * np.kron(np.eye(n // s), np.ones((s, s)))
    K = np.block([[K, np.zeros((len(K), n - len(K)))], [np.zeros((n - len(K), n))]])
    y = np.where(np.arange(n) < n // s * s, 1.7, 0.0)
    alpha = np.linalg.solve(K + n * lam * np.eye(n), y)
    reached = np.sqrt(kappa * alpha @ K @ alpha)  # √κ‖f‖
    same(Setting(n=n, lam=lam, y_max=1.7).largest_value, reached, **ROUNDOFF)


@pytest.mark.parametrize("kappa", [1e-6, 0.1, 10.0])
def test_no_loss_of_a_fit_with_an_offset_varies_more_than_its_limit(kappa):
    """One input point, fair labels: the LSSVM predicts the first, its loss is 0 or 4."""
    losses = [(second - first) ** 2 for first in (-1, 1) for second in (-1, 1)]
    setting = Setting(n=2, lam=1.0, kappa=kappa)
    assert np.var(losses) <= kernel_stability.lssvm(setting, beta=1.0, folds=2).limit * (1 + 1e-12)
    rng = np.random.default_rng(0)
    for _ in range(50):
        X, y = rng.standard_normal((6, 2)), rng.choice([-1.0, 1.0], 6)
        K = kappa * np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2))
        border = np.block([[K + 6 * np.eye(6), np.ones((6, 1))], [np.ones((1, 6)), 0.0]])
        found = np.linalg.solve(border, np.append(y, 0.0))
        assert np.abs(K @ found[:-1] + found[-1]).max() <= setting.largest_with_offset


def test_no_variance_of_the_hinge_loss_of_a_machine_exceeds_its_limit():
    """A kernel of 0: only the offset is left, the loss is 0 or 2."""
    setting = Setting(n=2, lam=1.0, kappa=1e-6)
    assert np.var([0.0, 2.0]) <= kernel_stability.svm(setting, beta=1e-6, folds=2).limit
