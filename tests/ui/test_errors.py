"""The parts of the page of errors: what clicks do, table twins, sentences."""

import math
from dataclasses import replace

import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import Candidates, views
from kselect_core.plotting.maps.error_curves import ErrorView, error_lines
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.terms.comparison import CONSTANT, EQUAL, REFERENCE
from kselect_ui.errors import (
    finding as errors_finding,
    maps as errors_maps,
    pictures as errors_pictures,
    splits as errors_splits,
)
from kselect_ui.figures import measured as errors_views
from kselect_ui.sweep import cursor, finished as sweeps
from kselect_ui.widgets import linked
from kselect_ui.widgets.state import View
from tests.tolerances import ROUNDOFF

SHOWN = ("loo", "kfold", "ckta", "fsm")


@pytest.fixture
def sweep():
    return sweeps.load(sweeps.demo_digest())


@pytest.fixture
def seen():
    return View(split=None, kernel="gaussian", parameter=0.5, lam=0.1, shown=SHOWN)


@pytest.fixture
def moves(monkeypatch):
    found = []
    monkeypatch.setattr(cursor, "move", lambda _, point: found.append(point))
    return found


def test_a_click_moves_the_cursor_to_what_was_clicked(sweep, moves):
    first = {"customdata": ["gaussian", 0.5, 0.1]}
    cursor.pick(sweep.config, [first, {"customdata": ["gaussian", 1.0, 0.1]}])
    cursor.pick(sweep.config, [{}])
    assert moves == [{"kernel": "gaussian", "parameter": 0.5, "lambda": 0.1}, {}]


def test_a_click_on_a_little_map_chooses_it(monkeypatch):
    put = []
    monkeypatch.setattr(linked, "put", lambda *entry: put.append(entry))
    errors_maps.pick_map([{"customdata": ["gaussian", 0.5, 0.1, "fsm"]}])
    errors_maps.pick_map([{"customdata": ["gaussian", 0.5, 0.1]}])
    errors_maps.pick_map([{}])
    assert put == [("map", "fsm")]


def test_another_family_is_entered_in_its_middle(sweep, moves):
    errors_maps.to_family(sweep, "gaussian")
    assert moves == [{"kernel": "gaussian", "parameter": 1.0}]


@pytest.mark.parametrize("split", [None, 2])
@pytest.mark.parametrize("along", ["kernel", "λ"])
def test_the_table_of_the_curves_holds_what_they_show(sweep, along, split):
    shown = ErrorView("gaussian", 0.5, 0.1, "squared", along, split)
    rows = curves(sweep, split, along=along).numbers()
    for line in error_lines(sweep.table, shown):
        found = rows[rows["quantity"] == line.quantity]
        key = "parameter" if along == "kernel" else "lambda"
        assert_allclose(found.groupby(key)["value"].mean(), line.y, **ROUNDOFF)


def test_the_table_of_a_kernel_without_a_parameter_is_not_empty(sweep):
    table = sweep.table.assign(kernel="linear", parameter=math.nan)
    config = replace(sweep.config, candidates=(*sweep.config.candidates, Candidates("linear")))
    at = views.SweepAt(config, None, ready=views.Swept(table, sweep.choices))
    point = {"kernel": "linear", "parameter": math.nan, "lam": 0.1}
    drawn = views.error_curves(at, loss="squared", along="λ", **point)
    assert len(drawn.numbers()) > 0


def test_a_picture_stands_where_its_name_says(sweep, seen):
    here = errors_pictures.point_of(sweep, seen, errors_pictures.CURSOR)
    assert here == Cursor(0, "gaussian", 0.5, 0.1)
    best = errors_pictures.point_of(sweep, seen, errors_pictures.BEST)
    errors = sweep.table[
        sweep.table["quantity"] == "test_error"
    ]  # the mean, as the headline has it
    means = errors.groupby(["parameter", "lambda"])["value"].mean()
    assert_allclose(means[best.parameter, best.lam], means.min(), **ROUNDOFF)
    chosen = errors_pictures.point_of(sweep, seen, "fsm")
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, 0).set_index("quantity")
    assert chosen.parameter == rows.loc["fsm", "parameter"]
    assert errors_pictures.point_of(sweep, seen, "nobody") is None


def test_a_hidden_test_error_is_not_in_a_title(sweep, seen):
    point = Cursor(0, "gaussian", 0.5, 0.1)
    assert "%" in errors_pictures.title(sweep, seen, "loo", point)
    hidden = View(**{**vars(seen), "test_error": False})
    told = errors_pictures.title(sweep, hidden, "loo", point)
    assert told == "LOO: τ = 2⁻¹, λ = 0.1"


