"""Write ``docs/reproduction.md`` from the kept results.

Numbers come from ``docs/reproduction/``, which ``keep_reproduction.py`` writes
from a store; what they mean is said in ``docs/reproduction/words.toml``. There, ``{…}`` is counted
in the kept table of the section (or of another one that is named): ``{better SM, CV}`` are the rows
on which SM has the better mean, ``{better SM, CV; variant = exact; λ = 0.1; two classes}`` those of
a variant, of one λ, of the sets with two classes. `COUNTED` has the words; those of `COMPARED` set
the table beside another one that is kept, ``{moved; from = ks-table1}``. On how many of how many
samples a criterion has the best value, alone or shared, says ``{smallest STAB; n = 100}``.
"""

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from math import isnan
from pathlib import Path
from typing import Any

import counts
import pandas as pd

from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import Protocol, load_protocol
from kselect_core.experiments.report.reporting import result_sentences
from kselect_core.experiments.statistics.significance import Direction
from kselect_core.experiments.tables.coverage import coverage

DOCS = Path(__file__).parents[1]
FOLDER, DOCUMENT = DOCS / "reproduction", DOCS / "reproduction.md"
ORDER = (
    *(
        "sm-table2",
        "sm-table2-variants",
        "sm-table3",
        "sm-figure1",
        "ks-table1",
        "ks-table1-unstratified",
        "ks-figure1",
        "sps-table1",
        "sps-table1-split-70-30",
        "sps-table1-unstratified",
    ),
    *("sekm-table1", "sekm-table2"),
    *("stab-table2", "stab-table4", "stab-table5", "stab-table6", "stab-digits"),
)
MARKS = {
    "as printed": "✓",
    "near": "~",
    "lower": "↓",
    "higher": "↑",
    "not printed": "",
    "no value": "–",
}
PER_CENT = ("test_error", "test_accuracy", "test_balanced_error", "test_auc")
SAID = {
    "found": "What was found",
    "why": "Our best explanation",
    "left_out": "Left out",
    "corrected": "Corrected",
}
"""Entries of the words of a table, and the titles of their lists."""

SMALLEST = "smallest"
"""Word of a count that was made of single splits or samples when the table was kept."""

FLAGS = ("--datasets", "--splits")
"""Options of the command of a table that say how much of its protocol is run."""

HIGHEST = {"sps-table1": "sps-figure1"}
"""Protocols of which a figure shows the highest means over λ, and the entry of its words."""

COUNT = re.compile(
    r"\{(?P<word>[a-z ]+?)(?: (?P<of>\d|[A-Z0-9][^{};]*))?(?P<where>(?:; [^{};]+)*)\}"
)
"""A number of a sentence: what is counted, of which criteria, and in which part of the table."""


def refreshed() -> str:
    """Text of the document as the kept results have it."""
    words = tomllib.loads((FOLDER / "words.toml").read_text("utf-8"))
    parts = [words["head"]["text"].strip()]
    for name in kept():
        parts.append(_section(name, words.get(name, {})))
        if name in HIGHEST:
            parts.append(_highest(name, words.get(HIGHEST[name], {})))
    return "\n\n".join(parts) + "\n"


def kept() -> list[str]:
    """Names of the protocols whose results are kept, in the order of the document."""
    found = {path.stem for path in FOLDER.glob("*/*.json")}
    return [name for name in ORDER if name in found] + sorted(found - set(ORDER))


def place(name: str, ending: str) -> Path:
    """Return a kept file of a plan; each paper has its folder."""
    return FOLDER / name.partition("-")[0] / f"{name}{ending}"


