"""Rows of the store: what vouches for them, how a record becomes one and is believed again."""

import sqlite3
from hashlib import sha256

from kselect_core.results.record import Record, from_bytes, measured_bytes, results_bytes, unit_key
from kselect_core.results.storefile import Row
from kselect_core.results.versions import versions


def seal(*values: bytes | str | float) -> bytes:
    """Checksum of the values of a row, their types and their places."""
    whole = sha256()
    for value in values:
        raw = value if isinstance(value, bytes) else repr(value).encode("utf-8")
        whole.update(f"{type(value).__name__} {len(raw)} ".encode("ascii") + raw)
    return whole.digest()


def whole(row: Row) -> bool:
    """Whether a row ends with the checksum of what comes before."""
    return bool(seal(*row[:-1]) == row[-1])


def believed(unit: str, task: int, row: Row) -> Record | None:
    """The record of a row, None if the row is not what was written."""
    results, _, measured, _, _ = row
    if not (isinstance(results, bytes) and isinstance(measured, bytes) and sound(unit, task, row)):
        return None
    return from_bytes(unit, task, results, measured)


def sound(unit: str, task: int, row: Row) -> bool:
    """Whether a row is what was written, by its checksums."""
    results, checksum, measured, made_by, measured_checksum = row
    return (
        isinstance(results, bytes)
        and isinstance(measured, bytes)
        and checksum == seal(unit, task, results)
        and measured_checksum == seal(unit, task, measured, made_by)
    )


def insert(connection: sqlite3.Connection, record: Record, made_by: int) -> None:
    """Write a record that is not there yet. Its claim means nothing any more and is left behind."""
    where = (unit_key(record.unit), record.task)
    connection.execute("DELETE FROM failure WHERE unit = ? AND task = ?", where)
    results, measured = results_bytes(record), measured_bytes(record)
    written = connection.execute(
        "INSERT INTO content SELECT NULL, ?, ?, ?, ?, ? "
        "WHERE NOT EXISTS (SELECT 1 FROM done WHERE unit = ? AND task = ?)",
        (
            results,
            seal(record.unit, record.task, results),
            measured,
            made_by,
            seal(record.unit, record.task, measured, made_by),
            *where,
        ),
    ).rowcount
    if written:
        connection.execute("INSERT INTO done VALUES (?, ?, last_insert_rowid())", where)


def versions_id(connection: sqlite3.Connection) -> int:
    """Number under which the versions of what computes here are kept."""
    row = (versions(), seal(versions()))
    sought = "SELECT id FROM versions WHERE contents = ? AND checksum = ?"
    if connection.execute(sought, row).fetchone() is None:
        connection.execute("INSERT INTO versions VALUES (NULL, ?, ?)", row)
    (number,) = connection.execute(sought, row).fetchone()
    return int(number)
