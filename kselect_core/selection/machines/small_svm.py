"""A small sweep of support vector machines about the data of another sweep."""

from dataclasses import replace
from math import log10

from kselect_core.kernels import GAUSSIAN, PRECOMPUTED
from kselect_core.selection.config.config import RANDOM, SweepConfig
from kselect_core.selection.config.grids import MACHINE_METHODS, log_grid
from kselect_core.selection.config.parts import Candidates, CriterionChoice

SMALL_COSTS = log_grid(0.1, 100.0, 7)
WIDTHS, BELOW, ABOVE = 7, 2, 1
"""Widths of the small grid, and decades that it reaches below and above γ = 1/d."""

FEW = 1000
"""Rows that a small sweep is trained on at most: on 14,000 it would take hours."""


def with_machines(config: SweepConfig) -> SweepConfig:
    """The paper's grid of C and γ on the data, preparation and splits of another sweep.

    Gram matrices stay what they are: there is no γ.
    """
    machines = SweepConfig(
        dataset=config.dataset,
        dataset_digest=config.dataset_digest,
        positive=config.positive,
        multiclass=config.multiclass,
        pair=config.pair,
        preprocessing=config.preprocessing,
        test_share=config.test_share,
        repeats=config.repeats,
        learner="svm",
        seed=config.seed,
        split=config.split,
        stratified=config.stratified,
        reading=config.reading,
    )
    matrices = matrices_of(config)
    return replace(machines, candidates=matrices) if matrices else machines


def matrices_of(config: SweepConfig) -> tuple[Candidates, ...]:
    """The Gram matrices of a sweep; none where its kernels are computed from features."""
    return tuple(family for family in config.candidates if family.kernel == PRECOMPUTED.name)


def small_svm(config: SweepConfig, features: int) -> SweepConfig:
    """One split, few C and γ about 1/d, or its Gram matrices, on the data of another sweep."""
    middle = round(-log10(features))
    widths = log_grid(10.0 ** (middle - BELOW), 10.0 ** (middle + ABOVE), WIDTHS)
    return replace(
        with_machines(config),
        repeats=1,
        C=SMALL_COSTS,
        candidates=matrices_of(config) or (Candidates(GAUSSIAN.name, widths, "gamma"),),
        criteria=tuple(CriterionChoice(key) for key in MACHINE_METHODS),
    )


def on_few_rows(config: SweepConfig, rows: int) -> SweepConfig:
    """Return the same sweep, trained on at most `FEW` of so many rows where splits are drawn."""
    if config.split != RANDOM:
        return config
    return replace(config, test_share=max(config.test_share, round(1 - FEW / rows, 4)))


def small_svm_seconds(config: SweepConfig, n: int) -> float:
    """Time of the small sweep on n points, about; the first one of a process takes longer."""
    train = n * (1 - config.test_share)
    return float(0.3 + 0.5 * (train / 210) ** 2.5)
