"""A large pool of two classes, and small samples drawn from it."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from kselect_core.data import Dataset
from kselect_core.data.set.splits import Split
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError

SAMPLE_STREAM = 5
"""First spawn key of the seeds of samples: then their size and the number of the repetition."""

MOST_REFERENCE = 2000
"""Errors are measured on at most this many of the points that were not drawn."""

FEWEST = 4


def two_classes(dataset: Dataset, negative: str, positive: str) -> Dataset:
    """Rows of two classes of a data set, as a binary data set."""
    for name in (negative, positive):
        if name not in dataset.class_names:
            raise UnknownNameError(f"class of {dataset.name}", name, dataset.class_names)
    if negative == positive:
        raise InvalidParameterError("two_classes", "the classes", "two different ones", positive)
    coded = dataset.task != "binary"
    codes = [dataset.class_names.index(name) for name in (negative, positive)]
    wanted = codes if coded else [2 * code - 1 for code in codes]
    rows = np.isin(dataset.y, wanted)
    return replace(
        dataset,
        X=dataset.X[rows],
        y=np.where(dataset.y[rows] == wanted[1], 1.0, -1.0),
        name=f"{dataset.name}: {negative} or {positive}",
        task="binary",
        class_names=(negative, positive),
    )


def draw(pool: Dataset, size: int, *, repeat: int, seed: int) -> Split:
    """Almost balanced sample of the pool, and the points to measure its machines on.

    Half of each class; of an odd size, chance gives the larger half to one class. What is not
    drawn, or MOST_REFERENCE points of it by chance, is the reference. Draw (seed, size, repeat)
    depends on nothing else.
    """
    rng = np.random.default_rng(
        np.random.SeedSequence(seed, spawn_key=(SAMPLE_STREAM, size, repeat))
    )
    classes = [rng.permutation(np.flatnonzero(pool.y == label)) for label in (-1.0, 1.0)]
    larger = int(rng.integers(2))
    halves = [size // 2 + size % 2 * (number == larger) for number in range(2)]
    sample = np.concatenate([rows[:half] for rows, half in zip(classes, halves, strict=True)])
    rest = rng.permutation(np.setdiff1d(np.arange(len(pool.y)), sample))[:MOST_REFERENCE]
    return Split(np.sort(sample), np.sort(rest))


def check_pool(pool: object, sizes: Iterable[object]) -> None:
    """Raise unless samples of every size can be drawn and points are left to measure on."""
    if not isinstance(pool, Dataset) or pool.task != "binary":
        raise DataError(
            "Small samples are drawn from a pool of two classes; make one with "
            "two_classes(dataset, negative, positive) or dataset.against_rest(class_name)."
        )
    fewest = int(min((pool.y < 0).sum(), (pool.y > 0).sum()))
    most = min(2 * fewest, len(pool.y) - 1)
    for size in sizes:
        if (
            isinstance(size, bool)
            or not isinstance(size, int | np.integer)
            or not (FEWEST <= size <= most)
        ):
            allowed = f"whole numbers from {FEWEST} to {most} (the smaller class has {fewest} rows)"
            raise InvalidParameterError("Small samples", "n (sizes)", allowed, size)
