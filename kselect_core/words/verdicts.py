"""The table of choices: one row per criterion, numbers over the splits."""

from collections.abc import Mapping
from math import isnan
from typing import NamedTuple

import pandas as pd

from kselect_core.criteria import CRITERIA
from kselect_core.kernels import GAUSSIAN, PRECOMPUTED
from kselect_core.plotting.kit.strength import in_costs, strength_name
from kselect_core.plotting.kit.ticks import names_of
from kselect_core.results.reach import doubts, errors_of_doubted
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.words import labels

Families = Mapping[str, Candidates]
MOST_MATRICES = 4
"""Gram matrices up to which those that were chosen are said one by one."""


class Verdict(NamedTuple):
    """What one criterion chooses over all splits, and how good that is."""

    quantity: str
    splits: int
    chosen: str  # kernel parameter in words, a range where the splits differ
    lam: str
    test_error: float
    test_error_sd: float
    best: float  # lowest test error on the same grid
    regret: float
    regret_sd: float
    boundary: int  # splits whose choice lies on the edge of the grid
    ties: int
    reason: str  # why there is no choice
    strength: str = "λ"  # what ``lam`` is called: λ, or C of the support vector machine
    undecided: str = ""  # what may be as good, where values are known to an error only
    regret_low: float = float("nan")  # of what may be as good, as its highest: NaN where the same
    regret_high: float = float("nan")

    @property
    def chosen_text(self) -> str:
        """What is chosen, and that it may be something else; empty without a choice."""
        return f"{self.chosen} (undecided)" if self.undecided else self.chosen

    def regret_text(self, task: str) -> str:
        """Regret, with the range of regrets of what may be as good."""
        own = labels.difference_text(self.regret, task)
        return own if isnan(self.regret_low) else f"{own} ({self.tied_text(task)})"

    def tied_text(self, task: str) -> str:
        """Range of regrets of what may be as good; empty where there is none."""
        if isnan(self.regret_low):
            return ""
        unit = "" if task == "regression" else " points"
        scale = 1.0 if task == "regression" else 100.0
        ends = (labels.readable(scale * end, 2) for end in (self.regret_low, self.regret_high))
        return f"{' … '.join(ends)}{unit} among the tied cells"

    @property
    def judged_at(self) -> str:
        """λ, or C, of the choice; in brackets where the criterion does not choose it."""
        criterion = CRITERIA[labels.quantity_key(self.quantity)]
        return self.lam if criterion.chooses_strength else f"({self.lam})"


def verdicts(
    choices: pd.DataFrame, shown: tuple[str, ...], config: SweepConfig | None = None
) -> list[Verdict]:
    """Return one verdict per shown criterion, in the order shown.

    With the ``config`` widths are written as all of their grid are, and Gram matrices by the names
    that it knows.
    """
    groups = {str(name): rows for name, rows in choices.groupby("quantity", sort=False)}
    costs = in_costs(choices)
    grids = {family.kernel: family for family in (config.candidates if config else ())}
    return [
        _verdict(quantity, groups[quantity], grids, costs=costs)
        for quantity in shown
        if quantity in groups
    ]


def _verdict(quantity: str, rows: pd.DataFrame, grids: Families, *, costs: bool) -> Verdict:
    present = rows["value"].notna()
    valued = rows if present.all() else rows[present]
    best, tied = _mean(valued["best_test_error"]), errors_of_doubted(valued)
    reasons = [reason for reason in rows["reason"].fillna("").unique() if reason]
    return Verdict(
        quantity=quantity,
        splits=len(valued),
        chosen=_chosen(valued, grids),
        lam=_range(valued["C" if costs else "lambda"]),
        test_error=_mean(valued["test_error"]),
        test_error_sd=_sd(valued["test_error"]),
        best=best,
        regret=_mean(valued["regret"]),
        regret_sd=_sd(valued["regret"]),
        boundary=int(valued["on_boundary"].astype(bool).sum()),
        ties=int(valued["ties"].max()) if len(valued) else 0,
        reason="; ".join(reasons),
        strength=strength_name(costs=costs),
        undecided=doubts(valued),
        regret_low=max(tied[0] - best, 0.0),
        regret_high=tied[1] - best,
    )


def _mean(values: pd.Series) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _sd(values: pd.Series) -> float:
    return float(values.std()) if len(values) > 1 else float("nan")


def _chosen(valued: pd.DataFrame, grids: Families) -> str:
    kernels = valued["kernel"].unique().tolist()
    if len(kernels) == 1:
        return _family(str(kernels[0]), valued, grids, named=False)
    families = valued.groupby("kernel", sort=False)
    return " or ".join(_family(str(kernel), rows, grids, named=True) for kernel, rows in families)


def _family(kernel: str, rows: pd.DataFrame, grids: Families, *, named: bool) -> str:
    convention, values = str(rows["convention"].iloc[0]), rows["parameter"]
    family = grids.get(kernel)
    grid = family.points if family else ()
    convention = family.way if family else convention
    low = labels.parameter_text(float(values.min()), convention, grid)
    high = labels.parameter_text(float(values.max()), convention, grid)
    name = "" if kernel == GAUSSIAN.name and not named else f"{labels.kernel_name(kernel)} "
    if names_of(convention):
        return _by_name(values, convention)
    if low == high:
        return f"{name}{low}".strip() or labels.kernel_name(kernel)
    if kernel == PRECOMPUTED.name and values.nunique() <= MOST_MATRICES:  # nothing lies between
        every = [
            labels.written(value, convention, grid) for value in sorted(values.unique().tolist())
        ]
        return f"{name}{labels.symbol(convention)} = {' or '.join(every)}"
    return f"{name}{low} … {high.rpartition('= ')[2]}"


def _by_name(values: pd.Series, convention: str) -> str:
    """Gram matrices that were chosen; of many the most frequent ones and how many more."""
    counts = values.value_counts(sort=False).sort_index()  # as often: in the order of the matrices
    often = counts.sort_values(ascending=False, kind="stable").index.tolist()
    every = [labels.written(value, convention) for value in often]
    shown, more = every[:MOST_MATRICES], len(every) - MOST_MATRICES
    return f"{' or '.join(shown)}{f' or {more} more' if more > 0 else ''}"


def _range(values: pd.Series) -> str:
    numbers = values.dropna()
    if not len(numbers):
        return "–"
    low, high = labels.readable(float(numbers.min())), labels.readable(float(numbers.max()))
    return low if low == high else f"{low} … {high}"
