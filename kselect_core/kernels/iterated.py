"""Iterated kernel: another kernel, averaged over a pool of points again and again."""

from collections.abc import Mapping
from typing import cast

import numpy as np

from kselect_core.kernels.base import Kernel, Points
from kselect_core.kernels.conventions import Convention
from kselect_core.linalg.fits.iterated import PoolSpectrum, iterated_gram, pool_spectrum
from kselect_core.parameters import SWITCH, Parameter
from kselect_core.types import Array, Float

MOST_STEPS = 20
"""Steps of an iterated kernel: long before, a single direction is left."""


def iterated_on(families: Mapping[str, Kernel], *, weak: Kernel) -> Kernel:
    """Iterated kernel on any of the families given; without a word on ``weak``, at 0.1."""

    def iterated(
        base: Points,
        *,
        steps: float,
        of: str,
        at: float,
        unit_diagonal: bool,
        out: Float[Array, "n m"] | None = None,
    ) -> Float[Array, "n m"]:
        """Iterated kernel, K_{k+1}(x, z) = (1/N) Σ K_k(x, xᵢ) K_k(z, xᵢ) over a pool of N points.

        K₀ is the kernel ``of`` with its parameter ``at`` (γ, c or degree; unused by the linear
        kernel). The usual one is the weak kernel exp(−0.1‖x − z‖). ``unit_diagonal`` divides by
        the mean of K_k(x, x) over the pool, which is not in the source. One eigendecomposition
        of the pool serves every number of steps and every sample. ``out`` receives the result.

        Source: semi-supervised kernel design with an iterated kernel (SEKM).
        """
        family = families[of]
        named = {p.name: at for p in family.parameters if not p.switch}
        spectrum = _spectrum(base, family, named)
        first = _projected(base.x, base, family, named, spectrum)
        same = base.z is base.x
        second = first if same else _projected(base.z, base, family, named, spectrum)
        K = iterated_gram(
            first, second, spectrum.values, steps=int(steps), unit_diagonal=unit_diagonal
        )
        if same:
            K = (K + K.T) / 2
        if out is None:
            return K
        np.copyto(out, K)
        return out

    return Kernel(
        name="iterated",
        label="iterated kernel",
        summary="Another kernel, averaged over a pool of points again and again. Each step makes "
        "it smoother, and points without labels can take part.",
        base="points",
        of_base=iterated,
        parameters=(
            Parameter("steps", "k", low=1, high=MOST_STEPS, whole=True),
            Parameter("of", "the base kernel", weak.name, tuple(families)),
            Parameter("at", "the parameter of the base kernel", 0.1),
            Parameter("unit_diagonal", "unit diagonal", default=False, choices=SWITCH),
        ),
        conventions=(
            Convention("steps", "k", "Kₖ = Kₖ₋₁²/N", r"K_{k}=K_{k-1}^{2}/N", "up", whole=True),
        ),
        grid=tuple(float(steps) for steps in range(1, 7)),
        start=tuple(float(steps) for steps in range(1, 6)),
        short="i",
    )


def _spectrum(base: Points, family: Kernel, named: Mapping[str, float]) -> PoolSpectrum:
    """Eigendecomposition of the pool under the base kernel, made once for all samples and steps."""
    key = (family.name, *named.values())
    if key not in base.known:
        base.known.clear()  # one pool, one decomposition at a time
        base.known[key] = pool_spectrum(family(base.pool, **named))
    return cast("PoolSpectrum", base.known[key])


def _projected(
    sample: Array, base: Points, family: Kernel, named: Mapping[str, float], pooled: PoolSpectrum
) -> Float[Array, "n N"]:
    """Base kernel between a sample and the pool, times the eigenvectors of the pool."""
    if sample is base.pool:
        return np.asarray(pooled.Q * (pooled.values * len(pooled.values)))
    return np.asarray(family(sample, base.pool, **named) @ pooled.Q)
