"""Repeated, seeded train/test splits."""

from numbers import Real
from operator import index
from typing import Literal, NamedTuple, SupportsIndex

import numpy as np

from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.types import Array

MOST_REPEATS = 10_000
FEWEST_TRAINING_ROWS = 2
FEWEST_CLASSES = 2
FEWEST_PER_CLASS = 2
SPLIT_STREAM = 1  # first spawn key of everything drawn for splits
PART_STREAM = 14  # and of parts of a training part
ROWS_STREAM = 15  # and of the rows of a table that are used


class Split(NamedTuple):
    """Row numbers of the training and the test part, ascending."""

    train: Array
    test: Array


def splits(
    y: Array,
    *,
    task: Literal["binary", "multiclass", "regression"],
    test_share: float,
    repeats: int,
    seed: int,
    stratified: bool = True,
) -> list[Split]:
    """Return independent splits; with classes, each part has them in the same proportion.

    Every class keeps at least one row in the training part. Split r depends on (seed, r) only,
    so more repeats never change the earlier ones. Without ``stratified`` rows are drawn whatever
    their class, and a split whose training part lacks a class raises DataError.
    """
    share, count, root = checked_plan(test_share, repeats, seed)
    plan = _plan(y, task, share, stratified=stratified)
    return [_drawn(y, task, plan, root, number) for number in range(count)]


def nth_split(
    y: Array,
    number: int,
    *,
    task: Literal["binary", "multiclass", "regression"],
    test_share: float,
    seed: int,
    stratified: bool = True,
) -> Split:
    """Return split ``number`` alone: the same rows as ``splits(…)[number]``."""
    share, _, root = checked_plan(test_share, number + 1, seed)
    return _drawn(y, task, _plan(y, task, share, stratified=stratified), root, number)


def part_of(
    train: Array,
    y: Array,
    points: int,
    *,
    task: Literal["binary", "multiclass", "regression"],
    number: int,
    seed: int,
) -> Array:
    """Return ``points`` rows of the training part of split ``number``, ascending.

    Smaller parts lie inside larger ones, and with classes each has them in about the same shares.
    They depend on (seed, number) only. Raises DataError where a class would have fewer than 2 rows.
    """
    count = _checked_integer("the number of training points", points, 2, len(train))
    places = _in_shares(y[train], count, task, (PART_STREAM, number), seed)
    if places is None:
        raise DataError(
            f"{count} training points are too few: a class would have fewer than "
            f"{FEWEST_PER_CLASS} of them in split {number}. Begin with a larger number."
        )
    return np.asarray(train[places])


def drawn_rows(
    y: Array, rows: int, *, task: Literal["binary", "multiclass", "regression"], seed: int
) -> Array:
    """Return so many row numbers of a table, ascending, drawn as those of `part_of` are."""
    count = _checked_integer("the number of rows to use (rows)", rows, 2, len(y))
    places = _in_shares(
        y, count, task, (ROWS_STREAM,), _checked_integer("the seed", seed, 0, 2**64)
    )
    if places is None:
        raise DataError(
            f"{count:,} of {len(y):,} rows are too few: a class would have fewer than "
            f"{FEWEST_PER_CLASS} of them. Use more rows (rows=…), or drop or merge the class."
        )
    return places


