"""Every view: its program, its figure and its numbers are one, and it says what it shows."""

import ast
from functools import lru_cache
from math import nan

import numpy as np
import pandas as pd
import plotly.io
import pytest

from kselect_core import Candidates, SweepConfig, load_dataset, views
from kselect_core.errors import TooLargeError
from kselect_core.selection.places.cursor import spectrum_at as spectrum_at_cursor
from kselect_core.words.places import pair_text

FAMILIES = (
    Candidates("gaussian", (0.5, 2.0, 8.0), "2tau"),
    Candidates("polynomial", (1, 2)),
    Candidates("linear"),
)
COSTS = {"learner": "svm", "C": (1.0, 10.0), "criteria": ("svm_loo",)}
PLACES = {
    "two classes": ("two_moons", (0, "gaussian", 2.0), {}),
    "with a bias": ("two_moons", (0, "gaussian", 0.5), {"learner": "lssvm"}),
    "a machine": ("two_moons", (1, "gaussian", 8.0), COSTS),
    "a kernel without a parameter": ("two_moons", (0, "linear", nan), {}),
    "products of a pair": ("iris", (1, "polynomial", 2.0), {"pair": ("setosa", "virginica")}),
    "a regression": ("additive", (0, "gaussian", 2.0), {}),
}


DATA = {
    "two classes in a plane": ("two_moons", {}),
    "three classes": ("iris", {"preprocessing": "minmax", "seed": 3, "test_share": 0.5}),
    "a regression of ten features": ("diabetes_regression", {"preprocessing": "none"}),
}
SPECTRA = (
    *(views.spectra_of_family, views.eigenvalues, views.labels_in_eigenvectors),
    *(views.eigenvector, views.degrees_of_freedom, views.kernel_matrix),
)
AT_CURSOR = (views.decision, views.spectrum)
OF_DATA = (views.data_in_plane, views.pair_distances)


def place(name, point, changes, *, alone=False):
    usual = {"candidates": FAMILIES, "repeats": 2, "criteria": ("loo",)}
    usual |= {} if "C" in changes else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(dataset=name, **usual | changes)
    cursor = views.Cursor(*point, config.lambdas[0])
    return views.SpectrumAt(config, load_dataset(name), cursor, alone=alone)


@lru_cache
def spectrum_at(name):
    return place(*PLACES[name])


@lru_cache
def cursor_at(name):
    at = spectrum_at(name)
    return views.CursorAt(at.config, at.dataset, at.cursor)


@lru_cache
def data_at(name):
    dataset, options = DATA[name]
    return views.DataAt(load_dataset(dataset), **options)


CASES = [
    *((view, spectrum_at, name) for view in SPECTRA for name in PLACES),
    *((view, cursor_at, name) for view in AT_CURSOR for name in PLACES),
    *((view, data_at, name) for view in OF_DATA for name in DATA),
    *((views.points_of_classes, data_at, name) for name in list(DATA)[:2]),
    (views.targets, data_at, "a regression of ten features"),
]
each_case = pytest.mark.parametrize(
    ("view", "looked_at", "name"), CASES, ids=[f"{view.name}, {name}" for view, _, name in CASES]
)


def run(program, at):
    """Run a program as a notebook would, after ``config`` and ``dataset``."""
    space = {"config": getattr(at, "config", None), "dataset": at.dataset}
    exec(program, space)  # noqa: S102 (our own program)
    return space


each_view = pytest.mark.parametrize("view", views.EVERY.values(), ids=views.EVERY)


@each_case
def test_the_program_draws_the_figure_with_its_numbers(view, looked_at, name):
    at = looked_at(name)
    drawn = view(at)
    again = run(view.program(at), at)
    if "figure" in again:
        assert again["figure"].to_json() == drawn.figure.to_json()
        assert len(drawn.numbers())
    else:
        pd.testing.assert_frame_equal(again["numbers"], drawn.numbers())
        assert len(drawn.figure.rows) <= len(drawn.numbers())
    assert drawn.name
    assert drawn.caption


