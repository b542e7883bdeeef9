"""Figures of an experiment: printed against ours, ranks, single splits, run times."""

import pandas as pd
import streamlit as st

from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.statistics.rank_tests import friedman, nemenyi
from kselect_core.experiments.tables.report_numbers import probability
from kselect_core.experiments.tables.result_table import ranks_input
from kselect_core.plotting.experiments.critical_difference import critical_difference
from kselect_core.plotting.experiments.printed_against_ours import printed_against_ours
from kselect_core.plotting.experiments.runtime_ratios import runtime_ratios, time_ratios
from kselect_core.plotting.experiments.split_dots import split_dots
from kselect_core.views.python import call, literal
from kselect_core.words.amounts import counted
from kselect_ui.experiments.code import figure
from kselect_ui.experiments.look import EVERY, ExperimentAt
from kselect_ui.server.shelf import remembered
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

ROW = "xrow"  # the row whose splits are shown
FEWEST = 2  # rows and criteria that can be ranked
RANKED = 3  # criteria from which Friedman's test exists


def measure(look: ExperimentAt) -> str:
    """Return what the values are: of a paper's run times, too, they are errors."""
    return "test_error" if look.part.measure == "seconds" else look.part.measure


def against(look: ExperimentAt) -> None:
    """Draw printed and our means of every row."""
    shown = look.results
    printed = bool(shown["printed"].notna().any())
    drawn = call("printed_against_ours", "results", measure=literal(measure(look)), columns="2")
    beside = "Open squares: printed mean ± sd. " if printed else ""
    charts.show(
        Chart(
            key="x_against",
            name="Printed means against ours" if printed else "Mean of every criterion",
            figure=remembered(printed_against_ours)(shown, measure=measure(look), columns=2),
            numbers=lambda: shown,
            caption=f"{beside}Filled marks: our mean ± sd over the splits. {where(look)}",
            code=figure(look, "printed_against_ours", drawn),
        )
    )


def ranks(look: ExperimentAt) -> None:
    """Draw the critical-difference diagram, or say why there is none."""
    scores = ranks_input(look.results, variant=look.variant)
    rows, names = scores.shape
    if look.several:
        st.info("Rows of one data set under several settings are not independent: choose one.")
        return
    if rows < FEWEST or names < FEWEST:
        st.info(
            "Ranks need at least two data sets on which every criterion has a value; here "
            f"{'is' if rows == 1 else 'are'} {rows}."
        )
        return
    part = look.part
    found = nemenyi(scores, level=part.level, better=part.better)
    told = friedman(scores, better=part.better) if names >= RANKED else None
    tested = (
        f"Friedman's test that all are alike: {_p(told.F_p)} (Iman–Davenport). "
        if told is not None and told.F_p == told.F_p
        else ""
    )
    facts = {"cd": "found.cd", "cliques": "found.cliques", "datasets": "found.datasets"}
    charts.show(
        Chart(
            key="x_ranks",
            name="Average ranks with the critical difference",
            figure=remembered(critical_difference)(
                found.ranks,
                cd=found.cd,
                cliques=found.cliques,
                datasets=found.datasets,
                level=part.level,
            ),
            numbers=lambda: _named(found.ranks),
            caption=(
                f"Average rank over {counted(found.datasets, 'data set')}, 1 is best. Criteria "
                "joined by a bar are not told apart by Nemenyi's test at level "
                f"{part.level:g}. {tested}{where(look)}"
            ),
            code=figure(
                look,
                "critical_difference",
                call("critical_difference", "found.ranks", **facts, level=literal(part.level)),
                before=(
                    "from kselect_core.experiments.statistics.rank_tests import nemenyi",
                    "from kselect_core.experiments.tables.result_table import ranks_input",
                ),
                after=(
                    f"scores = {call('ranks_input', 'results', variant=literal(look.variant))}",
                    "found = "
                    + call(
                        "nemenyi",
                        "scores",
                        level=literal(part.level),
                        better=literal(part.better),
                    ),
                ),
            ),
        )
    )


