"""Iterated kernels from one eigendecomposition of the pool: every number of steps, every point."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.types import Array, Float


class PoolSpectrum(NamedTuple):
    """G/N = Q diag(l) Qᵀ of the base kernel on a pool of N points; l descending, none negative."""

    values: Float[Array, " N"]
    Q: Float[Array, "N N"]


def pool_spectrum(G: Float[Array, "N N"]) -> PoolSpectrum:
    """Eigenvalues (descending) and eigenvectors of G/N. Cost: O(N³), once for all steps."""
    eigen = spectrum(G / len(G))
    return PoolSpectrum(np.maximum(eigen.sigma, 0.0), eigen.Q)


def step_eigenvalues(
    values: Float[Array, " N"], steps: int, *, unit_diagonal: bool = False
) -> Float[Array, " N"]:
    """Eigenvalues l^(2ᵏ) of G_k/N after k steps; underflow to 0 is harmless.

    With ``unit_diagonal`` those of the rescaled kernel, which add up to 1.
    """
    largest = float(values[0])
    with np.errstate(under="ignore"):
        if unit_diagonal and largest > 0:
            shares = (values / largest) ** float(2**steps)
            return np.asarray(shares / shares.sum())
        return np.asarray(values ** float(2**steps))


def iterated_gram(
    first: Float[Array, "n N"],
    second: Float[Array, "m N"],
    values: Float[Array, " N"],
    *,
    steps: int,
    unit_diagonal: bool = False,
) -> Float[Array, "n m"]:
    """Kernel K_k(x, z) = (1/N) k₀(x)ᵀ (G/N)^(2ᵏ − 2) k₀(z) between two samples, for k ≥ 1.

    ``first`` and ``second`` are the base kernel between each sample and the pool, times Q. With
    ``unit_diagonal`` the kernel is divided by the mean of K_k(x, x) over the pool, Σ l^(2ᵏ).

    Cost: O(nmN).
    """
    largest = float(values[0])
    with np.errstate(under="ignore"):
        if unit_diagonal and largest > 0:
            ratios = values / largest
            weights = ratios ** float(2**steps - 2)
            weights /= largest**2 * (ratios ** float(2**steps)).sum()
        else:
            weights = values ** float(2**steps - 2)
        K: Float[Array, "n m"] = (first * (weights / len(values))) @ second.T
    return K
