"""Which criterion chooses best from a small sample: drawn again and again from a large pool."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from kselect_core.criteria import problem_for
from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.experiments.ways.pools import draw
from kselect_core.kernels import GAUSSIAN
from kselect_core.selection import Candidates, SweepConfig, choices
from kselect_core.selection.config.grids import COSTS, MACHINE_METHODS, SVM_WIDTHS
from kselect_core.selection.sweep.items import block
from kselect_core.selection.sweep.prepared import PreparedSplit, fold_seed
from kselect_core.selection.sweep.rows import tidy

SIZES = (25, 50, 100, 200, 300, 400)
REPEATS = 30

COLUMNS = (
    *("n", "repeat", "criterion", "C", "gamma", "value"),
    *("error", "best_error", "reference", "ties", "reason"),
)


def sample_config(  # noqa: PLR0913 (the entries of the experiment)
    pool: str,
    *,
    repeats: int = REPEATS,
    criteria: Sequence[str] = MACHINE_METHODS,
    seed: int = 0,
    C: Sequence[float] = COSTS,
    gammas: Sequence[float] = SVM_WIDTHS,
    preprocessing: str = "minmax",
) -> SweepConfig:
    """Sweep configuration of every sample: the machine, its grids and the criteria."""
    return SweepConfig(
        dataset=pool,
        preprocessing=preprocessing,
        learner="svm",
        repeats=repeats,
        candidates=(Candidates(GAUSSIAN.name, tuple(gammas), "gamma"),),
        C=tuple(C),
        criteria=tuple(criteria),  # type: ignore[arg-type]  # keys are settled there
        seed=seed,
    )


def scaled(config: SweepConfig, pool: Dataset) -> Dataset:
    """Pool with its features prepared as a whole, which uses no label.

    The paper does not say how they are scaled; a pixel that is constant in a small sample is not
    so in the rest.
    """
    X, _ = prepared(pool.X, pool.X[:1], method=config.preprocessing)
    return replace(pool, X=X)


def one_sample(config: SweepConfig, pool: Dataset, size: int, repeat: int) -> pd.DataFrame:
    """Choices (C, γ) of every criterion on one sample of a scaled pool, one row each.

    ``value`` of the criterion at its choice, ``error`` on the ``reference`` points that were not
    drawn (at most `MOST_REFERENCE`), ``best_error`` the smallest such error on the grid, ``ties``
    the candidates as good as the choice. Each criterion chooses on the whole grid; ties go to the
    smaller squared loss (cross-validation), then the smaller C, then the smaller γ. Where a
    criterion has no value the row says the ``reason``.

    Source: Oneto, Ghio, Ridella, Anguita (2015), section VI.
    """
    ready = sample_of(config, pool, size, repeat)
    workspace = np.empty((size, size))
    blocks = [block(config, item, ready, workspace) for item in range(len(config.kernels))]
    chosen = choices(tidy(config, blocks), config)
    chosen = chosen[chosen["scope"] == "joint"].reset_index(drop=True)
    names = {"quantity": "criterion", "parameter": "gamma", "test_error": "error"}
    chosen = chosen.rename(columns={**names, "best_test_error": "best_error"})
    chosen = chosen.assign(n=size, repeat=repeat, reference=len(ready.test))
    chosen.loc[chosen["value"].isna(), "C"] = np.nan
    return chosen[list(COLUMNS)]


def sample_of(config: SweepConfig, pool: Dataset, size: int, repeat: int) -> PreparedSplit:
    """One sample of a scaled pool and its reference points, ready for every kernel."""
    train, test = draw(pool, size, repeat=repeat, seed=config.seed)
    problem = problem_for(config.learner)(
        np.eye(size),
        pool.y[train],
        np.array(config.lambdas),
        ridge=config.ridge,
        seed=fold_seed(config.seed, repeat),
        task="regression" if pool.task == "regression" else "binary",
    )
    X = pool.X[train]
    return PreparedSplit(train, test, X, pool.X[test], pool.y[test], 0.0, problem, X)
