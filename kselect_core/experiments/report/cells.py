"""The results of a report as sheets of cells, as the papers print them: data sets by criteria."""

from typing import Any, NamedTuple

import numpy as np

from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.tables.report_numbers import NOTHING, Digits, decimals, number, spread
from kselect_core.experiments.tables.result_table import (
    AS_PRINTED,
    HIGHER,
    LOWER,
    NEAR,
    NO_VALUE,
    NOT_PRINTED,
)

SIGNS = {AS_PRINTED: "●", NEAR: "◐", LOWER: "▼", HIGHER: "▲", NOT_PRINTED: "", NO_VALUE: ""}


def signed(verdict: str) -> str:
    """Verdict behind its sign."""
    return f"{SIGNS.get(verdict, '')} {verdict}".strip()


class Cell(NamedTuple):
    """One criterion on one data set, in words; ``paper`` is empty where nothing is printed."""

    ours: str
    paper: str
    in_sd: str
    verdict: str
    sign: str
    best: bool
    not_worse: bool
    note: str


class Sheet(NamedTuple):
    """Results of one variant: data sets (or settings) in rows, criteria in columns."""

    title: str
    head: str
    criteria: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def sheets(content: ReportInput) -> tuple[Sheet, ...]:
    """One sheet per variant and setting, in the order of the result table.

    Where one data set was run under several settings, these are the rows of one sheet.
    """
    table, digits = content.results, decimals(content.results)
    tables = []
    row_of, sheet_of = "dataset", "setting"
    if table["dataset"].nunique() == 1 < table["setting"].nunique():
        row_of, sheet_of = sheet_of, row_of
    for key, part in table.groupby(["variant", sheet_of], sort=False):
        variant, title = map(str, key)
        names = tuple(part["criterion"].unique())
        rows = []
        for name, line in part.groupby(row_of, sort=False):
            cells = {row["criterion"]: cell_of(row, digits) for row in line.to_dict("records")}
            rows.append((str(name), tuple(cells.get(name) for name in names)))
        words = (title, f"variant {variant}" if variant else "")
        head = "data set" if row_of == "dataset" else "setting"
        tables.append(Sheet(", ".join(filter(None, words)), head, names, tuple(rows)))
    return tuple(tables)


def cell_of(row: dict[Any, Any], digits: Digits) -> Cell:
    """Cell of one row of a result table."""
    printed, in_sd = row["printed"], row["in_sd"]
    return Cell(
        ours=spread(row["mean"], row["sd"], digits),
        paper="" if np.isnan(printed) else spread(printed, row["printed_sd"], digits),
        in_sd=NOTHING if np.isnan(in_sd) else ("+" if in_sd > 0 else "") + number(in_sd, 1),
        verdict=row["verdict"],
        sign=SIGNS.get(row["verdict"], ""),
        best=bool(row["best"]),
        not_worse=bool(row["not_worse"] and not row["best"]),
        note=row["note"],
    )
