"""How numbers, kernels and criteria are written on pages, in reports and on the command line."""

from collections.abc import Iterable, Sequence
from math import isfinite, isnan
from typing import Protocol

from kselect_core.kernels import KERNELS, PRECOMPUTED
from kselect_core.kernels.short_numbers import WHOLE, power, width as width
from kselect_core.plotting.kit.quantities import label, spelled
from kselect_core.plotting.kit.said import GIVEN
from kselect_core.plotting.kit.strength import strength_name, strength_value
from kselect_core.plotting.kit.ticks import (
    kernel_in_words as kernel_in_words,
    kernel_name as kernel_name,
    parameter_text as parameter_text,
    symbol as symbol,
    written as written,
)
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.named import is_given
from kselect_core.selection.config.parts import Candidates
from kselect_core.words.amounts import counted, matrices_counted

quantity_text, spelled_out = label, spelled
UNITS = {"binary": "test error", "regression": "test squared error"}


class Point(Protocol):
    """Anything that stands at one kernel of the grid."""

    @property
    def kernel(self) -> str:
        """Name of the family."""

    @property
    def parameter(self) -> float:
        """Value of its parameter."""


def readable(value: float, digits: int = 3) -> str:
    """Return a number with as many digits as a reader needs: ``0.174``, ``3.05e-05``."""
    return "–" if isnan(value) else f"{value:.{digits}g}"


def number_text(value: float, digits: int = 3) -> str:
    """Return a number of a table, of any size, also an infinite one or none: ``4.32·10⁻⁷``."""
    return short(value, digits).replace("inf", "∞")


def short(value: float, digits: int = 3) -> str:
    """Return a number that may be of any size: ``0.129``, ``7.78·10⁶``, ``−4·10⁻⁵``."""
    digit, _, exponent = readable(value, digits).partition("e")
    text = f"{digit}·{power(10, int(exponent))}" if exponent else digit
    return text.replace("-", "−")


def distinct(values: Sequence[float]) -> dict[float, str]:
    """Return one short text per grid value, long enough to tell all of them apart.

    Up to seven digits before the point are written: ``1024``, not ``1.02e+03``.
    """
    for digits in range(3, 17):
        texts = [readable(value, max(digits, _before_point(value))) for value in values]
        if len(set(texts)) == len(set(values)):
            break
    else:  # values differ in the last bit only
        texts = [repr(value) for value in values]
    return dict(zip(values, texts, strict=True))


def _before_point(value: float) -> int:
    """Return how many digits a number has before its point; 0 of one with too many."""
    count = len(str(int(abs(value)))) if isfinite(value) else 0
    return count if count <= WHOLE else 0


def percent(share: float) -> str:
    """Return an error rate as a percentage with one decimal."""
    return "–" if isnan(share) else f"{100 * share:.1f} %"


def error_text(value: float, task: str) -> str:
    """Return a test error the way the task asks for: a percentage, or a squared error."""
    return readable(value, 4) if task == "regression" else percent(value)


def spread_text(error: float, sd: float, task: str) -> str:
    """Return a mean test error ± its standard deviation over the splits, where there is one."""
    if isnan(sd):
        return error_text(error, task)
    if task == "regression":
        return f"{error_text(error, task)} ± {readable(sd)}"
    return f"{100 * error:.1f} ± {100 * sd:.1f} %"


def range_text(low: float, high: float, task: str) -> str:
    """Return two test errors as the ends of a range: ``3.1 … 5.2 %``."""
    if task == "regression":
        return f"{error_text(low, task)} … {error_text(high, task)}"
    return f"{100 * low:.1f} … {100 * high:.1f} %"


def difference_text(value: float, task: str) -> str:
    """Return a difference of test errors: percentage points, or a squared error."""
    if task == "regression" or isnan(value):
        return error_text(value, task)
    return f"{100 * value:.1f} points"


