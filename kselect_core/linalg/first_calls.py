"""Call every compiled loop once on next to nothing, so that its machine code is loaded or made."""

from collections.abc import Callable, Iterator

import numpy as np

from kselect_core.linalg.spectra.secular import largest_shift, removed_spectra
from kselect_core.linalg.spectra.spectrum import spectrum
from kselect_core.linalg.tiled.chains import gaussian_products, gaussian_sums

POINTS = 16
"""Fewest for which every loop runs."""


def first_calls() -> Iterator[Callable[[], object]]:
    """Calls to make one after the other; the first one imports numba.

    Together they take about a second where the machine code is on disk, and half a minute where it
    must be made.
    """
    from kselect_core.linalg.fits import smo  # noqa: PLC0415 (imports numba)

    x = np.linspace(-1.0, 1.0, POINTS)
    K = np.exp(-np.square(x[:, None] - x))
    y, C = np.where(np.arange(POINTS) % 2, 1.0, -1.0), np.array([1.0])
    folds = [np.arange(POINTS)[q::2] for q in range(2)]
    sigma, Q, _ = spectrum(K)
    yield lambda: smo.machines(K, y, C)
    yield lambda: smo.held_out_decisions(K, y, C, folds)
    yield lambda: smo.leave_one_out_decisions(K, y, C)
    yield lambda: smo.prediction_changes(K, y, C)
    yield lambda: smo.enclosing_ball(K)
    yield lambda: removed_spectra(sigma, Q)
    yield lambda: largest_shift(sigma, Q)
    yield lambda: gaussian_sums(x[:, None], (y > 0).astype(np.int64), [1.0])
    yield lambda: gaussian_products(x[:, None], y[None], [1.0])
