"""Maximum mean discrepancy between the classes."""

from kselect_core.criteria.base import Criterion, constant
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def mmd(problem: Problem) -> Float[Array, " L"]:
    """Squared distance of the class means in feature space, in units of K (biased estimate, ≥ 0).

    Source: Gretton, Borgwardt, Rasch, Schölkopf, Smola (2012).
    Cost: O(n²).
    """
    return constant(problem, problem.mmd_squared)


def mmd_worked(problem: Problem) -> Worked:
    """Mean of K over the blocks + +, − − and + −."""
    positive = problem.positive
    plus, minus, _ = problem.class_means
    terms = (
        Term(r"\bar K_{++}", float(plus[positive].mean()), "mean over the block + +", "blocks"),
        Term(r"\bar K_{--}", float(minus[~positive].mean()), "mean over the block − −", "blocks"),
        Term(r"\bar K_{+-}", float(minus[positive].mean()), "mean over the block + −", "blocks"),
    )
    return Worked(terms, r"#1+#2-2\cdot #3", lambda a, b, c: max(a + b - 2 * c, 0.0))


MMD = Criterion(
    name="mmd",
    label="MMD²",
    full_name="maximum mean discrepancy, squared",
    style=("blue", "dot", "diamond"),
    function=mmd,
    worked=mmd_worked,
    better="higher",
    formula=r"\lVert\bar\phi_+-\bar\phi_-\rVert^2=\tfrac1{n^2}\tilde y^\top K\tilde y",
    summary="How far apart the means of the two classes lie in the space that the kernel makes "
    "(the squared distance).",
    source="Gretton, Borgwardt, Rasch, Schölkopf, Smola (2012), A kernel two-sample test",
    cost="n2",
    evidence="standard",
    usual=True,
    oddity="Grows with the scale of K, so it cannot compare kernel families; at K = I it is "
    "1/n₊ + 1/n₋, not 0.",
    needs=frozenset({"classes"}),
    invariant_to=frozenset({"shift"}),
)
