"""What a criterion rewards: its terms one by one, and what theory says of them at K = I and 11ᵀ."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt, nan
from typing import Literal, NamedTuple, get_args

from kselect_core.criteria.problems.least_squares import Problem

Group = Literal["penalty", "labels", "error"]
GROUPS: tuple[Group, ...] = get_args(Group)


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


Value = float | Callable[[Facts], float]


class Limit(NamedTuple):
    """Value of a term at an end of the path: its formula in words, and the number."""

    formula: str = ""
    value: Callable[[Facts], float] = lambda facts: nan  # noqa: ARG005 (nothing known)


def always(formula: str, value: float) -> Limit:
    """Limit that is the same for every sample."""
    return Limit(formula, lambda facts: value)  # noqa: ARG005 (whatever the sample)


def of_classes(formula: str, value: Value) -> Limit:
    """Limit where there are two classes."""
    return Limit(formula, lambda facts: _of(value, facts) if facts.classes else nan)


def of_krr(formula: str, value: Value) -> Limit:
    """Limit of kernel ridge regression on two classes."""
    return of_classes(formula, lambda facts: _of(value, facts) if facts.learner == "krr" else nan)


def _of(value: Value, facts: Facts) -> float:
    return value(facts) if callable(value) else value


NOTHING = Limit()
AS_LINEAR = Limit("linear kernel", lambda facts: facts.linear)
ZERO, ONE = always("0", 0.0), always("1", 1.0)


@dataclass(frozen=True, eq=False, slots=True)
class Reward:
    """One term of a criterion, or the criterion itself where no ``function`` is given.

    It has the criterion's name as its ``key`` and the criterion's label, unless others are given;
    ``options`` are those of the criterion that it belongs to. ``identity`` and ``constant`` are its
    limits at K = I and K = 11ᵀ; ``course`` and ``pull`` what is known of the way between them.
    """

    group: Group
    key: str = ""
    label: str = ""
    function: Callable[[Problem], float] | None = None
    options: dict[str, str | float | int | bool] = field(default_factory=dict)
    identity: Limit = NOTHING
    constant: Limit = NOTHING
    course: str = ""
    pull: str = ""
