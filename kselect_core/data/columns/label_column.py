"""Which column is to be predicted."""

import numpy as np

from kselect_core.data.numbers.style import form
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid, RawColumn, distinct
from kselect_core.data.words.limits import MOST_CLASSES
from kselect_core.data.words.table_options import GRAM, TableOptions
from kselect_core.errors import DataError, Question, QuestionError, UnknownNameError

_NAMES = (
    frozenset(("label", "labels", "class", "classes", "target")),
    frozenset(("y", "outcome", "response", "category", "species", "diagnosis")),
)
_CHOICES = 50  # columns offered in a question


def label_name(table: Grid, options: TableOptions) -> tuple[str, list[Finding]]:
    """Return the name of the column to predict; ask where several could be meant."""
    names = [name for name in table.names if name not in options.drop]
    if options.label is not None:
        return _checked_label(table, options.label, options), []
    for words in _NAMES:
        likely = [name for name in names if name.casefold() in words]
        if len(likely) == 1:
            return likely[0], [Finding("found", f"The label is column {likely[0]!r}.")]
        if len(likely) > 1:
            raise _ask_label(f"Columns {likely} are called like a label.", likely)
    worded = [name for name in names if _has_few_words(_cells(table, name))]
    last = names[-1]
    if worded == [last] or (not worded and _has_few_values(_cells(table, last))):
        text = f"No column is called label; the last one, {last!r}, is taken."
        return last, [Finding("found", text)]
    if options.symmetric == GRAM and not len(names) % len(table.lines):
        raise DataError(
            "These are Gram matrices without labels. Give the labels of the points with them: as a "
            "column beside the matrix, in a .npz file as an array called y "
            "(numpy.savez(file, y=labels, **matrices)), or in Python Dataset.from_gram(K, y)."
        )
    text = "No column is called label or target, and more than one could be."
    others = (name for name in reversed(names) if name not in worded)
    raise _ask_label(text, [*reversed(worded), *others])


def _checked_label(table: Grid, label: str, options: TableOptions) -> str:
    if label in options.drop:
        raise DataError(f"Column {label!r} is the label and cannot be left out as well.")
    if label not in table.names:
        raise UnknownNameError("column", label, table.names)
    return label


def _ask_label(text: str, likely: list[str]) -> QuestionError:
    choices = tuple(likely[:_CHOICES])
    return QuestionError([Question("label", f"{text} Which one is the label?", choices, likely[0])])


def _cells(table: Grid, name: str) -> RawColumn:
    return table.columns[table.names.index(name)]


def _has_few_words(cells: RawColumn) -> bool:
    if isinstance(cells, np.ndarray):
        return False
    words = {cell.strip() for cell in cells}
    text = [word for word in words if form(word) == "text"]
    return len(words) <= MOST_CLASSES and 2 * len(text) >= len(words) > 1 < len(cells) / len(words)


def _has_few_values(cells: RawColumn) -> bool:
    numbers = isinstance(cells, np.ndarray)
    values = distinct(cells) if numbers else len({cell.strip() for cell in cells})
    return values <= min(MOST_CLASSES, len(cells) / 2)
