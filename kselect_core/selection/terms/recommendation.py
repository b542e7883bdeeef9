"""The answer of a sweep: the criterion to trust here, and the kernel and λ that it chooses."""

from dataclasses import replace
from math import nan, sqrt
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.results.reach import errors_of_doubted
from kselect_core.results.table import check
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.terms.comparison import CONSTANT, compared, indistinct, wide

SURE = 0.05
"""Level below which a difference in test error is called significant."""

_CELL = ["dataset", "learner", "kernel", "parameter", "convention", "lambda", "quantity", "kind"]


class Recommendation(NamedTuple):
    """A point of the grid with the criterion that chose it.

    ``error`` is the mean test error of the criterion's own choices, each made on the training part
    of its split, and ``error_sd`` its standard deviation over the splits; ``ties`` counts the other
    cells that are as good to the criterion. ``equals`` are the criteria whose choices have a test
    error that is not significantly different from the lowest one. ``boundary`` says in words which
    ends of the grid the choice touches; where it does, a better kernel may lie beyond.
    ``undecided`` says which cells may be as good, where values are known to an error only;
    ``tied_low`` and ``tied_high`` are the lowest and the highest test error of these.
    ``error_se`` is, of one split, the standard error √(e(1 − e)/N) of an error rate e on N test
    points; else NaN.
    """

    quantity: str
    kernel: str
    parameter: float
    convention: str
    lam: float
    mu: float
    C: float
    error: float
    error_sd: float
    splits: int
    ties: int
    equals: tuple[str, ...]
    estimates: bool
    boundary: str
    undecided: str = ""
    error_se: float = nan
    tied_low: float = nan
    tied_high: float = nan


def recommendation(
    table: pd.DataFrame,
    config: SweepConfig,
    *,
    ratio: float,
    made: pd.DataFrame | None = None,
    counted: int = 0,
) -> Recommendation | None:
    """Return what a sweep says to take; None where no criterion chooses on every split.

    Trusted is a criterion whose choices, of kernel and λ together, have a test error that is not
    significantly above the lowest one (corrected t-test with ``ratio`` = n_test/n_train, Holm; of
    one split see ``indistinct``).
    Among these one that estimates the test error itself goes before others, then the lower mean
    test error, then the order of the configuration. Criteria without λ choose no λ and take no
    part. The point is the best one of its values averaged over the splits, with the tie rule of
    ``choices``; ``made`` are the choices of the table, where they are known. ``counted`` is the
    number of test points of a split, where the test error is the share of them that is wrong.
    """
    chosen = choices(table, config) if made is None else made
    errors = wide(chosen, "test_error")
    complete = set(errors.index[errors.notna().all(axis=1)])
    able = (c for c in config.criteria if c.criterion.chooses_strength)
    choosers = {c.quantity: c for c in able if c.quantity in complete}
    if not choosers:
        return None
    ranked = compared(chosen, ratio=ratio, quantities=tuple(choosers))
    worse = (ranked["p_holm"] < SURE) | (ranked["note"] == CONSTANT)
    if counted and len(errors.columns) == 1:
        worse |= ranked["difference"] > indistinct(ranked["test_error"].iloc[0], counted)
    equals = ranked[~worse]
    order = list(choosers)
    best = min(
        equals.to_dict("records"),
        key=lambda row: (
            not choosers[row["quantity"]].criterion.estimates_error,
            row["test_error"],
            order.index(row["quantity"]),
        ),
    )
    trusted = choosers[best["quantity"]]
    picks = choices(_averaged(table, trusted), replace(config, criteria=(trusted,)))
    (row,) = picks[picks["scope"] == "joint"].to_dict("records")
    if not np.isfinite(row["value"]):
        return None
    tied_low, tied_high = errors_of_doubted(picks[picks["scope"] == "joint"])
    point = {name: row[name] for name in ("kernel", "parameter", "convention", "mu", "C")}
    return Recommendation(
        **point,
        quantity=trusted.quantity,
        lam=row["lambda"],
        error=best["test_error"],
        error_sd=best["test_error_sd"],
        splits=best["splits"],
        ties=row["ties"],
        equals=tuple(q for q in equals["quantity"] if q != trusted.quantity),
        estimates=trusted.criterion.estimates_error,
        boundary=row["boundary"],
        undecided=row.get("undecided", ""),
        error_se=_standard_error(best["test_error"], counted if best["splits"] == 1 else 0),
        tied_low=tied_low,
        tied_high=tied_high,
    )


def _standard_error(rate: float, count: int) -> float:
    """Standard error of a share of so many points; NaN of none, and where all or none are wrong."""
    return sqrt(rate * (1 - rate) / count) if count and 0 < rate < 1 else nan


def _averaged(table: pd.DataFrame, trusted: CriterionChoice) -> pd.DataFrame:
    """Return the values of a criterion as one split: their means, NaN where a split has none."""
    errors = table["quantity"].isin(("test_error", "test_squared_error"))
    rows = check(table)[errors | table["quantity"].str.split("#").str[0].eq(trusted.quantity)]
    cells = rows.groupby(_CELL, sort=False, dropna=False, observed=True)
    means = cells[["mu", "C", "value", *(name for name in ("error",) if name in rows)]].mean()
    if "converged" in rows:
        means["converged"] = cells["converged"].all()
    everywhere = cells["value"].count() == table["split"].nunique()
    reasons = cells["reason"].max()
    values = means["value"].where(everywhere)
    averaged = means.assign(value=values, reason=reasons, split=0).reset_index()
    return averaged[[name for name in table.columns if name in averaged]]
