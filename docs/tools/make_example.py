"""Make the experiment that comes with the program, from the data sets that come with it.

    python docs/tools/make_example.py

Computes ``example.toml`` (about a minute) and writes ``manifest.json`` and ``records.parquet``
beside it.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from kselect_core.experiments.engines.execution import execute
from kselect_core.experiments.engines.processes import Processes
from kselect_core.experiments.plan.outcomes import results_digest
from kselect_core.experiments.plan.plan import Plan, make_plan
from kselect_core.experiments.protocol.protocol import load_protocol
from kselect_core.results.record import MEASURED
from kselect_core.results.store import Store

FOLDER = Path(__file__).parents[2] / "kselect_core" / "experiments" / "example"
CREATED = 1795305600.0
"""Day that is shown for the shipped experiment: 22 November 2026."""
MICRO = 6
"""Decimals of measured seconds that are kept."""


def rows(plan: Plan, store: Store) -> Iterator[dict[str, object]]:
    """Lines of all records in the order of the plan; measured seconds rounded."""
    for number, unit in enumerate(plan.distinct):
        for record in store.records(unit.key):
            for line in record.lines:
                (value,) = line.numbers
                yield {
                    "unit": number,
                    "task": record.task,
                    "name": line.name,
                    "kind": line.kind,
                    "number": round(value, MICRO) if line.kind == MEASURED else value,
                    "reason": line.reason,
                    "seconds": round(record.seconds, MICRO),
                }


def main() -> None:
    """Compute and write."""
    prepared = make_plan(load_protocol(FOLDER / "example.toml"))
    plan = prepared.plan
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store.sqlite") as store:
        execute(prepared, store, engine=Processes(2))
        table = pd.DataFrame(rows(plan, store))
        digest = results_digest(plan, store)
    for name in ("name", "kind", "reason"):
        table[name] = table[name].astype("category")
    table = table.astype({"unit": "int16", "task": "int32"})
    table.to_parquet(
        FOLDER / "records.parquet", index=False, compression="zstd", compression_level=19
    )
    known = {
        "plan": plan.hash,
        "name": plan.protocol.name,
        "created": CREATED,
        "digest": digest,
        "tasks": plan.count,
        "contents": plan.contents,
    }
    text = json.dumps(known, indent=1, ensure_ascii=False) + "\n"
    (FOLDER / "manifest.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
