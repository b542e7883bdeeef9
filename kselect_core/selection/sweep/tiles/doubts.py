"""Which candidates may be as good as a choice, where values are known to an error only."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from kselect_core.kernels import CONVENTIONS
from kselect_core.kernels.short_numbers import compact
from kselect_core.results.reach import between, sides, within_reach
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.cube import Cube, Grid
from kselect_core.types import Array, Int

NOT_CONVERGED = "the fits behind the choice have not converged"
BESIDE_NOTHING = "next to kernels that have no value"


class Doubt(NamedTuple):
    """What speaks against a choice as the one that there is, in words; empty if nothing does.

    ``low`` and ``high`` are the ends of the parameters of its family that may be as good, of those
    whose fits have converged: of others nobody knows, and they are counted. ``errors`` are the
    lowest and the highest test error of all that may be as good.
    """

    words: str
    low: float
    high: float
    errors: tuple[float, float]


def doubt_of(
    choice: CriterionChoice,
    cube: Cube,
    grid: Grid,
    columns: Int[Array, " c"],
    place: tuple[int, int],
) -> Doubt:
    """Doubt about the choice at a place (kernel, number among the λ ``columns``)."""
    row = place[0]
    every = _reach(choice, cube, grid, columns, place)
    kept = cube.settled.get(choice.quantity)
    settled = np.ones(every.shape, dtype=bool) if kept is None else kept[:, columns].copy()
    words = [] if settled[place] else [NOT_CONVERGED]
    settled[place] = True
    reach, others = every & settled, int((every & ~settled).sum())
    rows = np.flatnonzero(reach.any(axis=1))
    family = grid.parameters[rows[grid.family[rows] == grid.family[row]]]
    words += _undecided(choice, grid, columns, reach)
    if others:
        verb = "candidate that has" if others == 1 else "candidates that have"
        words.append(f"{others} {verb} not converged may be as good")
    if kept is not None and _beside_nothing(cube.numbers[choice.quantity], grid, rows, row):
        words.append(BESIDE_NOTHING)
    errors = _errors(choice, cube.test_errors[:, columns], every, place)
    return Doubt(", ".join(words), float(family.min()), float(family.max()), errors)


def _errors(
    choice: CriterionChoice, tested: Array, reach: Array, place: tuple[int, int]
) -> tuple[float, float]:
    """Lowest and highest test error within reach: at the λ of the choice, if it chooses none."""
    seen = reach if choice.criterion.chooses_strength else reach[:, [place[1]]]
    errors = (tested if choice.criterion.chooses_strength else tested[:, [place[1]]])[seen]
    errors = errors[~np.isnan(errors)]
    return (float(errors.min()), float(errors.max())) if len(errors) else (np.nan, np.nan)


def _reach(
    choice: CriterionChoice, cube: Cube, grid: Grid, columns: Array, place: tuple[int, int]
) -> Array:
    """Which candidates may be as good as the choice, itself included."""
    values = cube.numbers[choice.quantity][:, columns]
    doubt = cube.errors.get(choice.quantity)
    errors = np.zeros(values.shape) if doubt is None else doubt[:, columns]
    if not errors.any():
        alone = np.zeros(values.shape, dtype=bool)
        alone[place] = True
        return alone
    signed = values if choice.criterion.better == "lower" else -values
    if choice.criterion.spread is None:
        reach = within_reach(signed, errors, place)
        if (apart := cube.apart.get(choice.quantity)) is None:
            return reach
        far = apart[:, columns]
        compared = np.isfinite(far) & np.isfinite(far[place])
        return np.where(compared, signed - signed[place] <= far, reach)
    return _of_rule(choice, cube, grid, columns, (signed, errors))


def _beside_nothing(numbers: Array, grid: Grid, rows: Int[Array, " r"], row: int) -> bool:
    """Whether a kernel next to those that may be as good, of one family, has no value at any λ."""
    family = np.flatnonzero(grid.family == grid.family[row])
    gaps = np.isnan(numbers[family]).all(axis=1)
    reached = np.isin(family, rows)
    return bool((gaps[1:] & reached[:-1]).any() or (gaps[:-1] & reached[1:]).any())


def _of_rule(
    choice: CriterionChoice, cube: Cube, grid: Grid, columns: Array, interval: tuple[Array, Array]
) -> Array:
    """Which candidates the one-standard-error rule may choose.

    They are all that it prefers to one that is surely within the standard error, and that one.
    """
    signed, errors = interval
    lowest = np.unravel_index(np.nanargmin(signed), signed.shape)
    spread = f"{choice.quantity}#se"
    limit = signed[lowest] + cube.besides(spread)[:, columns][lowest]
    below, above = sides(errors)
    off = cube.errors[spread][:, columns][lowest]
    may = grid.in_order(np.argwhere(signed - below <= limit + above[lowest] + off), columns)
    sure = (signed + above <= limit - below[lowest] - off)[tuple(may.T)]
    last = int(np.argmax(sure)) if sure.any() else len(may) - 1
    reach = np.zeros(signed.shape, dtype=bool)
    reach[tuple(may[: last + 1].T)] = True
    return reach


def _undecided(choice: CriterionChoice, grid: Grid, columns: Array, reach: Array) -> Iterator[str]:
    """Between which kernels, or which λ of one kernel, it is undecided."""
    rows = np.flatnonzero(reach.any(axis=1))
    if len(rows) > 1:
        kernels = {grid.kernels[row] for row in rows}
        if len(kernels) > 1:
            yield f"undecided between {' and '.join(sorted(kernels))}"
            return
        way = CONVENTIONS[grid.conventions[rows[0]]]
        family = grid.parameters[grid.family == grid.family[rows[0]]].tolist()
        yield between(way.symbol, grid.parameters[rows], partial(way.written, grid=family))
    elif choice.criterion.chooses_strength and reach.sum() > 1:
        yield between("λ", grid.lambdas[columns[reach.any(axis=0)]], compact)
