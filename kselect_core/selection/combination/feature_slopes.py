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
from kselect_core.linalg.matrices.cholesky import inverse, lower_inverse
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.selection.combination.slopes import ckta_slope
from kselect_core.types import Array, Float


class RidgeSlope(NamedTuple):
    """Value that is minimised at a kernel matrix and a ridge λ, and its slopes by K and by log λ.

    The slope by K is symmetric: below the diagonal that of ``lower``, which is 0 above it, plus
    (uvᵀ + vuᵀ)/2 of the pair (u, v).
    """

    value: float
    lower: Float[Array, "n n"]
    pair: tuple[Float[Array, " n"], Float[Array, " n"]]
    by_log_ridge: float

    @classmethod
    def of_ridge(
        cls, value: float, lower: Float[Array, "n n"], u: Array, v: Array, mu: float
    ) -> "RidgeSlope":
        """Slope of a criterion that knows K + μI alone: by log λ it is μ times the trace."""
        return cls(value, lower, (u, v), mu * (float(np.trace(lower)) + float(u @ v)))


def gml_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """Log GML at μ = nλ; the slope by K is C⁻¹/n − ααᵀ/yᵀα."""
    n, mu = len(y), lam * len(y)
    lower, volume = lower_inverse(_with_ridge(K, mu), overwrite=True)
    alpha = _applied(lower, y)
    quadratic = float(y @ alpha)
    if quadratic <= 0:
        raise UndefinedScoreError("the labels are zero")
    lower /= n
    value = float(np.log(quadratic / n)) + volume / n
    return RidgeSlope.of_ridge(value, lower, alpha / -quadratic, alpha, mu)


def lml_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """−log density of the labels per point at μ = nλ; the slope by K is (C⁻¹ − ααᵀ)/2n."""
    n, mu = len(y), lam * len(y)
    lower, volume = lower_inverse(_with_ridge(K, mu), overwrite=True)
    alpha = _applied(lower, y)
    lower /= 2 * n
    value = 0.5 * (float(y @ alpha) + volume) / n + 0.5 * float(np.log(2 * np.pi))
    return RidgeSlope.of_ridge(value, lower, alpha / (-2 * n), alpha, mu)


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
    u = P @ (errors / own) * (-2 / press)
    P *= np.abs(errors) / np.sqrt(own) * np.sqrt(2 / press)
    return RidgeSlope.of_ridge(float(np.log(press / n)), np.tril(P @ P.T), u, alpha, mu)


def ckta_of(K: Float[Array, "n n"], y: Float[Array, " n"], lam: float) -> RidgeSlope:
    """−CKTA and its slope; it knows no ridge."""
    value, G = ckta_slope(Problem(K, y, [lam], task="regression"))
    return RidgeSlope(-value, np.tril(-G), (np.zeros(len(y)), np.zeros(len(y))), 0.0)


def _with_ridge(K: Float[Array, "n n"], mu: float) -> Float[Array, "n n"]:
    C = K.copy()
    C.flat[:: len(K) + 1] += mu
    return C


def _applied(lower: Float[Array, "n n"], y: Float[Array, " n"]) -> Float[Array, " n"]:
    """Product of y with the symmetric matrix of which this is the lower triangle."""
    product: Float[Array, " n"] = lower @ y + y @ lower - np.diagonal(lower) * y
    return product


Objective = Callable[[Float[Array, "n n"], Float[Array, " n"], float], RidgeSlope]
OBJECTIVES: MappingProxyType[str, Objective] = MappingProxyType(
    {GML.name: gml_of, LOO.name: loo_of, CKTA.name: ckta_of}
)


def kernel_of(
    gamma: Float[Array, " d"], X: Float[Array, "n d"], Z: Float[Array, "m d"] | None = None
) -> Float[Array, "n m"]:
    """Kernel exp(−Σ_f γ_f (x_f − z_f)²) between the rows of X and of Z (None: X)."""
    root = np.sqrt(gamma)
    if Z is None:
        K = _nearness((X - X.mean(axis=0)) * (np.sqrt(2.0) * root))
    else:
        K = -squared_distances(X * root, Z * root)
    np.exp(K, out=K)
    return K


def _nearness(P: Float[Array, "n d"]) -> Float[Array, "n n"]:
    """−‖pᵢ − pⱼ‖²/2, exactly symmetric and at most 0; what is rounding beside 1 stays in it."""
    near: Float[Array, "n n"] = P @ P.T
    own = 0.5 * np.diagonal(near)
    near -= np.add.outer(own, own)
    np.minimum(near, 0.0, out=near)
    return near


def at_widths(
    objective: Objective, X: Float[Array, "n d"], y: Float[Array, " n"], theta: Float[Array, " p"]
) -> tuple[float, Float[Array, " p"]]:
    """Value and slope at θ = (log γ₁ … log γ_d, log λ).

    With W = G ∘ K the slope by log γ_f is −γ_f Σᵢⱼ W_ij (x_if − x_jf)²: for all features a product
    of the lower triangle of W with X, and one of K for the pair of vectors in G.
    Cost: O(n³ + n²d).
    """
    gamma = np.exp(theta[:-1])
    K = kernel_of(gamma, X)
    value, lower, (u, v), by_log_ridge = objective(K, y, float(np.exp(theta[-1])))
    across = K @ np.column_stack([u, v, v[:, None] * X])
    W = np.multiply(lower, K.T, out=lower)  # K is symmetric, and LAPACK's order is that of columns
    sums = W.sum(axis=0) + W.sum(axis=1) + (u * across[:, 1] + v * across[:, 0]) / 2
    twice = np.einsum("if,if->f", X, 2 * (W @ X) + u[:, None] * across[:, 2:])
    return value, np.append(-2 * gamma * ((X * X).T @ sums - twice), by_log_ridge)
