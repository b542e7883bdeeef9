"""``kselect data read``: how a file is read, and what is still to be answered."""

import sys
from pathlib import Path

import click

from kselect_core.cli.speech.options import as_json
from kselect_core.cli.speech.text import complain, say, say_json, wrapped
from kselect_core.data.catalogue.loading import table_file
from kselect_core.data.catalogue.paths import file_content
from kselect_core.data.table.preview import Preview, preview
from kselect_core.data.words.table_options import WHOLE
from kselect_core.errors import KselectError, Question, bounded
from kselect_core.words.amounts import counted

REFUSED, OPEN = 1, 2
LISTS = ("drop", "as_text")  # given as often as there are columns
NUMBERS = ("skip", *WHOLE)
_CHOICE = 120  # characters of an answer that is shown

answers_option = click.option(
    "--set",
    "settings",
    metavar="OPTION=VALUE",
    multiple=True,
    help="Answer a question, such as label=outcome; repeat it for more answers or columns.",
)
"""Gives ``settings``, for `answers_of`."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--test", metavar="FILE", help="A file of its own with the rows to test on.")
@click.option("--label", metavar="COLUMN", help="Its column of labels: short for --set label=….")
@answers_option
@as_json
def read(
    file: str, *, test: str | None, label: str | None, settings: tuple[str, ...], json_: bool
) -> None:
    """Show how a table is read: format, label, classes, repairs, and open questions.

    FILE is CSV or another table of text, svmlight, ARFF, Parquet, .npy or .npz, also packed with
    gzip or ZIP, or the name of a table in a data folder. The answers are those of load_dataset in
    Python. Exit status: 0 the table can be used, 1 it is refused, 2 questions are open.
    """
    path = table_file(file)
    second = None if test is None else file_content(table_file(test).path)
    content = file_content(path.path)
    table = preview(content, name=path.name, test=second, **answers_of(settings, label=label))
    if json_:
        say_json(_as_json(table, path.path))
    else:
        _tell(table, file)
    if table.dataset is None:
        sys.exit(OPEN if table.questions else REFUSED)


def answers_of(
    settings: tuple[str, ...], *, label: str | None = None
) -> dict[str, str | int | tuple[str, ...]]:
    """Return options of load_dataset from OPTION=VALUE; a ``label`` stands for label=…."""
    answers: dict[str, str | int | tuple[str, ...]] = {}
    for setting in (*(() if label is None else (f"label={label}",)), *settings):
        option, mark, value = setting.partition("=")
        if not mark or not option:
            raise click.UsageError(f"--set needs OPTION=VALUE, got {setting[:60]!r}.")
        if option in LISTS:
            before = answers.get(option, ())
            answers[option] = (*(before if isinstance(before, tuple) else ()), value)
        elif option in answers:
            raise click.UsageError(f"--set {option}=… is given twice.")
        else:
            answers[option] = _number(option, value) if option in NUMBERS else value
    return answers


def _number(option: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):  # noqa: PLR2004 (digits)
        raise KselectError(f"--set {option}=…: a whole number is needed, got {value[:60]!r}.")
    return int(value)


def _facts(seen: Preview) -> list[tuple[str, str]]:
    """Return what is known of a table, each with its name."""
    facts = [
        ("format", seen.kind),
        ("encoding", seen.encoding),
        ("delimiter", seen.delimiter),
        ("header", {True: "yes", False: "no", None: ""}[seen.header]),
        ("columns", _columns(seen)),
        ("label", seen.label or ""),
    ]
    data = seen.dataset
    if data is not None:
        rows = f"{len(data.y):,}"
        if data.test_rows:
            origin = "test points" if data.matrices else "from the test file"
            rows += f", the last {data.test_rows:,} of them {origin}"
        facts += [
            ("rows", rows),
            ("features", "" if data.matrices else f"{data.X.shape[1]:,}"),
            ("Gram matrices", ", ".join(data.matrices)),
            ("task", data.task),
            ("classes", ", ".join(map(repr, data.class_names))),
        ]
    return [(name, text) for name, text in facts if text]


def _columns(seen: Preview) -> str:
    names = ", ".join(map(repr, seen.names[:8]))
    return f"{len(seen.names):,} ({names}{', …' * (len(seen.names) > 8)})" if names else ""  # noqa: PLR2004 (shown)


def _tell(seen: Preview, file: str) -> None:
    for name, text in _facts(seen):
        say(wrapped(bounded(text), start=f"{name + ' ':<10}"))
    for finding in seen.report:
        say(wrapped(str(finding)))
    for question in seen.questions:
        say()
        say(wrapped(question.text, start="? "))
        say(f"  {_ways(question)}")
    if seen.questions:
        many = counted(len(seen.questions), "question")
        say(f"\n{many} open. Answer: kselect data read {bounded(file)} --set OPTION=VALUE")
    elif seen.dataset is None:
        complain(seen.error)


def _ways(question: Question) -> str:
    """Return how to answer a question, our guess first."""
    choices = sorted(question.choices, key=lambda choice: choice != question.guess)
    shown = [f"--set {question.option}={bounded(choice, _CHOICE)}" for choice in choices[:6]] or [
        f"--set {question.option}=…"
    ]
    return "  or  ".join(shown) + ("  or  …" if len(choices) > 6 else "")  # noqa: PLR2004 (shown)


def _as_json(seen: Preview, path: Path) -> dict[str, object]:
    data = seen.dataset
    return {
        "file": path,
        "ready": data is not None,
        **dict(_facts(seen)),
        "columns": seen.names,
        "header": seen.header,
        "rows": None if data is None else len(data.y),
        "test_rows": None if data is None else data.test_rows,
        "features": None if data is None else data.feature_names,
        "classes": None if data is None else data.class_names,
        "digest": None if data is None else data.digest,
        "report": [{"kind": one.kind, "text": one.text, "where": one.where} for one in seen.report],
        "questions": [
            {"option": q.option, "text": q.text, "choices": q.choices, "guess": q.guess}
            for q in seen.questions
        ],
        "error": seen.error,
    }
