"""Where views of what criteria reward look: one training part at one λ, one kernel family."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, fields
from functools import cached_property
from typing import Any, Generic, TypeVar, Unpack

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.kernels import PRECOMPUTED
from kselect_core.listening import Listening
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.family_choices import unit_of
from kselect_core.views.python import call, literal
from kselect_core.views.view import OfSweep
from kselect_core.words.amounts import counted, matrices_counted
from kselect_core.words.labels import kernel_name, strength_text, ways_of
from kselect_core.words.places import pair_text, sample_text

GIVEN = ("config", "dataset", "ready", "bench")
"""Fields of a place that a program does not write as they are."""

T = TypeVar("T")
Row = Mapping[Any, Any]
"""A row of a table."""


@dataclass(frozen=True, eq=False)
class RewardsAt(OfSweep, ABC, Generic[T]):
    """The training part of a split at one λ, with what the first view that asks has computed.

    ``ready`` is the result where it is computed already. Machines are seen through the LSSVM with
    μ = 1/(2C).
    """

    config: SweepConfig
    dataset: Dataset
    _: KW_ONLY
    split: int = 0
    lam: float
    ready: T | None = None

    @abstractmethod
    def compute(self, **listening: Unpack[Listening]) -> T:
        """Return what views of it show, computed anew."""

    @property
    @abstractmethod
    def seconds(self) -> float:
        """Estimated seconds of computing it."""

    @cached_property
    def result(self) -> T:
        """What views of it show."""
        return self.compute() if self.ready is None else self.ready

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        names = [field.name for field in fields(self) if field.name not in GIVEN]
        named = {name: literal(getattr(self, name)) for name in names}
        return call(f"views.{type(self).__name__}", "config", "dataset", **named)

    @cached_property
    def setup(self) -> Setup:
        """What the terms are computed on: all points, or a sample that can be held."""
        return Setup.at_hand(self.config, self.dataset)

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.setup.n

    @property
    def classes(self) -> bool:
        """Whether two classes are told apart, and no number is predicted."""
        return self.dataset.task != "regression"

    @property
    def target(self) -> str:
        """What is learnt, as it is called: labels, or the targets of a regression."""
        return "labels" if self.classes else "targets"

    @property
    def where(self) -> str:
        """What captions end with: λ, sample, split and seed."""
        place = f"{strength_text(self.config, self.lam)}{pair_text(self.config.pair)}"
        of, engine = self.setup.sampled_from, self.setup.engine_of_all
        sample = sample_text(self.config, self.split, n=self.n, of=of, engine=engine)
        return f"{place}, {sample}"


@dataclass(frozen=True, eq=False)
class FamilyAt(RewardsAt[T]):
    """The same for one kernel family, from which every criterion chooses."""

    _: KW_ONLY
    kernel: str

    @property
    def family(self) -> Candidates:
        """The family with its grid."""
        return family_of(self.config, self.kernel)

    @property
    def kernels_text(self) -> str:
        """Kernels that criteria choose from: ``9 Gaussian kernels of the sweep``."""
        count, named = len(self.family.points), f"{kernel_name(self.kernel)} kernel"
        precomputed = self.kernel == PRECOMPUTED.name
        return f"{matrices_counted(count) if precomputed else counted(count, named)} of the sweep"

    @property
    def unit(self) -> str:
        """What moves within the family are counted in."""
        return unit_of(self.family)

    @property
    def ways(self) -> tuple[str, str]:
        """Where moves lead: to wider kernels and to narrower ones, or along given matrices."""
        return ways_of(self.kernel)


def rows_of(table: pd.DataFrame, shown: tuple[str, ...] | None) -> pd.DataFrame:
    """Return the rows of some criteria, of all where none are named, numbered anew."""
    rows = table if shown is None else table[table["quantity"].isin(shown)]
    return rows.reset_index(drop=True)
