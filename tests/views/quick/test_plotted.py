"""One call from a table to a figure."""

from math import nan

import numpy as np
import pytest

from kselect_core import Candidates, Dataset, SweepConfig, choices, plot, run_sweep, views
from kselect_core.errors import DataError, UnknownNameError
from kselect_core.selection.config.measures import measured_by
from kselect_core.selection.sweep.choices import first_place

CONFIG = SweepConfig(
    dataset="two_moons",
    candidates=(Candidates("gaussian", (0.1, 1.0, 10.0), "2tau"),),
    lambdas=(0.01, 0.1),
    repeats=2,
    criteria=("ckta", "loo"),
)


@pytest.fixture(scope="module")
def table():
    return run_sweep(CONFIG)


@pytest.mark.parametrize("kind", ["curves", "map", "regrets"])
def test_every_kind_is_drawn_with_its_numbers(table, kind):
    drawn = plot(table, CONFIG, kind)
    assert drawn.figure.data
    assert len(drawn.numbers())


def test_the_cursor_stands_on_the_choice_and_options_replace_it(table):
    joint = choices(table, CONFIG).query("scope == 'joint' and quantity == 'loo'").iloc[0]
    place = first_place(choices(table, CONFIG), CONFIG)
    assert place == ("gaussian", joint["parameter"], joint["lambda"])
    assert f"λ = {place[2]:g}" in plot(table, CONFIG).caption
    assert "λ = 0.1" in plot(table, CONFIG, lam=0.1).caption
    assert plot(table, CONFIG, "map", quantity="loo").name == "Map of LOO"


def test_with_its_data_a_caption_names_the_gram_matrices():
    x = np.linspace(-1.0, 1.0, 30)
    matrices = {
        "shortest path": np.outer(x, x) + 1.0,
        "edit distance": np.exp(-((x[:, None] - x) ** 2)),
    }
    dataset = Dataset.from_gram(matrices, np.where(x > 0, "yes", "no"))
    config = SweepConfig(
        dataset=dataset.name,
        candidates=Candidates("precomputed", dataset.grid),
        preprocessing="none",
        lambdas=(0.1,),
        repeats=2,
        criteria=("loo",),
    )
    table = run_sweep(config, dataset=dataset)
    for kind in ("curves", "map", "regrets"):
        caption = plot(table, config, kind, dataset=dataset).caption
        assert "Gram matrices: 1 shortest path, 2 edit distance" in caption


def test_another_kind_is_refused(table):
    with pytest.raises(UnknownNameError, match="curves, map, regrets"):
        plot(table, CONFIG, "curve")


@pytest.mark.parametrize(("measure", "name"), [("auc", "1 − AUC"), ("balanced", "balanced error")])
def test_a_table_by_another_measure_is_called_by_it(table, measure, name):
    by = measured_by(table, measure)
    for drawn in (plot(by, CONFIG, "map"), plot(table, CONFIG, "map", measure=measure)):
        assert drawn.name == f"Map of the test {name}"
        assert drawn.caption.startswith(f"Test {name}: ")
    assert measured_by(by, measure) is by
    with pytest.raises(DataError, match=f"measured by the {name} already"):
        measured_by(by, "auc" if measure == "balanced" else "balanced")


def test_error_curves_of_a_regression_are_of_its_own_loss():
    config = SweepConfig(
        dataset="additive", candidates=("linear",), lambdas=(0.1,), repeats=1, criteria=("loo",)
    )
    drawn = views.error_curves(
        views.SweepAt.of(run_sweep(config), config), kernel="linear", parameter=nan, lam=0.1
    )
    assert set(drawn.numbers()["quantity"]) >= {"loo", "test_squared_error"}
    assert drawn.caption.startswith("Mean squared error")
    assert drawn.figure.data
