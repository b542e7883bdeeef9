"""Errors on folds left out as a power series around the fit on all points."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.fits.smoother import Smoother
from kselect_core.linalg.spectra.spectrum import Spectrum
from kselect_core.linalg.spectra.symmetric import eigenvalues
from kselect_core.types import Array, Float, Int


class PartialSum(NamedTuple):
    """Errors on the folds to some order, and the norm of the last term of every fold."""

    errors: Float[Array, "n L"]
    sizes: Float[Array, "k L"]


def influence_series(
    spectrum: Spectrum,
    fit: Smoother,
    folds: Sequence[Array],
    others: Float[Array, "k L"],
) -> Iterator[PartialSum]:
    """Errors at every point of the fit without its fold, to order 0, 1, 2, … of the series.

    The error e of a fit that never saw the fold V solves e = r + Hat D e, with the residuals r of
    the fit on all points and D = 1 on V, ``others[q]`` elsewhere: 1 − μ/μ′ where the fit without
    the fold has the ridge μ′. The series Σⱼ (Hat D)ʲ r converges to it where the spectral radius
    of Hat D is below 1. Order 0 is r itself. The series does not end.

    Source: Liu, Jiang, Liao (2014), the Bouligand influence function, solved for e.
    Cost: 4n²L flops per order after the spectrum, all folds together.
    """
    sigma, Q, _ = spectrum
    hat = sigma[:, None] / (sigma[:, None] + fit.mu)
    start = Q.T @ fit.residuals
    border = None if fit.z is None else Q.T @ (fit.z / np.sqrt(fit.z.sum(axis=0)))
    terms = [start.copy() for _ in folds]  # coordinates in the eigenvectors, one set per fold
    errors = np.zeros_like(fit.residuals)
    while True:
        sizes = np.array([np.sqrt((term * term).sum(axis=0)) for term in terms])
        for q, fold in enumerate(folds):
            Q_V, beside = Q[fold], others[q]
            inside = Q_V @ terms[q]
            errors[fold] += inside
            moved = beside * terms[q] + (1 - beside) * (Q_V.T @ inside)
            terms[q] = hat * moved
            if border is not None:
                terms[q] += border * (border * moved).sum(axis=0)
        yield PartialSum(errors.copy(), sizes)


def growth(
    spectrum: Spectrum, fit: Smoother, fold: Int[Array, " v"], other: float, ridge: int
) -> float:
    """Spectral radius of Hat D for one fold and one ridge: the series converges below 1.

    With K positive semi-definite and |other| ≤ 1, no fold larger than the rest, it is below 1
    always.

    Cost: O(n³).
    """
    sigma, Q, _ = spectrum
    hat = sigma / (sigma + fit.mu[ridge])
    D = np.full(len(Q), other)
    D[fold] = 1.0
    factor, signs = Q * np.sqrt(np.abs(hat)), np.sign(hat)
    if fit.z is not None:
        z = fit.z[:, ridge]
        factor, signs = np.column_stack([factor, z / np.sqrt(z.sum())]), np.append(signs, 1.0)
    inner = factor.T @ (D[:, None] * factor)  # Hat = factor diag(signs) factorᵀ
    if spectrum.indefinite:
        return float(np.abs(np.linalg.eigvals(signs[:, None] * inner)).max())
    return float(np.abs(eigenvalues(inner)).max())
