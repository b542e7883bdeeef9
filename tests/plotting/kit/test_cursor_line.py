"""The cursor moves, the curves stay, and the figure it came from is not touched."""

import plotly.graph_objects as go

from kselect_core.plotting.kit.cursor_line import cursor_of, moved, without_cursor
from kselect_core.plotting.kit.written import shapes_of


def figure():
    line = {"type": "line", "y0": 0, "y1": 1}
    shapes = [
        {**line, "name": "cursor", "x0": 1.0, "x1": 1.0},
        {**line, "name": "level", "x0": 0.0, "x1": 9.0},
    ]
    return go.Figure({"data": [{"x": [1, 2], "y": [3, 4]}], "layout": {"shapes": shapes}})


def test_only_the_cursor_moves():
    before = figure()
    after = moved(before, 2.0)
    assert (after.layout.shapes[0].x0, after.layout.shapes[0].x1) == (2.0, 2.0)
    assert after.layout.shapes[1] == before.layout.shapes[1]
    assert after.data == before.data


def test_the_figure_it_came_from_stays():
    before = figure()
    moved(before, 2.0)
    assert before == figure()


def test_a_figure_and_its_cursor_are_two_parts_of_it():
    drawn = figure()
    assert [shape["name"] for shape in shapes_of(without_cursor(drawn))] == ["level"]
    assert [shape["x0"] for shape in cursor_of(drawn)] == [1.0]
    assert len(drawn.layout.shapes) == 2
    assert without_cursor(drawn) is without_cursor(drawn)
