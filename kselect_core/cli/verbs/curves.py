"""``kselect learning-curve``: choices from fewer training points, and what they cost."""

import sys
from collections.abc import Callable
from math import isclose
from pathlib import Path

import click
import pandas as pd

from kselect_core.cli.common.overwriting import force_option, refuse_existing, refuse_unwritable
from kselect_core.cli.common.row_files import write_rows
from kselect_core.cli.common.stopping import asked_to_stop
from kselect_core.cli.speech.options import as_json, out_option
from kselect_core.cli.speech.text import blocks, say, say_json, whisper, wrapped
from kselect_core.cli.verbs.given import given, given_options, measure_option, weighted
from kselect_core.cli.verbs.sweeping import STOPPED
from kselect_core.errors import InvalidParameterError, StoppedError
from kselect_core.plotting.kit.strength import strength_value
from kselect_core.selection import SweepConfig
from kselect_core.selection.config.measures import check_measure, errors_named
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.judgement import EQUAL
from kselect_core.selection.terms.learning import (
    curve_means,
    curve_seconds,
    learning_curve as choices_by_size,
    usual_sizes,
)
from kselect_core.words.amounts import counted, duration
from kselect_core.words.labels import difference_text, error_text, strength
from kselect_core.words.learned import learned_text


@click.command("learning-curve")
@click.option(
    "--sizes", metavar="N,N,…", help="Numbers of training points [default: six, up to all]."
)
@click.option(
    "--strength",
    "weight",
    type=float,
    help="λ (or C) for criteria that do not choose one [default: the largest λ].",
)
@out_option("Keep every choice")
@force_option
@given_options
@measure_option
@as_json
def learning_curve(  # noqa: PLR0913 (the options)
    config: Path,
    *,
    sizes: str | None,
    weight: float | None,
    out: Path | None,
    force: bool,
    label: str | None,
    data: str | None,
    test: str | None,
    measured_by: str,
    class_weights: str | None,
    settings: tuple[str, ...],
    json_: bool,
) -> None:
    """Show what each criterion chooses from fewer training points, and what that costs.

    CONFIG and its options are those of kselect sweep. The sweep is run on parts of each training
    part, the smaller ones inside the larger ones, and tested on the same test points.
    """
    refuse_existing("--out", out, force=force)
    refuse_unwritable("--out", out)
    asked, dataset, about = given(config, label, data, test, settings)
    asked = weighted(asked, dataset, class_weights)
    check_measure(measured_by, dataset, asked.pair or asked.positive, asked.class_weights)
    lam = None if weight is None else _lam(asked, weight)
    numbers = _numbers(sizes) or usual_sizes(len(Setup.of(asked, dataset).first.train))
    if not json_:
        work = f"{counted(len(numbers), 'sweep')}, about "
        whisper(f"{about}\n{work}{duration(curve_seconds(asked, dataset, numbers))}".strip())
    with asked_to_stop() as cancel:
        try:
            curve = choices_by_size(
                asked, dataset, numbers, lam=lam, measure=measured_by, cancel=cancel
            )
        except StoppedError:
            whisper("\nStopped.")
            sys.exit(STOPPED)
    means = curve_means(curve)
    if json_:
        facts = {"digest": asked.digest(), "dataset": dataset.name, "data": dataset.digest}
        rows = {"curve": means.to_dict("records"), "choices": curve.to_dict("records")}
        say_json({**facts, "measured_by": measured_by, **rows, "out": out})
    else:
        say(errors_named(_text(means, dataset.task), measured_by))
    if out is not None:
        write_rows(curve, out)
    if out is not None and not json_:
        say(f"\nEvery choice is in {out}")


def _numbers(sizes: str | None) -> tuple[int, ...]:
    """Numbers of training points as they were typed; none where nothing was."""
    try:
        return tuple(int(part) for part in (sizes or "").split(",") if part.strip())
    except ValueError as error:
        raise click.UsageError(
            f"--sizes are whole numbers, such as 20,50,100, got {sizes!r}."
        ) from error


def _lam(asked: SweepConfig, weight: float) -> float:
    """Return the λ of the grid that a number names, which is C for support vector machines."""
    every = {lam: strength_value(lam, costs=bool(asked.C)) for lam in asked.lambdas}
    for lam, value in every.items():
        if isclose(value, weight, rel_tol=EQUAL):
            return lam
    allowed = f"one of the grid: {', '.join(f'{value:g}' for value in sorted(every.values()))}"
    raise InvalidParameterError(
        "Learning curve", f"--strength ({strength(asked)})", allowed, weight
    )


def _text(means: pd.DataFrame, task: str) -> str:
    """Mean test errors and regrets, a row for each criterion, and what is seen in them."""
    lowest = means.groupby("n")["best"].max()  # the same for all that choose
    errors = _rows(means, "test_error", lambda value: error_text(value, task))
    errors.append(("smallest on the grid", *(error_text(float(x), task) for x in lowest)))
    regrets = _rows(means, "regret", lambda value: difference_text(value, task))
    heads = [f"n = {n}" for n in lowest.index]
    numeric = (False, *(True for _ in heads))
    splits = counted(int(means["splits"].max()), "split")
    return "\n\n".join(
        (
            blocks(("test error", *heads), errors, numeric),
            blocks(("regret", *heads), regrets, numeric),
            f"Means over {splits}; n: training points; regret: how much worse than the best of "
            "the grid.",
            wrapped(learned_text(means, task, str).replace("**", "")),
        )
    )


def _rows(
    means: pd.DataFrame, column: str, written: Callable[[float], str]
) -> list[tuple[str, ...]]:
    """One row per criterion, one cell per n."""
    groups = means.groupby("quantity", sort=False)
    return [(str(name), *(written(float(x)) for x in part[column])) for name, part in groups]
