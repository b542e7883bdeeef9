"""Criteria as smooth functions of the kernel matrix: their value and their slope ∂J/∂K.

The slope G is a symmetric matrix with dJ = ⟨G, dK⟩ for every symmetric dK. For K = Σ wᵢKᵢ the
derivative by wᵢ is ⟨G, Kᵢ⟩, so one matrix serves any number of kernels. The slopes stand here and
not beside the criteria because only the combination of kernels asks for them.
"""

from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.alignment.ckta import CKTA
from kselect_core.criteria.spectral.sm import SM, normaliser
from kselect_core.criteria.spectral.sps import SPS
from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Float

SAME = 1e-7
"""Eigenvalues nearer than this share of the largest are one, as far as divided differences go."""


class Slope(NamedTuple):
    """Value of a criterion at a kernel matrix with a single ridge, and its slope there."""

    value: float
    G: Float[Array, "n n"]


def ckta_slope(problem: Problem) -> Slope:
    """CKTA and its slope: (y_c y_cᵀ − CKTA ‖y_c‖² HKH/‖HKH‖) / (‖HKH‖ ‖y_c‖²), y_c = Hy."""
    value = float(CKTA.score(problem)[0])
    y = problem.y - problem.y.mean()
    mean = problem.row_sums / problem.n
    centred = problem.K - mean[:, None] - mean[None, :] + mean.mean()
    size = float(np.linalg.norm(centred))
    aligned = np.outer(y, y) / float(y @ y)
    return Slope(value, (aligned - value / size * centred) / size)


def sm_slope(problem: Problem, *, r: int, normalisation: str, weighted: bool) -> Slope:
    """SM and its slope Σ_t u_t u_{r−1−t}ᵀ/(n sʳ) − r SM/s · ∂s/∂K; u_t = Kᵗỹ, s = tr K or |K|₁.

    Powers run over N = K/s, so that nothing overflows.
    """
    options = {"r": r, "normalisation": normalisation, "weighted": weighted}
    value = float(SM.score(problem, **options)[0])
    size = normaliser(problem, normalisation)
    powers = [problem.weighted_labels if weighted else problem.y]
    for _ in range(r - 1):
        powers.append(problem.K @ powers[-1] / size)
    forth = np.array(powers)
    G = forth.T @ forth[::-1] / (problem.n * size)
    G -= r * value / size * (np.eye(problem.n) if normalisation == "trace" else np.sign(problem.K))
    return Slope(value, G)


def sps_slope(problem: Problem, *, perturbation: str) -> Slope:
    """SPS and its slope: that of the training error, and of the exact or first-order shift.

    The absolute values of the first order have a kink where 2σⱼ = K_ii; there the slope is that
    with sign(0) = 0.
    """
    value = float(SPS.score(problem, perturbation=perturbation)[0])
    G = _training_slope(problem)
    shift = np.eye(problem.n) if perturbation == "exact" else _first_order_slope(problem)
    return Slope(value, G + shift / problem.n**2)


def ks_slope(problem: Problem, *, k: int, eta: float, loss: str = "squared") -> Slope:  # noqa: ARG001 (the only one)
    """KS (squared loss) and its slope.

    The largest of the norms ‖K − Kⁱ‖₂ is a maximum and has a kink where two points tie. It is
    convex in K, and what is given is the slope of the first of its maximisers: a subgradient.
    """
    cv = cv_slope(problem, k=k)
    worst = stability_slope(problem)
    weight = eta / problem.n
    return Slope(cv.value + weight * worst.value, cv.G + weight * worst.G)


def cv_slope(problem: Problem, *, k: int) -> Slope:
    """Squared k-fold CV and its slope, from one solution per fold.

    With the fold's errors e on V and the coefficients a of the fit on the rest T, de-of-the-loss is
    wᵀ dK z for w = (e on V, −B⁻¹K_TV e on T) and z = −a on T, B the (bordered) matrix of the fit.
    """
    problem.check_folds(k)
    if not problem.well_posed.all():
        raise UndefinedScoreError(problem.ill_conditioned)
    n, folds, losses = problem.n, problem.folds(k), []
    W, Z = np.zeros((k, n)), np.zeros((k, n))
    for q, fold in enumerate(folds):
        rest = np.setdiff1d(np.arange(n), fold, assume_unique=True)
        e, a, v = _held_out(problem, fold, rest)
        losses.append(float(e @ e) / len(fold))
        W[q, fold], W[q, rest] = e / (k * len(fold)), -v / (k * len(fold))
        Z[q, rest] = -a
    G = W.T @ Z
    return Slope(float(np.mean(losses)), G + G.T)


