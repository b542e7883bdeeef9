"""Exact leave-one-out error in closed form."""

import numpy as np

from kselect_core.criteria.base import LOSS, Criterion
from kselect_core.criteria.problems.least_squares import Problem, missed
from kselect_core.criteria.rewards import Reward, of_krr
from kselect_core.errors import UndefinedScoreError
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def loo(problem: Problem, *, loss: str) -> Float[Array, " L"]:
    """Mean leave-one-out loss for each λ: PRESS/n in units of y², or the share of wrong signs.

    The residual at point i of the fit that never saw it is rᵢ / (1 − Hat_ii), with the residuals
    and leverages of one fit on all points: n refits cost one eigendecomposition.

    Source: Cawley (2006); Rifkin & Lippert (2007).
    Cost: O(n²L) after the spectrum.
    """
    if loss == "squared":
        squared: Float[Array, " L"] = problem.press / problem.n
        return squared
    if not problem.is_classification:
        raise UndefinedScoreError("the 0/1 loss needs labels −1 and +1")
    return problem.left_out_rate


def loo_worked(problem: Problem, *, loss: str) -> Worked:
    """PRESS or the number of wrong signs, and n; beside them the worst point."""
    errors = problem.left_out_errors[:, 0]
    worst = int(np.abs(errors).argmax())
    total = Term(
        r"\textstyle\sum_ie_i^2", float((errors**2).sum()), "PRESS: squared errors", "residuals"
    )
    if loss == "error":
        wrong = int(missed(problem.y[:, None], problem.signs_left_out).sum())
        total = Term(r"\#\{y_i(y_i-e_i)\le 0\}", wrong, "points held out and missed", "residuals")
    terms = (total, Term("n", problem.n, "points"))
    besides = Term(f"e_{{{worst + 1}}}", float(errors[worst]), "the worst point", "residuals")
    return Worked(terms, r"\frac{#1}{#2}", lambda total, n: total / n, (besides,))


def loo_squared(problem: Problem, *, loss: str) -> Float[Array, " L"]:  # noqa: ARG001 (same options)
    """PRESS/n: decides between equal error counts."""
    return loo(problem, loss="squared")


LOO = Criterion(
    name="loo",
    label="Leave-one-out",
    short="LOO",
    full_name="leave-one-out cross-validation",
    style=("orange", "dash", "circle"),
    function=loo,
    worked=loo_worked,
    better="lower",
    formula=r"\frac1n\sum_i\Bigl(\frac{y_i-f(x_i)}{1-A_{ii}}\Bigr)^2,\quad A\text{ the hat matrix}",
    summary="Leave out one training point, fit on the others, and measure the error at that "
    "point. The value is the mean over all points.",
    source="Cawley (2006), Leave-one-out cross-validation based model selection criteria for "
    "weighted LS-SVMs",
    cost="n3",
    evidence="standard",
    usual=True,
    at_first="drawn",
    oddity="With balanced classes and K = I, or any kernel under a huge ridge, an LSSVM predicts "
    "the mean of the other labels, so its leave-one-out error rate is 100 per cent: "
    "a property, not a bug.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_sums=True,
    by_row=True,
    options=(LOSS,),
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    tie_break=loo_squared,
    left_out="leave-one-out",
    rewards=(Reward("error", identity=of_krr("1", 1.0)),),
)
