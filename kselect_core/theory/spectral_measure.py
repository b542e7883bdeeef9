"""Generalisation bounds from the spectral measure (SM)."""

from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError
from kselect_core.theory.bound import Bound, Part, Setting
from kselect_core.types import Array, Float

SOURCE = (
    "Li, Liu, Lin, Yue, Wang (2017), Efficient kernel selection via spectral analysis, "
    "theorem {}, appendix {}"
)
FEWEST = 5
GOLDEN = (sqrt(5) - 1) / 2
STEPS = 80
RESTORED = "A root is lost in the text we have; it is restored from the proof."
CLASS = (
    "The inequality behind it is one for finite classes of voting classifiers; the size of the "
    "class is replaced by n"
)


class Tail(NamedTuple):
    """Smallest value over θ of the terms that do not depend on the kernel, and its θ."""

    value: float
    theta: float


def theorem_1(setting: Setting, *, total: float, measure: float) -> Bound:
    """Error rate of the regularised least-squares classifier.

    Parameters
    ----------
    setting
        Constants; the paper's λ is the ridge μ.
    total
        |K|₁, the sum of the entries of K.
    measure
        SM(K, t) = yᵀKy/(n|K|₁), the largest the theorem allows.

    Returns
    -------
    Bound
        1 − c₀ SM + inf_θ [θ + (7μ + 3√(3μ) + 6)/(3n) + √(3μ/n)], printed c₀ = |K|₁λ/(|K|₁ + λ),
        proved |K|₁/(|K|₁ + λ); here μ = (8/θ²) ln n ln 2n + ln(2n/δ).
    """
    ridge = setting.mu
    printed, proved = total * ridge / (total + ridge), total / (total + ridge)
    term = tail(setting, 6.0)
    return Bound(
        key="sm1",
        name="SM, theorem 1",
        source=SOURCE.format(1, "A"),
        about="risk",
        quantity="error rate R",
        loss="error",
        printed=1 - printed * measure + term.value,
        proved=1 - proved * measure + term.value,
        limit=1.0,
        limit_words="1, the largest error rate",
        terms=(
            Part("SM", measure, "yᵀKy/(n|K|₁); at most 1/n where K ≥ 0"),
            Part("|K|₁", total, "sum of the entries of K"),
            Part("λ", ridge, "ridge on the diagonal, our μ"),
            Part("c₀", printed, "as printed, |K|₁λ/(|K|₁ + λ)"),
            Part("c₀ proved", proved, "|K|₁/(|K|₁ + λ)"),
            Part("inf over θ", term.value, f"at θ = {term.theta:.3g}; no kernel changes it"),
        ),
        misprint=f"c₀ has a factor λ too many. {RESTORED}",
        flaw=f"Vacuous for every n and every K ≥ 0: SM ≤ 1/n, so it is at least 1 + 1/n. {CLASS}.",
    )


def theorem_2(setting: Setting, *, total: float, measure: float) -> Bound:
    """Error rate of the support vector machine.

    Parameters
    ----------
    setting, total, measure
        As in `theorem_1`; the box of the dual variables is 1/(2λ) with the ridge λ.

    Returns
    -------
    Bound
        Printed: 1 − |K|₁ SM + inf_θ [θ + (7μ + 3√(3μ) + 3/(2λ) + 3b)/(3n) + √(3μ/n)] with
        b = max(1, 1/(2λ) − 1). Proved: 1 − |K|₁ SM + |K|₁b/n + inf_θ [… + 6 …].
    """
    n, box = setting.n, 0.5 / setting.mu
    b = max(1.0, box - 1)
    own, term = tail(setting, 3 * box + 3 * b), tail(setting, 6.0)
    return Bound(
        key="sm2",
        name="SM, theorem 2",
        source=SOURCE.format(2, "B"),
        about="risk",
        quantity="error rate R",
        loss="error",
        printed=1 - total * measure + own.value,
        proved=1 - total * measure + total * b / n + term.value,
        limit=1.0,
        limit_words="1, the largest error rate",
        terms=(
            Part("|K|₁ SM", total * measure, "yᵀKy/n; at most |K|₁/n where K ≥ 0"),
            Part("|K|₁", total, "sum of the entries of K"),
            Part("1/(2λ)", box, "box of the dual variables, our C"),
            Part("b", b, "max(1, 1/(2λ) − 1)"),
            Part("b/n", b / n, "as printed, without |K|₁"),
            Part("|K|₁b/n", total * b / n, "as the proof gives it"),
            Part("inf over θ", term.value, f"at θ = {term.theta:.3g}; no kernel changes it"),
        ),
        misprint=f"|K|₁ is missing before b/n: printed, the bound may fall below 0. {RESTORED}",
        flaw=f"Vacuous for every n and every K ≥ 0: |K|₁b/n outweighs |K|₁ SM. {CLASS}.",
    )


def tail(setting: Setting, last: float) -> Tail:
    """Infimum over θ in (0, 1] of θ + (7μ + 3√(3μ) + last)/(3n) + √(3μ/n); convex in θ."""
    if setting.n < FEWEST:
        raise InvalidParameterError("SM bounds", "n", f"at least {FEWEST}", setting.n)
    return _tail(setting.n, setting.delta, last)


@lru_cache(maxsize=1024)
def _tail(n: int, delta: float, last: float) -> Tail:
    """Golden section, once for all kernels of a curve: none of them changes it."""
    low, high = 1e-9, 1.0
    for _ in range(STEPS):
        first, second = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if _terms(n, delta, np.array(first), last) < _terms(n, delta, np.array(second), last):
            high = second
        else:
            low = first
    inside, edge = (float(_terms(n, delta, np.array(theta), last)) for theta in (low, 1.0))
    return Tail(inside, low) if inside < edge else Tail(edge, 1.0)


def _terms(n: int, delta: float, theta: Float[Array, "..."], last: float) -> Float[Array, "..."]:
    mu = 8 / theta**2 * log(n) * log(2 * n) + log(2 * n / delta)
    value: Array = theta + (7 * mu + 3 * np.sqrt(3 * mu) + last) / (3 * n) + np.sqrt(3 * mu / n)
    return value
