"""What a data set looks like to a kernel: its plane, its distances, the widths worth trying."""

from typing import NamedTuple

import numpy as np

from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.data.set.splits import nth_split
from kselect_core.kernels import CONVENTIONS
from kselect_core.linalg.matrices.distances import squared_distances
from kselect_core.selection.config.config import GIVEN, RANDOM
from kselect_core.selection.sweep.setup import given_split
from kselect_core.types import Array, Float, Int

MOST_ROWS = 1000
"""Distances are taken among at most this many rows, evenly spread over the training part."""

MOST_DRAWN = 3_000
"""At most this many rows lie in the plane, evenly spread as well; its axes are those of all.

A browser draws so many without its graphics card, which remote desktops and old computers have not.
"""

DRAWN_OF_EACH = 50
"""So many of each class lie there, if it has them; of the others each class has its share."""

BINS = 40
NARROWEST = 0.5
"""Shortest length, in median distances to the nearest neighbour: there K is nearly the identity."""

WIDEST = 2.0
"""Longest length, in largest distances: there K is nearly constant."""


class Overview(NamedTuple):
    """The training part of the first split after its preparation.

    ``points`` lie in the plane named by ``axes``, all or some of them; ``sizes`` counts all of each
    class, in the order of its label; ``suggested`` are the shortest and the longest length ℓ of
    exp(−d²/2ℓ²) worth trying; ``rows`` of the training part entered the distances.
    """

    points: Float[Array, "n 2"]
    labels: Float[Array, " n"]
    sizes: tuple[int, ...]
    axes: tuple[str, str]
    counts: Float[Array, " b"]
    edges: Float[Array, " e"]
    median: float
    suggested: tuple[float, float]
    rows: int
    training: int


def overview(
    dataset: Dataset,
    *,
    preprocessing: str = "standardise",
    test_share: float = 0.3,
    seed: int = 0,
    split: str = RANDOM,
) -> Overview:
    """Plane, distances and suggested lengths of the training part of the first split."""
    if split == GIVEN:
        rows = given_split(dataset).train
    else:
        rows = nth_split(dataset.y, 0, task=dataset.task, test_share=test_share, seed=seed).train
    X, _ = prepared(dataset.X[rows], dataset.X[rows[:1]], method=preprocessing)
    points, axes = _plane(X, dataset.feature_names)
    y = dataset.y[rows].astype(np.float64)
    members = _members(y, dataset.task)
    sample, some = _drawn(members, MOST_DRAWN), _spread(len(X), MOST_ROWS)
    distances = np.sqrt(squared_distances(X[some]))
    pairs = distances[np.triu_indices(len(some), k=1)]
    counts, edges = np.histogram(pairs, bins=BINS)
    return Overview(
        points[sample],
        y[sample],
        tuple(map(len, members)),
        axes,
        counts.astype(np.float64),
        edges,
        float(np.median(pairs)),
        suggested_lengths(distances),
        len(some),
        len(rows),
    )


def _members(y: Float[Array, " n"], task: str) -> list[Int[Array, " m"]]:
    """Rows of each class, in the order of its label; all rows for a regression."""
    if task == "regression":
        return [np.arange(len(y))]
    return [np.flatnonzero(y == label) for label in np.unique(y)]


def _drawn(members: list[Int[Array, " m"]], most: int) -> Int[Array, " k"]:
    """At most so many rows, ascending, those of each class evenly spread: first a few of each."""
    sizes = np.array([len(rows) for rows in members])
    few = np.minimum(sizes, min(DRAWN_OF_EACH, most // len(members)))
    others = sizes - few
    share = min(1.0, (most - few.sum()) / max(int(others.sum()), 1))
    counts = few + (share * others).astype(np.int64)
    parts = (rows[_spread(len(rows), n)] for rows, n in zip(members, counts, strict=True))
    return np.sort(np.concatenate([*parts]))


def _spread(n: int, most: int) -> Int[Array, " k"]:
    """Numbers of at most so many of n rows, evenly spread."""
    return np.unique(np.linspace(0, n - 1, most).astype(np.int64))


def suggested_lengths(distances: Float[Array, "n n"]) -> tuple[float, float]:
    """Lengths ℓ of exp(−d²/2ℓ²) between which K goes from nearly the identity to nearly constant.

    From half the median distance to the nearest other point up to twice the largest distance;
    points that lie on each other are no neighbours.
    """
    apart = np.where(distances > 0, distances, np.inf)
    nearest = apart.min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    if not nearest.size:
        return 1.0, 1.0
    return NARROWEST * float(np.median(nearest)), WIDEST * float(distances.max())


def suggested_widths(lengths: tuple[float, float], convention: str) -> tuple[float, float]:
    """Smallest and largest Gaussian width for two lengths, written in a convention."""
    values = sorted(CONVENTIONS[convention].to_stored(0.5 / length**2) for length in lengths)
    return values[0], values[1]


def _plane(
    X: Float[Array, "n d"], names: tuple[str, ...]
) -> tuple[Float[Array, "n 2"], tuple[str, str]]:
    if X.shape[1] == 2:  # noqa: PLR2004 (a plane)
        return X, (names[0], names[1])
    centred = X - X.mean(axis=0)
    if X.shape[1] == 1:
        return np.column_stack([X[:, 0], np.zeros(len(X))]), (names[0], "")
    spread, axes = np.linalg.eigh(centred.T @ centred)
    share = spread[::-1][:2] / max(float(spread.sum()), np.finfo(float).tiny)
    words = [
        f"{order} principal component ({100 * part:.0f} %)"
        for order, part in zip(("1st", "2nd"), share, strict=True)
    ]
    return centred @ axes[:, ::-1][:, :2], (words[0], words[1])
