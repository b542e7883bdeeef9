"""What one spectrum says about a kernel, its ridge and its labels, in a few numbers."""

from typing import NamedTuple

import numpy as np

from kselect_core.linalg.spectra.eigenspaces import eigenspaces, rounding_level
from kselect_core.selection.places.spectra import KernelSpectrum

LABEL_SHARE = 0.95
"""Share of ‖y‖² that the counted eigenvectors hold."""


class SpectrumFacts(NamedTuple):
    """Numbers of a finding.

    ``holders`` leading eigenvectors hold 95 % of ‖y‖² and carry the share ``energy`` of trace K;
    where that bound falls into a run of equal eigenvalues, the whole run counts. ``below`` counts
    eigenvalues under μ, and ``kept`` is the share of ‖y‖² in the others. ``vanishing`` counts those
    that are 0 up to rounding; of the others, ``reach`` is the share of ‖y‖² and ``equal`` the
    length of the longest run of equal ones. ``first`` is the share of σ₁ in trace K, ``constant``
    that of the constant function in its eigenvector.
    """

    n: int
    effective_dimension: float
    holders: int
    energy: float
    below: int
    kept: float
    vanishing: int
    reach: float
    equal: int
    first: float
    constant: float
    largest: float
    smallest: float


def facts(spectrum: KernelSpectrum, mu: float) -> SpectrumFacts:
    """Return the numbers that a finding about a spectrum is made of."""
    sigma, n = spectrum.sigma, len(spectrum.sigma)
    bounds = eigenspaces(sigma)
    shares = spectrum.labels**2 / (float((spectrum.labels**2).sum()) or 1.0)
    held = np.add.reduceat(shares, bounds[:-1]).cumsum()
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
        kept=float(shares[sigma >= mu].sum()),
        vanishing=int((sigma <= level).sum()),
        reach=float(shares[sigma > level].sum()),
        equal=int(lengths.max(initial=0)),
        first=float(sigma[0]) / trace,
        constant=float(spectrum.ones[0] ** 2) / n,
        largest=float(sigma[0]),
        smallest=float(sigma[-1]),
    )
