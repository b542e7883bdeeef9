"""How far choices move: two tables of choices on the same grid, row by row."""

from typing import Unpack

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import positions
from kselect_core.selection.sweep.cube import grid_of
from kselect_core.selection.sweep.items import block
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.selection.sweep.rows import kernel_numbers, tidy
from kselect_core.types import Array

CHOSEN = ["kernel", "parameter", "convention", "lambda", "C", "test_error"]


def grid_table(
    config: SweepConfig, ready: PreparedSplit, split: int, **listening: Unpack[Listening]
) -> pd.DataFrame:
    """Rows of one split of a sweep, from a prepared split that may have been changed."""
    n, count = ready.problem.n, len(config.kernels)
    workspace = np.empty((n, n))
    items = range(split * count, (split + 1) * count)
    blocks = [
        block(config, item, ready, workspace) for item in watched(items, "kernels", **listening)
    ]
    return tidy(config, blocks)


def moves(config: SweepConfig, before: pd.DataFrame, after: pd.DataFrame) -> pd.DataFrame:
    """Choices before and after a change, one row per quantity and scope, and how far they moved.

    ``before`` and ``after`` are tables of choices of one split. ``at`` is the λ of a choice made
    at one λ, NaN for the joint one. ``steps`` is signed: positive towards the wider (smoother)
    kernels of the same family, in grid steps; NaN where the family is another one
    (``other_family``) or a side has no choice. ``lambda_steps`` likewise, positive to larger λ.
    ``change`` is the test error after minus before.
    """
    if list(before["quantity"] + before["scope"]) != list(after["quantity"] + after["scope"]):
        raise DataError(
            "The tables of choices before and after have different rows: the finished sweep holds "
            "other criteria or λ than its configuration. Run it again."
        )
    joint = (before["scope"] == "joint").to_numpy()
    rows = before[["quantity", "scope"]].reset_index(drop=True)
    rows.insert(2, "at", np.where(joint, np.nan, before["lambda"].to_numpy()))
    for table, suffix in ((before, ""), (after, "_after")):
        for column in CHOSEN:
            rows[column + suffix] = table[column].to_numpy()
    first, second = _kernels(config, before), _kernels(config, after)
    both = (first >= 0) & (second >= 0)
    grid = grid_of(config)
    same = both & (grid.family[first] == grid.family[second])
    steps = (grid.smoothness[second] - grid.smoothness[first]).astype(np.float64)
    ridges = _ridges(config, after) - _ridges(config, before)
    rows["steps"] = np.where(same, steps, np.nan)
    rows["lambda_steps"] = np.where(both, ridges, 0).astype(np.int64)
    rows["other_family"] = both & ~same
    rows["moved"] = (first != second) | (both & (ridges != 0))
    rows["change"] = rows["test_error_after"] - rows["test_error"]
    return rows


def kernels_of(config: SweepConfig) -> list[tuple[str, float, str]]:
    """Kernels of the grid in its order: (kernel, parameter, how that is written)."""
    return [(family.kernel, value, family.way) for family, value in config.kernels]


def _kernels(config: SweepConfig, table: pd.DataFrame) -> Array:
    """Position of every chosen kernel; −1 where there is no choice."""
    return kernel_numbers(config, table.reset_index(drop=True))


def _ridges(config: SweepConfig, table: pd.DataFrame) -> Array:
    return positions(config.lambdas, table["lambda"].to_numpy())
