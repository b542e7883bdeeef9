"""Views of an experiment: printed against ours, ranks, single splits, run times.

    from kselect_core.experiments import views

    at = views.ExperimentAt(plan, store)
    views.printed_beside_ours(at)

They stand above those of sweeps, with the plans and the stores that they read.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan
from typing import NamedTuple

import pandas as pd

from kselect_core.errors import DataError
from kselect_core.experiments.plan.plan import Plan
from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import Test
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.reporting import covered, report_of, result_sentences
from kselect_core.experiments.statistics.rank_tests import RankComparison, friedman, nemenyi
from kselect_core.experiments.tables.report_numbers import probability
from kselect_core.experiments.tables.result_table import ranks_input
from kselect_core.experiments.tables.titled import row_title, titled
from kselect_core.experiments.ways.unit import finished_tasks
from kselect_core.plotting.experiments.critical_difference import critical_difference
from kselect_core.plotting.experiments.printed_against_ours import printed_against_ours
from kselect_core.plotting.experiments.runtime_ratios import runtime_ratios, time_ratios
from kselect_core.plotting.experiments.split_dots import split_dots
from kselect_core.results.store import Store
from kselect_core.views.python import call, literal
from kselect_core.views.view import Drawn, view
from kselect_core.words.amounts import counted
from kselect_core.words.glossary import spelled
from kselect_core.words.labels import spelled_out

FEWEST = 2  # rows and criteria that can be ranked
RANKED = 3  # criteria from which Friedman's test exists


class Reading(NamedTuple):
    """What an experiment said, of all variants and settings, when so many tasks were finished."""

    done: int
    content: ReportInput


@dataclass(frozen=True, eq=False)
class ExperimentAt:
    """Results of an experiment: one variant, one setting or, without ``setting``, all of them.

    ``test`` is that of the protocol if none is named. The store is read when the first view asks.
    """

    plan: Plan
    store: Store
    test: Test | None = None
    variant: str = ""
    setting: str | None = None
    ready: Reading | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``plan`` and ``store``."""
        usual = {"test": None, "variant": "", "setting": None}
        fields = {name: getattr(self, name) for name in usual}
        named = {name: literal(value) for name, value in fields.items() if value != usual[name]}
        return call("views.ExperimentAt", "plan", "store", **named)

    @property
    def identity(self) -> str:
        """Plan and digest of its results, with the seconds that they took."""
        return f"{self.content.plan} {self.content.digest} {self.content.computing!r}"

    @cached_property
    def reading(self) -> Reading:
        """Results of all variants and settings, and how many tasks are finished."""
        if self.ready is not None:
            return self.ready
        done = sum(finished_tasks(unit, self.store) for unit in self.plan.distinct)
        return Reading(done, report_of(self.plan, self.store, test=self.test))

    @property
    def content(self) -> ReportInput:
        """Results of all variants and settings."""
        return self.reading.content

    @cached_property
    def part(self) -> ReportInput:
        """Results of the variant and the setting that are looked at."""
        return replace(
            self.content,
            results=self._of(self.content.results, self.setting),
            outcomes=self._of(self.content.outcomes, self.setting),
            timings=self._of(self.content.timings),
            runtime=self._of(self.content.runtime),
        )

    @property
    def results(self) -> pd.DataFrame:
        """Result table of what is looked at."""
        return self.part.results

    @property
    def outcomes(self) -> pd.DataFrame:
        """Values by split of what is looked at."""
        return self.part.outcomes

    @property
    def measure(self) -> str:
        """What the values are: of a paper's run times, too, they are errors."""
        return "test_error" if self.content.measure == "seconds" else self.content.measure

    @cached_property
    def several(self) -> bool:
        """Whether a data set stands in several rows."""
        return bool(self.results.groupby("dataset")["setting"].nunique().max() > 1)

    @cached_property
    def rows(self) -> "pd.Series[str]":
        """Name of the row that each value by split belongs to."""
        return row_names(self.outcomes)

    @cached_property
    def ranking(self) -> RankComparison:
        """Ranks of the criteria over the data sets; raises where there are none."""
        scores = self._scores
        rows, names = scores.shape
        if self.several:
            raise DataError(
                "Rows of one data set under several settings are not independent: choose one."
            )
        if rows < FEWEST or names < FEWEST:
            raise DataError(
                "Ranks need at least two data sets on which every criterion has a value; here "
                f"{'is' if rows == 1 else 'are'} {rows}."
            )
        return nemenyi(scores, level=self.part.level, better=self.part.better)

    @cached_property
    def p_alike(self) -> float:
        """Probability of such ranks if all criteria are alike; NaN where there is no test."""
        scores = self._scores
        alike = friedman(scores, better=self.part.better) if scores.shape[1] >= RANKED else None
        return alike.F_p if alike else float("nan")

    @cached_property
    def _scores(self) -> pd.DataFrame:
        return ranks_input(self.results, variant=self.variant)

    @property
    def where(self) -> str:
        """What every caption says: which experiment, variant and setting, how far."""
        parts = [
            f"{self.content.name}, plan {self.content.plan[:12]}",
            f"variant {self.variant}" if self.variant else "",
            self.setting or "",
            f"seed {self.content.seed}",
            f"{self.reading.done} of {self.plan.count} tasks",
        ]
        return " · ".join(part for part in parts if part)

    def _of(self, table: pd.DataFrame, setting: str | None = None) -> pd.DataFrame:
        if not len(table):
            return table
        mine = table["variant"] == self.variant
        if setting is not None:
            mine &= table["setting"] == setting
        return table[mine].reset_index(drop=True)


