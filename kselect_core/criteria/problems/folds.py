"""Folds of a sample, drawn from a seed."""

import numpy as np

from kselect_core.types import Array, Int


def drawn_folds(labels: Array, k: int, seed: int) -> tuple[Int[Array, " fold"], ...]:
    """Rows of k folds in ascending order; sizes differ by at most one, also within a class.

    ``labels`` are the classes, all alike for a draw without strata. Their names have no influence.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(k,)))
    order = rng.permutation(len(labels))
    _, first, codes = np.unique(labels[order], return_index=True, return_inverse=True)
    order = order[np.argsort(first[codes], kind="stable")]
    return tuple(np.sort(order[q::k]) for q in range(k))
