"""Tick labels and titles of the axes of parameters, λ and errors, and numbers in words."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from kselect_core.kernels import CONVENTIONS, KERNELS, PRECOMPUTED
from kselect_core.kernels.conventions import Convention
from kselect_core.kernels.short_numbers import of_powers, power, width
from kselect_core.plotting.kit.said import GIVEN, MOST_NAMES, in_lines
from kselect_core.plotting.kit.theme import Spec, escaped
from kselect_core.types import Array, Float

CLOSE = 1e-9
DECADES = 3  # from so many powers of ten on they are the ticks
LARGEST_DEGREE = 100


class Ticks(NamedTuple):
    """Where ticks stand and what they say; ``log`` tells the type of the axis."""

    values: tuple[float, ...]
    texts: tuple[str, ...]
    log: bool


def ticks(
    x: Float[Array, " n"], *, most: int = 7, widths: bool = True, plain: bool = False
) -> Ticks:
    """At most so many ticks on the values of a grid, log if positive.

    ``widths`` are written as everywhere (2⁻⁵, or 0.3): where a grid has too many, the ticks stand
    at the powers of two among them, if there are some. Other numbers have powers of two or ten, or
    decimals; ``plain`` ones no powers.
    """
    values = np.unique(x[np.isfinite(x)])
    if not is_log(x):
        shown = thinned(values, most)
        return Ticks(tuple(map(float, shown)), tuple(number(v) for v in shown), log=False)
    if plain:
        return _plain(thinned(values, most))
    for base in (2, 10):
        exponents = np.log(values) / np.log(base)
        if np.abs(exponents - np.round(exponents)).max() < CLOSE:  # a grid of exact powers
            shown = thinned(np.round(exponents), most)
            return _at(tuple(float(base) ** e for e in shown), base, widths=widths)
    if widths:
        return _widths(values, most)
    decades = np.arange(
        np.ceil(np.log10(values[0]) - 1e-9), np.floor(np.log10(values[-1]) + 1e-9) + 1
    )
    if len(decades) >= DECADES:
        shown = thinned(decades, most)
        return Ticks(
            tuple(10.0**e for e in shown), tuple(power(10, int(e)) for e in shown), log=True
        )
    shown = thinned(values, most)
    return Ticks(tuple(map(float, shown)), tuple(number(v, 2) for v in shown), log=True)


def _widths(values: Float[Array, " n"], most: int) -> Ticks:
    """Ticks on a log axis of widths that are not all powers of two."""
    octaves = values[[of_powers((value,)) for value in values.tolist()]]
    if len(values) > most and len(octaves) >= DECADES:
        return _at(tuple(map(float, thinned(octaves, most))), 2, widths=True)
    texts = {value: width(value, values.tolist()) for value in thinned(values, most).tolist()}
    return Ticks(tuple(texts), tuple(texts.values()), log=True)


def _plain(values: Float[Array, " n"]) -> Ticks:
    """Ticks on a log axis that say the numbers themselves."""
    return Ticks(tuple(map(float, values)), tuple(number(v) for v in values), log=True)


def _at(values: tuple[float, ...], base: int, *, widths: bool) -> Ticks:
    """Ticks on a log axis: widths, or exact powers of a base."""
    exponents = [round(np.log(v) / np.log(base)) for v in values]
    powers = [power(base, exponent) for exponent in exponents]
    texts = [width(v, values) for v in values] if widths else powers
    return Ticks(values, tuple(texts), log=True)


def thinned(values: Float[Array, " n"], most: int) -> Float[Array, " m"]:
    """Every k-th value, with the smallest k that leaves at most so many, centred in the range."""
    step = max(1, -(-(len(values) - 1) // max(1, most - 1)))
    return values[((len(values) - 1) % step) // 2 :: step]


def is_log(x: Float[Array, " n"]) -> bool:
    """Whether the axis of a grid is logarithmic."""
    values = np.unique(x[np.isfinite(x)])
    return bool(len(values) and values[0] > 0 and not is_whole(values))


def is_whole(values: Float[Array, " n"]) -> bool:
    """Whether the values look like degrees: small whole numbers that are not powers of two."""
    whole = np.array_equal(values, np.round(values)) and values[-1] <= LARGEST_DEGREE
    return bool(whole and (len(values) == 1 or np.ptp(np.diff(values)) == 0))


def decades(low: float, high: float, *, most: int) -> Spec:
    """Ticks at powers of ten between two positive numbers."""
    exponents = np.arange(np.ceil(np.log10(low)), np.floor(np.log10(high)) + 1)
    shown = thinned(exponents, most)
    return {
        "tickvals": [float(10.0**e) for e in shown],
        "ticktext": [power(10, int(e)) for e in shown],
    }


def round_step(step: float) -> float:
    """Smallest of 1, 2, 2.5, 5, 10 times a power of ten that is not below the step."""
    unit = 10.0 ** np.floor(np.log10(step))
    return float(unit * next(m for m in (1, 2, 2.5, 5, 10) if m * unit >= step * (1 - 1e-9)))


def whole_steps(
    values: Float[Array, " n"], *, least: float = 0.0, zero: bool = True
) -> list[float]:
    """Range of an axis of values in whole steps: small changes do not move it.

    It is at least ``least`` long, holds 0 unless told otherwise, and ends a little beyond a tick.
    """
    finite = values[np.isfinite(values)]
    finite = np.append(finite, 0.0) if zero or not len(finite) else finite
    low, high = float(finite.min()), float(finite.max())
    length = max(high - low, least) or 1.0
    step = round_step(length / 4)
    first = step * np.floor(low / step + 1e-9)
    last = step * np.ceil(max(high, low + length) / step - 1e-9)
    beyond = 0.1 * step
    return [float(first - beyond * (first != 0)), float(last + beyond * (last != 0))]


def around(values: Float[Array, " n"]) -> list[float]:
    """Range of an axis of points, whatever the size of their markers."""
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    room = 0.06 * (high - low) or 1.0
    return [low - room, high + room]


def ends(end: float) -> Spec:
    """Ticks of colours from −``end`` to ``end``, whose last ones hold for all beyond as well."""
    return {
        "tickvals": [-end, -end / 2, 0.0, end / 2, end],
        "ticktext": [
            f"≤ {number(-end)}",
            number(-end / 2),
            "0",
            number(end / 2),
            f"≥ {number(end)}",
        ],
    }


def number(value: float, digits: int = 4) -> str:
    """Text of a number with so many significant digits; – for an undefined one."""
    return f"{value:.{digits}g}".replace("-", "−") if np.isfinite(value) else "–"


def rate_text(value: float) -> str:
    """Share of wrong labels as a percentage."""
    return f"{100 * value:.1f} %" if np.isfinite(value) else "–"


def error_text(value: float, *, rate: bool) -> str:
    """Error as it is written: a percentage of a share of wrong labels, else a number."""
    return rate_text(value) if rate else number(value)


def error_ticks(*, rate: bool) -> Spec:
    """Format of the ticks of an axis of errors: per cent for a rate, else numbers."""
    return {"tickformat": ".3~p" if rate else ".4~g"}


def error_name(*, rate: bool) -> str:
    """Name of the test error: of a rate, or of squared differences."""
    return "test error" if rate else "test squared error"


def parameter_text(value: float, convention: str, grid: Iterable[float] = ()) -> str:
    """``τ = 2⁻⁵``, ``degree = 3``, a matrix's name; nothing for a kernel without a parameter."""
    way = CONVENTIONS.get(convention) if convention else None
    if way is None or not np.isfinite(value):
        return ""
    shown = way.written(value, grid)
    return shown if way.names else f"{_symbol(way)} = {shown}"


