"""Choices within one kernel family at one λ, for variants of one training part."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.kernels import CONVENTIONS, KERNELS, PRECOMPUTED
from kselect_core.selection.config.config import RANDOM, SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.machines.stand_in import at_ridge
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.items import Block, Quantity, scored
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.rows import tidy
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

OCTAVES = "octaves"
NO_TEST = "a variant of the training part has no test error here"


def family_config(config: SweepConfig, *, kernel: str, lam: float, variants: int) -> SweepConfig:
    """Configuration of one family at one λ, whose splits are the variants of a training part."""
    family = family_of(config, kernel)
    if len(family.points) < 2:  # noqa: PLR2004 (something to choose from)
        raise InvalidParameterError(
            "Choices of a family", "kernel", "a family with two or more kernels", kernel
        )
    alone = at_ridge(config, lam, "Choices of a family")
    return replace(alone, candidates=(family,), repeats=variants, split=RANDOM)


def family_split(setup: Setup, family: SweepConfig, split: int) -> PreparedSplit:
    """The split of a sweep, prepared for one family of it."""
    config = setup.config
    alone = replace(family, repeats=config.repeats, split=config.split)
    return prepared_split(replace(setup, config=alone), split)


def family_seconds(config: SweepConfig, dataset: Dataset, alone: SweepConfig) -> float:
    """Estimated seconds of one variant of a family, from a pilot on the points at hand."""
    setup = Setup.at_hand(config, dataset)
    data = setup.dataset
    if setup.points:
        train, test = setup.first
        rows = np.concatenate([train, test])
        data = replace(data, X=data.X[rows], y=data.y[rows], test_rows=0)
        alone = replace(alone, test_share=len(test) / len(rows), dataset_digest="")
    elif data.matrices:  # whose test points no other split knows
        alone = replace(alone, split=config.split)
    return estimate(alone, data).seconds - seconds_to_start(alone)


def family_block(config: SweepConfig, variant: int, kernel: int, problem: Problem) -> Block:
    """Every criterion at one kernel of one variant, from its problem."""
    criteria = [part for choice in config.criteria for part in scored(choice, problem)]
    return _block(config, variant, kernel, problem.mu, tuple(criteria))


def without_kernel(config: SweepConfig, variant: int, kernel: int, error: KselectError) -> Block:
    """The same where the kernel matrix cannot be made."""
    nothing = np.full(len(config.lambdas), np.nan)
    names = [pair for pair in config.quantities(classes=False) if pair[1] == "criterion"]
    gaps = tuple(Quantity(name, kind, nothing, str(error)) for name, kind in names)
    return _block(config, variant, kernel, nothing, gaps)


def chosen_of(config: SweepConfig, blocks: Iterable[Block]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Rows of the criteria, and choices by the rules of a sweep; the column split is the variant.

    Of the choices those at the one λ are kept.
    """
    table = tidy(config, blocks)
    chosen = choices(table, config)
    chosen = chosen[chosen["scope"] == "per_lambda"].reset_index(drop=True)
    rows: pd.DataFrame = table[table["kind"] == "criterion"].reset_index(drop=True)
    return rows, chosen


def smoother_by(config: SweepConfig, before: float, after: float) -> float:
    """How far a choice moved towards wider kernels, in the unit of its family (`unit_of`)."""
    family = config.candidates[0]
    sign = 1.0 if CONVENTIONS[family.convention].wider == "up" else -1.0
    moved = float(np.log2(after / before)) if unit_of(family) == OCTAVES else after - before
    return sign * moved


def unit_of(family: Candidates) -> str:
    """What moves of a choice within a family are counted in: octaves, degrees or steps.

    Of Gram matrices that are only numbered it are places in their order.
    """
    kernel = KERNELS[family.kernel]
    if kernel == PRECOMPUTED and set(family.points) == set(range(1, len(family.points) + 1)):
        return "places"
    return f"{kernel.parameters[0].name.removesuffix('s')}s" if kernel.largest else OCTAVES


def _block(
    config: SweepConfig,
    variant: int,
    kernel: int,
    mu: Float[Array, " L"],
    criteria: tuple[Quantity, ...],
) -> Block:
    family, value = config.kernels[kernel]
    nothing = np.full(len(config.lambdas), np.nan)
    tested = Quantity("test_error", "test", nothing, NO_TEST)
    item = variant * len(config.kernels) + kernel
    return Block(item, variant, family.kernel, value, family.convention, mu, (*criteria, tested))
