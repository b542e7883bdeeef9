"""Every criterion on every kernel on degenerate data, and what comes out that should not.

A value must be finite, or infinite where that is the worst one, or NaN with a reason; never
negative where the criterion cannot be; and nothing may warn or raise anything else.
"""

import itertools
import warnings
from collections import Counter

import numpy as np

from kselect_core import SvmProblem
from kselect_core.criteria import CRITERIA, KernelFact, Problem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.kernels import KERNELS
from tests.criteria import definitions as d
from tests.robustness.test_awkward import LAMBDAS, SAMPLES, choices, kernels

COSTS = np.array([1e-12, 1e-3, 1.0, 1e3, 1e12])
SIGNED = {"kta", "ckta", "sm", "sm_hinge", "br"}
"""Criteria that may be negative."""

MACHINES = {name: c for name, c in CRITERIA.items() if "machine" in c.needs}
LABELLED = [name for name, (_, y) in SAMPLES.items() if np.isin(y, (-1.0, 1.0)).all()]


def matrices(name, points):
    """Parameters and matrix of every kernel of a family, where it does not overflow."""
    for parameters in kernels(name, points):
        K = KERNELS[name](points, **parameters)
        if np.isfinite(K).all() and np.abs(K).max() <= 1e150:
            yield parameters, K


def fault(criterion, problem, options):
    """What is wrong with a score, in words; empty if nothing is."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            value, reason = criterion.score(problem, **options), ""
        except UndefinedScoreError as undefined:
            value, reason = undefined.values, undefined.reason
        except (KselectError, ArithmeticError, ValueError, TypeError, Warning) as error:
            return f"{type(error).__name__}: {error}"
    value = np.full(len(problem.lambdas), np.nan) if value is None else np.asarray(value)
    if bool(np.isnan(value).any()) != bool(reason.strip()):
        return f"NaN and reason do not go together: {value}, {reason!r}"
    value = value[~np.isnan(value)]
    worst = np.inf if criterion.better == "lower" else -np.inf
    if not (np.isfinite(value) | (value == worst)).all():
        return f"infinite: {value}"
    return f"negative: {value}" if criterion.name not in SIGNED and (value < 0).any() else ""


def machine_faults(samples=LABELLED):
    """Faults of the criteria of support vector machines, one string per trial."""
    for sample, name in itertools.product(samples, KERNELS):
        points, y = SAMPLES[sample]
        for parameters, K in matrices(name, points):
            problem = SvmProblem(K, y, COSTS)
            for key, criterion in MACHINES.items():
                options = {"k": 2} if key in ("svm_kfold", "svm_kfold_se") else {}
                words = fault(criterion, problem, options)
                yield words and f"{key} on {sample}, {name} {parameters}: {words}"


def least_squares_faults(samples=tuple(SAMPLES)):
    """Faults of all other criteria with all their options, one string per trial."""
    for sample, name in itertools.product(samples, KERNELS):
        points, y = SAMPLES[sample]
        for parameters, K in matrices(name, points):
            fact = KernelFact.of_sample(points).of_kernel(name, parameters)
            for learner, ridge in itertools.product(d.LEARNERS, d.RIDGES):
                problem = Problem(K, y, LAMBDAS, learner=learner, ridge=ridge, kernel=fact)
                for key, criterion in d.JUDGES.items():
                    for options in choices(criterion):
                        words = fault(criterion, problem, options)
                        yield words and f"{key} on {sample}, {name} {parameters}: {words}"


def counted(faults):
    """Number of trials, and the faults among them."""
    trials, found = 0, Counter()
    for words in faults:
        trials += 1
        if words:
            found[words] += 1
    return trials, found
