"""Empirical error of the learner."""

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward, of_krr
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def remp(problem: Problem) -> Float[Array, " L"]:
    """Mean squared training residual of the learner, in units of y², for each λ.

    Source: Liu & Liao (2014, spectral perturbation stability), definition (1).
    Cost: O(n²L) after the spectrum.
    """
    return problem.training_squares.copy()  # other criteria read it too


def remp_worked(problem: Problem) -> Worked:
    """Sum of the squared residuals, and n."""
    squares = problem.training_residuals[:, 0] ** 2
    terms = (
        Term(
            r"\textstyle\sum_i(f(x_i)-y_i)^2",
            float(squares.sum()),
            "squared residuals",
            "residuals",
        ),
        Term("n", problem.n, "points"),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda total, n: total / n)


REMP = Criterion(
    name="remp",
    label="Training squared error",
    short="Rₑₘₚ",
    full_name="empirical risk, the squared training error",
    style=("brown", "longdash", "x"),
    function=remp,
    worked=remp_worked,
    better="lower",
    formula=r"\frac1n\sum_i\bigl(f(x_i)-y_i\bigr)^2",
    summary="Squared error on the very points that were fitted. It shows how closely the fit "
    "follows them, not how well it predicts.",
    source="Liu & Liao (2014), Kernel selection with spectral perturbation stability of kernel "
    "matrix, (1)",
    cost="n3",
    evidence="stated",
    usual=True,
    oddity="Not a selection criterion: it rewards over-fitting. Shown because SPS is this plus a "
    "small penalty.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_tiles=frozenset({"fits"}),
    by_sums=True,
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    rewards=(
        Reward(
            "error",
            label="Training error",
            identity=of_krr("(μ/(1+μ))²", lambda f: (f.mu / (1 + f.mu)) ** 2),
            constant=of_krr(
                "1−ȳ²(1−(μ/(n+μ))²)", lambda f: 1 - f.mean**2 * (1 - (f.mu / (f.n + f.mu)) ** 2)
            ),
            pull="interior, but narrow",
        ),
    ),
)
