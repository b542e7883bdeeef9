"""One split of a sweep table as arrays: kernels in rows, λ in columns."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.selection.config import SweepConfig
from kselect_core.types import Array, Float


class Grid(NamedTuple):
    """The kernels and ridges of a sweep, in the order of its configuration."""

    kernels: tuple[str, ...]
    parameters: Float[Array, " k"]
    conventions: tuple[str, ...]
    family: Array  # (k,) position of the family in the configuration
    smoothness: Array  # (k,) rank inside the family, larger is smoother
    lambdas: Float[Array, " L"]

    def ends(self, kernel: int) -> tuple[bool, bool]:
        """Whether a kernel is the first or the last of its family's grid; no ends for one kernel."""
        members = np.flatnonzero(self.family == self.family[kernel])
        many = len(members) > 1
        return many and kernel == int(members[0]), many and kernel == int(members[-1])


class Cube(NamedTuple):
    """Values (k, L) of every quantity of one split, the ridges μ, and reasons for gaps."""

    split: int
    values: Mapping[str, Float[Array, "k L"]]
    mu: Float[Array, " L"]
    reasons: Mapping[str, str]

    @property
    def test_errors(self) -> Float[Array, "k L"]:
        """Test error of every candidate: the error rate, or the squared error of a regression."""
        return self.values["test_error" if "test_error" in self.values else "test_squared_error"]


def grid_of(config: SweepConfig) -> Grid:
    """Kernels and ridges of a configuration as arrays."""
    families, members = [], []
    for number, family in enumerate(config.candidates):
        families += [number] * len(family.points)
        members += [*family.smoothness()]
    kernels = config.kernels
    return Grid(
        tuple(family.kernel for family, _ in kernels),
        np.array([value for _, value in kernels]),
        tuple(family.convention for family, _ in kernels),
        np.array(families),
        np.array(members),
        np.array(config.lambdas),
    )


def cubes_of(table: pd.DataFrame, grid: Grid) -> list[Cube]:
    """One cube per split of the table; what the table does not hold is NaN."""
    rows = _positions(table, grid)
    columns = np.searchsorted(grid.lambdas, table["lambda"].to_numpy())
    found = []
    for split, part in table.groupby("split", sort=True):
        at = part.index.to_numpy()
        found.append(_cube(int(str(split)), part, rows[at], columns[at], grid))
    return found


def _cube(split: int, part: pd.DataFrame, rows: Array, columns: Array, grid: Grid) -> Cube:
    shape = (len(grid.kernels), len(grid.lambdas))
    values, mu = {}, np.full(shape[1], np.nan)
    mu[columns] = part["mu"].to_numpy()
    value, quantity = part["value"].to_numpy(), part["quantity"].to_numpy()
    for name in pd.unique(part["quantity"]):
        mine = quantity == name
        array = np.full(shape, np.nan)
        array[rows[mine], columns[mine]] = value[mine]
        values[str(name)] = array
    gaps = part[part["reason"] != ""].drop_duplicates("quantity")
    return Cube(split, values, mu, dict(zip(gaps["quantity"], gaps["reason"], strict=True)))


def _positions(table: pd.DataFrame, grid: Grid) -> Array:
    """Row of each table entry in the grid."""
    known = {
        (kernel, None if np.isnan(parameter) else float(parameter)): row
        for row, (kernel, parameter) in enumerate(zip(grid.kernels, grid.parameters, strict=True))
    }
    pairs = pd.MultiIndex.from_arrays([table["kernel"], table["parameter"]])
    codes, unique = pd.factorize(pairs)
    rows = [known[k, None if np.isnan(p) else float(p)] for k, p in unique]
    return np.array(rows, dtype=np.int64)[codes]
