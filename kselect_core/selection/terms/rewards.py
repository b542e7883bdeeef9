"""The terms that criteria are made of, one by one: what each of them, alone, would prefer."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np

from kselect_core.criteria import CRITERIA, Problem
from kselect_core.criteria.base import main_and_tail
from kselect_core.criteria.spectral.br import inverse_width, log_omega
from kselect_core.criteria.spectral.ep import operator, perturbation
from kselect_core.criteria.spectral.ks import kernel_stability
from kselect_core.criteria.spectral.sps import exact_shift, first_order_shift, largest_shift
from kselect_core.errors import UndefinedScoreError

Group = Literal["penalty", "labels", "error"]
GROUPS: tuple[Group, ...] = get_args(Group)

GROUP_WORDS = MappingProxyType(
    {
        "penalty": "terms that never look at the labels",
        "labels": "agreement with the labels",
        "error": "errors of the fit",
    }
)


@dataclass(frozen=True, slots=True)
class Reward:
    """One term with its direction; ``quantity`` is that of the criterion it belongs to."""

    key: str
    label: str
    quantity: str
    group: Group
    better: Literal["lower", "higher"]
    function: Callable[[Problem], float]

    def value(self, problem: Problem) -> tuple[float, str]:
        """Value at the single λ of a problem, and the reason where it has none."""
        try:
            return float(self.function(problem)), ""
        except UndefinedScoreError as error:
            return float("nan"), error.reason


def whole(
    key: str,
    criterion: str,
    group: Group,
    *,
    label: str = "",
    quantity: str = "",
    **options: object,
) -> Reward:
    """Term that is a criterion itself, with some of its options."""
    known = CRITERIA[criterion]
    return Reward(
        key,
        label or known.label,
        quantity or criterion,
        group,
        known.better,
        lambda problem: float(known.score(problem, **options)[0]),
    )


def _penalty(key: str, label: str, quantity: str, function: Callable[[Problem], float]) -> Reward:
    return Reward(key, label, quantity, "penalty", "lower", function)


def eigenvalue_ratio(problem: Problem) -> float:
    """Tail of the eigenvalues over the first ⌈√n⌉: what ER adds to the training error."""
    _, main, tail = main_and_tail(problem, 0)
    return tail / main


def prior_on_width(problem: Problem) -> float:
    """Half the log of Ω: what BR adds for the width of the kernel."""
    eta = inverse_width(problem)
    if eta is None:
        raise UndefinedScoreError("a kernel without a width has no prior on it")
    return log_omega(eta) / 2


def distance_to_operator(problem: Problem) -> float:
    """Distance of the spectrum from that of the integral operator: what EP adds."""
    return perturbation(problem, operator(problem, measure="normal", side=1.0))


_FREE = (
    _penalty("sps_exact", "SPS penalty, exact", "sps(perturbation=exact)",
             lambda problem: exact_shift(problem) / problem.n**2),
    _penalty("sps_first", "SPS penalty, first order", "sps",
             lambda problem: first_order_shift(problem) / problem.n**2),
    _penalty("sps_max", "SPS penalty, largest shift", "sps(perturbation=max)", largest_shift),
    _penalty("ks", "KS penalty (η = 1)", "ks",
             lambda problem: kernel_stability(problem) / problem.n),
    _penalty("er", "ER 1/β (t = √n)", "er", eigenvalue_ratio),
    whole("pep", "pep", "penalty", label="PEP (t = √n)"),
    _penalty("br", "BR ½ log Ω", "br", prior_on_width),
    _penalty("ep", "EP Σ|σ/n − λ|", "ep", distance_to_operator),
)  # fmt: skip
_LABELS = (
    whole("kta", "kta", "labels"),
    whole("ckta", "ckta", "labels"),
    whole("fsm", "fsm", "labels"),
    whole("fsm_u", "fsm_u", "labels"),
    whole("sm", "sm", "labels", label="SM, trace (r = 3)"),
    whole("sm_printed", "sm", "labels", label="SM as printed (r = 3)",
          quantity="sm(normalisation=printed)", normalisation="printed"),
)  # fmt: skip
_ERRORS = (
    whole("remp", "remp", "error", label="Training error"),
    whole("loo", "loo", "error"),
    whole("kfold", "kfold", "error", label="5-fold CV"),
)

REWARDS: tuple[Reward, ...] = (*_FREE, *_LABELS, *_ERRORS)


def values_of(problem: Problem) -> tuple[np.ndarray, tuple[str, ...]]:
    """Every term at one problem with a single λ, and the reasons of those without a value."""
    found = [reward.value(problem) for reward in REWARDS]
    return np.array([value for value, _ in found]), tuple(reason for _, reason in found)
