"""What the bounds need to know of one kernel matrix, its labels and its fit."""

from dataclasses import dataclass, replace
from math import nan
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.machine.marg import parts
from kselect_core.criteria.machine.stab import stability
from kselect_core.criteria.machine.svm_loo import SVM_LOO
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.criteria.spectral.ks import kernel_stability
from kselect_core.criteria.spectral.sps import largest_shift
from kselect_core.errors import InvalidParameterError, UndefinedScoreError
from kselect_core.theory.bound import Setting
from kselect_core.theory.kernel_stability import worst_norm

ROUNDING = 1e-12
"""Sums below this share of the sum of absolute values are 0."""


class Machine(NamedTuple):
    """What the bounds of the support vector machine need of it."""

    hinge: float
    soft: float
    norm: float
    trace: float
    unit_diagonal: bool
    missed: float = nan
    change: float = nan


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Constants of the theorems and what one sample says about the rest.

    ``shift`` is the largest shift of an eigenvalue when a point is removed, ``norm`` the largest
    ‖K − Kⁱ‖₂, ``risk`` the training error in squared loss, ``total`` the sum of the entries of K,
    ``measure`` = yᵀKy/(n · total). Numbers that do not exist here are NaN; ``missing`` says why.
    """

    setting: Setting
    learner: str
    folds: int
    shift: float
    norm: float
    risk: float = nan
    total: float = nan
    measure: float = nan
    nonnegative: bool = True
    machine: Machine | None = None
    missing: tuple[str, ...] = ()


def measured(
    problem: Problem, *, delta: float = 0.05, folds: int = 5, full: bool = True
) -> Measured:
    """Constants and data-dependent numbers of a problem with a single λ.

    Without ``full`` what takes longest stays NaN: of KRR the largest shift of an
    eigenvalue, which needs the eigendecomposition, of a machine its leave-one-out error and Ĥ.
    """
    if len(problem.lambdas) != 1:
        raise InvalidParameterError("Bounds", "λ", "a single value", problem.lambdas)
    n = problem.n
    setting = Setting(
        n=n,
        lam=float(problem.mu[0]) / n,
        kappa=_positive(problem.largest_diagonal),
        y_max=_positive(float(np.abs(problem.y).max())),
        delta=delta,
    )
    missing, shift = [], nan
    if full and problem.learner == "krr":
        try:
            shift = largest_shift(problem)
        except UndefinedScoreError as error:
            missing.append(str(error))
    sample = Measured(
        setting=setting,
        learner=problem.learner,
        folds=folds,
        shift=shift,
        norm=kernel_stability(problem),
        missing=tuple(missing),
    )
    sample = _with_measure(sample, problem)
    if isinstance(problem, SvmProblem):
        return _with_machine(sample, problem, full=full)
    return replace(sample, risk=float(problem.training_squares_alone[0]))


def worst_case(sample: Measured) -> Measured:
    """The same with β as its definition asks for it: over all samples, not in this one.

    It is κ for every shift of an eigenvalue, and κ(1 + √(4m − 3))/2 for ‖K − Kⁱ‖₂: identical
    points reach it, whatever the kernel.
    """
    kappa = sample.setting.kappa
    return replace(sample, shift=kappa, norm=worst_norm(kappa, sample.setting.n))


def _with_measure(sample: Measured, problem: Problem) -> Measured:
    if not problem.two_classes:
        reason = "the bounds of the spectral measure need labels −1 and +1 of both classes"
        return replace(sample, missing=(*sample.missing, reason))
    total = float(problem.row_sums.sum())
    least = float(problem.K.min())
    if total <= ROUNDING * float(np.abs(problem.K).sum()):
        reason = "the entries of K sum to 0 or less: the spectral measure does not exist"
        return replace(sample, missing=(*sample.missing, reason))
    measure = float(problem.y @ problem.row_labels) / (problem.n * total)
    return replace(sample, total=total, measure=measure, nonnegative=least >= 0)


def _with_machine(sample: Measured, problem: SvmProblem, *, full: bool) -> Measured:
    if not problem.machines.converged.all():
        return replace(sample, missing=(*sample.missing, problem.ill_conditioned))
    hinge, norm, trace = parts(problem)
    slack = np.maximum(0.0, 1.0 - problem.y * problem.machines.f[0])
    machine = Machine(
        hinge=float(hinge[0]),
        soft=float(np.minimum(slack, 1.0).mean()),
        norm=float(norm[0]),
        trace=trace,
        unit_diagonal=bool((problem.diagonal == 1.0).all()),
    )
    sample = replace(sample, machine=machine)
    if not full:
        return sample
    try:
        missed = float(SVM_LOO.score(problem)[0])
        change = float(stability(problem)[0])
    except UndefinedScoreError as error:
        return replace(sample, missing=(*sample.missing, f"STAB {error}"))
    return replace(sample, machine=machine._replace(missed=missed, change=change))


def _positive(value: float) -> float:
    """The value; a smallest positive number for a kernel or labels that are 0 everywhere."""
    return max(value, float(np.finfo(np.float64).tiny))