def _section(name: str, words: dict[str, Any]) -> str:
    facts = json.loads(place(name, ".json").read_text("utf-8"))
    protocol = load_protocol(facts["protocol"])
    measured = place(name, ".csv").exists()
    absent = _coverage(facts, protocol)
    said = result_sentences(_results(name), protocol) if measured else facts["headlines"]
    parts = [
        f"## {words.get('title', protocol.title)}",
        f"{protocol.source}.",
        protocol.about,
        _run(facts),
        " ".join(absent),
    ]
    parts += [_bullets(title, counted(words.get(key, ()), name)) for key, title in SAID.items()]
    parts += [_bullets("Counted", [text for text in said if text not in absent]), _open(protocol)]
    if measured:
        parts += _tables(_results(name), protocol)
    if place(name, "-times.csv").exists():
        parts.append(_times(pd.read_csv(place(name, "-times.csv")), protocol))
    return "\n\n".join(part for part in parts if part)


def _protocol(name: str) -> Protocol:
    return load_protocol(json.loads(place(name, ".json").read_text("utf-8"))["protocol"])


def _results(name: str) -> pd.DataFrame:
    return pd.read_csv(
        place(name, ".csv"),
        keep_default_na=False,
        na_values={"printed": "", "printed_sd": "", "mean": "", "sd": ""},
    )


def _coverage(facts: dict[str, Any], protocol: Protocol) -> tuple[str, ...]:
    """What the command of a table leaves out of its protocol."""
    words = shlex.split(facts["again"])
    given = {flag: words[at + 1] for at, flag in enumerate(words) if flag in FLAGS}
    absent = {name for name, _ in facts["left_out"]}
    named = given["--datasets"].split(",") if "--datasets" in given else protocol.datasets
    variants = [words[at + 1] for at, flag in enumerate(words) if flag == "--variant"] or ["main"]
    repeats = {}
    for name in ("" if variant == "main" else variant for variant in variants):
        usual = protocol.varied(name).settings.get("repeats", 0)
        repeats[name] = int(given.get("--splits", usual))
    return coverage(protocol, [name for name in named if name not in absent], repeats)


def counted(texts: Sequence[str], name: str) -> list[str]:
    """Sentences with the numbers of the kept table of a name in the place of their ``{…}``."""
    return [COUNT.sub(lambda found: _count(found, name), text) for text in texts]


def _count(found: re.Match[str], name: str) -> str:
    """Number that a ``{…}`` stands for; raises KeyError for a word that is not known."""
    where = dict(
        part.strip().partition(" = ")[::2] for part in found["where"].split(";") if part.strip()
    )
    name, other = where.pop("table", name), where.pop("from", "")
    table, protocol = _part(name, where), _protocol(name)
    names = [one.strip() for one in (found["of"] or "").split(",") if one.strip()]
    if found["word"] == SMALLEST:
        return _smallest(name, table, *names)
    if other:
        return COMPARED[found["word"]](table, _part(other, where))
    return COUNTED[found["word"]](table, protocol.better, *names)


def _part(name: str, where: dict[str, str]) -> pd.DataFrame:
    """Rows of a kept table of one variant: the protocol's own, or the only one that is kept."""
    table, variants = _results(name), set(_results(name)["variant"])
    variant = where.get("variant", "" if "" in variants else min(variants))
    table = table[table["variant"] == variant]
    for key, value in where.items():
        if key == "λ":
            table = table[table["setting"] == f"λ = {value}"]
        elif key == "without λ":
            table = table[table["setting"] != f"λ = {value}"]
        elif key == "n":
            table = table[table["setting"] == f"n = {value}"]
        elif key == "two classes":
            table = table[~table["dataset"].isin(_protocol(name).classes)]
        elif key != "variant":
            raise KeyError(f"{key!r} is no part of a kept table")
    return table


def _smallest(name: str, table: pd.DataFrame, criterion: str) -> str:
    """On how many splits or samples of a part of a table a criterion has the best value."""
    facts = json.loads(place(name, ".json").read_text("utf-8"))
    places = set(table[["variant", "dataset", "setting"]].itertuples(index=False, name=None))
    kept_there = [row for row in facts["smallest"] if tuple(row[:3]) in places]
    mine = [row for row in kept_there if row[3] == criterion]
    if not mine:
        raise KeyError(f"{criterion!r} is no criterion of {name}")
    return f"{sum(row[4] for row in mine)} of {sum(row[5] for row in mine)}"


