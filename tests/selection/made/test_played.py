"""A sweep that is played with: the table of any sweep, and fits that nobody makes a second time."""

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

from kselect_core import SweepConfig, choices, run_sweep
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh, sample
from kselect_core.linalg.spectra import spectrum
from kselect_core.selection.made.played import played
from kselect_core.selection.made.truths import truths_of
from kselect_core.selection.places.cursor import Cursor, Workbench
from kselect_core.selection.sweep.choices import part

RECIPES = (Recipe(n=60), Recipe("additive", n=50), Recipe("xor", n=300, flipped=0.1))


def config_of(recipe):
    return SweepConfig(dataset=recipe.name, repeats=1, lambdas=(0.01,))


@pytest.mark.parametrize("recipe", RECIPES)
def test_the_table_is_that_of_a_sweep(recipe):
    config = config_of(recipe)
    swept, made = run_sweep(config), played(config, sample(recipe)).table
    assert_frame_equal(made, swept)
    assert made.attrs == swept.attrs


@pytest.mark.parametrize("recipe", RECIPES)
def test_true_errors_are_those_of_fits_made_anew_and_cost_no_decomposition(recipe, monkeypatch):
    config, data, new = config_of(recipe), sample(recipe), fresh(recipe, 500)
    table, bench = played(config, data)
    picks = part(choices(table, config), "per_lambda", 0.01, 0)
    here = Cursor(0, "gaussian", 2.0, 0.01)
    anew = truths_of(picks, Workbench(config, data), here, new)
    monkeypatch.setattr(spectrum, "eigensystem", lambda _: pytest.fail("a matrix is decomposed"))
    kept = truths_of(picks, bench, here, new)
    assert kept.chosen.keys() == anew.chosen.keys()
    for mine, theirs in zip(
        (kept.here, *kept.chosen.values()), (anew.here, *anew.chosen.values()), strict=True
    ):
        np.testing.assert_allclose(mine, theirs, rtol=1e-9 if recipe.kind.target else 1e-12)
