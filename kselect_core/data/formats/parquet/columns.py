"""Columns of a Parquet file as numbers or words; what is neither is refused by its name."""

import re
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyarrow import parquet as pq

from kselect_core.data.formats.parquet.index import about_stored, index_of
from kselect_core.data.formats.parquet.sentences import DAMAGED, unreadable
from kselect_core.data.numbers.style import form, is_number
from kselect_core.data.numbers.surroundings import surroundings
from kselect_core.data.words.column_names import refuse_lookalikes, visible
from kselect_core.data.words.findings import Finding
from kselect_core.data.words.grid import Grid, RawColumn, texts_of
from kselect_core.data.words.limits import (
    LONGEST_CELL,
    MOST_BYTES_UNPACKED,
    MOST_BYTES_UNPACKED_LARGE,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS_LARGE,
)
from kselect_core.data.words.room import refuse_without_room
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError, shortened
from kselect_core.types import Array

_DEPTH: Final = 50  # levels of a nested schema
_FOOTER: Final = 20_000_000  # bytes or entries
_INDEX = re.compile(r"__index_level_[0-9]+__")
_EXACT: Final = 2**53
_FEW_ROWS: Final = 16  # each may hold a word as long as a whole column
_PAIR: Final = 2
_SHOWN: Final = 3
_DIGITS: Final = 15  # that every float keeps
_MOST_ASKED: Final = 20  # columns at once; the others are asked about next
_EXTENSION = b"ARROW:extension:name"
_BROKEN = (
    pa.lib.ArrowException, OSError, ValueError, TypeError, KeyError, IndexError, OverflowError,
    NotImplementedError,
)  # fmt: skip


def columns_of(content: bytes, options: TableOptions) -> Grid:
    """Return the columns of a Parquet file, read only after its footer was found small enough."""
    try:
        file = _opened(content)
        _refuse_too_large(file.metadata)
        schema = file.schema_arrow
    except MemoryError as error:
        raise DataError("The Parquet file unpacks to more than fits into memory.") from error
    except _BROKEN as error:
        raise _as_refusal(error) from error
    names = _names(schema)
    used = [j for j, field in enumerate(schema) if not _oddity(field)]
    odd = [(names[j], field) for j, field in enumerate(schema) if _oddity(field)]
    _ask_about_odd(odd, options)
    rows = int(file.metadata.num_rows)
    wanted = {schema.field(j).name for j in used if names[j] not in options.drop}
    try:
        read = _columns(content, [schema.field(j) for j in used], rows, wanted)
    except MemoryError as error:
        raise DataError("The Parquet file unpacks to more than fits into memory.") from error
    except _BROKEN as error:
        raise _as_refusal(error) from error
    columns: list[RawColumn] = [("",) * rows for _ in names]  # what is not read is left out later
    for j, column in zip(used, read, strict=True):
        columns[j] = column
    return _grid(names, columns, schema, rows)


def _as_refusal(error: Exception) -> DataError:
    if isinstance(error, DataError):
        return error
    reason = visible(str(error))
    unknown = isinstance(error, NotImplementedError) or "not yet implemented" in reason.casefold()
    return DataError(unreadable(reason) if unknown else DAMAGED)


def _opened(content: bytes, texts: list[str] | None = None) -> Any:  # noqa: ANN401 - no types
    return pq.ParquetFile(
        pa.BufferReader(content),
        read_dictionary=texts,  # a long word that is repeated is kept once
        thrift_string_size_limit=_FOOTER,
        thrift_container_size_limit=_FOOTER,
        schema_depth_limit=_DEPTH,
        page_checksum_verification=True,
        arrow_extensions_enabled=False,
        pre_buffer=False,
    )


def _refuse_too_large(about: Any) -> None:  # noqa: ANN401
    rows, columns = about.num_rows, about.num_columns
    if rows > MOST_ROWS_LARGE or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        raise DataError(
            f"The Parquet file has {rows:,} rows and {columns:,} columns; the limits are "
            f"{MOST_ROWS_LARGE:,} rows, {MOST_COLUMNS:,} columns and {MOST_CELLS:,} cells."
        )
    groups = [about.row_group(i) for i in range(about.num_row_groups)]
    size = sum(group.total_byte_size for group in groups)
    if size > MOST_BYTES_UNPACKED_LARGE:
        raise DataError(
            f"The Parquet file unpacks to {size / 1e6:.0f} MB; the limit is "
            f"{MOST_BYTES_UNPACKED_LARGE / 1e6:.0f} MB. Leave out rows or columns."
        )
    refuse_without_room(rows * columns)
    if sum(group.num_rows for group in groups) != rows or rows < 0:
        raise DataError(DAMAGED)
    if not rows:
        raise DataError("The Parquet file has columns but no data rows.")


