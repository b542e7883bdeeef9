"""Criteria in rows: each has its curve, its choice and the test error behind it."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import DataError
from kselect_core.plotting.curves.criterion_rows import FOOT, ROW, criterion_rows
from kselect_core.plotting.curves.lines import View
from tests.plotting.examples import LAMBDAS, chosen, swept
from tests.tolerances import SOLVER

TABLE = swept()
CHOICES = chosen(TABLE)
LAM = LAMBDAS[2]
FAMILIES = swept(families=("gaussian", "polynomial", "linear"), splits=2)
NAMES = ("loo", "kta")


def drawn(table=TABLE, choices=CHOICES, names=NAMES, **view):
    return criterion_rows(
        table,
        choices,
        lam=LAM,
        quantities=names,
        cursor=("gaussian", 1.0),
        view=View(quantities=names, band="none", **view),
    )


def curves(figure):
    return [t for t in figure.data if t.customdata is not None and "lines" in t.mode]


def test_each_criterion_keeps_to_its_row_the_first_on_top():
    of = {curve.name: curve for curve in curves(drawn())}
    first, second = of["LOO"], of["KTA"]
    assert 1 < np.nanmin(first.y) < np.nanmax(first.y) < 2
    assert 0 < np.nanmin(second.y) < np.nanmax(second.y) < 1


def test_the_choice_stands_on_its_curve():
    figure = drawn(split=0)
    pins = [t for t in figure.data if t.mode == "markers"]
    for curve, pin in zip(curves(figure), pins, strict=True):
        at = list(curve.x).index(pin.x[0])
        assert_allclose(pin.y[0], curve.y[at], **SOLVER)


def test_the_test_error_is_the_same_in_every_row_and_may_be_left_out():
    grey = [t for t in drawn().data if t.hoverinfo == "skip"]
    assert len(grey) == 2
    assert_allclose(grey[0].y - 1, grey[1].y, **SOLVER)
    assert not [t for t in drawn(overlays=frozenset()).data if t.hoverinfo == "skip"]


def test_every_point_tells_a_click_where_it_stands():
    kernel, parameter, lam, value = curves(drawn())[0].customdata[0]
    assert (kernel, lam) == ("gaussian", LAM)
    assert parameter == curves(drawn())[0].x[0]
    assert np.isfinite(value)


def test_rows_have_their_height_and_families_their_part_of_the_width():
    figure = drawn(FAMILIES, chosen(FAMILIES))
    assert figure.layout.height == ROW * len(NAMES) + FOOT
    assert figure.layout.xaxis.domain[1] < figure.layout.xaxis2.domain[0]
    assert drawn().layout.xaxis.domain == (0.0, 1.0)


def test_the_cursor_stands_in_the_axes_of_its_family():
    (line,) = [shape for shape in drawn().layout.shapes if shape.name == "cursor"]
    assert (line.xref, line.x0, line.yref) == ("x", 1.0, "y domain")


def test_without_a_criterion_the_figure_says_so():
    with pytest.raises(DataError, match="nothing to draw"):
        drawn(names=())
