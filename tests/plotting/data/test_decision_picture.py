"""The picture of the fit on a plane."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.errors import InvalidParameterError
from kselect_core.plotting.data.decision_picture import END, decision_picture
from kselect_core.types import Array
from tests.tolerances import SOLVER

RNG = np.random.default_rng(0)


class View(NamedTuple):
    """What the cursor offers."""

    x: Array
    y: Array
    f: Array
    points: Array
    labels: Array
    is_test: Array
    plane: str
    axes: tuple[str, str]


def view(r=40, labels=(-1.0, 1.0), plane="pca"):
    grid = np.linspace(-2.0, 2.0, r)
    points = RNG.normal(size=(50, 2))
    y = np.where(points[:, 0] > 0, labels[1], labels[0])
    return View(
        grid, grid, np.add.outer(grid, grid), points, y, np.arange(50) >= 35, plane, ("a<b>", "b")
    )


def test_colours_are_symmetric_about_the_zero_level():
    shown = decision_picture(view(), class_names=("no", "yes")).data[0]
    assert shown.zmin == -shown.zmax < 0
    assert (shown.contours.start, shown.contours.end) == (0.0, 0.0)
    assert shown.z.dtype == np.float32


@pytest.mark.parametrize("times", [0.0, 1.0, 1e9, np.nan])
def test_no_fit_moves_the_colours_of_two_classes(times):
    seen = view()
    shown = decision_picture(seen._replace(f=times * seen.f), class_names=("no", "yes")).data[0]
    assert (shown.zmin, shown.zmax) == (-END, END)
    assert shown.colorbar.tickvals[-1] == END
    assert shown.colorbar.ticktext[-1] == "≥ 2"


def test_training_points_are_full_and_test_points_open():
    figure = decision_picture(view(), class_names=("no", "yes"))
    names = [t.name for t in figure.data[1:]]
    assert names == ["no, training", "yes, training", "no, test", "yes, test"]
    assert [t.marker.symbol.endswith("-open") for t in figure.data[1:]] == [
        False,
        False,
        True,
        True,
    ]
    assert sum(len(t.x) for t in figure.data[1:]) == 50


def test_points_stand_where_they_are():
    seen = view()
    trace = decision_picture(seen, class_names=("no", "yes")).data[1]
    rows = (seen.labels < 0) & ~seen.is_test
    assert_allclose(np.column_stack([trace.x, trace.y]), seen.points[rows], **SOLVER)


def test_the_pca_plane_is_named_and_user_text_is_escaped():
    layout = decision_picture(view(), class_names=("no", "yes")).layout
    assert layout.xaxis.title.text == "PCA plane: a&lt;b&gt;"
    plain = decision_picture(view(plane="data"), class_names=("no", "yes")).layout
    assert plain.yaxis.title.text == "b"


def test_regression_is_coloured_by_magnitude():
    figure = decision_picture(view(labels=(3.0, 4.5)))
    assert figure.data[0].type == "heatmap"
    assert [(t.name, len(t.x)) for t in figure.data[1:]] == [("training", 35), ("test", 15)]
    assert (figure.data[1].marker.cmin, figure.data[1].marker.cmax) == (3.0, 4.5)


@pytest.mark.parametrize("times", [0.0, 1.0, 1e9])
def test_a_fit_of_a_regression_has_the_colours_of_its_points(times):
    seen = view(labels=(3.0, 4.5))
    shown = decision_picture(seen._replace(f=times * seen.f)).data[0]
    assert (shown.zmin, shown.zmax) == (3.0, 4.5)


def test_points_of_one_value_leave_room_for_the_colours_of_a_fit():
    shown = decision_picture(view(labels=(3.0, 3.0))).data[0]
    assert shown.zmin < 3.0 < shown.zmax


def test_more_than_a_browser_can_redraw_is_refused():
    with pytest.raises(InvalidParameterError, match="at most 100 points a side"):
        decision_picture(view(r=101))


def test_the_payload_is_small():
    assert len(decision_picture(view(r=60), class_names=("no", "yes")).to_json()) < 60_000
