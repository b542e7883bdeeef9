"""Tables of an experiment: results, single splits, run times, variants side by side."""

from types import MappingProxyType
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core.experiments.report.cells import Cell, cell_of, sheets
from kselect_core.experiments.report.grids import Grid, runtime
from kselect_core.experiments.tables.report_numbers import decimals, probability
from kselect_core.experiments.tables.result_table import (
    AS_PRINTED,
    HIGHER,
    LOWER,
    NEAR,
    NO_VALUE,
    NOT_PRINTED,
)
from kselect_core.experiments.views import ExperimentAt, row_names
from kselect_ui.experiments.look import AS_IT_SAYS, ROW
from kselect_ui.server.messages import plain
from kselect_ui.widgets import linked

RESULTS = "x_results"
TALL, ROW_HEIGHT, LINE, FRAME = 460, 35, 21, 60  # pixels
SIGNS = MappingProxyType(
    {
        AS_PRINTED: "● as printed",
        NEAR: "◐ near",
        LOWER: "▼ lower",
        HIGHER: "▲ higher",
        NOT_PRINTED: "not printed",
        NO_VALUE: "no value",
    }
)
BEST, NOT_WORSE = "★", "≈"
_COLUMNS: dict[str, Any] = {
    "data set": st.column_config.TextColumn(width=95),
    "criterion": st.column_config.TextColumn(width=66),
    "printed": st.column_config.TextColumn(
        alignment="right", width=92, help="mean ± sd in the paper"
    ),
    "ours": st.column_config.TextColumn(
        alignment="right",
        width=102,
        help="mean ± sd over our splits; ★ best of its data set, ≈ not significantly worse",
    ),
    "difference in printed sd": st.column_config.NumberColumn(
        "in sd",
        format="%+.2f",
        width=56,
        help="difference in printed sd: (ours − printed) / printed standard deviation",
    ),
    "verdict": st.column_config.TextColumn(
        width=88, help="as printed: within one printed sd; near: within two; else lower or higher"
    ),
    "p": st.column_config.TextColumn(
        alignment="right",
        width=58,
        help="of the test that it is worse than the best of its data set",
    ),
    "splits": st.column_config.NumberColumn(width=52),
}


def results(at: ExperimentAt) -> None:
    """Draw printed, ours, difference and verdict of every row; a click shows its splits."""
    shown = result_rows(at)
    names = row_names(at.results).tolist()
    st.dataframe(
        shown,
        hide_index=True,
        height=min(_beside_figure(at), ROW_HEIGHT * (len(shown) + 1) + 3),
        placeholder="–",
        key=RESULTS,
        column_config=_COLUMNS,
        on_select=lambda: _picked(names),
        selection_mode="single-row",
        alt="Results: printed, ours, difference in printed standard deviations, verdict",
    )


def result_rows(at: ExperimentAt) -> pd.DataFrame:
    """Return the result table for people."""
    digits = decimals(at.results)
    rows = []
    for row in at.results.to_dict("records"):
        cell = cell_of(row, digits)
        rows.append(
            {
                "data set": row["dataset"],
                "setting": row["setting"],
                "criterion": row["criterion"],
                "printed": cell.paper,
                "ours": f"{BEST if cell.best else NOT_WORSE if cell.not_worse else ''} {cell.ours}",
                "difference in printed sd": row["in_sd"],
                "verdict": SIGNS.get(cell.verdict, cell.verdict),
                "p": probability(row["p"]),
                "splits": row["splits"],
                "remark": "; ".join(filter(None, (row["no_p"], cell.note))),
            }
        )
    table = pd.DataFrame(rows)
    optional = ("setting", "printed", "remark")
    empty = [name for name in optional if not table[name].astype(bool).any()]
    if len(set(table["setting"])) == 1 and "setting" not in empty:
        empty.append("setting")  # the list above says it
    if "printed" in empty:
        empty += ["difference in printed sd", "verdict"]
    return table.drop(columns=empty)


