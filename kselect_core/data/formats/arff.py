"""ARFF files: attributes declared line by line, then dense or sparse rows."""

from math import isfinite
from typing import Literal, NamedTuple

from kselect_core.data.formats.arff_lines import (
    BLANKS,
    MISSING,
    after_blanks,
    cell_of,
    cells_of_line,
    failure,
    values_of,
    without_comment,
    word_at,
)
from kselect_core.data.numbers.style import form
from kselect_core.data.text.lines import lines_of
from kselect_core.data.words.column_names import refuse_lookalikes, visible
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid, RawColumn
from kselect_core.data.words.limits import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, MOST_SPARSE_CELLS
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, shortened

Row = list[str] | dict[int, str]  # a sparse row holds what it does not leave out
_NUMBERS = frozenset(("numeric", "real", "integer"))
_OTHERS = frozenset(("string", "date", "relational"))
_IGNORED = frozenset(("@relation", "@inputs", "@outputs", "@input", "@output"))
_READABLE = frozenset(("whole", "point", "foreign", "infinite", "missing"))
_PLAIN = frozenset("0123456789.eE+-")
_SHOWN = 5


class Attribute(NamedTuple):
    """A declared column: numbers, one of some words, or something that is not used."""

    name: str
    kind: Literal["numbers", "words", "string", "date", "relational"]
    words: tuple[str, ...]
    line: int


class Body(NamedTuple):
    """The rows below ``@data``."""

    rows: list[Row]
    lines: list[int]
    weighted: int


def arff_grid(text: str, options: TableOptions) -> Grid:
    """Return the columns of an ARFF file; nominal attributes are words, whatever they look like."""
    lines = list(lines_of(text))
    attributes, data = _header(lines)
    _refuse_unused(attributes, options)
    body = _body(lines, data, len(attributes))
    if not body.rows:
        raise DataError("The ARFF file has attributes but no data rows.")
    cells, findings = _columns(body, attributes)
    for attribute, texts in zip(attributes, cells, strict=True):
        _check(attribute, texts, body.lines)
    if body.weighted:
        verb = "bears a weight, which was" if body.weighted == 1 else "bear weights, which were"
        text = f"{counted(body.weighted, 'row')} {verb} ignored: every row counts the same."
        findings.append(Finding("notice", text))
    names = tuple(attribute.name for attribute in attributes)
    words = frozenset(a.name for a in attributes if a.kind == "words")
    columns: list[RawColumn] = [*cells]
    return Grid(
        names,
        columns,
        body.lines,
        has_header=True,
        findings=tuple(findings),
        words=words,
        gap="?",
        pointed=True,
    )


def _header(lines: list[str]) -> tuple[list[Attribute], int]:
    """Return the attributes and the index of the first line below ``@data``."""
    attributes: dict[str, Attribute] = {}
    for number, raw in enumerate(lines, 1):
        line = without_comment(raw.strip())
        if not line:
            continue
        word = line.split(None, 1)[0].lower()
        if word == "@data":
            if not attributes:
                raise failure(number, "there is no @attribute above @data")
            refuse_lookalikes(tuple(attributes))
            return list(attributes.values()), number
        if word == "@attribute":
            _declare(_attribute(line, number), attributes)
        elif word not in _IGNORED:
            raise failure(number, "only @relation and @attribute are allowed above @data", line)
    raise DataError("The ARFF file has no line @data, so it holds no rows.")


def _declare(attribute: Attribute, attributes: dict[str, Attribute]) -> None:
    if attribute.name in attributes:
        first = attributes[attribute.name].line
        raise failure(attribute.line, f"the attribute of line {first} again", attribute.name)
    attributes[attribute.name] = attribute
    if len(attributes) > MOST_COLUMNS:
        raise DataError(f"More than {MOST_COLUMNS:,} attributes. Leave out some.")


def _attribute(line: str, number: int) -> Attribute:
    name = word_at(line, len("@attribute"), "{ \t", number)
    if not name.text.strip():
        raise failure(number, "an attribute without a name", line)
    place = after_blanks(line, name.end)
    shown = visible(name.text.strip())
    if line[place : place + 1] == "{":
        return Attribute(shown, "words", _words(line, place + 1, number), number)
    kind = word_at(line, place, "[" + BLANKS, number).text.lower()
    if kind in _NUMBERS:
        return Attribute(shown, "numbers", (), number)
    if kind in _OTHERS:
        return Attribute(shown, kind, (), number)  # type: ignore[arg-type]  # the three of _OTHERS
    raise failure(number, f"attribute {shortened(shown)} has the unknown type", kind or line)


def _words(line: str, start: int, number: int) -> tuple[str, ...]:
    """Return the declared words between braces."""
    values, _ = values_of(line, start, number, closing="}")
    words = [cell_of(word, number) for word in values]
    if not words or MISSING in words:
        raise failure(number, "words are needed between { and }, and “?” is none", line)
    if len(set(words)) < len(words):
        raise failure(number, "a word is declared twice", line)
    return tuple(words)


def _refuse_unused(attributes: list[Attribute], options: TableOptions) -> None:
    """Refuse what is neither numbers nor words, unless it is to be left out."""
    bad = [
        a
        for a in attributes
        if a.kind in _OTHERS and (a.name not in options.drop or a.kind == "relational")
    ]
    if bad:
        first = bad[0]
        names = ", ".join(repr(a.name) for a in bad[:_SHOWN])
        more = f" and {len(bad) - _SHOWN} more" if len(bad) > _SHOWN else ""
        raise DataError(
            f"ARFF, line {first.line}: attribute {first.name!r} is of type {first.kind}, neither "
            f"numbers nor a list of words. Leave out {names}{more} (drop=…), or declare the words."
        )


