"""Learning curves: what the criteria choose from fewer training points, and what that costs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, StoppedError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import LANDMARKS, SweepConfig
from kselect_core.selection.config.grids import whole
from kselect_core.selection.config.measures import ERROR, measured_by
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.rows import tidy
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import Bench
from kselect_core.selection.terms.judgement import at_fixed

FEWEST, STEPS = 20, 6
"""Smallest usual number of points, and how many numbers are usual."""

GROWTH, PER_ITEM = 2.0, 2e-3
"""Power of n with which a sweep grows, and seconds of an item with few points; measured."""


def usual_sizes(n: int) -> tuple[int, ...]:
    """Numbers of training points by equal factors, up to all n."""
    low = min(FEWEST, n)
    return tuple(sorted({round(size) for size in np.geomspace(low, n, STEPS)}))


def learning_curve(  # noqa: PLR0913 (what is swept, what is measured, and how far it is)
    config: SweepConfig,
    dataset: Dataset,
    sizes: Sequence[int] = (),
    *,
    lam: float | None = None,
    measure: str = ERROR,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
) -> pd.DataFrame:
    """Choices of a sweep from n training points, for several n, on the same test parts.

    The points of a smaller n are among those of a larger one, classes in the same shares, drawn
    from the seed; features are prepared anew from them. Kernel and λ are chosen together on the
    grid of the sweep. Cost: that of a sweep for every n.

    Parameters
    ----------
    config : SweepConfig
        The sweep.
    dataset : Dataset
        Its data.
    sizes : sequence of int, optional
        Numbers n of training points, from 2 to those of a split; without them a few, up to all.
    lam : float, optional
        The λ at which criteria that do not depend on it are looked at; without it the largest.
    measure : str, default="error"
        What the test error is: "error", "balanced", "weighted" or "auc", as of `measured_by`.
    on_progress : callable, optional
        Called with (finished, total) after each kernel on each split.
    cancel : threading.Event, optional
        Stops the computation once it is set.

    Returns
    -------
    DataFrame
        Columns n, landmarks (of the learner at this n; 0 if it is that of the full kernel), and
        those of `choices`; one row per n, split and criterion.

    Raises
    ------
    InvalidParameterError
        For sizes that are no whole numbers from 2 to the training points of a split.
    DataError
        Where a class would have fewer than 2 points, or the measure has no value.
    StoppedError
        After ``cancel``.

    Examples
    --------
    >>> from kselect import SweepConfig, learning_curve, load_dataset
    >>> config = SweepConfig(dataset="moons", criteria=("loo",), lambdas=(0.001,), repeats=1)
    >>> table = learning_curve(config, load_dataset("moons"), (20, 200))
    >>> table[["n", "parameter"]].values.tolist()
    [[20.0, 4.0], [200.0, 0.5]]
    """
    setup = Setup.of(config, dataset)
    largest = len(setup.first.train)
    counts = tuple(sizes) or usual_sizes(largest)
    numbers = sorted({whole("Learning curve", "sizes (n)", size, least=2) for size in counts})
    if numbers[-1] > largest:
        allowed = f"at most {largest}, the training points of a split"
        raise InvalidParameterError("Learning curve", "sizes (n)", allowed, numbers[-1])
    total, parts = len(numbers) * len(config.items), []
    for number, n in enumerate(numbers):
        part = replace(setup, points=n)
        bench, blocks = Bench(part), []
        with one_blas_thread():
            for item in config.items:
                if cancel is not None and cancel.is_set():
                    raise StoppedError("Stopped.")
                blocks.append(bench.block(item))
                if on_progress is not None:
                    on_progress(number * len(config.items) + item + 1, total)
        chosen = choices(measured_by(tidy(config, blocks), measure), config)
        chosen = chosen if lam is None else at_fixed(chosen, config, lam)
        m = config.landmarks if part.engine == LANDMARKS else 0
        parts.append(chosen[chosen["scope"] == "joint"].assign(n=n, landmarks=m))
    table = pd.concat(parts, ignore_index=True)
    return table[["n", "landmarks", *table.columns.drop(["n", "landmarks"])]]


def curve_means(table: pd.DataFrame) -> pd.DataFrame:
    """Means of a learning curve over the splits, one row per criterion and n.

    Parameters
    ----------
    table : DataFrame
        What `learning_curve` gave.

    Returns
    -------
    DataFrame
        Columns quantity, n, landmarks, splits, test_error, test_error_sd, best (the smallest on the
        grid), regret, regret_sd, kernels (how many different ones are chosen). NaN where nothing is
        chosen, and in standard deviations over one split.

    Examples
    --------
    >>> from kselect import SweepConfig, curve_means, learning_curve, load_dataset
    >>> config = SweepConfig(dataset="moons", criteria=("loo",), lambdas=(0.001,), repeats=1)
    >>> table = learning_curve(config, load_dataset("moons"), (20, 200))
    >>> curve_means(table)["test_error"].round(3).tolist()
    [0.133, 0.044]
    """
    rows = table.groupby(["quantity", "n", "landmarks"], sort=False)
    means = rows.agg(
        splits=("test_error", "count"),
        test_error=("test_error", "mean"),
        test_error_sd=("test_error", "std"),
        best=("best_test_error", "mean"),
        regret=("regret", "mean"),
        regret_sd=("regret", "std"),
    )
    columns = ["kernel", "parameter", "value"]
    kernels = rows[columns].apply(
        lambda part: len(part.dropna(subset=["value"]).drop_duplicates(columns[:2]))
    )
    return means.assign(kernels=kernels).reset_index()


def curve_seconds(config: SweepConfig, dataset: Dataset, sizes: Sequence[int] = ()) -> float:
    """Estimated seconds of a learning curve."""
    largest = len(Setup.of(config, dataset).first.train)
    shares = np.array(tuple(sizes) or usual_sizes(largest)) / largest
    one = estimate(config, dataset).seconds - seconds_to_start(config)
    items = len(shares) * len(config.items)
    return float(one * (shares**GROWTH).sum() + PER_ITEM * items)
