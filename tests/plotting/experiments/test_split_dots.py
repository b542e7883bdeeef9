"""A dot for each split, a bar for the mean, and what was best on the grid below."""

import pandas as pd
import pytest

from kselect_core.plotting.experiments.split_dots import BEST, rows, split_dots

NAN = float("nan")


def outcomes(best=(1.0, 2.0)):
    found = [("CV", 0, 2.0), ("CV", 1, 4.0), ("<b>SM</b>", 0, NAN), ("<b>SM</b>", 1, 3.0)]
    table = pd.DataFrame(found, columns=["criterion", "split", "value"])
    return table.assign(best=[best[split] for split in table["split"]])


def test_lines_stand_in_the_order_of_the_table_with_the_best_of_the_grid_last():
    lines = rows(outcomes())
    assert [line.name for line in lines] == ["CV", "<b>SM</b>", BEST]
    assert lines[2].points.tolist() == [1.0, 2.0]
    assert [line.name for line in rows(outcomes((NAN, NAN)))] == ["CV", "<b>SM</b>"]


def test_dots_are_the_known_values_and_bars_their_means():
    figure = split_dots(outcomes())
    splits, best, means = figure.data
    assert list(splits.x) == [2.0, 4.0, 3.0]
    assert list(best.x) == [1.0, 2.0]
    assert list(means.x) == [3.0, 3.0, 1.5]
    assert splits.y[0] < 0 < splits.y[1]
    assert splits.text[1] == "CV, split 2: 4"
    assert figure.layout.yaxis.ticktext[1] == "&lt;b&gt;SM&lt;/b&gt;"
    assert figure.layout.xaxis.title.text == "test error (%)"
    assert figure.layout.xaxis.range[0] == pytest.approx(0.91)


def test_nothing_known_is_drawn_as_nothing():
    table = outcomes((NAN, NAN)).assign(value=NAN)
    assert not len(split_dots(table, measure="test_squared_error").data[0].x)
