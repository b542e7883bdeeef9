"""The tables of a report beside its results: heads and cells as text, without any mark-up."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.experiments.report.cells import cell_of
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.tables.agreement import comparisons
from kselect_core.experiments.tables.report_numbers import NOTHING, decimals, probability, three
from kselect_core.words.labels import number_text


class Grid(NamedTuple):
    """Any other table: heads and cells, and which columns are numbers."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]
    about: str = ""


def all_rows(content: ReportInput) -> Grid:
    """Every row of the result table: printed, ours, difference in deviations, verdict."""
    digits = decimals(content.results)
    rows = []
    for row in content.results.to_dict("records"):
        cell = cell_of(row, digits)
        marks = "best" if cell.best else "not worse" if cell.not_worse else ""
        place = tuple(row[key] or NOTHING for key in ("variant", "dataset", "setting", "criterion"))
        numbers = (cell.paper or NOTHING, cell.ours, cell.in_sd, cell.verdict, marks)
        rows.append((*place, *numbers, probability(row["p"]), str(row["splits"]), _remark(row)))
    heads = (
        *("variant", "data set", "setting", "criterion", "printed", "ours"),
        *("difference in printed sd", "verdict", "mark", "p", "splits", "remark"),
    )
    numeric = (False,) * 4 + (True,) * 3 + (False, False, True, True, False)
    return without_empty(Grid("All rows", heads, tuple(rows), numeric))


def _remark(row: dict[Any, Any]) -> str:
    """Why there is no p, and what else is remarked."""
    return "; ".join(filter(None, (row["no_p"], row["note"])))


def tables(content: ReportInput) -> tuple[Grid, ...]:
    """Tables between the results and the open questions."""
    further = [plain(title, table) for title, table in content.tables]
    time = None if content.measure == "seconds" else runtime(content)
    return tuple(grid for grid in (*further, orders(content), time) if grid)


def first(content: ReportInput) -> tuple[Grid, ...]:
    """Tables before the results: the run times where they are what is measured."""
    time = runtime(content) if content.measure == "seconds" else None
    return (time,) if time else ()


def orders(content: ReportInput) -> Grid | None:
    """On how many rows two criteria come out in the printed order."""
    if not content.results["printed"].notna().any():
        return None
    table = comparisons(content.results, better=content.better)
    part = table[table["rows"] > 0]
    if not len(part):
        return None
    rows = tuple(
        (row[0] or NOTHING, *map(str, row[1:])) for row in part.itertuples(index=False, name=None)
    )
    heads = (
        *("variant", "criterion", "against", "rows"),
        *("better as printed", "better here", "same order", "equal here"),
    )
    about = (
        "Only the order of two means counts here, however small their difference is. Equal means "
        "often come from equal choices."
    )
    return without_empty(Grid("Order of the means", heads, rows, (False,) * 3 + (True,) * 5, about))


def runtime(content: ReportInput) -> Grid | None:
    """How many times as long as each criterion the reference takes, here and as printed."""
    table, who = content.runtime, content.reference
    if not len(table):
        return None
    names = [name for name in table["criterion"].unique() if name != who]
    rows = []
    for key, part in table.groupby(["variant", "dataset"], sort=False):
        variant, dataset = map(str, key)
        cells = {row["criterion"]: row for row in part.to_dict("records")}
        seconds = three(cells[who]["seconds"]) if who in cells else NOTHING
        ratios = (_ratio(cells.get(name)) for name in names)
        rows.append((variant or NOTHING, dataset, seconds, *ratios))
    heads = ("variant", "data set", f"{who}, seconds per split", *(f"{who} : {n}" for n in names))
    about = (
        f"How many times as long as each criterion {who} takes; as printed in parentheses. "
        "Machines differ: only ratios of one run can be compared with printed ratios."
    )
    numeric = (False, False, *(True for _ in heads[2:]))
    return without_empty(Grid("Time", heads, tuple(rows), numeric, about))


def _ratio(row: dict[Any, Any] | None) -> str:
    """Ratio here, and the printed one in parentheses."""
    if row is None:
        return NOTHING
    paper = "" if np.isnan(row["printed_ratio"]) else f" ({three(row['printed_ratio'])})"
    return three(row["ratio"]) + paper


def remarks(content: ReportInput) -> Grid:
    """Every remark with the places it is made about."""
    places: dict[str, list[str]] = {}
    for row in content.results[content.results["note"] != ""].to_dict("records"):
        place = ", ".join(
            row[key] for key in ("variant", "dataset", "setting", "criterion") if row[key]
        )
        for note in row["note"].split("; "):
            places.setdefault(note, []).append(place)
    rows = tuple((note, str(len(where)), "; ".join(where)) for note, where in places.items())
    return Grid("Remarks", ("remark", "times", "where"), rows, (False, True, False))


def plain(title: str, table: pd.DataFrame) -> Grid:
    """Any table as it is."""
    numeric = tuple(pd.api.types.is_numeric_dtype(kind) for kind in table.dtypes)
    rows = tuple(
        tuple(number_text(value, 4) if isinstance(value, float) else str(value) for value in row)
        for row in table.itertuples(index=False, name=None)
    )
    return Grid(title, tuple(str(name).replace("_", " ") for name in table), rows, numeric)


def progress(content: ReportInput) -> Grid:
    """What was run: data sets, finished tasks and their total, digests of the data."""
    rows = tuple(
        (p.variant or NOTHING, p.dataset, f"{p.finished} of {p.total}", p.digest[:12] or NOTHING)
        for p in content.progress
    )
    heads = ("variant", "data set", "finished tasks", "SHA-256 of the data")
    return without_empty(Grid("What was run", heads, rows, (False, False, True, False)))


def failures(content: ReportInput) -> Grid:
    """Tasks that were given up."""
    rows = tuple(
        (f.variant or NOTHING, f.dataset, str(f.task), str(f.attempts), f.reason)
        for f in content.failures
    )
    heads = ("variant", "data set", "task", "attempts", "reason")
    return without_empty(Grid("Failures", heads, rows, (False, False, True, True, False)))


def silent(content: ReportInput) -> Grid:
    """What the source leaves open and what was taken."""
    rows = tuple((s.field, s.here, s.why, ", ".join(s.others)) for s in content.silent)
    return Grid(
        "What the paper leaves open, and what was used here",
        ("entry", "taken here", "why", "what else it could be"),
        rows,
        (False,) * 4,
    )


def variants(content: ReportInput) -> Grid:
    """Which entries the variants set otherwise."""
    rows = tuple(
        (v.name, v.about, ", ".join(f"{key} = {value}" for key, value in v.set.items()))
        for v in content.variants
    )
    return Grid("Variants", ("variant", "about", "set otherwise"), rows, (False,) * 3)


def without_empty(grid: Grid) -> Grid:
    """Grid without the columns in which no row has anything."""
    columns = [
        k for k in range(len(grid.heads)) if any(row[k] not in ("", NOTHING) for row in grid.rows)
    ]
    return grid._replace(
        heads=tuple(grid.heads[k] for k in columns),
        rows=tuple(tuple(row[k] for k in columns) for row in grid.rows),
        numeric=tuple(grid.numeric[k] for k in columns),
    )