def _names(schema: Any) -> tuple[str, ...]:  # noqa: ANN401
    names = [visible(str(name).strip()) or f"column {j + 1}" for j, name in enumerate(schema.names)]
    repeated = next((name for j, name in enumerate(names) if name in names[:j]), None)
    if repeated is not None:
        raise DataError(f"The Parquet file has two columns called {shortened(repeated)}.")
    refuse_lookalikes(names)
    return tuple(names)


def _ask_about_odd(odd: list[tuple[str, Any]], options: TableOptions) -> None:
    """Ask whether columns that are neither numbers nor words are to be left out, by their names."""
    texts = {
        name: f"Column {shortened(name)} of the Parquet file holds {_oddity(field)} "
        f"({str(field.type)[:40]}), neither numbers nor words. Leave it out?"
        for name, field in odd
        if name not in options.drop
    }
    if texts:
        first = list(texts.items())[:_MOST_ASKED]
        raise QuestionError([Question("drop", text, (name,), name) for name, text in first])


def _oddity(field: Any) -> str:  # noqa: ANN401
    """Return what a column holds that can be no feature, "" for numbers and words."""
    kind, types = field.type, pa.types
    if field.metadata and _EXTENSION in field.metadata:
        return "values of an extension type"
    if types.is_nested(kind):
        return "lists or records"
    if types.is_temporal(kind):
        return "dates or times"
    if types.is_dictionary(kind):
        return "" if _is_text(kind.value_type) or _is_number(kind.value_type) else "odd categories"
    plain = _is_text(kind) or _is_number(kind) or types.is_boolean(kind) or types.is_null(kind)
    return "" if plain else "bytes"


def _is_text(kind: Any) -> bool:  # noqa: ANN401
    types = pa.types
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _is_number(kind: Any) -> bool:  # noqa: ANN401
    types = pa.types
    return bool(types.is_integer(kind) or types.is_floating(kind) or types.is_decimal(kind))


def _columns(content: bytes, fields: list[Any], rows: int, wanted: set[str]) -> list[RawColumn]:
    """Return the columns one by one: what Arrow holds of each goes before the next is read."""
    texts = [field.name for field in fields if _is_text(field.type)]
    deltas = _written_as_differences(content) & set(texts)
    file = _opened(content, [name for name in texts if name not in deltas])
    read, letters = dict[str, RawColumn](), 0
    for name in (field.name for field in fields if field.name not in deltas):
        table = file.read(columns=[name], use_threads=False, use_pandas_metadata=False)
        table.validate(full=True)
        if table.num_rows != rows or table.column_names != [name]:
            raise DataError(DAMAGED)
        letters += sum(map(_letters, table[name].chunks)) if name in wanted else 0
        _refuse_too_many_letters(letters)
        read[name] = _column(name, table[name])
    for name in sorted(deltas & wanted):
        read[name] = _in_pieces(content, name, letters)
        letters += sum(map(len, read[name]))
        if len(read[name]) != rows:
            raise DataError(DAMAGED)
    return [read.get(field.name, ("",) * rows) for field in fields]


def _written_as_differences(content: bytes) -> set[str]:
    """Return the columns in which a word is what it shares with the word before, and the rest."""
    about = _opened(content).metadata
    groups = (about.row_group(i) for i in range(about.num_row_groups))
    chunks = (group.column(j) for group in groups for j in range(group.num_columns))
    return {
        chunk.path_in_schema
        for chunk in chunks
        if any(encoding.startswith("DELTA_") for encoding in chunk.encodings)
    }


def _in_pieces(content: bytes, name: str, letters: int) -> tuple[str, ...]:
    """Return the words of a column, a few rows at a time: each can be as long as all before it."""
    words: list[str] = []
    unique: dict[str, str] = {}  # a long word that is repeated is kept once
    file = _opened(content)
    for batch in file.iter_batches(_FEW_ROWS, columns=[name], use_threads=False):
        piece = _words(name, batch.column(0))
        letters += sum(map(len, piece))
        _refuse_too_many_letters(letters)
        words += [unique.setdefault(word, word) for word in piece]
    return tuple(words)


