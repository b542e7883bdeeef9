"""Where views of a support vector machine look: one kernel with every C, and one C among them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.machines.machine_view import MachinePath, costs_problem, machine_path
from kselect_core.selection.machines.small_svm import small_svm
from kselect_core.selection.machines.stab_view import (
    Blocks,
    ShuffleBand,
    StabParts,
    blocks_at,
    shuffle_band,
    stab_parts,
)
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.views.python import call, literal
from kselect_core.words.labels import kernel_text, strength_text
from kselect_core.words.places import pair_text, sample_text

T = TypeVar("T")


class Trained(NamedTuple):
    """What is computed already, and ``keep``, which makes other results once for each key."""

    bench: Workbench
    table: pd.DataFrame
    keep: Callable[[tuple[object, ...], Callable[[], Any]], Any]
    shuffles: ShuffleBand | None = None


@dataclass(frozen=True, eq=False)
class MachineAt:
    """One machine of a sweep of support vector machines: a kernel and a C, on one split.

    Without ``cursor`` it is a first look for data whose sweep has another learner: the machine in
    the middle of a small grid about them. The sweep runs when a view asks for its table.
    """

    config: SweepConfig
    dataset: Dataset
    cursor: Cursor | None = None
    ready: Trained | None = None
    _known: dict[tuple[object, ...], object] = field(default_factory=dict, repr=False)

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        values = [] if self.cursor is None else [literal(value) for value in self.cursor]
        point = [call("views.Cursor", *values)] if values else []
        return call("views.MachineAt", "config", "dataset", *point)

    @property
    def identity(self) -> str:
        """Digest of the sweep."""
        return self.config.digest()

    @cached_property
    def grid(self) -> SweepConfig:
        """The sweep whose machine it is."""
        if self.cursor is not None:
            return self.config
        return small_svm(self.config, self.dataset.X.shape[1])

    @cached_property
    def point(self) -> Cursor:
        """Split, kernel and λ of the machine."""
        if self.cursor is not None:
            return self.cursor
        (family,), lambdas = self.grid.candidates, self.grid.lambdas
        middle = family.points[len(family.points) // 2]
        return Cursor(0, family.kernel, middle, lambdas[len(lambdas) // 2])

    @cached_property
    def bench(self) -> Workbench:
        """The split, made ready."""
        if self.ready is not None:
            return self.ready.bench
        return Workbench(self.grid, self.dataset, self.point.split)

    @cached_property
    def table(self) -> pd.DataFrame:
        """Values of every quantity of the sweep."""
        return self.ready.table if self.ready else run_sweep(self.grid, dataset=self.dataset)

    @property
    def family(self) -> Candidates:
        """The kernels of the grid that differ in the parameter alone."""
        return family_of(self.grid, self.point.kernel)

    @property
    def path(self) -> MachinePath:
        """The machines of the kernel for every C."""
        split, kernel, parameter, _ = self.point

        def train() -> MachinePath:
            return machine_path(costs_problem(self.bench, kernel, parameter))

        return self._once(("path", split, kernel, parameter), train)

    @property
    def cost(self) -> float:
        """C of the machine."""
        return float(self.path.C[self.path.at(self.point.lam)])

    def parts(self, along: str) -> StabParts:
        """Return the parts of the stability bound, along "C" or along the "kernel"."""
        return self._once(
            ("parts", *self.point, along),
            lambda: stab_parts(self.bench, self.table, self.point, along=along),
        )

    @property
    def blocks(self) -> Blocks:
        """Blocks of the sample, with the share of predictions that one point changes."""
        return self._once(("blocks", *self.point), lambda: blocks_at(self.bench, self.point))

    @cached_property
    def shuffles(self) -> ShuffleBand:
        """What other shuffles of the sample make of the bound; takes seconds."""
        if self.ready is not None and self.ready.shuffles is not None:
            return self.ready.shuffles
        split, kernel = self.point.split, self.point.kernel
        return shuffle_band(self.bench, self.table, split=split, kernel=kernel)

    @property
    def kernel_text(self) -> str:
        """The kernel in words."""
        return kernel_text(self.grid, self.point)

    @property
    def strength_text(self) -> str:
        """The C in words."""
        return strength_text(self.grid, self.point.lam)

    @property
    def where_text(self) -> str:
        """What captions end with: split, sample, seed."""
        config, n = self.config, self.bench.split.n
        which = f"{self.point.split + 1} of {config.repeats}"
        size = f"n = {n}" if config.pair else sample_text(config, self.dataset)
        if self.cursor is None:
            which, size = "1 of this sweep", f"n = {n} training points"
        return f"Split {which} · {size}{pair_text(config.pair)} · seed {config.seed}"

    def _once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what is made for a key, made once."""
        named = tuple(repr(part) for part in key)  # NaN is not equal to itself
        if self.ready is not None:
            return cast("T", self.ready.keep(named, make))
        if named not in self._known:
            self._known[named] = make()
        return cast("T", self._known[named])
