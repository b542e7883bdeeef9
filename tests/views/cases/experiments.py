"""Experiments: the shipped one, and one of two variants under two settings."""

import shutil
import tempfile
import weakref
from functools import lru_cache
from pathlib import Path

from kselect_core.experiments import views
from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.example import example
from kselect_core.experiments.plan.plan import make_plan
from kselect_core.experiments.protocol.protocol import parse
from kselect_core.results.store import Store
from tests.views.cases.case import Case

OWN = """
name = "small"
title = "Two variants under two settings"
kind = "sweep"
datasets = ["two_moons", "circles"]
reference = "CV"
labels = { kfold = "CV", loo = "LOO" }
timed = true

[sweep]
learner = "krr"
lambdas = [0.01, 0.1]
repeats = 2
candidates = [{ kernel = "gaussian", convention = "2tau", values = [0.1, 10.0] }]
criteria = ["kfold", "loo"]

[variants.raw]
about = "Features as they are"
set = { "sweep.preprocessing" = "none" }
"""
PLACES = {
    "the shipped one": {},
    "a corrected test": {"test": "corrected_t"},
    "a variant": {"variant": "raw", "setting": "λ = 0.1"},
    "every setting": {"test": "paired_t"},
}
SHIPPED = tuple(PLACES)[:2]


@lru_cache
def own():
    prepared = make_plan(parse(OWN), variants=["", "raw"])
    folder = tempfile.mkdtemp(prefix="kselect_views_")
    store = Store(Path(folder) / "own.sqlite")
    weakref.finalize(store, shutil.rmtree, folder, ignore_errors=True)
    execute(prepared, store)
    return prepared.plan, store


@lru_cache
def experiment_at(name):
    plan, store = example() if name in SHIPPED else own()
    return views.ExperimentAt(plan, store, **PLACES[name])


CASES = [
    *(Case(views.printed_beside_ours, experiment_at, name) for name in PLACES),
    *(Case(views.average_ranks, experiment_at, name) for name in list(PLACES)[:3]),
    *(Case(views.every_split, experiment_at, name, {"row": "xor"}) for name in SHIPPED),
    Case(views.every_split, experiment_at, "a variant", {"row": "circles, λ = 0.1"}),
    *(
        Case(views.times_as_ratios, experiment_at, name)
        for name in ("the shipped one", "a variant")
    ),
]
