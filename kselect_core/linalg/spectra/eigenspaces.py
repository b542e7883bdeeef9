"""What eigenvalues tell together: their rounding level, which are equal, degrees of freedom."""

import numpy as np

from kselect_core.types import Array, Float, Int

PRECISION = float(np.finfo(np.float64).eps)


def rounding_level(sigma: Float[Array, " n"]) -> float:
    """Size n ε σ₁ of the rounding errors in computed eigenvalues; NaN without any."""
    return len(sigma) * PRECISION * float(np.abs(sigma).max()) if len(sigma) else float("nan")


def eigenspaces(sigma: Float[Array, " n"]) -> Int[Array, " bounds"]:
    """Bounds of the runs of eigenvalues (descending) that are equal up to rounding.

    Run g holds positions bounds[g] to bounds[g + 1] − 1. Inside a run the eigenvectors are any
    basis of one space: only what they hold together has a meaning.
    """
    starts = np.flatnonzero(sigma[:-1] - sigma[1:] > rounding_level(sigma)) + 1
    return np.concatenate([[0], starts, [len(sigma)]]).astype(np.int64)


def effective_dimension(sigma: Float[Array, " n"], mu: Float[Array, " L"]) -> Float[Array, " L"]:
    """Effective dimension Σ σ/(σ + μ) for each ridge μ > 0; eigenvalues below 0 count as 0."""
    clipped = np.maximum(sigma, 0.0)[:, None]
    dimension: Float[Array, " L"] = (clipped / (clipped + mu)).sum(axis=0)
    return dimension


def bias_dimension(
    sigma: Float[Array, " n"], ones: Float[Array, " n"], mu: Float[Array, " L"]
) -> Float[Array, " L"]:
    """What a bias that is not penalised adds to the effective dimension, for each ridge μ > 0.

    With the coordinates o = Qᵀ1 and w = μ/(σ + μ) it is Σ w² o² / Σ w o², between 0 and 1: the
    trace of the hat matrix grows by what the kernel leaves of the constant function.
    """
    w = mu / (np.maximum(sigma, 0.0)[:, None] + mu)  # (n, L)
    squares = (ones * ones)[:, None]
    added: Float[Array, " L"] = (w * (w * squares)).sum(axis=0) / (w * squares).sum(axis=0)
    return added
