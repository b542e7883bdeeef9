"""Grids of kernel parameters and ridges, and the papers' grids by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log, log10
from numbers import Integral, Real
from types import MappingProxyType

import numpy as np

from kselect_core.errors import InvalidParameterError, TooLargeError
from kselect_core.kernels import GAUSSIAN, ITERATED, POLYNOMIAL
from kselect_core.types import Array, Float, Int

LARGEST_GRID = 100_000
"""Points of one grid; more is refused before anything is allocated."""


SAME = 1e-12
"""Points of a grid within this relative distance are the same point."""


def powers(base: float, low: int, high: int) -> tuple[float, ...]:
    """base^low, base^(low+1), …, base^high."""
    return tuple(float(base) ** exponent for exponent in range(low, high + 1))


def log_grid(low: float, high: float, points: int) -> tuple[float, ...]:
    """``points`` values from low to high, equally spaced in the logarithm; ends exact."""
    low = positive("Grid", "low end", low)
    high = positive("Grid", "high end", high)
    if low > high:
        raise InvalidParameterError("Grid", "low end", f"at most the high end ({high:g})", low)
    count = whole("Grid", "number of points", points, least=1)
    refuse_large(count)
    if count == 1 or low == high:
        return (low,)
    step = (log(high) - log(low)) / (count - 1)
    inner = (low * 2.0 ** (i * step / log(2.0)) for i in range(1, count - 1))
    return (low, *inner, high)


def positive(where: str, symbol: str, value: object) -> float:
    """The value as a float, if it is a finite number greater than 0."""
    if not isinstance(value, bool) and isinstance(value, Real):
        try:
            number = float(value)
        except OverflowError:
            number = 0.0
        if 0 < number < float("inf"):
            return number
    raise InvalidParameterError(where, symbol, "a finite number greater than 0", value)


def whole(where: str, symbol: str, value: object, *, least: int) -> int:
    """The value as an int, if it is a whole number from ``least`` on."""
    if not isinstance(value, bool) and isinstance(value, Integral) and int(value) >= least:
        return int(value)
    raise InvalidParameterError(where, symbol, f"a whole number ≥ {least}", value)


def refuse_large(points: int) -> None:
    """Raise TooLargeError for grids beyond the limit, with what they would cost."""
    if points > LARGEST_GRID:
        days = points * 0.03 / 86400
        raise TooLargeError(
            f"Grid: {points:,} points × 0.03 s ≈ {days:.1f} days; the limit is {LARGEST_GRID:,}. "
            "Use fewer points: a grid of 31 widths covers 30 octaves."
        )


COSTS = log_grid(1e-5, 1e2, 20)
"""Usual grid of C of the support vector machine."""

SVM_WIDTHS = log_grid(1e-5, 1e2, 15)
"""Usual grid of γ beside it."""


def positions(grid: Sequence[float], values: Float[Array, " v"]) -> Int[Array, " v"]:
    """Position of each value in an ascending grid, up to rounding; −1 where it is not there."""
    points = np.asarray(grid)
    nearest = np.searchsorted(points, values * (1 - SAME)).clip(0, len(points) - 1)
    return np.where(np.abs(points[nearest] - values) <= SAME * points[nearest], nearest, -1)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named grid: kernel families with their values, ridges, learner and ridge convention.

    The support vector machine has ``C`` in place of ridges. ``methods`` are the criteria that the
    paper of the grid compares, with the options it uses.
    """

    name: str
    label: str
    families: tuple[tuple[str, str, tuple[float, ...]], ...]  # kernel, convention, values
    lambdas: tuple[float, ...]
    learner: str
    ridge: str
    source: str = ""
    C: tuple[float, ...] = ()
    methods: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()


def _methods(*keys: str, **folds: int) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    """Criteria by their keys; those in ``folds`` with that many folds."""
    return tuple((key, (("k", folds[key]),) if key in folds else ()) for key in keys)


def _presets(*presets: Preset) -> Mapping[str, Preset]:
    return MappingProxyType({preset.name: preset for preset in presets})


LAMBDAS = powers(10, -4, 2)
"""Usual grid of λ, for so many training points as follow; `reaching` goes lower with more."""

