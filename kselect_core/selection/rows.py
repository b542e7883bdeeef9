"""From finished work items to the tidy table, and back."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from kselect_core.results.table import COLUMNS, check, empty
from kselect_core.selection.config import SweepConfig
from kselect_core.selection.items import Block


def tidy(config: SweepConfig, blocks: Iterable[Block]) -> pd.DataFrame:
    """Rows of finished items, in the order of the items; one row per quantity and λ."""
    ordered = sorted(blocks, key=lambda block: block.item)
    if not ordered:
        return empty()
    L = len(config.lambdas)
    counts = [len(block.quantities) * L for block in ordered]
    flat = [quantity for block in ordered for quantity in block.quantities]
    values = np.concatenate([quantity.values for quantity in flat])
    reasons = np.repeat([quantity.reason for quantity in flat], L)
    table = {
        "dataset": _constant(config.dataset, len(values)),
        "split": np.repeat([block.split for block in ordered], counts),
        "learner": _constant(config.learner, len(values)),
        "kernel": np.repeat([block.kernel for block in ordered], counts),
        "parameter": np.repeat([block.parameter for block in ordered], counts),
        "convention": np.repeat([block.convention for block in ordered], counts),
        "lambda": np.tile(config.lambdas, len(flat)),
        "mu": np.concatenate([np.tile(block.mu, len(block.quantities)) for block in ordered]),
        "C": np.full(len(values), np.nan),
        "quantity": np.repeat([quantity.name for quantity in flat], L),
        "kind": np.repeat([quantity.kind for quantity in flat], L),
        "value": values,
        "reason": np.where(np.isnan(values), reasons, ""),
    }
    return pd.DataFrame(table).astype(COLUMNS)


def finished_items(config: SweepConfig, table: pd.DataFrame) -> set[int]:
    """Numbers of the items whose rows a (partial) table holds completely."""
    check(table)
    numbers = {
        (kernel.kernel, _key(value)): number
        for number, (kernel, value) in enumerate(config.kernels)
    }
    expected = {choice.quantity for choice in config.criteria}
    done = set()
    for (split, kernel, parameter), rows in table.groupby(
        ["split", "kernel", "parameter"], dropna=False, sort=False
    ):
        number = numbers.get((kernel, _key(parameter)))
        complete = (
            expected <= set(rows["quantity"]) and len(config.lambdas) == rows["lambda"].nunique()
        )
        if number is not None and complete and int(split) < config.repeats:
            done.add(int(split) * len(config.kernels) + number)
    return done


def joined(config: SweepConfig, tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Several tables of the same sweep as one, in the order of the items, whatever came first."""
    parts = [table for table in tables if len(table)]
    if not parts:
        return empty()
    whole = pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]
    numbers = {
        (kernel.kernel, _key(value)): number
        for number, (kernel, value) in enumerate(config.kernels)
    }
    keys = zip(whole["split"], whole["kernel"], whole["parameter"], strict=True)
    item = [split * len(numbers) + numbers[kernel, _key(value)] for split, kernel, value in keys]
    order = np.argsort(item, kind="stable")
    return whole.iloc[order].reset_index(drop=True)


def _key(parameter: float) -> float | None:
    return None if np.isnan(parameter) else float(parameter)


def _constant(text: str, count: int) -> np.ndarray:
    return np.full(count, text, dtype=object)
