"""What each criterion would have chosen, and how good that choice is."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.errors import DataError, listed
from kselect_core.results.table import check
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.cube import Cube, Grid, cubes_of, grid_of
from kselect_core.selection.sweep.tiles.doubts import doubt_of
from kselect_core.types import Array, Float, Int

ALL_INFINITE = "no value on this grid is finite"
TIE = 1e-9
"""Values within this relative distance of the best are tied."""


class Choice(NamedTuple):
    """One row of the table of choices."""

    split: int
    quantity: str
    scope: str  # "per_lambda" or "joint"
    kernel: str
    parameter: float
    convention: str
    lambda_: float
    mu: float
    C: float
    value: float
    test_error: float
    best_test_error: float
    regret: float
    on_boundary: bool
    boundary: str
    ties: int
    reason: str
    undecided: str = ""
    parameter_low: float = float("nan")
    parameter_high: float = float("nan")
    test_error_low: float = float("nan")
    test_error_high: float = float("nan")


IN_DOUBT = ["undecided", "parameter_low", "parameter_high", "test_error_low", "test_error_high"]
"""Columns that choices from values with errors have."""

COLUMNS = tuple(name.rstrip("_") for name in Choice._fields)


def choices(table: pd.DataFrame, config: SweepConfig) -> pd.DataFrame:
    """Choice of every criterion on every split: parameter, λ, value, test error and regret.

    ``scope`` is "per_lambda" (the kernel is chosen for each λ, as the papers do) or "joint" (over
    the whole grid). Regret is the test error of the choice minus the smallest on the same grid and
    split, in the same scope. Regressions use the squared test error. Undefined values are ignored,
    and infinite ones are the worst there is; without any other value the row says why. ``ties``
    counts the candidates that tied with the choice: a kernel and a λ, or just a kernel where the
    criterion does not depend on λ.

    Ties within 1e-9 relative go to the smaller squared loss (criteria that count errors), then the
    larger λ (smaller C), then the earlier family and in it the smoother kernel (wider, lower
    degree). A criterion without λ ties along it: its joint choice has the largest λ of the grid,
    and the regret of that λ. Compare such criteria in the scope "per_lambda".

    A criterion with the one-standard-error rule counts as tied all candidates whose value is at
    most the lowest one plus its standard error (where several are lowest, that of the candidate
    which the rules above choose), and takes among these the larger λ (smaller C), then the earlier
    family and in it the smoother kernel. ``boundary`` is then of the choice alone.

    Where values are known to an error only (a table with a column ``error``), ``undecided`` names
    the choice and the candidates that may be as good: whose error bars reach each other. Those
    whose fits have not converged are counted, and where it is the choice it is said.
    ``parameter_low`` and ``parameter_high`` are the ends of the parameters of its family that may
    be as good, ``test_error_low`` and ``test_error_high`` the lowest and the highest test error
    of all candidates that may be as good.

    Parameters
    ----------
    table : DataFrame
        What `run_sweep` gave.
    config : SweepConfig
        What it was given.

    Returns
    -------
    DataFrame
        One row for each criterion, split, scope and, in the scope "per_lambda", λ.

    Raises
    ------
    DataError
        For what is no table of a sweep, or one without any criterion of the configuration.

    Examples
    --------
    >>> from kselect import SweepConfig, choices, run_sweep
    >>> config = SweepConfig(dataset="moons", criteria=("loo", "kta"), lambdas=(0.001,), repeats=2)
    >>> picks = choices(run_sweep(config), config).query("scope == 'joint'")
    >>> picks[["split", "quantity", "parameter"]].values.tolist()
    [[0, 'loo', 0.5], [0, 'kta', 0.5], [1, 'loo', 0.5], [1, 'kta', 0.25]]
    """
    table = check(table)
    _refuse_others(table, config)
    grid = grid_of(config)
    rows = [
        row
        for cube in cubes_of(table, config)
        for choice in config.criteria
        if choice.quantity in cube.numbers
        for row in _of_criterion(choice, cube, grid)
    ]
    columns = dict(zip(COLUMNS, zip(*rows, strict=True), strict=True)) if rows else {}
    doubted = "error" in table.columns
    names = [name for name in COLUMNS if doubted or name not in IN_DOUBT]
    return pd.DataFrame(columns, columns=names)


def _refuse_others(table: pd.DataFrame, config: SweepConfig) -> None:
    """Raise where a table has values, and none of a criterion of the configuration."""
    asked = [choice.quantity for choice in config.criteria]
    if not {*table["quantity"].unique().tolist()}.isdisjoint(asked):
        return
    quantities = table.loc[table["kind"] == "criterion", "quantity"].unique().tolist()
    if quantities and not {*quantities} & {*asked}:
        raise DataError(
            f"The table has none of the criteria of the configuration ({listed(asked)}); it has "
            f"{listed(quantities)}. Give choices the configuration that the sweep was given."
        )


def first_place(choices: pd.DataFrame, config: SweepConfig) -> tuple[str, float, float]:
    """Kernel, parameter and λ of a first look: a joint choice, by an estimate of the error if any.

    Where nothing is chosen it is the middle of the first family, with the smallest λ.
    """
    joint = (choices["scope"] == "joint").to_numpy() & choices["value"].notna().to_numpy()
    trusted = [c.quantity for c in config.criteria if c.criterion.estimates_error]
    estimates = joint & choices["quantity"].isin(trusted).to_numpy()
    rows = np.flatnonzero(estimates if estimates.any() else joint)
    if len(rows):
        row = choices.iloc[rows[0]]
        return str(row["kernel"]), float(row["parameter"]), float(row["lambda"])
    first = config.candidates[0]
    return first.kernel, first.points[len(first.points) // 2], config.lambdas[0]


def part(choices: pd.DataFrame, scope: str, lam: float, split: int | None) -> pd.DataFrame:
    """Return the choices of one scope (``per_lambda``: at one λ) and one split, or all splits."""
    here = choices["scope"].to_numpy() == scope
    if scope == "per_lambda":
        here = here & (np.abs(choices["lambda"].to_numpy() - lam) <= TIE * abs(lam))
    if split is not None:
        here = here & (choices["split"].to_numpy() == split)
    rows: pd.DataFrame = choices[here]
    return rows


class _Scope(NamedTuple):
    """Where a criterion chooses: the numbers of the λ that take part."""

    name: str
    columns: Array


def _of_criterion(choice: CriterionChoice, cube: Cube, grid: Grid) -> list[Choice]:
    every = np.arange(len(grid.lambdas))
    scopes = [_Scope("per_lambda", every[column : column + 1]) for column in every]
    alone = [_chosen(choice, cube, grid, scope) for scope in scopes]
    if len(alone) == 1:  # over one λ the joint choice is the same
        return [*alone, alone[0]._replace(scope="joint")]
    return [*alone, _chosen(choice, cube, grid, _Scope("joint", every))]


def _chosen(choice: CriterionChoice, cube: Cube, grid: Grid, scope: _Scope) -> Choice:
    columns = scope.columns
    values = cube.numbers[choice.quantity][:, columns]
    errors = cube.test_errors[:, columns]
    best = np.nan if np.isnan(errors).all() else float(np.nanmin(errors))
    signed = values if choice.criterion.better == "lower" else -values
    if not has_choice(signed):
        return _nothing(choice, cube, grid, scope, best)
    second = cube.numbers.get(f"{choice.quantity}#squared")
    tied = np.argwhere(equal_best(signed))
    preferred = tied if second is None else with_least_loss(tied, second[:, columns])
    row, column = _preferred(preferred, columns, grid)
    if choice.criterion.spread is not None:
        errors_of_mean = cube.besides(f"{choice.quantity}#se")[:, columns]
        tied = np.argwhere(signed <= signed[row, column] + errors_of_mean[row, column])
        row, column = _preferred(tied, columns, grid)
        preferred = np.array([[row, column]])
    has_ridge = choice.criterion.chooses_strength
    lambda_ends = scope.name == "joint" and has_ridge
    boundary = _boundary(row, int(columns[column]), grid, lambda_ends=lambda_ends)
    if not boundary:
        boundary = _tied_to_an_end(preferred, row, grid)
    error = float(errors[row, column])
    made = Choice(
        cube.split,
        choice.quantity,
        scope.name,
        grid.kernels[row],
        float(grid.parameters[row]),
        grid.conventions[row],
        float(grid.lambdas[columns[column]]),
        float(cube.mu[columns[column]]),
        _cost(grid, float(cube.mu[columns[column]])),
        float(values[row, column]),
        error,
        best,
        error - best,
        bool(boundary),
        boundary,
        ties=(len(tied) if has_ridge else len(np.unique(tied[:, 0]))) - 1,
        reason="",
    )
    if not cube.errors:
        return made
    doubt = doubt_of(choice, cube, grid, columns, (row, column))
    return made._replace(
        undecided=doubt.words,
        parameter_low=doubt.low,
        parameter_high=doubt.high,
        test_error_low=doubt.errors[0],
        test_error_high=doubt.errors[1],
    )


def has_choice(signed: Float[Array, "..."]) -> bool:
    """Whether something can be chosen by values of which the lowest is best: ∞ is the worst."""
    return bool((signed < np.inf).any())


def why_nothing(values: Float[Array, "..."], reason: str) -> str:
    """Why nothing is chosen by such values, in words; ``reason`` is that of one without a value."""
    return ALL_INFINITE if np.isinf(values).any() else reason or "no value on this grid"


def with_least_loss(tied: Int[Array, "t 2"], second: Float[Array, "k l"]) -> Int[Array, "u 2"]:
    """Those of the tied candidates whose squared loss is the smallest; all if none has one."""
    losses = second[tied[:, 0], tied[:, 1]]
    return tied if np.isnan(losses).all() else tied[equal_best(losses)]


def _preferred(tied: Int[Array, "t 2"], columns: Array, grid: Grid) -> tuple[int, int]:
    """Row and column of the largest λ, then of the smoothest kernel of the earliest family."""
    row, column = grid.in_order(tied, columns)[0]
    return int(row), int(column)


def _tied_to_an_end(tied: Int[Array, "t 2"], row: int, grid: Grid) -> str:
    """Which end of the parameter grid is as good as the choice, in words; empty if none."""
    members = [
        int(other) for other in np.unique(tied[:, 0]) if grid.family[other] == grid.family[row]
    ]
    ends = [grid.ends(other) for other in members]
    words = ["tied with the low end of the parameter"] * any(low for low, _ in ends)
    words += ["tied with the high end of the parameter"] * any(high for _, high in ends)
    return ", ".join(words)


def equal_best(values: Float[Array, "..."]) -> Array:
    """Which values equal the smallest within the tie tolerance; NaN never does."""
    best = np.nanmin(values)
    if not np.isfinite(best):
        return np.asarray(values == best)
    return np.asarray(values <= best + TIE * abs(best))


def _boundary(row: int, column: int, grid: Grid, *, lambda_ends: bool) -> str:
    """Which ends of the grid a choice touches, in words; empty inside."""
    low, high = grid.ends(row)
    words = ["low end of the parameter"] * low + ["high end of the parameter"] * high
    if lambda_ends and len(grid.lambdas) > 1:
        ends = ("largest C", "smallest C") if grid.in_costs else ("smallest λ", "largest λ")
        words += [ends[0]] * (column == 0) + [ends[1]] * (column == len(grid.lambdas) - 1)
    return ", ".join(words)


def _cost(grid: Grid, mu: float) -> float:
    """C of a ridge, for the support vector machine."""
    return 0.5 / mu if grid.costs else float("nan")


def _nothing(choice: CriterionChoice, cube: Cube, grid: Grid, scope: _Scope, best: float) -> Choice:
    """Row of a criterion that has no value in this scope, or infinite ones alone."""
    nan, alone = float("nan"), len(scope.columns) == 1
    values = cube.numbers[choice.quantity][:, scope.columns]
    return Choice(
        cube.split,
        choice.quantity,
        scope.name,
        kernel="",
        parameter=nan,
        convention="",
        lambda_=float(grid.lambdas[scope.columns[0]]) if alone else nan,
        mu=float(cube.mu[scope.columns[0]]) if alone else nan,
        C=_cost(grid, float(cube.mu[scope.columns[0]])) if alone else nan,
        value=nan,
        test_error=nan,
        best_test_error=best,
        regret=nan,
        on_boundary=False,
        boundary="",
        ties=0,
        reason=why_nothing(values, cube.reasons.get(choice.quantity, "")),
    )
