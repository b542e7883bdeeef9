"""Terms along the width: one figure for all widths under the cursor."""

import json

from kselect_core import views
from tests.views.cases.rewards import width_at


def shown(figure):
    return json.loads(figure.to_json())


def test_one_figure_is_drawn_whatever_width_the_cursor_has():
    at = width_at("two classes")
    nowhere, narrow, wide = (views.terms_along_width(at, cursor=c) for c in (None, 0.5, 8.0))
    figure = narrow.draw()
    assert narrow.follows == ("cursor",)
    assert shown(figure) == shown(wide.draw()) == shown(nowhere.draw())
    marks = [shape["x0"] for shape in shown(wide.placed(figure))["layout"]["shapes"][1::2]]
    assert marks == [8.0] * 3
    left = shown(nowhere.placed(figure))["layout"]["shapes"]
    assert [shape["type"] for shape in left] == ["rect"] * 3
    assert shown(narrow.placed(figure)) == shown(narrow.figure)
