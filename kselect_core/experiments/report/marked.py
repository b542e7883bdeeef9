"""Tables of an experiment as people read them: results with marks, and side by side."""

from collections.abc import Iterator

import pandas as pd

from kselect_core.experiments.report.cells import Cell, cell_of, sheets, signed
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.tables.report_numbers import decimals, probability
from kselect_core.plotting.experiments.printed_against_ours import ITSELF

BEST, NOT_WORSE = "★", "≈"


def marked_results(results: pd.DataFrame) -> pd.DataFrame:
    """Printed, ours, difference and verdict of every row; columns that say nothing are left out."""
    digits = decimals(results)
    rows = []
    for row in results.to_dict("records"):
        cell = cell_of(row, digits)
        rows.append(
            {
                "data set": row["dataset"],
                "setting": row["setting"],
                "criterion": row["criterion"],
                "printed": cell.paper,
                "ours": _marked(cell),
                "difference in printed sd": row["in_sd"],
                "verdict": signed(cell.verdict),
                "p": probability(row["p"]),
                "splits": row["splits"],
                "remark": "; ".join(filter(None, (row["no_p"], cell.note))),
            }
        )
    table = pd.DataFrame(rows)
    optional = ("setting", "printed", "remark")
    empty = [name for name in optional if not table[name].astype(bool).any()]
    if len(set(table["setting"])) == 1 and "setting" not in empty:
        empty.append("setting")  # who shows the table says it
    if "printed" in empty:
        empty += ["difference in printed sd", "verdict"]
    return table.drop(columns=empty)


def marked_sheets(content: ReportInput) -> Iterator[tuple[str, pd.DataFrame]]:
    """Title and table of every sheet as papers print them: data sets down, criteria across."""
    for sheet in sheets(content):
        rows = [
            {sheet.head: name}
            | {c: _beside_printed(cell) for c, cell in zip(sheet.criteria, cells, strict=True)}
            for name, cells in sheet.rows
        ]
        yield sheet.title, pd.DataFrame(rows)


def split_values(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Values of one row of an experiment: criteria down, splits across, numbered from 1."""
    wide = outcomes.pivot_table("value", "criterion", "split", aggfunc="first", sort=False)
    wide.columns = [str(int(split) + 1) for split in wide.columns]
    return wide


def variants_beside(results: pd.DataFrame) -> pd.DataFrame:
    """Means of all variants side by side, one column each, and the printed ones."""
    table = results.assign(name=results["variant"].where(results["variant"] != "", ITSELF))
    keys = ["dataset", "setting", "criterion"]
    wide = table.pivot_table("mean", keys, "name", aggfunc="first", sort=False, dropna=False)
    order = list(dict.fromkeys(table["name"]))
    paper = table.groupby(keys, sort=False)["printed"].first()
    wide = wide[order].reindex(paper.index).round(decimals(table).mean)
    if paper.notna().any():
        wide.insert(0, "printed", paper)
    beside = wide.reset_index().rename(columns={"dataset": "data set"})
    return beside.drop(columns=[] if beside["setting"].astype(bool).any() else ["setting"])


def _marked(cell: Cell) -> str:
    return f"{BEST if cell.best else NOT_WORSE if cell.not_worse else ''} {cell.ours}"


def _beside_printed(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return f"{_marked(cell)} ({cell.paper})" if cell.paper else _marked(cell)
