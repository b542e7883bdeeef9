"""Margin bound of the support vector machine."""

import numpy as np

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

ROUNDING = 1e-9
"""‖w‖² may be negative by this share of (Σα)² max K_ii without K being indefinite: a constant
machine has w = 0."""


def marg(problem: SvmProblem, *, delta: float) -> Float[Array, " L"]:
    """Mean hinge loss plus the Rademacher complexity of the machine's ball, for each C.

    Source: Oneto, Ghio, Ridella, Anguita (2015), (70); Shawe-Taylor & Cristianini (2004).
    Cost: one path of C.
    """
    hinge, norm, trace = parts(problem)
    n = problem.n
    bound: Float[Array, " L"] = hinge + 4 * norm * np.sqrt(max(trace, 0.0)) / n + constant(n, delta)
    if trace < 0 or np.isnan(norm).any():
        nothing = np.full_like(bound, np.nan) if trace < 0 else bound
        raise UndefinedScoreError("K is indefinite: the machine has no norm", nothing)
    return bound


def parts(problem: SvmProblem) -> tuple[Float[Array, " L"], Float[Array, " L"], float]:
    """Mean hinge loss and ‖w‖ for each C, and tr K; NaN where ‖w‖² is negative."""
    machines = problem.machines
    hinge = np.maximum(0.0, 1.0 - problem.y * machines.f).mean(axis=1)
    squared = (machines.beta * (machines.f - machines.b[:, None])).sum(axis=1)
    size = np.square(np.abs(machines.beta).sum(axis=1)) * problem.largest_diagonal
    norm = np.where(squared < -ROUNDING * size, np.nan, np.sqrt(np.maximum(squared, 0.0)))
    return hinge, norm, float(problem.diagonal.sum())


def constant(n: float, delta: float) -> float:
    """Term of the confidence, the same for every candidate."""
    return float(3 * np.sqrt(np.log(2 / delta) / (2 * n)))


def marg_worked(problem: SvmProblem, *, delta: float) -> Worked:
    """Mean hinge loss, ‖w‖, tr K, n, and the constant."""
    hinge, norm, trace = parts(problem)
    terms = (
        Term(r"\tfrac1n\sum_i\xi_i", float(hinge[0]), "mean hinge loss", "residuals"),
        Term("W", float(norm[0]), "norm of w; 1/W is the margin"),
        Term("n", problem.n, "points"),
        Term(r"\operatorname{tr}K", trace, "trace of the kernel matrix", "trace"),
        Term(
            r"3\sqrt{\tfrac{\ln(2/\delta)}{2n}}",
            constant(problem.n, delta),
            "the same for every candidate",
        ),
    )
    return Worked(
        terms,
        r"#1+\frac{4\cdot#2}{#3}\sqrt{#4}+#5",
        lambda hinge, norm, n, trace, last: hinge + 4 * norm / n * trace**0.5 + last,
    )


MARG = Criterion(
    name="marg",
    label="Margin bound",
    full_name="margin bound",
    style=("teal", "longdash", "diamond-tall"),
    function=marg,
    worked=marg_worked,
    better="lower",
    formula=r"\frac1n\sum_i\xi_i+\frac{4W}{n}\sqrt{\operatorname{tr}K}+"
    r"3\sqrt{\frac{\ln(2/\delta)}{2n}}",
    summary="Training loss plus what a machine of this margin could fit by chance. A wide margin "
    "makes the second part small.",
    source="Oneto, Ghio, Ridella, Anguita (2015), (70), (71); Shawe-Taylor & Cristianini (2004)",
    cost="machine",
    evidence="stated",
    usual=True,
    at_first="drawn",
    oddity="It holds for a bound on W fixed beforehand and a machine without offset; with the W "
    "that was found it is a heuristic. Usually above 1, hence vacuous as a bound. One equation of "
    "the paper prints 2W for the Gaussian kernel; 4W is right. W is known to the tolerance of the "
    "machine: to 1e-4 of it in general, to some per cent where C times the kernel is above 1e6 "
    "and where W is next to 0 (equal points of both classes).",
    needs=frozenset({"classes", "labels", "machine"}),
    options=(
        Parameter("delta", "δ", 0.05, low=1e-6, high=0.999, help="probability that it fails"),
    ),
    invariant_to=frozenset(),
    bound=True,
)
