"""What each criterion would have chosen, and how good that choice is."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.results.table import check
from kselect_core.selection.config import SweepConfig
from kselect_core.types import Array, Bool, Float

TIE = 1e-9
"""Values within this relative distance of the best are tied."""

COLUMNS = (
    "split",
    "quantity",
    "scope",
    "kernel",
    "parameter",
    "convention",
    "lambda",
    "mu",
    "C",
    "value",
    "test_error",
    "best_test_error",
    "regret",
    "on_boundary",
    "boundary",
    "ties",
    "reason",
)


class _Grid(NamedTuple):
    """The grid of a sweep as arrays: kernels in rows, λ in columns."""

    names: tuple[str, ...]
    parameters: Float[Array, " k"]
    conventions: tuple[str, ...]
    family: Array  # (k,) position of each kernel's family
    smoothness: Array  # (k,) rank inside the family, larger is smoother
    lambdas: Float[Array, " L"]


def choices(table: pd.DataFrame, config: SweepConfig) -> pd.DataFrame:
    """Choice of every criterion on every split: parameter, λ, value, test error and regret.

    ``scope`` is "per_lambda" (the kernel is chosen for each λ, as the papers do) or "joint" (over the
    whole grid). Regret is the test error of the choice minus the smallest on the same grid and split,
    in the same scope. Regressions use the squared test error. Undefined values are ignored.

    Ties within 1e-9 relative go to the smaller squared loss (criteria that count errors), then the
    larger λ, then the smoother kernel (wider, lower degree), then the earlier family.
    """
    check(table)
    grid = _grid(config)
    rows: list[tuple[object, ...]] = []
    for split, part in table.groupby("split", sort=True):
        cubes = _cubes(part, grid)
        errors = cubes.get("test_error", cubes.get("test_squared_error"))
        if errors is None:
            continue
        mu = _mu(part, grid)
        for choice in config.criteria:
            values = cubes.get(choice.quantity)
            if values is None:
                continue
            signed = values if choice.criterion.better == "lower" else -values
            second = cubes.get(f"{choice.quantity}#squared")
            name = (int(str(split)), choice.quantity)
            has_lambda = "ridge" in choice.criterion.needs
            for column in range(len(grid.lambdas)):
                mask = np.zeros(signed.shape, dtype=bool)
                mask[:, column] = True
                picked = _picked(np.where(mask, signed, np.nan), second, grid)
                rows.append((*name, "per_lambda", *_row(picked, values, errors, mask, mu, grid, part, choice.quantity, lambda_ends=False, column=column)))
            mask = np.ones(signed.shape, dtype=bool)
            picked = _picked(signed, second, grid)
            rows.append((*name, "joint", *_row(picked, values, errors, mask, mu, grid, part, choice.quantity, lambda_ends=has_lambda, column=None)))
    return pd.DataFrame(rows, columns=list(COLUMNS))
