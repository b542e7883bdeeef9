"""Kernel stability."""

import numpy as np

from kselect_core.criteria.base import FOLDS, Criterion, Tried
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import Limit, Reward
from kselect_core.errors import UndefinedScoreError
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked
from kselect_core.types import Array, Float


def ks(problem: Problem, *, k: int, eta: float, loss: str) -> Float[Array, " L"]:
    """k-fold CV plus (η/n) maxᵢ ‖K − Kⁱ‖₂, for each λ.

    Source: Liu & Liao (2014, kernel stability), section 5.1 and theorem 4.
    Cost: that of k-fold CV.
    """
    penalty = eta / problem.n * kernel_stability(problem)
    try:
        return problem.cross_validation(k, loss) + penalty
    except UndefinedScoreError as error:
        if error.values is None:
            raise
        raise UndefinedScoreError(error.reason, np.asarray(error.values) + penalty) from None


def kernel_stability(problem: Problem) -> float:
    """maxᵢ ‖K − Kⁱ‖₂ in closed form, in units of K; Kⁱ has row and column i set to zero.

    The norm is (|K_ii| + √(K_ii² + 4sᵢ))/2 with sᵢ = Σ_{j≠i} K_ij².
    """
    own = problem.diagonal**2
    s = np.maximum(problem.row_squares - own, 0.0)
    return float(((np.abs(problem.diagonal) + np.sqrt(own + 4 * s)) / 2).max())


def ks_worked(problem: Problem, *, k: int, eta: float, loss: str) -> Worked:
    """CV_k, η, n, and of the point with the largest norm K_ii and the sum of its squared row."""
    own = np.abs(problem.diagonal)
    s = np.maximum(problem.row_squares - own**2, 0.0)
    norms = (own + np.sqrt(own**2 + 4 * s)) / 2
    i = int(norms.argmax())
    cv = float(problem.cross_validation(k, loss)[0])
    terms = (
        Term(r"\mathrm{CV}_k", cv, f"mean over {k} folds", "folds"),
        Term(r"\eta", eta, "weight of the stability"),
        Term("n", problem.n, "points"),
        Term("K_{ii}", float(own[i]), f"the worst point, i = {i + 1}", "rows"),
        Term(r"\textstyle\sum_{j\ne i}K_{ij}^2", float(s[i]), "its row without itself", "rows"),
    )
    norm = Term(r"\max_i\lVert K-K^i\rVert_2", float(norms[i]), "the largest norm", "rows")
    return Worked(
        terms,
        r"#1+\frac{#2}{#3}\cdot\frac{#4+\sqrt{#4^2+4\cdot #5}}{2}",
        lambda cv, eta, n, own, s: cv + eta / n * (own + np.sqrt(own**2 + 4 * s)) / 2,
        (norm,),
    )


def ks_squared(problem: Problem, *, k: int, eta: float, loss: str) -> Float[Array, " L"]:  # noqa: ARG001 (same options)
    """Squared loss on the same folds, and the penalty: decides between equal error counts."""
    return ks(problem, k=k, eta=eta, loss="squared")


ETAS = tuple(2.0**exponent for exponent in range(-2, 6))
"""The range that the source calls useful."""


KS = Criterion(
    name="ks",
    label="KS",
    full_name="kernel stability",
    style=("brown", "dash", "hexagon"),
    function=ks,
    worked=ks_worked,
    better="lower",
    formula=r"\mathrm{CV}_k+\frac{\eta}{n}\max_i\lVert K-K^{i}\rVert_2,\quad "
    r"\lVert K-K^{i}\rVert_2=\tfrac12\Bigl(K_{ii}+\sqrt{K_{ii}^2+4\sum_{j\ne i}K_{ij}^2}\Bigr)",
    summary="k-fold cross-validation plus a penalty for kernels whose matrix a single point can "
    "change much.",
    source="Liu & Liao (2014), Preventing over-fitting of cross-validation with kernel stability, "
    "section 5.1, theorem 4",
    cost="lanczos",
    evidence="stated",
    usual=True,
    at_first="drawn",
    oddity="The penalty grows with the width, so KS never chooses a wider Gaussian than CV; "
    "large η drowns CV. It is meant for labels of size 1: beside the squared errors of a "
    "regression on large numbers it counts for nothing.",
    needs=frozenset({"labels", "ridge", "folds"}),
    by_row=True,
    options=(
        FOLDS,
        Parameter(
            "eta",
            "η",
            1.0,
            low=0.0,
            high=1e6,
            help="weight of the stability; useful from 2⁻² to 2⁵",
        ),
        Parameter(
            "loss",
            "loss",
            "squared",
            choices=("squared", "error"),
            help="loss inside the cross-validation",
        ),
    ),
    tie_break=ks_squared,
    rewards=(
        Reward(
            "penalty",
            label="KS penalty (η = 1)",
            function=lambda problem: kernel_stability(problem) / problem.n,
            identity=Limit("η/n", lambda f: 1 / f.n),
            constant=Limit("η(1+√(4n−3))/(2n)", lambda f: (1 + np.sqrt(4 * f.n - 3)) / (2 * f.n)),
            course="increasing",
            pull="narrow",
        ),
    ),
    tried=tuple(
        Tried("eta", ETAS, fixed, title="weight η of the stability") for fixed in ((), (("k", 10),))
    ),
)
