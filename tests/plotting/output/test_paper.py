"""A figure for paper has the width, the letters and the font asked for, and no cursor."""

import numpy as np
import plotly.graph_objects as go
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.kit.cursor_line import cursor_line
from kselect_core.plotting.kit.theme import axis, layout
from kselect_core.plotting.output.paper import FONTS, PAPERS, PIXELS, POINTS, for_paper


def figure(height=400):
    return go.Figure(
        {
            "data": [
                {"type": "scatter", "x": np.arange(3.0), "y": [3, 4, 5], "line": {"width": 2}}
            ],
            "layout": layout(
                height,
                xaxis=axis("τ"),
                shapes=[cursor_line(1.0), {"type": "line", "x0": 0, "x1": 1, "y0": 3, "y1": 4}],
            ),
        }
    )


@pytest.mark.parametrize("size", PAPERS)
@pytest.mark.parametrize("points", [None, 7.0, 12.0])
def test_width_and_letters_are_those_asked_for(size, points):
    drawn = for_paper(figure(), size, points=points).layout
    pixels = (points or PAPERS[size].points) * PIXELS / 72.0
    assert drawn.width == round(PAPERS[size].inches * PIXELS)
    assert drawn.font.size == pytest.approx(pixels)
    assert drawn.xaxis.title.font.size == pytest.approx(pixels)
    assert drawn.xaxis.tickfont.size == pytest.approx(pixels)
    assert drawn.height <= round(drawn.width * PAPERS[size].ratio)


def test_a_low_figure_stays_low():
    assert for_paper(figure(130), "one column", points=9.0).layout.height == round(130 * 12 / 13)


def test_the_cursor_is_left_out_and_the_figure_itself_stays():
    drawn = figure()
    before = drawn.to_json()
    (shape,) = for_paper(drawn, "slide", font="serif").layout.shapes
    assert (shape.name, shape.y1) == (None, 4)
    assert for_paper(drawn, "slide", font="serif").layout.font.family == FONTS["serif"]
    assert drawn.to_json() == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"size": "poster"}, "one of one column, two columns, slide"),
        ({"size": "slide", "font": "comic"}, "one of sans serif, serif"),
        ({"size": "slide", "points": POINTS[-1] + 1}, "from 6 to 24"),
    ],
)
def test_what_there_is_not_is_refused_in_words(given, said):
    with pytest.raises(InvalidParameterError, match=said):
        for_paper(figure(), **given)
