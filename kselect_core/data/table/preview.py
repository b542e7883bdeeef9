"""What a file looks like before it is used: its first rows, how it was read, what is open."""

from dataclasses import dataclass, replace
from typing import Literal

from kselect_core.data.columns.label_column import label_name
from kselect_core.data.formats.kinds import Format
from kselect_core.data.formats.opening import Facts, opened
from kselect_core.data.numbers.style import NumberStyle
from kselect_core.data.set.dataset import Dataset
from kselect_core.data.set.square_tables import about_symmetry
from kselect_core.data.table.reading import dataset_of
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import texts_of
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import KselectError, Question, QuestionError

ROWS = 20


@dataclass(frozen=True)
class Preview:
    """How far the reading of a table came.

    ``rows`` are raw cells: with the header on top until it is known (``names`` is empty), data
    rows afterwards; ``header`` says whether the file itself holds the names. How numbers are
    written, ``decimal`` and ``thousands`` ("" where no mark stands between digits), is known once
    the label is; of an svmlight file ``index_base`` is the number of the first feature. ``error``
    is empty and ``dataset`` set once everything is answered.
    """

    kind: Format | Literal[""] = ""
    names: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    encoding: str = ""
    delimiter: str = ""
    label: str | None = None
    header: bool | None = None
    decimal: str = ""
    thousands: str | None = None
    index_base: int | None = None
    report: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()
    error: str = ""
    dataset: Dataset | None = None


def preview(
    content: bytes, *, name: str = "table", test: bytes | None = None, **options: object
) -> Preview:
    """Return the first rows of a table, the report so far, and what is still to be answered.

    ``test`` is a second file with rows to test on.
    """
    chosen = TableOptions.from_keywords(**options)
    steps = [Preview()]
    try:
        _read((content, test), chosen, name, steps)
    except QuestionError as error:
        return replace(steps[-1], questions=error.questions, error=str(error))
    except KselectError as error:
        return replace(steps[-1], error=str(error))
    return steps[-1]


def _read(
    files: tuple[bytes, bytes | None], options: TableOptions, name: str, steps: list[Preview]
) -> None:
    """Append to ``steps`` what is known after each stage; the caller keeps the last one."""

    def written(style: NumberStyle) -> None:
        steps.append(replace(steps[-1], decimal=style.decimal, thousands=style.thousands))

    def tell(facts: Facts) -> None:
        rows = tuple(map(tuple, (facts.cells or [])[:ROWS]))
        last = Preview(facts.kind, (), rows, facts.encoding, facts.delimiter, report=facts.findings)
        steps.append(last)

    table = opened(files[0], options, tell, test=files[1])
    named, report = table.grid, (*table.findings, *table.grid.findings)
    rows = tuple(zip(*(texts_of(column[:ROWS]) for column in named.columns), strict=True))
    last = replace(steps[-1], names=named.names, rows=rows, header=named.has_header, report=report)
    steps.append(replace(last, index_base=named.index_base))
    about_symmetry(named.columns, len(named.lines), options)
    label, _ = label_name(named, options)
    steps.append(replace(steps[-1], label=label))
    data = dataset_of(
        named, options, name=name, findings=table.findings, test=table.test, tell=written
    )
    steps.append(replace(steps[-1], dataset=data, report=data.report))
