"""The fragility map: what is large, what is coloured, what is said under the pointer."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core.plotting.points.fragility_map import MOVED, STILL, fragile_points, fragility_map
from tests.tolerances import EXACT

POINTS = np.random.default_rng(0).standard_normal((8, 2))
LABELS = np.array([-1.0, 1.0] * 4)


def moves(**changed):
    """Seven of eight points left out: wider, narrower, λ only, another family, none, nothing."""
    table = pd.DataFrame(
        {
            "row": [0, 1, 2, 3, 4, 5, 6],
            "steps": [2.0, -1.0, 0.0, np.nan, np.nan, 0.0, 0.0],
            "lambda_steps": [0, 1, -2, 0, 0, 0, 0],
            "other_family": [False, False, False, True, False, False, False],
            "moved": [True, True, True, True, True, False, False],
            "change": [0.1, 0.0, 0.0, -0.1, np.nan, 0.0, 0.0],
        }
    )
    return table.assign(**changed)


def test_points_get_what_their_absence_does():
    found = fragile_points(moves(), 8)
    assert found.known.tolist() == [True] * 7 + [False]
    assert found.moved.tolist() == [True] * 5 + [False] * 3
    assert np.flatnonzero(found.other_family).tolist() == [3]
    assert_allclose(found.steps[:3], [2.0, -1.0, 0.0], **EXACT)
    assert np.isnan(found.steps[[3, 4, 7]]).all()
    assert found.extent == 2.0


def test_colours_are_symmetric_about_zero_and_never_of_no_extent():
    still = moves(steps=0.0, other_family=False, moved=False)
    assert fragile_points(still, 8).extent == 1.0
    figure = fragility_map(POINTS, LABELS, moves(), class_names=("a", "b"))
    for trace in figure.data[:2]:
        assert (trace.marker.cmin, trace.marker.cmax) == (-2.0, 2.0)
        assert trace.marker.opacity == 1.0


def drawn(figure):
    """Number of a point -> (size, colour, words), over all traces of known points."""
    return {
        int(number): (size, colour, words)
        for trace in figure.data[:2]
        for number, size, colour, words in zip(
            trace.customdata, trace.marker.size, trace.marker.color, trace.text, strict=True
        )
    }


def test_a_smaller_ridge_is_a_larger_cost():
    machines = moves(**{"lambda": 0.5, "C": 1.0})
    found = drawn(fragility_map(POINTS, LABELS, machines, class_names=("a", "b")))
    assert "1 step narrower, C 1 step smaller" in found[2][2]
    assert "C 2 steps larger" in found[3][2]


def test_points_that_matter_are_large_and_say_why():
    found = drawn(fragility_map(POINTS, LABELS, moves(), class_names=("a", "b")))
    assert found[1] == (MOVED, 2.0, "2 steps wider; test error +0.1")
    assert found[2] == (MOVED, -1.0, "1 step narrower, λ 1 step larger; test error +0")
    assert found[3] == (MOVED, 0.0, "λ 2 steps smaller; test error +0")
    assert found[5][2] == "there is no choice any more"
    assert found[6] == (STILL, 0.0, "the choice stays")
    assert 4 not in found


def test_other_families_unknown_points_and_the_selected_one_have_traces_of_their_own():
    figure = fragility_map(POINTS, LABELS, moves(), class_names=("a", "b"), selected=6)
    names = [trace.name for trace in figure.data]
    assert names == ["a", "b", "not left out", "other family", "point 7"]
    assert figure.data[2].customdata.tolist() == [8]
    assert figure.data[3].customdata.tolist() == [4]
    assert "another kernel family" in figure.data[3].text[0]
    assert_allclose(figure.data[4].x, POINTS[[6], 0], rtol=1e-6)


def test_without_classes_and_with_all_points_known_there_is_one_trace():
    table = moves().iloc[:3]
    figure = fragility_map(POINTS[:3], np.arange(3.0), table)
    assert [trace.name for trace in figure.data] == ["training points"]
    assert figure.data[0].marker.showscale


@pytest.mark.parametrize("name", ["<b>bold</b>", "%{x}", "$a$"])
def test_names_of_classes_are_shown_letter_by_letter(name):
    figure = fragility_map(POINTS, LABELS, moves(), class_names=(name, "b"))
    assert name not in figure.data[0].name
