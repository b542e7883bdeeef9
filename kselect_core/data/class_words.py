"""Names of classes: one word per class, in the order (negative, positive)."""

from collections import Counter, defaultdict

import numpy as np

from kselect_core.data.findings import Finding, counted
from kselect_core.errors import DataError, Question, QuestionError
from kselect_core.types import Array

_PAIR = 2
_SHOWN = 10
_RARE = 0.05  # share of a class that is worth a notice


def class_words(
    cells: list[str], numeric: Array, *, name: str, merge: str | None
) -> tuple[list[str], list[Finding]]:
    """Return the class of every row as a word; ask about words that differ only in spelling."""
    if not np.isnan(numeric).any():
        return _numerals(cells, numeric)
    groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for cell in cells:
        groups[_key(cell)][cell] += 1
    several = [group for group in groups.values() if len(group) > 1]
    if several and merge is None:
        shown = "; ".join(", ".join(repr(word) for word in sorted(group)) for group in several)
        text = f"Labels of {name!r} differ only in case or blanks: {shown}. Are they the same?"
        raise QuestionError([Question("merge_labels", text, ("merge", "keep"), "merge")])
    if merge == "keep":
        return _kept_apart(cells, several)
    common = {key: group.most_common(1)[0][0].strip() for key, group in groups.items()}
    findings = [_about_merging(several)] if several else _about_blanks(cells)
    return [common[_key(cell)] for cell in cells], findings


def ordered(words: list[str], numeric: Array) -> tuple[str, ...]:
    """Return the classes, by value where they are numbers, else by the alphabet."""
    if np.isnan(numeric).any():
        return tuple(sorted(set(words)))
    value = dict(zip(words, numeric.tolist(), strict=True))
    return tuple(sorted(value, key=value.__getitem__))


def about_classes(words: list[str], classes: tuple[str, ...], *, name: str) -> list[Finding]:
    """Return the class counts; refuse a single class and a class of one row."""
    counts = Counter(words)
    if len(classes) == 1:
        raise DataError(f"The label {name!r} has only one class: {classes[0]!r}.")
    single = [word for word in classes if counts[word] == 1]
    if single:
        raise DataError(
            f"The label {name!r}: class {single[0]!r} has a single row; at least 2 rows per class "
            "are needed, one to train on and one to test."
        )
    shown = ", ".join(f"{word!r} ({counted(counts[word], 'row')})" for word in classes[:_SHOWN])
    sign = f" {classes[1]!r} is the positive class." if len(classes) == _PAIR else ""
    findings = [Finding("found", f"{len(classes)} classes in column {name!r}: {shown}.{sign}")]
    rare = min(classes, key=counts.__getitem__)
    if counts[rare] < _RARE * len(words):
        share = 100 * counts[rare] / len(words)
        text = f"Class {rare!r} has only {share:.2g} per cent of the rows."
        findings.append(Finding("notice", text))
    return findings


def _numerals(cells: list[str], numeric: Array) -> tuple[list[str], list[Finding]]:
    words = [str(int(v)) if v == round(v) else repr(v) for v in numeric.tolist()]
    spellings = {cell.strip() for cell in cells}
    findings = []
    if len(spellings) > len(set(words)):
        text = "Labels that are the same number in another spelling (1 and 1.0) are one class."
        findings.append(Finding("fixed", text))
    return words, findings


def _key(cell: str) -> str:
    return " ".join(cell.split()).casefold()


def _kept_apart(cells: list[str], several: list[Counter[str]]) -> tuple[list[str], list[Finding]]:
    if any(len({word.strip() for word in group}) < len(group) for group in several):
        words = [repr(cell)[1:-1] if cell != cell.strip() else cell for cell in cells]
        return words, [Finding("asked", "Labels that differ only in blanks are different classes.")]
    return [c.strip() for c in cells], [
        Finding("asked", "Labels that differ only in case are different classes.")
    ]


def _about_merging(several: list[Counter[str]]) -> Finding:
    words = ", ".join(repr(word) for group in several for word in sorted(group))
    return Finding("asked", f"Labels that differ only in case or blanks were merged: {words}.")


def _about_blanks(cells: list[str]) -> list[Finding]:
    if all(cell == cell.strip() for cell in cells):
        return []
    return [Finding("fixed", "Blanks around labels were removed.")]
