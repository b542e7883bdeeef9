"""Which mark separates the cells of a table: the one under which header and rows are even."""

import csv
from collections import Counter
from itertools import islice
from typing import NamedTuple

from kselect_core.data.numbers.style import is_number
from kselect_core.data.text.lines import lines_of, top_line
from kselect_core.data.words.limits import MOST_COLUMNS
from kselect_core.errors import Question, QuestionError

DELIMITERS = (",", ";", "\t", "|", " ")
NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe", " ": "space"}
_SAMPLE_RECORDS = 200
_SAMPLE_CELLS = 20_000  # looked at one by one, to tell how many are numbers


class Evenness(NamedTuple):
    """How even the records are under a mark; of two marks the greater one is likelier.

    ``fits`` says that the first record has as many cells as the others, or one less as where rows
    have names; ``exact`` that all have as many; ``share`` is that of the records that do, 0 where
    the mark separates nothing and -1 where the text cannot be read with it.
    """

    fits: bool
    exact: bool
    share: float
    numbers: float


_NOTHING = Evenness(fits=False, exact=False, share=0.0, numbers=0.0)
_BROKEN = _NOTHING._replace(share=-1.0)


class Dialect(csv.excel):
    """Strict quoting; blanks before a quote are skipped only where they occur."""

    def __init__(self, delimiter: str, text: str) -> None:
        self.delimiter = delimiter
        self.skipinitialspace = delimiter == " " or f'{delimiter} "' in text
        self.strict = True
        super().__init__()


def trimmed(row: list[str], delimiter: str) -> list[str]:
    """Return a record without the empty cell that blanks at the end of a line make."""
    return row[:-1] if delimiter == " " and len(row) > 1 and row[-1] == "" else row


def likely_delimiter(text: str) -> str:
    """Return the mark with the most even records; ask where two are as even."""
    scores = _without_lucky_blank({mark: _evenness(text, mark) for mark in DELIMITERS})
    best = max(scores.values())
    winners = [mark for mark in DELIMITERS if scores[mark] == best]
    broken = [mark for mark in DELIMITERS if scores[mark].share < 0 and mark in text]
    if best.share <= 0:
        return broken[0] if broken else DELIMITERS[0]  # reading the table will say what is wrong
    if len(winners) > 1 and " " not in winners:
        shown = " or ".join(NAMES[mark] for mark in winners)
        question = f"Cells could be separated by {shown}: both give even rows."
        choices = tuple(NAMES[mark] for mark in winners)
        raise QuestionError([Question("delimiter", question, choices, choices[0])])
    return winners[0]


def _without_lucky_blank(scores: dict[str, Evenness]) -> dict[str, Evenness]:
    """Return scores in which a blank in every row does not outdo a mark that one row lacks."""
    blank = scores[" "]
    if any(score.fits and not score.exact and score.share == 1 for score in scores.values()):
        return scores | {" ": blank._replace(exact=False)}
    return scores


def _evenness(text: str, delimiter: str) -> Evenness:
    if delimiter not in text:
        return _NOTHING
    if delimiter != " " and top_line(text).count(delimiter) >= MOST_COLUMNS:
        return Evenness(fits=True, exact=True, share=1.0, numbers=0.0)  # it will be refused
    try:
        reader = csv.reader(lines_of(text), Dialect(delimiter, text))
        sample = [trimmed(row, delimiter) for row in islice(reader, _SAMPLE_RECORDS) if row]
    except csv.Error:
        return _BROKEN
    widths = Counter(len(row) for row in sample)
    usual, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    if usual <= 1:
        return _NOTHING
    header = len(sample[0])
    unnamed = header == usual - 1 and not any(row[-1].strip() for row in sample[1:])
    return Evenness(
        fits=header > 1 and header in (usual, usual - 1),
        exact=count + (unnamed and header > 1) == len(sample),
        share=round(count / len(sample), 1),
        numbers=_share_of_numbers(sample),
    )


def _share_of_numbers(sample: list[list[str]]) -> float:
    cells = list(islice((cell for row in sample for cell in row), _SAMPLE_CELLS))
    return round(sum(map(is_number, cells)) / len(cells), 6)
