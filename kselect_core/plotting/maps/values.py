"""One quantity over the whole grid of one kernel family: ridges in rows, parameters in columns."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.plotting.curves.scales import is_rate
from kselect_core.plotting.kit.strength import in_costs
from kselect_core.plotting.kit.sweep_rows import reason_texts
from kselect_core.plotting.kit.ticks import wide_is_high, with_names
from kselect_core.results.table import BEYOND, check
from kselect_core.types import Array, Bool, Float

TIE = 1e-9
"""Values within this relative distance of the lowest are equal to it."""


class MapView(NamedTuple):
    """Which map: quantity, kernel family, one split or the mean (None), whose choices are shown.

    ``names`` are those of the Gram matrices 1, 2, …, where they have some.
    """

    quantity: str
    kernel: str
    split: int | None = None
    shown: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class GridValues(NamedTuple):
    """Mean and standard deviation over the splits that have a value; NaN with its reason if none.

    ``x`` is the parameter (0 where the kernel has none). ``error`` is what the values are known to,
    the mean over the splits, and ``settled`` where the fits behind them have settled on all.
    """

    quantity: str
    kernel: str
    convention: str
    x: Float[Array, " p"]
    lambdas: Float[Array, " L"]
    value: Float[Array, "L p"]
    sd: Float[Array, "L p"]
    reasons: dict[tuple[int, int], str]
    splits: int
    error: Float[Array, "L p"]
    settled: Bool[Array, "L p"]
    costs: bool = False  # λ stands for C = 1/(2λ)

    @property
    def best(self) -> tuple[int, int] | None:
        """Row and column of the lowest finite value, for errors; None where there is none.

        Of equal ones the largest λ, then the smoothest kernel, as among the choices.
        """
        finite = np.where(np.isfinite(self.value), self.value, np.inf)
        if not np.isfinite(finite).any():
            return None
        rows, columns = np.nonzero(finite <= finite.min() * (1 + TIE))
        smooth = columns if wide_is_high(self.convention) else -columns
        first = int(np.lexsort((-smooth, -rows))[0])
        return int(rows[first]), int(columns[first])

    @property
    def missing(self) -> int:
        """How many cells have no value."""
        return int(np.isnan(self.value).sum())

    @property
    def unsettled(self) -> int:
        """How many cells have a value whose fits have not settled."""
        return int((~self.settled & np.isfinite(self.value)).sum())

    @property
    def constant(self) -> bool:
        """Whether the values are the same for every λ, where there are several."""
        values = np.nan_to_num(self.value, nan=-np.inf)
        return bool(len(self.lambdas) > 1 and (values == values[:1]).all())

    @property
    def ties(self) -> int:
        """How many cells have the lowest value."""
        at = self.best
        return 0 if at is None else int((self.value <= self.value[at] * (1 + TIE)).sum())


def grid_values(table: pd.DataFrame, view: MapView) -> GridValues:
    """Values of one quantity over the grid of one kernel family."""
    family = (check(table)["kernel"] == view.kernel).to_numpy()
    if not family.any():
        raise DataError(f"The sweep has no kernel called {view.kernel!r}.")
    mine = family & (table["quantity"] == view.quantity).to_numpy()
    rows = table[mine if view.split is None else mine & (table["split"] == view.split).to_numpy()]
    grid = table.loc[family, ["parameter", *({"lambda", "C"} & set(table))]]  # few columns
    x, lambdas = (np.sort(grid[name].fillna(0.0).unique()) for name in ("parameter", "lambda"))
    column = np.searchsorted(x, rows["parameter"].fillna(0.0).to_numpy())
    row = np.searchsorted(lambdas, rows["lambda"].to_numpy())
    shape = (len(lambdas), len(x))
    value = rows["value"].to_numpy(dtype=np.float64)
    mean, sd = _moments(value, (row, column), shape)
    error, settled = np.zeros(shape), np.ones(shape, dtype=bool)
    if set(BEYOND) <= set(rows):
        error = _moments(rows["error"].to_numpy(dtype=np.float64), (row, column), shape)[0]
        open_ = ~rows["converged"].to_numpy(dtype=bool)
        settled[row[open_], column[open_]] = False
    missing = rows[~np.isfinite(value)]
    cells = zip(
        row[~np.isfinite(value)].tolist(), column[~np.isfinite(value)].tolist(), strict=True
    )
    return GridValues(
        view.quantity,
        view.kernel,
        with_names(str(table["convention"].iloc[int(family.argmax())]), view.names),
        x,
        lambdas,
        mean,
        sd,
        dict(zip(cells, reason_texts(missing), strict=True)),
        int(rows["split"].nunique()),
        error,
        settled,
        in_costs(grid),
    )


class Lowest(NamedTuple):
    """Point of the grid with the lowest value of all families, and how many are as low."""

    kernel: str
    parameter: float
    convention: str
    lam: float
    value: float
    ties: int


def lowest(table: pd.DataFrame, quantity: str, split: int | None = None) -> Lowest | None:
    """Where an error is lowest on the whole grid, on one split or on average; None if nowhere."""
    places = []
    for kernel in check(table)["kernel"].unique():
        values = grid_values(table, MapView(quantity, str(kernel), split))
        if values.best is not None:
            row, column = values.best
            parameter = float(values.x[column]) if values.convention else float("nan")
            places.append(
                Lowest(
                    values.kernel,
                    parameter,
                    values.convention,
                    float(values.lambdas[row]),
                    float(values.value[row, column]),
                    values.ties,
                )
            )
    return min(places, key=lambda entry: entry.value, default=None)


def value_at(values: GridValues, *, parameter: float, lam: float) -> float:
    """Value of the cell at a parameter (NaN for a kernel without one) and a λ of the grid."""
    x = 0.0 if np.isnan(parameter) else parameter
    row, column = np.abs(values.lambdas - lam).argmin(), np.abs(values.x - x).argmin()
    return float(values.value[row, column])


def as_table(values: GridValues) -> pd.DataFrame:
    """Everything a map shows, one row per cell."""
    across, up = np.meshgrid(values.x, values.lambdas)
    cells = np.ndindex(*values.value.shape)
    return pd.DataFrame(
        {
            "quantity": values.quantity,
            "kernel": values.kernel,
            "parameter": across.ravel() if values.convention else np.nan,
            "lambda": up.ravel(),
            **({"C": 0.5 / up.ravel()} if values.costs else {}),
            "value": values.value.ravel(),
            "sd over splits": values.sd.ravel(),
            **_beyond(values),
            "reason": [values.reasons.get(cell, "") for cell in cells],
        }
    )


def _beyond(values: GridValues) -> dict[str, Array]:
    """Columns of a map whose values are known to an error; none where all are exact."""
    if values.settled.all() and not np.nansum(np.abs(values.error)):
        return {}
    return {"error": values.error.ravel(), "converged": values.settled.ravel()}


def counts_errors(table: pd.DataFrame, quantity: str) -> bool:
    """Whether a quantity is a share of wrong labels."""
    if quantity.startswith(("test_error", "training_error")):
        return bool((table["quantity"] == "test_error").any()) and is_rate(table, "test_error")
    return "loss=error" in quantity and not quantity.endswith("#squared")


def edges(x: Float[Array, " n"], *, log: bool) -> Float[Array, " m"]:
    """Borders of the cells about grid values: half way between neighbours, on a log axis if so."""
    place = np.log10(x) if log else np.asarray(x, dtype=np.float64)
    if len(place) == 1:
        ends = np.array([place[0] - 0.5, place[0] + 0.5])
        return np.asarray(10.0**ends if log else ends)
    inner = (place[1:] + place[:-1]) / 2
    first, last = 2 * place[0] - inner[0], 2 * place[-1] - inner[-1]
    every = np.concatenate([[first], inner, [last]])
    return np.asarray(10.0**every if log else every)


def _moments(
    value: Float[Array, " rows"], cell: tuple[Array, Array], shape: tuple[int, int]
) -> tuple[Float[Array, "L p"], Float[Array, "L p"]]:
    """Mean and standard deviation per cell over its numbers; infinite ones make it infinite."""
    present = ~np.isnan(value)
    at = (cell[0][present], cell[1][present])
    count, total, squares = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    np.add.at(count, at, 1.0)
    np.add.at(total, at, value[present])
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / count
        np.add.at(squares, at, (value[present] - mean[at]) ** 2)
        sd = np.sqrt(squares / (count - 1))
    return mean, np.where(count > 1, sd, np.nan)
