"""The figures of a report."""

import pandas as pd
import pytest

from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.experiments.report.figures import with_figures
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.tables.result_table import result_table

SETS, CRITERIA = ("a", "b", "c", "d", "e"), ("SM", "CV", "ER")


@pytest.fixture
def content():
    outcomes = pd.DataFrame(
        {
            "variant": "",
            "dataset": dataset,
            "setting": "",
            "criterion": criterion,
            "split": split,
            "value": 10.0 + row + column + 0.1 * split,
            "reason": "",
        }
        for row, dataset in enumerate(SETS)
        for column, criterion in enumerate(CRITERIA)
        for split in range(3)
    )
    cells = outcomes[outcomes["split"] == 0].rename(columns={"value": "mean"}).assign(sd=1.0)
    seconds = outcomes.rename(columns={"value": "seconds"})
    return ReportInput(
        name="short",
        title="Five sets",
        results=result_table(outcomes, cells),
        outcomes=outcomes,
        timings=seconds,
        measure="seconds",
        protocol=load_protocol("sm-table3").text,
    )


def test_means_ranks_and_times_are_drawn(content):
    figures = with_figures(content).figures
    assert [drawn.name for drawn in figures] == ["Printed and ours", "Average ranks", "Time"]
    assert all(drawn.figure.data for drawn in figures)
    assert "Ranks over 5 data sets" in figures[1].caption


def test_four_data_sets_are_too_few_for_ranks(content):
    fewer = content.results[content.results["dataset"] != "e"].assign(printed=float("nan"))
    content = ReportInput(name="n", title="t", results=fewer, outcomes=content.outcomes)
    assert with_figures(content).figures == ()
