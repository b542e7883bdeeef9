"""Steps are what the cursor shows at each of their points."""

import numpy as np

from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.film import FIRST
from kselect_core.selection.places.spectra import spectrum_on
from kselect_core.selection.places.steps import eigenvalues_at, eigenvalues_of, fits_at
from tests.selection.examples import blobs, small
from tests.tolerances import EXACT, ROUNDOFF

HERE = Cursor(1, "gaussian", 2.0, 0.1)
POINTS = [HERE, HERE._replace(lam=1.0), HERE._replace(parameter=1.0)]


def bench():
    return Workbench(small(), blobs(), 1)


def test_every_fit_is_that_of_the_cursor():
    fits = fits_at(bench(), POINTS, resolution=7)
    for f, point in zip(fits.f, POINTS, strict=True):
        alone = bench().decision(point, resolution=7)
        np.testing.assert_allclose(f, alone.f.astype(np.float32), **EXACT)
        np.testing.assert_allclose(fits.scene.points, alone.points, **EXACT)


def test_without_the_test_part_only_training_points_are_left():
    fits = fits_at(bench(), POINTS, resolution=3)
    part = fits.without_test()
    assert not part.scene.is_test.any()
    assert len(part.scene.points) == (~fits.scene.is_test).sum() == len(part.scene.labels)
    assert part.f is fits.f


def test_eigenvalues_come_with_every_ridge_the_sliders_may_reach():
    spectra, every = eigenvalues_at(bench(), POINTS), bench().ridges(HERE)
    for k, point in enumerate(POINTS):
        alone = bench().spectrum(point)
        np.testing.assert_allclose(spectra.sigma[k], alone.eigenvalues[:FIRST], **EXACT)
        assert spectra.mu[k] == alone.mu
        assert spectra.effective_dimension[k] == alone.effective_dimension
    assert spectra.ridges == (every.min(), every.max())
    assert spectra.n == bench().split.problem.n


def test_known_spectra_give_the_same_eigenvalues_at_the_numbers_asked_for():
    at, numbers = bench(), np.array([1, 2, 5])
    known = [spectrum_on(at.split, at.config, "gaussian", p.parameter) for p in POINTS]
    slow = eigenvalues_at(at, POINTS)
    quick = eigenvalues_of(known, slow.mu.tolist(), numbers)
    np.testing.assert_allclose(quick.sigma, slow.sigma[:, numbers - 1], **ROUNDOFF)
    np.testing.assert_allclose(quick.effective_dimension, slow.effective_dimension, **ROUNDOFF)
    assert quick.ridges == (slow.mu.min(), slow.mu.max())
    assert quick.n == slow.n
