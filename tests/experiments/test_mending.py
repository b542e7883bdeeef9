"""A damaged row is computed again, and the results are what they were."""

import sqlite3

from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store

TEXT = """
name = "small"
title = "Small"
kind = "sweep"
datasets = ["two_moons"]

[sweep]
learner = "lssvm"
lambdas = [0.01]
repeats = 2
candidates = [{ kernel = "gaussian", convention = "2tau", values = [0.1, 1.0, 10.0] }]
criteria = ["ckta", "loo"]
"""


def test_a_damaged_row_is_computed_again_and_the_digest_is_the_same(tmp_path):
    prepared = make_plan(parse(TEXT))
    path = tmp_path / "store.sqlite"
    with Store(path) as store:
        execute(prepared, store)
        digest = results_digest(prepared.plan, store)
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE content SET results = zeroblob(length(results)) WHERE id = 4")
    raw.close()
    with Store(path) as store:
        assert results_digest(prepared.plan, store) != digest
        finish = execute(prepared, store)
        assert (finish.computed, finish.done) == (1, 6)
        assert results_digest(prepared.plan, store) == digest
