"""Lines of an ARFF file, read letter by letter: nothing is ever tried twice.

Every function takes time in proportion to the length of its line.
"""

from typing import NamedTuple

from kselect_core.data.words.limits import LONGEST_CELL
from kselect_core.errors import DataError, shortened

QUOTES = "'\""
BLANKS = " \t"
_SPECIAL = frozenset("'\"{}%\\")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_MOST_VALUES = 10_000  # in one line
_NAMED = 40  # letters shown of what is wrong
MISSING = ""  # what an unquoted question mark becomes


class Word(NamedTuple):
    """A value with the place behind it."""

    text: str
    end: int
    quoted: bool = False


def failure(number: int, what: str, shown: str = "") -> DataError:
    """Return the refusal of a line."""
    piece = f": {shortened(shown[:_NAMED])}" if shown else ""
    return DataError(f"ARFF, line {number}: {what}{piece}.")


def plain(line: str) -> bool:
    """Return whether a line has no quote, brace, escape or comment."""
    return _SPECIAL.isdisjoint(line)


def without_comment(line: str) -> str:
    """Return a line up to a ``%`` that begins a comment: unquoted, at the start of a word."""
    if "%" not in line:
        return line
    quote, before, escaped = "", " ", False
    for place, letter in enumerate(line):
        if quote:
            closes = letter == quote and not escaped
            escaped = letter == "\\" and not escaped
            quote = "" if closes else quote
        elif before in " \t,{}":
            if letter == "%":
                return line[:place].rstrip()
            quote = letter if letter in QUOTES else ""
        before = letter
    return line


def word_at(line: str, start: int, stops: str, number: int) -> Word:
    """Return the value that begins at or behind a place and ends before one of the stops."""
    start = after_blanks(line, start)
    if start < len(line) and line[start] in QUOTES:
        return _quoted(line, start, number)
    end = start
    while end < len(line) and line[end] not in stops:
        end += 1
    return Word(line[start:end].rstrip(BLANKS), end)


def after_blanks(line: str, place: int) -> int:
    """Return the first place from here on that is no blank."""
    while place < len(line) and line[place] in BLANKS:
        place += 1
    return place


def values_of(line: str, start: int, number: int, *, closing: str = "") -> tuple[list[Word], int]:
    """Return values separated by commas, up to the end or a closing brace, and the place behind."""
    words: list[Word] = []
    place = after_blanks(line, start)
    if closing and line[place : place + 1] == closing:
        return words, place + 1
    while True:
        word = word_at(line, place, "," + closing, number)
        words.append(word)
        if len(words) > _MOST_VALUES:
            raise failure(number, f"more than {_MOST_VALUES:,} values", line)
        place = after_blanks(line, word.end)
        if place >= len(line):
            if closing:
                raise failure(number, "a “{” is never closed", line)
            return words, place
        if line[place] == closing:
            return words, place + 1
        if line[place] != ",":
            raise failure(number, "text behind a closing quote", line[place:])
        place += 1


def cells_of_line(line: str, number: int) -> list[str]:
    """Return the values of a dense row; a bare question mark is missing."""
    if plain(line):
        cells = [cell.strip(BLANKS) for cell in line.split(",")] if "," in line else _words(line)
        if max(map(len, cells)) > LONGEST_CELL:
            raise _too_long(number)
        if "" in cells:
            raise failure(number, "an empty value; “?” means missing", line)
        return [MISSING if cell == "?" else cell for cell in cells]
    if "," not in line:
        return _cells_between_blanks(line, number)
    return [cell_of(word, number) for word in values_of(line, 0, number)[0]]


def _words(line: str) -> list[str]:
    return [word for word in line.replace("\t", " ").split(" ") if word]


def cell_of(word: Word, number: int) -> str:
    """Return a value as a cell: "" if it is missing."""
    if not word.text:
        raise failure(number, "an empty value; “?” means missing")
    if len(word.text) > LONGEST_CELL:
        raise _too_long(number)
    return MISSING if word.text == "?" and not word.quoted else word.text


def _cells_between_blanks(line: str, number: int) -> list[str]:
    cells, place = [], 0
    while place < len(line):
        word = word_at(line, place, BLANKS, number)
        cells.append(cell_of(word, number))
        place = after_blanks(line, word.end)
    return cells


def _quoted(line: str, start: int, number: int) -> Word:
    quote, letters, place = line[start], [], start + 1
    while place < len(line) and line[place] != quote:
        if line[place] == "\\" and place + 1 < len(line):
            place += 1
            letters.append(_ESCAPES.get(line[place], line[place]))
        else:
            letters.append(line[place])
        place += 1
    if place >= len(line):
        raise failure(number, "a quote is never closed", line[start:])
    return Word("".join(letters), place + 1, quoted=True)


def _too_long(number: int) -> DataError:
    return failure(number, f"a value of more than {LONGEST_CELL:,} characters")
