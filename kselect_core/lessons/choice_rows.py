"""What the criteria of a step choose and what that costs, beside the pin of the learner."""

from typing import NamedTuple

import pandas as pd

from kselect_core.lessons.numbers import choices_at, width_text
from kselect_core.lessons.stage import Scene
from kselect_core.views.here import error_at
from kselect_core.words.labels import UNITS, quantity_text
from kselect_core.words.verdicts import Verdict, verdicts

YOU = "you"
REGRETS = {"binary": "regret (points)", "regression": "regret"}
"""Heading of the regrets: those of classes are points, as texts have them."""


def chosen_rows(scene: Scene, *, pinned: bool) -> pd.DataFrame:
    """Return one row for each criterion of the step; ``pinned`` adds the cursor as the learner's.

    Errors of classes are in per cent and their regrets in points, means over the splits of the
    step. Empty where the step names no criteria.
    """
    if not (scene.step.quantities or pinned):
        return pd.DataFrame()
    at, cursor = scene.at, scene.cursor
    unit, name = (100.0 if at.task == "binary" else 1.0), UNITS[at.task]
    chosen = _chosen(scene)
    table = [
        (
            quantity_text(one.quantity),
            one.chosen_text or "–",
            unit * one.test_error,
            unit * one.regret,
        )
        for one in chosen.verdicts
    ]
    if pinned:
        point = {"parameter": cursor.parameter, "lam": cursor.lam}
        error = error_at(at, at.measured, kernel=cursor.kernel, **point)
        regret = unit * (error - chosen.least)
        table.insert(0, (YOU, width_text(scene, cursor.parameter), unit * error, regret))
    return pd.DataFrame(table, columns=["who", "chooses", name, REGRETS[at.task]])


class _Chosen(NamedTuple):
    """What the criteria of a step choose, and the lowest test error, mean over the splits."""

    verdicts: list[Verdict]
    least: float


def _chosen(scene: Scene) -> _Chosen:
    """Return what the criteria choose, made once for all who look at the sweep."""
    at, quantities = scene.at, scene.step.quantities

    def made() -> _Chosen:
        rows = choices_at(scene)
        least = float(rows["best_test_error"].mean())
        return _Chosen(verdicts(rows, quantities, at.config), least)

    return at.once(("chosen", quantities, scene.joint, scene.cursor.lam), made)


def formats(task: str) -> dict[str, str]:
    """Return how the numbers of such a table are written, by their heading."""
    if task == "regression":
        return dict.fromkeys((UNITS[task], REGRETS[task]), "{:.4g}")
    return {UNITS[task]: "{:.1f} %", REGRETS[task]: "{:.1f}"}
