"""Criteria of the entries of K: more rows of the kernels whose order is open, until it is settled.

Kernels of a split are known by the same rows, so that their difference is known better than either.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from kselect_core.criteria.problems import sampled
from kselect_core.results.table import ESTIMATED
from kselect_core.selection.config.config import LANDMARKS
from kselect_core.selection.sweep.items import Block, Quantity
from kselect_core.selection.sweep.landmarks.items import Again
from kselect_core.selection.sweep.rows import item_numbers
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float, Int

TIE = 1e-9
"""Kernels whose difference is known to less than this share of the value are tied, not open."""


@dataclass
class Compared:
    """The kernels of a split by one criterion, each with what is known of it and of its order.

    ``numbers`` are those of the first rows. Where kernels are compared by more rows, only their
    differences change: a kernel that is left behind stays behind. ``apart`` is the error of the
    difference to the best, ``rows`` how many it was compared by.
    """

    sign: float  # 1 where lower is better, else −1
    numbers: Float[Array, " k"]
    errors: Float[Array, " k"]
    apart: Float[Array, " k"]
    rows: Int[Array, " k"]
    best: int = -1
    open: tuple[int, ...] = ()

    @classmethod
    def of(cls, better: str, kernels: int) -> "Compared":
        """Nothing known yet."""
        numbers, errors, apart = np.full((3, kernels), np.nan)
        rows = np.zeros(kernels, dtype=np.int64)
        return cls(1.0 if better == "lower" else -1.0, numbers, errors, apart, rows)

    def take(self, quantities: Mapping[int, Quantity]) -> None:
        """Take estimates of some kernels from the same number of rows, the best so far included."""
        kernels = np.array(
            [one for one in sorted(quantities) if _comparable(quantities[one])], np.int64
        )
        self.open = ()
        if not len(kernels):
            return
        values = np.array([quantities[one].numbers[0] for one in kernels])
        samples = [one for kernel in kernels if (one := quantities[kernel].sample) is not None]
        parts = np.array([one.parts for one in samples])
        if self.best < 0:
            self.errors[kernels] = [_error(quantities[one]) for one in kernels]
        elif self.best in kernels:
            values += self.numbers[self.best] - values[kernels == self.best]
        else:
            return
        best = int(np.argmin(self.sign * values))
        self.numbers[kernels], self.best = values, int(kernels[best])
        self.rows[kernels] = [one.rows for one in samples]
        self.apart[kernels] = np.sqrt(np.square(parts - parts[best]).sum(axis=1))
        self._reopen(kernels)

    def _reopen(self, kernels: Int[Array, " c"]) -> None:
        """Note which of these may be as good as the best."""
        behind = self.sign * (self.numbers[kernels] - self.numbers[self.best])
        far = self.apart[kernels]
        doubted = (behind <= far) & (far > TIE * abs(self.numbers[self.best]))
        others = kernels[doubted].tolist()
        self.open = tuple(sorted({self.best, *others})) if others else ()


def _comparable(one: Quantity) -> bool:
    sample = one.sample
    return sample is not None and bool(
        np.isfinite(one.numbers[0]) and np.isfinite(sample.parts).all()
    )


def _error(one: Quantity) -> float:
    return 0.0 if one.error is None else float(one.error[0])


@dataclass
class Settling:
    """The criteria of a sweep that are estimated from rows, split by split, and what is asked next.

    Items of an earlier attempt are asked again: a table does not tell how its rows differ.
    """

    setup: Setup
    finished: Collection[int] = ()
    level: int = 0
    compared: dict[tuple[int, str], Compared] = field(default_factory=dict)
    waiting: dict[int, tuple[Quantity, ...]] = field(default_factory=dict)

    @property
    def better(self) -> dict[str, str]:
        """Criteria that are estimated, and whether lower or higher is better."""
        if self.setup.engine != LANDMARKS or self.setup.n <= sampled.SIZES[0]:
            return {}
        chosen = [one for one in self.setup.config.criteria if one.criterion.of_entries]
        return {one.quantity: one.criterion.better for one in chosen}

    def take(self, block: Block) -> None:
        """Keep the estimates of an item until all of as many rows are there."""
        names = self.better
        self.waiting[block.item] = tuple(one for one in block.quantities if one.name in names)

    def asked(self) -> list[Again]:
        """Return what is asked next, once all that was asked has been taken; nothing at the end."""
        if not self.better:
            return []
        if missing := [one for one in self.finished if one not in self.waiting and not self.level]:
            return [Again(one, sampled.SIZES[0]) for one in sorted(missing)]
        self._compare()
        self.level += 1
        if self.level >= len(sampled.SIZES):
            return []
        return [Again(one, sampled.SIZES[self.level]) for one in self._open()]

    def _compare(self) -> None:
        count = len(self.setup.config.kernels)
        for (split, name), each in self._by_criterion(count).items():
            if self.level and not self.compared[split, name].open:
                continue
            made = self.compared.setdefault((split, name), Compared.of(self.better[name], count))
            wanted = set(made.open) if self.level else set(each)
            made.take({one: each[one] for one in wanted & set(each)})
        self.waiting = {}

    def _by_criterion(self, count: int) -> dict[tuple[int, str], dict[int, Quantity]]:
        """Return what waits, by split and criterion, then by kernel."""
        by_criterion: dict[tuple[int, str], dict[int, Quantity]] = {}
        for item, quantities in self.waiting.items():
            split, kernel = divmod(item, count)
            for one in quantities:
                by_criterion.setdefault((split, one.name), {})[kernel] = one
        return by_criterion

    def _open(self) -> list[int]:
        """Items whose order is open by some criterion."""
        count = len(self.setup.config.kernels)
        pairs = (
            (split, kernel) for (split, _), one in self.compared.items() for kernel in one.open
        )
        return sorted({split * count + kernel for split, kernel in pairs})

    def told(self, table: pd.DataFrame) -> pd.DataFrame:
        """Table with what was found, and by how many rows, where anything was estimated."""
        if not any(one.rows.any() for one in self.compared.values()):
            return table
        made = table.assign(rows=0, apart=np.nan).astype(ESTIMATED)
        kernels = item_numbers(self.setup.config, made) % len(self.setup.config.kernels)
        splits, names = made["split"].to_numpy(), made["quantity"].to_numpy()
        columns = {name: made[name].to_numpy().copy() for name in ("value", "error", *ESTIMATED)}
        for (split, name), one in self.compared.items():
            mine = np.flatnonzero((splits == split) & (names == name))
            mine = mine[one.rows[kernels[mine]] > 0]
            of = kernels[mine]
            for column, values in _columns(one):
                columns[column][mine] = values[of]
        return made.assign(**columns)


def _columns(one: Compared) -> Iterable[tuple[str, Array]]:
    yield from zip(
        ("value", "error", *ESTIMATED), (one.numbers, one.errors, one.rows, one.apart), strict=True
    )