@view("x_against")
def printed_beside_ours(at: ExperimentAt) -> Drawn:
    """Printed and our means of every row."""
    has_printed = bool(at.results["printed"].notna().any())
    beside = "Open squares: printed mean ± sd. " if has_printed else ""
    return Drawn(
        name="Printed means against ours" if has_printed else "Mean of every criterion",
        caption=f"{beside}Filled marks: our mean ± sd over the splits. {at.where}",
        draw=lambda: printed_against_ours(titled(at.results), measure=at.measure, columns=2),
        numbers=lambda: at.results,
    )


@view("x_ranks")
def average_ranks(at: ExperimentAt) -> Drawn:
    """Average ranks of the criteria with the critical difference; raises where there are none."""
    test, p = at.ranking, at.p_alike
    tested = "" if isnan(p) else f"Friedman's test that all are alike: {_p(p)} (Iman–Davenport). "
    return Drawn(
        name="Average ranks with the critical difference",
        caption=f"Average rank over {counted(test.datasets, 'data set')}, 1 is best. Criteria "
        f"joined by a bar are not distinguished by Nemenyi's test at level {test.level:g}. "
        f"{tested}{at.where}",
        draw=lambda: critical_difference(
            test.ranks,
            cd=test.cd,
            cliques=test.cliques,
            datasets=test.datasets,
            level=test.level,
        ),
        numbers=lambda: test.ranks.rename("average rank").rename_axis("criterion").reset_index(),
    )


@view("x_splits")
def every_split(at: ExperimentAt, *, row: str) -> Drawn:
    """Values of one row, split by split; ``row`` as ``row_names`` calls it."""
    mine = at.outcomes[at.rows == row]
    return Drawn(
        name=f"Every split of {row_title(row)}",
        caption="A dot is a split, top to bottom in their order; red: the mean. Last line: the "
        f"best value that any candidate had. {at.where}",
        draw=lambda: split_dots(mine, measure=at.measure),
        numbers=lambda: mine,
    )


@view("x_times")
def times_as_ratios(at: ExperimentAt) -> Drawn:
    """How much longer or shorter each criterion takes than the reference."""
    ours, reference, protocol = at.part.timings, at.part.reference, at.plan.protocol
    paper = None
    if protocol.measure == "seconds" and protocol.printed:
        paper = printed(protocol.printed)
        paper = paper[paper["dataset"].isin(ours["dataset"])]
    return Drawn(
        name=f"Time of every criterion as a multiple of that of {reference}",
        caption=f"Left of 1 is faster than {reference} in the same run, kernel matrices "
        f"included. Only ratios can be compared with another machine's. {at.where}",
        draw=lambda: runtime_ratios(
            titled(ours), None if paper is None else titled(paper), reference=reference
        ),
        numbers=lambda: time_ratios(ours, paper, reference=reference),
    )


EVERY = {
    view.name: view for view in (printed_beside_ours, average_ranks, every_split, times_as_ratios)
}
"""Every view of an experiment by its name, in the order of the page."""


def row_names(table: pd.DataFrame) -> "pd.Series[str]":
    """Return for each line of a table how its row is called: data set and setting."""
    setting = table["setting"].astype(str)
    return table["dataset"].astype(str).where(setting == "", table["dataset"] + ", " + setting)


def finding(at: ExperimentAt) -> list[str]:
    """Return what the numbers that are shown say: the measure of the protocol first."""
    whole, shown = at.content.headlines, list[str]()
    if len(at.results) < len(at.content.results):
        protocol = at.plan.protocol
        of_all = result_sentences(at.content.results, protocol)
        whole = tuple(text for text in whole if text not in of_all)
        shown += result_sentences(at.results, protocol)
    others = {name for name in at.content.results["variant"] if name != at.variant}
    always = covered(at.plan)
    texts = shown + [
        text
        for text in whole
        if text in always
        or (
            not any(name and text.startswith(f"Variant {name}: ") for name in others)
            and (not at.variant or text.startswith("Variant "))
        )
    ]
    time = f"{at.content.reference} takes ("
    return sorted(texts, key=lambda text: (time in text) != (at.content.measure == "seconds"))


def names_in_full(at: ExperimentAt) -> str:
    """Return what is compared spelled out, each by the name that it has in the table."""
    keys = {label: key for key, label in reversed(list(at.plan.protocol.labels.items()))}
    shown = (str(label) for label in dict.fromkeys(at.results["criterion"]))
    return "; ".join(filter(None, (_in_full(label, keys.get(label, label)) for label in shown)))


def _in_full(label: str, quantity: str) -> str:
    """Return a name spelled out; "" where there is nothing to spell out."""
    if word := spelled(label):  # CV, with however many parts
        return word
    full, bracket, _ = spelled_out(quantity).rpartition(" (")
    return f"{full} ({label})" if bracket else ""


def _p(value: float) -> str:
    text = probability(value)
    return f"p {text}" if text.startswith("<") else f"p = {text}"
