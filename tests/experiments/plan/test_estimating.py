"""The estimate of a whole plan."""

import pytest

from kselect_core.experiments.plan import estimating
from kselect_core.experiments.plan.estimating import estimated
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import load_protocol, parse
from kselect_core.results.record import Record
from kselect_core.results.store import Failure, Store

SWEEP = """
name = "short"
title = "Two sets"
kind = "sweep"
datasets = ["wdbc", "digits 3-8"]
[sweep]
repeats = 4
lambdas = [0.1]
criteria = ["gcv"]
candidates = [{ kernel = "gaussian", convention = "2tau", powers = [2, -1, 1] }]
[variants.unscaled]
set = { "sweep.preprocessing" = "none" }
"""


@pytest.fixture(scope="module")
def prepared():
    return make_plan(parse(SWEEP), datasets=["wdbc"], variants=("", "unscaled"))


def test_what_is_kept_or_given_up_is_not_counted_as_open(prepared, tmp_path):
    first, second = prepared.plan.distinct
    with Store(tmp_path / "s.sqlite") as store:
        store.add([Record(first.key, task, (), 0.1) for task in (0, 1, 99)])
        store.fail(Failure(first.key, 2, 1, "it failed"))
        whole, found = estimated(prepared, store=None), estimated(prepared, store=store)
        store.add([Record(u.key, t, (), 0.1) for u in (first, second) for t in range(u.count)])
        assert estimated(prepared, store=store)[:3] == (0.0, 0, 24)
    assert whole.tasks == whole.tasks_open == found.tasks == 24
    assert found.tasks_open == 21
    assert found.by_dataset[0][:3] == ("wdbc", 21, 24)
    assert 0 < found.by_dataset[0].seconds < found.seconds


def test_a_data_set_under_one_setting_is_timed_once_and_not_beyond_patience(prepared, monkeypatch):
    seen = []

    def pilot(unit, dataset):
        seen.append((unit.variant, dataset.digest))
        return estimating.Pace(unit.kind, unit.digest, unit.size, 1.0)

    monkeypatch.setattr(estimating, "_pilot", pilot)
    assert estimated(prepared, workers=2).seconds == pytest.approx(12.0 + estimating.START)
    assert [variant for variant, _ in seen] == ["", "unscaled"]
    monkeypatch.setattr(estimating, "PATIENCE", -1.0)
    assert estimated(prepared, workers=2).seconds == pytest.approx(12.0 + estimating.START)
    assert len(seen) == 3


def test_sizes_and_pairs_of_one_pool_share_a_pilot(monkeypatch):
    seen = []

    def pilot(unit, _):
        seen.append(unit)
        return estimating.Pace(unit.kind, unit.digest, unit.size, 1.0)

    monkeypatch.setattr(estimating, "_pilot", pilot)
    found = estimated(make_plan(load_protocol("stab-digits")))
    assert len(seen) == 1
    assert found.tasks_open == found.tasks > 1000


def test_a_sweep_beyond_memory_is_refused_by_name(prepared, monkeypatch):
    monkeypatch.setattr("kselect_core.selection.sweep.memory.memory_limit", lambda: 10_000)
    refused = estimated(prepared, workers=2).refused
    assert refused.startswith("wdbc: This sweep would need")
