"""The data in a plane."""

import numpy as np
import pytest

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.projection import projection, projection_groups

X = np.random.default_rng(0).normal(size=(30, 2))


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (np.where(np.arange(30) < 10, -1.0, 1.0), ("no", "yes")),
        (np.where(np.arange(30) < 10, 0, 1), ("no", "yes")),
        (np.repeat([0, 1, 2], 10), ("a", "b", "c")),
    ],
)
def test_every_class_has_its_colour_and_symbol(labels, names):
    found = projection_groups(labels, names)
    assert [group.name for group in found] == list(names)
    assert [labels[group.rows].tolist() for group in found] == [
        [code] * len(group.rows) for code, group in zip(np.unique(labels), found, strict=True)
    ]
    assert len({group.colour for group in found}) == len({g.symbol for g in found}) == len(names)


def test_one_sign_only_is_told_by_its_sign():
    assert [g.name for g in projection_groups(-np.ones(30), ("no", "yes"))] == ["no"]


def test_axes_and_classes_are_escaped():
    figure = projection(X, np.ones(30) * -1, class_names=("<i>", "b"), axes=("x<", "y"))
    assert figure.data[0].name == "&lt;i&gt; (30)"
    assert figure.layout.xaxis.title.text == "x&lt;"


def test_the_legend_counts_what_is_told_or_what_is_drawn():
    labels, names = np.where(np.arange(30) < 10, -1.0, 1.0), ("no", "yes")
    told, drawn = (projection(X, labels, class_names=names, sizes=n) for n in ((4000, 7), None))
    assert [trace.name for trace in told.data] == ["no (4,000)", "yes (7)"]
    assert [trace.name for trace in drawn.data] == ["no (10)", "yes (20)"]
    assert [trace.name for trace in projection(X, labels, sizes=(10, 20)).data] == ["data"]


def test_real_labels_are_a_colour_scale():
    figure = projection(X, X[:, 0])
    assert figure.data[0].marker.showscale
    assert not figure.layout.showlegend
    assert len(projection(X[:0], X[:0, 0]).data) == 0


def test_many_points_need_no_graphics_card():
    assert projection(np.zeros((5000, 2)), np.zeros(5000)).data[0].type == "scatter"


def test_points_that_are_not_in_a_plane_are_refused():
    with pytest.raises(InvalidParameterError, match="n rows of two numbers"):
        projection(np.zeros((3, 3)), np.zeros(3))
