"""Bayesian regularisation of the kernel parameters."""

import numpy as np

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Reward, always
from kselect_core.errors import UndefinedScoreError
from kselect_core.kernels import KERNELS
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float

SMALLEST = 1e-300
"""Half of PRESS is not taken as less: its logarithm stays finite."""


def br(problem: Problem) -> Float[Array, " L"]:
    """Log of half PRESS times n/2, plus half the log of Ω = η²/2, for each λ.

    η is the inverse width of the kernel, in units of its distances; without one only PRESS is left.

    Source: Cawley & Talbot (2007).
    Cost: O(n²L) after the spectrum.
    """
    data = problem.n / 2 * np.log(half_press(problem))
    eta = inverse_width(problem)
    score: Float[Array, " L"] = data if eta is None else data + 0.5 * log_omega(eta)
    return score


def half_press(problem: Problem) -> Float[Array, " L"]:
    """Q = PRESS/2, not below 1e-300, in units of y²."""
    floored: Float[Array, " L"] = np.maximum(problem.press / 2, SMALLEST)
    return floored


def inverse_width(problem: Problem) -> float | None:
    """Parameter η of the kernel; None for a kernel without an inverse width."""
    name = problem.kernel.name
    if not name:
        raise UndefinedScoreError(
            "it is not known which kernel made this matrix (in code, give kernel=KernelFact(…))"
        )
    base = KERNELS[name].base if name in KERNELS else "points"
    if base == "points":
        raise UndefinedScoreError(f"there is no penalty for the parameters of the {name} kernel")
    if base == "products":
        return None
    return problem.kernel.parameter(KERNELS[name].parameters[0].name)


def log_omega(eta: float) -> float:
    """log(η²/2)."""
    return 2 * float(np.log(eta)) - float(np.log(2))


def br_worked(problem: Problem) -> Worked:
    """n, PRESS and the inverse width."""
    press, eta = 2 * float(half_press(problem)[0]), inverse_width(problem)
    terms = (
        Term("n", problem.n, "points"),
        Term(r"\mathrm{PRESS}", press, "squared leave-one-out errors", "residuals"),
    )
    if eta is None:
        return Worked(
            terms,
            r"\frac{#1}{2}\cdot\log\Bigl(\frac{#2}{2}\Bigr)",
            lambda n, press: n / 2 * float(np.log(press / 2)),
        )
    name = KERNELS[problem.kernel.name].parameters[0].name
    symbol = r"\gamma" if name == "gamma" else name
    rate = Term(symbol, eta, "inverse width of the kernel")
    omega = Term(r"\tfrac12\log\Omega", 0.5 * log_omega(eta), "the pull towards wide kernels")
    return Worked(
        (*terms, rate),
        r"\frac{#1}{2}\cdot\log\Bigl(\frac{#2}{2}\Bigr)+\frac{1}{2}\cdot\log\Bigl(\frac{#3^2}{2}\Bigr)",
        lambda n, press, eta: n / 2 * float(np.log(press / 2)) + 0.5 * log_omega(eta),
        (omega,),
    )


def prior_on_width(problem: Problem) -> float:
    """Half the log of Ω: what BR adds for the width of the kernel."""
    eta = inverse_width(problem)
    if eta is None:
        raise UndefinedScoreError("a kernel without a width has no prior on it")
    return log_omega(eta) / 2


BR = Criterion(
    name="br",
    label="BR",
    full_name="Bayesian regularisation",
    style=("orange", "dashdot", "diamond-tall"),
    function=br,
    worked=br_worked,
    better="lower",
    formula=r"\frac n2\log Q+\frac d2\log\Omega,\quad Q=\tfrac12\mathrm{PRESS},\quad "
    r"\Omega=\tfrac12\sum_{j=1}^d\eta_j^2",
    summary="Leave-one-out error together with a preference for wide kernels, set before any "
    "label is seen.",
    source="Cawley & Talbot (2007), Preventing over-fitting during model selection via Bayesian "
    "regularisation of the hyper-parameters",
    cost="n3",
    evidence="reconstructed",
    oddity="Has no lower bound: for ever wider kernels PRESS tends to a constant and log Ω to −∞, "
    "so on a long grid BR chooses the last kernel. With one width (d = 1) it ranks like "
    "PRESS · η^(2/n), a gentle pull. A polynomial or linear kernel has no width: d = 0, and its "
    "values are not comparable with those of other families.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_sums=True,
    by_row=True,
    invariant_to=frozenset({"scale with mu", "shift for lssvm"}),
    rewards=(
        Reward(
            "penalty",
            label="BR ½ log Ω",
            function=prior_on_width,
            identity=always("∞", np.inf),
            constant=always("−∞", -np.inf),
            course="decreasing",
            pull="wide",
        ),
    ),
)
