"""What a report, the app and the command line say of an experiment, read from its store."""

import json
import platform
import shlex
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd
import psutil

from kselect_core.errors import InvalidParameterError
from kselect_core.experiments.plan.outcomes import plan_tables, sound
from kselect_core.experiments.plan.plan import Plan
from kselect_core.experiments.protocol.printed import printed
from kselect_core.experiments.protocol.protocol import (
    EXAMPLE,
    Protocol,
    Test,
    load_protocol,
    shipped,
)
from kselect_core.experiments.protocol.table_answers import in_words
from kselect_core.experiments.report.input import Failed, Progress, ReportInput
from kselect_core.experiments.report.tables import together
from kselect_core.experiments.statistics.significance import TESTS
from kselect_core.experiments.tables.agreement import headlines
from kselect_core.experiments.tables.coverage import coverage
from kselect_core.experiments.tables.result_table import COLUMNS, result_table
from kselect_core.experiments.tables.timing_table import timing_headlines, timings_table
from kselect_core.experiments.ways.sweep_units import config_of
from kselect_core.experiments.ways.unit import Unit, finished_tasks
from kselect_core.results.store import Store

UNKNOWN = float("nan")
ROW = ("variant", "dataset", "setting")
MAIN = "main"
"""Name of the protocol itself among its variants, where one has to be written."""


def report_of(
    plan: Plan,
    store: Store,
    *,
    test: Test | None = None,
    workers: int | None = None,
    seconds: float = UNKNOWN,
) -> ReportInput:
    """Everything a report says of a plan, finished or not, without figures.

    ``test`` is the paper's own test if none is named. ``workers`` and ``seconds`` are told by who
    has carried out the plan. Damaged rows of the store are left out and counted.
    """
    protocol = plan.protocol
    test = protocol.test if test is None else test
    of_time = protocol.measure == "seconds"
    paper = printed(protocol.printed) if protocol.printed else None
    held = sum(finished_tasks(unit, store) for unit in plan.distinct)  # before: others may write
    table, times, digest, tasks, computing = plan_tables(plan, store)
    results = _results(plan, table, None if of_time else paper, test)
    seconds_of = paper if of_time else None
    runtime = timings_table(times, seconds_of, reference=protocol.reference)
    texts = (
        *timing_headlines(runtime, reference=protocol.reference),
        *result_sentences(results, protocol),
        *_readings(plan),
        *covered(plan),
    )
    return ReportInput(
        name=protocol.name,
        title=protocol.title,
        results=results,
        outcomes=table,
        timings=times,
        runtime=runtime,
        source=protocol.source,
        about=protocol.about,
        measure=protocol.measure,
        better=protocol.better,
        test=test,
        level=protocol.level,
        reference=protocol.reference,
        headlines=texts,
        progress=progress_of(plan, store, tasks=tasks),
        damaged=max(0, held - sum(map(len, tasks.values()))),
        failures=tuple(_failures(plan, store)),
        silent=protocol.silent,
        variants=tuple(v for v in protocol.variants if v.name in {u.variant for u in plan.units}),
        tables=(*together(results, table, protocol), *_left_out(plan)),
        protocol=protocol.text,
        again=again(plan),
        plan=plan.hash,
        digest=digest,
        seed=_seed(protocol),
        versions=_versions(plan, store),
        machine=machine(),
        threads=1,
        workers=workers,
        seconds=seconds,
        computing=computing,
        begun=_begun(plan, store),
        made=time.strftime("%Y-%m-%d"),
    )


def result_sentences(results: pd.DataFrame, protocol: Protocol) -> tuple[str, ...]:
    """What a result table, or a part of one, says: beside the printed numbers, else on its own."""
    texts = headlines(results, better=protocol.better) if len(results) else []
    return tuple(texts or _leaders(results, protocol))


def progress_of(
    plan: Plan, store: Store, *, tasks: Mapping[str, set[int]] | None = None
) -> tuple[Progress, ...]:
    """Finished tasks of each data set under each variant, in the order of the plan.

    Damaged rows do not count. ``tasks`` are those that were read already, by the key of their unit.
    """
    if tasks is None:
        tasks = sound(plan, store)
    rows: dict[tuple[str, str], Progress] = {}
    for unit in plan.units:
        counts = rows.get((unit.variant, unit.dataset))
        counts = counts or Progress(unit.variant, unit.dataset, 0, 0, unit.digest)
        done = sum(task < unit.count for task in tasks[unit.key])
        rows[unit.variant, unit.dataset] = counts._replace(
            finished=counts.finished + done, total=counts.total + unit.count
        )
    return tuple(rows.values())


def again(plan: Plan) -> str:
    """Command that makes the same plan again and carries it out."""
    protocol = plan.protocol
    ours = (
        protocol.name in (*shipped(), EXAMPLE)
        and load_protocol(protocol.name).text == protocol.text
    )
    own = protocol.path or f"{protocol.name}.toml"
    words = ["kselect", "reproduce", protocol.name if ours else own]
    named = list(dict.fromkeys(unit.dataset for unit in plan.units))
    if named != [name for name in protocol.datasets if name not in dict(plan.left_out)]:
        words += ["--datasets", ",".join(named)]
    repeats = {unit.repeats for unit in plan.units}
    usual = {protocol.varied(unit.variant).settings.get("repeats") for unit in plan.units}
    if repeats != usual and len(repeats) == 1:
        words += ["--splits", str(*repeats)]
    variants = list(dict.fromkeys(unit.variant for unit in plan.units))
    if variants != [""]:
        words += [word for name in variants for word in ("--variant", name or MAIN)]
    return shlex.join(words)


