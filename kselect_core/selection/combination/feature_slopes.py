"""Criteria as smooth functions of one width per feature and of the ridge, with exact slopes.

The kernel is exp(−Σ_f γ_f (x_f − z_f)²), a Gaussian one with a width for each feature.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.left_out.loo import LOO
from kselect_core.criteria.spectral.evidence import GML
from kselect_core.errors import UndefinedScoreError
from kselect_core.linalg import inverse, squared_distances
from kselect_core.selection.combination.slopes import ckta_slope
from kselect_core.types import Array, Float


class RidgeSlope(NamedTuple):
    """Value that is minimised at a kernel matrix and a ridge λ, its slopes by K and by log λ."""

    value: float
    G: Float[Array, "n n"]
    by_log_ridge: float


def gml_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """Log GML at μ = nλ; the slope by K is C⁻¹/n − ααᵀ/yᵀα."""
    n, mu = len(y), lam * len(y)
    P, volume = inverse(_with_ridge(K, mu))
    alpha = P @ y
    quadratic = float(y @ alpha)
    if quadratic <= 0:
        raise UndefinedScoreError("the labels are zero")
    G = P
    G /= n
    G -= np.outer(alpha, alpha / quadratic)
    return RidgeSlope(float(np.log(quadratic / n)) + volume / n, G, mu * float(np.trace(G)))


def lml_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """−log density of the labels per point at μ = nλ; the slope by K is (C⁻¹ − ααᵀ)/2n."""
    n, mu = len(y), lam * len(y)
    P, volume = inverse(_with_ridge(K, mu))
    alpha = P @ y
    G = (P - np.outer(alpha, alpha)) / (2 * n)
    value = 0.5 * (float(y @ alpha) + volume) / n + 0.5 * float(np.log(2 * np.pi))
    return RidgeSlope(value, G, mu * float(np.trace(G)))


def loo_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """Log of the mean squared leave-one-out error at μ = (n − 1)λ, the ridge without one point.

    With errors rᵢ = αᵢ/P_ii, P = C⁻¹, the slope of Σ r² is 2[P diag(r²/P_ii) P − (P u)αᵀ],
    u = r/P_ii, made symmetric.
    """
    n, mu = len(y), lam * (len(y) - 1)
    P, _ = inverse(_with_ridge(K, mu))
    alpha, own = P @ y, np.diagonal(P)
    errors = alpha / own
    press = float(errors @ errors)
    if press <= 0:
        raise UndefinedScoreError("every leave-one-out error is zero")
    half = np.outer(P @ (errors / own), alpha)
    scaled = P * (np.abs(errors) / np.sqrt(own))
    G = (2 * (scaled @ scaled.T) - half - half.T) / press
    return RidgeSlope(float(np.log(press / n)), G, mu * float(np.trace(G)))


def _with_ridge(K: Float[Array, "n n"], mu: float) -> Float[Array, "n n"]:
    C = K.copy()
    C.flat[:: len(K) + 1] += mu
    return C


def ckta_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """−CKTA and its slope; it knows no ridge."""
    value, G = ckta_slope(Problem(K, y, [lam], task="regression"))
    return RidgeSlope(-value, -G, 0.0)


Objective = Callable[[Float[Array, "n n"], Float[Array, " n"], float], RidgeSlope]
OBJECTIVES: MappingProxyType[str, Objective] = MappingProxyType(
    {GML.name: gml_of, LOO.name: loo_of, CKTA.name: ckta_of}
)


def kernel_of(
    gamma: Float[Array, " d"], X: Float[Array, "n d"], Z: Float[Array, "m d"] | None = None
) -> Float[Array, "n m"]:
    """Kernel exp(−Σ_f γ_f (x_f − z_f)²) between the rows of X and of Z (None: X)."""
    root = np.sqrt(gamma)
    K = squared_distances(X * root, None if Z is None else Z * root)
    np.negative(K, out=K)
    np.exp(K, out=K)
    return K


def at_widths(
    objective: Objective, X: Float[Array, "n d"], y: Float[Array, " n"], theta: Float[Array, " p"]
) -> tuple[float, Float[Array, " p"]]:
    """Value and slope at θ = (log γ₁ … log γ_d, log λ).

    With W = G ∘ K the slope by log γ_f is −γ_f Σᵢⱼ W_ij (x_if − x_jf)²: one product of matrices
    for all features.
    Cost: O(n³ + n²d).
    """
    gamma = np.exp(theta[:-1])
    K = kernel_of(gamma, X)
    value, G, by_log_ridge = objective(K, y, float(np.exp(theta[-1])))
    W = np.multiply(G, K, out=K)
    own = (X * X).T @ W.sum(axis=1) - np.einsum("if,if->f", X, W @ X)
    return value, np.append(-2 * gamma * own, by_log_ridge)