ENOUGH_TO, MOST_DECADES = 4000, 2


def reaching(lambdas: tuple[float, ...], n: int) -> tuple[float, ...]:
    """Usual grid of λ for n training points: a decade lower for each begun factor of 10 above 4000.

    The best λ falls as n grows, but no faster than 1/n (Caponnetto & De Vito 2007: as
    n^(−b/(bc + 1)) with b ≥ 1 and c ≥ 1). So the smallest μ = nλ stays what it is at 4000 points,
    or below; two decades at the most, for sums over landmarks carry about 10⁻¹⁰/λ of a value as
    rounding. A single λ stays alone.
    """
    if n <= ENOUGH_TO or len(lambdas) == 1:
        return lambdas
    each = max(1, round(1 / log10(lambdas[1] / lambdas[0])))
    more = each * min(MOST_DECADES, ceil(log10(n / ENOUGH_TO)))
    return (*(lambdas[0] / 10 ** (step / each) for step in range(more, 0, -1)), *lambdas)


PRESETS = _presets(
    Preset(
        "quick",
        "Quick: 12 widths × 4 λ",
        ((GAUSSIAN.name, "2tau", log_grid(2.0**-11, 2.0**11, 12)),),
        powers(10, -4, -1),
        "krr",
        "n_lambda",
    ),
    Preset(
        "standard",
        "Standard: 31 widths × 7 λ",
        ((GAUSSIAN.name, "2tau", powers(2, -15, 15)),),
        LAMBDAS,
        "krr",
        "n_lambda",
    ),
    Preset(
        "fine",
        "Fine: 61 widths × 13 λ",
        ((GAUSSIAN.name, "2tau", log_grid(2.0**-15, 2.0**15, 61)),),
        log_grid(1e-4, 1e2, 13),
        "krr",
        "n_lambda",
    ),
    Preset(
        "sps",
        "Spectral perturbation (2014): 20 Gaussian + 20 polynomial × 4 λ",
        (
            (GAUSSIAN.name, "tau", powers(2, -10, 9)),
            (POLYNOMIAL.name, "degree", tuple(float(p) for p in range(1, 21))),
        ),
        powers(10, -2, 1),
        "krr",
        "n_lambda",
        "Liu & Liao (2014), spectral perturbation stability",
        methods=_methods("sps", "kta", "ckta", "fsm", "kfold", kfold=10),
    ),
    Preset(
        "ks",
        "Kernel stability (2014): 21 widths × 4 λ",
        ((GAUSSIAN.name, "2tau", powers(2, -10, 10)),),
        powers(10, -4, -1),
        "lssvm",
        "n_lambda",
        "Liu & Liao (2014), kernel stability",
        methods=_methods("ks", "kfold", "loo", "br", "ep"),
    ),
    Preset(
        "sm",
        "Spectral measure (2017): 31 widths, λ = 1",
        ((GAUSSIAN.name, "2tau", powers(2, -15, 15)),),
        (1.0,),
        "lssvm",
        "lambda",
        "Li, Liu, Lin, Yue, Wang (2017)",
        methods=_methods("sm", "kfold", "loo", "ckta", "fsm", "er"),
    ),
    Preset(
        "stab",
        "Algorithmic stability (2015): 15 widths × 20 C",
        ((GAUSSIAN.name, "gamma", SVM_WIDTHS),),
        (),
        "svm",
        "lambda",
        "Oneto, Ghio, Ridella, Anguita (2015)",
        COSTS,
        _methods("svm_kfold", "svm_loo", "stab", "marg"),
    ),
    Preset(
        "sekm",
        "Iterated kernel: 13 widths and 5 steps on the weak kernel × 9 λ",
        (
            (GAUSSIAN.name, "sigma2", powers(2, -2, 10)),
            (ITERATED.name, "steps", tuple(float(k) for k in range(1, 6))),
        ),
        powers(10, -8, 0),
        "krr",
        "n_lambda",
        "Semi-supervised kernel design with an iterated kernel (SEKM)",
    ),
)

MACHINE_METHODS = tuple(key for key, _ in PRESETS["stab"].methods)
"""Criteria of the support vector machine that its paper compares, in its order."""
