"""From rows of a sweep to lines over a grid: the data behind the curve figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.known import Known
from kselect_core.plotting.kit.quantities import better
from kselect_core.plotting.kit.sweep_rows import reason_texts
from kselect_core.plotting.kit.ticks import with_names
from kselect_core.results.by_split import numbered, spread
from kselect_core.results.reach import sides
from kselect_core.results.table import BEYOND
from kselect_core.types import Array, Float

LOG_SPREAD = 1e3
"""Positive values that span more than this are shown on a logarithmic scale."""


Ends = tuple[float, float]
UNKNOWN: Ends = (inf, -inf)  # of no error; equal to itself, as NaN would not be


@dataclass(frozen=True)
class View:
    """What the curve figures show: one split or the mean of all, and on which scale.

    ``quantities`` are the criteria shown (None: all of the table), ``error`` the quantity of the
    overlay, ``columns`` the number of small panels side by side; ``joint`` pins show the kernel of
    the choices of kernel and λ together instead of the choices for one λ. ``names`` are those of
    the Gram matrices 1, 2, …, where they have some. ``ends`` are the least and
    the largest error of the sweep, where they are known.
    """

    split: int | None = None
    mode: Literal["normalised", "own units"] = "normalised"
    quantities: tuple[str, ...] | None = None
    error: Literal["test_error", "test_squared_error"] = "test_error"
    overlays: frozenset[Literal["test", "training"]] = frozenset({"test"})
    band: Literal["minmax", "sd", "none"] = "minmax"
    columns: int = 2
    joint: bool = False
    names: tuple[str, ...] = ()
    ends: Ends = UNKNOWN

    @property
    def training(self) -> str:
        """Quantity of the training error that belongs to the overlay."""
        return self.error.replace("test", "training")

    @property
    def errors(self) -> list[str]:
        """Quantities of the errors drawn over the criteria."""
        kinds = ((self.error, "test"), (self.training, "training"))
        return [quantity for quantity, kind in kinds if kind in self.overlays]


class Scale(NamedTuple):
    """Where 0 (best) and 1 (worst) of a normalised axis lie in the quantity's own units."""

    best: float
    worst: float
    log: bool

    def position(self, value: Float[Array, "..."]) -> Float[Array, "..."]:
        """Position between best and worst; 0 everywhere if the quantity is constant."""
        with np.errstate(divide="ignore", invalid="ignore"):
            v, best, worst = (
                np.log(a) if self.log else np.asarray(a) for a in (value, self.best, self.worst)
            )
        width = float(worst - best)
        return (v - best) / width if width else np.where(np.isfinite(v), 0.0, v)


class Line(NamedTuple):
    """One quantity along one kernel family: what is drawn and what hovering and clicking tell.

    ``x`` is the abscissa (0 where a kernel has no parameter), ``y``, ``low`` and ``high`` are in
    the units of the view, ``value`` in those of the quantity; gaps are NaN, with their reason.
    ``known`` is what its values are known to; None where they are exact.
    """

    quantity: str
    kernel: str
    convention: str
    x: Float[Array, " n"]
    y: Float[Array, " n"]
    low: Float[Array, " n"]
    high: Float[Array, " n"]
    value: Float[Array, " n"]
    scale: Scale
    reasons: tuple[str, ...]
    splits: int
    known: Known | None = None


def criteria_of(table: pd.DataFrame, view: View) -> tuple[str, ...]:
    """Criteria shown, in the order of the table."""
    names = table["quantity"].array[table["kind"].array == "criterion"].unique()
    return tuple(str(q) for q in names if view.quantities is None or q in view.quantities)


def lines(
    rows: pd.DataFrame,
    quantities: Sequence[str],
    *,
    axis: Literal["parameter", "lambda"],
    view: View,
) -> list[Line]:
    """Lines of some quantities, one per kernel family, in the order of the quantities and families.

    Normalised: each split is scaled by its own best and worst value over all families, then
    averaged; infinite and undefined values are gaps and take no part in the scale.
    """
    wide, reasons = _wide(rows, axis), _reasons(rows, axis)
    first = ~rows["kernel"].duplicated().to_numpy()
    kernels, ways = (rows[name].array[first].tolist() for name in ("kernel", "convention"))
    conventions = {
        kernel: with_names(way, view.names) for kernel, way in zip(kernels, ways, strict=True)
    }
    curves = []
    for quantity in quantities:
        block = wide.of(quantity)
        if len(block.x):
            curves += _block_lines(
                quantity, block, view=view, reasons=reasons, conventions=conventions
            )
    return curves


def spread_is_wide(values: Float[Array, "..."]) -> bool:
    """Whether a logarithmic scale shows more than a linear one."""
    finite = values[np.isfinite(values)]
    return bool(finite.size and finite.min() > 0 and finite.max() > LOG_SPREAD * finite.min())


def scale_of(values: Float[Array, "..."], quantity: str) -> Scale:
    """Scale from the best to the worst finite value, in the direction of the quantity."""
    return _scale(values, quantity, log=spread_is_wide(values))


