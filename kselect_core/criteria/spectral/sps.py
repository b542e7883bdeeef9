"""Spectral perturbation stability."""

import numpy as np

from kselect_core.criteria.base import Criterion
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.rewards import ONE, Limit, Reward
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg.spectra.secular import largest_shift as largest_spectral_shift
from kselect_core.parameters import Parameter
from kselect_core.results.worked import Term, Worked, filled, number
from kselect_core.types import Array, Float

LARGEST_INDEFINITE = 1000
"""An indefinite K has no bound to search by; its n spectra take seconds at this n."""


def sps(problem: Problem, *, perturbation: str) -> Float[Array, " L"]:
    """Training error plus the mean shift of the spectrum when one point is removed, for each λ.

    ``perturbation``: "first_order" is the derivative of the eigenvalues that the paper computes;
    "exact" the true shifts, whose sum is tr K; "max" the largest single shift (a diagnostic).

    Source: Liu & Liao (2014, spectral perturbation stability), (2) and (6).
    Cost: O(n²) after the spectrum; "max": in general a small part of the spectrum's.
    """
    training_error = problem.training_squares
    if perturbation == "max":
        return training_error + largest_shift(problem)
    total = first_order_shift(problem) if perturbation == "first_order" else exact_shift(problem)
    return training_error + total / problem.n**2


def first_order_shift(problem: Problem) -> float:
    """Σᵢⱼ q_ji² |2σⱼ − K_ii|: absolute first-order shifts of all eigenvalues, in units of K."""
    diagonal = problem.diagonal
    if (diagonal == diagonal[0]).all():
        return float(np.abs(2 * problem.eigenvalues - diagonal[0]).sum())
    return problem.first_order_shifts


def exact_shift(problem: Problem) -> float:
    """Σᵢⱼ |σⱼ(K) − σⱼ(Kⁱ)| = tr K for positive semi-definite K, by interlacing; in units of K."""
    if problem.indefinite:
        raise UndefinedScoreError(
            "K is indefinite: the sum of the exact shifts is tr K only for positive "
            "semi-definite kernels"
        )
    return problem.trace


def largest_shift(problem: Problem) -> float:
    """Largest |σⱼ(K) − σⱼ(Kⁱ)| over i and j, in units of K; Kⁱ has row and column i set to zero."""
    sigma, Q, indefinite = problem.spectrum
    if indefinite and problem.n > LARGEST_INDEFINITE:
        raise UndefinedScoreError(
            "K is indefinite: its largest shift needs the spectra of all Kⁱ, "
            f"skipped above n = {LARGEST_INDEFINITE}"
        )
    return largest_spectral_shift(sigma, Q)


def sps_worked(problem: Problem, *, perturbation: str) -> Worked:
    """Training error, the shifts of the eigenvalues, and n²; the identities of the sum beside."""
    training = Term(
        r"R_{\mathrm{emp}}",
        float(problem.training_squares[0]),
        "training squared error",
        "residuals",
    )
    if perturbation == "max":
        shift = Term(
            r"\max_{i,j}|\sigma_j(K)-\sigma_j(K^i)|",
            largest_shift(problem),
            "the largest shift",
            "rows",
        )
        return Worked((training, shift), "#1+#2", lambda error, shift: error + shift)
    shifts, identity = _shifts_worked(problem, perturbation)
    terms = (training, shifts, Term("n^2", problem.n**2, "pairs of points"))
    return Worked(
        terms,
        r"#1+\frac{#2}{#3}",
        lambda error, total, pairs: error + total / pairs,
        identity=identity,
    )


def _shifts_worked(problem: Problem, perturbation: str) -> tuple[Term, str]:
    """Sum of the shifts as a term, and the identity that holds for it, with its numbers."""
    trace = problem.trace
    if perturbation == "exact":
        identity = r"\sum_{i,j}|\sigma_j(K)-\sigma_j(K^i)|=\operatorname{tr}K=#1"
        term = Term(r"\operatorname{tr}K", exact_shift(problem), "the sum of the shifts", "trace")
        return term, filled(identity, [trace])
    total, first = first_order_shift(problem), float(problem.diagonal[0])
    symbol = r"\textstyle\sum_{i,j}q_{ji}^2|2\sigma_j-K_{ii}|"
    without = r"\sum_{i,j}q_{ji}^2(2\sigma_j-K_{ii})"
    if (problem.diagonal == first).all():
        symbol = rf"\textstyle\sum_j|2\sigma_j-{number(first)}|"
        without = rf"\sum_j(2\sigma_j-{number(first)})"
    identity = rf"\text{{without the bars: }}{without}=\operatorname{{tr}}K=#1"
    return Term(symbol, total, "shifts to first order", "spectrum"), filled(identity, [trace])


ONE_OVER_N = Limit("1/n", lambda f: 1 / f.n)


SPS = Criterion(
    name="sps",
    label="SPS",
    full_name="spectral perturbation stability",
    style=("teal", "solid", "star"),
    function=sps,
    worked=sps_worked,
    better="lower",
    formula=r"R_{\mathrm{emp}}+\frac1{n^2}\sum_{i,j}\bigl|\sigma_j(K)-\sigma_j(K^{i})\bigr|",
    summary="Training error plus a penalty for how far the eigenvalues of the kernel matrix move "
    "when one point is removed.",
    source="Liu & Liao (2014), Kernel selection with spectral perturbation stability of kernel "
    "matrix, (2), (6)",
    cost="n3",
    evidence="stated",
    usual=True,
    at_first="drawn",
    oddity="The exact penalty is tr(K)/n², a constant for every Gaussian kernel: the exact "
    "criterion is the training error. What the paper computes is the first order, which grows with "
    "smoothness from 1/n to 3/n. The penalty is meant for labels of size 1: beside the squared "
    "errors of a regression on large numbers it counts for nothing.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    by_tiles=frozenset({"fits", "eigenvalues"}),
    by_sums=True,
    by_row=True,
    options=(
        Parameter(
            "perturbation",
            "perturbation",
            "first_order",
            choices=("first_order", "exact", "max"),
            help="first order as the paper computes it, the exact sum, or the largest shift",
        ),
    ),
    rewards=(
        Reward(
            "penalty",
            "sps_exact",
            "SPS penalty, exact",
            lambda problem: exact_shift(problem) / problem.n**2,
            {"perturbation": "exact"},
            identity=ONE_OVER_N,
            constant=ONE_OVER_N,
            course="constant",
            pull="none",
        ),
        Reward(
            "penalty",
            "sps_first",
            "SPS penalty, first order",
            lambda problem: first_order_shift(problem) / problem.n**2,
            identity=ONE_OVER_N,
            constant=Limit("(3n−2)/n²", lambda f: (3 * f.n - 2) / f.n**2),
            course="increasing",
            pull="narrow",
        ),
        Reward(
            "penalty",
            "sps_max",
            "SPS penalty, largest shift",
            largest_shift,
            {"perturbation": "max"},
            identity=ONE,
            constant=ONE,
            course="one valley",
            pull="interior",
        ),
    ),
    small_case=True,
)