def _signed(number: float) -> str:
    """Number with its sign, two digits behind the point."""
    return f"{number:+.2f}".replace("-", "−")


def _difference(column: str, table: pd.DataFrame, _: str, one: str, other: str) -> str:
    return _signed(counts.differences(table, one, other, column=column).mean())


def _better(column: str, table: pd.DataFrame, direction: Direction, one: str, other: str) -> str:
    return str(counts.better(table, one, other, column=column, direction=direction))


def _equal(column: str, table: pd.DataFrame, _: str, one: str, other: str) -> str:
    return str(counts.equal(table, one, other, column=column))


COUNTED: dict[str, Callable[..., str]] = {
    "means": lambda table, _: str(counts.means(table)),
    "within": lambda table, _, deviations: str(counts.within(table, int(deviations))),
    "rows": lambda table, _, one, other: str(len(counts.differences(table, one, other))),
    "better": partial(_better, "mean"),
    "printed better": partial(_better, "printed"),
    "equal": partial(_equal, "mean"),
    "printed equal": partial(_equal, "printed"),
    "difference": partial(_difference, "mean"),
    "printed difference": partial(_difference, "printed"),
}
"""What ``{…}`` counts: functions of a part of the table, of which values are better, and names."""

COMPARED: dict[str, Callable[[pd.DataFrame, pd.DataFrame], str]] = {
    "moved": lambda table, other: f"{counts.moved(table, other).abs().mean():.2f}",
    "shifted": lambda table, other: _signed(counts.moved(table, other).mean()),
    "moved most": lambda table, other: f"{counts.moved(table, other).abs().max():.1f}",
    "spread": lambda table, other: f"{counts.spread(table, other):.2f}",
}
"""The same for two kept tables of the same cells: ``{moved; from = ks-table1}``."""


def _highest(name: str, words: dict[str, Any]) -> str:
    """Section of a figure that shows the highest means of a table over λ."""
    protocol = _protocol(name)
    results, numbers = _results(name), printed(protocol.printed)
    parts = [f"## {words['title']}", words["text"].strip()]
    parts += [_bullets("What was found", words.get("found", ()))]
    parts += [_bullets("Our best explanation", words.get("why", ()))]
    about = {variant.name: variant.about for variant in protocol.variants}
    for key, part in results.groupby("variant", sort=False):
        variant = str(key)
        title = f"**variant “{variant}”: {about[variant]}**\n\n" if variant else ""
        parts.append(title + _peaks(highest(part), highest(numbers)))
    return "\n\n".join(part for part in parts if part)


def highest(table: pd.DataFrame) -> pd.DataFrame:
    """Row with the highest mean over the settings, for each data set and criterion.

    This is what Figure 1 of SPS shows of its Table 1. The column ``setting`` names the λ of the
    highest mean; a criterion without any mean keeps its first row.
    """
    means = table["mean"].fillna(float("-inf"))
    rows = means.groupby([table["dataset"], table["criterion"]], sort=False).idxmax()
    return table.loc[rows].reset_index(drop=True)


