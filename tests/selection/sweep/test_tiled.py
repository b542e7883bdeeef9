"""A sweep without the matrix, beside the same sweep with it, in every cell."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from pandas.testing import assert_frame_equal

from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset, load_dataset
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    SweepCancelledError,
    TooLargeError,
    UnknownNameError,
)
from kselect_core.selection import Candidates, SweepConfig, choices, run_sweep
from kselect_core.selection.sweep import engines, memory
from kselect_core.selection.sweep.memory import bytes_needed, refuse_matrices, refuse_too_large
from kselect_core.selection.sweep.setup import Setup
from tests.collection import mostly_at_night
from tests.selection.examples import StoppedAt, blobs, clouds, small

KEYS = ["split", "kernel", "parameter", "lambda", "quantity"]
ALL = tuple(key for key, one in CRITERIA.items() if one.applies_to("krr"))
WIDTHS = Candidates("gaussian", (0.5, 2.0, 8.0, 4096.0), "2tau")


def waves(n=300):
    rng = np.random.default_rng(0)
    X = rng.uniform(-2, 2, (n, 3))
    y = 100.0 + np.sin(2 * X[:, 0]) * X[:, 1] + 0.1 * rng.standard_normal(n)
    return Dataset.from_arrays(X, y, name="waves")


def config(dataset="blobs", **changes):
    entries = {"criteria": ALL, "candidates": (WIDTHS,), "repeats": 1}
    entries["lambdas"] = (0.001, 0.01, 0.1, 1.0)
    return small(dataset=dataset, **(entries | changes))


def both(asked, data):
    """Rows of both engines side by side."""
    tiled = run_sweep(replace(asked, engine="tiled"), dataset=data)
    dense = run_sweep(replace(asked, engine="dense"), dataset=data)
    joined = tiled.merge(dense, on=KEYS, suffixes=("", "_dense"), validate="1:1")
    assert len(joined) == len(tiled) == len(dense)
    assert "error" not in dense.columns
    return joined


CASES = {
    "two classes": (config(), blobs(300)),
    "a bias and given test rows": (
        config(learner="lssvm", split="given"),
        replace(blobs(300), test_rows=90),
    ),
    "μ = λ": (config(ridge="lambda", lambdas=(1.0, 30.0)), blobs(300)),
    "numbers": (config("waves"), waves()),
    "one class against another": (config("clouds"), clouds(300)),
    "one class against the rest": (config("clouds", multiclass="one_vs_rest"), clouds(300)),
    "a pair of classes": (config("clouds", pair=("blue", "red")), clouds(300)),
    "other kernels": (
        config(
            candidates=(
                Candidates("laplacian", (0.1, 1.0), "c"),
                Candidates("polynomial", (1.0, 3.0), "degree"),
                Candidates("linear"),
                Candidates("gaussian", (1.0, 3.0, 7.0), "2tau"),
            )
        ),
        blobs(300),
    ),
    "counted errors": (
        config(criteria=(("kfold", {"loss": "error", "k": 3}), ("ks", {"k": 4}))),
        blobs(300),
    ),
}


AT_NIGHT = ("μ = λ", "one class against the rest", "a pair of classes")


@pytest.fixture(scope="module", params=mostly_at_night(CASES, lambda name: name not in AT_NIGHT))
def compared(request):
    return both(*CASES[request.param])


def test_every_value_is_that_of_the_matrix_within_the_error_said(compared):
    known = compared[compared["value"].notna()]
    distance = (known["value"] - known["value_dense"]).abs()
    outside = known[distance > known["error"] + 1e-7 * known["value_dense"].abs()]
    # what probes estimate has an interval of 95 %; the spread of five folds is no mean
    estimated = outside["quantity"].isin({"gcv", "effective_dof", "kfold_se#se"})
    assert estimated.sum() <= 0.1 * len(known[known["quantity"].isin({"gcv", "effective_dof"})]) + 2
    assert (distance <= 5 * known["error"] + 1e-7 * known["value_dense"].abs()).all()
    assert len(outside[~estimated]) <= 0.01 * len(known), outside[~estimated][[*KEYS, "value"]]


def test_sums_over_entries_are_exact(compared):
    exact = [key for key, one in CRITERIA.items() if one.cost == "n2" and "ridge" not in one.needs]
    rows = compared[compared["quantity"].isin(exact) & compared["value"].notna()]
    assert (rows["error"] == 0).all()
    assert rows["converged"].all()
    assert ((rows["value"] / rows["value_dense"] - 1).abs() <= 1e-6).all()


def test_cross_validation_is_known_to_one_part_in_ten_thousand(compared):
    rows = compared[compared["quantity"].isin(["kfold", "ks", "remp"]) & compared["converged"]]
    assert ((rows["value"] / rows["value_dense"] - 1).abs() <= 3e-4).all()


def test_what_needs_eigenvectors_is_declined_with_the_reason(compared):
    declined = [key for key in ALL if not CRITERIA[key].without_matrix]
    rows = compared[compared["quantity"].isin(declined)]
    assert rows["value"].isna().all()
    assert rows["reason"].str.contains("engine 'tiled'|needs labels|Gaussian kernel only").all()


@pytest.mark.parametrize("learner", ["krr", "lssvm"])
def test_ep_is_known_to_an_error_that_holds_and_is_no_larger_than_it_must(learner, monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.tiled.path.LANDMARKS", 80)
    widths = Candidates("gaussian", (0.25, 1.0, 4.0, 16.0, 64.0, 1024.0), "2tau")
    asked = config(
        "wdbc",
        learner=learner,
        criteria=(("ep", {}), ("ep", {"eta": 4.0})),
        candidates=(widths,),
        lambdas=(1e-3, 1e-1),
    )
    joined = both(asked, load_dataset("wdbc"))
    rows = joined[joined["quantity"].str.startswith("ep")]
    distance = (rows["value"] - rows["value_dense"]).abs()
    assert len(rows) == 6 * 2 * 2
    assert (distance <= rows["error"]).all()
    assert ((distance / rows["error"])[rows["parameter"] == 4.0] > 0.9).all()
    known = rows[(rows["quantity"] == "ep") & rows["parameter"].isin([0.25, 1.0, 64.0, 1024.0])]
    assert (known["error"] < 0.03 * known["value"]).all()


def test_choices_of_cross_validation_are_those_of_the_matrix():
    asked, data = config(criteria=("kta", "kfold")), blobs(300)
    tiled, dense = (
        choices(run_sweep(replace(asked, engine=one), dataset=data), asked)
        for one in ("tiled", "dense")
    )
    columns = ["quantity", "scope", "parameter", "lambda", "test_error"]
    assert_array_equal(tiled[columns].to_numpy(), dense[columns].to_numpy())


def test_processes_give_the_same_bits_and_a_finished_part_is_gone_on_from():
    asked, data = config(criteria=("kta", "kfold", "gcv", "sm"), engine="tiled"), blobs(120)
    alone = run_sweep(asked, dataset=data)
    together = run_sweep(asked, dataset=data, workers=2)
    assert alone.equals(together)
    part = alone[alone["parameter"] < 5]
    part.attrs = alone.attrs
    seen = []
    rest = run_sweep(asked, dataset=data, done=part, on_progress=lambda *now: seen.append(now))
    assert rest.equals(alone)
    assert seen == [(3, 4), (4, 4)]


def test_a_part_without_any_value_has_the_columns_of_the_rest_once_it_is_gone_on_from():
    steep = Candidates("polynomial", (2.0, 50.0), "degree")
    asked, data = config(candidates=(steep,), criteria=("kta",), engine="tiled"), blobs(60)
    asked = replace(asked, preprocessing="none")
    alone = run_sweep(asked, dataset=data)
    part = alone[alone["parameter"] == 50].drop(columns=["error", "converged"])
    part.attrs = alone.attrs
    assert_frame_equal(run_sweep(asked, dataset=data, done=part), alone, check_exact=True)


def test_rows_of_the_other_engine_are_not_gone_on_from():
    asked, data = config(criteria=("kta",)), blobs(60)
    dense = run_sweep(replace(asked, engine="dense"), dataset=data)
    with pytest.raises(DataError, match="another sweep"):
        run_sweep(replace(asked, engine="tiled"), dataset=data, done=dense)


def test_it_stops_within_an_item(monkeypatch):
    monkeypatch.setattr("kselect_core.linalg.tiled.chains.SIDE", 8)
    cancel = StoppedAt(5)
    with pytest.raises(SweepCancelledError, match="0 of 4 kernels"):
        run_sweep(config(engine="tiled"), dataset=blobs(100), cancel=cancel)
    assert cancel.looks == 5


def test_a_width_that_underflows_has_no_error_rate_and_says_why():
    narrow = config(candidates=(Candidates("gaussian", (1e-6,), "2tau"),), engine="tiled")
    table = run_sweep(narrow, dataset=blobs(60))
    rates = table[table["quantity"] == "test_error"]
    assert rates["value"].isna().all()
    assert rates["reason"].str.contains("cannot decide the sign").all()
    assert table[table["quantity"] == "kfold"]["value"].round(6).eq(1.0).all()


def test_votes_in_doubt_are_part_of_the_error_of_a_rate():
    """Narrow kernels make votes of decisions that are rounding; one of few points may turn."""
    rng = np.random.default_rng(1)
    codes = np.repeat([0, 1, 2], (150, 140, 10))
    centres = np.array([[2.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    X = rng.standard_normal((300, 3)) + centres[codes]
    order = rng.permutation(300)
    X, codes = X[order], codes[order]
    data = Dataset.from_arrays(X, np.array(["a", "b", "c"])[codes], name="clouds")
    narrow = (Candidates("gaussian", (2.0**-8, 2.0**-6, 0.25), "2tau"),)
    lambdas = (1e-6, 1e-4, 1e-2, 1.0, 100.0)
    asked = config("clouds", candidates=narrow, criteria=("kta",), lambdas=lambdas)
    for scheme in ("one_vs_one", "one_vs_rest"):
        joined = both(replace(asked, multiclass=scheme), data)
        rates = joined[joined["quantity"].isin(["test_error", "training_error"])]
        distance = (rates["value"] - rates["value_dense"]).abs()
        assert not (distance > rates["error"] + 1e-12)[rates["converged"]].any()
        gone = rates[rates["value"].isna()]
        assert gone["reason"].str.contains("cannot decide the sign").all()
        assert len(gone) < len(rates)


def test_no_rate_is_known_to_more_than_itself():
    data = blobs(300)
    y = np.tile([1.0, -1.0, 1.0, 1.0], 75)
    equal = Dataset.from_arrays(np.repeat(data.X[::4], 4, axis=0), y, name="blobs")
    narrow = (Candidates("gaussian", (2.0**-8,), "2tau"),)
    lambdas = (1e-6, 1e-4, 1e-2, 1.0, 100.0)
    asked = config(candidates=narrow, criteria=("kta",), lambdas=lambdas)
    table = run_sweep(replace(asked, engine="tiled"), dataset=equal)
    rates = table[table["quantity"].isin(["test_error", "training_error"])]
    assert (rates["error"] <= 1.0).all()


def test_what_is_solved_has_no_error_from_the_round_before():
    """Wide kernels with a small ridge: the second round is exact, the first one was far off."""
    wide = (Candidates("gaussian", (2.0**12, 2.0**14, 2.0**15), "2tau"),)
    asked = config(
        "two_moons", candidates=wide, criteria=("kfold",), lambdas=(1e-9, 1e-8, 1e-6, 1.0)
    )
    joined = both(asked, load_dataset("two_moons"))
    rows = joined[joined["quantity"] == "kfold"]
    assert rows["converged"].all()
    assert (rows["error"] <= 2e-4 * rows["value"]).all()
    assert ((rows["value"] - rows["value_dense"]).abs() <= rows["error"]).all()


def test_a_constant_column_and_equal_points_are_no_trouble():
    data = blobs(80)
    X = np.column_stack([np.repeat(data.X[::8], 8, axis=0), np.ones(80)])
    repeated = Dataset.from_arrays(X, data.y, name="blobs")
    joined = both(config(criteria=("kta", "kfold", "gcv")), repeated)
    with_matrix = joined["quantity"].isin(["test_balanced_error", "test_auc"])
    assert joined[with_matrix]["reason"].str.contains("with the kernel matrix only").all()
    joined = joined[~with_matrix]
    distance = (joined["value"] - joined["value_dense"]).abs()
    assert (distance <= 2 * joined["error"] + 1e-9).all()


def test_kernels_that_overflow_say_so():
    steep = Candidates("polynomial", (2.0, 50.0), "degree")
    asked = config(candidates=(steep,), criteria=("kta", "kfold"), engine="tiled")
    table = run_sweep(replace(asked, preprocessing="none"), dataset=blobs(60))
    gone = table["parameter"] == 50
    assert table[gone]["value"].isna().all()
    assert table[gone]["reason"].str.contains("overflowing").all()
    assert table[~gone & table["quantity"].eq("kta")]["value"].notna().all()
    large = run_sweep(asked, dataset=blobs(60))  # no overflow, but every ridge is too small
    fits = large["quantity"].isin(["kfold", "test_squared_error"]) & (large["parameter"] == 50)
    assert large[fits]["value"].isna().all()
    assert large[fits]["reason"].str.contains("ill-conditioned").all()


def test_kernels_that_average_over_all_points_are_declined_by_name():
    asked = config(candidates=(Candidates("iterated", (1.0,)),), criteria=("kta",), engine="tiled")
    table = run_sweep(asked, dataset=blobs(40))
    assert table["value"].isna().all()
    assert table["reason"].str.contains("engine='dense'").all()


@cache
def swept_by(key):
    """A small sweep by one criterion, and its table, to be copied before it is changed."""
    asked = config(criteria=(key,), engine="tiled", lambdas=(0.01, 0.1))
    return asked, run_sweep(asked, dataset=blobs(60))


def known_to(error, *, better="lower", converged=True):
    """Choices of one criterion whose values are known to an error."""
    key = {"lower": "kfold", "higher": "pep"}[better]
    asked, table = swept_by(key)
    table = table.copy()
    mine = table["quantity"] == key
    order = {0.5: 0.4, 2.0: 0.3, 8.0: 0.31, 4096.0: 0.5}
    value = table.loc[mine, "parameter"].map(order) + 0.001 * (table.loc[mine, "lambda"] > 0.05)
    table.loc[mine, "value"] = value if better == "lower" else 1.0 - value
    table.loc[mine, "error"] = error
    table.loc[mine, "converged"] = converged
    return choices(table, asked).set_index(["scope", "lambda"])


def test_candidates_whose_error_bars_reach_each_other_are_undecided():
    assert known_to(0.0)["undecided"].eq("").all()
    assert known_to(1e-5)["undecided"].eq("").all()
    near = known_to(0.006)
    assert near["parameter"].eq(2.0).all()
    assert near["undecided"].eq("undecided between τ = 2¹ and 2³").all()
    assert known_to(0.06)["undecided"].eq("undecided among 3 values, τ = 2⁻¹ … 2³").all()
    higher = known_to(0.006, better="higher")
    assert higher["undecided"].eq("undecided between τ = 2¹ and 2³").all()


def test_ridges_that_cannot_be_told_apart_are_undecided_in_the_whole_grid_only():
    words = known_to(0.0006)["undecided"]
    assert words["per_lambda"].eq("").all()
    assert words["joint"].eq("undecided between λ = 0.01 and 0.1").all()


def test_the_simplest_within_one_standard_error_is_undecided_only_where_the_rule_is():
    """What lies below the choice is no doubt: the rule passes it by on purpose."""
    order = {0.5: 0.4, 2.0: 0.3, 8.0: 0.31, 4096.0: 0.36}

    def words(error, se=0.05):
        asked, table = swept_by("kfold_se")
        table = table.copy()
        for name, numbers in (("kfold_se", table["parameter"].map(order)), ("kfold_se#se", se)):
            mine = table["quantity"] == name
            table.loc[mine, "value"] = numbers
            table.loc[mine, "error"] = error if name == "kfold_se" else 0.0
        row = choices(table, asked).query("scope == 'joint'").iloc[0]
        return row["parameter"], row["undecided"]

    assert words(0.0) == (8.0, "")
    assert words(0.001) == (8.0, "")
    assert words(0.006) == (8.0, "undecided between τ = 2³ and 2¹²")
    assert words(0.001, se=0.0101) == (8.0, "undecided between τ = 2¹ and 2³")


def test_a_choice_whose_fits_have_not_converged_says_so():
    words = known_to(0.006, converged=False)["undecided"]
    start = "the fits behind the choice have not converged, "
    assert words["joint"].eq(f"{start}3 candidates that have not converged may be as good").all()
    alone = f"{start}1 candidate that has not converged may be as good"
    assert words["per_lambda"].eq(alone).all()


def test_what_has_not_converged_ties_nothing_and_is_counted():
    asked, table = swept_by("kfold")
    table = table.copy()
    mine = table["quantity"] == "kfold"
    order = {0.5: 0.4, 2.0: 0.3, 8.0: 0.301, 4096.0: 0.5}
    table.loc[mine, "value"] = table.loc[mine, "parameter"].map(order)
    table.loc[mine, "error"] = np.where(table.loc[mine, "parameter"] == 4096, 0.5, 0.001)
    table.loc[mine, "converged"] = table.loc[mine, "parameter"] != 4096
    (row,) = choices(table, asked).query("scope == 'joint'").to_dict("records")
    assert row["undecided"] == (
        "undecided between τ = 2¹ and 2³, 2 candidates that have not converged may be as good"
    )
    assert (row["parameter_low"], row["parameter_high"]) == (2.0, 8.0)


def test_choices_from_exact_values_have_no_such_column():
    asked = config(criteria=("kta",))
    assert "undecided" not in choices(run_sweep(asked, dataset=blobs(40)), asked).columns


# which engine, and what it refuses


def test_the_usual_engine_is_no_part_of_the_digest_and_another_one_is():
    usual = small()
    assert replace(usual, engine="auto").digest() == usual.digest()
    assert '"engine"' not in usual.to_json()
    tiled = replace(usual, engine="tiled")
    assert tiled.digest() != usual.digest()
    assert SweepConfig.from_toml(tiled.to_toml()) == tiled


def test_the_engine_goes_by_the_size():
    machine = small(learner="svm", C=(1.0,), criteria=["svm_loo"])
    assert engines.engine_for(small(), 4000) == "dense"
    assert engines.engine_for(small(), 4001) == "tiled"
    assert engines.engine_for(small(engine="dense"), 9000) == "dense"
    assert engines.engine_for(small(engine="tiled"), 10) == "tiled"
    assert engines.engine_for(machine, 9000) == "dense"
    iterated = small(candidates=(Candidates("iterated", (1.0,)),))
    assert engines.engine_for(iterated, 4001) == "dense"
    assert Setup.of(small(), blobs()).engine == "dense"


def test_it_is_said_why_an_engine_computes():
    iterated = small(candidates=(Candidates("iterated", (1.0,)),))
    assert "Up to 4,000 training points" in engines.why(small(), 4000)
    assert engines.why(small(), 14_000).startswith("14,000 training points are more than 4,000")
    assert "need the whole kernel matrix" in engines.why(iterated, 9000)
    assert engines.why(small(engine="dense"), 9000) == (
        "The engine 'dense' was chosen by its name."
    )


def test_the_number_of_training_points_is_known_before_a_split_is_drawn():
    data = blobs(200)
    assert Setup(small(test_share=0.25), data).trained == 150
    given = replace(data, test_rows=40)
    assert Setup(small(split="given", repeats=1), given).trained == 160


def test_unknown_engines_and_machines_in_tiles_are_refused():
    with pytest.raises(UnknownNameError, match="tiled"):
        small(engine="tilde")
    with pytest.raises(InvalidParameterError, match="support vector machine"):
        small(learner="svm", C=(1.0,), criteria=["svm_loo"], engine="tiled")


def test_what_would_take_hours_is_refused_with_what_to_do():
    assert refuse_too_large(small(), 50_000) < 2 * 2**30
    with pytest.raises(TooLargeError, match=r"beyond the 100,000.*engine='landmarks'"):
        refuse_too_large(small(engine="tiled"), 100_001)
    with pytest.raises(TooLargeError, match="learner='lssvm'"):
        refuse_too_large(small(learner="svm", C=(1.0,), criteria=["svm_loo"]), 10_001)


def test_memory_grows_with_n_and_pages_that_need_the_matrix_say_so(monkeypatch):
    one, two = (bytes_needed(small(engine="tiled"), n) - 2**26 for n in (20_000, 40_000))
    assert two == pytest.approx(2 * one, rel=1e-3)
    with monkeypatch.context() as patch:  # no file is read for a few points
        patch.setattr(memory, "_limit", None)
        refuse_matrices(4000)
    with pytest.raises(TooLargeError, match="sub-sample"):
        refuse_matrices(200_000)