def row_of(table: pd.DataFrame) -> "pd.Series[str]":
    """Return for each line of a table how its row is called in the list and in the link."""
    setting = table["setting"].astype(str)
    return table["dataset"].astype(str).where(setting == "", table["dataset"] + ", " + setting)


def chosen_row(look: ExperimentAt) -> str:
    """Draw the list of rows; returns the one whose splits are shown."""
    names = list(dict.fromkeys(row_of(look.outcomes)))
    return linked.one(
        "Splits of",
        names,
        key=ROW,
        default=names[0],
        help="Or click a row of the table of results.",
    )


def splits(look: ExperimentAt, name: str) -> None:
    """Draw the values of one row, split by split."""
    mine = look.outcomes[row_of(look.outcomes) == name]
    dataset, setting = mine[["dataset", "setting"]].iloc[0]
    kept = [f'outcomes = outcomes[outcomes["dataset"] == {literal(str(dataset))}]']
    if look.setting == EVERY and setting:
        kept.append(f'outcomes = outcomes[outcomes["setting"] == {literal(str(setting))}]')
    charts.show(
        Chart(
            key="x_splits",
            name=f"Every split of {name}",
            figure=remembered(split_dots)(mine, measure=measure(look)),
            numbers=lambda: mine,
            caption=(
                "A dot is a split, top to bottom in their order; red: the mean. Last line: the "
                f"best value that any candidate had. {where(look)}"
            ),
            code=figure(
                look,
                "split_dots",
                call("split_dots", "outcomes", measure=literal(measure(look))),
                of="outcomes",
                after=tuple(kept),
            ),
        )
    )


def runtimes(look: ExperimentAt) -> None:
    """Draw how much longer or shorter each criterion takes than the reference."""
    part = look.part
    ours = part.timings[part.timings["variant"] == look.variant]
    names = {"reference": literal(part.reference)}
    paper = _printed_seconds(look)
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    if paper is not None:
        table = literal(look.experiment.plan.protocol.printed)
        before = ("from kselect_core.experiments.protocol.printed import printed",)
        after = (
            f"paper = printed({table})",
            'paper = paper[paper["dataset"].isin(timings["dataset"])]',
        )
        names = {"printed": "paper"} | names
    charts.show(
        Chart(
            key="x_times",
            name=f"Time of every criterion as a multiple of that of {part.reference}",
            figure=remembered(runtime_ratios)(ours, paper, reference=part.reference),
            numbers=lambda: time_ratios(ours, paper, reference=part.reference),
            caption=(
                f"Left of 1 is faster than {part.reference} in the same run, kernel matrices "
                f"included. Only ratios can be compared with another machine's. {where(look)}"
            ),
            code=figure(
                look,
                "runtime_ratios",
                call("runtime_ratios", "timings", **names),
                of="timings",
                before=before,
                after=after,
            ),
        )
    )


def where(look: ExperimentAt) -> str:
    """Return what every caption says: which experiment, variant and setting, how far."""
    parts = [
        f"{look.content.name}, plan {look.content.plan[:12]}",
        f"variant {look.variant}" if look.variant else "",
        look.setting if look.setting != EVERY else "",
        f"seed {look.content.seed}",
        f"{look.done} of {look.experiment.plan.count} tasks",
    ]
    return " · ".join(part for part in parts if part)


def _p(value: float) -> str:
    text = probability(value)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def _named(found: pd.Series) -> pd.DataFrame:
    """Return the average ranks as a table."""
    return found.rename("average rank").rename_axis("criterion").reset_index()


def _printed_seconds(look: ExperimentAt) -> pd.DataFrame | None:
    protocol = look.experiment.plan.protocol
    if protocol.measure != "seconds" or not protocol.printed:
        return None
    paper = printed(protocol.printed)
    return paper[paper["dataset"].isin(look.part.timings["dataset"])]
