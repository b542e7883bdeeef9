"""A formula with its numbers: the terms at one kernel and one λ, and how they make the value."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isinf, isnan, nan
from typing import Literal, NamedTuple

from kselect_core.types import Array, Float

DIGITS = 4
"""Significant digits of a number in a formula."""

PLAIN = (1e-3, 1e4)
"""Numbers from the first to below the second are written without a power of ten."""

LARGEST_COUNT = 10**6
"""Whole numbers below it are written in full."""

SEVERAL = 10
"""Up to so many folds are written one by one."""

_SLOT = re.compile(r"#(\d+)")


Place = Literal["", "trace", "spectrum", "alignment", "blocks", "rows", "residuals", "folds"]
"""Where a term can be seen: the bars of the spectrum and their sum, the labels along the
eigenvectors, the class blocks of the matrix, one number per row of it, the error curves; "" for a
plain number."""


class Term(NamedTuple):
    """One term of a formula: its symbol (LaTeX), value, meaning, and the place where it lives."""

    symbol: str
    value: float
    words: str
    place: Place = ""


@dataclass(frozen=True, slots=True)
class Worked:
    """Terms in the order of the formula, the formula around them, and its value.

    ``template`` is LaTeX with a slot #1, #2, … for each term; ``combine`` makes the value from
    the terms' values. ``besides`` explains the terms further (the worst point); ``identity`` is a
    LaTeX equation that holds between the numbers.
    """

    terms: tuple[Term, ...]
    template: str
    combine: Callable[..., float]
    besides: tuple[Term, ...] = ()
    identity: str = ""
    result: float = nan

    def _repr_latex_(self) -> str:
        value = self.recombined if isnan(self.result) else self.result
        return rf"$\displaystyle {self.in_symbols} = {self.in_numbers} = {number(value)}$"

    @property
    def in_symbols(self) -> str:
        """Formula with the symbols of the terms, as LaTeX."""
        return _SLOT.sub(lambda slot: self.terms[int(slot[1]) - 1].symbol, self.template)

    @property
    def in_numbers(self) -> str:
        """Formula with the values of the terms, as LaTeX."""
        return filled(self.template, [term.value for term in self.terms])

    @property
    def recombined(self) -> float:
        """Value that the formula gives from the terms; equals ``result`` up to rounding."""
        return self.combine(*(term.value for term in self.terms))


def filled(template: str, values: Sequence[float]) -> str:
    """LaTeX with its slots #1, #2, … filled by numbers, in brackets where a sign or power asks."""

    def text(slot: re.Match[str]) -> str:
        value = values[int(slot[1]) - 1]
        written = number(value)
        begins = slot.start() == 0 or template[slot.start() - 1] in "{(|"
        raised = template[slot.end() : slot.end() + 1] == "^"
        bracketed = (value < 0 and (raised or not begins)) or (raised and "10^" in written)
        return rf"\left({written}\right)" if bracketed else written

    return _SLOT.sub(text, template)


def number(value: float) -> str:
    r"""LaTeX of a number with four significant digits: 0.0668, 1.234\cdot 10^{-5}, 210."""
    if isnan(value):
        return r"\text{–}"
    if isinf(value):
        return r"\infty" if value > 0 else r"-\infty"
    if abs(value) < LARGEST_COUNT and value == round(value):
        return str(round(value))
    if PLAIN[0] <= float(f"{abs(value):.{DIGITS}g}") < PLAIN[1]:
        return f"{value:.{DIGITS}g}"
    mantissa, _, exponent = f"{value:.{DIGITS - 1}e}".partition("e")
    return rf"{float(mantissa):g}\cdot 10^{{{int(exponent)}}}"


def mean_of_folds(losses: Float[Array, " k"]) -> Worked:
    """Mean of the losses of folds, written one by one; of many folds their sum."""
    k = Term("k", len(losses), "folds")
    if len(losses) > SEVERAL:
        ends = (
            Term(r"\min_q e_q", float(losses.min()), "the best fold", "folds"),
            Term(r"\max_q e_q", float(losses.max()), "the worst fold", "folds"),
        )
        total = Term(
            r"\textstyle\sum_q e_q", float(losses.sum()), "loss summed over folds", "folds"
        )
        return Worked((total, k), r"\frac{#1}{#2}", lambda total, k: total / k, ends)
    folds = tuple(
        Term(f"e_{{{q}}}", float(loss), f"fold {q}", "folds") for q, loss in enumerate(losses, 1)
    )
    above = "+".join(f"#{q}" for q in range(1, len(folds) + 1))
    template = rf"\frac{{{above}}}{{#{len(folds) + 1}}}"
    return Worked((*folds, k), template, lambda *values: sum(values[:-1]) / values[-1])


def ratio(above: float, below: float) -> float:
    """Quotient; +∞ where the denominator is zero."""
    return above / below if below else inf
