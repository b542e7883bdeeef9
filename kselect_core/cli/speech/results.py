"""The results of an experiment as text: printed, ours, the difference, what is best."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from kselect_core.cli.speech.options import SHORT, with_store
from kselect_core.cli.speech.text import blocks, table, wrapped
from kselect_core.data.catalogue.cards import title_of
from kselect_core.experiments.report import grids
from kselect_core.experiments.report.cells import cell_of
from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.report.words import MEASURES, TESTS
from kselect_core.experiments.tables.report_numbers import Digits, decimals, probability
from kselect_core.words.amounts import counted

BEST, NOT_WORSE = "*", "·"
MOST_REASONS = 5


def results_text(content: ReportInput, *, titled: bool = True) -> str:
    """Everything that is printed of an experiment when it is finished or looked at."""
    content = content.titled()
    parts = [_title(content)] if titled else []
    parts += [
        f"{blocks(grid.heads, grid.rows, grid.numeric, keys=_keys(grid))}\n\n{wrapped(grid.about)}"
        for grid in grids.first(content)
    ]
    for key, rows in content.results.groupby("variant", sort=False):
        variant = str(key)
        about = next((v.about for v in content.variants if v.name == variant), "")
        heading = f"Variant {variant}: {about}\n\n" if variant else ""
        parts.append(heading + _rows(rows, decimals(content.results)))
    parts += [_legend(content)] if len(content.results) else []
    parts += ["\n".join(wrapped(text, start="- ") for text in content.headlines)]
    parts += ["\n".join(_troubles(content))]
    return "\n\n".join(part for part in parts if part)


def results_json(content: ReportInput) -> dict[str, Any]:
    """The same as JSON values."""
    return {
        "plan": content.plan,
        "name": content.name,
        "title": content.title,
        "measure": content.measure,
        "better": content.better,
        "test": content.test,
        "level": content.level,
        "digest": content.digest,
        "results": content.results.to_dict("records"),
        "runtime": content.runtime.to_dict("records"),
        "headlines": list(content.headlines),
        "progress": [entry._asdict() for entry in content.progress],
        "damaged": content.damaged,
        "failures": [entry._asdict() for entry in content.failures],
        "versions": dict(content.versions),
        "again": content.again,
    }


def _title(content: ReportInput) -> str:
    return f"{content.title}\n{wrapped(content.source)}" if content.source else content.title


def _keys(grid: grids.Grid) -> int:
    """Columns that say what a row is about: those before the first number."""
    return grid.numeric.index(True) if True in grid.numeric else 1


def _rows(rows: pd.DataFrame, digits: Digits) -> str:
    """One row per data set, setting and criterion; what repeats is not written again."""
    beside = bool(rows["printed"].notna().any())
    settings = bool((rows["setting"] != "").any())
    heads = ["data set", *(["setting"] if settings else []), "criterion"]
    heads += ["printed", "ours", "", "in sd", "verdict"] if beside else ["mean ± sd", "", "p"]
    numeric = [False] * (3 if settings else 2)
    numeric += [True, True, False, True, False] if beside else [True, False, True]
    lines: list[tuple[str, ...]] = []
    last = ("", "")
    for row in rows.to_dict("records"):
        place = (row["dataset"], row["setting"])
        first = place[0] if place[0] != last[0] else ""
        second = place[1] if place != last else ""
        start = (first, second, row["criterion"]) if settings else (first, row["criterion"])
        lines.append((*start, *_numbers(row, digits, beside=beside)))
        last = place
    return table(heads, lines, numeric)


def _numbers(row: Mapping[Any, Any], digits: Digits, *, beside: bool) -> tuple[str, ...]:
    cell = cell_of(dict(row), digits)
    mark = BEST if cell.best else NOT_WORSE if cell.not_worse else ""
    if not beside:
        return (cell.ours, mark, probability(row["p"]))
    verdict = f"{cell.sign or ' '} {cell.verdict}"
    in_sd = cell.in_sd.removeprefix("+") if cell.in_sd == "+0.0" else cell.in_sd
    return (cell.paper or "–", cell.ours, mark, in_sd, verdict)


def _legend(content: ReportInput) -> str:
    splits = content.results.loc[content.results["splits"] > 0, "splits"]
    over = "no splits"
    if len(splits):
        low, high = int(splits.min()), int(splits.max())
        over = counted(high, "split") if low == high else f"{low} to {high} splits"
    measure = MEASURES.get(content.measure, content.measure)
    text = (
        f"Mean ± standard deviation over {over}: {measure}, {content.better} is better. "
        f"{BEST} best."
    )
    if len(splits) and splits.max() > 1:
        test = TESTS.get(content.test, content.test)
        text += f" {NOT_WORSE} not significantly worse ({test}, {100 * content.level:g} %)."
    if content.results["printed"].notna().any():
        text += " in sd: (ours − printed) in printed standard deviations."
    return wrapped(text)


def _troubles(content: ReportInput) -> Iterator[str]:
    """Tasks that failed, and values and p that do not exist, each reason once."""
    for failed in content.failures[:MOST_REASONS]:
        where = ", ".join(filter(None, (title_of(failed.dataset), failed.variant)))
        yield wrapped(f"task {failed.task} of {where}: {failed.reason}", start="Failed: ")
    if len(content.failures) > MOST_REASONS:
        yield f"… and {len(content.failures) - MOST_REASONS} more failed."
    missing = content.outcomes[
        content.outcomes["value"].isna() & (content.outcomes["reason"] != "")
    ]
    for key, part in missing.groupby(["criterion", "reason"], sort=False):
        criterion, reason = map(str, key)
        yield wrapped(f"{criterion} ({counted(len(part), 'choice')}): {reason}", start="No value: ")
    untested = content.results[content.results["no_p"] != ""]
    for key, part in untested.groupby(["criterion", "no_p"], sort=False):
        criterion, reason = map(str, key)
        places = ", ".join(dict.fromkeys(part["dataset"]))
        yield wrapped(f"{criterion} on {places}: {reason}.", start="No p: ")


def ending(content: ReportInput, *, store: Path | None) -> str:
    """Last lines: digests, and how a report is written."""
    short = content.plan[:SHORT]
    command = with_store(f"kselect report {short}", store)
    results = f"Results {content.digest[:16]}…  " if len(content.outcomes) else ""
    return f"{results}Plan {short}…\nReport with tables and figures: {command} --folder FOLDER"
