"""The table of choices: one row per criterion, numbers over the splits."""

from typing import NamedTuple

import pandas as pd

from kselect_core.selection.config import SweepConfig
from kselect_ui.labels import parameter_text, readable


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
    edges: str  # which edge
    ties: int
    reason: str  # why there is no choice


class Edge(NamedTuple):
    """An end of a family's grid on which criteria chose, and which they are."""

    kernel: str
    side: str  # "low" or "high"
    quantities: tuple[str, ...]


def verdicts(choices: pd.DataFrame, shown: tuple[str, ...]) -> list[Verdict]:
    """Return one verdict per shown criterion, in the order shown."""
    groups = {str(name): rows for name, rows in choices.groupby("quantity", sort=False)}
    return [_verdict(quantity, groups[quantity]) for quantity in shown if quantity in groups]


def part(choices: pd.DataFrame, scope: str, lam: float, split: int | None) -> pd.DataFrame:
    """Return the choices of one scope (``per_lambda``: at one λ) and one split, or all splits."""
    rows = choices[choices["scope"] == scope]
    if scope == "per_lambda":
        rows = rows[_near(rows["lambda"], lam)]
    return rows if split is None else rows[rows["split"] == split]


def edges(choices: pd.DataFrame, config: SweepConfig, shown: tuple[str, ...]) -> list[Edge]:
    """Return the ends of the grids on which a criterion shown chose in some split."""
    made = choices[choices["quantity"].isin(shown) & choices["value"].notna()]
    found = []
    for family in config.candidates:
        rows = made[made["kernel"] == family.kernel]
        for side, end in (("low", family.points[0]), ("high", family.points[-1])):
            there = set(rows.loc[_near(rows["parameter"], end), "quantity"])
            who = tuple(quantity for quantity in shown if quantity in there)
            if who and len(family.points) > 1:
                found.append(Edge(family.kernel, side, who))
    return found


def _near(values: pd.Series, value: float) -> pd.Series:
    return (values - value).abs() <= 1e-9 * abs(value)


def _verdict(quantity: str, rows: pd.DataFrame) -> Verdict:
    made = rows[rows["value"].notna()]
    reasons = [reason for reason in rows["reason"].fillna("").unique() if reason]
    edges = made.loc[made["on_boundary"].astype(bool), "boundary"].unique()
    return Verdict(
        quantity=quantity,
        splits=len(made),
        chosen=_chosen(made),
        lam=_range(made["lambda"]),
        test_error=_mean(made["test_error"]),
        test_error_sd=_sd(made["test_error"]),
        best=_mean(made["best_test_error"]),
        regret=_mean(made["regret"]),
        regret_sd=_sd(made["regret"]),
        boundary=int(made["on_boundary"].astype(bool).sum()),
        edges="; ".join(sorted(edges)),
        ties=int(made["ties"].max()) if len(made) else 0,
        reason="; ".join(reasons),
    )


def _mean(values: pd.Series) -> float:
    return float(values.mean()) if len(values) else float("nan")


def _sd(values: pd.Series) -> float:
    return float(values.std()) if len(values) > 1 else float("nan")


def _chosen(made: pd.DataFrame) -> str:
    families = made.groupby(["kernel", "convention"], sort=False)
    return " or ".join(_family(str(kernel), rows) for (kernel, _), rows in families)


def _family(kernel: str, rows: pd.DataFrame) -> str:
    convention, values = str(rows["convention"].iloc[0]), rows["parameter"]
    low = parameter_text(float(values.min()), convention)
    high = parameter_text(float(values.max()), convention)
    name = "" if kernel == "gaussian" else f"{kernel} "
    if low == high:
        return f"{name}{low}".strip() or kernel
    return f"{name}{low} … {high.rpartition('= ')[2]}"


def _range(values: pd.Series) -> str:
    known = values.dropna()
    if not len(known):
        return "–"
    low, high = readable(float(known.min())), readable(float(known.max()))
    return low if low == high else f"{low} … {high}"