def kernel_in_words(kernel: str, value: float, convention: str, grid: Iterable[float] = ()) -> str:
    """``Gaussian τ = 2⁻⁵``, ``linear``, or the name of a matrix."""
    text = parameter_text(value, convention, grid)
    return text if names_of(convention) else f"{kernel_name(kernel)} {text}".strip()


def written(value: float, convention: str, grid: Iterable[float] = ()) -> str:
    """``2⁻⁵`` of a width, ``3`` of a degree, a name; nothing for a kernel without a parameter.

    ``grid`` are the values that it is one of, where they are known: see ``width``.
    """
    if convention not in CONVENTIONS or not convention or not np.isfinite(value):
        return ""
    return CONVENTIONS[convention].written(value, grid)


def symbol(convention: str) -> str:
    """Symbol of the parameter: τ, γ, σ², c, degree p; what it is if its values have names."""
    return _symbol(CONVENTIONS[convention])


def _symbol(way: Convention) -> str:
    if way.names:
        return GIVEN
    return f"{way.name} {way.symbol}" if way.whole else way.symbol


def names_of(convention: str) -> tuple[str, ...]:
    """Names of the values 1, 2, …, where a convention writes them so."""
    known = convention and convention in CONVENTIONS
    return CONVENTIONS[convention].names if known else ()


