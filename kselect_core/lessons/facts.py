"""Numbers that a lesson speaks of, by name: they are computed, never typed.

    regret of FSM               a criterion's choice, on the splits of the step
    test error at narrowest     an error of the grid, at a kernel of the family
    effective dimension         at the cursor
    test error with lambda 10   at another λ, or C, of the grid

A comparison of facts, such as ``regret of FSM > 2 * regret of LOO``, is a claim.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isclose
from types import MappingProxyType

import numpy as np

from kselect_core.errors import KselectError, UnknownNameError
from kselect_core.lessons.fits import FITS_OF_CURVES, FITS_OF_GRID, FITS_OF_SWEEP
from kselect_core.lessons.measures import MEASURES_OF_CRITERIA, MEASURES_OF_GRID
from kselect_core.lessons.numbers import (
    NUMBERS_OF_CRITERIA,
    NUMBERS_OF_CURVES,
    NUMBERS_OF_GRID,
    NUMBERS_OF_SWEEP,
    OF_WIDTHS,
    Ground,
    Value,
    as_width,
)
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, SpectrumView
from kselect_core.types import Array, Float
from kselect_core.views.sweep import SweepAt
from kselect_core.words.labels import quantity_text

OF_CRITERIA = MappingProxyType({**NUMBERS_OF_CRITERIA, **MEASURES_OF_CRITERIA})
OF_CURVES = MappingProxyType({**NUMBERS_OF_CURVES, **FITS_OF_CURVES})
OF_SWEEP = MappingProxyType({**NUMBERS_OF_SWEEP, **FITS_OF_SWEEP})
OF_GRID = MappingProxyType({**NUMBERS_OF_GRID, **MEASURES_OF_GRID, **FITS_OF_GRID})

_FACT = re.compile(
    r"(?P<name>[a-z ]+?)(?: of (?P<criterion>.+?))?(?: at (?P<width>.+?))?"
    r"(?: with (?:lambda|C) (?P<strength>.+))?"
)
_SIDE = r"(?:[^<>=()]|\([^()]*\))+"  # a name such as KS (η = 32) has its sign in brackets
_CLAIM = re.compile(rf"(?P<left>{_SIDE})(?P<sign><=|>=|<|>|=)(?P<right>{_SIDE})")
_PLACE = re.compile(r"(?<!\\)\{([^{}]*)\}")
_TIMES = re.compile(r"(?P<factor>[0-9.]+) \* (?P<fact>.+)")
_SAME = 1e-9
SIGNS: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {
        "<": lambda a, b: a < b,
        ">": lambda a, b: a > b,
        "<=": lambda a, b: a <= b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: isclose(a, b, rel_tol=_SAME),
    }
)


@dataclass(frozen=True)
class Fact:
    """A fact as it is written: its name, of which criterion, at which width, with which λ or C."""

    name: str
    quantity: str = ""
    width: str = ""
    strength: float | None = None


@dataclass(frozen=True, eq=False)
class Moved:
    """The ground of a step with its cursor elsewhere."""

    ground: Ground
    cursor: Cursor

    @property
    def at(self) -> SweepAt:
        """The sweep, on the splits that are looked at."""
        return self.ground.at

    @property
    def joint(self) -> bool:
        """Whether criteria choose kernel and λ together."""
        return self.ground.joint

    @property
    def widths(self) -> Float[Array, " p"]:
        """Parameters of the family, in ascending order."""
        return self.ground.widths

    def spectrum_at(self, parameter: float) -> SpectrumView:
        """Eigenvalues of a kernel of the family."""
        cursor = self.cursor._replace(parameter=parameter)
        return self.at.bench(cursor.split).spectrum(cursor)


def fact_of(text: str, quantities: Mapping[str, str]) -> Fact:
    """Read a fact; ``quantities`` are the criteria by what they are called in lower case.

    Raises UnknownNameError for a name or a criterion that does not exist, KselectError for what is
    no fact.
    """
    parts = _FACT.fullmatch(text.strip())
    if parts is None:
        raise KselectError(f"“{text}” names no number of a sweep, such as “regret of LOO”.")
    name, criterion, width = parts["name"], parts["criterion"] or "", parts["width"] or ""
    if criterion:
        _known("number of a criterion", name, (*OF_CRITERIA, *OF_CURVES))
        _known("criterion of this sweep", criterion.lower(), quantities)
        if width and name not in OF_CURVES:
            raise KselectError(f"“{text}”: a choice is the criterion's own, and not at a width.")
    else:
        _known("number of a sweep", name, (*OF_GRID, *OF_SWEEP, *OF_WIDTHS))
    if width:
        _known("number at a width", name, (*OF_GRID, *OF_CURVES))
        number = _number(width)
        if number is not None and not 0 < number < np.inf:
            raise KselectError(f"“{text}”: a width is a number above 0, got {width}.")
        if number is None:
            inner = fact_of(width, quantities)
            _known("width", inner.name, (*OF_WIDTHS, *(("choice",) if inner.quantity else ())))
    strength = _number(parts["strength"]) if parts["strength"] else None
    if parts["strength"] and not 0 < (strength or 0.0) < np.inf:
        raise KselectError(f"“{text}”: λ or C is a number above 0, got {parts['strength']}.")
    return Fact(name, quantities.get(criterion.lower(), ""), width, strength)


def value_of(text: str, ground: Ground) -> Value:
    """Return a fact, computed once for all who look at a sweep."""
    key = ("fact", text, ground.cursor, ground.joint)
    return ground.at.once(key, lambda: _computed(text, ground))


def _computed(text: str, ground: Ground) -> Value:
    quantities = names_of(ground.at.config)
    fact = fact_of(text, quantities)
    if fact.strength is not None:
        lam = strength_on(ground.at.config, fact.strength)
        ground = Moved(ground, ground.cursor._replace(lam=lam))
    if fact.name in OF_CURVES and fact.quantity:
        return OF_CURVES[fact.name](ground, fact.quantity, width_of(fact.width, ground))
    if fact.quantity:
        return OF_CRITERIA[fact.name](ground, fact.quantity)
    if fact.name in OF_WIDTHS:
        return as_width(ground, OF_WIDTHS[fact.name](ground))
    if fact.name in OF_SWEEP:
        return OF_SWEEP[fact.name](ground)
    return OF_GRID[fact.name](ground, width_of(fact.width, ground))


def width_of(text: str, ground: Ground) -> float:
    """Return a width: a number, a fact, or that of the cursor where nothing is said."""
    if not text:
        return ground.cursor.parameter
    number = _number(text)
    width = value_of(text, ground).number if number is None else number
    return nearest(ground.widths, width)


def check_claim(text: str, quantities: Mapping[str, str]) -> None:
    """Raise KselectError unless a text compares two facts, or a fact with a number."""
    parts = _CLAIM.fullmatch(text)
    if parts is None:
        raise KselectError(f"“{text}” is not a comparison, such as “regret of FSM > 0.05”.")
    for side in (parts["left"], parts["right"]):
        times = _TIMES.fullmatch(side.strip())
        inner = times["fact"] if times else side.strip()
        if _number(inner) is None:
            fact_of(inner, quantities)


def holds(text: str, ground: Ground) -> tuple[bool, str]:
    """Return whether a claim is so, and its two numbers in words."""
    parts = _CLAIM.fullmatch(text)
    assert parts is not None, "claims are checked when a lesson is read"  # noqa: S101
    left, right = (_side(parts[name].strip(), ground) for name in ("left", "right"))
    return SIGNS[parts["sign"]](left, right), f"{left:.6g} {parts['sign']} {right:.6g}"


def filled(text: str, ground: Ground, safe: Callable[[str], str]) -> str:
    """Return a text with its facts in the places of their names in braces.

    ``safe`` writes a value so that Markdown shows it letter by letter. No line ends between a
    number and its per cent.
    """

    def value(named: re.Match[str]) -> str:
        return safe(value_of(named[1], ground).text.replace(" %", "\N{NO-BREAK SPACE}%"))

    return _outside_formulas(text, lambda part: _PLACE.sub(value, part))


def facts_in(text: str) -> list[str]:
    """Return the facts that a text names in braces."""
    facts: list[str] = []

    def note(part: str) -> str:
        facts.extend(_PLACE.findall(part))
        return part

    _outside_formulas(text, note)
    return facts


def names_of(config: SweepConfig) -> dict[str, str]:
    """Return the quantities of a sweep by what they are called, in lower case."""
    chosen = config.criteria
    quantities = {choice.key.lower(): choice.quantity for choice in reversed(chosen)}
    quantities |= {quantity_text(choice.quantity).lower(): choice.quantity for choice in chosen}
    return quantities | {choice.quantity.lower(): choice.quantity for choice in chosen}


def _outside_formulas(text: str, change: Callable[[str], str]) -> str:
    """Change what stands outside of $formulas$ and `code`, where braces have another meaning."""
    parts = re.split(r"(\$\$.*?\$\$|\$[^$\n]+\$|`[^`\n]*`)", text, flags=re.DOTALL)
    return "".join(part if k % 2 else change(part) for k, part in enumerate(parts))


def _known(kind: str, name: str, names: Mapping[str, object] | tuple[str, ...]) -> None:
    if name not in names:
        raise UnknownNameError(kind, name, names)


def _number(text: str) -> float | None:
    """Return a number, also a power such as 2^-3 or a percentage; None for other texts."""
    base, _, exponent = text.strip().partition("^")
    share = 0.01 if base.endswith("%") and not exponent else 1.0
    try:
        number = share * float(base.removesuffix("%"))
        power = pow(number, float(exponent)) if exponent else number
    except (ValueError, ArithmeticError):
        return None
    return power if isinstance(power, float) else None  # a root of what is negative is none


def _side(text: str, ground: Ground) -> float:
    times = _TIMES.fullmatch(text)
    if times:
        return float(times["factor"]) * _side(times["fact"], ground)
    number = _number(text)
    return value_of(text, ground).number if number is None else number


def nearest(grid: Float[Array, " p"], value: float) -> float:
    """Return the value of a grid of positive numbers that is nearest by ratio."""
    return float(grid[int(np.abs(np.log(grid) - np.log(value)).argmin())])


def strength_on(config: SweepConfig, strength: float) -> float:
    """Return the λ of the grid that is nearest to a λ, or to a C where the sweep has these."""
    return nearest(np.array(config.lambdas), 0.5 / strength if config.C else strength)
