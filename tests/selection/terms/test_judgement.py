"""The verdict on a criterion: what makes it good, how others miss, and what it does not choose."""

from dataclasses import replace
from math import isnan

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

from kselect_core import SweepConfig, choices, load_dataset, run_sweep
from kselect_core.criteria import CRITERIA
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.comparison import compared
from kselect_core.selection.terms.judgement import at_fixed, judged
from kselect_core.selection.terms.recommendation import recommendation
from kselect_core.words.recommended import recommended_text
from tests.collection import mostly_at_night
from tests.tolerances import EXACT

WIDTHS = (0.25, 0.5, 1.0, 2.0, 4.0)
ERRORS = (0.4, 0.2, 0.1, 0.2, 0.4)
LAMBDAS = (0.01, 1.0)
JITTER = (0.0, 0.001, -0.001, 0.002)
RATIO = 0.4


def sweep(splits=4, *, rate=True, **bests):
    """A sweep made by hand: each criterion is best at the width given, in every split."""
    config = SweepConfig(
        dataset="two_moons",
        repeats=splits,
        candidates=(Candidates("gaussian", WIDTHS, "2tau"),),
        lambdas=LAMBDAS,
        criteria=tuple(bests),
    )
    rows = [
        row
        for split in range(splits)
        for lam in LAMBDAS
        for at, width in enumerate(WIDTHS)
        for row in cell(split, lam, at, width, bests, rate=rate)
    ]
    table = pd.DataFrame(rows)
    return table, choices(table, config), config


def cell(split, lam, at, width, bests, *, rate):
    error = ERRORS[at] + (0.2 if lam == 1.0 else 0.0) + JITTER[split] * (at + 1)
    same = {
        "dataset": "two_moons",
        "split": split,
        "learner": "krr",
        "kernel": "gaussian",
        "parameter": width,
        "convention": "2tau",
        "lambda": lam,
        "mu": lam,
        "C": np.nan,
        "reason": "",
    }
    squared = error * 2 if rate else error
    yield same | {"quantity": "test_error", "kind": "error", "value": error}
    yield same | {"quantity": "test_squared_error", "kind": "error", "value": squared}
    for name, best in bests.items():
        far = abs(np.log2(width / best))
        ridge = lam if CRITERIA[name].chooses_strength else 0.0
        signed = -far if CRITERIA[name].better == "higher" else far + ridge
        quantity = f"{name}(k=5)" if name == "kfold" else name
        yield same | {"quantity": quantity, "kind": "criterion", "value": signed}


def on(swept, *, quantities=None, lam=0.01, **more):
    table, made, config = swept
    names = quantities or tuple(choice.quantity for choice in config.criteria)
    found = judged(table, made, config, ratio=RATIO, quantities=names, lam=lam, **more)
    return {verdict.quantity.partition("(")[0]: verdict for verdict in found}


def kinds(swept, **more):
    return {name: verdict.kind for name, verdict in on(swept, **more).items()}


def test_who_chooses_the_lowest_error_finds_it_and_others_miss_on_their_side():
    swept = sweep(loo=1.0, ckta=2.0, kta=0.5)
    assert kinds(swept) == {"loo": "finds it", "ckta": "too wide", "kta": "too narrow"}


def test_a_choice_at_an_end_in_every_split_has_no_optimum_inside():
    swept = sweep(loo=1.0, ckta=4.0)
    assert kinds(swept)["ckta"] == "no interior optimum"


def test_a_criterion_whose_optimum_is_an_end_always_takes_it():
    swept = sweep(loo=1.0, fsm=0.25, pep=4.0)
    assert kinds(swept) == {"loo": "finds it", "fsm": "always narrowest", "pep": "always widest"}
    assert not on(swept)["fsm"].good


def test_what_an_end_is_by_construction_may_be_good_all_the_same():
    assert on(sweep(fsm=0.25, loo=0.25))["fsm"].good is False
    narrow = sweep(fsm=0.25, loo=1.0)
    table = narrow[0].assign(
        value=narrow[0]["value"].where(~narrow[0]["quantity"].str.startswith("test"), 0.1)
    )
    found = on((table, choices(table, narrow[2]), narrow[2]))["fsm"]
    assert (found.kind, found.good) == ("always narrowest", True)


def of_matrices(swept, *, numbered):
    """The same sweep of Gram matrices, which have names, or values of a parameter."""
    table, _, config = swept
    grid = range(1, 6) if numbered else WIDTHS
    family = Candidates("precomputed", tuple(map(float, grid)))
    config = replace(config, candidates=(family,), preprocessing="none")
    place = dict(zip(WIDTHS, family.values, strict=True))
    table = table.assign(
        kernel="precomputed", convention="matrix", parameter=table["parameter"].map(place)
    )
    return table, choices(table, config), config


