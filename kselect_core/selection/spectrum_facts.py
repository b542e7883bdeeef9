"""What one spectrum says about a kernel, its ridge and its labels, in a few numbers."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.eigenspaces import eigenspaces, rounding_level
from kselect_core.selection.spectra import KernelSpectrum

LABEL_SHARE = 0.95
"""Share of ‖y‖² that the counted eigenvectors hold."""


class SpectrumFacts(NamedTuple):
    """Numbers of a finding.

    ``holders`` leading eigenvectors hold 95 % of ‖y‖² and carry the share ``energy`` of trace K;
    where that bound falls into a run of equal eigenvalues, the whole run counts. ``below`` counts
    eigenvalues under μ, ``vanishing`` those that are 0 up to rounding, ``equal`` the length of the
    longest run of equal eigenvalues above that.
    """

    n: int
    effective_dimension: float
    holders: int
    energy: float
    below: int
    vanishing: int
    equal: int
    first: float  # share of σ₁ in trace K
    largest: float
    smallest: float


def facts(spectrum: KernelSpectrum, mu: float) -> SpectrumFacts:
    """Return the numbers that a finding about a spectrum is made of."""
    sigma, n = spectrum.sigma, len(spectrum.sigma)
    bounds = eigenspaces(sigma)
    squares = spectrum.labels**2
    held = np.add.reduceat(squares, bounds[:-1]).cumsum() / (squares.sum() or 1.0)
    last = min(int(np.searchsorted(held, LABEL_SHARE - 1e-12)), len(held) - 1)
    holders, trace = int(bounds[last + 1]), float(sigma.sum()) or 1.0
    level = rounding_level(sigma)
    lengths = np.diff(bounds)[sigma[bounds[1:] - 1] > level]
    return SpectrumFacts(
        n=n,
        effective_dimension=spectrum.effective_dimension(mu),
        holders=holders,
        energy=float(sigma[:holders].sum()) / trace,
        below=int((sigma < mu).sum()),
        vanishing=int((sigma <= level).sum()),
        equal=int(lengths.max(initial=0)),
        first=float(sigma[0]) / trace,
        largest=float(sigma[0]),
        smallest=float(sigma[-1]),
    )