def test_the_table_of_the_pictures_has_every_value_of_both(sweep):
    points = tuple(Cursor(0, "gaussian", t, 0.1) for t in (0.5, 1.0))
    drawn = views.fits_side_by_side(
        sweeps.place(sweep, None), points=points, titles=("left", "right")
    )
    table = drawn.numbers()
    assert list(table["picture"].unique()) == ["left", "right"]
    right = table[table["picture"] == "right"]
    fit = sweeps.bench(sweep.digest, 0).decision(points[1], resolution=50)
    assert len(right) == fit.f.size
    one = right[(right["first axis"] == fit.x[2]) & (right["second axis"] == fit.y[5])]
    assert_allclose(one["f"], [fit.f[5, 2]], **ROUNDOFF)


def comparison(**columns):
    usual = {"quantity": ["loo", "fsm"], "p_holm": [math.nan, math.nan], "note": [REFERENCE, EQUAL]}
    return pd.DataFrame(usual | columns)


def test_words_tell_who_differs_and_who_cannot_be_told_apart(sweep):
    sure = errors_splits.in_words(sweep, comparison(p_holm=[math.nan, 0.01]))
    assert "Significantly different from LOO: FSM." in sure
    assert "n_test/n_train = 0.429" in sure
    unsure = errors_splits.in_words(sweep, comparison(p_holm=[math.nan, 0.2]))
    assert unsure.startswith("FSM cannot be distinguished from LOO on 5 splits.")
    assert errors_splits.in_words(sweep, comparison()).startswith("No test.")


@pytest.mark.parametrize(
    ("note", "words"),
    [(EQUAL, "no difference from LOO"), (CONSTANT, "the same difference from LOO")],
)
def test_a_criterion_without_a_p_value_is_told_why(sweep, note, words):
    found = comparison(
        quantity=["loo", "kta", "fsm"], p_holm=[math.nan, 0.2, math.nan], note=[REFERENCE, "", note]
    )
    told = errors_splits.in_words(sweep, found)
    assert f"FSM has no p-value: {words} on every split" in told
    assert "KTA has" not in told


def test_the_finding_is_about_the_split_looked_at(sweep, seen):
    one = View(**{**vars(seen), "split": 1})
    told = errors_finding.sentence(sweep, one)
    assert "(split 2 of 5)" in told
    assert "t-test" not in told
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, 1).set_index("quantity")
    errors = rows.loc[list(SHOWN), "test_error"]
    assert errors[errors_finding.worst(sweep, one)] == errors.max()


def test_a_single_criterion_is_not_compared(sweep, seen):
    told = errors_finding.sentence(sweep, View(**{**vars(seen), "shown": ("loo",)}))
    assert "**LOO** finds it" in told
    assert "more than" not in told


def test_names_of_data_are_no_markup(sweep, seen):
    config = type(sweep.config)(dataset="<b>*x*</b>", repeats=5)
    bare = sweeps.Sweep(sweep.digest, config, sweep.table, sweep.choices, "binary", sweep.splits)
    told = errors_finding.sentence(bare, seen)
    assert "<b>" not in told


def test_a_place_names_the_family_only_where_there_are_several(sweep):
    assert errors_views.place(sweep, "gaussian", 0.5, 0.1) == "τ = 2⁻¹, λ = 0.1"
    config = type(sweep.config)(dataset="two_moons", candidates=("gaussian", "linear"))
    both = sweeps.Sweep("x", config, sweep.table, sweep.choices, "binary", sweep.splits)
    assert errors_views.place(both, "gaussian", 0.5, 0.1) == "Gaussian kernel, τ = 2⁻¹, λ = 0.1"
    assert errors_views.place(both, "linear", math.nan, 0.1) == "linear kernel, λ = 0.1"


def curves(sweep, split=None, along="kernel"):
    at = views.SweepAt(sweep.config, None, split, views.Swept(sweep.table, sweep.choices))
    point = {"kernel": "gaussian", "parameter": 0.5, "lam": 0.1}
    return views.error_curves(at, loss="squared", along=along, **point)


def test_one_split_is_not_said_to_have_bands_or_a_test(sweep):
    first = sweep.table[sweep.table["split"] == 0]
    chosen = sweep.choices[sweep.choices["split"] == 0]
    alone = views.SweepAt(sweep.config, None, ready=views.Swept(first, chosen))
    told = views.errors_over_splits(alone, quantities=SHOWN, reference="loo").caption
    assert "One split has no spread and no test." in told
    assert "Bands" in curves(sweep).caption
    point = {"kernel": "gaussian", "parameter": 0.5, "lam": 0.1}
    assert "Bands" not in views.error_curves(alone, loss="squared", **point).caption
