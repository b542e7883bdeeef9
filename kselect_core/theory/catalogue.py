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


def bounds_of(sample: Measured) -> tuple[Bound, ...]:
    """Bounds for the learner at hand; those whose numbers do not exist are left out.

    KRR: SPS theorems 1 and 2, KS theorem 1, SM theorem 1. LSSVM: KS theorem 2, SM theorem 1.
    Support vector machine: KS theorem 3, SM theorem 2, STAB (35) and (37), margin (70) and (73),
    uniform stability (63).
    """
    return {"krr": _krr, "lssvm": _lssvm, "svm": _svm}[sample.learner](sample)


def _krr(sample: Measured) -> tuple[Bound, ...]:
    beta = {"shift": sample.shift, "norm": sample.norm}
    return (
        spectral_perturbation.theorem_2(sample.setting, risk=sample.risk, **beta),
        spectral_perturbation.theorem_1(sample.setting, **beta),
        kernel_stability.krr(sample.setting, beta=sample.norm, folds=sample.folds),
        *_measure(sample),
    )


def _lssvm(sample: Measured) -> tuple[Bound, ...]:
    variance = kernel_stability.lssvm(sample.setting, beta=sample.norm, folds=sample.folds)
    return (*_measure(sample), variance)


def _svm(sample: Measured) -> tuple[Bound, ...]:
    variance = kernel_stability.svm(sample.setting, beta=sample.norm, folds=sample.folds)
    return (*_of_machine(sample), *_measure(sample), variance)


def _measure(sample: Measured) -> tuple[Bound, ...]:
    if isnan(sample.measure) or sample.setting.n < spectral_measure.FEWEST:
        return ()
    theorem = spectral_measure.theorem_2 if sample.learner == "svm" else spectral_measure.theorem_1
    bound = theorem(sample.setting, total=sample.total, measure=sample.measure)
    if sample.nonnegative:
        return (bound,)
    return (replace(bound, flaw=f"{NEGATIVE} {spectral_measure.CLASS}.", applies=False),)


def _of_machine(sample: Measured) -> tuple[Bound, ...]:
    machine, setting = sample.machine, sample.setting
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