def stability_slope(problem: Problem) -> Slope:
    """maxᵢ ‖K − Kⁱ‖₂ and a subgradient: the slope of the first row that reaches it."""
    own, K = problem.diagonal, problem.K
    s = np.maximum(problem.row_squares - own**2, 0.0)
    roots = np.sqrt(own**2 + 4 * s)
    norms = (np.abs(own) + roots) / 2
    i = int(norms.argmax())
    G = np.zeros_like(K)
    if roots[i] > 0:
        G[i] = G[:, i] = K[i] / roots[i]
        G[i, i] = (np.sign(own[i]) + own[i] / roots[i]) / 2
    return Slope(float(norms[i]), G)


def row_norms(
    K: Float[Array, "r n"], own: Float[Array, " r"]
) -> tuple[Float[Array, " r"], Float[Array, " r"], Float[Array, " r"]]:
    """‖K − Kⁱ‖₂ for some rows, and their derivatives by K_ii and by the squares of the others."""
    s = np.maximum((K * K).sum(axis=1) - own**2, 0.0)
    roots = np.sqrt(own**2 + 4 * s)
    inverse = 1.0 / np.where(roots > 0, roots, np.inf)
    return (np.abs(own) + roots) / 2, (np.sign(own) + own * inverse) / 2, inverse


def _held_out(
    problem: Problem, fold: Array, rest: Array
) -> tuple[Float[Array, " v"], Float[Array, " t"], Float[Array, " t"]]:
    """Errors on a fold, coefficients of the fit on the rest, and B⁻¹K_TV e without its bias."""
    inner, across = problem.K[np.ix_(rest, rest)], problem.K[np.ix_(rest, fold)]
    mu = float(problem.ridges(len(rest))[0])
    right = np.column_stack([problem.y[rest], np.ones(len(rest)), across])
    solved = np.linalg.solve(inner + mu * np.eye(len(rest)), right)
    a, ones, v = solved[:, 0], solved[:, 1], solved[:, 2:]
    bias = 0.0
    if problem.bias:
        bias = float(a.sum() / ones.sum())
        a = a - bias * ones
    e = problem.y[fold] - across.T @ a - bias
    v = v @ e
    if problem.bias:
        v = v - ones * (v.sum() - e.sum()) / ones.sum()
    return e, a, v


def _training_slope(problem: Problem) -> Float[Array, "n n"]:
    """Slope of the training error μ²|α|²/n: −μ²/n (Pα αᵀ + α αᵀP), by the spectrum."""
    _, Q, _ = problem.spectrum
    fit, mu = problem.fit, float(problem.mu[0])
    alpha = fit.residuals[:, 0] / mu
    image = Q @ (fit.w[:, 0] * (alpha @ Q)) / mu
    if fit.z is not None:
        z = fit.z[:, 0]
        image -= z * float(z @ alpha) / (mu * float(z.sum()))
    half = np.outer(image, alpha) * (mu**2 / problem.n)
    return -(half + half.T)


def _first_order_slope(problem: Problem) -> Float[Array, "n n"]:
    """Slope of Σᵢⱼ q_ji² |2σⱼ − K_ii|, a sum over i of the functions |2t − K_ii| of the matrix.

    By the formula of Daleckii and Krein: divided differences of these functions between the
    eigenvalues, and the slope by K_ii itself on the diagonal.
    """
    sigma, Q, _ = problem.spectrum
    own = problem.diagonal
    sign = np.sign(2 * sigma[None, :] - own[:, None])
    on_diagonal = -np.einsum("ij,ij,ij->i", Q, Q, sign)
    if (own == own[0]).all():
        inside: Array = np.diag(2 * sign[0])
    else:
        weighted = (Q * np.abs(2 * sigma[None, :] - own[:, None])).T @ Q
        gap = sigma[:, None] - sigma[None, :]
        near = np.abs(gap) <= SAME * max(float(sigma[0]), 1e-300)
        turned = (Q * (2 * sign)).T @ Q
        apart = (weighted - weighted.T) / np.where(near, 1.0, gap)
        inside = np.where(near, (turned + turned.T) / 2, apart)
    G: Float[Array, "n n"] = (Q @ inside) @ Q.T
    return G + np.diag(on_diagonal)
