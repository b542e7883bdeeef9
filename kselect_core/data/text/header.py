"""The header: is there one, what are the columns called, and does every row fit it."""

from collections import Counter

from kselect_core.data.text.first_row import has_header
from kselect_core.data.text.records import Records
from kselect_core.data.text.single_quotes import without_single_quotes
from kselect_core.data.words.column_names import numbered, refuse_lookalikes, visible
from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.grid import Grid, RawColumn, counts_rows
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import SKIP_WORDS, DataError, Question, QuestionError

_SHOWN = 3  # offending lines named in a message


def grid(table: Records, options: TableOptions) -> Grid:
    """Return the columns of a table under their names; every row must have as many cells."""
    rows, quotes = without_single_quotes(table.cells)
    rows, findings = _without_trailing_delimiter(rows)
    findings += quotes
    named = options.header if options.header is not None else has_header(rows)
    names = rows[0] if named else [f"x{j + 1}" for j in range(_usual_width(rows))]
    body, lines = (rows[1:], table.lines[1:]) if named else (rows, table.lines)
    if not body:
        raise DataError("The table has a header but no data rows.")
    if not named:
        text = f"There is no header; the columns are called x1 to x{len(names)}."
        findings.append(Finding("found", text))
    names, body, extra = _with_extra_column(names, body, options)
    _refuse_ragged(body, lines, len(names))
    given, clean, renamed = _clean_names(names, body, options)
    columns: list[RawColumn] = list(zip(*body, strict=True))
    report = (*findings, *extra, *renamed)
    return Grid(
        tuple(clean),
        columns,
        lines,
        named,
        report,
        delimiter=table.delimiter,
        given=tuple(given),
    )


def _usual_width(rows: list[list[str]]) -> int:
    return Counter(map(len, rows)).most_common(1)[0][0]


def _without_trailing_delimiter(rows: list[list[str]]) -> tuple[list[list[str]], list[Finding]]:
    """Return the rows without a last column that is empty in all of them, header included."""
    width = _usual_width(rows[1:] or rows)
    header_fits = len(rows[0]) == width - 1 or not rows[0][-1].strip()
    full = [row for row in rows[1:] if len(row) == width]
    if width < 2 or not full or not header_fits or any(row[-1].strip() for row in full):  # noqa: PLR2004
        return rows, []
    trimmed = [row[:-1] if len(row) == width and not row[-1].strip() else row for row in rows]
    text = "Every line ends with a delimiter; the empty last column was left out."
    return trimmed, [Finding("fixed", text)]


def _with_extra_column(
    names: list[str], body: list[list[str]], options: TableOptions
) -> tuple[list[str], list[list[str]], list[Finding]]:
    """Return names and rows that fit, where every row has one cell more than the header."""
    if {len(row) for row in body} != {len(names) + 1}:
        return names, body, []
    if options.extra_column is None:
        text = (
            f"Every row has {len(names) + 1} cells but the header only {len(names)}. Is the first "
            "cell of a row its name (index), or a feature whose name is missing?"
        )
        raise QuestionError([Question("extra_column", text, ("index", "feature"), "index")])
    if options.extra_column == "feature":
        text = "The first column has no name in the header and is called “column 1”."
        return ["column 1", *names], body, [Finding("asked", text)]
    text = "The first cell of every row is its name; it was left out."
    return names, [row[1:] for row in body], [Finding("asked", text)]


def _refuse_ragged(body: list[list[str]], lines: list[int], width: int) -> None:
    wrong = [(line, len(row)) for row, line in zip(body, lines, strict=True) if len(row) != width]
    if not wrong:
        return
    places = ", ".join(f"line {line} has {count}" for line, count in wrong[:_SHOWN])
    more = f" and {counted(len(wrong) - _SHOWN, 'line')} more" if len(wrong) > _SHOWN else ""
    if len(wrong) > len(body) / 2:
        raise DataError(
            f"The first line has {counted(width, 'cell')}, but {places}{more}. If the table begins "
            f"further down, leave out its first lines {SKIP_WORDS}."
        )
    raise DataError(
        f"Rows should have {counted(width, 'cell')}, but {places}{more}. Correct them; perhaps "
        "a text holds the delimiter and needs quotes."
    )


def _clean_names(
    names: list[str], body: list[list[str]], options: TableOptions
) -> tuple[list[str], list[str], list[Finding]]:
    """Return the names as they stand, as they are once all of them differ, and what was done."""
    clean = [visible(name.strip()) for name in names]
    findings = [
        Finding("fixed", "Invisible characters in a name are shown as codes.", f"column {new!r}")
        for old, new in zip(names, clean, strict=True)
        if old.strip() != new
    ]
    refuse_lookalikes(names)
    unnamed = _unnamed(clean, body)
    repeated = [name for name, count in Counter(filter(None, clean)).items() if count > 1]
    unique = numbered(clean)
    if (unnamed or repeated) and options.names is None:
        raise QuestionError([_name_question(clean, unique, unnamed, repeated)])
    if unnamed or repeated:
        findings.append(Finding("asked", "Empty or repeated names of columns were numbered."))
    return clean, unique, findings


def _unnamed(names: list[str], body: list[list[str]]) -> list[int]:
    """Return the columns without a name, but for a first column that counts the rows."""
    empty = [j for j, name in enumerate(names) if not name]
    if 0 in empty and counts_rows([row[0] for row in body]):
        names[0] = "row number"
        empty.remove(0)
    return empty


def _name_question(
    names: list[str], unique: list[str], unnamed: list[int], repeated: list[str]
) -> Question:
    parts = []
    if repeated:
        same = (new for old, new in zip(names, unique, strict=True) if old == repeated[0])
        become = _listed(list(same))
        parts.append(f"The header repeats {_listed(repeated)}; they would become {become}.")
    if unnamed:
        places = ", ".join(str(j + 1) for j in unnamed[:_SHOWN])
        parts.append(f"Column {places} has no name and would be called “{unique[unnamed[0]]}”.")
    return Question("names", " ".join(parts), ("number",), "number")


def _listed(cells: list[str]) -> str:
    shown = ", ".join(f"“{cell[:20]}”" for cell in cells[:5])
    return shown + (", …" if len(cells) > 5 else "")  # noqa: PLR2004
