"""Numerical building blocks: distances, spectra, Krylov solutions.

The only place that calls scipy.linalg.
"""

from kselect_core.linalg.fits.eliminated import eliminated_errors
from kselect_core.linalg.fits.few_ridges import FEW, held_out_where_quick
from kselect_core.linalg.fits.influence_series import PartialSum, growth, influence_series
from kselect_core.linalg.fits.krylov import held_out_predictions, ridge_solutions
from kselect_core.linalg.fits.least_norm import Shortest, shortest_duals
from kselect_core.linalg.fits.smoother import (
    Rotated,
    Smoother,
    block_residuals,
    blocks_residuals,
    rotated,
    smoother,
)
from kselect_core.linalg.floating.signs import (
    Dual,
    Sample,
    Signed,
    fit_without,
    signs_at,
    signs_without,
    signs_without_one,
)
from kselect_core.linalg.floating.underflow import KernelRows, LogRows
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.matrices.cholesky import Inverse, inverse, lower_inverse, solved
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.linalg.matrices.moments import Moments, filled, moments
from kselect_core.linalg.spectra.gaussian_operator import (
    OperatorSpectrum,
    box_measure,
    normal_measure,
)
from kselect_core.linalg.spectra.leading import top_eigenvalues
from kselect_core.linalg.spectra.secular import largest_shift, removed_spectra
from kselect_core.linalg.spectra.spectrum import Spectrum, spectrum
from kselect_core.linalg.spectra.symmetric import eigensystem, eigenvalues

__all__ = [
    "FEW",
    "Dual",
    "Inverse",
    "KernelRows",
    "LogRows",
    "Moments",
    "OperatorSpectrum",
    "PartialSum",
    "Rotated",
    "Sample",
    "Shortest",
    "Signed",
    "Smoother",
    "Spectrum",
    "block_residuals",
    "blocks_residuals",
    "box_measure",
    "eigensystem",
    "eigenvalues",
    "eliminated_errors",
    "filled",
    "fit_without",
    "growth",
    "held_out_predictions",
    "held_out_where_quick",
    "influence_series",
    "inverse",
    "largest_shift",
    "lower_inverse",
    "moments",
    "normal_measure",
    "one_blas_thread",
    "removed_spectra",
    "ridge_solutions",
    "rotated",
    "shortest_duals",
    "signs_at",
    "signs_without",
    "signs_without_one",
    "smoother",
    "solved",
    "spectrum",
    "squared_distances",
    "top_eigenvalues",
]
