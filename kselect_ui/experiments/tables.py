"""Tables of an experiment: results, single splits, run times, variants side by side."""

from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from kselect_core.experiments.report import marked
from kselect_core.experiments.report.grids import Grid, runtime
from kselect_core.experiments.tables.report_numbers import decimals
from kselect_core.experiments.tables.titled import row_title, titled
from kselect_core.experiments.views import ExperimentAt, row_names
from kselect_ui.experiments.look import ROW
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import of_place
from kselect_ui.widgets import linked

RESULTS = "x_results"
TALL, ROW_HEIGHT, LINE, FRAME = 460, 35, 21, 60  # pixels
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
    shown, names = of_place("results", at, _results)
    st.dataframe(
        shown,
        hide_index=True,
        height=min(_beside_figure(at, names), ROW_HEIGHT * (len(shown) + 1) + 3),
        placeholder="–",
        key=RESULTS,
        column_config=_COLUMNS,
        on_select=lambda: _picked(names),
        selection_mode="single-row",
        alt="Results: printed, ours, difference in printed standard deviations, verdict",
    )


def sheet(at: ExperimentAt) -> None:
    """Draw, when asked, the results as papers print them: data sets down, criteria across."""
    place = st.expander(
        "As papers print it: criteria side by side", key="x_sheet", on_change="rerun"
    )
    if not place.open:
        return
    with place:
        for title, table in marked.marked_sheets(replace(at.part, results=titled(at.results))):
            st.dataframe(table, hide_index=True, alt=f"Results side by side {title}")
        st.caption("Ours, with the printed number in parentheses; ★ best, ≈ not worse.")


def times(at: ExperimentAt) -> None:
    """Draw the run times as ratios to the reference, beside the printed ones."""
    grid = of_place("times", at, _times)
    if grid is not None:
        draw(grid)


def split_values(at: ExperimentAt, name: str) -> None:
    """Draw the values of a row: criteria down, splits across."""
    wide = of_place(f"splits of {name}", at, partial(_split_values, name))
    places = 2 if at.measure.startswith(("test_error", "test_acc")) else 5
    st.dataframe(
        wide,
        placeholder="–",
        column_config={
            str(name): st.column_config.NumberColumn(format=f"%.{places}f") for name in wide
        },
        alt=f"Value of every criterion on every split of {row_title(name)}",
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
    table = marked.variants_beside(titled(at.content.results))
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


def _split_values(name: str, at: ExperimentAt) -> pd.DataFrame:
    return marked.split_values(at.outcomes[at.rows == name])


def _results(at: ExperimentAt) -> tuple[pd.DataFrame, list[str]]:
    return marked.marked_results(titled(at.results)), row_names(at.results).tolist()


def _times(at: ExperimentAt) -> Grid | None:
    return runtime(replace(at.part, runtime=titled(at.part.runtime)))


def _beside_figure(at: ExperimentAt, names: list[str]) -> int:
    """Return about as many pixels as the figure of the same rows takes, with two panels a line."""
    rows, panels = len(set(names)), len(set(at.results["criterion"]))
    return max(TALL, (panels + 1) // 2 * (LINE * rows + FRAME))


def _picked(names: list[str]) -> None:
    rows = st.session_state[RESULTS].selection.rows
    if rows and rows[0] < len(names):
        linked.put(ROW, names[rows[0]])
