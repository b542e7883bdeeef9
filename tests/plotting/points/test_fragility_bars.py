"""Bars of fragility: order, colours, words."""

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.theme import style, transparent
from kselect_core.plotting.points.fragility_bars import SMALLEST, bars, fragility_bars


def summary():
    return pd.DataFrame(
        {
            "quantity": ["loo", "kta", "sps"],
            "points": [50, 50, 50],
            "moved": [0.5, 0.02, 0.0],
            "steps": [1.25, np.nan, 0.0],
        }
    )


def test_bars_are_those_of_the_summary():
    found = bars(summary())
    assert found.quantities == ("loo", "kta", "sps")
    assert found.moved.tolist() == [0.5, 0.02, 0.0]
    assert found.points == 50


def test_a_bar_says_share_and_steps():
    (trace,) = fragility_bars(summary()).data
    assert trace.text == ("50.0 %, 1.2 steps", "2.0 %", "never")
    assert trace.y == ("LOO", "KTA", "SPS")
    assert trace.customdata == ("loo", "kta", "sps")


def test_colours_are_those_of_the_criteria_and_the_selected_one_is_full():
    (trace,) = fragility_bars(summary(), selected="kta").data
    assert trace.marker.color[1] == transparent(style("kta").colour, 1.0)
    assert trace.marker.color[0] == transparent(style("loo").colour, 0.45)


def test_nothing_does_not_look_like_much():
    figure = fragility_bars(summary().assign(moved=0.0))
    assert figure.layout.xaxis.range[1] > SMALLEST
    empty = fragility_bars(summary().iloc[:0])
    assert len(empty.data[0].x) == 0
