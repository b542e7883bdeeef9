"""What the cells of the column to predict mean: classes or numbers, and which rows have them."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from kselect_core.data.columns.class_words import about_classes, class_words, known_words, ordered
from kselect_core.data.columns.column import LARGEST, Cells, is_long, style_in
from kselect_core.data.columns.inner_targets import FEW_CLASSES, inner_targets
from kselect_core.data.numbers.cells import about_spelling
from kselect_core.data.numbers.given_arrays import EXACT, LOST_DIGITS
from kselect_core.data.numbers.numerals import numerals
from kselect_core.data.numbers.style import MARKERS, NumberStyle, form, written_plainly
from kselect_core.data.numbers.units import refuse_other_unit
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import texts_of
from kselect_core.data.words.limits import MOST_CLASSES, MOST_LEVELS
from kselect_core.data.words.lookalikes import bare
from kselect_core.data.words.table_options import TableOptions, Task
from kselect_core.errors import DataError, Question, QuestionError
from kselect_core.types import Array

T = TypeVar("T")

_SAFE_NAMES = frozenset(("label", "labels", "class", "classes", "category"))
_ENOUGH_ROWS = 5  # rows per class that make 10 to 20 whole numbers classes
_PAIR = 2


class Labels(NamedTuple):
    """The cells of the rows that have a label."""

    name: str
    cells: list[str]
    numbers: Array  # NaN where a cell is no number
    numerals: list[str] | None  # names of classes if all cells are numbers, with all their digits
    lines: list[int]
    unit: str = "line"
    declared: bool = False
    measure: str = ""  # the unit that stands beside the numbers


class Target(NamedTuple):
    """The column to predict: classes as words or numbers, for the rows that are kept."""

    task: Task
    values: Array  # words as objects for classes, float for regression
    classes: tuple[str, ...]
    keep: Array  # bool (n,): rows that have a label
    findings: tuple[Finding, ...]
    numeric: bool = False  # whether classes are numbers, so that 1.0 is the class 1
    measure: str = ""  # the unit that stands beside the numbers of a regression


def target(column: Cells, *, style: NumberStyle, options: TableOptions) -> Target:
    """Return the labels of a column, after the questions that only its owner can answer."""
    labels, keep, findings = _labels(column, style, options)
    name, numeric = labels.name, labels.numerals is not None
    task, decided = _task(labels, options)
    if task == "regression":
        report = (*findings, *decided, *_about_digits(labels))
        return Target(task, _quantities(labels), (), keep, report, measure=labels.measure)
    words, merged = class_words(
        labels.cells, labels.numerals, name=name, merge=options.merge_labels
    )
    classes = ordered(words, numeric=numeric)
    about = about_classes(words, classes, name=name)
    task = _class_task(labels, classes, options)
    report = (*findings, *decided, *merged, *about)
    return Target(task, _as_objects(words), classes, keep, report, numeric)


def target_alike(
    column: Cells, goal: Target, *, style: NumberStyle, options: TableOptions
) -> Target:
    """Return the labels of a further file, whose classes are those that are known."""
    labels, keep, findings = _labels(
        column, style, replace(options, task=goal.task), known=goal.classes
    )
    if goal.task == "regression":
        if labels.numerals is None:
            _task_of_words(labels, replace(options, task="regression"))
        refuse_other_unit(labels.name, labels.measure, goal.measure)
        report = (*findings, *_about_digits(labels))
        return Target(goal.task, _quantities(labels), (), keep, report)
    if goal.numeric and labels.numerals is not None:
        words = labels.numerals
    else:
        words = known_words(labels.cells, goal.classes, merge=options.merge_labels)
    for word, line in zip(words, labels.lines, strict=True):
        if word not in goal.classes:
            classes = ", ".join(map(repr, goal.classes))
            raise DataError(
                f"{labels.unit.capitalize()} {line}: the label {word[:40]!r} does not occur in the "
                f"training file, whose classes are {classes[:200]}."
            )
    return Target(goal.task, _as_objects(words), goal.classes, keep, tuple(findings))


def _labels(
    column: Cells, style: NumberStyle, options: TableOptions, known: tuple[str, ...] = ()
) -> tuple[Labels, Array, list[Finding]]:
    """Return the cells that hold a label, which rows these are, and what was left out.

    ``known`` are classes of which it is known that they stand for no missing label.
    """
    name, lines, cells = column.name, column.lines, texts_of(column.raw)
    style = style_in(column, style)
    if isinstance(column.raw, np.ndarray):
        _refuse_infinite(column, column.raw)
    inside = inner_targets(column.name, cells, column.seen, options)
    cells = inside.cells
    keep, findings = _kept(_each(bare, cells), column, options, known)
    rows = np.flatnonzero(keep).tolist()
    if not rows:
        raise DataError(f"The label {name!r} is empty in every row.")
    texts = [cells[i] for i in rows]
    written = _each(
        lambda cell: written_plainly(inside.numbers.get(cell.strip(), cell.strip()), style), texts
    )
    numeric = np.array([np.nan if plain is None else float(plain) for plain in written])
    places = [lines[i] for i in rows]
    _refuse_endless(column, texts, numeric, places)
    labels = Labels(
        name,
        texts,
        numeric,
        numerals(written),
        places,
        column.unit,
        column.declared,
        inside.measure,
    )
    if labels.numerals is not None:
        values = dict(zip((cell.strip() for cell in texts), numeric.tolist(), strict=True))
        spelt = {cell: value for cell, value in values.items() if form(cell) == "foreign"}
        findings += about_spelling(name, Counter(cell.strip() for cell in texts), spelt)
    return labels, keep, [*findings, *inside.findings]


def _each(read: Callable[[str], T], cells: Sequence[str]) -> list[T]:
    """Return what is read in every cell, each different one read once."""
    by_cell = {cell: read(cell) for cell in set(cells)}
    return [by_cell[cell] for cell in cells]


def _refuse_infinite(column: Cells, numbers: Array) -> None:
    infinite = np.flatnonzero(np.isinf(numbers))
    if len(infinite):
        place = f"{column.unit.capitalize()} {column.lines[int(infinite[0])]}"
        raise DataError(f"{place}: the label {column.name!r} is infinite.")


def _refuse_endless(column: Cells, cells: list[str], numbers: Array, lines: list[int]) -> None:
    """Refuse a label that is written as a number beyond all floats."""
    endless = np.flatnonzero(np.isinf(numbers))
    if len(endless):
        i = int(endless[0])
        raise DataError(
            f"{column.unit.capitalize()} {lines[i]}: the label {cells[i].strip()[:40]!r} of column "
            f"{column.name!r} is too large for a number. If it is a name, write a letter before it."
        )


def _kept(
    cells: list[str], column: Cells, options: TableOptions, classes: tuple[str, ...]
) -> tuple[Array, list[Finding]]:
    """Return which rows have a label."""
    name = column.name
    markers = ("",) if column.declared else MARKERS
    words = Counter(cell for cell in cells if cell.casefold() in markers and cell not in classes)
    if not words:
        return np.ones(len(cells), dtype=bool), []
    row = next(i for i, cell in enumerate(cells) if cell in words)
    first = f"{column.unit} {column.lines[row]}"
    shown = ", ".join(f"{word or column.gap or 'empty'} {count} ×" for word, count in words.items())
    if options.missing_labels is None:
        choices = ("drop_rows",) if set(words) == {""} else ("drop_rows", "class")
        text = f"The label {name!r} is missing or looks so: {shown} (first in {first})."
        guess = choices[-1] if words.total() > 1 else "drop_rows"  # a row alone is no class
        raise QuestionError([Question("missing_labels", text, choices, guess)])
    gone = {""} if options.missing_labels == "class" else set(words)
    keep = np.array([cell not in gone for cell in cells])
    text = f"{counted(int((~keep).sum()), 'row')} without a label left out; found: {shown}."
    return keep, [Finding("asked", text)]


def _task(labels: Labels, options: TableOptions) -> tuple[Task, list[Finding]]:
    if labels.numerals is None:
        return _task_of_words(labels, options), []
    levels = Counter(labels.numerals)
    if options.task is not None:
        return _chosen_task(labels, levels, options.task), []
    if len(levels) <= _PAIR or labels.declared:
        return "multiclass", []
    return _task_of_numbers(labels, levels)


def _chosen_task(labels: Labels, levels: Counter[str], task: Task) -> Task:
    fractions = labels.numbers[labels.numbers != np.round(labels.numbers)]
    if task != "regression" and len(fractions) and len(levels) > _PAIR:
        raise DataError(
            f"The label {labels.name!r} holds fractions such as {fractions[0]:g}: a regression "
            "target. Choose task='regression', or another label."
        )
    return task


def _task_of_numbers(labels: Labels, levels: Counter[str]) -> tuple[Task, list[Finding]]:
    smallest = min(levels.values())
    whole = bool((labels.numbers == np.round(labels.numbers)).all())
    few = len(levels) <= FEW_CLASSES and smallest > 1
    safe = labels.name.casefold() in _SAFE_NAMES and smallest >= _ENOUGH_ROWS
    if whole and (few or (safe and len(levels) <= MOST_CLASSES)):
        text = f"{len(levels)} whole numbers are read as classes; if they count: task='regression'."
        return "multiclass", [Finding("found", text)]
    if not whole and labels.name.casefold() == "target":
        return "regression", [Finding("found", "The target holds fractions: regression.")]
    raise _ask_task(labels, levels, "whole numbers" if whole else "numbers with fractions")


def _ask_task(labels: Labels, levels: Counter[str], kind: str) -> QuestionError:
    text = f"The label {labels.name!r} holds {len(levels)} different {kind}."
    if len(levels) == len(labels.numbers):
        text += " Every row has its own: an identifier, or a regression target?"
    else:
        text += " Classes, or a regression target?"
    classes_possible = kind == "whole numbers" and MOST_LEVELS >= len(levels) < len(labels.numbers)
    choices = ("regression", "multiclass") if classes_possible else ("regression",)
    return QuestionError([Question("task", text, choices, "regression")])


def _class_task(labels: Labels, classes: tuple[str, ...], options: TableOptions) -> Task:
    """Return whether there are two classes or more; ask which one counts if two were wanted."""
    if options.task == "binary" and len(classes) > _PAIR and options.positive is None:
        text = (
            f"The label {labels.name!r} has {len(classes)} classes and the task is binary. Which "
            "class is set against the rest?"
        )
        raise QuestionError([Question("positive", text, classes, classes[0])])
    if options.task == "multiclass" or len(classes) > _PAIR:
        return "multiclass"
    return "binary"


def _task_of_words(labels: Labels, options: TableOptions) -> Task:
    levels = {cell.strip() for cell in labels.cells}
    _refuse_infinite_cell(labels)
    if options.task == "regression":
        i = int(np.argmax(np.isnan(labels.numbers)))
        raise DataError(
            f"A regression target must be a number; {labels.unit} {labels.lines[i]} of column "
            f"{labels.name!r} holds {labels.cells[i].strip()[:40]!r}."
        )
    if len(levels) == len(labels.cells) > _PAIR or len(levels) > MOST_LEVELS:
        raise DataError(
            f"The label {labels.name!r} has {len(levels)} different values in "
            f"{len(labels.cells)} rows: an identifier, or a regression target with cells that are "
            "no numbers? Choose another column."
        )
    return "multiclass"


def _as_objects(words: list[str]) -> Array:
    """Return words as they are; an array of texts would make room in every row for the longest."""
    return np.array(words, dtype=object)


def _refuse_infinite_cell(labels: Labels) -> None:
    """Refuse a label that is a number in every row but for infinite ones."""
    wrong = np.flatnonzero(np.isnan(labels.numbers)).tolist()
    if len(wrong) < len(labels.cells) and all(
        form(labels.cells[i].strip()) == "infinite" for i in wrong
    ):
        raise DataError(
            f"{labels.unit.capitalize()} {labels.lines[wrong[0]]}: the label {labels.name!r} holds "
            f"{labels.cells[wrong[0]].strip()!r}, an infinite value. Correct the cell or leave out "
            "the row."
        )


def _about_digits(labels: Labels) -> list[Finding]:
    """Return that whole numbers of a regression target lose digits, if they do."""
    large = np.flatnonzero(np.abs(labels.numbers) >= EXACT).tolist()
    if not any(is_long(labels.cells[i].strip()) for i in large):
        return []
    return [Finding("fixed", LOST_DIGITS, f"column {labels.name!r}")]


def _quantities(labels: Labels) -> Array:
    far = np.flatnonzero(np.abs(labels.numbers) > LARGEST)
    if len(far):
        i = int(far[0])
        cell = labels.cells[i].strip()[:40]
        raise DataError(
            f"{labels.unit.capitalize()} {labels.lines[i]}: the target {cell!r} is too large."
        )
    return labels.numbers
