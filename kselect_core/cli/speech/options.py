"""Options that several verbs share, and what their values become."""

import os
import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import click

from kselect_core.errors import KselectError, shortened
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.report.reporting import MAIN
from kselect_core.results.store import Store
from kselect_core.results.writing import home

MOST_WORKERS = 256
LONGEST_NAME = 255  # bytes, on every usual file system
SUFFIXES = (".csv", ".parquet")
"""Endings of files that keep rows."""

SHORT = 8
"""Digits of a hash that name a plan on the command line."""

F = TypeVar("F", bound=Callable[..., Any])


def out_option(words: str) -> Callable[[F], F]:
    """Add --out, a file of rows: CSV or Parquet."""
    return click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        callback=_rows_file,
        help=f"{words}: a .csv or .parquet file.",
    )


def all_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(MOST_WORKERS, len(os.sched_getaffinity(0))))
    return max(1, min(MOST_WORKERS, os.cpu_count() or 1))


def viewed(path: Path | None) -> Store:
    """Store that is only looked at."""
    return Store(path, read_only=True)


def viewed_if_any(path: Path | None) -> AbstractContextManager[Store | None]:
    """Store that is only looked at; None where nothing was ever kept at the usual place."""
    usual = home() / "experiments.sqlite"
    return nullcontext(None) if path is None and not usual.exists() else viewed(path)


def named_variants(protocol: Protocol, named: tuple[str, ...]) -> tuple[str, ...]:
    """Variants as a plan names them, "" for the protocol itself, in the order given."""
    if "all" in named:
        return ("", *(variant.name for variant in protocol.variants))
    return tuple(dict.fromkeys("" if name == MAIN else name for name in named)) or ("",)


def with_store(command: str, path: Path | None) -> str:
    """Command with the store it needs, if that is not the usual one."""
    return command if path is None else f"{command} --store {shlex.quote(str(path))}"


def _store_file(
    _context: click.Context, _parameter: click.Parameter, value: str | None
) -> Path | None:
    """Return the path of a store, refused where no file can have such a name."""
    if value is None:
        return None
    longest = max(len(part.encode(errors="surrogateescape")) for part in Path(value).parts or ("",))
    if not Path(value).name or longest > LONGEST_NAME:
        raise KselectError(
            f"--store is the path of a file, such as results.sqlite, each name in it of at most "
            f"{LONGEST_NAME} bytes; got {shortened(value)}."
        )
    return Path(value)


def _rows_file(
    _context: click.Context, _parameter: click.Parameter, value: Path | None
) -> Path | None:
    """Return the path of a file of rows, refused with another ending."""
    if value is not None and value.suffix not in SUFFIXES:
        raise click.UsageError(f"--out must end in {' or '.join(SUFFIXES)}, got {value.name!r}.")
    return value


def _without_dots(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """Beginning of a hash as it was copied, without what stands for the rest."""
    start = value.strip().rstrip("….")
    if not start:
        raise KselectError("Name the plan by the beginning of its hash: kselect status lists them.")
    return start.lower()


as_json = click.option("--json", "json_", is_flag=True, help="Print JSON instead of text.")
store_option = click.option(
    "--store",
    "store_path",
    type=click.Path(dir_okay=False),
    callback=_store_file,
    help="The file that keeps the results [default: experiments.sqlite in kselect's folder].",
)
plan_argument = click.argument("plan", metavar="PLAN", callback=_without_dots)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    help="Processes that compute [default: one per core].",
)
scheduler_option = click.option(
    "--scheduler",
    default="",
    metavar="ADDRESS",
    help="Compute on the workers of a Dask scheduler: tcp://HOST:8786.",
)