def _refuse_too_many_letters(letters: int) -> None:
    """Refuse words that are packed well because they repeat, but have to be read row by row."""
    if letters > MOST_BYTES_UNPACKED:
        raise DataError(
            f"The words of the Parquet file have more than {MOST_BYTES_UNPACKED:,} letters, "
            "repeated ones counted. Leave out columns of long words, or rows."
        )


def _letters(chunk: Any) -> int:  # noqa: ANN401
    """Return how long the words of a column are all together, those of missing cells left out."""
    if not pa.types.is_dictionary(chunk.type) or not _is_text(chunk.type.value_type):
        return 0
    lengths = [len(word or "") for word in chunk.dictionary.to_pylist()]
    places = chunk.indices.drop_null().to_numpy(zero_copy_only=False)
    return int(np.array(lengths, dtype=np.int64)[places].sum()) if lengths else 0


def _column(name: str, column: Any) -> RawColumn:  # noqa: ANN401
    kind = column.type
    if pa.types.is_null(kind):
        return ("",) * len(column)
    if pa.types.is_boolean(kind):
        words = {True: "True", False: "False", None: ""}
        return tuple(words[value] for value in column.to_pylist())
    numbers = None if pa.types.is_dictionary(kind) or _is_text(kind) else _numbers(column)
    if numbers is not None:
        return numbers
    return tuple(word for chunk in column.chunks for word in _words(name, chunk))


def _numbers(column: Any) -> Array | None:  # noqa: ANN401
    """Return numbers as floats, or as integers that floats would round; None if neither can be."""
    kind = column.type
    if pa.types.is_decimal(kind) and kind.precision > _DIGITS:
        return None
    numbers = np.asarray(column.cast(pa.float64(), safe=False).to_numpy(), dtype=np.float64)
    if pa.types.is_floating(kind) or np.nanmax(np.abs(numbers), initial=0.0) < _EXACT:
        return numbers
    return None if column.null_count else np.asarray(column.to_numpy())


def _words(name: str, chunk: Any) -> list[str]:  # noqa: ANN401
    encoded = chunk if pa.types.is_dictionary(chunk.type) else chunk.dictionary_encode()
    words = ["" if word is None else str(word) for word in encoded.dictionary.to_pylist()]
    if max(map(len, words), default=0) > LONGEST_CELL:
        raise DataError(
            f"Column {shortened(name)} of the Parquet file holds a cell of more than "
            f"{LONGEST_CELL:,} characters; leave it out before loading."
        )
    return ["" if place is None else words[place] for place in encoded.indices.to_pylist()]


def _grid(names: tuple[str, ...], columns: list[RawColumn], schema: Any, rows: int) -> Grid:  # noqa: ANN401
    findings = []
    used = [j for j, name in enumerate(names) if not _INDEX.fullmatch(name)]
    if len(used) < len(names):
        text = "The index that pandas stored with the table was left out."
        findings.append(Finding("fixed", text))
    if not used:
        raise DataError("The Parquet file holds no column but an index.")
    index = index_of(schema.metadata, names)
    findings += [about_stored(names[j]) for j in used if names[j] in index.columns]
    used.sort(key=lambda j: names[j] not in index.columns)  # as in a file of text: the index first
    declared = [j for j in used if _is_declared(schema.field(j).type, columns[j])]
    findings += [finding for j in declared for finding in _about_codes(names[j], columns[j])]
    words = frozenset(names[j] for j in declared)
    return Grid(
        tuple(names[j] for j in used),
        [columns[j] for j in used],
        list(range(1, rows + 1)),
        True,  # noqa: FBT003 - has_header
        (*findings, *index.findings),
        "row",
        words,
    )


def _is_declared(kind: Any, column: RawColumn) -> bool:  # noqa: ANN401
    """Return whether the file declares words: categories too, unless they are 5 km, 6 km, …."""
    if not pa.types.is_dictionary(kind):
        return bool(pa.types.is_boolean(kind))
    cells = [cell.strip() for cell in texts_of(column)]
    seen = surroundings(cells, {cell: form(cell) for cell in set(cells)})
    return seen is None or not seen.has_levels


def _about_codes(name: str, column: RawColumn) -> list[Finding]:
    """Return a notice where categories are numbers and more than a pair."""
    levels = sorted({cell.strip() for cell in texts_of(column)} - {""})
    if len(levels) <= _PAIR or not all(map(is_number, levels)):
        return []
    shown = ", ".join(level[:20] for level in levels[:_SHOWN])
    text = (
        f"Its categories are numbers ({shown}, …) and are read as words, as the file declares "
        "them. To use them as numbers, save the column as numbers."
    )
    return [Finding("notice", text, f"column {shortened(name)}")]
