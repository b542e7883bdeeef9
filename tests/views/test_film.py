"""What the page Film and the table of pairs ask of their views beside the figure."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd

from kselect_core import views
from kselect_core.plotting.output.film_payload import film_payload
from kselect_core.plotting.output.packed import unpacked
from kselect_core.views.film.page import titles
from kselect_core.views.film.pictures import drawn_text, finding, question
from kselect_core.views.film.report import step_numbers
from kselect_core.views.pairs import mean_text
from kselect_core.words.labels import error_text
from tests.views.cases.film import film_at, pairs_at


def test_the_finding_of_a_film_is_in_the_numbers_of_its_frames():
    at = film_at("two classes")
    numbers = views.moving_pictures(at).numbers()
    words, errors = finding(at, str), numbers["test_error"]
    first, last = numbers["effective_dimension"].iloc[[0, -1]]
    assert f"goes from **{first:.3g}** to **{last:.3g}** of {at.film.n}." in words
    lowest = at.names[int(errors.argmin())]
    assert f"test error is lowest on split 2, **{100 * errors.min():.1f}\u00a0%**" in words
    assert words.endswith(f", at **{lowest}**.")
    assert "test error" not in finding(at, str, test=False)
    assert question(at) == "What changes with the kernel, frame by frame?"


def test_a_notebook_plays_the_page_of_a_film_in_a_frame():
    page = views.film_page(film_at("two classes"), quantities=("loo",))
    assert repr(page).startswith("<FilmPage of 0.")
    read, seen = HTMLParser(), []
    read.handle_starttag = lambda tag, attributes: seen.append((tag, dict(attributes)))
    read.feed(page._repr_html_())
    ((tag, given),) = seen
    assert tag == "iframe"
    assert given["srcdoc"] == page


def test_a_film_along_costs_speaks_of_costs():
    at = film_at("machines")
    assert question(at) == "What changes with C, frame by frame?"
    assert at.names == ("C = 1", "C = 10")
    assert "of a ridge fit with μ = 1/(2C)" in finding(at, str)
    assert at.axis == "C"


def test_a_film_along_the_ridge_says_what_it_does_to_the_fit_and_to_the_training_error():
    at = film_at("a regression")
    errors = views.moving_pictures(at).numbers()["training_squared_error"]
    first, last = (f"**{error_text(errors.iloc[k], 'regression')}**" for k in (0, -1))
    words = finding(at, str)
    assert f"The fit flattens, the training squared error rises from {first} to {last}; " in words
    assert "Gram matrix and eigenvalues stay." in words
    costs = finding(film_at("machines"), str)  # C ascends, and the ridge with it falls
    assert "The fit follows its points more closely, the training error falls from " in costs
    assert "The fit flattens; " in finding(at, str, test=False)
    assert "flattens" not in finding(film_at("two classes"), str)


def test_along_the_ridge_the_training_error_is_drawn_and_told_beside_the_test_error():
    at = film_at("a regression")
    names = [line["name"] for line in at.lines((), test=True)]
    assert names == ["test squared error ↓", "training squared error ↓"]
    assert at.lines((), test=False) == []
    assert "training squared error ↓" in step_numbers(at, (), test=True)
    assert "training squared error ↓" not in step_numbers(at, (), test=False)


def test_a_kernel_without_a_parameter_is_filmed_along_lambda():
    assert ", which has no parameter to film" in finding(film_at("a regression"), str)


def test_numbers_of_all_classes_are_called_so():
    at = film_at("several classes")
    assert "(filled marks), classes setosa / virginica" in views.moving_pictures(at).caption
    assert "The test error of all classes is lowest" in finding(at, str)
    assert at.class_names == ("setosa", "virginica")


def test_the_frame_of_a_point_is_the_nearest():
    at = film_at("two classes")
    assert [at.frame_of(at.cursor._replace(parameter=p)) for p in (0.5, 1.9, 100.0)] == [0, 1, 2]


def test_curves_below_a_film_have_a_place_per_frame():
    at = film_at("two classes")
    lines = at.lines(("loo",), test=True)
    assert [len(line["y"]) for line in lines] == [3, 3]
    assert len(at.lines(("loo",), test=False)) == 1
    along = film_at("machines").lines(("svm_loo",), test=True)
    assert {len(line["y"]) for line in along} == {2}


def said_and_text(page):
    """Return what the script of a film in a file is told, and all that stands in it."""
    found = re.search(r'id="said">(.*?)</script>', page)
    return json.loads(found[1]), page


def test_a_film_in_a_file_begins_at_the_cursor_and_tells_no_test_error_that_is_hidden():
    at = film_at("two classes")
    said, text = said_and_text(views.film_page(at, quantities=("loo",)))
    assert said == {
        "film": {"frame": 1},
        "film_lines": {"lines": at.lines(("loo",), test=True)},
    }
    assert "<h1>What changes with the kernel, frame by frame?</h1>" in text
    assert "The test error is lowest" in text
    start = at.cursor._replace(parameter=8.0)
    said, text = said_and_text(views.film_page(at, quantities=("loo",), test=False, start=start))
    assert said["film"] == {"frame": 2}
    assert [line["name"] for line in said["film_lines"]["lines"]] == ["LOO ↓"]
    assert "test error" not in text


def rows_of(text):
    """Cells of the numbers of a report, row by row."""
    body = re.search(r'class="steps">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)[1]
    rows = re.findall(r"<tr>(.*?)</tr>", body)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]


def test_a_report_with_a_slider_has_the_numbers_of_the_view_at_every_kernel():
    at = film_at("two classes")
    text = views.film_report(at, quantities=("loo",))
    numbers = views.moving_pictures(at, quantities=("loo",)).numbers()
    columns = ["effective_dimension", "condition", "loo", "test_error"]
    expected = [
        [name, *(f"{value:.4g}" for value in row)]
        for name, row in zip(at.names, numbers[columns].to_numpy(), strict=True)
    ]
    assert rows_of(text) == expected
    assert said_and_text(text)[0] == said_and_text(views.film_page(at, quantities=("loo",)))[0]
    assert ", kernel by kernel</h1>" in text
    assert "leave-one-out cross-validation (LOO)" in text
    assert at.identity in text
    assert "choices(table, config)" in text
    assert len(text.encode()) < 3_000_000


def test_a_report_with_a_slider_tells_no_test_error_that_is_hidden():
    at = film_at("two classes")
    text = views.film_report(at, quantities=("loo",), test=False)
    assert "test error" not in text
    assert "test_error" not in text
    assert [len(row) for row in rows_of(text)] == [4, 4, 4]


def test_a_report_along_costs_has_a_slider_of_costs():
    text = views.film_report(film_at("machines"), quantities=("svm_loo",))
    assert ", C by C</h1>" in text
    assert 'data-step="C"' in text
    assert [row[0] for row in rows_of(text)] == ["C = 1", "C = 10"]


def test_points_left_out_of_a_film_are_said():
    assert drawn_text(2000) == ""
    assert drawn_text(3000) == ", 1 of 2 data points drawn"


def test_the_mean_of_the_pairs_is_what_curves_show():
    table = pairs_at("several classes").table
    mean = table.loc[table["quantity"] == "loo", "value"].mean()
    assert f"mean {mean:.4g}: what" in mean_text(table.loc[table["quantity"] == "loo", "value"])
    assert mean_text(pd.Series([0.1, np.nan])).startswith("1 without a value")


def test_a_film_whose_test_error_is_hidden_has_no_test_points():
    at = film_at("two classes")
    with_test, without = (at.shown(test=test).scene for test in (True, False))
    assert with_test.is_test.any()
    assert not without.is_test.any()
    assert len(without.points) == len(without.labels) == (~with_test.is_test).sum()
    pages = {views.film_page(at, test=test) for test in (True, False)}
    groups = [unpacked(film_payload(at.shown(test=t), titles(at)))[0]["groups"] for t in (1, 0)]
    assert len(pages) == 2
    assert [sum(not group["solid"] for group in found) for found in groups] == [2, 0]
    assert views.moving_pictures(at, test=False).figure.scene.is_test.sum() == 0
