"""Tables people bring: kept by the SHA-256 of their bytes, so that a reload finds them again.

    uploads/<sha256>.table     the bytes as they came
            <sha256>.name      what the file was called (shown, never used as a path)
            <digest>.accepted  JSON: the data set with this digest is that file, read like this
            <digest>.<who>.used      on a shared server: for whom that data set is listed
            <sha256>.<who>.draft  JSON: what was answered so far, before the table is used

The oldest files that no data set is made from go when the folder grows beyond its bound. Where
nothing can be written, memory holds the bytes, says so, and writes them when there is room.
"""

import atexit
import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.data.apart.reader import Reader
from kselect_core.data.table.preview import Preview
from kselect_core.data.words.limits import MOST_BYTES, MOST_BYTES_LARGE
from kselect_core.errors import BusyError, DataError, KselectError
from kselect_core.results.writing import home
from kselect_ui.door.sharing import shared
from kselect_ui.server.shelf import Shelf
from kselect_ui.server.turns import away
from kselect_ui.server.upload_files import UploadFiles

SHORTEST = 8  # digits of a digest that may stand for it
BOUND = 500 * 2**20  # bytes of all files together
MOST_READ = 150 * 2**20  # bytes of all tables that were read
REFUSED_FOR = 60.0  # seconds until a file that its reader did not survive is tried again
LONGEST_DRAFT = 100_000  # characters of answers
Answer = str | int | float | bool | list[str]
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A data set made from an uploaded file: which file, called what, read with which answers."""

    digest: str
    file: str
    name: str
    answers: tuple[tuple[str, Answer], ...] = ()
    test: str = ""  # digest of the file that holds the test rows


@dataclass(slots=True)
class Draft:
    """What somebody decided about a file before using it.

    ``said`` are answers to questions, by question; ``chosen`` are options set by hand.
    """

    said: dict[str, str] = field(default_factory=dict)
    chosen: dict[str, Answer] = field(default_factory=dict)
    test: str = ""


class UploadStore:
    """Files by the digest of their content."""

    def __init__(
        self, folder: Callable[[], Path] = lambda: home() / "uploads", bound: int = BOUND
    ) -> None:
        self._files = UploadFiles(folder, bound)

    def keep(self, content: bytes, name: str) -> str:
        """Keep a file; returns the SHA-256 of its content."""
        most = largest()
        if len(content) > most:
            raise DataError(
                f"The file has {len(content) / 1e6:.0f} MB; at most {most / 1e6:.0f} MB can be "
                "read here. Take a sample of its rows."
            )
        digest = sha256(content).hexdigest()
        used = self._used()
        if digest not in used and self._files.full(used):
            raise DataError(
                f"The tables in use here have {BOUND / 1e6:.0f} MB together, and no more is kept. "
                "Whoever runs kselect can make room in its folder “uploads”."
            )
        self._files.write(f"{digest}.table", content, spared=used)
        self._files.write(f"{digest}.name", name[:200].encode(), spared=used)
        self._files.trim(spared={*used, digest})
        return digest

    def content(self, digest: str) -> bytes | None:
        """Return the bytes of a file; None if it is not here, or is not what it was."""
        content = self._files.read(f"{digest}.table") if _DIGEST.fullmatch(digest) else None
        return content if content is not None and sha256(content).hexdigest() == digest else None

    def name(self, digest: str) -> str:
        """Return what a file was called when it came."""
        return (self._files.read(f"{digest}.name") or b"table").decode(errors="replace")

    def find(self, start: str) -> str | None:
        """Return the one file whose digest starts like this; None if there is none."""
        digests = {name[:64] for name in self._files.names() if name.endswith(".table")}
        match = [
            digest for digest in digests if len(start) >= SHORTEST and digest.startswith(start)
        ]
        return match[0] if len(match) == 1 else None

    def accept(self, record: Accepted, who: str = "") -> None:
        """Remember that a data set is made from a file, and who uses it on a shared server."""
        self._files.write(f"{record.digest}.accepted", json.dumps(asdict(record)).encode())
        if who:
            self._files.write(f"{record.digest}.{who}.used", b"1")

    def is_used_by(self, digest: str, who: str) -> bool:
        """Whether somebody accepted a data set, so that it is listed for them."""
        return self._files.has(f"{digest}.{who}.used")

    def accepted(self, digest: str) -> Accepted | None:
        """Return how a data set is made; None if nobody accepted it or its file is gone."""
        raw = self._files.read(f"{digest}.accepted") if _DIGEST.fullmatch(digest) else None
        if raw is None:
            return None
        record = _recorded(raw)
        if record is None or record.digest != digest:
            return None
        return record if self._files.has(f"{record.file}.table") else None

    def accepted_as(self, start: str) -> Accepted | None:
        """Return the one accepted data set whose digest starts like this; None if there is none."""
        digests = [name[:64] for name in self._files.names() if name.endswith(".accepted")]
        match = [d for d in digests if len(start) >= SHORTEST and d.startswith(start)]
        return self.accepted(match[0]) if len(match) == 1 else None

    def every_accepted(self) -> tuple[Accepted, ...]:
        """Return all data sets made from files that are still here, by name."""
        digests = [name[:64] for name in self._files.names() if name.endswith(".accepted")]
        records = [record for digest in digests if (record := self.accepted(digest))]
        return tuple(sorted(records, key=lambda record: (record.name, record.digest)))

    def draft(self, file: str, who: str) -> Draft:
        """Return what somebody decided about a file so far."""
        raw = self._files.read(f"{file}.{who}.draft") if _DIGEST.fullmatch(file) else None
        try:
            entry = json.loads(raw or b"{}")
            answers = {str(k): str(v) for k, v in entry.get("said", {}).items()}
            return Draft(answers, dict(entry.get("chosen", {})), str(entry.get("test", "")))
        except (ValueError, TypeError, AttributeError):
            return Draft()

    def keep_draft(self, file: str, who: str, draft: Draft) -> None:
        """Remember what somebody decided about a file."""
        text = json.dumps(asdict(draft))
        if len(text) <= LONGEST_DRAFT and _DIGEST.fullmatch(file):
            self._files.write(f"{file}.{who}.draft", text.encode())

    def unkept(self) -> str:
        """Return why some table is only in memory; nothing if all are in the folder."""
        return self._files.unkept()

    def _used(self) -> set[str]:
        """Digests of accepted data sets and of the files that they are made from: they stay."""
        records = self.every_accepted()
        return {one for record in records for one in (record.digest, record.file, record.test)}


def _recorded(raw: bytes) -> Accepted | None:
    """Return what a file says about an accepted data set; None if it makes no sense."""
    try:
        entry = json.loads(raw)
        answers = tuple((str(key), value) for key, value in entry.pop("answers"))
        record = Accepted(**entry, answers=answers)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    words = (record.digest, record.file, record.name, record.test)
    plain = all(isinstance(value, str | int | float | bool | list) for _, value in answers)
    return record if plain and all(isinstance(word, str) for word in words) else None


def largest() -> int:
    """Return how many bytes a table may have here: less where others share the computer."""
    return MOST_BYTES if shared() else MOST_BYTES_LARGE


@st.cache_resource(show_spinner=False)
def store() -> UploadStore:
    """Return the one store of this server."""
    return UploadStore()


@cache
def reader() -> Reader:
    """Return what reads files for this server, in processes of their own."""
    processes = Reader()
    atexit.register(processes.close)
    return processes


class _GoneError(DataError):
    """A file is not here any more; it may come again."""


def read(file: str, answers: str, test: str = "") -> Preview:
    """Return how far a kept file, and its test file, can be read with these answers (JSON)."""
    refusals, now = refused(), time.monotonic()
    for key in [key for key, (until, _) in refusals.copy().items() if until < now]:
        refusals.pop(key, None)  # others come and go meanwhile
    if refusal := refusals.get((file, answers, test)):
        return Preview(error=refusal[1])
    try:
        return readings().get(
            f"{file} {test} {answers}",
            lambda: _read(file, answers, test),
            saying="Reading the table…",
        )
    except (BusyError, _GoneError) as error:
        return Preview(error=str(error))
    except KselectError as error:
        refusals[file, answers, test] = (time.monotonic() + REFUSED_FOR, str(error))
        return Preview(error=str(error))


@st.cache_resource(show_spinner=False)
def readings() -> Shelf:
    """Return the tables that this server has read and keeps for the next page."""
    return Shelf(MOST_READ)


@st.cache_resource(show_spinner=False)
def refused() -> dict[tuple[str, str, str], tuple[float, str]]:
    """Return what was refused a moment ago, by file, answers and test file: until when, and why."""
    return {}


def _read(file: str, answers: str, test: str) -> Preview:
    """Return what `read` returns; what is refused raises and is not kept."""
    content, beside = _content(file), _content(test) if test else None
    options = {
        key: tuple(v) if isinstance(v, list) else v for key, v in json.loads(answers).items()
    }
    name = called(store().name(file))
    with away():
        return reader().preview(content, name=name, test=beside, **options)


def _content(file: str) -> bytes:
    content = store().content(file)
    if content is None:
        raise _GoneError("The file is not on this computer any more. Upload it again.")
    return content


def called(name: str) -> str:
    """Return what the data set of a file is called: the file's name without folder and suffix."""
    last = re.split(r"[\\/]", name)[-1]
    return last.removesuffix(".gz").rpartition(".")[0] or last or "table"


def opened(record: Accepted) -> Preview:
    """Return an accepted table as it is read now."""
    return read(record.file, json.dumps(dict(record.answers)), record.test)


def stored(digest: str) -> Dataset | None:
    """Return the own table with this digest; None for bundled sets and tables that are gone."""
    record = store().accepted(digest) if digest else None
    dataset = opened(record).dataset if record else None
    return dataset if dataset is not None and dataset.digest == digest else None
