"""All bounds that the papers state for a learner, with the numbers of one sample."""

from dataclasses import replace
from math import isnan

from kselect_core.theory import (
    kernel_stability,
    margin,
    spectral_measure,
    spectral_perturbation,
    svm_stability,
)
from kselect_core.theory.bound import Bound
from kselect_core.theory.measured import Measured

NEGATIVE = (
    "K has negative entries here: eigenvalues of K/|K|₁ may exceed 1 and the proof does not apply."
)


def bounds_of(found: Measured) -> tuple[Bound, ...]:
    """Bounds for the learner at hand; those whose numbers do not exist are left out.

    KRR: SPS theorems 1 and 2, KS theorem 1, SM theorem 1. LSSVM: KS theorem 2, SM theorem 1.
    Support vector machine: KS theorem 3, SM theorem 2, STAB (35) and (37), margin (70) and (73),
    uniform stability (63).
    """
    return {"krr": _krr, "lssvm": _lssvm, "svm": _svm}[found.learner](found)


def _krr(found: Measured) -> tuple[Bound, ...]:
    beta = {"shift": found.shift, "norm": found.norm}
    return (
        spectral_perturbation.theorem_2(found.setting, risk=found.risk, **beta),
        spectral_perturbation.theorem_1(found.setting, **beta),
        kernel_stability.krr(found.setting, beta=found.norm, folds=found.folds),
        *_measure(found),
    )


def _lssvm(found: Measured) -> tuple[Bound, ...]:
    variance = kernel_stability.lssvm(found.setting, beta=found.norm, folds=found.folds)
    return (*_measure(found), variance)


def _svm(found: Measured) -> tuple[Bound, ...]:
    variance = kernel_stability.svm(found.setting, beta=found.norm, folds=found.folds)
    return (*_of_machine(found), *_measure(found), variance)


def _measure(found: Measured) -> tuple[Bound, ...]:
    if isnan(found.measure) or found.setting.n < spectral_measure.FEWEST:
        return ()
    theorem = spectral_measure.theorem_2 if found.learner == "svm" else spectral_measure.theorem_1
    bound = theorem(found.setting, total=found.total, measure=found.measure)
    if found.nonnegative:
        return (bound,)
    return (replace(bound, flaw=f"{NEGATIVE} {spectral_measure.CLASS}.", applies=False),)


def _of_machine(found: Measured) -> tuple[Bound, ...]:
    machine, setting = found.machine, found.setting
    if machine is None:
        return ()
    bounds = []
    if not isnan(machine.change):
        bounds += [
            svm_stability.empirical(
                setting, form=form, missed=machine.missed, change=machine.change
            )
            for form in ("35", "37")
        ]
    if not isnan(machine.norm) and machine.trace > 0:
        common = {"hinge": machine.hinge, "norm": machine.norm}
        bounds.append(margin.rademacher(setting, trace=machine.trace, **common))
        if machine.unit_diagonal:
            bounds.append(margin.gaussian(setting, **common))
    return (*bounds, svm_stability.uniform(setting, soft=machine.soft))