def machine() -> tuple[tuple[str, str], ...]:
    """Processor, cores and memory of this machine."""
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 1
    memory = psutil.virtual_memory().total / 2**30
    system = f"{platform.system()} {platform.release()}"
    return (
        *(("processor", _processor()), ("cores", str(cores))),
        *(("memory", f"{memory:.1f} GiB"), ("system", system)),
    )


def _results(
    plan: Plan, results: pd.DataFrame, paper: pd.DataFrame | None, test: Test
) -> pd.DataFrame:
    """Result table; the corrected test knows the share of test points of each unit."""
    if test not in TESTS:
        raise InvalidParameterError("Report", "test", " or ".join(TESTS), test)
    ratios = {(unit.variant, unit.dataset, unit.setting): overlap(unit) for unit in plan.units}
    places = list(zip(*(results[name] for name in ROW), strict=True))
    column = pd.Series(
        [ratios.get((v, d, s), ratios.get((v, d, ""), UNKNOWN)) for v, d, s in places],
        index=results.index,
        dtype=float,
    )
    protocol = plan.protocol
    parts = [
        result_table(
            part, paper, better=protocol.better, test=test, ratio=ratio, level=protocol.level
        )
        for ratio, part in results.groupby(column, sort=False, dropna=False)
    ]
    if len(parts) < 2:  # noqa: PLR2004 (nothing to join)
        return parts[0] if parts else pd.DataFrame(columns=list(COLUMNS))
    table = pd.concat(parts, ignore_index=True)
    order = {place: number for number, place in enumerate(dict.fromkeys(places))}
    rank = [order[place] for place in zip(*(table[name] for name in ROW), strict=True)]
    return table.iloc[pd.Series(rank).sort_values(kind="stable").index].reset_index(drop=True)


def overlap(unit: Unit) -> float:
    """Test points per training point where splits of one data set overlap; 0 where none do."""
    if unit.kind == "sweep":
        share = config_of(unit).test_share
        return unit.tested / unit.size if unit.tested else share / (1.0 - share)
    if not unit.digest:
        return 0.0
    test = json.loads(unit.settings).get("test")
    return UNKNOWN if test is None else float(test / unit.size)


def _leaders(results: pd.DataFrame, protocol: Protocol) -> Iterator[str]:
    """One sentence per variant where nothing is printed: how often each criterion is the best."""
    for variant, part in results[results["mean"].notna()].groupby("variant", sort=False):
        counts = part[part["best"]]["criterion"].value_counts()
        rows = part.groupby(["dataset", "setting"]).ngroups
        word = "lowest" if protocol.better == "lower" else "highest"
        names = ", ".join(f"{name} {count}" for name, count in counts.items())
        of = f"{rows} rows" if rows > 1 else "one row"
        shared = " (ties count for each)" if len(counts) > 1 else ""
        text = f"{word} mean of {of}{shared}: {names}."
        yield f"Variant {variant!s}: {text}" if variant != "" else text[0].upper() + text[1:]


def covered(plan: Plan) -> tuple[str, ...]:
    """What a plan leaves out of its protocol: data sets, splits; nothing where it is the whole."""
    repeats = {unit.variant: unit.repeats for unit in plan.units}
    return coverage(plan.protocol, (unit.dataset for unit in plan.units), repeats)


def _readings(plan: Plan) -> Iterator[str]:
    """One sentence for each table of one's own: with which options it was read."""
    ways: dict[str, dict[str, str]] = {}
    for unit in plan.units:
        ways.setdefault(unit.dataset, {})[unit.variant] = in_words(unit.reading)
    for dataset, by_variant in ways.items():
        alike = len(set(by_variant.values())) == 1
        for variant, words in list(by_variant.items())[: 1 if alike else None]:
            if words:
                where = "" if alike else f", {f'variant {variant}' if variant else 'main variant'},"
                yield f"{dataset}{where} was read with {words}."


def _failures(plan: Plan, store: Store) -> Iterator[Failed]:
    units: dict[str, Unit] = {}
    for unit in plan.units:
        units.setdefault(unit.key, unit)
    done = {key: store.finished(key) for key in units}
    for failure in store.failures(list(units)):
        if failure.task not in done[failure.unit]:
            unit = units[failure.unit]
            where = ", ".join(filter(None, (unit.dataset, unit.setting)))
            yield Failed(unit.variant, where, failure.task, failure.attempts, failure.reason)


def _begun(plan: Plan, store: Store) -> str:
    """When the store was told of the plan, in universal time; nothing if it was not."""
    for stored in store.plans():
        if stored.hash == plan.hash:
            return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stored.created))
    return ""


def _left_out(plan: Plan) -> tuple[tuple[str, pd.DataFrame], ...]:
    if not plan.left_out:
        return ()
    return (
        (
            "Data sets that were left out",
            pd.DataFrame(plan.left_out, columns=["dataset", "reason"]),
        ),
    )


def _versions(plan: Plan, store: Store) -> tuple[tuple[str, str], ...]:
    """What computed the results; several versions of one thing stand beside each other."""
    by_package: dict[str, dict[str, None]] = {}
    for unit in plan.distinct:
        for text in store.versions(unit.key):
            for name, version in json.loads(text).items():
                by_package.setdefault(name, {})[str(version)] = None
    return tuple((name, " / ".join(numbers)) for name, numbers in by_package.items())


def _seed(protocol: Protocol) -> int:
    seed = protocol.settings.get("seed", 0)
    return seed if isinstance(seed, int) else 0


def _processor() -> str:
    """Name of the processor as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
