"""Where views of a whole sweep look: the table over the grid, with the choices made from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import NamedTuple

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import DataError
from kselect_core.plotting.curves.regret_strip import Family, families
from kselect_core.plotting.curves.scales import is_rate
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import reference_values
from kselect_core.selection.sweep.choices import choices, part
from kselect_core.selection.sweep.prepared import pair_names
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.selection.sweep.splitting import share_tested
from kselect_core.views.python import call, literal
from kselect_core.words.amounts import counted
from kselect_core.words.labels import strength


class Swept(NamedTuple):
    """What is computed already: the table and the choices."""

    table: pd.DataFrame
    choices: pd.DataFrame


@dataclass(frozen=True, eq=False)
class SweepAt:
    """A whole sweep, on one of its splits or, without ``split``, in the mean over all of them.

    The sweep runs when the first view asks for its table. ``dataset`` may be missing where the
    table is there already: what is drawn from the data alone then raises DataError.
    """

    config: SweepConfig
    dataset: Dataset | None
    split: int | None = None
    ready: Swept | None = None
    _parts: dict[tuple[str, object], pd.DataFrame] = field(default_factory=dict, repr=False)

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        split = {} if self.split is None else {"split": literal(self.split)}
        return call("views.SweepAt", "config", "dataset", **split)

    @property
    def identity(self) -> str:
        """Digest of the sweep."""
        return self.config.digest()

    @cached_property
    def swept(self) -> Swept:
        """Table and choices."""
        if self.ready is not None:
            return self.ready
        table = run_sweep(self.config, dataset=self.known)
        return Swept(table, choices(table, self.config))

    @property
    def table(self) -> pd.DataFrame:
        """Values of every quantity on every point of the grid and every split."""
        return self.swept.table

    @property
    def choices(self) -> pd.DataFrame:
        """What every criterion chooses, and what that costs."""
        return self.swept.choices

    @property
    def known(self) -> Dataset:
        """The data; raises DataError where they are missing."""
        if self.dataset is None:
            raise DataError(f"The data of this sweep, {self.config.dataset}, are not here.")
        return self.dataset

    def part(self, scope: str, lam: float) -> pd.DataFrame:
        """Choices of one scope, at one λ where the kernel is chosen for each, on these splits."""
        return part(self.choices, scope, lam, self.split)

    def at_lambda(self, lam: float) -> pd.DataFrame:
        """Rows of the table at one λ."""
        return self._rows(("lambda", lam), lambda table: table[table["lambda"] == lam])

    def at_kernel(self, kernel: str, parameter: float) -> pd.DataFrame:
        """Rows of the table at one kernel."""
        return self._rows(
            (kernel, repr(parameter)),  # NaN is not equal to itself
            lambda table: table[
                (table["kernel"] == kernel) & (isnan(parameter) | (table["parameter"] == parameter))
            ],
        )

    def _rows(
        self, key: tuple[str, object], take: Callable[[pd.DataFrame], pd.DataFrame]
    ) -> pd.DataFrame:
        """Return a part of the table, taken once."""
        if key not in self._parts:
            self._parts[key] = take(self.table)
        return self._parts[key]

    @cached_property
    def references(self) -> pd.DataFrame | None:
        """Values of the criteria at K = I and K = 11ᵀ; None where the data are missing."""
        return None if self.dataset is None else reference_values(self.config, self.dataset)

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Sides of every binary problem of several classes; none for two, or without the data."""
        if self.config.pair:
            return (self.config.pair,)
        return () if self.dataset is None else pair_names(self.config, self.dataset)

    @cached_property
    def families(self) -> list[Family]:
        """Kernel families with their grids."""
        return families(self.table)

    @cached_property
    def splits(self) -> tuple[int, ...]:
        """Numbers of the splits, from 0."""
        return tuple(sorted(int(split) for split in self.table["split"].unique()))

    @cached_property
    def task(self) -> str:
        """Kind of labels: "binary", also for several classes, or "regression"."""
        rates = (self.table["quantity"] == "test_error").any()
        return "binary" if rates and is_rate(self.table, "test_error") else "regression"

    @property
    def measured(self) -> str:
        """Quantity that counts on a test part."""
        return "test_error" if self.task == "binary" else "test_squared_error"

    @property
    def splits_text(self) -> str:
        """Which splits a view of the table shows: ``mean of 5 splits``."""
        count = len(self.splits)
        if self.split is not None:
            return f"split {self.split + 1} of {count}"
        return f"mean of {count} splits" if count > 1 else "one split"

    @property
    def size_text(self) -> str:
        """How many points are trained on and tested on; empty where the data are missing."""
        if self.dataset is None:
            return ""
        n = len(self.dataset.y)
        tested = round(share_tested(self.config, self.dataset) * n)
        return f"n = {n - tested} + {tested} for testing"

    @property
    def where_text(self) -> str:
        """What captions end with: splits, sample, seed."""
        parts = (self.splits_text, self.size_text, f"seed {self.config.seed}")
        text = " · ".join(part for part in parts if part)
        return text[0].upper() + text[1:]

    @property
    def grid_text(self) -> str:
        """What every view of the whole grid says: its size, the sample, the seed."""
        config = self.config
        points = f"{counted(len(config.kernels), 'kernel')} × {len(config.lambdas)}"
        parts = (f"{points} {strength(config)}", self.size_text, f"seed {config.seed}")
        return " · ".join(part for part in parts if part)
