"""Figures as their descriptions: the same picture, without its objects."""

import json
from copy import deepcopy

import plotly.graph_objects as go

from kselect_core.plotting.kit.written import shapes_of, with_shapes, written

LINE = {"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "name": "cursor"}


def figure():
    return go.Figure({"data": [{"type": "scatter", "y": [1, 2]}], "layout": {"shapes": [LINE]}})


def test_a_written_figure_says_what_the_figure_says():
    assert json.loads(written(figure()).to_json()) == json.loads(figure().to_json())
    assert written(figure()).layout.shapes[0].x0 == 1
    assert written(figure()).data[0].y == (1, 2)
    assert written(figure()) == figure()


def test_it_is_made_once_for_each_figure():
    drawn = figure()
    assert written(drawn) is written(drawn)
    assert written(written(drawn)) is written(drawn)


def test_other_shapes_leave_the_figure_and_its_description_as_they_are():
    drawn = figure()
    before = deepcopy(written(drawn).to_dict())
    moved = with_shapes(drawn, [{**LINE, "x0": 7}])
    assert shapes_of(moved) == [{**LINE, "x0": 7}]
    assert written(drawn).to_dict() == before
    assert moved.to_dict()["data"] is written(drawn).to_dict()["data"]