@pytest.mark.parametrize("numbered", [True, False])
def test_of_gram_matrices_none_is_narrow_or_wide_and_verdicts_are_about_the_error(numbered):
    swept = sweep(loo=1.0, fsm=0.25, pep=4.0, kta=0.5, ckta=2.0)
    found = on(of_matrices(swept, numbered=numbered))
    assert kinds(swept)["fsm"] == "always narrowest"
    end = "misses it" if numbered else "no interior optimum"
    said = {"loo": "finds it", "fsm": end, "pep": end, "kta": "misses it", "ckta": "misses it"}
    assert {name: verdict.kind for name, verdict in found.items()} == said


def test_a_criterion_that_takes_an_end_of_a_width_can_find_the_best_matrix():
    found = on(of_matrices(sweep(fsm=1.0, loo=2.0), numbered=True))
    assert found["fsm"].kind == "finds it"


def test_nobody_finds_it_where_the_best_one_is_far_from_the_best_cell():
    swept = sweep(ckta=2.0, kta=0.5)
    assert kinds(swept) == {"ckta": "too wide", "kta": "too narrow"}
    assert not any(verdict.good for verdict in on(swept).values())


def test_within_a_point_is_near_and_of_squared_errors_within_five_per_cent():
    for rate, shift, kind in (
        (True, 0.009, "near"),
        (True, 0.011, "too wide"),
        (False, 0.004, "near"),
        (False, 0.006, "too wide"),
    ):
        table, _, config = sweep(loo=1.0, ckta=2.0, rate=rate)
        errors = table["quantity"].str.startswith("test") & (table["parameter"] == 2.0)
        level = table[table["quantity"].eq("test_error") & table["parameter"].eq(1.0)]
        table.loc[errors, "value"] = float(level["value"].min()) + shift
        table.loc[errors & (table["lambda"] == 1.0), "value"] += 0.5
        one = table[table["split"] == 2]
        assert kinds((one, choices(one, config), config), split=2)["ckta"] == kind, (rate, shift)


@pytest.mark.parametrize(("points", "kind"), [(5, "ties"), (6, "too wide")])
def test_one_split_tells_error_rates_apart_from_six_of_its_points(points, kind):
    table, _, config = sweep(loo=1.0, ckta=2.0)
    table = table[table["split"] == 2]
    rates = table["quantity"] == "test_error"
    table.loc[rates & (table["parameter"] != 1.0), "value"] = 0.5
    table.loc[rates & (table["parameter"] == 1.0), "value"] = 1 / 90
    table.loc[rates & (table["parameter"] == 2.0), "value"] = (1 + points) / 90
    one = table, choices(table, config), config
    found = on(one, counted=90)
    assert (found["loo"].kind, found["ckta"].kind) == ("finds it", kind)
    assert found["ckta"].good is (kind == "ties")
    assert on(one)["ckta"].kind == "too wide"  # how many points there are is not known


def test_the_test_is_that_of_the_comparison():
    swept = sweep(loo=1.0, ckta=2.0, kta=0.5)
    expected = compared(swept[1], ratio=RATIO, lam=0.01).set_index("quantity")
    for name, verdict in on(swept).items():
        assert_allclose(verdict.p, expected.loc[name, "p_holm"], **EXACT)
        assert_allclose(verdict.gap, expected.loc[name, "difference"], **EXACT)
        assert verdict.best == "loo"


def noisy(scale):
    table, _, config = sweep(loo=1.0, ckta=2.0)
    errors = table["quantity"].str.startswith("test") & (table["parameter"] == 2.0)
    table.loc[errors, "value"] += table["split"].map({0: -scale, 1: scale, 2: -scale, 3: scale})
    return table, choices(table, config), config


def test_what_cannot_be_told_from_the_best_ties_with_it():
    assert kinds(noisy(0.0))["ckta"] == "too wide"
    found = on(noisy(0.2))["ckta"]
    assert (found.kind, found.good) == ("ties", True)
    assert found.p > 0.05


def test_on_one_split_there_is_no_test_and_no_tie():
    found = on(noisy(0.2), split=1)["ckta"]
    assert (found.kind, found.splits) == ("too wide", 1)
    assert isnan(found.p)


def test_a_criterion_without_lambda_is_judged_at_the_one_that_is_shown():
    swept = sweep(loo=1.0, ckta=1.0)
    made = swept[1]
    by_rule = made[(made["scope"] == "joint") & (made["quantity"] == "ckta")]
    assert set(by_rule["lambda"]) == {1.0}
    found = on(swept, joint=True)
    assert found["ckta"].kind == "finds it"
    assert found["ckta"].lam == 0.01
    assert isnan(found["loo"].lam)
    assert on(swept, joint=True, lam=1.0)["ckta"].lam == 1.0


