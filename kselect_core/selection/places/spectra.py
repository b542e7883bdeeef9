"""Spectra of the training kernels of one split, seen against the labels: one kernel, or a grid."""

from typing import NamedTuple, Unpack

import numpy as np

from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, TooLargeError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.linalg.spectra.eigenspaces import effective_dimension
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float, Int

LEADING = 12
"""Eigenvectors that are kept of every kernel."""

TIED = 1e-6
"""Entries of an eigenvector within this share of the largest count as equally large."""

PER_CUBE, PER_SQUARE = 1.3e-10, 4e-8
"""Seconds of one eigendecomposition per n³ and per n², on one core."""


class KernelSpectrum(NamedTuple):
    """K = Q diag(σ) Qᵀ of one training kernel: σ descending, Qᵀy, Qᵀ1, leading columns of Q.

    Every eigenvector has its largest entry positive (of equally large ones, the first).
    """

    kernel: str
    parameter: float
    sigma: Float[Array, " n"]
    labels: Float[Array, " n"]
    ones: Float[Array, " n"]
    vectors: Float[Array, "n m"]

    def effective_dimension(self, mu: float) -> float:
        """Effective dimension Σ σ/(σ + μ)."""
        return float(effective_dimension(self.sigma, np.array([mu]))[0])


class GridSpectra(NamedTuple):
    """Spectra of every kernel of a sweep on one split, in the order of its configuration."""

    split: int
    kernels: tuple[KernelSpectrum, ...]

    def at(self, kernel: str, parameter: float) -> KernelSpectrum:
        """Spectrum of one kernel of the grid."""
        for one in self.kernels:
            if one.kernel == kernel and np.array_equal(one.parameter, parameter, equal_nan=True):
                return one
        raise InvalidParameterError("Spectra", "the kernel", "one of the grid", (kernel, parameter))

    def family(self, kernel: str) -> tuple[KernelSpectrum, ...]:
        """Spectra of one kernel family, in the order of its grid."""
        return tuple(one for one in self.kernels if one.kernel == kernel)


class PointOrder(NamedTuple):
    """Rows of the training part in the order of a picture, and how many of each class."""

    rows: Int[Array, " n"]
    sizes: tuple[int, ...]


def spectra_of_grid(
    config: SweepConfig, dataset: Dataset, split: int = 0, **listening: Unpack[Listening]
) -> GridSpectra:
    """Spectra of all kernels of a sweep on one split.

    Raises StoppedError once ``cancel`` is set. Cost: O(n³) per kernel; one Q at a time.
    """
    part = _part(config, dataset, split)
    with one_blas_thread():
        spectra = [
            spectrum_on(part, config, family.kernel, value)
            for family, value in watched(config.kernels, "kernels", **listening)
        ]
    return GridSpectra(split, tuple(spectra))


def spectrum_on(
    part: PreparedSplit, config: SweepConfig, kernel: str, parameter: float
) -> KernelSpectrum:
    """Spectrum of one training kernel on a split that is prepared already."""
    n = part.problem.n
    refuse_large(n)
    parameters = family_of(config, kernel).parameters(parameter)
    problem = part.training_kernel(kernel, parameters, np.empty((n, n)))
    sigma, Q, _ = problem.spectrum
    signs = _signs(Q)
    return KernelSpectrum(
        kernel,
        float(parameter),
        sigma,
        signs * (problem.y @ Q),
        signs * Q.sum(axis=0),
        signs[:LEADING] * Q[:, :LEADING],
    )


def seconds_needed(n: int, kernels: int) -> float:
    """Seconds that the spectra of so many kernels on n training points take, about."""
    return kernels * (PER_CUBE * n**3 + PER_SQUARE * n**2)


def refuse_large(n: int) -> None:
    """Raise where the spectrum of n training points takes minutes; says the limit."""
    if n > EIGH_LIMIT:
        raise TooLargeError(
            f"The spectrum of a {n} × {n} kernel matrix takes minutes; it is skipped above "
            f"n = {EIGH_LIMIT} training points. Use a sub-sample of the data."
        )


def duplicates(part: PreparedSplit) -> int:
    """Training points that repeat an earlier one after the preparation."""
    return len(part.X_train) - len(np.unique(part.X_train, axis=0))


def order_of_points(y: Float[Array, " n"], first: Float[Array, " n"]) -> PointOrder:
    """Points by class, and within a class by the first eigenvector; real targets are one group."""
    classes = np.unique(y)
    codes = y if set(classes) <= {-1.0, 1.0} else np.zeros(len(y))
    sizes = np.unique(codes, return_counts=True)[1]
    return PointOrder(np.lexsort((first, codes)), tuple(int(size) for size in sizes))


def _part(config: SweepConfig, dataset: Dataset, split: int) -> PreparedSplit:
    if isinstance(split, bool) or split not in range(config.repeats):
        allowed = f"a whole number from 0 to {config.repeats - 1}"
        raise InvalidParameterError("Spectra", "split", allowed, split)
    part = prepared_split(Setup.at_hand(config, dataset), split)
    refuse_large(part.problem.n)
    return part


def _signs(Q: Float[Array, "n n"]) -> Float[Array, " n"]:
    """Sign of the first of the largest entries of each column."""
    size = np.abs(Q)
    first = (size >= (1.0 - TIED) * size.max(axis=0)).argmax(axis=0)
    return np.where(Q[first, np.arange(Q.shape[1])] < 0, -1.0, 1.0)
