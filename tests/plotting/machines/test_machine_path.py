"""The machine along C, and its picture with support vectors."""

from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.plotting.kit.theme import style
from kselect_core.plotting.machines.machine_path import machine_path, path_curves
from kselect_core.plotting.machines.machine_picture import ROLES, machine_picture
from tests.tolerances import ROUNDOFF

C = np.array([0.1, 1.0, 10.0])


class Path(NamedTuple):
    """Machines of one kernel, the middle one not converged."""

    C: np.ndarray = C
    lambdas: np.ndarray = 0.5 / C
    free: np.ndarray = np.array([1.0, np.nan, 3.0])
    bounded: np.ndarray = np.array([20.0, np.nan, 2.0])
    norm: np.ndarray = np.array([0.5, np.nan, 4.0])
    training_error: np.ndarray = np.array([0.2, np.nan, 0.0])
    margin: np.ndarray = np.array([2.0, np.nan, 0.25])
    n: int = 40


def test_the_curves_are_the_numbers_of_the_path():
    figure = machine_path(Path(), cursor=1.0, kernel=("gaussian", 0.5))
    traces = {trace.name: trace for trace in figure.data}
    assert_allclose(traces["bounded (α = C)"].y, Path().bounded, **ROUNDOFF)
    assert_allclose(traces["bounded + free"].y, Path().bounded + Path().free, **ROUNDOFF)
    assert_allclose(traces["‖w‖"].y, Path().norm, **ROUNDOFF)
    assert_allclose(traces["margin 1/‖w‖"].y, Path().margin, **ROUNDOFF)
    assert_allclose(traces["training error"].y, Path().training_error, **ROUNDOFF)
    assert len(traces) == len(path_curves(Path()))


def test_support_vectors_have_the_colours_of_their_rings_and_the_training_error_its_own():
    colours = {curve.name: curve.colour for curve in path_curves(Path())}
    rings = {name: colour for _, name, colour, _ in ROLES}
    assert colours["bounded (α = C)"] == rings["bounded support vectors"]
    assert colours["bounded + free"] == rings["free support vectors"]
    assert colours["training error"] == style("training_error").colour


def test_points_carry_their_place_and_the_cursor_stands_in_every_panel():
    figure = machine_path(Path(), cursor=1.0, kernel=("gaussian", 0.5))
    for trace in figure.data:
        assert [list(key) for key in trace.customdata] == [
            ["gaussian", 0.5, lam] for lam in Path().lambdas
        ]
    assert [(s.xref, s.x0) for s in figure.layout.shapes] == [("x", 1.0), ("x2", 1.0), ("x3", 1.0)]
    assert [note.text for note in figure.layout.annotations] == [
        "support vectors", "‖w‖ and margin", "training error",
    ]  # fmt: skip


def test_without_a_cursor_or_parameter_nothing_stands_for_them():
    figure = machine_path(Path(), kernel=("linear", float("nan")))
    assert not figure.layout.shapes
    assert figure.data[0].customdata[0][1] is None


@pytest.mark.parametrize(
    "other",
    [
        Path(),
        Path(norm=np.array([0.2, 1.0, 9.0]), margin=1 / np.array([0.2, 1.0, 9.0])),
        Path(free=np.full(3, 20.0), bounded=np.full(3, 20.0), training_error=np.full(3, 0.5)),
        Path()._replace(norm=np.full(3, np.nan), margin=np.full(3, np.nan)),
        Path()._replace(training_error=np.full(3, np.nan), free=np.full(3, np.nan)),
    ],
)
def test_the_axes_are_those_of_every_kernel_and_hold_its_curves(other):
    layout, usual = (machine_path(path).layout for path in (other, Path()))
    for name in ("yaxis", "yaxis2", "yaxis3"):
        assert layout[name].range == usual[name].range
    assert layout.yaxis.range[1] > 40
    assert layout.yaxis2.range == (-1, 1)
    assert layout.yaxis3.range[1] > 0.5


def test_a_norm_beyond_the_axis_moves_it_by_a_whole_power_of_ten():
    far = np.array([0.05, 1.0, 300.0])
    layout = machine_path(Path(norm=far, margin=1 / far, training_error=np.full(3, 0.8))).layout
    assert layout.yaxis2.range == (-3, 3)
    assert layout.yaxis3.range[1] > 0.8


class View(NamedTuple):
    """A decision picture."""

    x: np.ndarray
    y: np.ndarray
    f: np.ndarray
    points: np.ndarray
    labels: np.ndarray
    is_test: np.ndarray
    plane: str = "data"
    axes: tuple = ("a", "b")


@pytest.fixture
def view():
    rng = np.random.default_rng(0)
    x, y = np.linspace(-1, 1, 5), np.linspace(-1, 1, 5)
    points = rng.uniform(-1, 1, (8, 2))
    labels = np.where(np.arange(8) % 2, 1.0, -1.0)
    return View(x, y, 2 * np.add.outer(y, x), points, labels, np.arange(8) >= 6)


def test_support_vectors_are_ringed_free_and_bounded_apart(view):
    roles = np.array([0, 1, 2, 2, 1, 1])
    figure = machine_picture(view, roles, class_names=("n", "p"))
    traces = {trace.name: trace for trace in figure.data}
    free = traces["free support vectors"]
    bounded = traces["bounded support vectors"]
    trained = view.points[:6].astype(np.float32)
    assert_array_equal(np.column_stack([free.x, free.y]), trained[roles == 1])
    assert_array_equal(np.column_stack([bounded.x, bounded.y]), trained[roles == 2])
    assert free.marker.symbol != bounded.marker.symbol
    assert free.marker.color != bounded.marker.color


def test_the_margins_are_the_levels_one(view):
    figure = machine_picture(view, np.zeros(6, dtype=int), class_names=("n", "p"))
    margin = next(trace for trace in figure.data if trace.name == "f = ±1")
    levels = margin.contours
    assert (levels.start, levels.end, levels.size) == (-1, 1, 2)
    assert_allclose(margin.z, view.f, rtol=1e-6)
