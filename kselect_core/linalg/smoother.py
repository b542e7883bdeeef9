"""Ridge fits for every μ from one spectrum, scaled so that no μ > 0 over- or underflows.

With C = K + μI everything is written for μC⁻¹ = Q diag(w) Qᵀ, w = μ/(σ + μ) in (0, 1].
"""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectrum import Spectrum
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


def smoother(
    spectrum: Spectrum, y: Float[Array, " n"], mu: Float[Array, " L"], *, bias: bool
) -> Smoother:
    """Residuals, leverages and bias of the ridge fits for every μ > 0.

    Source: the bordered inverse of the least-squares SVM; Cawley (2006).
    Cost: O(n²L) after the spectrum.
    """
    sigma, Q, _ = spectrum
    w = mu / (sigma[:, None] + mu)  # (n, L)
    residuals = Q @ (w * (y @ Q)[:, None])
    diagonal = (Q * Q) @ w
    if not bias:
        return Smoother(mu, w, residuals, diagonal, None, np.zeros(len(mu)))
    z = Q @ (w * Q.sum(axis=0)[:, None])
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
    Q_V, right = spectrum.Q[block], fit.residuals[block]
    together = max(1, AT_ONCE // Q_V.size)
    errors: Float[Array, "v L"] = np.empty_like(right)
    for first in range(0, len(fit.mu), together):
        some = slice(first, first + together)
        w = fit.w[:, some].T
        inner = (Q_V * w[:, None, :]) @ Q_V.T  # (some, v, v)
        if fit.z is not None:
            z, total = fit.z[block, some].T, fit.z[:, some].sum(axis=0)
            inner -= z[:, :, None] * (z / total[:, None])[:, None, :]
        errors[:, some] = np.linalg.solve(inner, right[:, some].T[:, :, None])[:, :, 0].T
    return errors
