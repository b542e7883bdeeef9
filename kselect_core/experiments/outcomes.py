"""The tables that everything else is read from, derived from what the store holds."""

import pandas as pd

from kselect_core.experiments.plan import Plan
from kselect_core.experiments.sweep_units import KERNEL
from kselect_core.experiments.unit import no_outcomes
from kselect_core.experiments.ways import WAYS
from kselect_core.results.record import digest
from kselect_core.results.store import Store

TIMINGS = ("variant", "dataset", "criterion", "split", "seconds")


def outcomes(plan: Plan, store: Store) -> pd.DataFrame:
    """Error of every choice on every finished repetition, in the order of the plan.

    Columns: variant, dataset, setting, criterion, split, value (in the unit of the measure), best
    (on the grid), kernel, parameter, lambda, reason.
    """
    parts = [
        WAYS[unit.kind].outcomes(unit, store.records(unit.key), plan.protocol.varied(unit.variant))
        for unit in plan.units
    ]
    filled = [part for part in parts if len(part)]
    return pd.concat(filled, ignore_index=True) if filled else no_outcomes()


def timings(plan: Plan, store: Store) -> pd.DataFrame:
    """CPU seconds of each criterion alone over all kernels of a split, with the kernel matrices.

    Columns: variant, dataset, criterion, split, seconds. Empty where nothing was timed. A criterion
    called "kernel matrices" holds their part. Of small samples the size stands with the data set.
    """
    rows = []
    for unit in plan.units:
        labels = plan.protocol.varied(unit.variant).labels
        found: dict[tuple[str, int], list[float]] = {}
        for record in store.records(unit.key):
            for line in record.lines:
                if line.kind == "seconds" and record.task < unit.count:
                    split = record.task // unit.per_repeat
                    found.setdefault((line.name, split), []).append(line.numbers[0])
        for (name, split), seconds in found.items():
            if len(seconds) < unit.per_repeat:
                continue
            kernels = 0.0 if name == KERNEL else sum(found.get((KERNEL, split), ()))
            label = "kernel matrices" if name == KERNEL else labels.get(name, name)
            name_of = ", ".join(part for part in (unit.dataset, unit.setting) if part)
            row = (unit.variant, name_of, label, split + unit.first, kernels + sum(seconds))
            rows.append(row)
    return pd.DataFrame(rows, columns=list(TIMINGS))


def results_digest(plan: Plan, store: Store) -> str:
    """SHA-256 of all results of a plan, whatever the order, the workers or the interruptions."""
    return digest(
        record
        for unit in plan.distinct
        for record in store.records(unit.key)
        if record.task < unit.count
    )
