"""Hilbert–Schmidt independence criterion."""

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import ZERO, Reward, of_classes
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def hsic(problem: Problem) -> Float[Array, " L"]:
    """Dependence of inputs and labels, tr(KHLH)/(n − 1)² with L = yyᵀ, in units of K·y² (≥ 0).

    Source: Gretton, Bousquet, Smola, Schölkopf (2005), (9).
    Cost: O(n²).
    """
    return constant(problem, aligned(problem) / (problem.n - 1) ** 2)


def aligned(problem: Problem) -> float:
    """tr(KHLH) = y_cᵀKy_c with the centred labels y_c = Hy."""
    mean = problem.y.mean()
    return float((problem.y - mean) @ (problem.row_labels - mean * problem.row_sums))


def hsic_worked(problem: Problem) -> Worked:
    """Alignment of the centred matrices, and the size of the sample."""
    terms = (
        Term(r"\operatorname{tr}KHLH", aligned(problem), "alignment with L, centred", "blocks"),
        Term("n", problem.n, "training points"),
    )
    return Worked(terms, r"\frac{#1}{(#2-1)^2}", lambda total, n: total / (n - 1) ** 2)


HSIC = Criterion(
    name="hsic",
    label="HSIC",
    full_name="Hilbert–Schmidt independence criterion",
    style=("red", "dashdot", "bowtie"),
    function=hsic,
    worked=hsic_worked,
    better="higher",
    formula=r"\frac{\operatorname{tr}(KHLH)}{(n-1)^2},\quad L=yy^\top,\ H=I-\tfrac1n 11^\top",
    summary="How strongly the labels depend on the inputs, as far as the kernel sees it.",
    source="Gretton, Bousquet, Smola, Schölkopf (2005), Measuring statistical dependence with "
    "Hilbert-Schmidt norms",
    cost="n2",
    evidence="standard",
    oddity="With two classes it is MMD² times (2n₊n₋/(n(n − 1)))²: the two always choose alike. It "
    "says something of its own where the target is a number. CKTA without its denominator: it "
    "grows with the scale of K, so it cannot compare kernel families.",
    needs=frozenset({"labels"}),
    invariant_to=frozenset({"shift"}),
    rewards=(
        Reward(
            "labels",
            identity=of_classes(
                "4n₊n₋/(n(n−1)²)", lambda f: 4 * f.positive * f.negative / (f.n * (f.n - 1) ** 2)
            ),
            constant=ZERO,
            pull="interior",
        ),
    ),
)
