"""How much the option of a criterion matters: test error of its choice against the option."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, Unpack

import pandas as pd

from kselect_core.criteria import CRITERIA
from kselect_core.data import Dataset
from kselect_core.errors import StoppedError, SweepCancelledError
from kselect_core.listening import Listening
from kselect_core.selection.config.config import GIVEN, SweepConfig
from kselect_core.selection.config.measures import ERROR, measured_by
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.machines.stand_in import at_ridge
from kselect_core.selection.sweep.choices import choices
from kselect_core.selection.sweep.estimate import estimate, seconds_to_start
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.selection.sweep.setup import Setup

FEWEST_SPLITS = 5
"""A mean over fewer splits says little: so many are drawn where the sweep has fewer."""


class Dial(NamedTuple):
    """One option of one criterion, and the values that are tried; ``fixed`` are its others."""

    key: str
    option: str
    settings: tuple[float, ...]
    fixed: tuple[tuple[str, object], ...] = ()

    @property
    def name(self) -> str:
        """Name of the dial: its criterion with the fixed options."""
        others = ", ".join(f"{name}={value}" for name, value in self.fixed)
        return f"{self.key}({others})" if others else self.key

    def choice(self, value: float) -> CriterionChoice:
        """Criterion with one value of the option."""
        option = CRITERIA[self.key].option(self.option)
        options = {**dict(self.fixed), self.option: option.stored(value)}
        return CriterionChoice(self.key, tuple(options.items()))  # type: ignore[arg-type]  # checked there


def dials(n: int, *, classes: bool) -> tuple[Dial, ...]:
    """Options that are tried on n training points; some criteria need classes to have a value."""
    able = [c for c in CRITERIA.values() if classes or "classes" not in c.needs]
    able.sort(key=lambda criterion: criterion.estimates_error)  # to compare with, after the others
    return tuple(
        Dial(criterion.name, tried.option, tried.on(n), tried.fixed)
        for criterion in able
        for tried in criterion.tried
    )


def option_config(config: SweepConfig, dataset: Dataset, *, lam: float) -> SweepConfig:
    """Sweep whose criteria are all options that are tried, at one λ of the grid."""
    return _trying(_dials(config, dataset), config, lam)


def _trying(made: Sequence[Dial], config: SweepConfig, lam: float) -> SweepConfig:
    tried = dict.fromkeys(dial.choice(value) for dial in made for value in dial.settings)
    alone = at_ridge(config, lam, "Effect of options")
    return replace(
        alone,
        criteria=tuple(tried),
        repeats=1 if config.split == GIVEN else max(config.repeats, FEWEST_SPLITS),
        dataset_digest="",
    )


def option_effect(
    config: SweepConfig,
    dataset: Dataset,
    *,
    lam: float,
    measure: str = ERROR,
    **listening: Unpack[Listening],
) -> pd.DataFrame:
    """Choice of every criterion with every value of its option, one row per split.

    Columns: dial, key, option, setting, and of `kselect_core.choices` split, kernel, parameter,
    convention, test_error, best_test_error, regret, reason; the kernel is chosen at one λ, from the
    whole grid. All settings are evaluated on the same fits: held-out predictions, stability and
    spectrum of a kernel are computed once. A sweep of support vector machines is seen through the
    LSSVM with μ = 1/(2C). Regressions are judged by the squared error, classes by ``measure``.
    Cost: that of one sweep at one λ.
    """
    every = _dials(config, dataset)
    alone = _trying(every, config, lam)
    try:
        table = run_sweep(alone, dataset=dataset, **listening)
    except SweepCancelledError as error:
        raise StoppedError(str(error)) from error
    chosen = choices(measured_by(table, measure), alone)
    chosen = chosen[chosen["scope"] == "per_lambda"].set_index("quantity")
    columns = ["split", "kernel", "parameter", "convention", "test_error", "best_test_error",
            "regret", "reason"]  # fmt: skip
    parts = [
        _named(dial, value, chosen.loc[[dial.choice(value).quantity], columns])
        for dial in every
        for value in dial.settings
    ]
    return pd.concat(parts, ignore_index=True)


def option_means(table: pd.DataFrame) -> pd.DataFrame:
    """Mean and range of the test error over the splits: one row per dial and setting.

    Columns: dial, key, option, setting, splits, mean, low, high, best (mean of the smallest test
    error on the grid), kernels (how many different ones are chosen).
    """
    grouped = table.groupby(["dial", "key", "option", "setting"], sort=False)
    rows = []
    for names, part in grouped:
        defined = part.dropna(subset=["test_error"])
        error = defined["test_error"]
        rows.append(
            (
                *names,
                len(defined),
                float(error.mean()),
                float(error.min()),
                float(error.max()),
                float(defined["best_test_error"].mean()),
                len(defined.drop_duplicates(["kernel", "parameter"])),
            )
        )
    columns = [
        "dial",
        "key",
        "option",
        "setting",
        "splits",
        "mean",
        "low",
        "high",
        "best",
        "kernels",
    ]
    return pd.DataFrame(rows, columns=columns)


def option_seconds(config: SweepConfig, dataset: Dataset, *, lam: float) -> float:
    """Estimated seconds of the effect of all options, from a pilot."""
    alone = option_config(config, dataset, lam=lam)
    return estimate(alone, dataset).seconds - seconds_to_start(alone)


def _named(dial: Dial, value: float, rows: pd.DataFrame) -> pd.DataFrame:
    """Choices of one setting, with what was set."""
    named = rows.reset_index(drop=True)
    for place, (name, text) in enumerate(
        (("dial", dial.name), ("key", dial.key), ("option", dial.option))
    ):
        named.insert(place, name, text)
    named.insert(3, "setting", float(value))
    return named


def _dials(config: SweepConfig, dataset: Dataset) -> tuple[Dial, ...]:
    setup = Setup.of(config, dataset)
    return dials(setup.n, classes=setup.classes)