def sheet(at: ExperimentAt) -> None:
    """Draw, when asked, the results as papers print them: data sets down, criteria across."""
    place = st.expander(
        "As papers print it: criteria side by side", key="x_sheet", on_change="rerun"
    )
    if not place.open:
        return
    with place:
        for found in sheets(at.part):
            rows = [
                {found.head: name}
                | {c: _cell(cell) for c, cell in zip(found.criteria, cells, strict=True)}
                for name, cells in found.rows
            ]
            st.dataframe(
                pd.DataFrame(rows), hide_index=True, alt=f"Results side by side {found.title}"
            )
        st.caption("Ours, with the printed number in parentheses; ★ best, ≈ not worse.")


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    mark = BEST if cell.best else NOT_WORSE if cell.not_worse else ""
    return f"{mark} {cell.ours} ({cell.paper})" if cell.paper else f"{mark} {cell.ours}"


def times(at: ExperimentAt) -> None:
    """Draw the run times as ratios to the reference, beside the printed ones."""
    grid = runtime(at.part)
    if grid is not None:
        draw(grid)


def split_values(at: ExperimentAt, name: str) -> None:
    """Draw the values of a row: criteria down, splits across."""
    table = at.outcomes
    mine = table[row_names(table) == name]
    wide = mine.pivot_table("value", "criterion", "split", aggfunc="first", sort=False)
    wide.columns = [str(int(split) + 1) for split in wide.columns]
    places = 2 if at.measure.startswith(("test_error", "test_acc")) else 5
    st.dataframe(
        wide,
        placeholder="–",
        column_config={
            str(name): st.column_config.NumberColumn(format=f"%.{places}f") for name in wide
        },
        alt=f"Value of every criterion on every split of {name}",
    )


def draw(grid: Grid, *, caption: bool = True) -> None:
    """Draw a table of the report."""
    table = pd.DataFrame(list(grid.rows), columns=list(grid.heads))
    config: dict[str, Any] = {
        head: st.column_config.TextColumn(alignment="right")
        for head, numeric in zip(grid.heads, grid.numeric, strict=True)
        if numeric
    }
    st.dataframe(table, hide_index=True, column_config=config, alt=grid.title)
    if caption and grid.about:
        st.caption(plain(grid.about, limit=600))


def draw_beside(at: ExperimentAt) -> None:
    """Draw the means of all variants side by side, all with the same decimals."""
    table = beside(at)
    places = decimals(at.content.results).mean
    config: dict[str, Any] = {
        str(name): st.column_config.NumberColumn(format=f"%.{places}f")
        for name in table.select_dtypes("number")
    }
    st.dataframe(
        table,
        hide_index=True,
        placeholder="–",
        column_config=config,
        alt="Means of every variant side by side",
    )


def beside(at: ExperimentAt) -> pd.DataFrame:
    """Return the means of all variants side by side, one column each, and the printed ones."""
    table = at.content.results
    table = table.assign(name=table["variant"].where(table["variant"] != "", AS_IT_SAYS))
    keys = ["dataset", "setting", "criterion"]
    wide = table.pivot_table("mean", keys, "name", aggfunc="first", sort=False, dropna=False)
    order = list(dict.fromkeys(table["name"]))
    paper = table.groupby(keys, sort=False)["printed"].first()
    wide = wide[order].reindex(paper.index).round(decimals(table).mean)
    if paper.notna().any():
        wide.insert(0, "printed", paper)
    found = wide.reset_index().rename(columns={"dataset": "data set"})
    return found.drop(columns=[] if found["setting"].astype(bool).any() else ["setting"])


def _beside_figure(at: ExperimentAt) -> int:
    """Return about as many pixels as the figure of the same rows takes, with two panels a line."""
    rows, panels = len(set(row_names(at.results))), len(set(at.results["criterion"]))
    return max(TALL, (panels + 1) // 2 * (LINE * rows + FRAME))


def _picked(names: list[str]) -> None:
    rows = st.session_state[RESULTS].selection.rows
    if rows and rows[0] < len(names):
        linked.put(ROW, names[rows[0]])
