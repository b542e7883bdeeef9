"""Decision pictures side by side, in the same colours."""

import pytest

from kselect_core.plotting.data.decision_pair import decision_pair
from tests.plotting.data.test_decision_picture import view

NAMES = ("no", "yes")


def surfaces(figure):
    return [trace for trace in figure.data if trace.type in ("contour", "heatmap")]


@pytest.mark.parametrize("names", [NAMES, ()])
def test_equal_colours_mean_equal_values(names):
    small, large = view(), view()._replace(f=5 * view().f)
    figure = decision_pair([small, large], ["a", "b"], class_names=names)
    assert len({(shown.zmin, shown.zmax) for shown in surfaces(figure)}) == 1


def test_pictures_stand_side_by_side_and_are_named():
    figure = decision_pair([view(), view()], ["a<b>", "c"], class_names=NAMES)
    assert figure.layout.xaxis.domain[1] < figure.layout.xaxis2.domain[0]
    assert [note.text for note in figure.layout.annotations] == ["a&lt;b&gt;", "c"]
    assert figure.layout.yaxis2.matches == "y"


def test_classes_are_named_once_and_one_colour_bar_holds_for_both():
    figure = decision_pair([view(), view()], ["a", "b"], class_names=NAMES)
    named = [trace.name for trace in figure.data if trace.type == "scatter" and trace.showlegend]
    assert len(named) == len(set(named)) == 4
    assert [shown.showscale for shown in surfaces(figure)] == [False, True]


def test_a_single_picture_fills_the_width():
    figure = decision_pair([view()], ["a"], class_names=NAMES)
    assert figure.layout.xaxis.domain == (0, 1)
