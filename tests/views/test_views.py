"""Every view: its program, its figure and its numbers are one, and it says what it shows."""

import ast
from math import nan

import numpy as np
import pandas as pd
import plotly.io
import pytest

from kselect_core import Candidates, SweepConfig, load_dataset, views
from kselect_core.errors import TooLargeError
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


@pytest.fixture(scope="module", params=PLACES.values(), ids=PLACES)
def at(request):
    return place(*request.param)


def place(name, point, changes, *, alone=False):
    usual = {"candidates": FAMILIES, "repeats": 2, "criteria": ("loo",)}
    usual |= {} if "C" in changes else {"lambdas": (0.01, 0.1)}
    config = SweepConfig(dataset=name, **usual | changes)
    cursor = views.Cursor(*point, config.lambdas[0])
    return views.SpectrumAt(config, load_dataset(name), cursor, alone=alone)


def run(program, at):
    """Run a program as a notebook would, after ``config`` and ``dataset``."""
    space = {"config": at.config, "dataset": at.dataset}
    exec(program, space)  # noqa: S102 (our own program)
    return space


each_view = pytest.mark.parametrize("view", views.EVERY.values(), ids=views.EVERY)


@each_view
def test_the_program_draws_the_figure_with_its_numbers(view, at):
    drawn = view(at)
    again = run(view.program(at), at)
    if "figure" in again:
        assert again["figure"].to_json() == drawn.figure.to_json()
        assert len(drawn.numbers())
    else:
        pd.testing.assert_frame_equal(again["numbers"], drawn.numbers())
        assert len(drawn.figure.rows) <= len(drawn.numbers())


@each_view
def test_a_caption_says_sample_split_and_seed(view, at):
    caption = view(at).caption
    assert f"n = {at.n} training points, split {at.cursor.split + 1} of 2, seed 0" in caption


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
