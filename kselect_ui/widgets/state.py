"""The view: what is looked at, besides the run."""

from dataclasses import dataclass
from math import isnan, nan
from typing import Literal

from kselect_core.criteria import CRITERIA
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.labels import quantities, quantity_key

Axis = Literal["in rows", "normalised", "own units", "over λ"]
Scope = Literal["per λ", "joint"]
AXES: tuple[Axis, ...] = ("in rows", "normalised", "own units", "over λ")
SCOPES: tuple[Scope, ...] = ("per λ", "joint")
MEAN = "mean"
MOST = 9  # curves of a first look with those that somebody asked for
ENOUGH = 4  # curves of a first look: where fewer are meant for it, others fill up


@dataclass(frozen=True)
class View:
    """Everything a figure needs to know about what is looked at, besides the run."""

    split: int | None  # None: the mean over the splits
    kernel: str
    parameter: float
    lam: float
    shown: tuple[str, ...]
    test_error: bool = True
    training_error: bool = False
    axis: Axis = "in rows"
    scope: Scope = "per λ"

    @property
    def overlays(self) -> frozenset[Literal["test", "training"]]:
        """Errors drawn over the criteria."""
        test: set[Literal["test", "training"]] = {"test"} if self.test_error else set()
        training: set[Literal["test", "training"]] = {"training"} if self.training_error else set()
        return frozenset(test | training)

    @property
    def joint(self) -> bool:
        """Whether kernel and λ are chosen together."""
        return self.scope == "joint"

    @property
    def one_split(self) -> int:
        """Split of what exists for one split only: decision picture, spectrum."""
        return 0 if self.split is None else self.split

    @property
    def point(self) -> Cursor:
        """Point of the grid of what exists for one split only, equal to itself without parameter.

        It is part of the keys of caches, and a NaN is equal to itself only where it is one object.
        """
        parameter = nan if isnan(self.parameter) else self.parameter
        return Cursor(self.one_split, self.kernel, parameter, self.lam)


def first_look(config: SweepConfig, *, task: str = "binary") -> list[str]:
    """Quantities shown before anybody chose: a few well-known ones, and others to fill up.

    Those that no sweep has unasked are shown as well, where that makes no thicket of curves.
    Where the target is a number, what needs two classes or counts wrong labels is left out.
    """
    every = tuple(c.quantity for c in config.criteria if _exists(c, task)) or quantities(config)
    usual = [quantity for quantity in every if _at_first(quantity) == "drawn"]
    extra = [quantity for quantity in every if not _at_first(quantity)]
    if len(usual) + len(extra) <= MOST:
        usual += extra
    others = [quantity for quantity in every if quantity not in usual]
    more = others[: max(0, ENOUGH - len(usual))]
    return [quantity for quantity in every if quantity in usual or quantity in more]


def _at_first(quantity: str) -> str:
    """Return whether a first look shows it, as one of each way to choose, or a sweep ticks it."""
    return CRITERIA[quantity_key(quantity)].at_first


def _exists(choice: CriterionChoice, task: str) -> bool:
    """Whether a criterion has values for a task at all."""
    return task != "regression" or not (choice.counts_errors or "classes" in choice.criterion.needs)
