"""Generalised approximate cross-validation of the support vector machine."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import PRECISELY, SvmProblem
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

SLACK = 1e-6
"""Where the machine is a constant, margins are −1 exactly up to the solver's tolerance."""


def gacv(problem: SvmProblem) -> Float[Array, " L"]:
    """Mean of ξᵢ + αᵢ K_ii (1 + [yᵢf(xᵢ) < −1]), for each C: estimates the held-out hinge loss.

    Source: Wahba, Lin, Zhang (1999), GACV for support vector machines, in the scaling of C-SVM.
    Cost: that of the machines.
    """
    hinge, weight = parts(problem)
    estimate: Float[Array, " L"] = (hinge + weight).mean(axis=1)
    return converged_only(estimate, problem.told_apart, PRECISELY)


def parts(problem: SvmProblem) -> tuple[Float[Array, "L n"], Float[Array, "L n"]]:
    """Hinge losses ξᵢ, and αᵢ K_ii, twice where yᵢf(xᵢ) < −1."""
    margin = problem.y * problem.exact_machines.f
    weight = problem.alpha * problem.diagonal * (1.0 + (margin < -1.0 - SLACK))
    return np.maximum(0.0, 1.0 - margin), weight


def gacv_worked(problem: SvmProblem) -> Worked:
    """Sums of the hinge losses and of the weights, and n."""
    hinge, weight = parts(problem)
    terms = (
        Term(r"\textstyle\sum_i\xi_i", float(hinge.sum()), "hinge losses", "residuals"),
        Term(
            r"\textstyle\sum_i\alpha_iK_{ii}(1+[y_if_i<-1])",
            float(weight.sum()),
            "what the points would lose more if they were left out",
        ),
        Term("n", problem.n, "points"),
    )
    return Worked(terms, r"\frac{#1+#2}{#3}", lambda hinge, weight, n: (hinge + weight) / n)


GACV = Criterion(
    name="gacv",
    label="GACV",
    full_name="generalised approximate cross-validation",
    style=("sky", "dashdot", "star-diamond"),
    function=gacv,
    worked=gacv_worked,
    better="lower",
    formula=r"\frac1n\sum_i\Bigl[\xi_i+\alpha_iK_{ii}\bigl(1+\mathbf 1[y_if_i<-1]\bigr)\Bigr]",
    summary="Estimate, from a single machine, of the hinge loss at points that it has not seen.",
    source="Wahba, Lin, Zhang (1999), GACV for support vector machines",
    cost="machine",
    evidence="standard",
    usual=True,
    oddity="Much too large for large C. As printed, the points with y f between −1 and 1 carry a "
    "term; free support vectors stand exactly at 1, so that rounding would decide: the upper end "
    "is left out here, which changes nothing else, for α = 0 beyond it. Where K is singular many α "
    "give one machine: those of least norm are taken, which the order of the points cannot change.",
    needs=frozenset({"classes", "labels", "machine"}),
)
