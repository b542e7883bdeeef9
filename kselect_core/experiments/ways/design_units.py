"""Kernel design with few labels as units of an experiment: a task is one repetition."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from kselect_core.data import Dataset
from kselect_core.data.set.splits import nth_split
from kselect_core.errors import DataError, InvalidParameterError, UnknownNameError
from kselect_core.experiments.protocol.entries import refuse_others
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.ways.simulated import NOISES, SIMULATED, additive_model
from kselect_core.experiments.ways.unit import OUTCOMES, Task, Unit, Way, canonical, no_outcomes
from kselect_core.kernels import GAUSSIAN, ITERATED
from kselect_core.results.record import Line, Record
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import usual_base
from kselect_core.selection.design.few_labels import DESIGN_LAMBDAS, Design
from kselect_core.selection.design.iterations import choices_of, design_seconds, designed
from kselect_core.types import Array

ROW_STREAM = 8
"""First spawn key of the seeds that draw which rows take part in a repetition."""

USUAL: Mapping[str, Any] = {
    "scenarios": (),
    "test": 30,
    "repeats": 50,
    "seed": 0,
    "preprocessing": "standardise",
    "steps": 5,
    "base": list(usual_base(ITERATED)),
    "rescaled": False,
    "lambdas": list(DESIGN_LAMBDAS),
    "scale": "squared",
    "noise": "variance",
}

SCALES = ("squared", "relative", "root")
"""Squared error; divided by the variance of the test targets; its root."""

NUMBERS = ("steps", "lambda", "width", "held_out", "test_squared_error")
"""What a line of a method holds, followed by the variance of the test targets."""


def units(protocol: Protocol, variant: str, label: str, dataset: Dataset | None) -> list[Unit]:
    """One unit for each scenario (m labelled, n unlabelled points)."""
    settings = checked(protocol.settings)
    if dataset is not None and settings["noise"] != USUAL["noise"]:
        allowed = f"left out: {label} is not simulated"
        raise InvalidParameterError("Protocol", "noise of [design]", allowed, settings["noise"])
    plan_units = []
    for labelled, unlabelled in settings["scenarios"]:
        needed = labelled + unlabelled + settings["test"]
        if dataset is not None and needed > len(dataset.y):
            raise DataError(
                f"{label} has {len(dataset.y)} rows; m = {labelled}, n = {unlabelled} and "
                f"{settings['test']} test points need {needed}."
            )
        plain = {k: v for k, v in settings.items() if k not in ("scenarios", "repeats", "scale")}
        if plain["noise"] == USUAL["noise"]:  # so that older keys stay as they are
            del plain["noise"]
        unit = Unit(
            kind="design",
            variant=variant,
            dataset=label,
            data=dataset.name if dataset is not None else SIMULATED,
            digest=dataset.digest if dataset is not None else "",
            setting=f"m = {labelled}, n = {unlabelled}",
            settings=canonical({**plain, "labelled": labelled, "unlabelled": unlabelled}),
            repeats=settings["repeats"],
            per_repeat=1,
            size=labelled + unlabelled,
        )
        _sweep(json.loads(unit.settings), unit.data, repeats=unit.repeats)
        _design(json.loads(unit.settings))
        plan_units.append(unit)
    return plan_units


def start(unit: Unit, dataset: Dataset | None) -> Task:
    """Tasks that draw the rows of a repetition and compare the methods on them."""
    settings = json.loads(unit.settings)
    config, design = _sweep(settings, unit.data, repeats=unit.repeats), _design(settings)
    needed = unit.size + settings["test"]

    def lines(task: int) -> tuple[Line, ...]:
        sequence = np.random.SeedSequence(settings["seed"], spawn_key=(ROW_STREAM, task))
        rng = np.random.default_rng(sequence)
        if dataset is None:
            sample = additive_model(needed, rng, settings.get("noise", USUAL["noise"]))
        else:
            rows = np.sort(rng.permutation(len(dataset.y))[:needed])
            sample = replace(dataset, X=dataset.X[rows], y=dataset.y[rows], test_rows=0)
        errors = designed(config, sample, design, task)
        spread = float(np.var(_test_targets(config, sample, task)))
        return tuple(
            Line(str(row["method"]), "choice", (*(float(row[n]) for n in NUMBERS), spread))
            for _, row in choices_of(errors).iterrows()
        )

    return lines


def outcomes(unit: Unit, records: Iterable[Record], protocol: Protocol) -> pd.DataFrame:
    """Error of each method on every finished repetition."""
    scale = checked(protocol.settings)["scale"]
    rows = []
    for record in records:
        if record.task >= unit.count:
            continue
        for line in record.lines:
            steps, lam, width, _, squared, spread = line.numbers
            rows.append(
                {
                    "variant": unit.variant,
                    "dataset": unit.dataset,
                    "setting": unit.setting,
                    "criterion": protocol.labels.get(line.name, line.name),
                    "split": unit.first + record.task,
                    "value": _scaled(squared, spread, scale),
                    "best": float("nan"),
                    "kernel": ITERATED.name if steps else GAUSSIAN.name,
                    "parameter": steps or width,
                    "lambda": lam,
                    "reason": line.reason,
                }
            )
    return pd.DataFrame(rows, columns=list(OUTCOMES)).astype(OUTCOMES) if rows else no_outcomes()


def seconds(unit: Unit, dataset: Dataset | None) -> float:  # noqa: ARG001 (a way has the data)
    """About what one repetition takes."""
    return design_seconds(unit.size, json.loads(unit.settings)["labelled"])


DESIGN = Way(units, start, outcomes, seconds)


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Entries of [design] with the usual ones filled in."""
    refuse_others("[design]", given, USUAL)
    settings = {**USUAL, **given}
    if settings["scale"] not in SCALES:
        raise UnknownNameError("scale of the error", settings["scale"], SCALES)
    if settings["noise"] not in NOISES:
        raise UnknownNameError("meaning of the noise's 0.1", settings["noise"], NOISES)
    scenarios = settings["scenarios"]
    pairs = isinstance(scenarios, list) and all(
        isinstance(s, list) and len(s) == len("mn") and all(type(v) is int and v > 0 for v in s)
        for s in scenarios
    )
    if not pairs or not scenarios or len({tuple(s) for s in scenarios}) != len(scenarios):
        allowed = "a list of different pairs [m labelled, n unlabelled]"
        raise InvalidParameterError("Protocol", "scenarios", allowed, scenarios)
    for name in ("base", "lambdas"):
        if not isinstance(settings[name], list):
            raise InvalidParameterError("Protocol", f"{name} of [design]", "a list", settings[name])
    if not isinstance(settings["rescaled"], bool):
        raise InvalidParameterError("Protocol", "rescaled", "true or false", settings["rescaled"])
    if type(settings["test"]) is not int or settings["test"] < 1:
        allowed = "a whole number ≥ 1"
        raise InvalidParameterError("Protocol", "test (points)", allowed, settings["test"])
    return settings


def _sweep(settings: Mapping[str, Any], data: str, *, repeats: int) -> SweepConfig:
    """Configuration that carries preparation, share of test points and seed."""
    size = settings["labelled"] + settings["unlabelled"] + settings["test"]
    return SweepConfig(
        dataset=data,
        preprocessing=settings["preprocessing"],
        test_share=settings["test"] / size,
        repeats=repeats,
        seed=settings["seed"],
    )


def _design(settings: Mapping[str, Any]) -> Design:
    return Design(
        labelled=settings["labelled"],
        steps=settings["steps"],
        base=tuple(settings["base"]),
        rescaled=settings["rescaled"],
        lambdas=tuple(settings["lambdas"]),
    )


def _test_targets(config: SweepConfig, dataset: Dataset, split: int) -> Array:
    parts = nth_split(
        dataset.y, split, task=dataset.task, test_share=config.test_share, seed=config.seed
    )
    return np.asarray(dataset.y[parts.test])


def _scaled(squared: float, spread: float, scale: str) -> float:
    if scale == "relative":
        return squared / spread
    return float(np.sqrt(squared)) if scale == "root" else squared
