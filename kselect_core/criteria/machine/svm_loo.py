"""Exact leave-one-out error of the support vector machine."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def svm_loo(problem: SvmProblem) -> Float[Array, " L"]:
    """Share of points that the machine trained on all others gets wrong, for each C.

    Only support vectors can change, and the offset where none is free; those on the wrong side
    stay there, the others are taken out of the full solution. A value of 0 predicts the negative
    class, as in libsvm.

    Source: Luntz & Brailovsky (1969); Vapnik (1998).
    Cost: about as many short solves as there are support vectors on the right side.
    """
    return converged_only(problem.missed.mean(axis=1), problem.left_out_converged)


def svm_loo_worked(problem: SvmProblem) -> Worked:
    """Number of misses and n; beside them the support vectors and how many were trained again."""
    misses = int(np.count_nonzero(problem.missed))
    support = int(np.count_nonzero(problem.machines.beta))
    terms = (
        Term(r"\#\{\operatorname{sign}f_{-i}(x_i)\ne y_i\}", misses, "points missed", "residuals"),
        Term("n", problem.n, "points"),
    )
    besides = (
        Term(r"\#\mathrm{SV}", support, "support vectors: only they can change"),
        Term(
            r"\#\mathrm{retrained}",
            int(problem.left_out.retrained[0]),
            "support vectors on the right side, trained without",
        ),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda misses, n: misses / n, besides)


SVM_LOO = Criterion(
    name="svm_loo",
    label="Leave-one-out of the SVM",
    short="LOO",
    full_name="leave-one-out cross-validation of the support vector machine",
    style=("orange", "solid", "hexagon"),
    function=svm_loo,
    worked=svm_loo_worked,
    better="lower",
    formula=r"\frac1n\sum_i\mathbf 1\bigl[\operatorname{sign}f_{-i}(x_i)\ne y_i\bigr]",
    summary="Train without one point and test on that point, for every point in turn. The value "
    "is the share of points that are wrong.",
    source="Luntz & Brailovsky (1969); Oneto, Ghio, Ridella, Anguita (2015), section V",
    cost="machine",
    evidence="standard",
    usual=True,
    at_first="drawn",
    oddity="With balanced classes and a tiny C, or K = I, every point is missed when it is left "
    "out: the other class has the majority. A property, not a bug. Under K = I and a majority of "
    "one, a point left out has the value 0: up to 1e-9 it counts as 0, which predicts the negative "
    "class, and the error depends on which class is the larger.",
    needs=frozenset({"classes", "labels", "machine"}),
    left_out="leave-one-out",
)
