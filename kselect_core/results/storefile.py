"""The file of the store: its tables, how it is opened, and words for what SQLite says.

A row that was torn or edited is found by its checksum, not believed. Tables whose key is all that
is asked for have no index beside them (``WITHOUT ROWID``): there is nothing that could disagree.
Times and lines that were measured have a checksum of their own: ``checksum`` is that of results.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from kselect_core.errors import StorageError
from kselect_core.results.writing import shown

Row = tuple[Any, ...]  # Any: columns

VERSION: Final = 1  # of the tables; a store of each version that was released is kept by the tests
APPLICATION: Final = 0x6B73656C  # "ksel"
PATIENCE: Final = 30.0  # seconds to wait for another program that writes
_TURN: Final = 0.01  # seconds between two attempts where SQLite itself does not wait
_OLDEST_SQLITE: Final = (3, 37, 0)  # STRICT

TABLES: Final = """
CREATE TABLE plan (
  hash TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, protocol TEXT NOT NULL,
  contents TEXT NOT NULL, created REAL NOT NULL, checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE done (
  unit BLOB NOT NULL, task INTEGER NOT NULL, content INTEGER NOT NULL,
  PRIMARY KEY (unit, task)
) STRICT, WITHOUT ROWID;
CREATE TABLE content (
  id INTEGER PRIMARY KEY, results BLOB NOT NULL, checksum BLOB NOT NULL,
  measured BLOB NOT NULL, versions INTEGER NOT NULL, measured_checksum BLOB NOT NULL
) STRICT;
CREATE TABLE versions (
  id INTEGER PRIMARY KEY, contents TEXT NOT NULL, checksum BLOB NOT NULL
) STRICT;
CREATE TABLE failure (
  unit BLOB NOT NULL, task INTEGER NOT NULL, attempts INTEGER NOT NULL, reason TEXT NOT NULL,
  checksum BLOB NOT NULL, PRIMARY KEY (unit, task)
) STRICT, WITHOUT ROWID;
CREATE TABLE runner (
  id INTEGER PRIMARY KEY AUTOINCREMENT, plan TEXT NOT NULL, pid INTEGER NOT NULL,
  host TEXT NOT NULL, boot TEXT NOT NULL, started REAL NOT NULL, since REAL NOT NULL,
  checksum BLOB NOT NULL, beat REAL NOT NULL
) STRICT;
CREATE TABLE claim (
  unit BLOB NOT NULL, task INTEGER NOT NULL, runner INTEGER NOT NULL,
  PRIMARY KEY (unit, task)
) STRICT, WITHOUT ROWID;
"""

_CHECKS: Final = (
    "quick_check(1)",
    *(f"integrity_check({table})" for table in ("done", "plan", "failure", "claim")),  # their order
)
_NO_SPACE = (
    "There is no space to write in {folder}, or its disk fails ({said}). What was stored before is "
    "safe. Make room and start again: finished tasks are not repeated."
)
_LOCKED = (
    "Another program has been writing to {path} for {patience:.0f} seconds ({said}). Try again "
    "when it is done."
)
_CLOSED = (
    "{path} cannot be opened or written ({said}). Check the permissions of the file and its "
    "folder, or let KSELECT_HOME name another folder."
)
_DAMAGED = (
    "The store of results {path} is damaged ({said}). Move the file away, or put a copy of it "
    "back: what is missing is computed again."
)
_FOREIGN = "{path} is not a store of results ({said}). Move the file away or name another."
_NO_FOLDER = "Nothing can be kept in {folder} ({said}). Let KSELECT_HOME name another folder."
_OTHER = "{path} could not be used ({said}). If that happens again, move the file away."
_WORDS: Final = {
    sqlite3.SQLITE_FULL: _NO_SPACE,
    sqlite3.SQLITE_IOERR: _NO_SPACE,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _CLOSED,
    sqlite3.SQLITE_CANTOPEN: _CLOSED,
    sqlite3.SQLITE_PERM: _CLOSED,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _FOREIGN,
}


class Opened(NamedTuple):
    """A connection to a store, and what was copied to be read."""

    connection: sqlite3.Connection
    read_only: bool
    copy: Path | None = None  # folder to remove at the end


def open_store(path: Path, *, read_only: bool) -> Opened:
    """Open a store, making it if it is to be written and is not there; checks that it is one."""
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise StorageError(
            f"Results are kept with SQLite 3.37 or newer, this Python has {sqlite3.sqlite_version}."
            " Install a newer Python."
        )
    with in_words(path):
        if not read_only and _writable(path):
            return Opened(_checked(_for_writing(path), path), read_only=False)
        if not path.is_file():
            raise StorageError(f"There is no store of results at {path}.")
        return _for_viewing(path)


def rolled_back(connection: sqlite3.Connection) -> None:
    """Undo what an earlier failure left open."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Say what SQLite or the system says as a `StorageError`: which file, what, what to do."""
    try:
        yield
    except StorageError:
        raise
    except (sqlite3.Error, OSError) as error:
        raise StorageError(_what(error, path)) from error
    except UnicodeError as error:  # a name in the file that is none, met while SQLite complains
        raise StorageError(_DAMAGED.format(path=path, said="names that make no sense")) from error


def _what(error: Exception, path: Path) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    reason = getattr(error, "strerror", None) or _line(str(error))
    words = _NO_FOLDER if isinstance(error, OSError) else _WORDS.get((code or 0) & 0xFF, _OTHER)
    return words.format(path=shown(path), folder=shown(path.parent), said=reason, patience=PATIENCE)


def _line(said: str) -> str:
    return " ".join(said.split())[:120]


def _writable(path: Path) -> bool:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(place, os.W_OK, effective_ids=effective)
        for place in (path, path.parent)
        if place.exists()
    )