def with_names(convention: str, names: tuple[str, ...]) -> str:
    """Convention that writes 1, 2, … as these names; as it is without any."""
    return CONVENTIONS[convention].named(names).name if names else convention


def parameter_title(kernel: str, convention: str, *, short: bool = False) -> str:
    """Title of the parameter axis with the kernel's formula: ``τ in exp(−‖x−z‖²/2τ)``."""
    if not convention or convention not in CONVENTIONS:
        return "" if short else f"{kernel_name(kernel)} kernel"
    if short or names_of(convention):
        return symbol(convention)
    return f"{symbol(convention)} in {CONVENTIONS[convention].formula}"


def kernel_name(kernel: str) -> str:
    """Name of a kernel family as a word."""
    return KERNELS[kernel].word if kernel in KERNELS else kernel


def family_title(kernel: str) -> str:
    """Family as the title of its kernels: ``Gaussian``, ``Gram matrix``."""
    return GIVEN if kernel == PRECOMPUTED.name else kernel_name(kernel)


def wide_is_high(convention: str) -> bool:
    """Whether larger parameters make the kernel smoother."""
    return convention in CONVENTIONS and CONVENTIONS[convention].wider == "up"


def parameter_layout(
    x: Float[Array, " n"], convention: str, *, most: int = 7, widths: bool = True
) -> Spec:
    """Type, range and ticks of an axis over a grid of a kernel, written as its values are."""
    plain = bool(convention) and convention in CONVENTIONS and CONVENTIONS[convention].plain
    spec = tick_layout(x, most=most, widths=widths, plain=plain)
    return _named(spec, x, convention) if names_of(convention) else spec


def _named(spec: Spec, x: Float[Array, " n"], convention: str) -> Spec:
    """Axis with names, all of up to twelve, which Plotly turns where they would overlap."""
    every = np.unique(x[np.isfinite(x)]).tolist()
    values = every if len(every) <= MOST_NAMES else spec["tickvals"]
    rest = {key: value for key, value in spec.items() if key != "tickangle"}
    return rest | {"tickvals": values, "ticktext": [name_at_axis(v, convention) for v in values]}


def name_at_axis(value: float, convention: str) -> str:
    """Name of a value that has one as it stands at an axis, in two lines at most."""
    return "<br>".join(escaped(line) for line in in_lines(written(value, convention)))


def tick_layout(
    x: Float[Array, " n"], *, most: int = 7, widths: bool = True, plain: bool = False
) -> Spec:
    """Type, range and ticks of an axis over a grid of widths, or of other numbers."""
    if not x.any():  # a kernel without a parameter: one place
        return {
            "type": "linear",
            "range": [-1.0, 1.0],
            "tickvals": [0.0],
            "ticktext": ["\u2007"],
            "tickangle": 0,
        }
    marks = ticks(x, most=most, widths=widths, plain=plain)
    finite = np.unique(x[np.isfinite(x)])
    position = np.log10(finite) if marks.log else finite
    low, high = (position[0], position[-1]) if len(position) else (0.0, 1.0)
    pad = 0.04 * (high - low) or 0.5
    return {
        "type": "log" if marks.log else "linear",
        "range": [float(low - pad), float(high + pad)],
        "tickvals": list(marks.values),
        "ticktext": list(marks.texts),
        "tickangle": 0,
    }
