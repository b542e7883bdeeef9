"""What a report of an experiment is made of: plain things, no store and no plan."""

from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

import pandas as pd

from kselect_core.experiments.protocol.protocol import Silent, Variant
from kselect_core.experiments.tables.titled import titled
from kselect_core.plotting.output.page_report import Drawn


class Progress(NamedTuple):
    """How much of one data set was run, and the SHA-256 of the data."""

    variant: str
    dataset: str
    finished: int  # tasks
    total: int
    digest: str = ""


class Failed(NamedTuple):
    """A task that was given up, and why."""

    variant: str
    dataset: str
    task: int
    attempts: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInput:
    """All that a report says. Every text is shown letter by letter.

    ``results`` is a result table, ``runtime`` a table of timings beside the printed ones;
    ``tables`` are further ones, shown as they are. ``digest`` is the digest of the stored results,
    ``seconds`` the time the run took, ``computing`` that of all its tasks together whatever the
    number of workers, ``begun`` when it was planned, ``made`` the day of the report, ``again`` the
    command that repeats it. ``damaged`` rows of the store were left out.
    """

    name: str
    title: str
    results: pd.DataFrame
    outcomes: pd.DataFrame
    timings: pd.DataFrame = field(default_factory=pd.DataFrame)
    runtime: pd.DataFrame = field(default_factory=pd.DataFrame)
    source: str = ""
    about: str = ""
    measure: str = "test_error"
    better: Literal["lower", "higher"] = "lower"
    test: str = "paired_t"
    level: float = 0.95
    reference: str = "CV"
    headlines: tuple[str, ...] = ()
    progress: tuple[Progress, ...] = ()
    failures: tuple[Failed, ...] = ()
    silent: tuple[Silent, ...] = ()
    variants: tuple[Variant, ...] = ()
    tables: tuple[tuple[str, pd.DataFrame], ...] = ()
    figures: tuple[Drawn, ...] = ()
    protocol: str = ""  # TOML
    again: str = ""
    plan: str = ""
    digest: str = ""
    seed: int | None = None
    versions: tuple[tuple[str, str], ...] = ()
    machine: tuple[tuple[str, str], ...] = ()
    threads: int | None = None  # of BLAS
    workers: int | None = None
    seconds: float = float("nan")
    computing: float = float("nan")
    begun: str = ""
    damaged: int = 0
    made: str = ""

    def titled(self) -> "ReportInput":
        """Return the same with titles of data sets in its tables in place of their labels."""
        return replace(self, results=titled(self.results), runtime=titled(self.runtime))
