"""Small samples as units of an experiment: a task is one sample drawn from a large pool."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from time import perf_counter, thread_time
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.experiments.protocol.entries import refuse_other_options, refuse_others
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.ways.pools import check_pool, two_classes
from kselect_core.experiments.ways.small_samples import (
    REPEATS,
    SIZES,
    one_sample,
    sample_config,
    scaled,
)
from kselect_core.experiments.ways.unit import OUTCOMES, Task, Unit, Way, canonical, no_outcomes
from kselect_core.kernels import GAUSSIAN
from kselect_core.results.record import Line, Record
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.grids import COSTS, MACHINE_METHODS, SVM_WIDTHS

USUAL: Mapping[str, Any] = {
    "sizes": list(SIZES),
    "repeats": REPEATS,
    "criteria": list(MACHINE_METHODS),
    "seed": 0,
    "C": list(COSTS),
    "gammas": list(SVM_WIDTHS),
    "preprocessing": "minmax",
    "pairs": [],
    "most_pairs": 0,
}

NUMBERS = ("C", "gamma", "value", "error", "best_error", "reference", "ties")
"""What a line of a criterion holds: its choice and how good it is."""

GROWTH = 2.5
"""Power of the sample size with which the time of a sample grows."""

PILOT = 25
"""Points of the sample that is timed."""

PER_CENT = 100.0


def units(protocol: Protocol, variant: str, label: str, dataset: Dataset | None) -> list[Unit]:
    """One unit for each pair of classes and each size."""
    if dataset is None:
        raise DataError(f"{protocol.name}: small samples need a pool, {label} has none.")
    settings = checked(protocol.settings)
    rows = np.arange(len(dataset.y), dtype=np.float64)[:, None]
    counted = replace(dataset, X=rows, feature_names=("row",))  # classes are counted, no features
    plan_units = []
    for number, pair in enumerate(_pairs(settings, dataset)):
        check_pool(two_classes(counted, *pair), settings["sizes"])
        for size in settings["sizes"]:
            skipped = ("sizes", "repeats", "pairs", "most_pairs")
            plain = {k: v for k, v in settings.items() if k not in skipped}
            if protocol.timed:  # said only then, so that results of untimed plans stay theirs
                plain["timed"] = True
            unit = Unit(
                kind="small_samples",
                variant=variant,
                dataset=label,
                data=dataset.name,
                digest=dataset.digest,
                setting=f"n = {size}",
                settings=canonical({**plain, "pair": list(pair), "size": size}),
                repeats=settings["repeats"],
                per_repeat=1,
                size=size,
                first=number * settings["repeats"],
            )
            _config(unit)
            plan_units.append(unit)
    return plan_units


def start(unit: Unit, dataset: Dataset | None) -> Task:
    """Scale the pool once; the result draws a sample and lets every criterion choose."""
    if dataset is None:
        raise DataError(f"{unit.title}: the pool is missing.")
    config, settings = _config(unit), json.loads(unit.settings)
    pool = scaled(config, two_classes(dataset, *settings["pair"]))
    timed = "timed" in settings

    def lines(task: int) -> tuple[Line, ...]:
        sample = one_sample(config, pool, unit.size, task)
        chosen = tuple(
            Line(row["criterion"], "choice", tuple(float(row[n]) for n in NUMBERS), row["reason"])
            for _, row in sample.iterrows()
        )
        return (*chosen, *(_seconds_of_criteria(config, pool, unit.size, task) if timed else ()))

    return lines


def _seconds_of_criteria(
    config: SweepConfig, pool: Dataset, size: int, task: int
) -> Iterator[Line]:
    """CPU seconds of training and choosing by each criterion alone, over the whole grid."""
    for choice in config.criteria:
        began = thread_time()
        one_sample(replace(config, criteria=(choice,)), pool, size, task)
        yield Line(choice.quantity, "seconds", (thread_time() - began,))


def outcomes(unit: Unit, records: Iterable[Record], protocol: Protocol) -> pd.DataFrame:
    """Error of the machine that each criterion chooses, on the points that were not drawn."""
    rows = []
    for record in records:
        if record.task >= unit.count:
            continue
        for line in (line for line in record.lines if line.kind == "choice"):
            numbers = dict(zip(NUMBERS, line.numbers, strict=True))
            rows.append(
                {
                    "variant": unit.variant,
                    "dataset": unit.dataset,
                    "setting": unit.setting,
                    "criterion": protocol.labels.get(line.name, line.name),
                    "split": unit.first + record.task,
                    "value": PER_CENT * numbers["error"],
                    "best": PER_CENT * numbers["best_error"],
                    "kernel": GAUSSIAN.name,
                    "parameter": numbers["gamma"],
                    "lambda": 0.5 / numbers["C"],
                    "reason": line.reason,
                }
            )
    return pd.DataFrame(rows, columns=list(OUTCOMES)).astype(OUTCOMES) if rows else no_outcomes()


def seconds(unit: Unit, dataset: Dataset | None) -> float:
    """About what one sample takes, from a sample of 25 points."""
    if dataset is None:
        return 0.0
    small = replace(unit, size=min(unit.size, PILOT))
    task = start(small, dataset)
    task(0)
    began = perf_counter()
    task(1)
    return float((perf_counter() - began) * (unit.size / small.size) ** GROWTH)


SAMPLES = Way(units, start, outcomes, seconds)


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Entries of [small_samples] with the usual ones filled in."""
    refuse_others("[small_samples]", given, USUAL)
    refuse_other_options(given.get("criteria"))
    settings = {**USUAL, **given}
    sizes, most = settings["sizes"], settings["most_pairs"]
    if not isinstance(sizes, list) or not sizes or any(sizes.count(size) > 1 for size in sizes):
        raise InvalidParameterError("Protocol", "sizes", "a list of different numbers", sizes)
    if type(most) is not int or most < 0:
        raise InvalidParameterError("Protocol", "most_pairs", "a whole number ≥ 0", most)
    return settings


def _config(unit: Unit) -> SweepConfig:
    settings = json.loads(unit.settings)
    names = ("criteria", "seed", "C", "gammas", "preprocessing")
    return sample_config(
        unit.data, repeats=unit.repeats, **{name: settings[name] for name in names}
    )


def _pairs(settings: Mapping[str, Any], dataset: Dataset) -> list[tuple[str, str]]:
    """Pairs of classes: those named, else the first ``most_pairs`` of all (0: all)."""
    named = settings["pairs"]
    if not isinstance(named, list) or any(len(pair) != len("ab") for pair in named):
        raise InvalidParameterError("Protocol", "pairs", "a list of pairs of class names", named)
    names = dataset.class_names
    if named and dataset.task != "multiclass":
        only = " and ".join(map(repr, names))
        raise DataError(
            f"{dataset.name}: pairs of [small_samples] names classes of a set with several, this "
            f"one has {only} only. Leave pairs out, or the data set."
        )
    if named:
        return [(str(one), str(other)) for one, other in named]
    pairs = list(combinations(names, 2))
    return pairs[: settings["most_pairs"] or len(pairs)]