def test_every_view_is_run():
    assert {view.name for view, *_ in CASES} == set(views.EVERY)


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("view", [*SPECTRA, *AT_CURSOR], ids=lambda view: view.name)
def test_a_caption_says_sample_split_and_seed(view, name):
    at = spectrum_at(name) if view in SPECTRA else cursor_at(name)
    told = (
        f"n = {at.bench.split.problem.n} training points, split {at.cursor.split + 1} of 2, seed 0"
    )
    assert told in view(at).caption


def test_the_numbers_at_the_cursor_are_those_of_the_core():
    at = cursor_at("two classes")
    seen = spectrum_at_cursor(at.config, at.dataset, at.cursor)
    numbers = views.spectrum(at).numbers()
    np.testing.assert_array_equal(numbers["eigenvalue"], seen.eigenvalues)
    points = views.decision(at).numbers()
    assert (points["part"] == "training").sum() == at.bench.split.problem.n
    assert set(points["label"]) == {-1.0, 1.0}


def test_the_numbers_of_the_data_are_those_of_the_data():
    at = data_at("three classes")
    assert views.points_of_classes(at).numbers()["points"].tolist() == [50, 50, 50]
    assert "wrong for 66.7 %" in views.points_of_classes(at).caption
    n = at.overview.training
    assert views.pair_distances(at).numbers()["pairs"].sum() == n * (n - 1) / 2
    y = data_at("a regression of ten features").dataset.y
    numbers = views.targets(data_at("a regression of ten features")).numbers()
    assert numbers["points"].sum() == len(y)
    assert len(views.data_in_plane(at).numbers()) == n


@each_view
def test_a_view_says_what_it_is_and_how_it_is_made(view):
    assert view.__doc__
    (function,) = ast.parse(view.source()).body
    assert function.name == view.name
    assert getattr(views, view.name) is view


def test_no_two_views_have_one_key():
    keys = [view.key for view in views.EVERY.values()]
    assert len(set(keys)) == len(keys)


def test_options_stand_in_the_program():
    at = place(*PLACES["two classes"])
    drawn = views.eigenvector(at, number=5)
    assert drawn.caption.startswith("Eigenvector 5: ")
    program = views.eigenvector.program(at, number=5)
    assert "number=5" in program
    assert run(program, at)["figure"].to_json() == drawn.figure.to_json()


def test_a_kernel_alone_is_drawn_without_its_family():
    at, whole = (place(*PLACES["two classes"], alone=alone) for alone in (True, False))
    assert len(at.family) == 1
    assert len(views.eigenvalues(at).numbers().columns) == 2
    assert len(views.eigenvalues(whole).numbers().columns) == 4
    assert "alone=True" in views.eigenvalues.program(at)
    np.testing.assert_array_equal(at.spectrum.sigma, whole.spectrum.sigma)


def test_a_view_shows_itself_in_a_notebook(monkeypatch):
    monkeypatch.setattr(plotly.io.renderers, "default", "plotly_mimetype")
    at = place(*PLACES["two classes"])
    shown = views.eigenvalues(at)._repr_mimebundle_()
    assert shown["application/vnd.plotly.v1+json"]["data"]
    told = views.kernel_matrix(at)._repr_mimebundle_()
    assert told["text/plain"].startswith("Kernel matrix. K, points ordered by class")


def test_a_figure_is_drawn_when_it_is_asked_for_and_once():
    asked = []
    drawn = views.Drawn("name", "caption", lambda: asked.append(1) or "figure", pd.DataFrame)
    assert asked == []
    assert [drawn.figure, drawn.figure] == ["figure", "figure"]
    assert asked == [1]


def test_a_spectrum_that_takes_minutes_is_refused(monkeypatch):
    monkeypatch.setattr("kselect_core.selection.places.spectra.EIGH_LIMIT", 50)
    with pytest.raises(TooLargeError, match="declined above n = 50"):
        views.eigenvalues(place(*PLACES["two classes"]))


def test_a_pair_of_classes_is_named():
    at = place(*PLACES["products of a pair"])
    assert ", classes setosa / virginica, n = " in views.degrees_of_freedom(at).caption
    assert at.class_names == ("setosa", "virginica")
    assert pair_text(()) == ""
