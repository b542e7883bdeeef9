"""Kernel-target alignment."""

from math import sqrt

import numpy as np

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward, of_classes
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def kta(problem: Problem) -> Float[Array, " L"]:
    """Kernel-target alignment ⟨K, yyᵀ⟩_F / (‖K‖_F ‖yyᵀ‖_F), in [−1, 1].

    Source: Cristianini, Shawe-Taylor, Elisseeff, Kandola (2001).
    Cost: O(n²).
    """
    if problem.is_classification and not problem.two_classes:
        raise UndefinedScoreError("only one class in the labels")
    y = problem.y
    scale = np.sqrt(problem.frobenius_squared) * float(y @ y)
    if scale == 0:
        raise UndefinedScoreError("the kernel matrix or the labels are zero")
    return constant(problem, float(y @ problem.row_labels) / scale)


def kta_worked(problem: Problem) -> Worked:
    """Terms yᵀKy, yᵀy (n for ±1 labels) and ‖K‖_F."""
    y = problem.y
    counted = problem.is_classification
    terms = (
        Term(r"y^\top Ky", float(y @ problem.row_labels), "K summed, signed by class", "blocks"),
        Term("n" if counted else r"y^\top y", float(y @ y), "points" if counted else "size of y²"),
        Term(
            r"\lVert K\rVert_F",
            float(np.sqrt(problem.frobenius_squared)),
            "root of the sum of the squared eigenvalues",
            "spectrum",
        ),
    )
    return Worked(terms, r"\frac{#1}{#2\cdot #3}", lambda a, n, size: a / (n * size))


KTA = Criterion(
    name="kta",
    label="KTA",
    full_name="kernel-target alignment",
    style=("blue", "longdashdot", "circle"),
    function=kta,
    worked=kta_worked,
    better="higher",
    formula=r"\frac{\langle K,yy^\top\rangle_F}{\lVert K\rVert_F\,\lVert yy^\top\rVert_F}"
    r"=\frac{y^\top Ky}{n\lVert K\rVert_F}",
    summary="How much the kernel matrix looks like the ideal one, in which points of one class "
    "are alike and points of different classes are opposite. It is the cosine of the angle "
    "between the two matrices.",
    source="Cristianini, Shawe-Taylor, Elisseeff, Kandola (2001), On kernel-target alignment",
    cost="n2",
    evidence="standard",
    usual=True,
    at_first="ticked",
    oddity="Not centred: with unbalanced classes a nearly constant kernel scores (mean y)², "
    "so KTA favours flat kernels there.",
    needs=frozenset({"labels"}),
    invariant_to=frozenset({"scale"}),
    rewards=(
        Reward(
            "labels",
            identity=of_classes("1/√n", lambda f: 1 / sqrt(f.n)),
            constant=of_classes("ȳ²", lambda f: f.mean**2),
            pull="interior",
        ),
    ),
)
