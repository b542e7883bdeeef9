"""Targets that are numbers among other signs, such as US$ 12 or <0.5: asked about as features are.

A few words such as <=50K and >50K are classes, whatever numbers they hold.
"""

from typing import NamedTuple

from kselect_core.data.numbers.sign_questions import flag_question, not_used, unit_question
from kselect_core.data.numbers.surroundings import Surroundings
from kselect_core.data.numbers.units import single_unit
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question, QuestionError

FEW_CLASSES = 9  # up to here whole numbers are taken as classes


class InnerTargets(NamedTuple):
    """The cells of a target, the number inside each that is one, and what was done."""

    cells: tuple[str, ...]
    numbers: dict[str, str]
    findings: tuple[Finding, ...] = ()
    measure: str = ""  # the unit beside the numbers


def inner_targets(
    name: str, cells: tuple[str, ...], seen: Surroundings | None, options: TableOptions
) -> InnerTargets:
    """Return the numbers inside the cells of a target that looks like a quantity."""
    as_they_are = InnerTargets(cells, {})
    if seen is None or not seen.inner or not _is_quantity(name, seen, options):
        return as_they_are
    if _are_words(seen, options):
        return as_they_are._replace(findings=(not_used(name, seen),))
    measure = single_unit(name, seen)
    questions = _questions(name, seen, options)
    if questions:
        raise QuestionError(questions)
    gone = frozenset(seen.flagged if options.flagged == "missing" else ())
    texts = tuple("" if cell.strip() in gone else cell for cell in cells)
    numbers = {cell: inner.number for cell, inner in seen.inner.items()}
    text = (
        f"The numbers of the target were read without what stands around them ({_shown(numbers)})."
    )
    return InnerTargets(texts, numbers, (Finding("asked", text, f"column {name!r}"),), measure)


def _is_quantity(name: str, seen: Surroundings, options: TableOptions) -> bool:
    """Return whether a target is one of numbers, or of too many words for classes."""
    if name in options.as_text or options.task in ("binary", "multiclass"):
        return False
    if options.task == "regression":
        return True
    return len(seen.rows) > FEW_CLASSES and not (seen.is_text or seen.others)


def _are_words(seen: Surroundings, options: TableOptions) -> bool:
    """Return whether somebody said so, or the numbers could not be compared and may be classes."""
    as_words = (seen.measured and options.units == "words") or (
        seen.flagged and options.flagged == "words"
    )
    return bool(as_words or (seen.is_mixed and options.task is None))


def _questions(name: str, seen: Surroundings, options: TableOptions) -> list[Question]:
    questions = [unit_question(name, seen)] if seen.measured and options.units is None else []
    return questions + ([flag_question(name, seen)] if seen.flagged and not options.flagged else [])


def _shown(numbers: dict[str, str]) -> str:
    return ", ".join(f"{cell[:20]!r} = {number}" for cell, number in list(numbers.items())[:3])
