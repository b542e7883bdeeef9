"""Criteria of the entries: kernels whose order is open are compared by more rows."""

from dataclasses import replace
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kselect_core.criteria.problems import sampled
from kselect_core.errors import SweepCancelledError
from kselect_core.selection import Candidates, choices, run_sweep
from kselect_core.selection.sweep.items import Quantity, Sample
from kselect_core.selection.sweep.landmarks import items
from kselect_core.selection.sweep.landmarks.settling import Compared
from tests.selection.examples import blobs, clouds
from tests.selection.sweep.test_tiled import config

WIDTHS = Candidates("gaussian", tuple(2.0 ** (k / 2) for k in range(2, 10)), "2tau")
CKTA = config(criteria=("ckta",), candidates=(WIDTHS,), lambdas=(0.1,))
MANY = blobs(500)
FEW = (60, 120, 240)
AGAIN = "kselect_core.selection.sweep.workers.again_block"


@pytest.fixture(autouse=True)
def few_rows(monkeypatch):
    """So few rows that small samples are large."""
    monkeypatch.setattr(sampled, "SIZES", FEW)


def on(asked, data=MANY, **more):
    """Table of 20 landmarks."""
    return run_sweep(replace(asked, engine="landmarks", landmarks=20), dataset=data, **more)


class Swept(NamedTuple):
    """A sweep of so few rows: its table, the rounds that it told, and what it looked at again."""

    table: Any
    told: list
    asked_again: list


@pytest.fixture(scope="module")
def swept():
    told, asked_again, again = [], [], items.again_block
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampled, "SIZES", FEW)
        patch.setattr(AGAIN, lambda one, split: asked_again.append(one) or again(one, split))
        return Swept(on(CKTA, on_round=told.append), told, asked_again)


def of(table, quantity="ckta", split=0):
    """Rows of a criterion on a split, one for each kernel."""
    mine = table[(table["quantity"] == quantity) & (table["split"] == split)]
    return mine[mine["lambda"] == mine["lambda"].min()]


def test_only_kernels_whose_order_is_open_are_compared_by_more_rows(swept):
    table, _, asked_again = swept
    rows = of(table)
    assert set(rows["rows"]) <= {60, 120, 240}
    assert (rows["rows"] == 60).any()
    best = rows.loc[rows["value"].idxmax()]
    assert best["rows"] == rows["rows"].max() > 60
    assert best["apart"] == 0
    assert (rows["apart"] <= 2 * rows["error"].max()).all()
    assert len(asked_again) == (rows["rows"] >= 120).sum() + (rows["rows"] == 240).sum()
    others = table[table["quantity"] != "ckta"]
    assert (others["rows"] == 0).all()
    assert others["apart"].isna().all()


def test_differences_are_known_better_than_values_and_choices_know_that(swept):
    table, plain = swept.table, swept.table.drop(columns=["rows", "apart"])
    asked = replace(CKTA, engine="landmarks", landmarks=20)
    ours, before = (
        made.query("scope == 'joint'")["parameter_high"].to_numpy()
        / made.query("scope == 'joint'")["parameter_low"].to_numpy()
        for made in (choices(table, asked), choices(plain, asked))
    )
    assert (ours < before).all()
    dense = choices(run_sweep(replace(CKTA, engine="dense"), dataset=MANY), CKTA)
    exact = dense.query("scope == 'joint'")["parameter"].to_numpy()
    joint = choices(table, asked).query("scope == 'joint'")
    assert joint["parameter_low"].le(exact).all()
    assert joint["parameter_high"].ge(exact).all()


def test_the_table_depends_on_no_attempt():
    few = replace(WIDTHS, values=WIDTHS.values[3:6])
    criteria = config(criteria=("kta", "ckta", "kfold")).criteria
    asked = replace(CKTA, repeats=2, criteria=criteria, candidates=(few,))
    whole = on(asked)
    assert whole["rows"].max() > 60
    assert whole.equals(on(asked, done=whole))
    half = whole[whole["split"] == 1].drop(columns=["rows", "apart"])
    assert whole.equals(on(asked, done=half))


