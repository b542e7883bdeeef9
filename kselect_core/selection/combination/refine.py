"""A choice of a sweep refined: on from a point of the grid, over every width and λ between."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import KselectError, StoppedError, UnknownNameError
from kselect_core.kernels import KERNELS, PRECOMPUTED
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.combination.continuous import (
    CLOSE,
    MOST,
    Box,
    Continuous,
    by_slopes,
    by_values,
)
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates, CriterionChoice
from kselect_core.selection.places.cursor import Cursor, cursor_of, family_of
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float

USUAL, PER_CUBE, PER_SQUARE = 50, 4e-10, 4e-8
"""Values of a search, and seconds of one by n³ and by n²; measured."""

NOTHING = 1e-9
"""A gain below this share of the value is none."""


@dataclass(frozen=True, eq=False)
class Refined:
    """The way of a search from a point of the grid; every value is better than the one before.

    ``parameter`` (s,) is in the convention of the sweep, ``value`` (s,) in the criterion's units.
    ``test_error`` is that of the first and of the last point, which no search sees: share of
    errors, of a regression the squared error. ``by_slopes`` says how it was searched,
    ``evaluations`` how many values that took, ``ends`` at which ends of the grid it stopped.
    """

    quantity: str
    kernel: str
    convention: str
    split: int
    parameter: Float[Array, " s"]
    lam: Float[Array, " s"]
    value: Float[Array, " s"]
    test_error: tuple[float, float]
    evaluations: int
    by_slopes: bool
    ends: tuple[str, ...]

    @property
    def gain(self) -> float:
        """How much better the last value is than the one on the grid; 0 where it is rounding."""
        gain = abs(float(self.value[-1] - self.value[0]))
        return gain if gain > NOTHING * abs(float(self.value[0])) else 0.0

    @property
    def at(self) -> Cursor:
        """Where the search ended."""
        return Cursor(self.split, self.kernel, float(self.parameter[-1]), float(self.lam[-1]))

    @property
    def table(self) -> pd.DataFrame:
        """The way, one row per point."""
        columns = {"parameter": self.parameter, "lambda": self.lam, "value": self.value}
        return pd.DataFrame({"step": np.arange(len(self.lam)), **columns})


def refine(
    config: SweepConfig,
    dataset: Dataset,
    at: Cursor | Mapping[str, Any] | pd.Series,
    quantity: str = "",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Event | None = None,
) -> Refined:
    """Search width and λ of a criterion from a point of the grid on, within the ends of the grid.

    Kernel ridge regression with a Gaussian kernel goes along the exact slopes of LOO, the evidence,
    GML and CKTA (L-BFGS), all else by values (Nelder and Mead 1965), in log width and log λ. A
    degree stays, and so does the λ of a criterion that does not depend on it. Found is the minimum
    downhill: there may be others. Cost: O(n³) per value; 10 to 100 of them.

    Parameters
    ----------
    config : SweepConfig
        The sweep; of several classes it names the pair.
    dataset : Dataset
        Its data.
    at : Cursor, dict or Series
        Where to begin: ``Cursor(split, kernel, parameter, lam)``, or a row of `choices`.
    quantity : str, optional
        Name of a criterion of the sweep, as in its table; without one it is that of the row.
    on_progress : callable, optional
        Called with (values, most) after each value of the criterion.
    cancel : threading.Event, optional
        Stops the search once it is set.

    Returns
    -------
    Refined
        The way from the point on, ``at`` where it ended, ``gain`` and ``test_error``.

    Raises
    ------
    UnknownNameError
        For a criterion that is not of the sweep.
    InvalidParameterError
        For a place that is neither a Cursor nor a row of choices.
    KselectError
        Where there is nothing to search.
    StoppedError
        After ``cancel``.

    Examples
    --------
    >>> from kselect import SweepConfig, choices, load_dataset, refine, run_sweep
    >>> config = SweepConfig(dataset="moons", criteria=("loo",), lambdas=(0.001,), repeats=1)
    >>> pick = choices(run_sweep(config), config).query("scope == 'joint'").iloc[0]
    >>> found = refine(config, load_dataset("moons"), pick)
    >>> float(pick["parameter"]), round(found.at.parameter, 2)
    (0.5, 0.38)
    """
    row, at = at, cursor_of("Refine", at)
    if not quantity and not isinstance(row, Cursor):
        quantity = str(row["quantity"])
    choice, family = _choice(config, quantity), family_of(config, at.kernel)
    setup = Setup.of(config, dataset)
    setup.refuse_unheld("A search between the grid points")
    ready = prepared_split(setup, at.split)
    wide = _continuous(family)
    goal = Continuous(ready, family, choice, None if wide else at.parameter)
    free = np.array([wide, choice.criterion.chooses_strength and len(config.lambdas) > 1])
    if not free.any():
        raise KselectError(
            f"{choice.criterion.label} does not depend on λ, and the {KERNELS[at.kernel].label} "
            "has no widths between those of the grid: there is nothing to search."
        )
    start = np.log([at.parameter if wide else 1.0, at.lam])
    box = _box(config, family, start, free)

    def report(count: int) -> None:
        if cancel is not None and cancel.is_set():
            raise StoppedError("Stopped.")
        if on_progress is not None:
            on_progress(min(count, MOST), MOST)

    with one_blas_thread():
        search = by_slopes if goal.smooth else by_values
        points, values, evaluations = search(goal, start, box, free, report)
        way = _better(points, values, choice, at)
        errors = [goal.test_error(theta, spectral=config.spectral) for theta in way[[0, -1], :2]]
    sign = 1.0 if choice.criterion.better == "lower" else -1.0
    return Refined(
        choice.quantity,
        at.kernel,
        family.convention,
        at.split,
        np.array([goal.parameter(theta) for theta in way[:, :2]]),
        np.exp(way[:, 1]),
        sign * way[:, 2],
        (errors[0], errors[1]),
        evaluations,
        goal.smooth,
        _ends(way[-1, :2], box, free, costs=bool(config.C)),
    )


def seconds(config: SweepConfig, dataset: Dataset) -> float:
    """Estimated seconds of a search."""
    n = Setup.of(config, dataset).n
    return USUAL * (PER_CUBE * n**3 + PER_SQUARE * n**2)


def _better(
    points: Float[Array, "e 2"], values: Float[Array, " e"], choice: CriterionChoice, at: Cursor
) -> Float[Array, "s 3"]:
    """Places and values from the start on that are better than all before; raises without a start.

    Differences within rounding are none.
    """
    if not np.isfinite(values[0]):
        raise KselectError(
            f"{choice.criterion.label} has no value at parameter {at.parameter:g}, λ = {at.lam:g}; "
            "start from a point of the grid that has one."
        )
    steps = [0]
    for i, value in enumerate(values):
        best = float(values[steps[-1]])
        if value < best - NOTHING * abs(best):
            steps.append(i)
    return np.column_stack([points[steps], values[steps]])


def _choice(config: SweepConfig, quantity: str) -> CriterionChoice:
    """Criterion of a sweep by its quantity; the one-standard-error rule has no minimum to find."""
    choices = {choice.quantity: choice for choice in config.criteria}
    if quantity not in choices:
        raise UnknownNameError("criterion of this sweep", quantity, choices)
    if choices[quantity].criterion.spread is not None:
        raise KselectError(
            f"{choices[quantity].criterion.label} does not choose its best value but the simplest "
            "candidate near it: there is nothing to refine. Refine k-fold CV instead."
        )
    return choices[quantity]


def _continuous(family: Candidates) -> bool:
    """Whether there are kernels between the points of a family's grid."""
    precomputed = family.kernel == PRECOMPUTED.name
    return len(family.values) > 1 and not (precomputed or KERNELS[family.kernel].largest)


def _box(config: SweepConfig, family: Candidates, start: Float[Array, "2"], free: Array) -> Box:
    """Ends of the grids in logarithms; what is not searched stays where it is."""
    low, high = start.copy(), start.copy()
    for i, grid in enumerate((family.points, config.lambdas)):
        if free[i]:
            low[i], high[i] = np.log([min(grid), max(grid)])
    return low, np.maximum(low, high)


def _ends(theta: Float[Array, "2"], box: Box, free: Array, *, costs: bool) -> tuple[str, ...]:
    """Ends of the grid at which a place stands, in words."""
    strengths = ("largest C", "smallest C") if costs else ("smallest λ", "largest λ")
    names = (("low end of the parameter", "high end of the parameter"), strengths)
    return tuple(
        names[i][end]
        for i in np.flatnonzero(free)
        for end in (0, 1)
        if abs(theta[i] - box[end][i]) <= CLOSE
    )
