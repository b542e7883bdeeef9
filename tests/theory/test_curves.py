"""Bounds along the sample size and the confidence."""

import numpy as np
import pytest

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import UnknownNameError
from kselect_core.theory import kernel_stability
from kselect_core.theory.catalogue import bounds_of
from kselect_core.theory.curves import along, bound_named, changed, sample_needed
from kselect_core.theory.measured import measured
from tests.criteria.definitions import example
from tests.tolerances import ROUNDOFF

same = np.testing.assert_allclose


@pytest.fixture
def found():
    K, y = example(24, 5)
    return measured(Problem(K, y, [1.0]))


@pytest.mark.parametrize("key", ["sps2", "sps1", "ks_krr", "sm1"])
def test_a_curve_passes_through_the_bound_itself(found, key):
    curve = along(found, key)
    i = 20
    bound = bound_named(changed(found, n=float(curve.x[i])), key)
    for column, values in curve.added.items():
        same(values[i], bound.columns[column] - bound.start, **ROUNDOFF)
    same(curve.limit[i], bound.limit - bound.start, **ROUNDOFF)


def test_along_delta_a_bound_falls(found):
    curve = along(found, "sps2", over="delta")
    assert (np.diff(curve.added["as the proof gives it"]) < 0).all()


def test_beta_over_all_samples_grows_along_the_curve(found):
    held = along(found, "ks_krr").added["as the proof gives it"]
    worst = along(found, "ks_krr", worst=True).added["as the proof gives it"]
    assert (worst / held)[-1] > 1e6 * (worst / held)[0]


def test_constants_change_and_the_measured_stays(found):
    other = changed(found, n=1000, kappa=2.0, y_max=3.0, delta=0.2, lam=0.5)
    assert (other.setting.n, other.setting.kappa, other.setting.delta) == (1000, 2.0, 0.2)
    assert (other.norm, other.risk) == (found.norm, found.risk)
    assert changed(found, n=50, worst=True).norm == kernel_stability.worst_norm(1.0, 50)


def test_means_over_k_are_held_when_the_sample_grows(found):
    K, y = example(24, 5)
    twice = np.ix_(np.tile(np.arange(24), 2), np.tile(np.arange(24), 2))
    double = measured(Problem(K[twice], np.tile(y, 2), [1.0]))
    grown = changed(found, n=48)
    same([grown.total, grown.measure], [double.total, double.measure], **ROUNDOFF)
    machine = measured(SvmProblem(K, y, [1.0]))
    same(changed(machine, n=48).machine.trace, 2 * machine.machine.trace, **ROUNDOFF)
    for n in (24, 1e4, 1e9):
        bounds = {one.key: one.proved for one in bounds_of(changed(machine, n=n))}
        same(bounds["margin"], bounds["margin_gaussian"], **ROUNDOFF)


def test_the_sample_needed_is_where_the_bound_begins_to_speak(found):
    for column in ("as printed", "as the proof gives it"):
        needed = sample_needed(found, "sps2", column=column)
        below, above = (bound_named(changed(found, n=needed * f), "sps2") for f in (0.9, 1.0))
        assert not below.says(below.columns[column])
        assert above.says(above.columns[column])


def test_some_bounds_never_speak_and_some_always_do(found):
    assert sample_needed(found, "sm1", column="as the proof gives it") == np.inf
    assert (along(found, "sm1").added["as the proof gives it"] > 1).all()
    easy = changed(found, lam=1e6)
    assert sample_needed(easy, "sps1", column="as printed") == 16


def test_unknown_names_are_refused(found):
    with pytest.raises(UnknownNameError):
        bound_named(found, "stab_35")
    with pytest.raises(UnknownNameError):
        along(found, "sps2", over="n")
    assert len(bounds_of(found)) == 4