def test_the_table_depends_on_no_worker(monkeypatch):
    monkeypatch.undo()  # processes look at as many rows as ever
    close = Candidates("gaussian", (4.0, 11.4, 11.45, 11.5, 11.55), "2tau")
    asked, data = replace(CKTA, candidates=(close,)), blobs(1600)
    whole = on(asked, data)
    assert whole["rows"].max() == 1120  # all of them
    exact = run_sweep(replace(asked, engine="dense"), dataset=data)
    assert of(whole)["value"].idxmax() == of(exact)["value"].idxmax()
    assert whole.equals(on(asked, data, workers=1))


def test_rounds_are_told_with_their_rows_and_how_far_they_are(swept):
    told, rows = swept.told, of(swept.table)["rows"]
    again = [(rows >= 120).sum(), (rows == 240).sum()]
    assert [one for one in told if not one.finished] == [
        (size, 240, 0, count) for size, count in zip((120, 240), again, strict=True) if count
    ]
    assert [one for one in told if one.finished == one.kernels][-1] == told[-1]
    assert len(told) == sum(1 + count for count in again if count)


def test_estimates_that_an_earlier_attempt_made_are_a_round_as_well(swept):
    told = []
    on(CKTA, done=swept.table, on_round=told.append)
    assert told[0] == (60, 240, 0, len(WIDTHS.values))


def test_a_stop_is_noticed_within_the_rows_of_one_kernel(monkeypatch):
    stop, groups = Event(), []
    of_rows = sampled.SampledProblem.of_rows

    def stopping(*given):
        groups.append(given)
        stop.set()
        return of_rows(*given)

    def heard(_):
        monkeypatch.setattr(sampled.SampledProblem, "of_rows", stopping)

    with pytest.raises(SweepCancelledError, match="compared by more rows"):
        on(CKTA, cancel=stop, on_round=heard)
    assert len(groups) == 1  # not all 20 of the jackknife


def test_a_stop_among_the_further_rows_keeps_the_first(monkeypatch):
    stop = Event()
    again = items.again_block

    def stopping(one, split):
        stop.set()
        return again(one, split)

    monkeypatch.setattr(AGAIN, stopping)
    with pytest.raises(SweepCancelledError, match="compared by more rows") as caught:
        on(CKTA, cancel=stop)
    monkeypatch.undo()
    sampled_first = caught.value.table
    assert len(of(sampled_first)) == len(WIDTHS.values)
    assert "rows" not in sampled_first


def test_several_classes_are_compared_by_the_mean_of_their_pairs():
    asked = replace(CKTA, dataset="clouds")
    table = of(on(asked, clouds(500)))
    assert table["rows"].max() > 60
    assert table.loc[table["value"].idxmax(), "apart"] == 0
    assert (table["apart"] >= 0).all()


def test_all_rows_have_nothing_to_compare(monkeypatch):
    monkeypatch.setattr(sampled, "SIZES", (2000, 4000))
    assert "rows" not in on(CKTA)


def estimate(value, *parts, rows=60):
    """An estimate with what its groups of rows contribute."""
    made = np.full(1, value)
    return Quantity("ckta", "", made, "", made * 0.1, made > 0, Sample(rows, np.array(parts)))


def test_a_kernel_that_is_left_behind_stays_behind():
    compared = Compared.of("higher", 3)
    compared.take({0: estimate(1.0, 0.3, 0), 1: estimate(0.9, 0.3, 0.2), 2: estimate(0.5, 0.3, 0)})
    assert compared.open == (0, 1)
    assert_allclose(compared.apart, [0, 0.2, 0])
    # more rows say that all values are half of it, and that 1 is the better one
    compared.take({0: estimate(0.5, 0.1, 0, rows=120), 1: estimate(0.55, 0.1, 0.01, rows=120)})
    assert compared.open == ()
    assert compared.best == 1
    assert_allclose(compared.numbers, [1.0, 1.05, 0.5])  # only the difference has changed
    assert_allclose(compared.apart, [0.01, 0, 0])
    assert compared.rows.tolist() == [120, 120, 60]


def test_kernels_without_a_number_are_not_compared():
    compared = Compared.of("lower", 2)
    compared.take({0: estimate(np.inf, 0.0), 1: estimate(1.0, np.inf)})
    assert compared.rows.tolist() == [0, 0]
    assert compared.open == ()
