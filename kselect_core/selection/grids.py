"""Grids of kernel parameters and ridges, and the papers' grids by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, log
from numbers import Real
from types import MappingProxyType

from kselect_core.errors import InvalidParameterError, TooLargeError

LARGEST_GRID = 100_000
"""Points of one grid; more is refused before anything is allocated."""


def powers(base: float, low: int, high: int) -> tuple[float, ...]:
    """base^low, base^(low+1), …, base^high."""
    return tuple(float(base) ** exponent for exponent in range(low, high + 1))


def log_grid(low: float, high: float, points: int) -> tuple[float, ...]:
    """``points`` values from low to high, equally spaced in the logarithm; ends exact."""
    for symbol, value in (("low end", low), ("high end", high)):
        if isinstance(value, bool) or not isinstance(value, Real):
            raise InvalidParameterError("Grid", symbol, "a number", value)
        if not (isfinite(value) and value > 0):
            raise InvalidParameterError("Grid", symbol, "finite and greater than 0", value)
    if low > high:
        raise InvalidParameterError("Grid", "low end", f"at most the high end ({high:g})", low)
    if isinstance(points, bool) or not isinstance(points, int) or points < 1:
        raise InvalidParameterError("Grid", "number of points", "a whole number ≥ 1", points)
    refuse_large(points)
    if points == 1 or low == high:
        return (float(low),)
    step = (log(high) - log(low)) / (points - 1)
    inner = (float(low * 2.0 ** (i * step / log(2.0))) for i in range(1, points - 1))
    return (float(low), *inner, float(high))


def refuse_large(points: int) -> None:
    """Raise TooLargeError for grids beyond the limit, with what they would cost."""
    if points > LARGEST_GRID:
        days = points * 0.03 / 86400
        raise TooLargeError(
            f"Grid: {points:,} points × 0.03 s ≈ {days:.1f} days; the limit is {LARGEST_GRID:,}. "
            "Use fewer points: a grid of 31 widths covers 30 octaves."
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named grid: kernel families with their values, ridges, learner and ridge convention."""

    name: str
    label: str
    families: tuple[tuple[str, str, tuple[float, ...]], ...]  # kernel, convention, values
    lambdas: tuple[float, ...]
    learner: str
    ridge: str
    source: str = ""


def _presets(*presets: Preset) -> Mapping[str, Preset]:
    return MappingProxyType({preset.name: preset for preset in presets})


LAMBDAS = powers(10, -4, 2)

PRESETS = _presets(
    Preset(
        "quick",
        "Quick: 12 widths × 4 λ",
        (("gaussian", "2tau", log_grid(2.0**-11, 2.0**11, 12)),),
        powers(10, -4, -1),
        "krr",
        "n_lambda",
    ),
    Preset(
        "standard",
        "Standard: 31 widths × 7 λ",
        (("gaussian", "2tau", powers(2, -15, 15)),),
        LAMBDAS,
        "krr",
        "n_lambda",
    ),
    Preset(
        "fine",
        "Fine: 61 widths × 13 λ",
        (("gaussian", "2tau", log_grid(2.0**-15, 2.0**15, 61)),),
        log_grid(1e-4, 1e2, 13),
        "krr",
        "n_lambda",
    ),
    Preset(
        "sps",
        "Spectral perturbation (2014): 20 Gaussian + 20 polynomial × 4 λ",
        (
            ("gaussian", "tau", powers(2, -10, 9)),
            ("polynomial", "degree", tuple(float(p) for p in range(1, 21))),
        ),
        powers(10, -2, 1),
        "krr",
        "n_lambda",
        "Liu & Liao (2014), spectral perturbation stability",
    ),
    Preset(
        "ks",
        "Kernel stability (2014): 21 widths × 4 λ",
        (("gaussian", "2tau", powers(2, -10, 10)),),
        powers(10, -4, -1),
        "lssvm",
        "n_lambda",
        "Liu & Liao (2014), kernel stability",
    ),
    Preset(
        "sm",
        "Spectral measure (2017): 31 widths, λ = 1",
        (("gaussian", "2tau", powers(2, -15, 15)),),
        (1.0,),
        "lssvm",
        "lambda",
        "Li, Liu, Lin, Yue, Wang (2017)",
    ),
)