def _in_shares(y: Array, count: int, task: str, stream: tuple[int, ...], seed: int) -> Array | None:
    """Return ``count`` places, nested, classes in about the same shares; None if one is lost."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=stream))
    labels = np.zeros(len(y)) if task == "regression" else y
    rank = np.empty(len(y))
    for label in np.unique(labels):
        mine = np.flatnonzero(labels == label)
        rank[rng.permutation(mine)] = (np.arange(len(mine)) + 0.5) / len(mine)
    places = np.sort(np.argsort(rank, kind="stable")[:count])
    classes, members = np.unique(labels[places], return_counts=True)
    lost = members.min() < FEWEST_PER_CLASS or len(classes) < len(np.unique(labels))
    return None if lost else places


def checked_plan(
    test_share: object, repeats: SupportsIndex, seed: SupportsIndex
) -> tuple[float, int, int]:
    """Return test share, repetitions and seed as numbers, if each is in its range."""
    return (
        _checked_share(test_share),
        _checked_integer("the number of repetitions", repeats, 1, MOST_REPEATS),
        _checked_integer("the seed", seed, 0, 2**64 - 1),
    )


def _plan(y: Array, task: str, share: float, *, stratified: bool) -> tuple[list[Array], list[int]]:
    """Return the rows that are drawn from together, and how many of each to test on.

    These are the rows of each class; of all, for a regression and without strata.
    """
    groups = [np.arange(len(y))] if task == "regression" else _class_rows(y)
    if not stratified:
        groups = [np.arange(len(y))]
    return groups, _test_sizes([len(rows) for rows in groups], share)


def _drawn(
    y: Array, task: str, plan: tuple[list[Array], list[int]], root: int, number: int
) -> Split:
    """Return a split; refused if its training part lacks a class, which only strata rule out."""
    part = _split(*plan, _generator(root, number))
    if task != "regression" and len(plan[0]) == 1:
        _refuse_lost_class(y, part, number)
    return part


def _generator(seed: int, repeat: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SPLIT_STREAM, repeat)))


def _split(groups: list[Array], sizes: list[int], rng: np.random.Generator) -> Split:
    shuffled = [rng.permutation(rows) for rows in groups]
    test = [rows[:size] for rows, size in zip(shuffled, sizes, strict=True)]
    train = [rows[size:] for rows, size in zip(shuffled, sizes, strict=True)]
    return Split(np.sort(np.concatenate(train)), np.sort(np.concatenate(test)))


def _refuse_lost_class(y: Array, part: Split, number: int) -> None:
    """Raise for a split drawn without strata whose training part has no row of a class."""
    lost = np.setdiff1d(y, y[part.train])
    if len(lost):
        raise DataError(
            f"In split {number} every row of the class coded {lost[0]:g} came into the test part, "
            "so nothing can be learnt of it: splits are not stratified. Use stratified splits, a "
            "smaller test share or another seed, or merge the class."
        )


def _class_rows(y: Array) -> list[Array]:
    labels, counts = np.unique(y, return_counts=True)
    if len(labels) < FEWEST_CLASSES:
        raise DataError("The labels contain only one class; two are needed.")
    if counts.min() < FEWEST_PER_CLASS:
        raise DataError(
            f"The class coded {labels[counts.argmin()]:g} has a single row; at least 2 rows per "
            "class are needed, one to train on and one to test. Drop or merge the class."
        )
    return [np.flatnonzero(y == label) for label in labels]


def _test_sizes(counts: list[int], share: float) -> list[int]:
    """Return test rows per class: proportional, largest remainders first, one row kept back."""
    n = sum(counts)
    total = round(share * n)
    if total < 1 or n - total < FEWEST_TRAINING_ROWS:
        raise DataError(
            f"A test share of {share:g} of {n} rows leaves {n - total} rows to train on and "
            f"{total} to test; at least 2 and 1 are needed."
        )
    exact = share * np.array(counts, dtype=np.float64)
    sizes = np.minimum(np.floor(exact).astype(np.int64), np.array(counts) - 1)
    for group in np.argsort(np.floor(exact) - exact, kind="stable"):
        if sizes.sum() < total and sizes[group] < counts[group] - 1:
            sizes[group] += 1
    return [int(size) for size in sizes]


def _checked_share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < 1:
        raise InvalidParameterError("splits", "the test share", "a number in (0, 1)", value)
    return float(value)


def _checked_integer(parameter: str, value: SupportsIndex, low: int, high: int) -> int:
    try:
        number = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = -1
    if not low <= number <= high:
        allowed = f"a whole number from {low} to {high}"
        raise InvalidParameterError("splits", parameter, allowed, value)
    return number