def _connected(path: Path, options: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{options}",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,  # transactions are begun and ended by us
        check_same_thread=False,  # the store has a lock
    )
    connection.text_factory = _text
    return connection


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")  # a damaged text is found by its checksum


def _for_writing(path: Path) -> sqlite3.Connection:
    connection = _connected(path, "mode=rwc")
    try:
        _known(connection, path)
        _into_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")
        if not _known(connection, path):
            for statement in TABLES.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _into_wal(connection: sqlite3.Connection) -> None:
    """Keep changes in a log beside the file.

    Whoever has begun to read cannot wait for the change that this is, since two who do would wait
    for one another: SQLite refuses it at once where another program is just making the store.
    """
    until = monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(_TURN)
        else:
            return


def _for_viewing(path: Path) -> Opened:
    try:
        return Opened(_checked(_connected(path, "mode=ro"), path), read_only=True)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            raise
    log = path.with_name(f"{path.name}-wal")
    if not (log.is_file() and log.stat().st_size):
        return Opened(_checked(_connected(path, "mode=ro&immutable=1"), path), read_only=True)
    folder = Path(tempfile.mkdtemp(prefix="kselect-view-"))  # rows that are only in the log
    copy = folder / path.name
    try:
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(log.name))
        return Opened(_checked(_connected(copy, "mode=rw"), path), read_only=True, copy=folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _checked(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Return the connection if what it leads to is a whole store."""
    try:
        if not _known(connection, path):
            raise StorageError(f"{path} holds no results yet.")  # noqa: TRY301
        for check in _CHECKS:
            (verdict,) = connection.execute(f"PRAGMA {check}").fetchone()
            if verdict != "ok":
                raise StorageError(_DAMAGED.format(path=path, said=_line(verdict)))  # noqa: TRY301
    except BaseException:
        connection.close()
        raise
    return connection


def _known(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is a store of this version; False if it is empty, refused if foreign."""
    application, version, tables = _looked_at(connection)
    if (application, version) == (APPLICATION, VERSION):
        return True
    if application == APPLICATION and version > VERSION:
        raise StorageError(
            f"{path} was written by a newer kselect (its format is {version}, this one reads "
            f"{VERSION}). Update kselect, or name another file."
        )
    if application or version or tables:
        raise StorageError(
            f"{path} is a database of another program, not a store of results. Name another file."
        )
    return False


def _looked_at(connection: sqlite3.Connection) -> list[int]:
    """Application, version and number of tables, at one moment: another may just make them."""
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")
    queries = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    numbers = [int(connection.execute(question).fetchone()[0]) for question in queries]
    if alone:
        connection.execute("ROLLBACK")
    return numbers
