"""The sentences and facts of a report, without any mark-up."""

from collections.abc import Iterator

from kselect_core.experiments.report.input import ReportInput
from kselect_core.experiments.tables.report_numbers import duration

MEASURES = {
    "test_error": "test error in per cent",
    "test_accuracy": "test accuracy in per cent",
    "test_balanced_error": "test balanced error in per cent",
    "test_weighted_error": "test weighted error in per cent",
    "test_auc": "test AUC in per cent",
    "test_squared_error": "test squared error",
    "seconds": "test error in per cent",
}
TESTS = {"paired_t": "paired t-test", "corrected_t": "corrected resampled t-test"}
FEWEST = 2
"""Splits from which there is a test."""


def state(content: ReportInput) -> str:
    """One sentence: how much of the plan is finished."""
    finished = sum(p.finished for p in content.progress)
    total = sum(p.total for p in content.progress)
    failed = len(content.failures)
    sentence = f"{finished} of {total} tasks are finished" if total else "Nothing was run"
    sentence += f"; {failed} failed" if failed else ""
    rows = "damaged row was" if content.damaged == 1 else "damaged rows were"
    return f"{sentence}; {content.damaged} {rows} left out." if content.damaged else f"{sentence}."


def reading(content: ReportInput) -> tuple[str, ...]:
    """How the numbers are to be read: unit, deviation, marks and the test behind them."""
    splits = content.results.loc[content.results["splits"] > 0, "splits"]
    count = f"{splits.min()} to {splits.max()}" if len(splits) else "no"
    if len(splits) and splits.min() == splits.max():
        count = str(splits.max())
    sentences = [
        f"Means ± standard deviations over {count} split{'' if count == '1' else 's'}: "
        f"{MEASURES.get(content.measure, content.measure)}, {content.better} is better."
    ]
    if len(splits) and splits.max() < FEWEST:
        return (*sentences, "With one split there is no test.")
    sentences.append(
        f"“Not significantly worse” than the best of a row: one-sided {_test(content)} at "
        f"{100 * content.level:g} %, not adjusted for the number of comparisons."
    )
    return (*sentences, *_fairness(content))


def marks(content: ReportInput) -> tuple[str, ...]:
    """Which marks stand in the results."""
    results = content.results
    tested = results["not_worse"] & ~results["best"]
    return ("best", "not worse") if tested.any() else ("best",)


def _test(content: ReportInput) -> str:
    return TESTS.get(content.test, content.test)


def _fairness(content: ReportInput) -> Iterator[str]:
    """How many differences remain if the test knows that the splits overlap."""
    if content.test != "paired_t":
        return
    table, chance = content.results, 1.0 - content.level
    worse = (table["p"] < chance) & ~table["not_worse"]
    yield (
        "The splits of a data set share most of their points; the paired t-test takes them for "
        "independent and calls too many differences significant."
    )
    tested = worse & table["p_corrected_t"].notna()
    if tested.any():
        left = int((tested & (table["p_corrected_t"] < chance)).sum())
        yield f"Of the {int(tested.sum())} it calls worse, the corrected test leaves {left}."


def facts(content: ReportInput) -> tuple[tuple[str, str], ...]:
    """Names and values of what the numbers depend on; what is unknown is left out."""
    numbers = (
        ("Seed", content.seed),
        ("Workers", content.workers),
        ("BLAS threads", content.threads),
    )
    pairs = [
        ("Plan", content.plan),
        ("Digest of the results", content.digest),
        *((name, "" if value is None else str(value)) for name, value in numbers),
        ("Planned", content.begun),
        ("Time of the run", duration(content.seconds)),
        ("Time of computing, all tasks together", duration(content.computing)),
        ("Versions", ", ".join(" ".join(pair) for pair in content.versions)),
        ("Machine", ", ".join(": ".join(pair) for pair in content.machine)),
        ("To repeat it", content.again),
        ("Made on", content.made),
    ]
    return tuple((name, value) for name, value in pairs if value)
