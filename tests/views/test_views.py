"""Every view: its program, its figure and its numbers are one, and it says what it shows."""

import ast
import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import pytest

from kselect_core import views
from kselect_core.errors import TooLargeError
from kselect_core.experiments import views as of_experiments
from kselect_core.selection.places.cursor import Workbench
from kselect_core.selection.terms import option_effect
from kselect_core.views import errors, sweep
from kselect_core.views.design import combined
from kselect_core.views.machines import place as place_of_machines
from kselect_core.views.points import fragility
from kselect_core.views.rewards import changes, options
from kselect_core.words.places import pair_text
from tests.collection import mostly_at_night
from tests.once import once
from tests.views.cases import CASES
from tests.views.cases.data import data_at
from tests.views.cases.spectra import AT_CURSOR, PLACES, SPECTRA, cursor_at, place, spectrum_at
from tests.views.cases.sweeps import second_split, sweep_at

MEASURED = (sweep_at, second_split)
DEAR = (  # what views look at and their programs compute again
    *((home, "run_sweep") for home in (sweep, place_of_machines, option_effect)),
    (errors, "learning_curve"),
    (fragility, "fragility"),
    (combined, "combined"),
    (changes, "sensitivity"),
    (options, "option_effect"),
    (of_experiments, "report_of"),
)
AT_NIGHT = {  # views that take a second for each place, by day only at the others
    "effect_of_options": {"two classes", "several classes"},
    "printed_beside_ours": {"a corrected test"},
}


def view_of(case):
    return case.view


def way_of(case):
    """A view with the options that it is given, and those of their values that are words."""
    words = (
        (name, value if isinstance(value, str | bool) else None)
        for name, value in case.options.items()
    )
    return case.view, frozenset(words)


def place_of(case):
    return case.place, case.name


def first_of_each(cases, *facts):
    """Cases of the day: each is the first one of which a fact is told."""
    seen, day = set(), []
    for case in cases:
        told = {fact(case) for fact in facts}
        if case.name not in AT_NIGHT.get(case.view.name, ()) and told - seen:
            seen |= told
            day.append(case)
    return day


def by_day(cases, *facts):
    """Cases as parameters, most of them for the night."""
    day = first_of_each(cases, *facts)
    return mostly_at_night(cases, lambda case: any(case is one for one in day))


each_case = pytest.mark.parametrize("case", by_day(CASES, way_of, place_of), ids=str)


@pytest.fixture(scope="module", autouse=True)
def computed_once():
    """Compute once what several views and programs need for the same settings and data."""
    with pytest.MonkeyPatch.context() as patch:
        for home, name in DEAR:
            patch.setattr(home, name, once(getattr(home, name)))
        yield


def run(program, at):
    """Run a program as a notebook would, after what its place is made from."""
    given = ("config", "dataset", "plan", "store")
    space = {name: getattr(at, name) for name in given if hasattr(at, name)}
    if beside := getattr(at, "first", None):  # a machine beside a sweep with another learner
        space["config"] = beside.config
    exec(program, space)  # noqa: S102 (our own program)
    return space


BINARY = [case for case in CASES if case.place in MEASURED and case.name != "a regression"]
EVERY = {**views.EVERY, **of_experiments.EVERY}
each_view = pytest.mark.parametrize("view", EVERY.values(), ids=EVERY)


@each_case
def test_the_program_draws_the_figure_with_its_numbers(case):
    at = case.place(case.name)
    drawn = case.view(at, **case.options)
    again = run(case.view.program(at, **case.options), at)
    if "figure" in again:
        assert again["figure"].to_json() == drawn.figure.to_json()
    else:
        pd.testing.assert_frame_equal(again["numbers"], drawn.numbers())
        assert drawn.figure
    assert len(drawn.numbers())
    assert drawn.name
    assert drawn.caption


@each_case
def test_plotly_finds_nothing_to_correct_in_a_figure(case):
    drawn = case.view(case.place(case.name), **case.options).figure
    if isinstance(drawn, go.Figure):
        checked = go.Figure(drawn.to_dict())
        assert json.loads(checked.to_json()) == json.loads(drawn.to_json())


@pytest.mark.parametrize("case", by_day(BINARY, view_of), ids=str)
def test_a_view_says_what_is_measured(case):
    at = case.place(case.name)
    by = replace(at, measure="balanced", ready=None)
    drawn = case.view(by, **case.options)
    told = " ".join([drawn.name, drawn.caption, drawn.finding, drawn.figure.to_json()])
    assert not re.findall(r".{20}[Tt]est errors?\b.{20}", told)
    usual = case.view(at, **case.options)
    said = " ".join([usual.name, usual.caption, usual.figure.to_json()])
    assert ("est balanced error" in told) == ("est error" in said)


def test_every_view_is_run_also_by_day():
    cases = first_of_each(CASES, way_of, place_of)
    assert {case.view.name for case in cases} == {case.view.name for case in CASES} == set(EVERY)
    assert {*map(place_of, cases)} == {*map(place_of, CASES)}


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
    seen = Workbench(at.config, at.dataset, at.cursor.split).spectrum(at.cursor)
    numbers = views.spectrum(at).numbers()
    np.testing.assert_array_equal(numbers["eigenvalue"], seen.eigenvalues)
    points = views.decision(at).numbers()
    assert (points["part"] == "training").sum() == at.bench.split.problem.n
    assert set(points["label"]) == {-1.0, 1.0}


def test_the_numbers_of_the_data_are_those_of_the_data():
    at = data_at("three classes")
    assert views.points_of_classes(at).numbers()["points"].tolist() == [50, 50, 50]
    assert "wrong on 66.7 %" in views.points_of_classes(at).caption
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
    assert view in (getattr(home, view.name, None) for home in (views, of_experiments))


def test_no_two_views_have_one_key():
    keys = [view.key for view in EVERY.values()]
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


def test_kernel_matrices_that_lie_between_0_and_1_have_one_scale_of_colours():
    at = spectrum_at("two classes")
    for tau in (0.5, 8.0):
        step = views.SpectrumAt(at.config, at.dataset, at.cursor._replace(parameter=tau))
        drawn = views.kernel_matrix(step).draw()
        assert (drawn.low, drawn.high) == (0.0, 1.0)
        assert not any("beyond the ends" in words for words in drawn.words)


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
    with pytest.raises(TooLargeError, match="skipped above n = 50"):
        views.eigenvalues(place(*PLACES["two classes"]))


def test_a_pair_of_classes_is_named():
    at = place(*PLACES["products of a pair"])
    assert ", classes setosa / virginica, n = " in views.degrees_of_freedom(at).caption
    assert at.class_names == ("setosa", "virginica")
    assert pair_text(()) == ""


def test_a_place_that_is_made_of_another_keeps_none_of_its_results():
    at = sweep_at("two classes")
    lowest = at.once(("kept",), lambda: at.lowest)
    other = replace(at, measure="balanced", ready=None)
    assert other.once(("kept",), lambda: None) is None
    assert at.once(("kept",), lambda: None) is lowest
