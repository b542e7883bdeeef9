"""Ridge fits for every μ from one spectrum, scaled so that no μ > 0 over- or underflows.

With C = K + μI everything is written for μC⁻¹ = Q diag(w) Qᵀ, w = μ/(σ + μ) in (0, 1].
"""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.spectrum import Spectrum
from kselect_core.types import Array, Float, Int

AT_ONCE = 200_000
"""Numbers of one array that blocks of several ridges may fill together."""


class Smoother(NamedTuple):
    """I − Hat of least-squares fits, one column per ridge μ.

    For the fit with a bias, I − Hat = μC⁻¹ − zzᵀ/s with z = μC⁻¹1 and s = 1ᵀz.
    """

    mu: Float[Array, " L"]
    w: Float[Array, "n L"]  # μ/(σ + μ)
    residuals: Float[Array, "n L"]  # (I − Hat) y = μα
    diagonal: Float[Array, "n L"]  # diag(I − Hat)
    z: Float[Array, "n L"] | None
    bias: Float[Array, " L"]

    def at(self, columns: list[int]) -> "Smoother":
        """The fits of some of the ridges."""
        return Smoother(
            self.mu[columns],
            self.w[:, columns],
            self.residuals[:, columns],
            self.diagonal[:, columns],
            None if self.z is None else self.z[:, columns],
            self.bias[columns],
        )


class Rotated(NamedTuple):
    """Labels and ones in the eigenvectors, which all ridges share."""

    labels: Float[Array, " n"]  # Qᵀy
    ones: Float[Array, " n"]  # Qᵀ1


def rotated(spectrum: Spectrum, y: Float[Array, " n"]) -> Rotated:
    """Qᵀy and Qᵀ1. Cost: O(n²)."""
    return Rotated(y @ spectrum.Q, spectrum.Q.sum(axis=0))


def smoother(
    spectrum: Spectrum,
    y: Float[Array, " n"],
    mu: Float[Array, " L"],
    *,
    bias: bool,
    leverages: bool = True,
    projected: Rotated | None = None,
) -> Smoother:
    """Residuals, leverages and bias of the ridge fits for every μ > 0.

    Without ``leverages`` the diagonal is NaN: errors on blocks do not need it. ``projected`` is
    what `rotated` returns, where it is known.

    Source: the bordered inverse of the least-squares SVM; Cawley (2006).
    Cost: O(n²L) after the spectrum.
    """
    sigma, Q, _ = spectrum
    w = mu / (sigma[:, None] + mu)  # (n, L)
    labels, ones = projected or rotated(spectrum, y)
    residuals = Q @ (w * labels[:, None])
    diagonal = (Q * Q) @ w if leverages else np.full_like(w, np.nan)
    if not bias:
        return Smoother(mu, w, residuals, diagonal, None, np.zeros(len(mu)))
    z = Q @ (w * ones[:, None])
    s = z.sum(axis=0)
    b = (y @ z) / s
    return Smoother(mu, w, residuals - z * b, diagonal - z * (z / s), z, b)


def block_residuals(
    spectrum: Spectrum, fit: Smoother, block: Int[Array, " v"]
) -> Float[Array, "v L"]:
    """Errors e_V = y_V − f_{−V}(x_V) on a block V left out of the fits, one column per ridge μ.

    e_V solves (I − Hat)_VV e_V = ((I − Hat) y)_V.

    Source: An, Liu, Venkatesh (2007).
    Cost: O((n|V|² + |V|³) L); small blocks are solved for several μ at once.
    """
    errors: Float[Array, "v L"] = blocks_residuals(spectrum, fit, block[None])[0]
    return errors


def blocks_residuals(
    spectrum: Spectrum, fit: Smoother, blocks: Int[Array, "p v"]
) -> Float[Array, "p v L"]:
    """The same for several blocks of one size, each left out alone; small ones are solved together.

    Cost: O(p (n|V|² + |V|³) L).
    """
    v, (n, L) = blocks.shape[1], fit.w.shape
    together = max(1, min(L, AT_ONCE // (v * n)))  # ridges
    several = max(1, AT_ONCE // (v * v * together))
    errors: Float[Array, "p v L"] = np.empty((*blocks.shape, L))
    for first in range(0, L, together):
        some = slice(first, first + together)
        for start in range(0, len(blocks), several):
            here = slice(start, start + several)
            errors[here, :, some] = _solved(spectrum.Q, fit, blocks[here], some)
    return errors


def _solved(
    Q: Float[Array, "n n"], fit: Smoother, blocks: Int[Array, "p v"], some: slice
) -> Float[Array, "p v s"]:
    """Errors on blocks for some of the ridges, all systems of equations in one call."""
    w = fit.w.T[some, None, :]  # (s, 1, n)
    (p, v), n = blocks.shape, len(Q)
    scaled, inner = np.empty((len(w), v, n)), np.empty((p, len(w), v, v))
    for block, product in zip(blocks, inner, strict=True):
        Q_V = Q[block]
        np.multiply(Q_V, w, out=scaled)
        np.matmul(scaled.reshape(-1, n), Q_V.T, out=product.reshape(-1, v))
    if fit.z is not None:
        z = fit.z[blocks, some].transpose(0, 2, 1)  # (p, s, v)
        inner -= z[..., None] * (z / fit.z[:, some].sum(axis=0)[:, None])[:, :, None, :]
    right = fit.residuals[blocks, some].transpose(0, 2, 1)[..., None]
    errors: Float[Array, "p v s"] = np.linalg.solve(inner, right)[..., 0].transpose(0, 2, 1)
    return errors
