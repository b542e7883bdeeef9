"""The search for counter-examples: judged by definition, better than chance, stopped at once."""

import threading

import numpy as np
import pytest

from kselect_core import SweepConfig, choices, run_sweep
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh, sample
from kselect_core.errors import InvalidParameterError
from kselect_core.selection import CriterionChoice
from kselect_core.selection.made.counterexample import FRESH, Aim, counterexample, tried_on
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.places.truth import true_errors

LOO, CKTA = CriterionChoice("loo"), CriterionChoice("ckta")
START = Recipe("two_gaussians", n=24)
BOTH = Aim((LOO, CKTA), 0.01)


def chosen(recipe, aim):
    config = SweepConfig(dataset=recipe.name, repeats=1, lambdas=(aim.lam,), criteria=aim.criteria)
    table = choices(run_sweep(config), config)
    rows = table[table["scope"] == "per_lambda"].set_index("quantity")["parameter"]
    return config, [float(rows[choice.quantity]) for choice in aim.criteria]


def test_disagreement_is_counted_in_octaves_of_the_width():
    found = tried_on(START, BOTH)
    config, widths = chosen(START, BOTH)
    assert found.chosen == tuple(widths)
    assert found.value == abs(np.log2(widths[0]) - np.log2(widths[1]))
    bench, new = Workbench(config, sample(START)), fresh(START, FRESH)
    points = [Cursor(0, "gaussian", width, 0.01) for width in widths]
    assert found.errors == tuple(truth.error for truth in true_errors(bench, points, new))


def test_a_bad_choice_is_one_whose_true_error_is_far_above_the_lowest():
    aim = Aim((CKTA,), 0.01)
    found = tried_on(START, aim)
    config, (width,) = chosen(START, aim)
    points = [Cursor(0, "gaussian", value, 0.01) for value in config.candidates[0].values]
    every = [
        truth.error
        for truth in true_errors(Workbench(config, sample(START)), points, fresh(START, FRESH))
    ]
    assert found.lowest == min(every)
    assert found.value == every[config.candidates[0].values.index(width)] - min(every)


def test_the_search_gives_the_best_of_its_tries_and_the_same_again():
    few, many = (counterexample(START, BOTH, tries=tries) for tries in (3, 8))
    assert many.best.value >= few.best.value >= tried_on(START, BOTH).value
    assert many.best == tried_on(many.best.recipe, BOTH)
    assert counterexample(START, BOTH, tries=8) == many
    assert (many.best.recipe.shape, many.best.recipe.n) == ("two_gaussians", 24)


def test_draws_alone_leave_everything_else_as_it_is():
    aim = Aim((LOO, CKTA), 0.01, draws=True)
    found = counterexample(START, aim, tries=4, seed=1).best.recipe
    assert Recipe("two_gaussians", n=24, draw=found.draw) == found


def test_a_search_that_is_stopped_gives_the_best_so_far():
    cancel, steps = threading.Event(), []

    def report(done, total):
        steps.append((done, total))
        if done == 2:
            cancel.set()

    found = counterexample(START, BOTH, tries=50, on_progress=report, cancel=cancel)
    assert found.tried == 2
    assert found.best is not None
    assert steps == [(1, 50), (2, 50)]


def test_samples_on_which_nothing_can_be_chosen_are_passed_over():
    bad = Recipe("additive", n=20)
    assert tried_on(bad, Aim((CriterionChoice("fsm"),), 0.01)) is None
    assert counterexample(bad, Aim((CriterionChoice("fsm"),), 0.01), tries=1).best is None


@pytest.mark.parametrize("criteria", [(), (LOO, LOO), (LOO, CKTA, CriterionChoice("gcv"))])
def test_other_numbers_of_criteria_are_refused(criteria):
    with pytest.raises(InvalidParameterError, match="one, or two that differ"):
        Aim(criteria, 0.01)
