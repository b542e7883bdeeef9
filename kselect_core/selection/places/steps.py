"""Fit and eigenvalues at several points of a grid: what a browser needs to follow a slider."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.places.cursor import Cursor, DecisionView, Workbench
from kselect_core.selection.places.film import FIRST, RESOLUTION
from kselect_core.selection.places.spectra import KernelSpectrum
from kselect_core.types import Array, Float, Int


class Fits(NamedTuple):
    """Values of the fit at points of a grid, in the plane of ``scene``."""

    scene: DecisionView
    f: Float[Array, "F r r"]

    def without_test(self) -> "Fits":
        """Return the same with the points of the training part only."""
        return self._replace(scene=self.scene.without_test())


class Eigenvalues(NamedTuple):
    """First eigenvalues at points of a grid of n training points, the ridges there and all others.

    ``ridges`` are the smallest and the largest μ of any λ with these kernels.
    """

    sigma: Float[Array, "F m"]
    mu: Float[Array, " F"]
    effective_dimension: Float[Array, " F"]
    ridges: tuple[float, float]
    n: int


def eigenvalues_of(
    spectra: Sequence[KernelSpectrum], mu: Sequence[float], numbers: Int[Array, " m"]
) -> Eigenvalues:
    """Eigenvalues of these numbers (from 1) in spectra that are known, each with its ridge."""
    return Eigenvalues(
        np.stack([one.sigma[numbers - 1] for one in spectra]),
        np.array(mu),
        np.array([one.effective_dimension(ridge) for one, ridge in zip(spectra, mu, strict=True)]),
        (min(mu), max(mu)),
        len(spectra[0].sigma),
    )


def fits_at(bench: Workbench, points: Sequence[Cursor], *, resolution: int = RESOLUTION) -> Fits:
    """Fit at each of the points, which are of one split."""
    with one_blas_thread():
        views = [bench.decision(point, resolution=resolution) for point in points]
    return Fits(views[0], np.stack([view.f.astype(np.float32) for view in views]))


def eigenvalues_at(bench: Workbench, points: Sequence[Cursor]) -> Eigenvalues:
    """Eigenvalues at each of the points, which are of one split."""
    with one_blas_thread():
        views = [bench.spectrum(point) for point in points]
        ridges = np.concatenate([bench.ridges(point) for point in points])
    return Eigenvalues(
        np.stack([view.eigenvalues[:FIRST] for view in views]),
        np.array([view.mu for view in views]),
        np.array([view.effective_dimension for view in views]),
        (float(ridges.min()), float(ridges.max())),
        bench.split.problem.n,
    )
