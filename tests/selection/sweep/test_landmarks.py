"""A sweep of the learner on m landmarks, beside the same sweep with the matrix."""

from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset
from kselect_core.errors import (
    DataError,
    InvalidParameterError,
    StoppedError,
    SweepCancelledError,
    TooLargeError,
    UnknownNameError,
)
from kselect_core.linalg.streamed import features
from kselect_core.selection import Candidates, SweepConfig, choices, run_sweep
from kselect_core.selection.places.by_landmarks import choices_by_landmarks
from kselect_core.selection.sweep import engines, estimate as of_pilot
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.extreme_kernels import numerical_limits, skipped
from kselect_core.selection.sweep.landmarks import cost as of_cost
from kselect_core.selection.sweep.memory import bytes_needed, refuse_too_large
from tests.selection.examples import StoppedAt, blobs, clouds, small
from tests.selection.sweep.test_tiled import ALL, KEYS, config, waves

LEARNT = [key for key in ALL if CRITERIA[key].of_landmarks and not CRITERIA[key].of_entries]
OF_ENTRIES = [key for key in ALL if CRITERIA[key].of_entries]
NARROW = 1e-4


def on(m, asked, data, **more):
    """Table of m landmarks."""
    return run_sweep(replace(asked, engine="landmarks", landmarks=m), dataset=data, **more)