def apart(error: float, other: float, task: str, *, digits: int = 4) -> float:
    """Return by how much an error is larger than another, both as they are written."""
    return _as_written(error, task, digits) - _as_written(other, task, digits)


def apart_text(error: float, other: float, task: str) -> str:
    """Return by how much an error is larger than another: the difference of what is written."""
    return difference_text(apart(error, other, task), task)


def _as_written(error: float, task: str, digits: int) -> float:
    if isnan(error):
        return error
    return float(readable(error, digits)) if task == "regression" else round(100 * error, 1) / 100


def ways_of(kernel: str) -> tuple[str, str]:
    """Where moves lead: to wider kernels and to narrower ones, or along given Gram matrices."""
    if kernel == PRECOMPUTED.name:
        return "later matrices", "earlier matrices"
    return "wider kernels", "narrower kernels"


def kernel_text(config: SweepConfig, point: Point) -> str:
    """Return the kernel under the cursor: ``Gaussian kernel, τ = 2⁻³``, ``Gram matrix walk``."""
    family = next(f for f in config.candidates if f.kernel == point.kernel)
    value = parameter_text(point.parameter, family.way, family.values)
    if family.names:
        return f"{GIVEN} {value}"
    named = f"{kernel_name(point.kernel)} kernel{_base_text(family)}"
    return f"{named}{', ' if value else ''}{value}{_options_text(family)}"


def kernels_counted(config: SweepConfig) -> str:
    """Return how many kernels a sweep compares: ``12 kernels``, or ``5 Gram matrices``."""
    count = len(config.kernels)
    return matrices_counted(count) if is_given(config) else counted(count, "kernel")


def _base_text(family: Candidates) -> str:
    """Return what an iterated kernel starts from, and whether it is rescaled; else nothing."""
    if not family.base:
        return ""
    of, convention, value = family.base
    scaled = ", rescaled to a mean diagonal of 1" if family.normalised else ""
    return f" on the {kernel_name(of)} with {parameter_text(value, convention)}{scaled}"


def _options_text(family: Candidates) -> str:
    """Return the further numbers of a kernel, where it has some: ``, α = 2``."""
    numbers = dict(family.options)
    return "".join(
        f", {one.symbol} = {readable(numbers.get(one.name, float(one.default)))}"
        for one in KERNELS[family.kernel].further
    )


def strength(config: SweepConfig) -> str:
    """Return what weighs the errors of a sweep's learner: λ, or C of the support vector machine."""
    return strength_name(costs=bool(config.C))


def strength_text(config: SweepConfig, lam: float) -> str:
    """Return a ridge of the grid the way the sweep writes it: ``λ = 10⁻⁸``, or ``C = 50``."""
    value = short(strength_value(lam, costs=bool(config.C)))
    return f"{strength(config)} = {value.removeprefix('1·')}"


def worded(config: SweepConfig, text: str) -> str:
    """Return words about λ as words about C, where that is what the sweep has."""
    return text.replace("λ", strength(config))


def steps_of_strength(config: SweepConfig) -> dict[float, str]:
    """Return one short text per λ of the grid in the order of a slider: ascending λ, or C."""
    if not config.C:
        return distinct(config.lambdas)
    costs = distinct(config.C)
    return dict(zip(reversed(config.lambdas), costs.values(), strict=True))


def in_full(quantities: Iterable[str]) -> str:
    """Return criteria spelled out, each once: ``spectral measure (SM); kernel stability (KS)``."""
    return "; ".join(dict.fromkeys(spelled_out(quantity) for quantity in quantities))


def quantity_key(quantity: str) -> str:
    """Return the registry key inside a quantity: ``kfold(k=10)`` is ``kfold``."""
    return quantity.partition("(")[0]


def quantities(config: SweepConfig) -> tuple[str, ...]:
    """Return the quantities of a configuration's criteria, in its order."""
    return tuple(choice.quantity for choice in config.criteria)
