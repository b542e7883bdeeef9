"""Grids: exact ends, equal steps, the papers' grids by name, refusals in words."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from kselect_core.errors import InvalidParameterError, TooLargeError
from kselect_core.selection import Candidates, SweepConfig
from kselect_core.selection.config.grids import (
    LAMBDAS,
    PRESETS,
    log_grid,
    positions,
    powers,
    reaching,
)
from tests.tolerances import EXACT, ROUNDOFF


def test_powers_are_exact():
    assert powers(2, -2, 3) == (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
    assert powers(10, -4, 2) == (1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0)


@given(low=st.floats(1e-200, 1.0), ratio=st.floats(1.5, 1e100), points=st.integers(2, 60))
def test_a_logarithmic_grid_has_exact_ends_and_equal_ratios(low, ratio, points):
    grid = np.array(log_grid(low, low * ratio, points))
    assert (grid[0], grid[-1], len(grid)) == (low, low * ratio, points)
    assert_allclose(np.diff(np.log(grid)), np.log(ratio) / (points - 1), rtol=1e-6)


def test_a_grid_of_one_point_is_its_low_end():
    assert log_grid(3, 8, 1) == log_grid(3, 3, 7) == (3.0,)
    assert log_grid(np.float32(1), np.int64(4), np.int64(3)) == (1.0, 2.0, 4.0)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, 1, 5), "low end must be a finite number greater than 0, got 0"),
        ((-1, 1, 5), "low end must be a finite number greater than 0, got -1"),
        ((1, float("inf"), 5), "high end must be a finite number greater than 0, got inf"),
        ((1, float("nan"), 5), "high end must be a finite number greater than 0, got nan"),
        ((1, 10**400, 5), "high end must be a finite number greater than 0"),
        (("1", 2, 5), "low end must be a finite number greater than 0, got '1'"),
        ((True, 2, 5), "low end must be a finite number greater than 0, got True"),
        ((2, 1, 5), "low end must be at most the high end (1), got 2.0"),
        ((1, 2, 0), "number of points must be a whole number ≥ 1, got 0"),
        ((1, 2, -3), "number of points must be a whole number ≥ 1, got -3"),
        ((1, 2, 2.5), "number of points must be a whole number ≥ 1, got 2.5"),
        ((1, 2, True), "number of points must be a whole number ≥ 1, got True"),
    ],
)
def test_a_grid_that_cannot_be_is_refused_in_words(arguments, words):
    with pytest.raises(InvalidParameterError, match=re.escape(words)):
        log_grid(*arguments)


def test_ten_million_points_are_refused_before_they_are_made():
    with pytest.raises(TooLargeError, match="10,000,000 points"):
        log_grid(1, 2, 10**7)


@given(
    grid=st.lists(st.integers(-300, 300), min_size=1, unique=True).map(sorted),
    wanted=st.lists(st.integers(-300, 300), min_size=1),
)
def test_positions_are_those_of_the_values_up_to_rounding(grid, wanted):
    points, values = 1.5 ** np.array(grid), 1.5 ** np.array(wanted)
    expected = [grid.index(w) if w in grid else -1 for w in wanted]
    for factor in (1.0, 1 + 1e-14, 1 - 1e-14):
        assert_array_equal(positions(points, values * factor), expected)


def test_a_missing_value_has_no_position():
    assert_array_equal(positions((1.0, 2.0), np.array([np.nan, 1.5, np.inf, -1.0])), [-1] * 4)


PAPERS = {
    # learner, ridge, λ, and per family: convention, number of points, first, last
    "sps": (
        ("krr", "n_lambda", (0.01, 0.1, 1.0, 10.0)),
        [("gaussian", "tau", 20, 2.0**-10, 2.0**9), ("polynomial", "degree", 20, 1, 20)],
    ),
    "ks": (
        ("lssvm", "n_lambda", (1e-4, 1e-3, 1e-2, 1e-1)),
        [("gaussian", "2tau", 21, 2.0**-10, 2.0**10)],
    ),
    "sm": (("lssvm", "lambda", (1.0,)), [("gaussian", "2tau", 31, 2.0**-15, 2.0**15)]),
    "sekm": (
        ("krr", "n_lambda", tuple(10.0**e for e in range(-8, 1))),  # λ of (0, 1]
        [("gaussian", "sigma2", 13, 2.0**-2, 2.0**10), ("iterated", "steps", 5, 1, 5)],
    ),
}


@pytest.mark.parametrize("name", PAPERS)
def test_the_papers_grids_are_theirs(name):
    preset, (setting, families) = PRESETS[name], PAPERS[name]
    assert (preset.learner, preset.ridge, preset.lambdas) == setting
    found = [(k, c, len(v), v[0], v[-1]) for k, c, v in preset.families]
    assert found == families
    for kernel, _, values in preset.families:
        whole = kernel in ("polynomial", "iterated")
        steps = np.diff(values) if whole else np.divide(values[1:], values[:-1])
        assert_allclose(steps, 1 if whole else 2, **EXACT)


@pytest.mark.parametrize(("name", "points"), [("quick", 48), ("standard", 217), ("fine", 793)])
def test_the_general_presets_say_their_size(name, points):
    preset = PRESETS[name]
    (_, convention, values), lambdas = preset.families[0], preset.lambdas
    assert len(values) * len(lambdas) == points
    assert f"{len(values)} widths × {len(lambdas)} λ" in preset.label
    assert convention == "2tau"


def test_the_default_sweep_is_the_standard_preset():
    config, preset = SweepConfig(dataset="wdbc"), PRESETS["standard"]
    assert [(f.kernel, f.convention, f.values) for f in config.candidates] == list(preset.families)
    assert (config.lambdas, config.learner, config.ridge) == (
        preset.lambdas,
        preset.learner,
        preset.ridge,
    )


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_makes_a_sweep(name):
    preset = PRESETS[name]
    config = SweepConfig(
        dataset="wdbc",
        candidates=tuple(Candidates(k, v, c) for k, c, v in preset.families),
        lambdas=preset.lambdas,
        learner=preset.learner,
        ridge=preset.ridge,
        C=preset.C,
    )
    if preset.C:
        assert (config.C, len(config.C)) == (preset.C, 20)
    else:
        assert config.lambdas == preset.lambdas
    assert [family.values for family in config.candidates] == [v for _, _, v in preset.families]


def test_powers_of_two_come_out_exact_in_the_presets():
    for name in ("quick", "fine"):
        for _, _, values in PRESETS[name].families:
            octaves = [v for v in values if abs(math.log2(v) - round(math.log2(v))) < 1e-9]
            assert_allclose(octaves, 2.0 ** np.round(np.log2(octaves)), **ROUNDOFF)


@given(values=st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=5, unique_by="{:.9e}".format))
def test_the_conventions_of_one_width_agree(values):
    tau = np.array(sorted(values))
    gamma = 1 / (2 * tau)
    written = {"2tau": tau, "sigma2": 2 * tau, "gamma": gamma, "tau": gamma}
    for convention, grid in written.items():
        family = Candidates(values=tuple(grid), convention=convention)
        found = [family.parameters(value)["gamma"] for value in family.values]
        assert_allclose(np.sort(found), np.sort(gamma), **ROUNDOFF)


@pytest.mark.parametrize(
    ("family", "ranks"),
    [
        (Candidates(values=(1, 2, 4), convention="2tau"), (0, 1, 2)),
        (Candidates(values=(1, 2, 4), convention="sigma2"), (0, 1, 2)),
        (Candidates(values=(1, 2, 4), convention="tau"), (2, 1, 0)),
        (Candidates(values=(1, 2, 4), convention="gamma"), (2, 1, 0)),
        (Candidates("laplacian", (1, 2, 4)), (2, 1, 0)),
        (Candidates("polynomial", (1, 2, 4)), (2, 1, 0)),
        (Candidates("linear"), (0,)),
    ],
)
def test_smoothness_follows_the_convention(family, ranks):
    assert family.smoothness() == ranks


COLUMNS = {  # the method columns of the papers' tables
    "sps": {"sps", "kta", "ckta", "fsm", "kfold(k=10)"},
    "ks": {"ks", "kfold", "loo", "br", "ep"},
    "sm": {"sm", "kfold", "loo", "ckta", "fsm", "er"},
    "stab": {"svm_kfold", "svm_loo", "stab", "marg"},
}


@pytest.mark.parametrize("name", COLUMNS)
def test_the_methods_of_a_paper_can_all_be_chosen(name):
    preset = PRESETS[name]
    config = SweepConfig(
        dataset="wdbc",
        learner=preset.learner,
        ridge=preset.ridge,
        lambdas=preset.lambdas,
        C=preset.C,
        criteria=preset.methods,
    )
    assert {choice.quantity for choice in config.criteria} == COLUMNS[name]


def test_up_to_4000_points_the_usual_ridges_stay():
    assert reaching(LAMBDAS, 4000) is LAMBDAS
    assert reaching((1.0,), 10**6) == (1.0,)


@pytest.mark.parametrize(
    ("n", "lowest"), [(4001, 1e-5), (40_000, 1e-5), (40_001, 1e-6), (700_000, 1e-6)]
)
@pytest.mark.parametrize("name", ["quick", "standard", "fine"])
def test_above_ridges_go_down_as_n_goes_up(name, n, lowest):
    usual = PRESETS[name].lambdas
    lambdas = reaching(usual, n)
    assert lambdas[0] == pytest.approx(lowest, rel=1e-12)
    assert n * lambdas[0] <= 4000 * usual[0] * (1 + 1e-12) or n > 400_000
    assert lambdas[-len(usual) :] == usual
    steps = np.diff(np.log(lambdas))
    assert_allclose(steps, steps[-1], rtol=1e-9)
