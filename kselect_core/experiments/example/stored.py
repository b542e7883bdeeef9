"""The shipped experiment: its plan, and a store that holds its results."""

import json
import shutil
import tempfile
import weakref
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pandas as pd

from kselect_core.experiments.plan.plan import Plan, restored
from kselect_core.results.record import Line, Record
from kselect_core.results.store import Store, StoredPlan

PLACE = files("kselect_core.experiments") / "example"
PROTOCOL, MANIFEST, RECORDS = "example.toml", "manifest.json", "records.parquet"


def example_plan() -> Plan:
    """Plan of the shipped experiment."""
    facts = json.loads((PLACE / MANIFEST).read_text("utf-8"))
    text = (PLACE / PROTOCOL).read_text("utf-8")
    return restored(
        StoredPlan(facts["plan"], facts["name"], text, facts["contents"], facts["created"])
    )


def example(folder: Path | None = None) -> tuple[Plan, Store]:
    """Plan of the shipped experiment, and a store of its results in a folder, or in one of its own.

    A folder of its own is removed when the store is no longer used.
    """
    plan = example_plan()
    place = folder or Path(tempfile.mkdtemp(prefix="kselect_example_"))
    store = Store(place / "example.sqlite")
    if folder is None:
        weakref.finalize(store, shutil.rmtree, place, ignore_errors=True)
    store.register(plan.stored())
    store.add(_records(plan))
    return plan, store


def _records(plan: Plan) -> list[Record]:
    """Records of the shipped table, which has one row per line of a record, in their order."""
    with (PLACE / RECORDS).open("rb") as file:
        table = pd.read_parquet(file)
    keys = [unit.key for unit in plan.distinct]
    columns = ("unit", "task", "seconds", "name", "kind", "number", "reason")
    rows = zip(*(table[name].tolist() for name in columns), strict=True)
    return [
        Record(keys[unit], task, tuple(Line(r[3], r[4], (r[5],), r[6]) for r in lines), seconds)
        for (unit, task, seconds), lines in groupby(rows, key=itemgetter(0, 1, 2))
    ]
