"""Spectral perturbation stability."""

import numpy as np

from kselect_core.criteria.base import Criterion, Option
from kselect_core.criteria.problem import Problem
from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Float

LARGEST_MAX = 400
"""The largest shift needs n eigendecompositions; beyond this n it is declined."""


def sps(problem: Problem, *, perturbation: str) -> Float[Array, " L"]:
    """Training error plus the mean shift of the spectrum when one point is removed, for each λ.

    ``perturbation``: "first_order" is the derivative of the eigenvalues that the paper computes;
    "exact" the true shifts, whose sum is tr K; "max" the largest single shift (a diagnostic).

    Source: Liu & Liao (2014, spectral perturbation stability), (2) and (6).
    Cost: O(n²) after the spectrum; "max": n eigendecompositions.
    """
    training_error: Float[Array, " L"] = np.mean(problem.fit.residuals**2, axis=0)
    if perturbation == "max":
        return training_error + largest_shift(problem)
    total = first_order_shift(problem) if perturbation == "first_order" else exact_shift(problem)
    return training_error + total / problem.n**2


def first_order_shift(problem: Problem) -> float:
    """Σᵢⱼ q_ji² |2σⱼ − K_ii|: absolute first-order shifts of all eigenvalues, in units of K."""
    sigma, Q, _ = problem.spectrum
    diagonal = problem.diagonal
    if (diagonal == diagonal[0]).all():
        return float(np.abs(2 * sigma - diagonal[0]).sum())
    return float(np.einsum("ij,ij,ij->", Q, Q, np.abs(2 * sigma[None, :] - diagonal[:, None])))


def exact_shift(problem: Problem) -> float:
    """Σᵢⱼ |σⱼ(K) − σⱼ(Kⁱ)| = tr K for positive semi-definite K, by interlacing; in units of K."""
    if problem.spectrum.indefinite:
        raise UndefinedScoreError(
            "K is indefinite: the sum of the exact shifts is tr K only for positive "
            "semi-definite kernels"
        )
    return float(problem.diagonal.sum())


def largest_shift(problem: Problem) -> float:
    """Largest |σⱼ(K) − σⱼ(Kⁱ)| over i and j, in units of K; Kⁱ has row and column i set to zero."""
    if problem.n > LARGEST_MAX:
        raise UndefinedScoreError(
            f"the largest shift needs {problem.n} eigendecompositions, "
            f"declined above n = {LARGEST_MAX}"
        )
    full = np.linalg.eigvalsh(problem.K)
    largest = 0.0
    for i in range(problem.n):
        reduced = problem.K.copy()
        reduced[i, :] = reduced[:, i] = 0.0
        largest = max(largest, float(np.abs(full - np.linalg.eigvalsh(reduced)).max()))
    return largest


SPS = Criterion(
    name="sps",
    label="SPS",
    function=sps,
    better="lower",
    formula=r"R_{\mathrm{emp}}+\frac1{n^2}\sum_{i,j}\bigl|\sigma_j(K)-\sigma_j(K^{i})\bigr|",
    summary="Training error plus how much the eigenvalues move when one point is removed.",
    source="Liu & Liao (2014), Kernel selection with spectral perturbation stability of kernel "
    "matrix, (2), (6)",
    cost="n3",
    evidence="stated",
    oddity="The exact penalty is tr(K)/n², a constant for every Gaussian kernel: the exact "
    "criterion is the training error. What the paper computes is the first order, which grows with "
    "smoothness from 1/n to 3/n. The penalty is meant for labels of size 1: beside the squared "
    "errors of a regression on large numbers it counts for nothing.",
    needs=frozenset({"labels", "ridge", "spectrum"}),
    options=(
        Option(
            "perturbation",
            "perturbation",
            "first_order",
            choices=("first_order", "exact", "max"),
            help="first order as the paper computes it, the exact sum, or the largest shift",
        ),
    ),
)
