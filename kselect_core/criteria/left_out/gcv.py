"""Generalised cross-validation."""

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def gcv(problem: Problem) -> Float[Array, " L"]:
    """Mean squared residual over the squared mean of 1 − leverage, in units of y², for each λ.

    Source: Golub, Heath, Wahba (1979).
    Cost: O(n²L) after the spectrum.
    """
    score: Float[Array, " L"] = problem.training_squares / problem.leeway**2
    return score


def gcv_worked(problem: Problem) -> Worked:
    """Mean squared residual, and the mean of 1 − leverage."""
    terms = (
        Term(
            r"\tfrac1n\lVert(I-A)y\rVert^2",
            float(problem.training_squares[0]),
            "training squared error",
            "residuals",
        ),
        Term(
            r"\bigl(\tfrac1n\operatorname{tr}(I-A)\bigr)",
            float(problem.leeway[0]),
            "share of the n directions that the ridge shuts out",
            "spectrum",
        ),
    )
    return Worked(terms, r"\frac{#1}{#2^2}", lambda square, leeway: square / leeway**2)


GCV = Criterion(
    name="gcv",
    label="GCV",
    full_name="generalised cross-validation",
    style=("orange", "dot", "cross"),
    function=gcv,
    worked=gcv_worked,
    better="lower",
    formula=r"\frac{\tfrac1n\lVert(I-A)y\rVert^2}{\bigl[\tfrac1n\operatorname{tr}(I-A)\bigr]^2}",
    summary="Leave-one-out made cheaper and smoother: each point is treated as if its influence "
    "on its own prediction were the average one.",
    source="Golub, Heath, Wahba (1979), Generalized cross-validation as a method for choosing a "
    "good ridge parameter",
    cost="n3",
    evidence="standard",
    usual=True,
    at_first="ticked",
    oddity="For μ → ∞ it tends to the mean of y² (KRR), for μ → 0 to a finite limit of 0/0.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_tiles=frozenset({"fits", "trace"}),
    by_sums=True,
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
)
