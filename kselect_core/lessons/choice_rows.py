"""What the criteria of a step choose and what that costs, beside the pin of the learner."""

import pandas as pd

from kselect_core.lessons.numbers import width_text
from kselect_core.lessons.stage import Scene
from kselect_core.views.here import error_at
from kselect_core.words.labels import UNITS, quantity_text
from kselect_core.words.verdicts import verdicts

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
    scope, fixed = "joint" if scene.joint else "per_lambda", cursor.lam if scene.joint else None
    rows = at.part(scope, cursor.lam, fixed=fixed)
    unit, name = (100.0 if at.task == "binary" else 1.0), UNITS[at.task]
    table = [
        (quantity_text(one.quantity), one.told or "–", unit * one.test_error, unit * one.regret)
        for one in verdicts(rows, scene.step.quantities, at.config)
    ]
    if pinned:
        point = {"parameter": cursor.parameter, "lam": cursor.lam}
        error = error_at(at, at.measured, kernel=cursor.kernel, **point)
        least = float(rows["best_test_error"].mean())
        mine = (YOU, width_text(scene, cursor.parameter), unit * error, unit * (error - least))
        table.insert(0, mine)
    return pd.DataFrame(table, columns=["who", "chooses", name, REGRETS[at.task]])


def formats(task: str) -> dict[str, str]:
    """Return how the numbers of such a table are written, by their heading."""
    if task == "regression":
        return dict.fromkeys((UNITS[task], REGRETS[task]), "{:.4g}")
    return {UNITS[task]: "{:.1f} %", REGRETS[task]: "{:.1f}"}
