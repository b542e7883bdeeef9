"""Sweeps as units of an experiment: a task is one kernel on one split, all λ and all criteria."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from time import thread_time
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from kselect_core.experiments.protocol.entries import refuse_other_options, refuse_others
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.ways.unit import (
    OUTCOMES,
    Task,
    Unit,
    Way,
    canonical,
    no_outcomes,
    whole_repeats,
)
from kselect_core.results.record import Line, Record
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.measures import ERROR, check_measure, measured_by
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.items import Block, Quantity, scored
from kselect_core.selection.sweep.prepared import ClassSplit
from kselect_core.selection.sweep.rows import tidy
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.sweep.workers import Bench

SCOPES = ("per_lambda", "joint")
OWN = ("choose",)
"""Entries of [sweep] that are not those of a sweep configuration."""

OUTSIDE: Mapping[str, str] = {
    "dataset": "datasets, outside of it",
    "dataset_digest": "datasets, outside of it",
    "reading": '[reading."NAME OF THE DATA SET"], outside of it',
}
"""Entries of a sweep configuration that a protocol gives elsewhere, and where."""

ENTRIES = (*OWN, *(f.name for f in fields(SweepConfig) if f.name not in OUTSIDE))
FAMILY = (*(f.name for f in fields(Candidates)), "powers")
"""Entries of [sweep], and of a kernel family in it."""

KERNEL = "kernel"
"""Name of the line that holds the seconds of making the kernel matrix."""

MEASURED_BY = MappingProxyType(
    {"test_balanced_error": "balanced", "test_weighted_error": "weighted", "test_auc": "auc"}
)
"""What the test error of a choice is, by measures of protocols; for others the share of errors."""

PER_CENT = 100.0


def units(protocol: Protocol, variant: str, label: str, dataset: Dataset | None) -> list[Unit]:
    """One unit: the sweep of the protocol on one data set."""
    if dataset is None:
        raise DataError(f"{protocol.name}: a sweep needs a data set, {label} has none.")
    config = checked(protocol.settings, dataset.name)
    _refuse_two_of_a_label(protocol, config)
    setup = Setup.of(config, dataset)
    dataset = setup.dataset
    if (dataset.task == "regression") != (protocol.measure == "test_squared_error"):
        what = "numbers" if dataset.task == "regression" else "classes"
        raise DataError(
            f"{label}: its targets are {what}, which {protocol.measure} does not measure."
        )
    by = MEASURED_BY.get(protocol.measure, ERROR)
    check_measure(by, dataset, config.pair or config.positive, config.class_weights)
    if protocol.timed and dataset.task == "multiclass":
        raise DataError(f"{label}: criteria are timed one by one on two classes only.")
    settings = {"config": json.loads(replace(config, repeats=1).to_json()), "timed": protocol.timed}
    return [
        Unit(
            kind="sweep",
            variant=variant,
            dataset=label,
            data=dataset.name,
            digest=dataset.digest,
            setting="",
            settings=canonical(settings),
            repeats=config.repeats,
            per_repeat=len(config.kernels),
            size=setup.n,
            tested=0 if config.pair else len(setup.first.test),  # a pair has its own share
        )
    ]


def config_of(unit: Unit) -> SweepConfig:
    """Configuration of the sweep of a unit."""
    plain = json.loads(unit.settings)["config"]
    return replace(SweepConfig.from_json(json.dumps(plain)), repeats=unit.repeats)


def start(unit: Unit, dataset: Dataset | None) -> Task:
    """Prepare the data once; the result computes one kernel on one split."""
    config = config_of(unit)
    if dataset is None:
        raise DataError(f"{unit.title}: the data set is missing.")
    bench = Bench(Setup.of(config, dataset))
    timed = bool(json.loads(unit.settings)["timed"])

    def lines(task: int) -> tuple[Line, ...]:
        block = bench.block(task)
        times = _seconds_of_criteria(bench, task) if timed else ()
        numbers = (
            Line(q.name, q.kind, tuple(map(float, q.numbers)), q.reason) for q in block.quantities
        )
        return (*numbers, *times)

    return lines


def outcomes(unit: Unit, records: Iterable[Record], protocol: Protocol) -> pd.DataFrame:
    """Choice of every criterion on every finished split, per λ or over the whole grid."""
    config, scope = config_of(unit), _scope(protocol.settings)
    whole = whole_repeats(unit, records)
    if not whole:
        return no_outcomes()
    blocks = [_block(config, unit, record) for rows in whole.values() for record in rows]
    by = MEASURED_BY.get(protocol.measure, ERROR)
    chosen = choices(measured_by(tidy(config, blocks), by), config)
    chosen = chosen[chosen["scope"] == scope].reset_index(drop=True)
    several = scope == "per_lambda" and len(config.lambdas) > 1
    value, best = (
        _measured(protocol, chosen["test_error"]),
        _measured(protocol, chosen["best_test_error"]),
    )
    return pd.DataFrame(
        {
            "variant": unit.variant,
            "dataset": unit.dataset,
            "setting": [f"λ = {lam:g}" for lam in chosen["lambda"]] if several else unit.setting,
            "criterion": [protocol.labels.get(name, name) for name in chosen["quantity"]],
            "split": chosen["split"] + unit.first,
            "value": value,
            "best": best,
            "kernel": chosen["kernel"],
            "parameter": chosen["parameter"],
            "lambda": chosen["lambda"],
            "reason": chosen["reason"],
        }
    ).astype(OUTCOMES)


def seconds(unit: Unit, dataset: Dataset | None) -> float:
    """About what one task takes, from a pilot on a sub-sample; timing criteria repeats the work."""
    config = config_of(unit)
    if dataset is None:
        return 0.0
    cost = estimate(config, dataset)
    twice = 2.0 if json.loads(unit.settings)["timed"] else 1.0
    return twice * max(0.0, cost.seconds - seconds_to_start(config)) / cost.items


SWEEP = Way(units, start, outcomes, seconds)


def checked(settings: Mapping[str, Any], dataset: str) -> SweepConfig:
    """Configuration of [sweep] on a data set; raises for what is not known or stands elsewhere."""
    for name in settings:
        if name in OUTSIDE:
            raise UnknownNameError("entry of [sweep]", name, (OUTSIDE[name],))
    refuse_others("[sweep]", {n: v for n, v in settings.items() if n != "schema"}, ENTRIES)
    families = settings.get("candidates")
    for family in families if isinstance(families, list) else ():
        if isinstance(family, dict):
            refuse_others("a kernel family", family, FAMILY)
    refuse_other_options(settings.get("criteria"))
    _scope(settings)
    plain = {name: value for name, value in settings.items() if name not in OWN}
    return SweepConfig.from_json(json.dumps({**plain, "dataset": dataset}))


def _refuse_two_of_a_label(protocol: Protocol, config: SweepConfig) -> None:
    """Results are told apart by label: two criteria of the same one would be mixed."""
    labels: dict[str, str] = {}
    for quantity in (choice.quantity for choice in config.criteria):
        label = protocol.labels.get(quantity, quantity)
        if label in labels:
            both = f"{labels[label]} and {quantity}"
            raise InvalidParameterError("Protocol", "[labels]", f"different for {both}", label)
        labels[label] = quantity


def _scope(settings: Mapping[str, Any]) -> str:
    """Whether criteria choose the kernel for each λ, or kernel and λ together."""
    scope = settings.get("choose", SCOPES[0])
    if scope not in SCOPES:
        raise UnknownNameError("scope of the choice", scope, SCOPES)
    return str(scope)


def _measured(protocol: Protocol, errors: "pd.Series[float]") -> "pd.Series[float]":
    if protocol.better == "higher":
        return PER_CENT - PER_CENT * errors
    return errors if protocol.measure == "test_squared_error" else PER_CENT * errors


def _block(config: SweepConfig, unit: Unit, record: Record) -> Block:
    """Block of a sweep from what was stored of it."""
    family, value = config.kernels[record.task % len(config.kernels)]
    mu = np.array(config.lambdas) * (unit.size if config.ridge == "n_lambda" else 1.0)
    quantities = tuple(
        Quantity(line.name, line.kind, np.array(line.numbers), line.reason)
        for line in record.lines
        if line.kind != "seconds"
    )
    split = record.task // len(config.kernels)
    return Block(record.task, split, family.kernel, value, family.convention, mu, quantities)


def _seconds_of_criteria(bench: Bench, task: int) -> tuple[Line, ...]:
    """CPU seconds of the kernel matrix, and of each criterion alone on a fresh problem.

    The time of one thread: what else the machine does hardly disturbs it.
    """
    config = bench.setup.config
    split = task // len(config.kernels)
    family, value = config.kernels[task % len(config.kernels)]
    ready = bench.ready(split)
    if isinstance(ready, ClassSplit):
        return ()
    lines = list[Line]()
    for choice in config.criteria:
        began = thread_time()
        problem = ready.training_kernel(family.kernel, family.parameters(value), bench.workspace)
        made = thread_time()
        scored(choice, problem)
        ended = thread_time()
        if not lines:
            lines.append(Line(KERNEL, "seconds", (made - began,)))
        lines.append(Line(choice.quantity, "seconds", (ended - made,)))
    return tuple(lines)
