"""Names of classes: one word per class, in the order (negative, positive)."""

from collections import Counter, defaultdict
from decimal import Decimal

from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.lookalikes import about_other_scripts, bare, key, seen, shown_apart
from kselect_core.errors import DataError, Question, QuestionError

_PAIR = 2
_SHOWN = 10
_RARE = 0.05  # share of a class that is worth a notice; of many classes half of an even share
_HOW = "case, blanks or invisibly"


def class_words(
    cells: list[str], numerals: list[str] | None, *, name: str, merge: str | None
) -> tuple[list[str], list[Finding]]:
    """Return the class of every row as a word; ask about words that differ only in spelling.

    ``numerals`` are the names of the classes if all of them are numbers.
    """
    if numerals is not None:
        return numerals, _about_spelling(cells, numerals)
    groups: defaultdict[str, Counter[str]] = defaultdict(Counter)
    keys = {cell: key(cell) for cell in set(cells)}
    for cell, count in Counter(cells).items():
        groups[keys[cell]][cell] = count
    several = [group for group in groups.values() if len(group) > 1]
    if several and merge is None:
        shown = "; ".join(shown_apart(sorted(group)) for group in several)
        text = f"Labels of {name!r} differ only in {_HOW}: {shown}. Are they the same?"
        raise QuestionError([Question("merge_labels", text, ("merge", "keep"), "merge")])
    if merge == "keep":
        return _kept_apart(cells, several)
    common = {word: bare(group.most_common(1)[0][0]) for word, group in groups.items()}
    findings = [_about_merging(several)] if several else _about_blanks(cells)
    words = [common[keys[cell]] for cell in cells]
    return words, [*findings, *about_other_scripts(words, f"column {name!r}")]


def known_words(cells: list[str], classes: tuple[str, ...], *, merge: str | None) -> list[str]:
    """Return the class of every row among those that are known, other words as they are."""
    alike = {key(word): word for word in classes}
    by_cell = {c: _coded(c) if _coded(c) in classes else bare(c) for c in set(cells)}
    words = [by_cell[cell] for cell in cells]
    if merge == "keep":
        return words
    other = sorted({w for w in by_cell.values() if w not in classes and key(w) in alike})
    if other and merge is None:
        shown = "; ".join(shown_apart([word, alike[key(word)]]) for word in other[:_SHOWN])
        text = f"Labels differ only in {_HOW}: {shown}. Are they the same?"
        raise QuestionError([Question("merge_labels", text, ("merge", "keep"), "merge")])
    class_of = {w: w if w in classes else alike.get(key(w), w) for w in by_cell.values()}
    return [class_of[word] for word in words]


def ordered(words: list[str], *, numeric: bool) -> tuple[str, ...]:
    """Return the classes, by value where they are numbers, else by the alphabet."""
    return tuple(sorted(set(words), key=Decimal) if numeric else sorted(set(words)))


def about_classes(words: list[str], classes: tuple[str, ...], *, name: str) -> list[Finding]:
    """Return the class counts; refuse a single class and a class of one row."""
    counts = Counter(words)
    if len(classes) == 1:
        raise DataError(
            f"The label {name!r} has only one class: {classes[0]!r}, in all "
            f"{counted(len(words), 'row')}. Kernels are compared by how they tell classes apart: "
            "choose another column as the label, or a file that has rows of other classes."
        )
    single = [word for word in classes if counts[word] == 1]
    if single:
        alike = "".join(f" {finding.text}" for finding in about_other_scripts(classes, ""))
        raise DataError(
            f"The label {name!r}: class {single[0]!r} has a single row; at least 2 rows per class "
            f"are needed, one to train on and one to test.{alike}"
        )
    shown = ", ".join(f"{word!r} ({counted(counts[word], 'row')})" for word in classes[:_SHOWN])
    sign = f" {classes[1]!r} is the positive class." if len(classes) == _PAIR else ""
    findings = [Finding("found", f"{len(classes)} classes in column {name!r}: {shown}.{sign}")]
    rare = min(classes, key=counts.__getitem__)
    if counts[rare] < min(_RARE, 0.5 / len(classes)) * len(words):
        share = 100 * counts[rare] / len(words)
        text = f"Class {rare!r} has only {share:.2g} per cent of the rows."
        findings.append(Finding("notice", text))
    return findings


def _about_spelling(cells: list[str], words: list[str]) -> list[Finding]:
    if len({cell.strip() for cell in cells}) <= len(set(words)):
        return []
    text = "Labels that are the same number in another spelling (1 and 1.0) are one class."
    return [Finding("fixed", text)]


def _kept_apart(cells: list[str], several: list[Counter[str]]) -> tuple[list[str], list[Finding]]:
    """Return labels as they are; those that look the same as nobody can confuse them."""
    alike = [group for group in several if len({seen(word) for word in group}) < len(group)]
    unlike = {word: _coded(word) for group in alike for word in group}
    how = "blanks or invisibly" if alike else "case"
    finding = Finding("asked", f"Labels that differ only in {how} are different classes.")
    words = {cell: unlike.get(cell, bare(cell)) for cell in set(cells)}
    return [words[cell] for cell in cells], [finding]


def _coded(cell: str) -> str:
    """Return a label with codes in place of its letters beyond ASCII."""
    return ascii(cell)[1:-1]


def _about_merging(several: list[Counter[str]]) -> Finding:
    words = "; ".join(shown_apart(sorted(group)) for group in several)
    return Finding("asked", f"Labels that differ only in {_HOW} were merged: {words}.")


def _about_blanks(cells: list[str]) -> list[Finding]:
    findings, words = [], set(cells)
    if any(word != word.strip() for word in words):
        findings.append(Finding("fixed", "Blanks around labels were removed."))
    if any(bare(word) != word.strip() for word in words):
        findings.append(Finding("fixed", "Invisible characters in labels were removed."))
    return findings
