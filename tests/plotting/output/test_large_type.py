"""Large type: letters and lines grow, the numbers drawn and the figure itself stay."""

import json
import re

import numpy as np
import plotly.graph_objects as go
from numpy.testing import assert_allclose

from kselect_core.plotting.kit.parts import leader
from kselect_core.plotting.kit.theme import FONT_SIZE, axis, layout
from kselect_core.plotting.output.large_type import LETTERS, LINES, enlarged


def figure():
    return go.Figure(
        {
            "data": [
                {
                    "type": "scatter",
                    "x": np.array([1.0, 2.0]),
                    "y": [3.0, 4.0],
                    "line": {"width": 2},
                    "marker": {"size": np.array([4.0, 6.0]), "line": {"width": 1}},
                    "textfont": {"size": 10},
                }
            ],
            "layout": layout(
                300,
                xaxis=axis("τ"),
                annotations=[{"text": "pin", "yshift": 10, "font": {"size": 11}}],
                shapes=[
                    {"type": "line", "x0": 1, "x1": 1, "line": {"width": 3}},
                    leader((1.0, 2.0), (6.0, -8.0), start=5.0, line={"width": 1}),
                    leader((1.0, 2.0), (2e-15, 10.0), start=5.0),
                ],
            ),
        }
    )


def test_letters_lines_and_marks_grow():
    large = enlarged(figure())
    trace, frame = large.data[0], large.layout
    assert frame.font.size == FONT_SIZE * LETTERS
    assert frame.xaxis.title.font.size == FONT_SIZE * LETTERS
    assert frame.annotations[0].font.size == 11 * LETTERS
    assert frame.annotations[0].yshift == 10 * LETTERS
    assert frame.shapes[0].line.width == 3 * LINES
    assert frame.shapes[0].x0 == 1
    far = frame.shapes[1]
    assert far.path == f"M{3 * LETTERS:g},{-4 * LETTERS:g}L{6 * LETTERS:g},{-8 * LETTERS:g}"
    assert (far.xanchor, far.yanchor) == (1, 2)
    steep = re.findall(r"-?[\d.]+(?:e-?\d+)?", frame.shapes[2].path)
    assert_allclose([*map(float, steep)], np.array([1e-15, 5, 2e-15, 10]) * LETTERS)
    assert trace.line.width == 2 * LINES
    assert list(trace.marker.size) == [4 * LINES, 6 * LINES]
    assert trace.marker.line.width == LINES
    assert trace.textfont.size == 10 * LETTERS
    assert frame.margin.t == 28 * LETTERS
    assert frame.height > 300


def test_numbers_stay():
    small, large = (made.to_plotly_json()["data"][0] for made in (figure(), enlarged(figure())))
    assert small["x"] == large["x"]
    assert list(large["y"]) == [3.0, 4.0]


def test_the_figure_itself_is_not_touched():
    small = figure()
    before = json.dumps(small.to_plotly_json(), default=list)
    enlarged(small)
    assert json.dumps(small.to_plotly_json(), default=list) == before


def test_a_figure_without_fonts_and_height_gets_large_letters():
    large = enlarged(go.Figure({"data": [{"type": "bar", "y": [1]}]}))
    assert large.layout.font.size == FONT_SIZE * LETTERS
    assert large.layout.height is None
