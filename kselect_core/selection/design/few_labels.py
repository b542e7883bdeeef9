"""A training part seen as few labelled points and many unlabelled ones, and what is made of them.

The labelled points S are divided into D, which is fitted, and T, on which the number of steps and
the ridge are chosen.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import ITERATED, KERNELS
from kselect_core.selection.config.parts import checked_grid, iterated_base, usual_base
from kselect_core.types import Array, Float, Int

LABEL_STREAM = 6
"""First spawn key of the seeds that draw who is labelled."""

FEWEST_LABELLED = 6
MOST_DESIGN_STEPS = 8

FITTED = 2 / 3
"""Share of the labelled points that is fitted; the source leaves it open."""

DESIGN_LAMBDAS = tuple(10.0 ** (e / 2) for e in range(-20, 1))
"""Ridges λ of the source's (0, 1]; the ridge on the diagonal is lλ for l fitted points."""


@dataclass(frozen=True, slots=True)
class Design:
    """How many points are labelled, what the iterated kernel starts from, and its largest k.

    ``base`` is (family, convention, value); ``rescaled`` divides every kernel by its mean
    diagonal over the pool, which is not in the source.
    """

    labelled: int
    steps: int = 5
    base: tuple[str, str, float] | tuple[()] = usual_base(ITERATED)
    rescaled: bool = False
    lambdas: tuple[float, ...] = DESIGN_LAMBDAS

    def __post_init__(self) -> None:
        object.__setattr__(self, "base", iterated_base(ITERATED.name, self.base))
        object.__setattr__(self, "lambdas", checked_grid("Kernel design", self.lambdas, "λ"))
        least = f"a whole number from {FEWEST_LABELLED} to the size of the training part"
        _check_whole("the number of labelled points", self.labelled, least, FEWEST_LABELLED)
        allowed = f"a whole number from 1 to {MOST_DESIGN_STEPS}"
        _check_whole("k (steps)", self.steps, allowed, 1, MOST_DESIGN_STEPS)


class Parts(NamedTuple):
    """Rows within the training part: fitted D, held out T, and the unlabelled ones."""

    fitted: Int[Array, " l"]
    held_out: Int[Array, " t"]
    unlabelled: Int[Array, " u"]

    @property
    def labelled(self) -> Int[Array, " m"]:
        """Rows of all labelled points."""
        return np.concatenate([self.fitted, self.held_out])

    @property
    def everybody(self) -> Int[Array, " N"]:
        """Rows of the whole training part, the labelled ones first."""
        return np.concatenate([self.labelled, self.unlabelled])


def parts_of(y: Float[Array, " n"], labelled: int, *, seed: int, split: int) -> Parts:
    """Random parts, of two classes in proportion; of one seed, fewer labels are among more."""
    if labelled > len(y):
        allowed = f"a whole number from {FEWEST_LABELLED} to {len(y)}"
        parameter = "the number of labelled points"
        raise InvalidParameterError("Kernel design", parameter, allowed, labelled)
    sequence = np.random.SeedSequence(seed, spawn_key=(LABEL_STREAM, split))
    rng = np.random.default_rng(sequence)
    order = _spread(y, rng)
    chosen = order[:labelled]
    inner = chosen[_spread(y[chosen], rng)]
    count = round(FITTED * labelled)
    return Parts(np.sort(inner[:count]), np.sort(inner[count:]), np.sort(order[labelled:]))


def base_kernel(
    base: tuple[str, str, float] | tuple[()], X: Float[Array, "n d"], Z: Float[Array, "m d"]
) -> Float[Array, "n m"]:
    """Base kernel (family, convention, value) between two samples."""
    of, convention, value = base or usual_base(ITERATED)
    family = KERNELS[of]
    return family(X, Z, **{family.parameters[0].name: family.stored(value, convention)})


def _spread(y: Float[Array, " n"], rng: np.random.Generator) -> Int[Array, " n"]:
    """Random order in which the classes of ±1 come in proportion, also among the first few."""
    order = rng.permutation(len(y))
    if not np.isin(y, (-1.0, 1.0)).all():
        return order
    place = np.empty(len(y))
    for label in (-1.0, 1.0):
        mine = order[y[order] == label]
        place[mine] = (np.arange(len(mine)) + 0.5) / max(len(mine), 1)
    return order[np.argsort(place[order], kind="stable")]


def _check_whole(
    parameter: str, value: object, allowed: str, least: int, most: int | None = None
) -> None:
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not whole or int(value) < least or (most is not None and int(value) > most):  # type: ignore[call-overload]  # whole
        raise InvalidParameterError("Kernel design", parameter, allowed, value)
