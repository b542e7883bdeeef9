"""Where views of a support vector machine look: one kernel with every C, and one C among them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Self, TypeVar

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.machines import stab_view
from kselect_core.selection.machines.machine_view import MachinePath, costs_problem, machine_path
from kselect_core.selection.machines.small_svm import SMALL_COSTS, with_machines
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.views.cursor import CursorAt
from kselect_core.views.kept import Keeper, Known
from kselect_core.views.python import call, positional
from kselect_core.views.sweep import SweepAt
from kselect_core.words.labels import kernel_text, strength_text
from kselect_core.words.places import drawn_text, pair_text

T = TypeVar("T")


class Trained(NamedTuple):
    """What is computed already; without ``shuffles`` these are when asked for."""

    table: pd.DataFrame
    shuffles: stab_view.ShuffleBand | None = None


class Beside(NamedTuple):
    """A sweep with another learner, C for each of its λ, and the cursor beside which one stands."""

    config: SweepConfig
    costs: tuple[float, ...]
    cursor: Cursor


@dataclass(frozen=True, eq=False)
class MachineAt(CursorAt):
    """One machine of a sweep of support vector machines: a kernel and a C, on one split.

    The sweep runs when a view asks for its table. ``first`` is what `first_look` was given.
    """

    first: Beside | None = None
    computed: Trained | None = None
    keeper: Keeper = field(default_factory=Known, repr=False)

    @classmethod
    def first_look(cls, config: SweepConfig, dataset: Dataset, cursor: Cursor) -> Self:
        """Return the machine at the cursor of a sweep with another learner.

        It has the kernel there, and for every ridge of that sweep C = 1/(2μ), at most 100.
        """
        ridges = Workbench(config, dataset, cursor.split).ridges(cursor)
        costs = tuple(np.minimum(0.5 / ridges, max(SMALL_COSTS)).tolist())
        machines = replace(
            with_machines(config), candidates=config.candidates, C=tuple(sorted({*costs}))
        )
        return cls(machines, dataset, cursor, first=Beside(config, costs, cursor)).moved(cursor)

    def moved(self, cursor: Cursor) -> Self:
        """Return the machine at another cursor of the split, of the sweep beside which it stands.

        All of a split have one grid of C, and what is computed for one is there for the others.
        """
        if self.first is None:
            return replace(self, cursor=cursor)
        own = 0.5 / self.first.costs[self.first.config.lambdas.index(cursor.lam)]
        first = self.first._replace(cursor=cursor)
        return replace(self, cursor=cursor._replace(lam=own), first=first)

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        if self.first is None:
            return super().made()
        return call(
            "views.MachineAt.first_look", "config", "dataset", positional(self.first.cursor)
        )

    @cached_property
    def table(self) -> pd.DataFrame:
        """Values of every quantity of the sweep."""
        return (
            self.computed.table if self.computed else run_sweep(self.config, dataset=self.dataset)
        )

    @property
    def family(self) -> Candidates:
        """The kernels of the grid that differ in the parameter alone."""
        return family_of(self.config, self.cursor.kernel)

    @property
    def path(self) -> MachinePath:
        """The machines of the kernel for every C."""
        kernel = self.cursor[:3]
        return self._once(lambda: machine_path(costs_problem(self.bench, *kernel[1:])), *kernel)

    @property
    def cost(self) -> float:
        """C of the machine."""
        return float(self.path.C[self.path.at(self.cursor.lam)])

    def parts(self, along: str) -> stab_view.StabParts:
        """Return the parts of the stability bound, along "C" or along the "kernel"."""
        return self._once(
            lambda: stab_view.stab_parts(self.bench, self.table, self.cursor, along=along),
            *(along, *self.cursor),
        )

    @property
    def blocks(self) -> stab_view.Blocks:
        """Blocks of the sample, with the share of predictions that one point changes."""
        return self._once(
            lambda: stab_view.blocks_at(self.bench, self.cursor), "blocks", *self.cursor
        )

    @cached_property
    def shuffles(self) -> stab_view.ShuffleBand:
        """What other shuffles of the sample make of the bound; takes seconds."""
        if self.computed is not None and self.computed.shuffles is not None:
            return self.computed.shuffles
        split, kernel, *_ = self.cursor
        return stab_view.shuffle_band(self.bench, self.table, split=split, kernel=kernel)

    @property
    def kernel_text(self) -> str:
        """The kernel in words."""
        return kernel_text(self.config, self.cursor)

    @property
    def strength_text(self) -> str:
        """The C in words."""
        return strength_text(self.config, self.cursor.lam)

    @property
    def where_text(self) -> str:
        """What captions end with: split, sample, seed."""
        config, n = self.config, self.bench.split.n
        which = f"{self.cursor.split + 1} of {config.repeats}"
        size = f"n = {n}" if config.pair else SweepAt(config, self.dataset).size_text
        if self.first is not None:
            size = f"n = {n} training points"
        return f"Split {which} · {size}{pair_text(config.pair)} · {drawn_text(config)}"

    def _once(self, make: Callable[[], T], *key: object) -> T:
        return self.keeper.get(f"machine {self.identity} {key!r}", make)
