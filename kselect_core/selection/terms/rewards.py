"""The terms that criteria are made of, one by one: what each of them, alone, would prefer."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np

from kselect_core.criteria import CRITERIA, Criterion, Problem
from kselect_core.criteria.base import LeftOut
from kselect_core.criteria.rewards import GROUPS, Group, Reward
from kselect_core.errors import UndefinedScoreError
from kselect_core.selection.config.parts import CriterionChoice


@dataclass(frozen=True, slots=True)
class RewardTerm:
    """One term with its direction; ``quantity`` is that of the criterion it belongs to."""

    key: str
    label: str
    quantity: str
    group: Group
    better: Literal["lower", "higher"]
    criterion: Criterion
    reward: Reward

    def value(self, problem: Problem) -> tuple[float, str]:
        """Value at the single λ of a problem, and the reason where it has none."""
        try:
            if self.reward.function is not None:
                return float(self.reward.function(problem)), ""
            return float(self.criterion.score(problem, **self.reward.options)[0]), ""
        except UndefinedScoreError as error:
            return float("nan"), error.reason


def _term(criterion: Criterion, reward: Reward) -> RewardTerm:
    key, label = reward.key or criterion.name, reward.label or criterion.label
    quantity = CriterionChoice(criterion.name, tuple(reward.options.items())).quantity
    return RewardTerm(key, label, quantity, reward.group, criterion.better, criterion, reward)


def _place(term: RewardTerm) -> tuple[int, int]:
    """Order of the terms: by group, and errors by how many points are left out for them."""
    return GROUPS.index(term.group), get_args(LeftOut).index(term.criterion.left_out)


@cache
def reward_terms() -> tuple[RewardTerm, ...]:
    """Every term of every criterion, in the order of the page."""
    terms = (_term(c, reward) for c in CRITERIA.values() for reward in c.rewards)
    return tuple(sorted(terms, key=_place))


def values_of(problem: Problem) -> tuple[np.ndarray, tuple[str, ...]]:
    """Every term at one problem with a single λ, and the reasons of those without a value."""
    pairs = [term.value(problem) for term in reward_terms()]
    return np.array([value for value, _ in pairs]), tuple(reason for _, reason in pairs)
