"""Fully empirical stability bound of the support vector machine."""

import numpy as np

from kselect_core.criteria.base import Criterion, converged_only
from kselect_core.criteria.problems.machine import SvmProblem
from kselect_core.errors import UndefinedScoreError
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

FEWEST = 16
"""Smallest sample with two blocks of two points to train on."""


def stab(problem: SvmProblem, *, form: str, delta: float) -> Float[Array, " L"]:
    """Leave-one-out error plus a penalty for predictions that one point can change, for each C.

    Blocks of the shuffled sample (`SvmProblem.permutation`) give Ĥ, the mean change of a prediction
    when one of the s = ⌊⌊√n⌋/2⌋ points of a block leaves it. ``form`` names the equation.

    Source: Oneto, Ghio, Ridella, Anguita (2015), (29), (35), (37).
    Cost: that of leave-one-out; the blocks are small.
    """
    missed = problem.missed.mean(axis=1)
    first, last = constants(problem.n, form, delta)
    penalty = np.sqrt(2 / delta * (first + 3 * (stability(problem) + last)))
    return converged_only(missed + penalty, problem.left_out.converged & problem.changes.converged)


def stability(problem: SvmProblem) -> Float[Array, " L"]:
    """Ĥ: mean change of a prediction when one point leaves a block, for each C, in [0, 1].

    Decision values within 1e-6 of 0 count as 0, which predicts the negative class as in libsvm.
    NaN where a machine of a block did not converge.
    """
    if problem.n < FEWEST:
        raise UndefinedScoreError(f"needs at least {FEWEST} points, there are {problem.n}")
    changes = problem.changes
    return np.where(changes.converged, changes.changed.mean(axis=(1, 2, 3)), np.nan)


def constants(n: float, form: str, delta: float) -> tuple[float, float]:
    """Terms of the bound that are the same for every candidate: the first one, and that of Ĥ."""
    first = 1 / np.sqrt(n) if form == "35" else 1 / (2 * n)
    return float(first), float(np.sqrt(np.log(2 / delta) / np.sqrt(n)))


def stab_worked(problem: SvmProblem, *, form: str, delta: float) -> Worked:
    """Leave-one-out error, stability of the blocks, and the two constants."""
    missed = float(problem.missed.mean())
    first, last = constants(problem.n, form, delta)
    symbol = r"\tfrac1{\sqrt n}" if form == "35" else r"\tfrac1{2n}"
    terms = (
        Term(r"\hat R_{\mathrm{loo}}", missed, "leave-one-out error", "residuals"),
        Term(r"\delta", delta, "the bound may fail with this probability"),
        Term(symbol, first, "the same for every candidate"),
        Term(r"\hat H", float(stability(problem)[0]), "changed predictions of the blocks"),
        Term(r"\sqrt{\tfrac{\ln(2/\delta)}{\sqrt n}}", last, "the same for every candidate"),
    )
    return Worked(
        terms,
        r"#1+\sqrt{\tfrac2{#2}\bigl[#3+3\,(#4+#5)\bigr]}",
        lambda missed, delta, first, change, last: (
            missed + (2 / delta * (first + 3 * (change + last))) ** 0.5
        ),
    )


STAB = Criterion(
    name="stab",
    label="STAB",
    full_name="stability bound",
    style=("green", "longdash", "diamond"),
    function=stab,
    worked=stab_worked,
    better="lower",
    formula=r"\hat R_{\mathrm{loo}}+\sqrt{\tfrac2\delta\Bigl[\tfrac1{\sqrt n}+3\Bigl(\hat H+"
    r"\sqrt{\tfrac{\ln(2/\delta)}{\sqrt n}}\Bigr)\Bigr]}",
    summary="Leave-one-out error plus a penalty for machines whose predictions change when one "
    "point is left out.",
    source="Oneto, Ghio, Ridella, Anguita (2015), Fully empirical and data-dependent "
    "stability-based bounds, (29), (35), (37)",
    cost="machine",
    evidence="stated",
    usual=True,
    at_first="drawn",
    oddity="As a bound it is vacuous: at δ = 5 % it exceeds 1 for every n below 2.8 · 10⁹, even "
    "without a single error. It works as a ranking: at n = 400 about the leave-one-out error plus "
    "8 Ĥ. Ĥ uses half of the data and depends on how they are shuffled. Near K = I its machines "
    "are often undecided: values within 1e-6 of 0 count as 0, which predicts the negative class.",
    needs=frozenset({"classes", "labels", "machine", "shuffle"}),
    options=(
        Parameter("form", "form", "35", choices=("35", "37"), help="equation of the paper"),
        Parameter("delta", "δ", 0.05, low=1e-6, high=0.999, help="probability that it fails"),
    ),
    bound=True,
)
