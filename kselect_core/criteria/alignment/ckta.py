"""Centred kernel-target alignment."""

from math import sqrt

import numpy as np

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import AS_LINEAR, Reward, of_classes
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

CONSTANT = 1e-14
"""Below this share of ‖K‖ the centred matrix is rounding; the same for centred labels."""


def ckta(problem: Problem) -> Float[Array, " L"]:
    """Centred alignment ⟨HKH, Hyyᵀ⟩_F / (‖HKH‖_F ‖Hyyᵀ H‖_F), in [0, 1] for K ≥ 0.

    Both norms follow from row sums; the numerator is y_cᵀKy_c with y_c = Hy.

    Source: Cortes, Mohri, Rostamizadeh (2010).
    Cost: O(n²).
    """
    if problem.is_classification and not problem.two_classes:
        raise UndefinedScoreError("only one class in the labels")
    norm = problem.centred_norm
    y = problem.y - problem.y.mean()
    if np.abs(y).max() <= CONSTANT * np.abs(problem.y).max():
        raise UndefinedScoreError("the labels are constant")
    aligned = float(y @ (problem.row_labels - problem.y.mean() * problem.row_sums))
    spread = float(y @ y)
    if norm <= CONSTANT * np.sqrt(problem.frobenius_squared):
        raise UndefinedScoreError("the centred kernel matrix is zero: K is constant")
    return constant(problem, aligned / (norm * spread))


def ckta_worked(problem: Problem) -> Worked:
    """Terms MMD², class sizes and ‖HKH‖_F; for real labels y_cᵀKy_c and ‖y_c‖² with y_c = Hy."""
    norm = Term(r"\lVert HKH\rVert_F", problem.centred_norm, "size of the centred matrix", "blocks")
    return _of_classes(problem, norm) if problem.two_classes else _of_numbers(problem, norm)


def _of_classes(problem: Problem, norm: Term) -> Worked:
    n_plus = int(problem.positive.sum())
    terms = (
        Term("n_+", n_plus, "positive points"),
        Term("n_-", problem.n - n_plus, "negative points"),
        Term("n", problem.n, "points"),
        Term(r"\mathrm{MMD}^2", problem.mmd_squared, "distance of class means, squared", "blocks"),
        norm,
    )
    return Worked(
        terms,
        r"\frac{#1\cdot #2}{#3}\cdot\frac{#4}{#5}",
        lambda plus, minus, n, squared, size: plus * minus / n * squared / size,
    )


def _of_numbers(problem: Problem, norm: Term) -> Worked:
    y = problem.y - problem.y.mean()
    aligned = float(y @ (problem.row_labels - problem.y.mean() * problem.row_sums))
    terms = (
        Term(r"y_c^\top Ky_c", aligned, "K summed, signed by the centred labels", "blocks"),
        norm,
        Term(r"\lVert y_c\rVert^2", float(y @ y), "size of the centred labels"),
    )
    return Worked(terms, r"\frac{#1}{#2\cdot #3}", lambda a, size, spread: a / (size * spread))


CKTA = Criterion(
    name="ckta",
    label="CKTA",
    full_name="centred kernel-target alignment",
    style=("sky", "dash", "square"),
    function=ckta,
    worked=ckta_worked,
    better="higher",
    formula=r"\frac{\langle HKH,\,H yy^\top H\rangle_F}"
    r"{\lVert HKH\rVert_F\,\lVert Hyy^\top H\rVert_F},"
    r"\quad H=I-\tfrac1n 11^\top",
    summary="Kernel-target alignment after the mean of the kernel has been removed. A kernel to "
    "which all points look alike no longer scores.",
    source="Cortes, Mohri, Rostamizadeh (2010), Two-stage learning kernel algorithms",
    cost="n2",
    evidence="standard",
    usual=True,
    at_first="drawn",
    oddity="Its ideal kernel finds all points of a class alike. A wide kernel comes closer to that "
    "than one that follows a curved boundary, so its choice may be too wide. For ever wider "
    "Gaussians it tends to the value of the linear kernel, then to 0/0.",
    needs=frozenset({"labels"}),
    invariant_to=frozenset({"scale", "shift"}),
    rewards=(
        Reward(
            "labels",
            identity=of_classes("1/√(n−1)", lambda f: 1 / sqrt(f.n - 1)),
            constant=AS_LINEAR,
            pull="interior",
        ),
    ),
)
