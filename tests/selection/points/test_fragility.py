"""Choices with every point left out in turn, in killable processes."""

import os
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from kselect_core import SweepConfig, load_dataset
from kselect_core.errors import InvalidParameterError, StoppedError, SweepFailedError
from kselect_core.kernels import own_kernel
from kselect_core.selection import Candidates
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.points import fragility as module
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.fragility import (
    fragility,
    fragility_seconds,
    grid_seconds,
    in_scope,
    sampled_rows,
    summary,
)
from kselect_core.selection.sweep.prepared import prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.views import ChangedAt
from tests.lost.left import until
from tests.lost.server import alive
from tests.selection.examples import blobs, small
from tests.selection.sweep.test_workers import worker_processes

SHIPPED = Path(__file__).parents[3] / "sample_data" / "demo"
CONFIG = small(criteria=("kta", "loo"))


@pytest.fixture(scope="module")
def table():
    return fragility(CONFIG, blobs(), 1)


def test_every_point_has_the_moves_of_its_removal(table):
    assert table["row"].unique().tolist() == list(range(28))
    cursor = Cursor(1, "gaussian", 2.0, 0.1)
    for row in (0, 13):
        expected = ChangedAt(CONFIG, blobs(), cursor, change=Alteration(row)).redone.moves
        found = table[table["row"] == row].drop(columns="row").reset_index(drop=True)
        assert_frame_equal(found, expected, check_exact=True)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_the_numbers_do_not_depend_on_the_workers(table, workers):
    steps = []
    found = fragility(
        CONFIG, blobs(), 1, workers=workers, on_progress=lambda *step: steps.append(step)
    )
    assert_frame_equal(found, table, check_exact=True)
    assert steps == [(step, 28) for step in range(1, 29)]


def test_some_points_are_enough(table):
    found = fragility(CONFIG, blobs(), 1, rows=[9, 2, 9])
    assert found["row"].unique().tolist() == [9, 2]
    expected = table[table["row"] == 2].reset_index(drop=True)
    assert_frame_equal(found[found["row"] == 2].reset_index(drop=True), expected, check_exact=True)


@pytest.mark.parametrize("rows", [[], [28], [-1], [0.5]])
def test_points_that_do_not_exist_are_refused(rows):
    with pytest.raises(InvalidParameterError, match="whole numbers from 0 to 27"):
        fragility(CONFIG, blobs(), 1, rows=rows)


def test_a_stop_in_this_process_is_obeyed_after_the_point():
    cancel, steps = threading.Event(), []

    def told(*step):
        steps.append(step)
        cancel.set()

    with pytest.raises(StoppedError, match="Stopped: 1 of 28 points were finished"):
        fragility(CONFIG, blobs(), 1, on_progress=told, cancel=cancel)
    assert steps == [(1, 28)]


def test_a_stop_kills_a_worker_in_the_middle_of_its_grid(tmp_path):
    cancel, here, begun = threading.Event(), os.getpid(), tmp_path / "begun"

    def endless(X, Z):
        if os.getpid() != here:
            begun.touch()
            threading.Event().wait()
        return X @ Z.T

    def stop():
        until(begun.exists)
        cancel.set()

    threading.Thread(target=stop).start()
    family = Candidates(own_kernel(endless, name="endless"))
    config = replace(CONFIG, candidates=(family,), criteria=("loo",))
    with pytest.raises(StoppedError, match="Stopped: 0 of"):
        fragility(config, blobs(), 0, workers=1, cancel=cancel)
    until(lambda: not alive(worker_processes()))


def test_a_killed_worker_is_reported(monkeypatch):
    def broken(*_, **__):
        raise module.TerminatedWorkerError("killed")
        yield

    monkeypatch.setattr(module, "results_from_processes", broken)
    with pytest.raises(SweepFailedError, match="0 of 28 points were finished"):
        fragility(CONFIG, blobs(), 1, workers=1)


def test_a_large_sample_is_thinned_by_its_seed():
    rows = sampled_rows(CONFIG, 0, 1000)
    assert len(rows) == len(set(rows.tolist())) == 300
    assert (np.diff(rows) > 0).all()
    assert rows.max() < 1000
    assert np.array_equal(rows, sampled_rows(CONFIG, 0, 1000))
    assert not np.array_equal(rows, sampled_rows(CONFIG, 1, 1000))
    assert not np.array_equal(rows, sampled_rows(replace(CONFIG, seed=4), 0, 1000))
    assert sampled_rows(CONFIG, 0, 300).tolist() == list(range(300))


def test_a_scope_has_one_row_per_point_and_criterion(table):
    for lam in (None, 0.1):
        part = in_scope(table, lam)
        assert len(part) == 28 * 2
        assert not part.duplicated(["row", "quantity"]).any()
    assert (in_scope(table, 0.1)["at"] == 0.1).all()


def test_the_summary_counts_points_and_steps(table):
    bent = in_scope(table).copy()
    mine = bent["quantity"] == "loo"
    bent.loc[mine, ["moved", "steps", "change"]] = [False, 0.0, 0.0]
    places = bent.index[mine]
    bent.loc[places[0], ["moved", "steps", "change"]] = [True, -3.0, 0.25]
    bent.loc[places[1], ["moved", "steps", "other_family"]] = [True, np.nan, True]
    found = summary(bent).set_index("quantity").loc["loo"]
    assert found["points"] == 28
    assert found["moved"] == pytest.approx(2 / 28)
    assert found["steps"] == pytest.approx(3 / 27)
    assert (found["farthest"], found["worst_change"]) == (3.0, 0.25)
    assert found["other_family"] == pytest.approx(1 / 28)


def test_the_most_fragile_criterion_comes_first(table):
    shares = summary(table)["moved"].tolist()
    assert shares == sorted(shares, reverse=True)


def test_the_estimate_counts_grids_and_workers():
    seconds = grid_seconds(CONFIG, blobs())
    assert 0 < seconds < 1
    assert fragility_seconds(0.2, 100, workers=1) > fragility_seconds(0.2, 100, workers=2) > 10


def test_the_table_of_the_example_is_what_is_computed():
    config = SweepConfig.from_toml((SHIPPED / "config.toml").read_text(encoding="utf-8"))
    whole = pd.read_parquet(SHIPPED / "fragility.parquet")
    n = prepared_split(Setup.at_hand(config, load_dataset(config.dataset)), 0).n
    assert whole["row"].unique().tolist() == list(range(n))
    rows = [0, 57, n - 1]
    found = fragility(config, load_dataset(config.dataset), rows=rows)
    known = whole[whole["row"].isin(rows)].reset_index(drop=True)
    assert_frame_equal(known, found, check_dtype=False, rtol=1e-9)
