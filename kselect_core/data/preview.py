"""What a file looks like before it is used: its first rows, how it was read, what is open."""

from dataclasses import dataclass, replace

from kselect_core.data.dataset import Dataset
from kselect_core.data.decoding import decoded
from kselect_core.data.findings import Finding
from kselect_core.data.header import grid
from kselect_core.data.label_column import label_name
from kselect_core.data.records import NAMES, records
from kselect_core.data.table import dataset_of
from kselect_core.data.table_options import TableOptions
from kselect_core.errors import KselectError, Question, QuestionError

ROWS = 20


@dataclass(frozen=True)
class Preview:
    """How far the reading of a table came.

    ``rows`` are raw cells: with the header on top until it is known (``names`` is empty), data
    rows afterwards. ``error`` is empty and ``dataset`` set once everything is answered.
    """

    names: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    encoding: str = ""
    delimiter: str = ""
    label: str | None = None
    report: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()
    error: str = ""
    dataset: Dataset | None = None


def preview(content: bytes, *, name: str = "table", **options: object) -> Preview:
    """Return the first rows of a table, the report so far, and what is still to be answered."""
    chosen = TableOptions.from_keywords(**options)
    steps = [Preview()]
    try:
        _read(content, chosen, name, steps)
    except QuestionError as error:
        return replace(steps[-1], questions=error.questions, error=str(error))
    except KselectError as error:
        return replace(steps[-1], error=str(error))
    return steps[-1]


def _read(content: bytes, options: TableOptions, name: str, steps: list[Preview]) -> None:
    """Append to ``steps`` what is known after each stage; the caller keeps the last one."""
    text = decoded(content, options.encoding)
    steps.append(Preview(encoding=text.encoding, report=text.findings))
    table = records(
        text.text, delimiter=options.delimiter, comments=options.comments, skip=options.skip
    )
    found = (*text.findings, *table.findings)
    steps.append(
        replace(
            steps[-1],
            rows=tuple(map(tuple, table.cells[:ROWS])),
            delimiter=NAMES.get(table.delimiter, table.delimiter),
            report=found,
        )
    )
    named = grid(table, options)
    rows = tuple(zip(*(column[:ROWS] for column in named.columns), strict=True))
    steps.append(replace(steps[-1], names=named.names, rows=rows, report=(*found, *named.findings)))
    label, _ = label_name(named, options)
    steps.append(replace(steps[-1], label=label))
    data = dataset_of(named, options, name=name, findings=found)
    steps.append(replace(steps[-1], dataset=data, report=data.report))
