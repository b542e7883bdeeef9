"""From finished work items to the tidy table, and back."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from kselect_core.errors import DataError
from kselect_core.results.table import ESTIMATED, check, empty
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import SAME, positions
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Int


def tidy(config: SweepConfig, blocks: Iterable[Block]) -> pd.DataFrame:
    """Rows of finished items, in the order of the items; one row per quantity and λ."""
    ordered = sorted(blocks, key=lambda block: block.item)
    if not ordered:
        return empty()
    L = len(config.lambdas)
    counts = [len(block.quantities) * L for block in ordered]
    flat = [quantity for block in ordered for quantity in block.quantities]
    value = np.concatenate([quantity.numbers for quantity in flat], dtype=np.float64)
    given = [quantity.reason for quantity in flat for _ in range(L)]
    gaps = np.isnan(value).tolist()
    reasons = [reason if gap else "" for reason, gap in zip(given, gaps, strict=True)]
    table = {
        "dataset": _texts([config.dataset], len(value)),
        "split": np.repeat(np.array([block.split for block in ordered], dtype=np.int64), counts),
        "learner": _texts([config.learner], len(value)),
        "kernel": _texts([block.kernel for block in ordered], counts),
        "parameter": np.repeat([block.parameter for block in ordered], counts),
        "convention": _texts([block.convention for block in ordered], counts),
        "lambda": np.tile(config.lambdas, len(flat)),
        "mu": np.concatenate([np.tile(block.mu, len(block.quantities)) for block in ordered]),
        "C": _costs(config, ordered),
        "quantity": _texts([quantity.name for quantity in flat], L),
        "kind": _texts([quantity.kind for quantity in flat], L),
        "value": value,
        "reason": _texts(reasons, 1),
    }
    with_error = [quantity.error is not None for quantity in flat]
    if not any(with_error):
        return pd.DataFrame(table)
    table["error"] = np.concatenate([_or(one.error, np.zeros(L)) for one in flat])
    table["converged"] = np.concatenate([_or(one.converged, np.ones(L, bool)) for one in flat])
    return pd.DataFrame(table)


def _or(given: Array | None, otherwise: Array) -> Array:
    """What is given, or what stands for nothing."""
    return otherwise if given is None else given


def _costs(config: SweepConfig, blocks: Sequence[Block]) -> Array:
    """C = 1/(2μ) of every row for the support vector machine, else NaN."""
    mu = np.concatenate([np.tile(block.mu, len(block.quantities)) for block in blocks])
    return 0.5 / mu if config.learner == "svm" else np.full(len(mu), np.nan)


def kernel_numbers(config: SweepConfig, table: pd.DataFrame) -> Int[Array, " rows"]:
    """Position of each row's kernel in ``config.kernels``; −1 for a kernel that is not there."""
    numbers = np.full(len(table), -1)
    parameter, start = table["parameter"].to_numpy(), 0
    for family in config.candidates:
        mine = (
            (table["kernel"] == family.kernel) & (table["convention"] == family.convention)
        ).to_numpy(dtype=bool)
        if len(family.values):
            places = positions(family.values, parameter[mine])
            numbers[mine] = np.where(places < 0, -1, start + places)
        else:
            numbers[mine] = start
        start += len(family.points)
    return numbers


def finished_rows(setup: Setup, table: pd.DataFrame) -> tuple[set[int], pd.DataFrame]:
    """Numbers of the items that a table of the same sweep holds completely, and their rows.

    Rows come in any order and leave in that of the sweep; kernels outside the grid and
    half-finished items are left out. Raises DataError for another data set, learner, ridge
    convention or training size; a table does not tell the seed, the preparation or whether
    polynomials were normalised.
    """
    config = setup.config
    names = [name for name, _ in config.quantities(classes=setup.classes)]
    for column, expected in (("dataset", config.dataset), ("learner", config.learner)):
        others = table[check(table)[column] != expected]
        if len(others):
            raise DataError(
                f"The finished rows belong to another sweep: their {column} is "
                f"{others[column].iloc[0]!r}, expected {expected!r}."
            )
    _check_ridges(config, table, setup.n)
    cells = len(names) * len(config.lambdas)
    cell = _cells(config, table, names)
    cell, first = np.unique(cell, return_index=True)
    items, counts = np.unique(cell[cell >= 0] // cells, return_counts=True)
    whole = items[counts == cells]
    rows = table.iloc[first[np.isin(cell // cells, whole)]].reset_index(drop=True)
    rows = rows.drop(columns=[name for name in ESTIMATED if name in rows])
    return set(whole.tolist()), rows


def _check_ridges(config: SweepConfig, table: pd.DataFrame, size: int) -> None:
    """Raise unless every μ follows from its λ, the ridge convention and the training size."""
    lam, mu = table["lambda"].to_numpy(), table["mu"].to_numpy()
    expected = lam * (size if config.ridge == "n_lambda" else 1)
    wrong = ~(np.abs(mu - expected) <= SAME * expected)
    if wrong.any():
        first = int(np.argmax(wrong))
        raise DataError(
            f"The finished rows belong to another sweep: their ridge is μ = {mu[first]:g} for "
            f"λ = {lam[first]:g}, expected μ = {expected[first]:g}."
        )


def joined(config: SweepConfig, tables: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Several tables of whole items as one, in the order of the items, whatever came first."""
    parts = [table for table in tables if len(table)]
    if len(parts) < 2:  # noqa: PLR2004 (nothing to join)
        return parts[0] if parts else empty()
    whole = pd.concat(_alike(parts), ignore_index=True)
    order = np.argsort(item_numbers(config, whole), kind="stable")
    return whole.iloc[order].reset_index(drop=True)


def _alike(tables: Sequence[pd.DataFrame]) -> list[pd.DataFrame]:
    """Tables with columns of errors if one of them has these: all others are exact."""
    if not any("error" in table for table in tables):
        return list(tables)
    return [
        table if "error" in table else table.assign(error=0.0, converged=True) for table in tables
    ]


def item_numbers(config: SweepConfig, table: pd.DataFrame) -> Int[Array, " rows"]:
    """Number of each row's item; −1 outside the sweep."""
    kernel, split = kernel_numbers(config, table), table["split"].to_numpy()
    inside = (kernel >= 0) & (split >= 0) & (split < config.repeats)
    return np.where(inside, split * len(config.kernels) + kernel, -1)


def _cells(config: SweepConfig, table: pd.DataFrame, names: Sequence[str]) -> Int[Array, " rows"]:
    """Number of each row, in the order of the sweep; negative for items that are not of it."""
    L = len(config.lambdas)
    item = item_numbers(config, table)
    quantity = pd.Index(names).get_indexer(pd.Index(table["quantity"]))
    ridge = positions(config.lambdas, table["lambda"].to_numpy())
    strange = item[(quantity < 0) | (ridge < 0)]
    usable = (item >= 0) & ~np.isin(item, strange)
    return np.where(usable, (item * len(names) + quantity) * L + ridge, -1)


def _texts(words: Sequence[str], times: int | Sequence[int]) -> pd.api.extensions.ExtensionArray:
    """Each word repeated, made once per distinct word."""
    distinct = list(dict.fromkeys(words))
    code = {word: number for number, word in enumerate(distinct)}
    codes = np.repeat([code[word] for word in words], times)
    return pd.array(distinct, dtype="str").take(codes)
