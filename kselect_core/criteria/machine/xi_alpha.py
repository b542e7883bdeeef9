"""Joachims' ξα estimate of the leave-one-out error."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import PRECISELY, SvmProblem
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Bool, Float


def xi_alpha(problem: SvmProblem, *, rho: float) -> Float[Array, " L"]:
    """Share of points with ρ αᵢ R² + ξᵢ ≥ 1, for each C.

    With ρ = 2 it is never below leave-one-out where the offset is unique, also without a point.
    R² = max K_ii − min K_ij bounds the squared distance of two points.

    Source: Joachims (2000), Estimating the generalization performance of a SVM efficiently.
    Cost: that of the machines.
    """
    shares: Float[Array, " L"] = suspects(problem, rho).mean(axis=1)
    return converged_only(shares, problem.told_apart, PRECISELY)


def suspects(problem: SvmProblem, rho: float) -> Bool[Array, "L n"]:
    """Points that leave-one-out might miss, for each C."""
    xi = np.maximum(0.0, 1.0 - problem.y * problem.exact_machines.f)
    suspected: Array = rho * problem.alpha * spread(problem) + xi >= 1.0 - SLACK
    return suspected


SLACK = 1e-6
"""Free support vectors with α R² ρ = 1 exactly lie on the bound up to the solver's tolerance."""


def spread(problem: SvmProblem) -> float:
    """R² = max K_ii − min K_ij."""
    return float(problem.diagonal.max() - problem.K.min())


def xi_alpha_worked(problem: SvmProblem, *, rho: float) -> Worked:
    """Number of suspects and n; beside them R² and ρ."""
    terms = (
        Term(
            r"\#\{i:\rho\alpha_iR^2+\xi_i\ge1\}",
            int(np.count_nonzero(suspects(problem, rho))),
            "points that leave-one-out might miss",
            "residuals",
        ),
        Term("n", problem.n, "points"),
    )
    besides = (
        Term("R^2", spread(problem), "largest K_ii minus smallest K_ij", "blocks"),
        Term(r"\rho", rho, "2: a bound; 1: the default of SVM-light, no bound"),
    )
    return Worked(terms, r"\frac{#1}{#2}", lambda count, n: count / n, besides)


XI_ALPHA = Criterion(
    name="xi_alpha",
    label="ξα",
    full_name="ξα-estimate of the leave-one-out error",
    style=("brown", "dashdot", "triangle-right"),
    function=xi_alpha,
    worked=xi_alpha_worked,
    better="lower",
    formula=r"\frac1n\,\#\bigl\{i:\ \rho\,\alpha_iR^2+\xi_i\ge 1\bigr\},\quad "
    r"R^2=\max_iK_{ii}-\min_{i,j}K_{ij}",
    summary="Share of points that might be wrong if they were left out, computed from a "
    "single machine. It needs no second training.",
    source="Joachims (2000), Estimating the generalization performance of a SVM efficiently",
    cost="machine",
    share=True,
    evidence="standard",
    usual=True,
    oddity="With ρ = 2 it is an upper bound of the leave-one-out error, and for C ≥ 1 a loose one: "
    "every free support vector with α ≥ 1/2 counts. It says nothing where no support vector is "
    "free, or none once a point has left (tiny C): there leave-one-out can miss every point and "
    "ξα none. Where K is singular α is that of least norm.",
    needs=frozenset({"classes", "labels", "machine"}),
    options=(
        Parameter("rho", "ρ", 2.0, low=0.0, high=10.0, help="2 gives a bound, 1 a heuristic"),
    ),
)
