"""How far each criterion's choice moves when the sample or the matrix is changed."""

import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.data import Dataset
from kselect_core.errors import KselectError, StoppedError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms import family_choices
from kselect_core.selection.terms.variants import DRAWS, Change, changed_matrix, changes, drawn

SHARE = 0.85
"""Mean cost of a variant, relative to the unchanged training part: some have fewer points."""


class Variant(NamedTuple):
    """One draw of one change; without a change the training part itself."""

    change: Change | None
    draw: int


def sensitivity(  # noqa: PLR0913 (where, how often, and what happens around it)
    config: SweepConfig,
    dataset: Dataset,
    split: int = 0,
    *,
    kernel: str,
    lam: float,
    draws: int = DRAWS,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> pd.DataFrame:
    """Choice of every criterion within one family, before and after every change of the sample.

    Columns: quantity, change, draw, before, after (parameters), moved (octaves, degrees of a
    polynomial; positive towards wider kernels), reason. λ is that of the configuration: with
    μ = nλ a smaller sample has a smaller ridge. Cost: one split of the family per variant.
    """
    setup = Setup.at_hand(config, dataset)
    tries = variants_of(setup.dataset.task, draws)
    alone = family_choices.family_config(config, kernel=kernel, lam=lam, variants=len(tries))
    refuse_too_large(alone, setup.n, workers=1)
    ready = family_choices.family_split(setup, alone, split)
    blocks: list[Block] = []
    with one_blas_thread():
        for number, variant in enumerate(tries):
            part = _part(ready, variant, seed=config.seed, split=split)
            for k in range(len(alone.kernels)):
                if cancel is not None and cancel.is_set():
                    raise StoppedError(f"Stopped: {number} of {len(tries)} variants were computed.")
                blocks.append(_block(alone, part, number, k, variant.change))
            if on_progress is not None:
                on_progress(number + 1, len(tries))
    return _moves(alone, tries, family_choices.chosen_of(alone, blocks)[1])


def sensitivity_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Mean and range of the moves: one row per criterion and change, in their order.

    Columns: quantity, change, moved, low, high, draws, reason.
    """
    rows = []
    for (quantity, change), part in table.groupby(["quantity", "change"], sort=False):
        moved = part["moved"].dropna()
        reason = "" if len(moved) else next((text for text in part["reason"] if text), "no choice")
        ends = (float(moved.mean()), float(moved.min()), float(moved.max()))
        rows.append((quantity, change, *(ends if len(moved) else [np.nan] * 3), len(moved), reason))
    columns = ["quantity", "change", "moved", "low", "high", "draws", "reason"]
    return pd.DataFrame(rows, columns=columns)


def sensitivity_seconds(
    config: SweepConfig, dataset: Dataset, *, kernel: str, lam: float, draws: int = DRAWS
) -> float:
    """Estimated seconds, from a pilot of the family without a change."""
    task = Setup.of(config, dataset).dataset.task
    alone = family_choices.family_config(config, kernel=kernel, lam=lam, variants=1)
    once = family_choices.family_seconds(config, dataset, alone)
    return SHARE * once * len(variants_of(task, draws))


def variants_of(task: str, draws: int) -> tuple[Variant, ...]:
    """The training part itself, then every draw of every change."""
    every = changes(classes=task != "regression")
    return (
        Variant(None, 0),
        *(Variant(c, draw) for c in every for draw in range(draws if c.chance else 1)),
    )


def _part(ready: PreparedSplit, variant: Variant, *, seed: int, split: int) -> PreparedSplit:
    change = variant.change
    if change is None or change.of_matrix:
        return ready
    return drawn(ready, change, seed=seed, split=split, draw=variant.draw)


def _block(
    config: SweepConfig, part: PreparedSplit, variant: int, kernel: int, change: Change | None
) -> Block:
    family, value = config.kernels[kernel]
    out = np.empty((part.n, part.n))
    try:
        problem: Problem = part.training_kernel(family.kernel, family.parameters(value), out)
        if change is not None and change.of_matrix:
            problem = changed_matrix(problem, change)
    except KselectError as error:
        return family_choices.without_kernel(config, variant, kernel, error)
    return family_choices.family_block(config, variant, kernel, problem)


def _moves(config: SweepConfig, tries: tuple[Variant, ...], chosen: pd.DataFrame) -> pd.DataFrame:
    rows = [
        (choice.quantity, *row)
        for choice in config.criteria
        for row in _of_criterion(config, tries, chosen[chosen["quantity"] == choice.quantity])
    ]
    columns = ["quantity", "change", "draw", "before", "after", "moved", "reason"]
    return pd.DataFrame(rows, columns=columns)


def _of_criterion(
    config: SweepConfig, variants: tuple[Variant, ...], chosen: pd.DataFrame
) -> Iterator[tuple[str, int, float, float, float, str]]:
    parameters, reasons = chosen["parameter"].to_numpy(), chosen["reason"].tolist()
    before = float(parameters[0])
    for number, variant in enumerate(variants):  # choices are in the order of the variants
        if variant.change is None:
            continue
        after = float(parameters[number])
        gap = np.isnan(before) or np.isnan(after)
        moved = np.nan if gap else family_choices.smoother_by(config, before, after)
        reason = reasons[number] or reasons[0]
        yield variant.change.key, variant.draw, before, after, moved, reason if gap else ""
