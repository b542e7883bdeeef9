"""Whether a column that is no plain numbers is read as numbers or as words."""

from typing import NamedTuple

from kselect_core.data.numbers.sign_questions import not_used, words_question
from kselect_core.data.numbers.surroundings import Surroundings
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import Question


class Kind(NamedTuple):
    """How a column is read: what is said about it, and what must be asked before."""

    is_number: bool
    findings: tuple[Finding, ...] = ()
    question: Question | None = None


def kind_of(name: str, seen: Surroundings | None, options: TableOptions, *, numeric: bool) -> Kind:
    """Return how a column is read; ``numeric`` says that most cells are numbers or nearly so.

    A column that looks numeric is never read as words without being told or said so.
    """
    as_text = name in options.as_text
    if seen is None:
        return Kind(numeric and not as_text)
    are_words = as_text or bool(
        (seen.measured and options.units == "words")
        or (seen.flagged and options.flagged == "words")
        or (seen.gaps and options.markers == "values")
    )
    if are_words or (seen.is_text and seen.has_levels and not numeric):
        return Kind(is_number=False, findings=(not_used(name, seen),))
    if not numeric and seen.has_levels and (seen.is_mixed or seen.others):
        return Kind(is_number=False, question=words_question(name, seen))
    return Kind(numeric or seen.has_levels)
