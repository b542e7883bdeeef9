"""The experiment that comes with the program: what is stored is what was computed."""

import json

import pandas as pd
from numpy.testing import assert_allclose

from kselect_core.experiments import views
from kselect_core.experiments.example import example
from kselect_core.experiments.example.stored import MANIFEST, PLACE, RECORDS
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import named_data
from kselect_core.experiments.ways.ways import WAYS
from tests.docs.tools import tool
from tests.tolerances import SOLVER

KB = 1000


def test_the_shipped_experiment_is_what_was_computed():
    known = json.loads((PLACE / MANIFEST).read_text("utf-8"))
    plan, store = example()
    assert results_digest(plan, store) == known["digest"]
    assert sum(store.count([unit.key for unit in plan.distinct]).values()) == plan.count == 1240
    assert sum(len((PLACE / name).read_bytes()) for name in (RECORDS, MANIFEST)) < 300 * KB
    unit = next(unit for unit in plan.units if unit.dataset == "circles")
    again = WAYS[unit.kind].start(unit, named_data(unit.dataset, "")[1])(17)
    kept = next(record for record in store.records(unit.key) if record.task == 17)
    ours = {line.name: line.numbers for line in again if line.kind != "seconds"}
    assert ours
    for line in kept.lines:
        if line.kind != "seconds":
            assert_allclose(ours[line.name], line.numbers, err_msg=line.name, **SOLVER)


def test_writing_what_was_read_gives_the_shipped_table(tmp_path):
    plan, store = example(tmp_path)
    kept = pd.read_parquet(PLACE / RECORDS)
    again = pd.DataFrame(tool("make_example").rows(plan, store)).astype(kept.dtypes)
    pd.testing.assert_frame_equal(again, kept)
    store.close()


def test_criteria_are_spelled_out_by_the_names_of_the_table():
    names = views.names_in_full(views.ExperimentAt(*example())).split("; ")
    assert names[0] == "spectral measure (SM)"
    assert names[1:3] == ["cross-validation (CV)", "leave-one-out cross-validation (ELOO)"]
    assert names[-1] == "eigenvalues ratio (ER)"
