"""Norms of removed points as a strip and in the plane, and names beside points."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.maps.named_points import PLACE, WORD, named_points
from kselect_core.plotting.points.influence import influence, influence_points
from kselect_core.plotting.points.influence_map import EVEN, influence_map, influence_marks
from tests.tolerances import EXACT

RNG = np.random.default_rng(0)
NORMS = RNG.permutation(np.linspace(1.0, 4.0, 30))
POINTS = RNG.normal(size=(30, 2))
LABELS = np.where(np.arange(30) % 2, 1.0, -1.0)
RANKED = (np.argsort(-NORMS) + 1).tolist()


def trace(figure, name):
    return next(t for t in figure.data if t.name == name)


def test_points_are_ranked_and_the_first_five_named():
    shown = influence_points(NORMS)
    assert shown.point.tolist() == RANKED
    assert_allclose(shown.norm, np.sort(NORMS)[::-1], **EXACT)
    assert shown.named.tolist() == [True] * 5 + [False] * 25
    assert shown.rank.tolist() == list(range(1, 31))


def test_equal_norms_name_nobody():
    shown = influence_points(np.full(9, 1.5) * (1 + 1e-12 * np.arange(9)[::-1]))
    assert shown.point.tolist() == list(range(1, 10))
    assert not shown.named.any()
    figure = influence(np.full(9, 1.5))
    assert figure.layout.annotations[0].text.startswith("all points alike")
    assert figure.layout.annotations[0].text.endswith("= 1.5")


def test_the_strip_names_the_most_influential_points():
    figure = influence(NORMS)
    assert figure.layout.annotations[0].text == "most influential: " + ", ".join(
        map(str, RANKED[:5])
    )
    assert trace(figure, "most influential").customdata[:, 0].tolist() == RANKED[:5]
    drawn = [int(row[0]) for t in figure.data for row in t.customdata]
    assert sorted(drawn) == list(range(1, 31))
    assert figure.layout.shapes == ()


def test_the_strip_marks_the_selected_point():
    point = RANKED[12]
    figure = influence(NORMS, selected=point)
    chosen = trace(figure, "selected point")
    assert list(chosen.text) == [f"point {point}"]
    assert chosen.x.tolist() == [13]
    assert chosen.y.tolist() == [NORMS[point - 1]]
    assert figure.layout.shapes[0].x0 == 13
    assert len(influence(NORMS, selected=99).data) == 2


def test_no_points_are_drawn_as_nothing():
    figure = influence(np.zeros(0))
    assert figure.data == ()
    assert figure.layout.annotations[0].text == "no points"


# in the plane


def test_markers_grow_with_the_norm():
    shown = influence_marks(POINTS, NORMS)
    assert (np.argsort(shown.size) == np.argsort(NORMS)).all()
    assert shown.point[shown.named].tolist() == sorted(RANKED[:5])
    assert_allclose(np.stack([shown.x, shown.y], axis=1), POINTS, **EXACT)
    assert (influence_marks(POINTS, np.ones(30)).size == EVEN).all()


def test_every_marker_carries_the_number_of_its_point():
    figure = influence_map(POINTS, NORMS, LABELS, class_names=("no", "<b>"))
    assert [t.name for t in figure.data] == ["no", "&lt;b&gt;", "most influential"]
    for drawn in figure.data:
        for (point, norm), x, y in zip(drawn.customdata, drawn.x, drawn.y, strict=True):
            i = int(point) - 1
            assert norm == NORMS[i]
            assert_allclose((x, y), POINTS[i].astype(np.float32), **EXACT)
    groups = [set(np.array(t.customdata)[:, 0]) for t in figure.data[:2]]
    assert groups[0] | groups[1] == set(range(1, 31))


def test_the_most_influential_and_the_selected_point_are_ringed_and_named():
    figure = influence_map(POINTS, NORMS, LABELS, class_names=("a", "b"), selected=RANKED[20])
    assert [int(row[0]) for row in trace(figure, "selected point").customdata] == [RANKED[20]]
    ringed = [int(row[0]) for row in trace(figure, "most influential").customdata]
    assert sorted(ringed) == sorted(RANKED[:5])
    names = sorted(int(a.text[3:-4]) for a in figure.layout.annotations)
    assert names == sorted([*RANKED[:5], RANKED[20]])
    for name, line in zip(figure.layout.annotations, figure.layout.shapes, strict=True):
        assert (line.xanchor, line.yanchor) == (name.x, name.y)
        assert line.path.endswith(f"L{name.xshift:g},{name.yshift:g}")
        assert not name.showarrow  # Plotly would measure it
    both = influence_map(POINTS, NORMS, LABELS, class_names=("a", "b"), selected=RANKED[0])
    assert len(trace(both, "most influential").x) == 4


@pytest.mark.parametrize("selected", [None, RANKED[2], RANKED[20]])
def test_of_ringed_points_that_lie_close_together_one_has_its_number(selected):
    crowded = POINTS.copy()
    crowded[np.array(RANKED[:3]) - 1] = POINTS[RANKED[0] - 1] + [[0, 0], [0.05, 0], [0, 0.05]]
    figure = influence_map(crowded, NORMS, LABELS, class_names=("a", "b"), selected=selected)
    assert len(trace(figure, "most influential").x) == 5 - (selected == RANKED[2])
    names = {int(a.text[3:-4]) for a in figure.layout.annotations}
    assert names & set(RANKED[:3]) == {RANKED[2] if selected == RANKED[2] else RANKED[0]}
    assert selected in {*names, None}


def test_real_labels_are_a_colour_scale():
    figure = influence_map(POINTS, NORMS, POINTS[:, 0], axes=("x<", "y"))
    assert figure.data[0].name == "training points"
    assert figure.data[0].marker.showscale
    assert figure.layout.xaxis.title.text == "x&lt;"


def test_points_and_norms_must_belong_together():
    with pytest.raises(InvalidParameterError, match="29 rows of two numbers"):
        influence_marks(POINTS, NORMS[:29])


# names


@pytest.mark.parametrize("spread", [1.0, 0.05, 0.0])
def test_names_do_not_cover_each_other(spread):
    x, y = spread * POINTS.T
    x[-2:], y[-2:] = (-3.0, 3.0), (-3.0, 3.0)
    found = named_points(x, y, np.arange(6), [str(i) for i in range(6)])
    scale = np.array(PLACE) / 6.0
    ends = np.array([[x[i], y[i]] for i in range(6)]) * scale
    ends += np.array([[a["xshift"], a["yshift"]] for a in found])
    for i in range(6):
        for j in range(i):
            assert (np.abs(ends[i] - ends[j]) >= 2 * np.array(WORD) - 1e-9).any()


def test_a_name_avoids_the_points():
    x, y = np.meshgrid(np.linspace(0, 1, 40), np.linspace(0, 0.5, 40))
    x, y = np.append(x.ravel(), 0.5), np.append(y.ravel(), 1.0)
    row = int(np.flatnonzero((np.abs(x - 0.5) < 0.02) & (y == 0.5))[0])
    (found,) = named_points(x, y, np.array([row]), ["<7>"])
    assert found["yshift"] > 0  # upwards, where there is nothing
    assert found["text"] == "<b>&lt;7&gt;</b>"


def test_one_place_for_all_points_is_no_obstacle():
    assert len(named_points(np.zeros(3), np.zeros(3), np.arange(2), ["1", "2"])) == 2
    assert named_points(np.zeros(0), np.zeros(0), np.arange(0), []) == []


def test_of_many_points_the_selected_one_is_named_and_none_needs_a_graphics_card():
    many = np.linspace(1.0, 2.0, 5000)
    figure = influence(many, selected=7)
    assert figure.data[-1].text == ("point 7",)
    figures = (figure, influence_map(np.zeros((5000, 2)), many, many))
    assert {trace.type for one in figures for trace in one.data} == {"scatter"}


def test_with_a_reach_the_axis_is_that_of_every_kernel_and_holds_its_norms():
    axes = [influence(norms, reach=(1.0, 4.0)).layout for norms in (np.ones(9), np.full(9, 3.9))]
    (ends,) = {layout.yaxis.range for layout in axes}
    assert ends[0] < 0.0 < np.log10(4.0) < ends[1]
    assert axes[0].yaxis.ticktext == ("1", "2")


def test_the_line_to_a_selected_point_begins_at_the_foot_of_a_logarithmic_axis():
    figure = influence(NORMS, selected=3, reach=(0.5, 9.0))
    assert figure.layout.shapes[0].y0 == 0.5


def test_the_map_has_the_axes_of_its_points_whatever_the_norms():
    axes = [
        influence_map(POINTS, norms, LABELS, class_names=("a", "b")).layout
        for norms in (NORMS, np.ones(len(NORMS)), NORMS**3)
    ]
    (ends,) = {(layout.xaxis.range, layout.yaxis.range) for layout in axes}
    for values, (low, high) in zip(POINTS.T, ends, strict=True):
        assert low < values.min() < values.max() < high