def _body(lines: list[str], start: int, width: int) -> Body:
    rows: list[Row] = []
    numbers: list[int] = []
    weighted = 0
    for number, raw in enumerate(lines[start:], start + 1):
        line = without_comment(raw.strip())
        if not line:
            continue
        if line[0] == "{":
            sparse, has_weight = _sparse(line, number, width)
            rows.append(sparse)
        else:
            line, has_weight = _without_weight(line, number)
            rows.append(_dense(line, number, width))
        numbers.append(number)
        weighted += has_weight
        if len(rows) > MOST_ROWS or len(rows) * width > MOST_CELLS:
            raise DataError(
                f"More than {min(MOST_ROWS, MOST_CELLS // width):,} rows of "
                f"{counted(width, 'attribute')}; the limits are {MOST_ROWS:,} rows and "
                f"{MOST_CELLS:,} cells. Leave out rows or columns."
            )
    return Body(rows, numbers, weighted)


def _dense(line: str, number: int, width: int) -> list[str]:
    cells = cells_of_line(line, number)
    if len(cells) != width:
        what = f"{counted(len(cells), 'value')}, but {counted(width, 'attribute')}"
        raise failure(number, what, line)
    return cells


def _without_weight(line: str, number: int) -> tuple[str, bool]:
    """Return a dense row without the weight ``{2.0}`` at its end, and whether it has one."""
    place = line.rfind("{") if line[-1] == "}" else -1
    if place < 1 or line[place - 1] not in ", \t":
        return line, False
    _check_weight(line[place:], number)
    return line[:place].rstrip(BLANKS).removesuffix(",").rstrip(BLANKS), True


def _check_weight(text: str, number: int) -> None:
    if form(text[1:-1].strip()) not in ("whole", "point") or text[-1:] != "}":
        raise failure(number, "the weight of a row must be a number in braces", text)


def _sparse(line: str, number: int, width: int) -> tuple[dict[int, str], bool]:
    pairs, end = _pairs(line, number)
    row: dict[int, str] = {}
    for index, cell in pairs:
        if not index.isascii() or not index.isdigit() or len(index) > 9:  # noqa: PLR2004
            raise failure(number, "a sparse value needs the number of its attribute", index)
        j = int(index)
        if j >= width:
            raise failure(number, f"attribute {j} of 0 to {width - 1} does not exist")
        if j in row:
            raise failure(number, f"attribute {j} has two values")
        row[j] = cell
    rest = line[end:].strip(" \t,")
    if rest:
        _check_weight(rest if rest[0] == "{" else "", number)
    return row, bool(rest)


def _pairs(line: str, number: int) -> tuple[list[tuple[str, str]], int]:
    """Return the numbers of attributes with their values, and the place behind the brace."""
    pairs: list[tuple[str, str]] = []
    place = after_blanks(line, 1)
    while line[place : place + 1] != "}":
        index = word_at(line, place, " \t,}", number)
        value = word_at(line, index.end, ",}", number)
        pairs.append((index.text, cell_of(value, number)))
        place = after_blanks(line, value.end)
        if line[place : place + 1] == ",":
            place = after_blanks(line, place + 1)
        elif line[place : place + 1] != "}":
            raise failure(number, "a “{” is never closed", line)
    return pairs, place + 1


def _columns(
    body: Body, attributes: list[Attribute]
) -> tuple[list[tuple[str, ...]], list[Finding]]:
    sparse = sum(isinstance(row, dict) for row in body.rows)
    if not sparse:
        return list(zip(*body.rows, strict=True)), []
    if len(body.rows) * len(attributes) > MOST_SPARSE_CELLS:
        raise DataError(
            f"Filled up, the sparse rows make {len(body.rows) * len(attributes):,} cells; the "
            f"limit is {MOST_SPARSE_CELLS:,}. Leave out rows or columns."
        )
    columns = [[a.words[0] if a.words else "0"] * len(body.rows) for a in attributes]
    for i, row in enumerate(body.rows):
        for j, cell in row.items() if isinstance(row, dict) else enumerate(row):
            columns[j][i] = cell
    text = f"{counted(sparse, 'sparse row')}: a value left out is 0, or the first word declared."
    return [tuple(column) for column in columns], [Finding("found", text)]


def _all_plain(cells: tuple[str, ...]) -> bool:
    """Return whether all cells are plain numbers or missing: the usual case, told fast."""
    if not _PLAIN.issuperset("".join(cells)):
        return False
    try:
        return all(map(isfinite, (float(cell or "0") for cell in cells)))
    except ValueError:
        return False


def _check(attribute: Attribute, cells: tuple[str, ...], lines: list[int]) -> None:
    """Refuse a cell that its attribute does not allow."""
    if attribute.kind == "words":
        wrong = set(cells).difference(attribute.words, (MISSING,))
        declared = ", ".join(map(shortened, attribute.words[:_SHOWN]))
        more = ", …" if len(attribute.words) > _SHOWN else ""
        what = f"is not among the words of attribute {attribute.name!r} ({declared}{more})"
    elif attribute.kind == "numbers" and not _all_plain(cells):
        wrong = {cell for cell in set(cells) if form(cell) not in _READABLE}
        what = f"is not a number, as attribute {attribute.name!r} should be"
    else:
        return
    if wrong:
        i = next(i for i, cell in enumerate(cells) if cell in wrong)
        raise DataError(f"ARFF, line {lines[i]}: {shortened(cells[i][:40])} {what}.")