def _peaks(ours: pd.DataFrame, numbers: pd.DataFrame) -> str:
    """Highest mean of the printed table → ours, with the λ of ours; the best of a row is bold."""
    paper = {(r["dataset"], r["criterion"]): r["mean"] for r in numbers.to_dict("records")}
    names = list(ours["criterion"].unique())
    lines = ["| data set | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for dataset, part in ours.groupby("dataset", sort=False):
        cells, best = [], part["mean"].max()
        for row in part.to_dict("records"):
            before = paper[dataset, row["criterion"]]
            own = f"{row['mean']:.2f}"
            own = f"**{own}**" if row["mean"] == best else own
            start = "" if isnan(before) else f"{before:.2f} → "
            cells.append(f"{start}{own} ({row['setting'].removeprefix('λ = ')})")
        lines.append(f"| {dataset} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _run(facts: dict[str, Any]) -> str:
    done = (
        f"{facts['tasks']:,} of {facts['total']:,} tasks"
        if facts["tasks"] != facts["total"]
        else f"{facts['total']:,} tasks"
    )
    text = (
        f"`{facts['again']}` · {done} · plan `{facts['plan'][:12]}` · digest of all results "
        f"`{facts['digest'][:12]}` · {facts['made']}"
    )
    if facts["left_out"]:
        names = ", ".join(name for name, _ in facts["left_out"])
        text += f"\n\nNot on the machine, left out: {names}."
    return text


def _bullets(title: str, sentences: list[str]) -> str:
    return f"**{title}**\n\n" + "\n".join(f"- {s.strip()}" for s in sentences) if sentences else ""


def _open(protocol: Protocol) -> str:
    """What the source leaves open, and what was taken."""
    if not protocol.silent:
        return ""
    rows = [f"- {s.field}: **{s.here}**. {s.why}" for s in protocol.silent]
    return (
        "<details><summary>What the source leaves open, and what is taken here</summary>\n\n"
        + "\n".join(rows)
        + "\n\n</details>"
    )


def _tables(results: pd.DataFrame, protocol: Protocol) -> list[str]:
    """One table per variant and setting: data sets in rows, criteria in columns."""
    parts = []
    about = {variant.name: variant.about for variant in protocol.variants}
    alone = len(set(results["setting"])) > 1 and len(set(results["dataset"])) == 1
    by = ["variant"] if alone else ["variant", "setting"]
    for key, part in results.groupby(by, sort=False):
        variant, setting = (str(key[0]), "") if alone else map(str, key)
        title = ", ".join(
            t for t in (setting, f"variant “{variant}”: {about[variant]}" if variant else "") if t
        )
        parts.append(
            (f"**{title}**\n\n" if title else "")
            + _grid(part, "setting" if alone else "dataset", protocol)
        )
    return parts


def _grid(part: pd.DataFrame, rows: str, protocol: Protocol) -> str:
    names = list(part["criterion"].unique())
    cells = {(r[rows], r["criterion"]): _cell(r, protocol) for r in part.to_dict("records")}
    head = f"| {'data set' if rows == 'dataset' else 'sample'} | " + " | ".join(names) + " |"
    lines = [head, "|---|" + "---|" * len(names)]
    lines += [
        f"| {row} | " + " | ".join(cells.get((row, n), "–") for n in names) + " |"
        for row in part[rows].unique()
    ]
    return "\n".join(lines)


def _cell(row: dict[str, Any], protocol: Protocol) -> str:
    """Printed value → our mean ± sd, with the mark of its verdict; the best mean is bold."""
    digits = 2 if protocol.measure in PER_CENT else 3
    if isnan(row["mean"]):
        return "–"
    ours = f"{row['mean']:.{digits}f} ± {row['sd']:.{digits}f}"
    ours = f"**{ours}**" if row["best"] is True or row["best"] == "True" else ours
    if isnan(row["printed"]):
        return ours
    return f"{row['printed']:.{digits}f} → {ours} {MARKS[row['verdict']]}"


def _times(times: pd.DataFrame, protocol: Protocol) -> str:
    """How many times as long the reference takes: printed → here, and our seconds."""
    names = [n for n in times["criterion"].unique() if n != protocol.reference]
    head = f"| data set | seconds of {protocol.reference} | " + " | ".join(names) + " |"
    lines = [head, "|---|---|" + "---|" * len(names)]
    for dataset, part in times.groupby("dataset", sort=False):
        known = {r["criterion"]: r for r in part.to_dict("records")}
        own = known[protocol.reference]["seconds"]
        cells = []
        for name in names:
            row = known[name]
            before = f"{row['printed_ratio']:.1f} → " if not isnan(row["printed_ratio"]) else ""
            cells.append(f"{before}{row['ratio']:.1f}")
        lines.append(f"| {dataset} | {own:.2f} | " + " | ".join(cells) + " |")
    title = (
        f"**Time of {protocol.reference} divided by the time of each criterion, printed → here**"
    )
    return f"{title}\n\n" + "\n".join(lines)


if __name__ == "__main__":
    DOCUMENT.write_text(refreshed(), encoding="utf-8")
