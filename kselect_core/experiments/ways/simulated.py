"""The additive model of the source of kernel design, drawn anew for each repetition."""

from types import MappingProxyType
from typing import Final

import numpy as np

from kselect_core.data import Dataset
from kselect_core.types import Array

SIMULATED: Final = "additive_simulated"
"""Name of the data that are drawn and not loaded."""

NOISES: Final = MappingProxyType({"variance": 0.1**0.5, "deviation": 0.1})
"""Standard deviation of the noise: the source writes N(0, 0.1) and does not say what 0.1 is."""


def additive_model(n: int, rng: np.random.Generator, noise: str = "variance") -> Dataset:
    """Sample of n points: y = 5 f₁(x₁) + 3 f₂(x₂) + 4 f₃(x₃) + 6 f₄(x₄) + noise, x in (−½, ½)⁴.

    ``noise`` says what is 0.1: its "variance" or its standard "deviation".

    Source: the simulated example of the iterated semi-supervised kernel (SEKM), section 5.1.
    """
    X = rng.uniform(-0.5, 0.5, size=(n, 4))
    return Dataset.from_arrays(
        X,
        true_function(X) + rng.normal(0.0, NOISES[noise], n),
        name=SIMULATED,
        task="regression",
    )


def true_function(X: Array) -> Array:
    """Regression function of the model at points (n, 4)."""
    u = X.T
    wave = np.sin(np.pi * u)
    last = 0.2 * wave + 0.1 * np.cos(np.pi * u) + 0.3 * wave**2
    last = last + 0.5 * np.cos(np.pi * u) ** 3 + 0.5 * wave**3
    return np.asarray(
        5 * (2 * np.exp(-0.1 * u[0]))
        + 3 * (2 * u[1] - 1) ** 2
        + 4 * (wave[2] / (2 - wave[2]))
        + 6 * last[3]
    )
