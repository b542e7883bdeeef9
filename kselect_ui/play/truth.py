"""Beside the test error of the sample, where somebody made it: the true error of every choice."""

from math import nan

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.data.made.recipe import Recipe
from kselect_core.data.made.sample import fresh
from kselect_core.selection.made.truths import Truths, truths_of
from kselect_core.selection.places.truth import FRESH
from kselect_core.words.labels import UNITS, parameter_text, quantity_text, readable
from kselect_ui.server.shelf import shelf
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import short_table
from kselect_ui.widgets.short_table import NOTHING
from kselect_ui.widgets.state import View

FIT = "play_fit"  # whose choice the fit is at
PERCENT, PLAIN = "{:.1f} %", "{:.4g}"
TRUE = "true error"
READ = ("quantity", "kernel", "parameter", "convention", "test_error", "reason")


def choices(sweep: Sweep) -> pd.DataFrame:
    """Return what every criterion chooses at the one λ of the sweep."""
    return sweeps.choices_at(sweep.digest, "per_lambda", sweep.config.lambdas[0], 0)


def of(sweep: Sweep, seen: View, recipe: Recipe | None) -> Truths | None:
    """Return the true errors at the cursor and of every choice; None for points drawn by hand."""
    if recipe is None:
        return None
    chosen, bench = choices(sweep), sweeps.bench(sweep.digest, 0)
    return shelf().get(
        f"truths {sweep.digest} {seen.point}",
        lambda: truths_of(chosen, bench, seen.point, _fresh(recipe)),
    )


def sentence(sweep: Sweep, seen: View, truths: Truths | None) -> str:
    """Return the test error at the cursor and, where it is known, the true one."""
    tested = len(sweeps.bench(sweep.digest, seen.one_split).split.test)
    error = _test_error(sweep, seen)
    words = f"At the cursor: test error **{_text(sweep, error)}** on {tested} points"
    if truths is None:
        return f"{words}. Points drawn by hand have no known true error."
    spread = _text(sweep, 2 * truths.here.spread)
    return (
        f"{words}, true error **{_text(sweep, truths.here.error)}** ± {spread} "
        f"on {FRESH:,} fresh points of the same distribution."
    )


def table(sweep: Sweep, truths: Truths | None) -> None:
    """Draw what every criterion chooses at the λ of the cursor, and what that is worth."""
    unit = 1.0 if sweep.task == "regression" else 100.0
    measure = UNITS[sweep.task]
    grid, chosen = sweep.config.candidates[0].points, choices(sweep)
    quantities, *places, errors, reasons = (chosen[name].tolist() for name in READ)
    columns: dict[str, list[object]] = {
        "criterion": [quantity_text(quantity) for quantity in quantities],
        "chooses": [
            parameter_text(parameter, convention, grid) if kernel else NOTHING
            for kernel, parameter, convention in zip(*places, strict=True)
        ],
        measure: [unit * error for error in errors],
    }
    if truths is not None:
        known = (truths.chosen.get(quantity) for quantity in quantities)
        columns[TRUE] = [unit * truth.error if truth else nan for truth in known]
    if any(reasons):
        columns["note"] = [reason or "" for reason in reasons]
    shown = pd.DataFrame(columns)
    style = PLAIN if sweep.task == "regression" else PERCENT
    short_table.draw(
        shown, formats={measure: style, TRUE: style}, alt="What each criterion chooses"
    )


def _test_error(sweep: Sweep, seen: View) -> float:
    rows = sweeps.at_lambda(sweep.digest, seen.lam)
    name = "test_squared_error" if sweep.task == "regression" else "test_error"
    here = (rows["parameter"].to_numpy() == seen.parameter) & (rows["quantity"].to_numpy() == name)
    return float(rows["value"].to_numpy()[here][0])


def _text(sweep: Sweep, value: float) -> str:
    return readable(value) if sweep.task == "regression" else f"{100 * value:.1f} %"


def _fresh(recipe: Recipe) -> Dataset:
    return shelf().get(f"fresh {recipe.name}", lambda: fresh(recipe, FRESH))
