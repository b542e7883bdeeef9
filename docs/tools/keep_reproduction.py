"""Keep the results of stored experiments for ``docs/reproduction.md``.

    python docs/tools/keep_reproduction.py STORE PLAN[:NAME] [PLAN[:NAME] ...]

writes, for each plan of a store (the beginning of its hash is enough), the result table, the run
times where there are any, and the facts of the run into ``docs/reproduction/``, a folder for each
paper, under the name of its protocol or the one given. Then
``docs/tools/refresh_reproduction.py`` writes the document.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path

from counts import smallest

from kselect_core.experiments.plan.plan import restored
from kselect_core.experiments.report.reporting import report_of
from kselect_core.results.store import Store

FOLDER = Path(__file__).parents[1] / "reproduction"
DIGITS = "%.6g"
KEPT = (
    *("variant", "dataset", "setting", "criterion", "printed", "printed_sd", "mean", "sd"),
    *(
        "splits",
        "difference",
        "in_sd",
        "verdict",
        "best",
        "not_worse",
        "p",
        "p_corrected_t",
        "note",
    ),
)


def place(name: str) -> Path:
    """Return where the results of a plan are kept, without an ending: a folder for each paper."""
    return FOLDER / name.partition("-")[0] / name


def keep(store: Store, prefix: str, name: str) -> None:
    """Write what the document needs to know of one plan."""
    plan = restored(store.plan(prefix))
    report = report_of(plan, store)
    base = place(name or plan.protocol.name)
    base.parent.mkdir(parents=True, exist_ok=True)
    if report.measure != "seconds":
        table = report.results[list(KEPT)]
        table.to_csv(base.with_suffix(".csv"), index=False, float_format=DIGITS)
    if len(report.runtime):
        times = base.with_name(f"{base.name}-times.csv")
        report.runtime.to_csv(times, index=False, float_format=DIGITS)
    facts = {
        "protocol": plan.protocol.name,
        "plan": report.plan,
        "digest": report.digest,
        "again": report.again,
        "made": report.made,
        "versions": [list(pair) for pair in report.versions],
        "machine": [list(pair) for pair in report.machine],
        "tasks": sum(p.finished for p in report.progress),
        "total": sum(p.total for p in report.progress),
        "failures": [
            asdict(f) if hasattr(f, "__dataclass_fields__") else list(f) for f in report.failures
        ],
        "left_out": [list(entry) for entry in plan.left_out],
        "headlines": list(report.headlines),
        "smallest": smallest(report.outcomes, direction=report.better).to_dict("split")["data"],
        "measure": report.measure,
        "better": report.better,
    }
    text = json.dumps(facts, indent=1, ensure_ascii=False)
    base.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Keep every plan that is named."""
    if len(arguments) < len(("store", "plan")):
        print(__doc__)
        return 2
    with Store(Path(arguments[0]), read_only=True) as store:
        for prefix in arguments[1:]:
            plan, _, name = prefix.partition(":")
            keep(store, plan, name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