CASES = {
    "two classes": (config(), blobs(150), 105),
    "a bias and given test rows": (
        config(learner="lssvm", split="given"),
        replace(blobs(150), test_rows=45),
        105,
    ),
    "μ = λ": (config(ridge="lambda", lambdas=(1.0, 30.0)), blobs(150), 105),
    "numbers": (config("waves"), waves(150), 105),
    "one class against another": (config("clouds"), clouds(150), 105),
    "one class against the rest": (config("clouds", multiclass="one_vs_rest"), clouds(150), 105),
    "a pair of classes": (config("clouds", pair=("blue", "red")), clouds(150), 70),
    "other kernels": (
        config(
            candidates=(
                Candidates("laplacian", (0.1, 1.0), "c"),
                Candidates("polynomial", (1.0, 3.0), "degree"),
                Candidates("linear"),
            )
        ),
        blobs(150),
        105,
    ),
    "counted errors": (
        config(criteria=(("kfold", {"loss": "error", "k": 3}), ("ks", {"k": 4}))),
        blobs(150),
        105,
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_as_many_landmarks_as_points_are_the_full_kernel(case):
    asked, data, n = case
    ours = on(n, asked, data)
    dense = run_sweep(replace(asked, engine="dense"), dataset=data)
    joined = ours.merge(dense, on=KEYS, suffixes=("", "_dense"), validate="1:1")
    assert len(joined) == len(ours) == len(dense)
    told = joined[joined["value"].isna() & joined["value_dense"].notna()]
    assert told["reason"].str.contains("engine 'landmarks'").all()
    assert set(told["quantity"]) <= {"bif"}
    known = joined[joined["value"].notna()]
    assert set(known["quantity"]) >= {"test_squared_error", "training_squared_error"}
    assert_allclose(known["value"], known["value_dense"], rtol=1e-3, atol=1e-6)
    assert known["converged"].all()


def test_errors_are_rounding_and_of_cross_validation_twice_the_change_from_half():
    counted = ("kfold", {"loss": "error"})
    table = on(20, config(criteria=("kfold", counted, "loo", "gcv", "ks")), blobs(150))
    cv = table[(table["quantity"] == "kfold") & table["value"].notna()]
    assert (cv["error"] < 0).all()  # the full kernel's value is lower, not higher
    others = table[(table["quantity"] != "kfold") & table["value"].notna()]
    names = others["quantity"]
    counted = names.str.contains("error|auc") & ~names.str.contains("squared")
    assert (others[counted]["error"] == 0).all()  # no prediction is so near 0
    assert others[~counted]["error"].between(1e-18, 1e-9).all()
    assert (table["error"][table["value"].isna()] == 0).all()


def test_where_half_of_the_landmarks_say_the_same_only_rounding_is_told():
    widest = Candidates("gaussian", (4096.0,), "2tau")
    asked = config(criteria=("kfold",), lambdas=(0.1,), candidates=(widest,))
    table = on(60, asked, blobs(150)).query("quantity == 'kfold'")
    assert table["error"].between(1e-18, 1e-12).all()  # to both sides


def test_a_width_that_the_landmarks_do_not_see_is_declined_in_words():
    asked = config(candidates=(Candidates("gaussian", (NARROW, 8.0), "2tau"),))
    table = on(30, asked, blobs(150))
    gone = table["parameter"] == NARROW
    learnt = table[gone & table["quantity"].isin([*LEARNT, "test_error", "training_error"])]
    assert learnt["value"].isna().all()
    assert table[gone & table["quantity"].isin(OF_ENTRIES)]["value"].notna().all()
    assert learnt["reason"].str.contains("leave 0.7").all()
    assert learnt["reason"].str.contains("more landmarks (m) or a wider kernel", regex=False).all()
    assert table[~gone & table["quantity"].isin(LEARNT[:3])]["value"].notna().all()


def test_criteria_of_the_entries_come_from_some_rows_with_an_error(monkeypatch):
    monkeypatch.setattr("kselect_core.criteria.problems.sampled.SIZES", (100,))
    asked, data = config(criteria=tuple(OF_ENTRIES)), blobs(400)
    joined = on(20, asked, data).merge(
        run_sweep(replace(asked, engine="dense"), dataset=data), on=KEYS, suffixes=("", "_dense")
    )
    rows = joined[joined["quantity"].isin(OF_ENTRIES)]
    assert (rows["error"] > 0).all()
    assert ((rows["value"] - rows["value_dense"]).abs() <= 3 * rows["error"]).all()


def test_the_same_seed_gives_the_same_bits():
    asked, data = config(criteria=("kfold", "gcv", "loo")), blobs(120)
    alone = on(30, asked, data)
    assert alone.equals(on(30, asked, data))
    other = on(30, replace(asked, seed=1), data)
    assert not alone["value"].equals(other["value"])


def test_rows_of_another_number_of_landmarks_are_not_gone_on_from():
    asked, data = config(criteria=("kfold",)), blobs(60)
    done = on(20, asked, data)
    seen = []
    again = on(20, asked, data, done=done, on_progress=lambda *now: seen.append(now))
    assert again.equals(done)
    assert not seen
    with pytest.raises(DataError, match="another sweep"):
        on(21, asked, data, done=done)


def test_it_stops_within_an_item(monkeypatch):
    monkeypatch.setattr(features, "ENTRIES", 1024 * 8)
    cancel = StoppedAt(5)
    with pytest.raises(SweepCancelledError, match="0 of 4 kernels"):
        on(30, config(), blobs(100), cancel=cancel)
    assert cancel.looks == 5


def test_equal_points_and_constant_columns_are_no_trouble():
    data = blobs(80)
    X = np.column_stack([np.repeat(data.X[::8], 8, axis=0), np.ones(80)])
    repeated = Dataset.from_arrays(X, data.y, name="blobs")
    asked = config(criteria=("kfold", "gcv", "loo"))
    joined = on(50, asked, repeated).merge(
        run_sweep(replace(asked, engine="dense"), dataset=repeated), on=KEYS
    )
    assert joined["value_x"].notna().all()
    assert ((joined["value_x"] / joined["value_y"] - 1).abs() <= 1e-3).all()


def test_numbers_that_are_none_are_refused_before():
    data = blobs(40)
    with pytest.raises(DataError, match=r"NaN|not a number|missing"):
        Dataset.from_arrays(np.where(data.X.max() - 1e-9 < data.X, np.nan, data.X), data.y)


def test_kernels_that_overflow_or_average_over_all_points_say_so():
    steep = Candidates("polynomial", (2.0, 50.0), "degree")
    asked = config(candidates=(steep,), criteria=("kfold",), preprocessing="none")
    table = on(20, asked, blobs(60))
    gone = table["parameter"] == 50
    assert table[gone]["value"].isna().all()
    assert table[gone]["reason"].str.contains("overflowing").all()
    assert table[~gone]["value"].notna().any()
    iterated = config(candidates=(Candidates("iterated", (1.0,)),), criteria=("kfold",))
    table = on(20, iterated, blobs(40))
    assert table["reason"].str.contains("engine='dense'").all()


def test_a_choice_beside_widths_without_a_value_says_so():
    widths = Candidates("gaussian", (NARROW, 8.0, 64.0, 512.0), "2tau")
    asked = config(criteria=("kfold",), candidates=(widths,), lambdas=(0.01,))
    table = on(30, asked, blobs(150))
    table.loc[table["quantity"] == "kfold", "error"] = 0.0
    cv = table[table["quantity"] == "kfold"].set_index("parameter")["value"]
    for best, words in ((8.0, "next to kernels that have no value"), (64.0, "")):
        made = table.copy()
        chosen = (made["quantity"] == "kfold") & (made["parameter"] == best)
        made.loc[chosen, "value"] = cv.min() / 2
        assert choices(made, asked)["undecided"].eq(words).all()


# configuration, size and cost


def test_the_number_of_landmarks_is_part_of_the_sweep():
    asked = small(engine="landmarks", landmarks=50)
    assert SweepConfig.from_toml(asked.to_toml()) == asked
    assert asked.digest() != replace(asked, landmarks=51).digest()
    usual = small()
    assert replace(usual, landmarks=1000).digest() == usual.digest()
    assert '"landmarks"' not in usual.to_json()
    for wrong in (1, 5001, 2.5, True, "many"):
        with pytest.raises(InvalidParameterError, match="from 2 to 5000"):
            small(landmarks=wrong)
    for engine in ("dense", "tiled"):
        with pytest.raises(InvalidParameterError, match="which has none"):
            small(engine=engine, landmarks=50)
    with pytest.raises(InvalidParameterError, match="support vector machine"):
        small(learner="svm", C=(1.0,), criteria=["svm_loo"], engine="landmarks")


def test_more_landmarks_than_points_are_refused_with_what_to_do():
    with pytest.raises(TooLargeError, match="at most 42"):
        on(50, config(), blobs(60))


def test_landmarks_are_taken_by_size():
    assert engines.engine_for(small(), 50_000) == "tiled"
    assert engines.engine_for(small(), 50_001) == "landmarks"
    assert engines.engine_for(small(engine="landmarks"), 100) == "landmarks"
    assert refuse_too_large(small(), 2_000_000) < 2**30


def test_cost_is_told_before():
    asked = small(engine="landmarks", landmarks=20)
    told = estimate(asked, blobs(60))
    assert told.engine == "landmarks"
    assert not told.refused
    one, two = (bytes_needed(asked, n) for n in (10**6, 2 * 10**6))
    assert two - one < 10**9
    assert bytes_needed(replace(asked, landmarks=2000), 10**6) > 3 * 10**8
    assert skipped(replace(asked, criteria=("loo", "bif", "kfold")), 60) == ("bif",)
    assert numerical_limits(asked, blobs(60)) == ()


def test_the_estimate_follows_the_speed_of_the_machine(monkeypatch):
    asked = small(engine="landmarks", landmarks=20)

    def seconds(product, value):
        monkeypatch.setattr(of_cost, "_speed", lambda *_: of_cost.Speed(product, value))
        return estimate(asked, blobs(60)).seconds - seconds_to_start(asked)

    products, values = seconds(1e-6, 0.0), seconds(0.0, 1e-6)
    assert min(products, values) > 0
    assert_allclose(seconds(2e-6, 3e-6), 2 * products + 3 * values)
    monkeypatch.undo()
    assert estimate(asked, blobs(60)).seconds > seconds_to_start(asked)


def test_kernels_that_are_declined_or_take_few_landmarks_take_less_time(monkeypatch):
    monkeypatch.setattr(of_cost, "_speed", lambda *_: of_cost.Speed(1e-6, 1e-6))

    data = blobs(400)
    order = np.argsort(data.X[:, 0])
    ordered = Dataset.from_arrays(data.X[order], data.y[order], name="blobs")

    def seconds(*points, of=data, criteria=("kfold", "loo"), **more):
        grid = Candidates("gaussian", points, "2tau")
        usual = {"candidates": (grid,), "engine": "landmarks", "landmarks": 60}
        asked = config(criteria=criteria, **(usual | more))
        return (estimate(asked, of).seconds - seconds_to_start(asked)) / len(asked.items)

    usual, narrow, wide = seconds(8.0), seconds(NARROW), seconds(2.0**20)
    assert narrow < usual / 3
    assert wide < usual / 3
    assert_allclose(seconds(NARROW, 8.0, 2.0**20), (usual + narrow + wide) / 3)
    assert seconds(NARROW, criteria=("kfold", "kta")) > narrow  # sums over entries are made
    assert seconds(NARROW, landmarks=280) == seconds(0.1, landmarks=280)  # all points see it
    assert seconds(NARROW, of=ordered) == narrow
    steep = Candidates("polynomial", (50.0,), "degree")
    for refused in (Candidates("iterated", (1.0,)), steep):
        assert seconds(8.0, candidates=(refused,), preprocessing="none") < narrow / 100
    monkeypatch.setattr(of_pilot, "TIMED_LANDMARKS", 20)
    assert seconds(NARROW) == seconds(1.0) > usual / 3  # more than are looked at may see it


# along the number of landmarks


def test_the_choice_for_all_landmarks_is_that_of_the_sweep_and_halves_share_its_sums():
    widths = Candidates("gaussian", (NARROW, 2.0, 8.0, 64.0), "2tau")
    asked = config(criteria=("kfold",), candidates=(widths,), engine="landmarks", landmarks=40)
    data = blobs(120)
    path = choices_by_landmarks(asked, data, kernel="gaussian")
    assert path["landmarks"].tolist() == [5, 10, 20, 40]
    picks = choices(run_sweep(asked, dataset=data), asked).query("scope == 'joint'").iloc[0]
    last = path.iloc[-1]
    assert (last["parameter"], last["lambda"]) == (picks["parameter"], picks["lambda"])
    assert last["value"] == picks["value"]
    assert (path["declined"] >= 1).all()
    nothing = choices_by_landmarks(
        replace(asked, candidates=(Candidates("gaussian", (NARROW,), "2tau"),)),
        data,
        kernel="gaussian",
    )
    assert nothing["value"].isna().all()
    assert (nothing["declined"] == 1).all()
    seen, stop = [], Event()
    stop.set()
    choices_by_landmarks(asked, data, kernel="gaussian", on_progress=lambda *at: seen.append(at))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with pytest.raises(StoppedError):
        choices_by_landmarks(asked, data, kernel="gaussian", cancel=stop)
    with pytest.raises(UnknownNameError, match="kernel of the sweep"):
        choices_by_landmarks(asked, data, kernel="laplacian")


@pytest.mark.parametrize("multiclass", ["one_vs_one", "one_vs_rest"])
def test_of_several_classes_the_choice_is_that_of_the_mean_over_their_pairs(multiclass):
    widths = Candidates("gaussian", (NARROW, 2.0, 8.0, 64.0), "2tau")
    asked = config(
        "clouds",
        criteria=("kfold",),
        candidates=(widths,),
        multiclass=multiclass,
        engine="landmarks",
        landmarks=40,
    )
    data, seen = clouds(240), []
    path = choices_by_landmarks(
        asked, data, kernel="gaussian", on_progress=lambda *at: seen.append(at)
    )
    assert path["landmarks"].tolist() == [5, 10, 20, 40]
    picks = choices(run_sweep(asked, dataset=data), asked).query("scope == 'joint'").iloc[0]
    last = path.iloc[-1]
    assert (last["parameter"], last["lambda"]) == (picks["parameter"], picks["lambda"])
    assert_allclose(last["value"], picks["value"], rtol=1e-12)
    assert (path["declined"] >= 1).all()  # a pair of the narrow kernel has no value
    assert seen[-1] == (4, 4)
    pair = replace(asked, multiclass="one_vs_one", pair=("blue", "red"))
    alone = choices_by_landmarks(pair, data, kernel="gaussian")
    assert (alone["value"] != path["value"]).all()
