"""What criteria say of shuffled labels: which of them chooses the same kernel all the same."""

from typing import NamedTuple, Unpack

import numpy as np
import pandas as pd

from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.sweep.items import Block
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms import family_choices
from kselect_core.types import Array, Float

LABEL_STREAM = 11
"""First spawn key of the seeds that shuffle labels."""

MOST = 500
"""Largest number of shuffles."""

LIGHTER = 0.7
"""Share of a kernel's time that its criteria take once its spectrum is there, measured."""


class ShuffledLabels(NamedTuple):
    """Criteria over one family for the true labels (split 0) and for shuffled ones (1, 2, …).

    ``table`` has the rows of the criteria, ``chosen`` what each chooses.
    """

    config: SweepConfig
    table: pd.DataFrame
    chosen: pd.DataFrame

    @property
    def shuffles(self) -> int:
        """Number of shuffles."""
        return self.config.repeats - 1


def shuffled_labels(
    config: SweepConfig,
    dataset: Dataset,
    split: int = 0,
    *,
    kernel: str,
    lam: float,
    shuffles: int = 20,
    **listening: Unpack[Listening],
) -> ShuffledLabels:
    """Every criterion of a sweep over one kernel family, again with shuffled training labels.

    Shuffle r depends on (seed, split, r) only. A kernel matrix and its spectrum serve all shuffles.
    Cost: that of one split of the family, and O(n²) per shuffle and kernel.
    """
    if isinstance(shuffles, bool) or shuffles not in range(1, MOST + 1):
        allowed = f"a whole number from 1 to {MOST}"
        raise InvalidParameterError("Shuffled labels", "shuffles", allowed, shuffles)
    alone = family_choices.family_config(config, kernel=kernel, lam=lam, variants=shuffles + 1)
    setup = Setup.at_hand(config, dataset)
    refuse_too_large(alone, setup.n, workers=1)
    ready = family_choices.family_split(setup, alone, split)
    labels = [ready.problem.y, *(shuffled(ready, config.seed, split, r) for r in range(shuffles))]
    blocks: list[Block] = []
    with one_blas_thread():
        for number in watched(range(len(alone.kernels)), "kernels", **listening):
            blocks += _of_kernel(alone, ready, number, labels)
    return ShuffledLabels(alone, *family_choices.chosen_of(alone, blocks))


def shuffled(ready: PreparedSplit, seed: int, split: int, number: int) -> Float[Array, " n"]:
    """Training labels (or targets) in another order."""
    sequence = np.random.SeedSequence(seed, spawn_key=(LABEL_STREAM, split, number))
    order = np.random.default_rng(sequence).permutation(ready.n)
    mixed: Array = ready.problem.y[order]
    return mixed


def label_summary(by_label: ShuffledLabels) -> pd.DataFrame:
    """What shuffling does to every criterion, those that notice it least first.

    Columns: quantity, parameter (chosen with the true labels), same (share of shuffles that choose
    the same kernel), away (mean of |octaves| between the choices, degrees for polynomials), value
    and typical (median over the shuffles of the best value), as_good (share of shuffles whose best
    value is at least as good), reason.
    """
    rows = []
    for choice in by_label.config.criteria:
        part = by_label.chosen[by_label.chosen["quantity"] == choice.quantity]
        true, others = part.to_dict("records")[0], part[part["split"] > 0]
        parameter, parameters = float(true["parameter"]), others["parameter"].dropna()
        if np.isnan(parameter) or parameters.empty:
            reason = str(true["reason"]) or "no choice with shuffled labels"
            rows.append((choice.quantity, parameter, *[np.nan] * 5, reason))
            continue
        away = [
            abs(family_choices.smoother_by(by_label.config, parameter, float(other)))
            for other in parameters
        ]
        sign = 1.0 if CRITERIA[choice.key].better == "lower" else -1.0
        best = sign * others.loc[parameters.index, "value"].to_numpy(dtype=np.float64)
        value = float(true["value"])
        rows.append(
            (
                choice.quantity,
                parameter,
                float((parameters == parameter).mean()),
                float(np.mean(away)),
                value,
                float(np.median(sign * best)),
                float((best <= sign * value + 1e-9 * abs(value)).mean()),
                "",
            )
        )
    columns = ["quantity", "parameter", "same", "away", "value", "typical", "as_good", "reason"]
    return pd.DataFrame(rows, columns=columns).sort_values(
        "same", ascending=False, kind="stable", ignore_index=True
    )


def shuffle_seconds(
    config: SweepConfig, dataset: Dataset, *, kernel: str, lam: float, shuffles: int
) -> float:
    """Estimated seconds, from a pilot of the family without shuffles."""
    alone = family_choices.family_config(config, kernel=kernel, lam=lam, variants=1)
    return family_choices.family_seconds(config, dataset, alone) * (1 + LIGHTER * shuffles)


def _of_kernel(
    config: SweepConfig, ready: PreparedSplit, number: int, labels: list[Array]
) -> list[Block]:
    """One kernel with all labels."""
    family, value = config.kernels[number]
    out = np.empty((ready.n, ready.n))
    try:
        problem = ready.training_kernel(family.kernel, family.parameters(value), out)
    except KselectError as error:
        return [family_choices.without_kernel(config, r, number, error) for r in range(len(labels))]
    if config.spectral:
        _ = problem.spectrum  # once, for all labels
    problems = [problem, *(problem.relabelled(y) for y in labels[1:])]
    return [family_choices.family_block(config, r, number, one) for r, one in enumerate(problems)]
