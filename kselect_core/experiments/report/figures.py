"""The figures of a report: printed beside ours, times, and criteria that are not told apart."""

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.statistics.rank_tests import friedman, nemenyi
from kselect_core.experiments.tables.result_table import ranks_input
from kselect_core.plotting.experiments.critical_difference import critical_difference
from kselect_core.plotting.experiments.printed_against_ours import printed_against_ours
from kselect_core.plotting.experiments.runtime_ratios import runtime_ratios
from kselect_core.plotting.output.page_report import Drawn

FEWEST_SETS, FEWEST_CRITERIA = 5, 3
"""Data sets and criteria from which average ranks are ranks."""


def with_figures(content: ReportInput) -> ReportInput:
    """Return the same report with its figures drawn."""
    return replace(content, figures=tuple(_figures(content)))


def _figures(content: ReportInput) -> Iterator[Drawn]:
    for key, rows in content.results.groupby("variant", sort=False):
        named = f", variant {key!s}" if key != "" else ""
        if rows["printed"].notna().any():
            yield Drawn(
                f"Printed and ours{named}",
                printed_against_ours(rows, measure=content.measure),
                "Means with their standard deviations over the splits.",
            )
        for setting, part in rows.groupby("setting", sort=False):
            where = named + (f", {setting!s}" if setting != "" else "")
            yield from _ranks(content, part, where)
    if not len(content.timings):
        return
    for key, times in content.timings.groupby("variant", sort=False):
        yield Drawn(
            "Time" + (f", variant {key!s}" if key != "" else ""),
            runtime_ratios(times, _printed_times(content), reference=content.reference),
            f"Seconds of each criterion relative to those of {content.reference} in the same run.",
        )


def _ranks(content: ReportInput, rows: pd.DataFrame, where: str) -> Iterator[Drawn]:
    """Critical-difference diagram, where there are data sets enough for one."""
    scores = ranks_input(rows, variant=str(rows["variant"].iloc[0]))
    if scores.shape[0] < FEWEST_SETS or scores.shape[1] < FEWEST_CRITERIA:
        return
    test = friedman(scores, better=content.better)
    ranks = nemenyi(scores, level=content.level, better=content.better)
    figure = critical_difference(
        ranks.ranks, cd=ranks.cd, cliques=ranks.cliques, datasets=ranks.datasets, level=ranks.level
    )
    yield Drawn(
        f"Average ranks{where}",
        figure,
        f"Ranks over {ranks.datasets} data sets, 1 is best; criteria under one bar are not "
        f"distinguished by Nemenyi's test at {100 * ranks.level:g} %. "
        f"Friedman's test: p = {test.p:.3g}.",
    )


def _printed_times(content: ReportInput) -> pd.DataFrame | None:
    name = parse(content.protocol).printed if content.protocol else ""
    return printed(name) if name and content.measure == "seconds" else None
