"""How the choice of k-fold CV moves with the number of landmarks, from one set of sums."""

from dataclasses import replace
from typing import Unpack

import numpy as np
import pandas as pd

from kselect_core.criteria.base import FOLDS
from kselect_core.criteria.left_out.kfold import KFOLD
from kselect_core.criteria.problems.landmark_model import MOST_LEFT
from kselect_core.data import Dataset
from kselect_core.errors import UndefinedScoreError, UnknownNameError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.listening import Listening, look, watched
from kselect_core.selection.config.config import FEWEST_LANDMARKS, LANDMARKS, SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.landmarks.items import landmark_problem
from kselect_core.selection.sweep.prepared import ready_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.tiles.split import TiledSplit
from kselect_core.types import Array, Float

HALVINGS = 4
"""Numbers of landmarks that are looked at: m/8, m/4, m/2 and m."""

KERNELS = "kernels"
"""What is counted where it is stopped."""


def choices_by_landmarks(
    config: SweepConfig,
    dataset: Dataset,
    *,
    kernel: str,
    split: int = 0,
    **listening: Unpack[Listening],
) -> pd.DataFrame:
    """Choice of 5-fold CV (squared loss) in a family for m/8, m/4, m/2 and m landmarks.

    One row per number of landmarks: ``landmarks``, ``parameter``, ``lambda``, ``value`` and
    ``declined``, how many kernels have no value as so many landmarks leave too much of them. The
    smaller numbers are the first of the m landmarks of each kernel, whose sums are made once; m is
    that of the configuration, or all training points. Of several classes the value is the mean over
    the pairs, as in the table of the sweep; a pair that is declined declines the kernel.
    Raises StoppedError once ``cancel`` is set.
    """
    numbers = [i for i, (family, _) in enumerate(config.kernels) if family.kernel == kernel]
    if not numbers:
        families = [family.kernel for family in config.candidates]
        raise UnknownNameError("kernel of the sweep", kernel, families)
    setup = Setup.of(config, dataset)
    of_kernels: list[Array] = []

    def pause() -> None:
        look(listening.get("cancel"), len(of_kernels), len(numbers), KERNELS)

    ready = TiledSplit(config, ready_split(setup, split, tiled=True), pause)
    m = min(config.landmarks, setup.n)
    counts = [m >> halving for halving in reversed(range(HALVINGS))]
    counts = [count for count in counts if count >= FEWEST_LANDMARKS]
    with one_blas_thread():
        for number in watched(numbers, KERNELS, **listening):
            of_kernels.append(_of_kernel(ready, number, counts))  # noqa: PERF401 (a pause counts them)
    values = np.array(of_kernels)
    rows = [
        _chosen(config, numbers, values[:, place]) | {"landmarks": count}
        for place, count in enumerate(counts)
    ]
    return pd.DataFrame(rows)[["landmarks", "parameter", "lambda", "value", "declined"]]


def path_seconds(config: SweepConfig, dataset: Dataset, *, kernel: str) -> float:
    """Estimated seconds of `choices_by_landmarks`: a sweep of the family by k-fold CV alone."""
    (family,) = (one for one in config.candidates if one.kernel == kernel)
    alone = replace(
        config,
        candidates=(family,),
        criteria=(CriterionChoice(KFOLD.name),),
        repeats=1,
        engine=LANDMARKS,
    )
    return estimate(alone, dataset).seconds - seconds_to_start(alone)


def _of_kernel(ready: TiledSplit, number: int, counts: list[int]) -> Float[Array, "c L"]:
    """CV of one kernel for every number of landmarks: the mean over its parts."""
    parts = range(len(ready.parts))
    each = np.array([_of_part(ready, number, part, counts) for part in parts])
    return np.asarray(each.mean(axis=0))


def _of_part(ready: TiledSplit, number: int, part: int, counts: list[int]) -> Float[Array, "c L"]:
    """CV of one problem for every number of landmarks; NaN where these leave too much of it."""
    k = int(str(FOLDS.default))
    errors = np.full((len(counts), len(ready.config.lambdas)), np.nan)
    try:
        problem = landmark_problem(ready, number, part, (k,))
    except UndefinedScoreError:
        return errors
    for place, count in enumerate(counts):
        one = problem.first(count)
        if one.model.left <= MOST_LEFT:
            usable = one.well_posed
            errors[place, usable] = one.restricted(usable).cross_validation(k, "squared")
    return errors


def _chosen(
    config: SweepConfig, numbers: list[int], values: Float[Array, "k L"]
) -> dict[str, object]:
    declined = int(np.isnan(values).all(axis=1).sum())
    if declined == len(numbers):
        nothing = float("nan")
        return {"parameter": nothing, "lambda": nothing, "value": nothing, "declined": declined}
    row, column = np.unravel_index(np.nanargmin(values), values.shape)
    return {
        "parameter": config.kernels[numbers[int(row)]][1],
        "lambda": config.lambdas[int(column)],
        "value": float(values[row, column]),
        "declined": declined,
    }