def test_choices_at_a_fixed_lambda_count_their_regret_from_the_whole_grid():
    table, made, config = sweep(loo=1.0, ckta=2.0)
    fixed = at_fixed(made, config, 1.0)
    joint = fixed[fixed["scope"] == "joint"].set_index(["quantity", "split"])
    assert_allclose(joint["regret"], joint["test_error"] - joint["best_test_error"], **EXACT)
    lowest = table[table["quantity"] == "test_error"].groupby("split")["value"].min()
    assert_allclose(joint.loc["ckta", "best_test_error"], lowest, **EXACT)
    unchanged = fixed[fixed["scope"] == "per_lambda"].reset_index(drop=True)
    expected = made[made["scope"] == "per_lambda"].reset_index(drop=True)
    pd.testing.assert_frame_equal(unchanged, expected)


def test_a_criterion_without_a_value_makes_no_choice():
    table, _, config = sweep(loo=1.0, ckta=2.0)
    lost = table["quantity"] == "ckta"
    table.loc[lost, ["value", "reason"]] = [np.nan, "one class"]
    assert kinds((table, choices(table, config), config))["ckta"] == "no choice"


@pytest.mark.parametrize("name", sorted(name for name, c in CRITERIA.items() if c.always))
@pytest.mark.parametrize(
    "dataset",
    mostly_at_night(("two_moons", "circles", "gaussians"), lambda name: name == "two_moons"),
)
def test_what_always_takes_an_end_takes_it_on_every_set(name, dataset):
    config = SweepConfig(dataset=dataset, repeats=2, criteria=(name,), lambdas=(0.01,))
    data = load_dataset(dataset)
    table = run_sweep(config, dataset=data)
    ratio = Setup.of(config, data).ratio
    (verdict,) = judged(
        table, choices(table, config), config, ratio=ratio, quantities=(name,), lam=0.01
    )
    ends = {"narrow": "always narrowest", "wide": "always widest"}
    assert verdict.kind == ends[CRITERIA[name].always]


def test_a_split_without_any_test_error_leaves_no_lowest_cell_and_no_finder():
    table, _, config = sweep(loo=1.0, ckta=2.0)
    gone = table["quantity"].str.startswith("test") & (table["split"] == 0)
    table.loc[gone, "value"] = np.nan
    found = on((table, choices(table, config), config))
    assert all(isnan(verdict.lowest) for verdict in found.values())
    assert "finds it" not in {verdict.kind for verdict in found.values()}


def test_a_criterion_with_a_choice_on_some_splits_only_finds_nothing():
    table, _, config = sweep(loo=1.0, ckta=1.0)
    table.loc[(table["quantity"] == "ckta") & (table["split"] != 2), "value"] = np.nan
    found = on((table, choices(table, config), config))
    assert found["ckta"].splits == 1
    assert found["ckta"].kind != "finds it"


def doubted(off, **bests):
    """A sweep made by hand whose criteria are known to an error."""
    table, _, config = sweep(**bests)
    error = np.where(table["kind"] == "criterion", off, 0.0)
    table = table.assign(error=error, converged=True)
    return table, choices(table, config), config


def test_where_a_choice_is_undecided_the_verdict_knows_the_best_and_the_worst_of_the_tied_cells():
    found = on(doubted(0.6, ckta=1.0, kta=2.0, mmd=1.0))
    assert (found["ckta"].kind, found["kta"].kind) == ("finds it", "too wide")
    assert_allclose([found["ckta"].tied_low, found["ckta"].tied_high], [0.1015, 0.202], atol=1e-3)
    assert_allclose([found["kta"].tied_low, found["kta"].tied_high], [0.1015, 0.403], atol=1e-3)
    assert found["ckta"].some
    assert found["kta"].some


def test_what_is_settled_has_no_other_cells():
    found = on(doubted(0.2, ckta=1.0, kta=4.0))
    assert not any(one.some or one.undecided for one in found.values())
    assert all(isnan(one.tied_low) and isnan(one.tied_high) for one in found.values())
    far = on(doubted(0.6, ckta=1.0, kta=0.25))["kta"]
    assert far.undecided
    assert not far.some  # none of its cells comes near


def test_test_errors_of_what_is_tied_are_at_the_ridge_of_the_choice_where_it_chooses_none():
    _, made, _ = doubted(0.6, kta=1.0, loo=1.0)
    joint = made[(made["scope"] == "joint") & (made["split"] == 0)].set_index("quantity")
    assert_allclose(joint.loc["kta", ["test_error_low", "test_error_high"]].tolist(), [0.3, 0.4])
    assert_allclose(joint.loc["loo", ["test_error_low", "test_error_high"]].tolist(), [0.1, 0.3])


def test_a_recommendation_tells_the_range_as_well():
    table, made, config = doubted(0.6, loo=1.0)
    best = recommendation(table, config, ratio=RATIO, made=made)
    assert_allclose([best.tied_low, best.tied_high], [0.1015, 0.3015], rtol=1e-12)
    assert "(test error 10.2 … 30.2 %)" in recommended_text(config, best, "binary")
    exact = recommendation(*(sweep(loo=1.0)[at] for at in (0, 2)), ratio=RATIO)
    assert "test error" not in recommended_text(config, exact, "binary")
