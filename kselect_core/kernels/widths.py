"""The ways in which a Gaussian width is written, and how they are converted."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.registry import registry


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to write the parameter of a kernel family.

    ``wider`` is "up" where larger values make the kernel smoother, else "down".
    """

    name: str
    symbol: str
    formula: str
    wider: str
    to_stored: Callable[[float], float]


def _same(value: float) -> float:
    return value


def _inverse(value: float) -> float:
    return 1.0 / value


def _half_inverse(value: float) -> float:
    return 1.0 / (2.0 * value)


CONVENTIONS = registry(
    "convention",
    Convention("2tau", "τ", "exp(−‖x−z‖²/2τ)", "up", _half_inverse),
    Convention("tau", "τ", "exp(−τ‖x−z‖²)", "down", _same),
    Convention("gamma", "γ", "exp(−γ‖x−z‖²)", "down", _same),
    Convention("sigma2", "σ²", "exp(−‖x−z‖²/σ²)", "up", _inverse),
    Convention("c", "c", "exp(−c‖x−z‖)", "down", _same),
    Convention("degree", "p", "(1+xᵀz)ᵖ", "down", _same),
    Convention("steps", "k", "Kₖ = Kₖ₋₁²/N", "up", _same),
    Convention("", "", "xᵀz", "down", _same),
)

GAUSSIAN_CONVENTIONS = ("gamma", "tau", "2tau", "sigma2")


def gamma_from(value: object, convention: str) -> float:
    """γ of exp(−γ‖x−z‖²), in inverse squared units of the inputs, from a width in a convention."""
    if convention not in GAUSSIAN_CONVENTIONS:
        raise UnknownNameError("width convention", convention, GAUSSIAN_CONVENTIONS)
    symbol = CONVENTIONS[convention].symbol
    allowed = "a finite number greater than 0"
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise InvalidParameterError("Gaussian kernel", symbol, allowed, value)
    number = float(value)
    if not (np.isfinite(number) and number > 0):
        raise InvalidParameterError("Gaussian kernel", symbol, allowed, value)
    gamma = CONVENTIONS[convention].to_stored(number)
    if not (np.isfinite(gamma) and gamma > 0):
        raise InvalidParameterError(
            "Gaussian kernel", symbol, "a width whose γ is a finite positive number", value
        )
    return gamma
