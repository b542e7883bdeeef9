"""What theory says of every term at K = I, at K = 11ᵀ and in between, beside what is found here."""

from collections.abc import Callable
from math import isqrt
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.selection.terms.rewards import REWARDS
from kselect_core.selection.terms.width_path import WidthPath
from kselect_core.types import Array

R = 3
"""Power of the spectral measure."""

COLUMNS = (
    "key", "term", "group", "identity", "identity_theory", "identity_formula", "constant",
    "constant_theory", "constant_formula", "course", "course_theory", "pull", "pull_theory",
    "degenerate", "chosen", "best", "reason",
)  # fmt: skip


class Facts(NamedTuple):
    """What the formulas need of a sample: its size, classes, ridge and learner."""

    n: int
    positive: int
    negative: int
    mean: float
    mu: float
    learner: str
    linear: float

    @property
    def leading(self) -> int:
        """Usual number t of leading eigenvalues: √n, rounded up."""
        return min(isqrt(self.n - 1) + 1, self.n - 1)

    @property
    def classes(self) -> bool:
        """Whether there are two classes."""
        return self.positive > 0 and self.negative > 0


class Limit(NamedTuple):
    """Value of a term at an end of the path: its formula in words, and the number."""

    formula: str = ""
    value: Callable[[Facts], float] = lambda facts: float("nan")  # noqa: ARG005 (nothing known)


class Theory(NamedTuple):
    """What is known of a term along the width."""

    identity: Limit
    constant: Limit
    course: str
    pull: str


def _of_classes(formula: str, value: Callable[[Facts], float]) -> Limit:
    return Limit(formula, lambda facts: value(facts) if facts.classes else float("nan"))


def _of_krr(formula: str, value: Callable[[Facts], float]) -> Limit:
    return _of_classes(
        formula, lambda facts: value(facts) if facts.learner == "krr" else float("nan")
    )


_NOTHING = Limit()
_LINEAR = Limit("linear kernel", lambda facts: facts.linear)
_SM = _of_classes("n²⁻ʳ/(n₊n₋)", lambda f: float(f.n) ** (2 - R) / (f.positive * f.negative))
_ZERO = Limit("0", lambda facts: 0.0)  # noqa: ARG005 (whatever the sample)
_ONE_OVER_N = Limit("1/n", lambda f: 1 / f.n)
_ONE = Limit("1", lambda facts: 1.0)  # noqa: ARG005

THEORY: dict[str, Theory] = {
    "sps_exact": Theory(_ONE_OVER_N, _ONE_OVER_N, "constant", "none"),
    "sps_first": Theory(
        _ONE_OVER_N,
        Limit("(3n−2)/n²", lambda f: (3 * f.n - 2) / f.n**2),
        "increasing",
        "narrow",
    ),
    "sps_max": Theory(_ONE, _ONE, "one valley", "interior"),
    "ks": Theory(
        Limit("η/n", lambda f: 1 / f.n),
        Limit("η(1+√(4n−3))/(2n)", lambda f: (1 + np.sqrt(4 * f.n - 3)) / (2 * f.n)),
        "increasing",
        "narrow",
    ),
    "er": Theory(
        Limit("(n−t)/t", lambda f: (f.n - f.leading) / f.leading), _ZERO, "decreasing", "wide"
    ),
    "pep": Theory(Limit("t/n", lambda f: f.leading / f.n), _ONE, "increasing", "wide"),
    "br": Theory(
        Limit("∞", lambda facts: np.inf),  # noqa: ARG005
        Limit("−∞", lambda facts: -np.inf),  # noqa: ARG005
        "decreasing",
        "wide",
    ),
    "ep": Theory(Limit("Σ|1/n − λⱼ|"), _ZERO, "", "wide"),
    "kta": Theory(
        _of_classes("1/√n", lambda f: 1 / np.sqrt(f.n)),
        _of_classes("ȳ²", lambda f: f.mean**2),
        "",
        "interior",
    ),
    "ckta": Theory(
        _of_classes("1/√(n−1)", lambda f: 1 / np.sqrt(f.n - 1)), _LINEAR, "", "interior"
    ),
    "fsm": Theory(_of_classes("0", lambda f: 0.0), _LINEAR, "", "narrow, degenerate"),  # noqa: ARG005
    "fsm_u": Theory(_of_classes("∞", lambda f: np.inf), _LINEAR, "", "interior"),  # noqa: ARG005
    "sm": Theory(_SM, _ZERO, "", "interior"),
    "sm_printed": Theory(_SM, _ZERO, "", "narrow, degenerate"),
    "remp": Theory(
        _of_krr("(μ/(1+μ))²", lambda f: (f.mu / (1 + f.mu)) ** 2),
        _of_krr("1−ȳ²(1−(μ/(n+μ))²)", lambda f: 1 - f.mean**2 * (1 - (f.mu / (f.n + f.mu)) ** 2)),
        "",
        "interior, but narrow",
    ),
    "loo": Theory(_of_krr("1", lambda f: 1.0), _NOTHING, "", ""),  # noqa: ARG005
    "kfold": Theory(_of_krr("1", lambda f: 1.0), _NOTHING, "", ""),  # noqa: ARG005
}
"""Of some terms nothing is known in general; their row has no theory."""


def theory_table(path: WidthPath, learner: str) -> pd.DataFrame:
    """One row per term: what theory says and what is found, at both ends and in between.

    ``identity`` and ``constant`` are the values at K = I and K = 11ᵀ, those of the narrowest and
    the widest kernel where a matrix alone has none.
    ``chosen`` is the width τ that the term alone would choose, ``best`` its value there.
    """
    rows = []
    for number, (reward, one) in enumerate(zip(REWARDS, path.pulls, strict=True)):
        known = THEORY.get(reward.key, Theory(_NOTHING, _NOTHING, "", ""))
        facts = facts_of(path, learner, linear=float(path.linear[number]))
        narrow, wide = path.limits[number]
        of_linear = known.constant is _LINEAR or np.isnan(wide)  # 0/0, or unknown for a bare matrix
        far = path.along[number, -1] if of_linear else wide
        near = path.along[number, 0] if np.isnan(narrow) else narrow
        rows.append(
            (
                reward.key,
                reward.label,
                reward.group,
                float(near),
                known.identity.value(facts),
                known.identity.formula,
                float(far),
                known.constant.value(facts),
                known.constant.formula,
                one.course,
                known.course,
                one.direction,
                known.pull,
                one.degenerate,
                float(path.tau[one.chosen]) if one.chosen >= 0 else np.nan,
                float(path.along[number, one.chosen]) if one.chosen >= 0 else np.nan,
                path.reasons[number],
            )
        )
    return pd.DataFrame(rows, columns=list(COLUMNS))


def facts_of(path: WidthPath, learner: str, *, linear: float = float("nan")) -> Facts:
    """Facts of the sample that the formulas need; no classes for a regression."""
    y: Array = path.y
    two = set(np.unique(y)) == {-1.0, 1.0}
    positive = int((y > 0).sum()) if two else 0
    return Facts(
        len(y), positive, len(y) - positive if two else 0, float(y.mean()), path.mu, learner, linear
    )
