"""Which criterion chooses best from a small sample: drawn again and again from a large pool."""

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from loky.process_executor import BrokenProcessPool, TerminatedWorkerError

from kselect_core.criteria import problem_for
from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import prepared
from kselect_core.errors import SweepCancelledError, SweepFailedError
from kselect_core.experiments.ways.pools import check_pool, draw
from kselect_core.kernels import GAUSSIAN
from kselect_core.linalg import one_blas_thread
from kselect_core.selection import Candidates, SweepConfig, choices
from kselect_core.selection.config.grids import COSTS, MACHINE_METHODS, SVM_WIDTHS
from kselect_core.selection.sweep.items import block
from kselect_core.selection.sweep.memory import refuse_too_large
from kselect_core.selection.sweep.prepared import PreparedSplit, fold_seed
from kselect_core.selection.sweep.rows import tidy
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import results_from_processes

SIZES = (25, 50, 100, 200, 300, 400)
REPEATS = 30

COLUMNS = (
    *("n", "repeat", "criterion", "C", "gamma", "value"),
    *("error", "best_error", "reference", "ties", "reason"),
)


def small_samples(  # noqa: PLR0913 (the experiment, and what happens around it)
    pool: Dataset,
    *,
    sizes: Sequence[int] = SIZES,
    repeats: int = REPEATS,
    criteria: Sequence[str] = MACHINE_METHODS,
    seed: int = 0,
    C: Sequence[float] = COSTS,
    gammas: Sequence[float] = SVM_WIDTHS,
    preprocessing: str = "minmax",
    workers: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> pd.DataFrame:
    """Choice (C, γ) of each criterion on every small sample, and its error on the rest of the pool.

    One row per size n, repetition and criterion: ``value`` of the criterion at its choice,
    ``error`` on the ``reference`` points that were not drawn (at most `MOST_REFERENCE`),
    ``best_error`` the smallest such error on the grid, ``ties`` the candidates as good as the
    choice. Each criterion chooses on the whole grid; ties go to the smaller squared loss
    (cross-validation), then the smaller C, then the smaller γ. Where a criterion has no value the
    row says the ``reason``.

    The paper does not say how features are scaled: here by ``preprocessing`` on the whole pool,
    which uses no label; a pixel that is constant in a small sample is not so in the rest.
    ``workers=None`` computes in this process, ``workers=k`` in k processes that are killed when
    ``cancel`` is set; the numbers do not depend on it. ``on_progress(finished, total)`` counts
    samples. Raises SweepCancelledError, its ``table`` holding the finished samples.

    Source: Oneto, Ghio, Ridella, Anguita (2015), section VI.
    """
    sizes = tuple(dict.fromkeys(sizes))
    check_pool(pool, sizes)
    config = sample_config(
        pool.name,
        repeats=repeats,
        criteria=criteria,
        seed=seed,
        C=C,
        gammas=gammas,
        preprocessing=preprocessing,
    )
    refuse_too_large(config, max(sizes), workers=workers or 1)
    work = Draws(tuple(int(size) for size in sizes))
    items = sorted(
        range(len(sizes) * config.repeats), key=lambda item: -work.drawn(config, item)[0]
    )
    found = dict[int, pd.DataFrame]()
    try:
        with closing(_tables(work, config, pool, items, workers, cancel)) as tables:
            for item, table in tables:
                found[item] = table
                if on_progress is not None:
                    on_progress(len(found), len(items))
    except (BrokenProcessPool, TerminatedWorkerError) as error:
        raise SweepFailedError(
            "A worker process was killed, probably because memory ran out; "
            f"{len(found)} of {len(items)} samples are finished and kept.",
            _joined(found),
        ) from error
    if len(found) < len(items):
        raise SweepCancelledError(
            f"Stopped: {len(found)} of {len(items)} samples are finished and kept.", _joined(found)
        )
    return _joined(found)


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


@dataclass(frozen=True, slots=True)
class Draws:
    """Work of one process: one sample after the other, numbered size by size."""

    sizes: tuple[int, ...]

    def drawn(self, config: SweepConfig, item: int) -> tuple[int, int]:
        """Size and repetition of an item."""
        return self.sizes[item // config.repeats], item % config.repeats

    def __call__(self, setup: Setup) -> Callable[[int], tuple[int, pd.DataFrame]]:
        """Scale the pool once; the result takes the number of an item."""
        config, dataset = setup.config, setup.dataset
        X, _ = prepared(dataset.X, dataset.X[:1], method=config.preprocessing)
        pool = replace(dataset, X=X)

        def chosen(item: int) -> tuple[int, pd.DataFrame]:
            size, repeat = self.drawn(config, item)
            found = one_sample(config, pool, size, repeat)
            return item, found

        return chosen


def one_sample(
    config: SweepConfig,
    pool: Dataset,
    size: int,
    repeat: int,
    *,
    cancel: threading.Event | None = None,
) -> pd.DataFrame:
    """Choices of every criterion on one sample of a scaled pool, one row each.

    Raises SweepCancelledError between two kernels when ``cancel`` is set.
    """
    ready = sample_of(config, pool, size, repeat)
    workspace = np.empty((size, size))
    blocks = []
    for item in range(len(config.kernels)):
        if cancel is not None and cancel.is_set():
            raise SweepCancelledError("Stopped.")
        blocks.append(block(config, item, ready, workspace))
    found = choices(tidy(config, blocks), config)
    found = found[found["scope"] == "joint"].reset_index(drop=True)
    names = {"quantity": "criterion", "parameter": "gamma", "test_error": "error"}
    found = found.rename(columns={**names, "best_test_error": "best_error"})
    found = found.assign(n=size, repeat=repeat, reference=len(ready.test))
    found.loc[found["value"].isna(), "C"] = np.nan
    return found[list(COLUMNS)]


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


def _tables(
    work: Draws,
    config: SweepConfig,
    pool: Dataset,
    items: Sequence[int],
    workers: int | None,
    cancel: threading.Event | None,
) -> Generator[tuple[int, pd.DataFrame]]:
    if workers is not None:
        chunks = [[item] for item in items]
        yield from results_from_processes(
            Setup(config, pool), chunks, maker=work, workers=workers, cancel=cancel
        )
        return
    X, _ = prepared(pool.X, pool.X[:1], method=config.preprocessing)
    pool = replace(pool, X=X)
    with one_blas_thread():
        for item in items:
            try:
                yield item, one_sample(config, pool, *work.drawn(config, item), cancel=cancel)
            except SweepCancelledError:
                return


def _joined(found: dict[int, pd.DataFrame]) -> pd.DataFrame:
    """Rows of the finished samples in the order of the items."""
    if not found:
        return pd.DataFrame(columns=list(COLUMNS))
    return pd.concat([found[item] for item in sorted(found)], ignore_index=True)