def _scale(values: Float[Array, "..."], quantity: str, *, log: bool) -> Scale:
    finite = values[np.isfinite(values)]
    if not finite.size:
        return Scale(np.nan, np.nan, log)
    low, high = float(finite.min()), float(finite.max())
    best, worst = (low, high) if better(quantity) == "lower" else (high, low)
    return Scale(best, worst, log)


class _Wide(NamedTuple):
    """Points of a table: what is at each, in its order, and one column of values per split.

    ``beyond`` are the columns of what the values are known to, where the table has them.
    """

    quantity: Array
    kernel: Array
    x: Float[Array, " n"]
    values: Float[Array, "n s"]
    beyond: tuple[Float[Array, "n s"], ...]

    def of(self, quantity: str) -> "_Wide":
        """Points of one quantity."""
        here = np.flatnonzero(self.quantity == quantity)
        return _Wide(
            self.quantity[here],
            self.kernel[here],
            self.x[here],
            self.values[here],
            tuple(part[here] for part in self.beyond),
        )


def _block_lines(
    quantity: str,
    block: _Wide,
    *,
    view: View,
    reasons: dict[tuple[str, str, float], str],
    conventions: dict[str, str],
) -> list[Line]:
    values = np.where(np.isfinite(block.values), block.values, np.nan)
    log, scales = spread_is_wide(values), list[Scale]()
    if view.mode == "normalised" and quantity not in (view.error, view.training):
        scales = [_scale(column, quantity, log=log) for column in values.T]
    y, low, high = _summary(_placed(values, scales), view.band)
    intervals = _known(values, block.beyond, scales) if block.beyond else None
    mean = _summary(values, "none")[0]
    scale = _scale(mean, quantity, log=log)
    curves = []
    for kernel in dict.fromkeys(block.kernel.tolist()):
        here = np.flatnonzero(block.kernel == kernel)
        x = block.x[here]
        o = here[np.argsort(x, kind="stable")]
        x = np.sort(x, kind="stable")
        why = tuple(reasons.get((quantity, kernel, float(v)), "") for v in x)
        curves.append(
            Line(
                quantity, kernel, conventions.get(kernel, ""), x, y[o], low[o], high[o], mean[o],
                scale, why, values.shape[1], intervals.at(o) if intervals else None,
            )
        )  # fmt: skip
    return curves


def _placed(values: Float[Array, "n s"], scales: Sequence[Scale]) -> Float[Array, "n s"]:
    """Values in the units of the view, each split by its own scale; the same without scales."""
    if not scales:
        return values
    return np.column_stack([s.position(v) for s, v in zip(scales, values.T, strict=True)])


def _known(values: Float[Array, "n s"], beyond: Sequence[Array], scales: Sequence[Scale]) -> Known:
    """Return what values are known to; a bar that leaves a logarithmic scale ends at its value."""
    error, settled = beyond
    ends = []
    below, above = sides(error)
    for end in (values - below, values + above):
        place = _placed(end, scales)
        ends.append(np.where(np.isfinite(place), place, _placed(values, scales)))
    low, high = (_summary(end, "none")[0] for end in ends)
    low, high = np.minimum(low, high), np.maximum(low, high)  # better may be higher
    defined = np.isfinite(values)
    mean = _summary(np.where(defined, error, np.nan), "none")[0]
    return Known(mean, low, high, np.all((settled != 0) | ~defined, axis=1))


def _summary(values: Float[Array, "n s"], band: str) -> tuple[Array, Array, Array]:
    """Mean over the splits that have a value, and the lower and upper end of the band."""
    defined = np.isfinite(values)
    count = defined.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(defined, values, 0.0).sum(axis=1) / count
    if band == "none" or values.shape[1] == 1:
        return mean, mean, mean
    if band == "minmax":
        low = np.where(defined, values, np.inf).min(axis=1)
        high = np.where(defined, values, -np.inf).max(axis=1)
        gap = count == 0
        return mean, np.where(gap, np.nan, low), np.where(gap, np.nan, high)
    squares = np.where(defined, (values - mean[:, None]) ** 2, 0.0).sum(axis=1)
    sd = np.sqrt(squares / np.maximum(count - 1, 1))
    return mean, mean - sd, mean + sd


def _wide(rows: pd.DataFrame, axis: str) -> _Wide:
    """Values of a table, one row per quantity, kernel and point of the axis."""
    keyed = rows.assign(x=rows[axis].fillna(0.0))
    number, first = numbered(keyed, ["quantity", "kernel", "x"])
    names = [name for name in BEYOND if name in rows]
    values, *beyond = (spread(rows, number, name)[0] for name in ("value", *names))
    quantity, kernel, x = (
        keyed[name].array[first].to_numpy() for name in ("quantity", "kernel", "x")
    )
    return _Wide(quantity, kernel, x, values, tuple(beyond))


def _reasons(rows: pd.DataFrame, axis: str) -> dict[tuple[str, str, float], str]:
    gaps = ~np.isfinite(rows["value"].to_numpy(dtype=np.float64))
    if not gaps.any():
        return {}
    missing = rows[gaps]
    keys = zip(
        missing["quantity"], missing["kernel"], missing[axis].fillna(0.0).astype(float), strict=True
    )
    return dict(zip(keys, reason_texts(missing), strict=True))
