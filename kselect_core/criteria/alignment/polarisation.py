"""Kernel polarisation."""

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward, of_classes
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def polarisation(problem: Problem) -> Float[Array, " L"]:
    """Polarisation Σᵢⱼ yᵢyⱼK_ij = yᵀKy, in units of K·y² (≥ 0 for K ≥ 0).

    Source: Baram (2005).
    Cost: O(n²).
    """
    return constant(problem, float(problem.y @ problem.row_labels))


def polarisation_worked(problem: Problem) -> Worked:
    """Of two classes the sums of K over the blocks of like and of unlike labels, else yᵀKy."""
    whole = float(problem.y @ problem.row_labels)
    if not problem.two_classes:
        total = Term(r"y^\top Ky", whole, "K summed, weighted by both labels", "blocks")
        return Worked((total,), "#1", lambda total: total)
    like = (float(problem.row_sums.sum()) + whole) / 2
    terms = (
        Term(r"\textstyle\sum_{y_i=y_j}K_{ij}", like, "sum over equal labels", "blocks"),
        Term(r"\textstyle\sum_{y_i\ne y_j}K_{ij}", like - whole, "over unequal labels", "blocks"),
    )
    return Worked(terms, "#1-#2", lambda like, unlike: like - unlike)


POLARISATION = Criterion(
    name="polarisation",
    label="Polarisation",
    full_name="kernel polarisation",
    style=("brown", "longdashdot", "star-diamond"),
    function=polarisation,
    worked=polarisation_worked,
    better="higher",
    formula=r"\sum_{i,j}y_iy_jK_{ij}=y^\top Ky",
    summary="How alike the kernel finds points of one class, less how alike it finds points of "
    "different classes, summed over all pairs.",
    source="Baram (2005), Learning by kernel polarization",
    cost="n2",
    evidence="reconstructed",
    oddity="KTA without its denominator: not centred and not normed. With classes of one size it "
    "is MMD² times n²/4, and both choose alike; otherwise the kernel that finds all points alike "
    "has the value (n₊ − n₋)², which no kernel exceeds where one class is large enough.",
    needs=frozenset({"labels"}),
    rewards=(
        Reward(
            "labels",
            identity=of_classes("n", lambda f: f.n),
            constant=of_classes("(n₊−n₋)²", lambda f: (f.positive - f.negative) ** 2),
            pull="interior",
        ),
    ),
)
