"""Values in programs read back as they were; calls stay within a line or take several."""

import ast
import math

import numpy as np
import pytest

from kselect_core.plotting.curves.lines import View
from kselect_core.plotting.maps.values import MapView
from kselect_core.views.python import LINE, call, literal, record


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        0.1 + 0.2,
        5e-324,
        'it\'s "quoted"\n\\',
        (),
        (1,),
        ("a", 2.5, (None,)),
        [1, [2.0]],
        frozenset(),
        frozenset({"test", "training"}),
        float("inf"),
        -float("inf"),
    ],
)
def test_a_value_reads_back_as_it_was(value):
    assert eval(literal(value)) == value  # noqa: S307 - our own text


def test_no_number_reads_back_as_none():
    assert math.isnan(eval(literal(float("nan"))))  # noqa: S307 - our own text


def test_numbers_of_numpy_are_written_as_numbers():
    assert literal(np.float64(0.1)) == "0.1"
    assert literal(np.int64(3)) == "3"
    assert literal(np.bool_(1)) == "True"


def test_what_has_no_short_form_is_refused():
    with pytest.raises(TypeError, match="dict"):
        literal({})


def test_a_short_call_is_one_line_and_a_long_one_is_several():
    assert call("f", "x", y="1") == "f(x, y=1)"
    inner = call("View", **{f"name_{k}": literal("value " * 5) for k in range(5)})
    outer = call("draw", "table", view=inner)
    assert max(map(len, outer.splitlines())) <= LINE
    ast.parse(outer)


@pytest.mark.parametrize(
    "shown",
    [
        MapView("loo", "gaussian", 2, ("loo", "ckta")),
        View(split=None, quantities=("loo",), error="test_error", overlays=frozenset({"test"})),
    ],
)
def test_settings_of_a_figure_read_back_as_they_were(shown):
    back = eval(record(shown), {"View": View, "MapView": MapView})  # noqa: S307 (our own program)
    assert back == shown
