"""What theory says of every term at K = I, at K = 11ᵀ and in between, beside what is found here."""

import numpy as np
import pandas as pd

from kselect_core.criteria.rewards import AS_LINEAR, Facts
from kselect_core.selection.terms.rewards import reward_terms
from kselect_core.selection.terms.width_path import WidthPath
from kselect_core.types import Array

COLUMNS = (
    "key", "term", "group", "identity", "identity_theory", "identity_formula", "constant",
    "constant_theory", "constant_formula", "course", "course_theory", "pull", "pull_theory",
    "degenerate", "chosen", "best", "reason",
)  # fmt: skip


def theory_table(path: WidthPath, learner: str) -> pd.DataFrame:
    """One row per term: what theory says and what is found, at both ends and in between.

    ``identity`` and ``constant`` are the values at K = I and K = 11ᵀ, those of the narrowest and
    the widest kernel where a matrix alone has none. Of the way between both, theory knows that of
    Gaussian kernels.
    ``chosen`` is the width τ that the term alone would choose, ``best`` its value there.
    """
    rows = []
    for number, (term, one) in enumerate(zip(reward_terms(), path.pulls, strict=True)):
        reward = term.reward
        facts = facts_of(path, learner, linear=float(path.linear[number]))
        narrow, wide = path.limits[number]
        first, last = [np.nan] * 2 if path.given else path.along[number, [0, -1]]
        of_linear = reward.constant is AS_LINEAR or np.isnan(wide)  # 0/0, or a bare matrix
        far = last if of_linear else wide
        near = first if np.isnan(narrow) else narrow
        rows.append(
            (
                term.key,
                term.label,
                term.group,
                float(near),
                reward.identity.value(facts),
                reward.identity.formula,
                float(far),
                reward.constant.value(facts),
                reward.constant.formula,
                one.course,
                "" if path.given else reward.course,
                one.direction,
                "" if path.given else reward.pull,
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
