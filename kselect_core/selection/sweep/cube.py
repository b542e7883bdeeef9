"""One split of a sweep table as arrays: kernels in rows, λ in columns."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.kernels import PRECOMPUTED
from kselect_core.results.table import BEYOND, ESTIMATED
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import positions
from kselect_core.selection.sweep.rows import kernel_numbers
from kselect_core.types import Array, Bool, Float, Int

APART = ("apart", ESTIMATED["apart"])


class Grid(NamedTuple):
    """The kernels and ridges of a sweep, in the order of its configuration."""

    kernels: tuple[str, ...]
    parameters: Float[Array, " k"]
    conventions: tuple[str, ...]
    family: Array  # (k,) position of the family in the configuration
    smoothness: Array  # (k,) rank inside the family, larger is smoother
    lambdas: Float[Array, " L"]
    costs: bool  # whether every ridge has its C = 1/(2μ)
    in_costs: bool  # whether C is what the sweep was given, and λ = 1/(2C) stand for it

    def ends(self, kernel: int) -> tuple[bool, bool]:
        """Whether a kernel is the first or the last of its family's grid.

        Never if it is alone, or one of several Gram matrices that are only numbered.
        """
        members = np.flatnonzero(self.family == self.family[kernel])
        numbers = np.arange(1, len(members) + 1)
        numbered = np.array_equal(self.parameters[members], numbers)
        many = len(members) > 1 and not (self.kernels[kernel] == PRECOMPUTED.name and numbered)
        return many and kernel == int(members[0]), many and kernel == int(members[-1])

    def in_order(self, tied: Int[Array, "t 2"], columns: Array) -> Int[Array, "t 2"]:
        """Candidates, the preferred first: larger λ, then earlier family, then smoother kernel.

        Each is a kernel and a place among ``columns``, the numbers of the λ that take part.
        """
        rows, cols = tied.T
        keys = (-self.smoothness[rows], self.family[rows], -self.lambdas[columns[cols]])
        return np.asarray(tied[np.lexsort(keys)])


class Cube(NamedTuple):
    """Numbers (k, L) of every quantity of one split, the ridges μ, and reasons for gaps.

    ``errors`` is what the numbers are known to, where the matrix was never held, and ``settled``
    where the fits behind them have converged; else both are empty. ``apart`` is what the difference
    to the best is known to, NaN where that follows from the errors.
    """

    split: int
    numbers: Mapping[str, Float[Array, "k L"]]
    mu: Float[Array, " L"]
    reasons: Mapping[str, str]
    errors: Mapping[str, Float[Array, "k L"]]
    settled: Mapping[str, Bool[Array, "k L"]]
    apart: Mapping[str, Float[Array, "k L"]]

    @property
    def test_errors(self) -> Float[Array, "k L"]:
        """Test error of every candidate: the error rate, or the squared error of a regression."""
        for name in ("test_error", "test_squared_error"):
            if name in self.numbers:
                return self.numbers[name]
        raise DataError(
            f"The table holds no test errors for split {self.split}; choices need them: leave all "
            "quantities in the table."
        )

    def besides(self, name: str) -> Float[Array, "k L"]:
        """Numbers that a choice depends on besides the values of its criterion."""
        if name not in self.numbers:
            raise DataError(
                f"The table holds no {name} for split {self.split}; its choice needs them."
            )
        return self.numbers[name]


def grid_of(config: SweepConfig) -> Grid:
    """Kernels and ridges of a configuration as arrays."""
    kernels = config.kernels
    return Grid(
        tuple(family.kernel for family, _ in kernels),
        np.array([value for _, value in kernels]),
        tuple(family.convention for family, _ in kernels),
        np.repeat(
            np.arange(len(config.candidates)), [len(family.points) for family in config.candidates]
        ),
        np.concatenate([family.smoothness() for family in config.candidates]),
        np.array(config.lambdas),
        config.learner == "svm",
        bool(config.C),
    )


def cubes_of(table: pd.DataFrame, config: SweepConfig) -> list[Cube]:
    """One cube per split of the table; what the table does not hold is NaN.

    Raises DataError for kernels or ridges that are not in the grid of the configuration.
    """
    table = table.reset_index(drop=True)
    rows = kernel_numbers(config, table)
    columns = positions(config.lambdas, table["lambda"].to_numpy())
    if (rows < 0).any() or (columns < 0).any():
        raise DataError(
            "This table does not belong to this configuration: it holds kernels or ridges "
            "outside its grid."
        )
    shape = (len(config.kernels), len(config.lambdas))
    return [
        _cube(int(str(split)), part, rows[part.index], columns[part.index], shape)
        for split, part in table.groupby("split", sort=True)
    ]


def _cube(
    split: int, part: pd.DataFrame, rows: Array, columns: Array, shape: tuple[int, int]
) -> Cube:
    mu = np.full(shape[1], np.nan)
    mu[columns] = part["mu"].to_numpy()
    codes, names = pd.factorize(part["quantity"])
    numbers = np.full((len(names), *shape), np.nan)
    numbers[codes, rows, columns] = part["value"].to_numpy()
    further: list[dict[str, Array]] = [{}, {}, {}]
    beyond = {name: kind for name, kind in (*BEYOND.items(), APART) if name in part.columns}
    for number, (name, kind) in enumerate(beyond.items()):
        made = np.zeros(numbers.shape, dtype=kind)
        made[codes, rows, columns] = part[name].to_numpy()
        further[number] = dict(zip(map(str, names), made, strict=True))
    gaps = np.flatnonzero(part["reason"].to_numpy() != "")
    reasons = part["reason"].array[gaps].tolist()
    firsts = dict(zip(codes[gaps][::-1].tolist(), reasons[::-1], strict=True))
    return Cube(
        split,
        dict(zip(map(str, names), numbers, strict=True)),
        mu,
        {str(names[code]): reason for code, reason in reversed(firsts.items())},
        *further,
    )
