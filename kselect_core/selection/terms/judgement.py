"""The verdict on each criterion of a sweep: who finds the low test errors, and how others miss.

One function for every page, report and command, so that no two of them can differ.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.results.reach import doubts, errors_of_doubted
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.named import is_given
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.cube import Grid, cubes_of, grid_of
from kselect_core.selection.sweep.rows import kernel_numbers
from kselect_core.selection.terms.comparison import (
    CONSTANT,
    compared,
    corrected_t_test,
    indistinct,
    wide,
)
from kselect_core.selection.terms.recommendation import SURE
from kselect_core.types import Array, Float

CLOSE, CLOSE_SHARE = 0.01, 0.05
"""What is near: one point of an error rate, or this share of the lowest squared error."""

EQUAL = 1e-9
"""Mean test errors within this relative distance are the same."""

Way = Literal[
    "too narrow", "too wide", "too little ridge", "too much ridge", "other kernel", "misses it"
]
Kind = (
    Literal[
        "finds it",
        "best",
        "near",
        "ties",
        "always narrowest",
        "always widest",
        "no interior optimum",
        "no choice",
    ]
    | Way
)


class Judgement(NamedTuple):
    """A verdict with the numbers behind it; errors are means over the splits.

    ``good`` says that the choices come close to the lowest error or cannot be told from the best,
    also where ``kind`` is about something else. ``lowest`` is the lowest mean test error of a
    single cell of the grid, the same on every split; ``above`` is the error over it, below 0 where
    choosing anew on each split does better. ``gap`` is the error over that of ``best``, the
    criterion with the lowest one (``best_error``), and ``p`` of the corrected t-test on it (Holm;
    NaN: no test).
    ``edge`` counts the splits whose choice is an end of the grid. ``lam`` is the λ at which a
    criterion without λ is judged where kernel and λ are chosen together; NaN elsewhere.
    ``undecided`` says what may be as good to the criterion, where its values have an error;
    ``tied_low`` and ``tied_high`` are the lowest and the highest error of that (NaN: all the same),
    ``some`` that some of it comes near the lowest error and some does not.
    """

    quantity: str
    kind: Kind
    good: bool
    splits: int
    error: float
    error_sd: float
    lowest: float
    above: float
    best: str
    gap: float
    p: float
    edge: int
    lam: float
    undecided: str = ""
    best_error: float = float("nan")
    tied_low: float = float("nan")
    tied_high: float = float("nan")
    some: bool = False


class _Errors(NamedTuple):
    """Test errors (splits, kernels, λ) where choices are made, and their means over the splits."""

    config: SweepConfig
    grid: Grid
    every: Float[Array, "s k L"]
    mean: Float[Array, "k L"]
    near: float  # at most this much above the lowest is near
    counted: int  # test points of the only split, whose error rates are seen; else 0

    @property
    def lowest(self) -> float:
        return _lowest(self.mean)


def at_fixed(choices: pd.DataFrame, config: SweepConfig, lam: float) -> pd.DataFrame:
    """Return choices in which a criterion without λ is looked at with one λ of the grid.

    It ties along λ, and ``choices`` takes the largest one by rule. Here its choice of kernel and λ
    together is that of the kernel at ``lam``; the regret still counts from the best of the grid.
    """
    free = [c.quantity for c in config.criteria if not c.criterion.chooses_strength]
    mine, joint = choices["quantity"].isin(free), choices["scope"] == "joint"
    if not mine.any():
        return choices
    best = choices[mine & joint].set_index(["quantity", "split"])["best_test_error"]
    there = np.isclose(choices["lambda"], lam, rtol=EQUAL, atol=0.0)
    fixed = choices[mine & ~joint & there].assign(scope="joint")
    lowest = best.reindex(pd.MultiIndex.from_frame(fixed[["quantity", "split"]])).to_numpy()
    fixed = fixed.assign(best_test_error=lowest, regret=fixed["test_error"] - lowest)
    return pd.concat([choices[~(mine & joint)], fixed], ignore_index=True)


def judged(  # noqa: PLR0913 (what is looked at)
    table: pd.DataFrame,
    choices: pd.DataFrame,
    config: SweepConfig,
    *,
    ratio: float,
    quantities: Sequence[str],
    lam: float,
    joint: bool = False,
    split: int | None = None,
    counted: int = 0,
) -> list[Judgement]:
    """Return the verdict on each criterion of ``quantities`` that the choices know, in its order.

    Judged are the choices of the kernel at ``lam``, or those of kernel and λ together (``joint``),
    over all splits or on one. Two criteria are told apart by the corrected t-test with ``ratio`` =
    n_test/n_train and Holm's rule, among ``quantities``. On one split there is no test: error rates
    on ``counted`` test points are told apart by ``indistinct``; other errors are good only where
    they are near the lowest one.
    """
    if split is not None:
        table, choices = table[table["split"] == split], choices[choices["split"] == split]
    errors = _errors(table, config, None if joint else lam, counted)
    scope = None if joint else lam
    rows = at_fixed(choices, config, lam) if joint else choices
    tests = compared(rows, ratio=ratio, quantities=tuple(quantities), lam=scope)
    if tests.empty:
        return []
    reached = _reached(errors, wide(rows, "test_error", lam=scope), tests.iloc[0], ratio)
    mine = rows[rows["scope"] == ("joint" if joint else "per_lambda")]
    if not joint:
        mine = mine[np.isclose(mine["lambda"], lam, rtol=EQUAL, atol=0.0)]
    valued = mine[mine["value"].notna()]
    chosen = {str(name): part for name, part in valued.groupby("quantity", sort=False)}
    by_quantity = {choice.quantity: choice for choice in config.criteria}
    facts = {str(row["quantity"]): row for _, row in tests.iterrows()}
    return [
        _judged(
            by_quantity[quantity],
            facts[quantity],
            chosen.get(quantity, valued.iloc[:0]),
            errors,
            best=tests.iloc[0] if reached else None,
            fixed=lam if joint and not by_quantity[quantity].criterion.chooses_strength else np.nan,
        )._replace(
            best=str(tests["quantity"].iloc[0]), best_error=float(tests["test_error"].iloc[0])
        )
        for quantity in quantities
        if quantity in facts
    ]


def _judged(
    choice: CriterionChoice,
    facts: pd.Series,
    rows: pd.DataFrame,
    errors: _Errors,
    *,
    best: pd.Series | None,
    fixed: float,
) -> Judgement:
    """Return the verdict on one criterion; ``best`` is None where the best one misses as well."""
    error, p = float(facts["test_error"]), float(facts["p_holm"])
    nothing = rows.empty or np.isnan(error)
    lowest = float("nan") if nothing else errors.lowest
    near = error - lowest <= errors.near
    everywhere = len(rows) == len(errors.every)  # else its mean is over other splits
    equal = best is not None and everywhere and error <= float(best["test_error"]) * (1 + EQUAL)
    tied_low, tied_high = errors_of_doubted(rows)
    unclear = np.isnan(p) and best is not None and _unclear(errors, facts, best)
    told_apart = p < SURE or (facts["note"] == CONSTANT) or (np.isnan(p) and not unclear)
    tied = best is not None and not told_apart
    good = bool(not nothing and (equal or near or tied))
    kind: Kind = (
        "no choice"
        if nothing
        else _always(choice, rows, errors)
        or ("finds it" if equal and near else "best" if equal else None)
        or ("near" if near else "ties" if tied else None)
        or ("no interior optimum" if rows["on_boundary"].all() else None)
        or _way(choice, rows, errors, fixed)
    )
    return Judgement(
        choice.quantity,
        kind,
        good,
        len(rows),
        error,
        float(facts["test_error_sd"]),
        lowest,
        error - lowest,
        "",
        float(facts["difference"]),
        p,
        int(rows["on_boundary"].astype(bool).sum()),
        fixed,
        doubts(rows),
        tied_low=tied_low,
        tied_high=tied_high,
        some=bool(tied_low - lowest <= errors.near < tied_high - lowest),
    )


def _unclear(errors: _Errors, facts: pd.Series, best: pd.Series) -> bool:
    """Return whether one split does not tell an error rate from that of the best criterion."""
    gap = float(facts["difference"])
    return bool(errors.counted and gap <= indistinct(float(best["test_error"]), errors.counted))


def _errors(table: pd.DataFrame, config: SweepConfig, lam: float | None, counted: int) -> _Errors:
    """Return the test errors at one λ, or over the whole grid; one rate per split and cell."""
    rate = bool((table["quantity"] == "test_error").any())
    rows = table[table["quantity"] == ("test_error" if rate else "test_squared_error")]
    grid = grid_of(config)
    every = np.stack([cube.test_errors for cube in cubes_of(rows, config)])
    if lam is not None:
        every = every[:, :, np.isclose(grid.lambdas, lam, rtol=EQUAL, atol=0.0)]
    mean = every.mean(axis=0)  # NaN where a split has none
    squared = table.loc[table["quantity"] == "test_squared_error", "value"].to_numpy()
    as_squares = np.array_equal(rows["value"].to_numpy(), squared, equal_nan=True)
    near = CLOSE_SHARE * _lowest(mean) if as_squares else CLOSE
    alone = rate and not as_squares and len(every) == 1
    return _Errors(config, grid, every, mean, near, counted if alone else 0)


def _lowest(mean: Float[Array, "k L"]) -> float:
    """Return the lowest mean error of a cell; NaN where no cell has one on every split."""
    return float(np.nanmin(mean)) if np.isfinite(mean).any() else float("nan")


def _reached(errors: _Errors, by_split: pd.DataFrame, best: pd.Series, ratio: float) -> bool:
    """Return whether the best criterion comes near the best cell, or cannot be told from it."""
    error = float(best["test_error"])
    if np.isnan(error) or np.isnan(errors.lowest):
        return False
    if error - errors.lowest <= errors.near:
        return True
    if errors.counted:
        return error - errors.lowest <= indistinct(errors.lowest, errors.counted)
    row, column = np.unravel_index(np.nanargmin(errors.mean), errors.mean.shape)
    own = by_split.loc[str(best["quantity"])].to_numpy(dtype=np.float64)
    return corrected_t_test(own - errors.every[:, row, column], ratio=ratio).p >= SURE


def _always(choice: CriterionChoice, rows: pd.DataFrame, errors: _Errors) -> Kind | None:
    """Return that a criterion took, on every split, the end that is its optimum by construction."""
    end = choice.criterion.always
    if not end or is_given(errors.config):
        return None
    kernels = kernel_numbers(errors.config, rows).tolist()
    if not all(_is_end(errors.grid, kernel, end) for kernel in kernels):
        return None
    return "always narrowest" if end == "narrow" else "always widest"


def _is_end(grid: Grid, kernel: int, end: str) -> bool:
    """Return whether a kernel is the narrowest or the widest of several of its family."""
    family = grid.smoothness[grid.family == grid.family[kernel]]
    last = family.min() if end == "narrow" else family.max()
    return len(family) > 1 and bool(grid.smoothness[kernel] == last)


def _way(choice: CriterionChoice, rows: pd.DataFrame, errors: _Errors, fixed: float) -> Way:
    """Return on which side of the low test errors most choices lie; of Gram matrices, of λ only."""
    grid, mean = errors.grid, errors.mean
    if not np.isnan(fixed):
        mean = mean[:, np.isclose(grid.lambdas, fixed, rtol=EQUAL, atol=0.0)]
    low = mean <= _lowest(mean) + errors.near
    chosen = kernel_numbers(errors.config, rows)
    family = int(np.bincount(grid.family[chosen]).argmax())
    valley = grid.smoothness[low.any(axis=1) & (grid.family == family)]
    if not len(valley):
        return "other kernel"
    at = float(np.median(grid.smoothness[chosen[grid.family[chosen] == family]]))
    if not is_given(errors.config):
        if at < valley.min():
            return "too narrow"
        if at > valley.max():
            return "too wide"
    if mean.shape[1] < 2 or not choice.criterion.chooses_strength:  # noqa: PLR2004 (no choice of λ)
        return "misses it"
    good = grid.lambdas[low[chosen].any(axis=0)]
    strength = float(rows["lambda"].median())
    if not len(good) or good.min() <= strength <= good.max():
        return "misses it"
    return "too little ridge" if strength < good.min() else "too much ridge"
