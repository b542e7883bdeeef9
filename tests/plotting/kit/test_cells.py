"""Panels of a figure stand beside and below each other, in equal cells."""

import pytest

from kselect_core.plotting.kit.cells import cells, spans


def test_cells_fill_the_figure_from_the_top_left_and_leave_the_gaps():
    one, two, three = cells(3, 2, 0.1, 0.2)
    assert (one.x, one.y) == ((0.0, 0.45), (pytest.approx(0.6), 1.0))
    assert (two.x, two.y) == ((pytest.approx(0.55), 1.0), one.y)
    assert (three.x, three.y) == (one.x, (0.0, pytest.approx(0.4)))


def test_a_cell_knows_its_axes_and_at_which_borders_it_stands():
    found = cells(5, 3, 0.1, 0.2)
    assert [cell.number for cell in found] == ["", "2", "3", "4", "5"]
    assert found[0].axes == {"xaxis": "x", "yaxis": "y"}
    assert found[4].axes == {"xaxis": "x5", "yaxis": "y5"}
    assert [cell.left for cell in found] == [True, False, False, True, False]
    assert [cell.right for cell in found] == [False, False, True, False, False]
    assert [cell.bottom for cell in found] == [False, False, True, True, True]


def test_axes_are_placed_where_the_cell_is_and_bound_to_each_other():
    second = cells(2, 2, 0.1)[1]
    placed = second.placed({"type": "log"}, {"nticks": 3})
    assert placed["xaxis2"] == {"type": "log", "domain": list(second.x), "anchor": "y2"}
    assert placed["yaxis2"] == {"nticks": 3, "anchor": "x2"}


def test_cells_of_a_given_height_stand_at_the_top():
    found = cells(2, 1, 0.0, 0.1, height=0.3)
    assert [cell.y for cell in found] == [(0.7, 1.0), (pytest.approx(0.3), 0.6)]


def test_no_panel_has_no_cell():
    assert cells(0, 3, 0.1, 0.2) == []


@pytest.mark.parametrize("gap", [0.0, 0.025, 0.11])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_spans_never_leave_the_width(count, gap):
    found = spans(count, gap)
    assert found[0][0] == 0.0
    assert found[-1][1] == pytest.approx(1.0)
    assert max(end for _, end in found) <= 1.0
