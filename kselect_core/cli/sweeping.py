"""``kselect sweep``: one sweep from its configuration in TOML."""

import math
import sys
from collections import Counter
from pathlib import Path
from typing import NoReturn

import click
import pandas as pd

from kselect_core.cli.options import all_cores, as_json, workers_option
from kselect_core.cli.speech import counted, duration, say, say_json, table, whisper
from kselect_core.cli.stopping import asked_to_stop
from kselect_core.data.paths import file_content
from kselect_core.errors import KselectError, SweepCancelledError
from kselect_core.results.runs import write_atomically
from kselect_core.selection import SweepConfig, choices, run_sweep
from kselect_core.selection.estimate import estimate
from kselect_core.selection.sweep import named_dataset

STOPPED = 130
SUFFIXES = (".csv", ".parquet")


@click.command()
@click.argument("config", type=click.Path(path_type=Path))
@workers_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep every value: a .csv or .parquet file.",
)
@as_json
def sweep(config: Path, *, workers: int | None, out: Path | None, json_: bool) -> None:
    """Run a sweep and print what each criterion chooses.

    CONFIG is a TOML file such as the app's page Sweep offers for download.
    """
    if out is not None and out.suffix not in SUFFIXES:
        raise click.UsageError(f"--out must end in {' or '.join(SUFFIXES)}, got {out.name!r}.")
    asked = SweepConfig.from_toml(_text(config))
    dataset = named_dataset(asked)
    processes = workers or all_cores()
    cost = estimate(asked, dataset, workers=processes)
    if cost.refused:
        raise KselectError(cost.refused)
    if not json_:
        size = f"{counted(cost.items, 'task')}, {counted(processes, 'worker')}"
        whisper(f"{size}, about {duration(cost.seconds)}")
    with asked_to_stop() as cancel:
        try:
            found = run_sweep(asked, dataset=dataset, workers=processes, cancel=cancel)
        except SweepCancelledError as error:
            _stopped(error, out)
    if out is not None:
        _write(found, out)
    chosen = choices(found, asked)
    if json_:
        say_json({"digest": asked.digest(), "choices": chosen.to_dict("records"), "out": out})
        return
    say(_summary(chosen))
    if out is not None:
        say(f"\nEvery value is in {out}")


def _text(path: Path) -> str:
    try:
        return file_content(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise KselectError(f"The configuration {path.name!r} is not UTF-8 text.") from error


def _stopped(error: SweepCancelledError, out: Path | None) -> NoReturn:
    """Keep the rows that are finished, if there is a place for them."""
    rows = error.table
    kept = ""
    if out is not None and isinstance(rows, pd.DataFrame):
        _write(rows, out)
        kept = f" The finished values are in {out}."
    whisper(f"\nStopped.{kept}")
    sys.exit(STOPPED)


def _write(rows: pd.DataFrame, out: Path) -> None:
    """Write all rows, or nothing."""
    if out.suffix == ".csv":
        write_atomically(out, lambda part: rows.to_csv(part, index=False))
    else:
        write_atomically(out, lambda part: rows.to_parquet(part, index=False))


def _summary(chosen: pd.DataFrame) -> str:
    """One row per criterion: its choice over the whole grid, and the error of that choice."""
    joint = chosen[chosen["scope"] == "joint"]
    rows = []
    for quantity, part in joint.groupby("quantity", sort=False):
        ends = int(part["on_boundary"].sum())
        rows.append(
            (
                str(quantity),
                f"{part['test_error'].mean():.4g}",
                f"{part['regret'].mean():.4g}",
                _most(part),
                f"{ends} of {len(part)}" if ends else "",
            )
        )
    heads = ("criterion", "test error", "regret", "chosen most often", "at an end of the grid")
    splits = counted(joint["split"].nunique(), "split")
    return (
        table(heads, rows, (False, True, True, False, False))
        + f"\n\nMeans over {splits}; regret: how much worse than the best of the grid."
    )


def _most(part: pd.DataFrame) -> str:
    """Kernel and λ that were chosen on most splits."""
    names = ["kernel", "parameter", "lambda"]
    known = part.loc[part["kernel"] != "", names]
    if not len(known):
        return "–"
    counts = Counter(known.itertuples(index=False, name=None))
    (kernel, parameter, lam), _ = counts.most_common(1)[0]
    value = f" {parameter:.4g}" if math.isfinite(parameter) else ""
    return f"{kernel}{value}, λ = {lam:.4g}"
