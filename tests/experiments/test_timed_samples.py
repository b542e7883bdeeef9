"""Small samples whose criteria are timed."""

from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import plan_tables, results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store

TEXT = """
name = "small"
title = "Small samples"
kind = "small_samples"
datasets = ["two_moons"]
reference = "KCV"

[labels]
svm_kfold = "KCV"
marg = "MARG"

[small_samples]
sizes = [24, 30]
repeats = 2
criteria = ["svm_kfold", "marg"]
C = [0.1, 1.0]
gammas = [0.5, 2.0]
"""


def test_seconds_stand_beside_choices_that_do_not_change_by_them(tmp_path):
    plain = make_plan(parse(TEXT))
    timed = make_plan(parse(TEXT.replace('reference = "KCV"', 'reference = "KCV"\ntimed = true')))
    with Store(tmp_path / "store.sqlite") as store:
        execute(plain, store)
        execute(timed, store)
        found = plan_tables(timed.plan, store).outcomes
        assert found.equals(plan_tables(plain.plan, store).outcomes)
        times = plan_tables(timed.plan, store).timings
        assert plan_tables(plain.plan, store).timings.empty
        assert results_digest(plain.plan, store) != results_digest(timed.plan, store)  # other keys
    assert (times["seconds"] > 0).all()
    assert set(zip(times["dataset"], times["criterion"], times["split"], strict=True)) == {
        (f"two_moons, n = {n}", name, split)
        for n in (24, 30)
        for name in ("KCV", "MARG")
        for split in (0, 1)
    }
