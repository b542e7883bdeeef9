"""Gram matrices that have names: which ones, and a configuration that knows them.

Names are no part of what a sweep is: the configuration with them has the same digest.
"""

from dataclasses import replace

from kselect_core.data import Dataset
from kselect_core.kernels import PRECOMPUTED
from kselect_core.selection.config.config import SweepConfig


def is_given(config: SweepConfig) -> bool:
    """Whether the kernels are Gram matrices, of which nobody knows which one is wider."""
    return all(family.kernel == PRECOMPUTED.name for family in config.candidates)


def matrix_names(dataset: Dataset) -> dict[float, str]:
    """Return the names of Gram matrices by number; none where these are values that are swept."""
    named = dict(zip(dataset.grid, dataset.matrices, strict=True))
    return {} if all(_is(name, t) for t, name in named.items()) else named


def named(config: SweepConfig, dataset: Dataset) -> SweepConfig:
    """Return the configuration whose Gram matrices are written by their names in these data."""
    names = tuple(matrix_names(dataset).values())
    if not names or names_in(config) == names:
        return config
    return replace(config, candidates=tuple(family.named(names) for family in config.candidates))


def names_in(config: SweepConfig) -> tuple[str, ...]:
    """Return the names that a configuration knows for its Gram matrices 1, 2, …; or none."""
    return next((family.names for family in config.candidates if family.names), ())


def _is(name: str, t: float) -> bool:
    """Whether a name is the number itself, however it is written: ``1.0`` is 1."""
    try:
        return float(name) == t
    except ValueError:
        return False
