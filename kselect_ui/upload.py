"""Tables people bring: kept by the SHA-256 of their bytes, so that a reload finds them again.

    uploads/<sha256>.table     the bytes as they came
            <sha256>.name      what the file was called (shown, never used as a path)
            <digest>.accepted  JSON: the data set with this digest is that file, read like this

The oldest files go when the folder grows beyond its bound. Where nothing can be written, memory
holds the bytes until the program ends.
"""

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from threading import RLock

import streamlit as st

from kselect_core.data import Dataset
from kselect_core.data.limits import MOST_BYTES as LARGEST
from kselect_core.data.preview import Preview, preview
from kselect_core.errors import DataError, StorageError
from kselect_core.results.runs import home, write_atomically

SHORTEST = 8  # digits of a digest that may stand for it
BOUND = 500 * 2**20  # bytes of all files together
IN_MEMORY = 100 * 2**20  # bytes held where nothing can be written
Answer = str | int | float | bool | list[str]
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Accepted:
    """A data set made from an uploaded file: which file, called what, read with which answers."""

    digest: str
    file: str
    name: str
    answers: tuple[tuple[str, Answer], ...] = ()


class UploadStore:
    """Files by the digest of their content."""

    def __init__(
        self, folder: Callable[[], Path] = lambda: home() / "uploads", bound: int = BOUND
    ) -> None:
        self._folder = folder
        self._bound = bound
        self._memory: OrderedDict[str, bytes] = OrderedDict()
        self._lock = RLock()

    def keep(self, content: bytes, name: str) -> str:
        """Keep a file; returns the SHA-256 of its content."""
        if len(content) > LARGEST:
            raise DataError(
                f"The file has {len(content) / 1e6:.0f} MB; at most {LARGEST / 1e6:.0f} MB can be "
                "read here. Take a sample of its rows."
            )
        digest = sha256(content).hexdigest()
        self._write(f"{digest}.table", content)
        self._write(f"{digest}.name", name[:200].encode())
        self._trim(spared=digest)
        return digest

    def content(self, digest: str) -> bytes | None:
        """Return the bytes of a file; None if it is not here."""
        return self._read(f"{digest}.table") if _DIGEST.fullmatch(digest) else None

    def name(self, digest: str) -> str:
        """Return what a file was called when it came."""
        return (self._read(f"{digest}.name") or b"table").decode(errors="replace")

    def find(self, start: str) -> str | None:
        """Return the one file whose digest starts like this; None if there is none."""
        found = {name[:64] for name in self._names() if name.endswith(".table")}
        match = [digest for digest in found if len(start) >= SHORTEST and digest.startswith(start)]
        return match[0] if len(match) == 1 else None

    def accept(self, record: Accepted) -> None:
        """Remember that a data set is made from a file, so that its digest finds it."""
        self._write(f"{record.digest}.accepted", json.dumps(asdict(record)).encode())

    def accepted(self, digest: str) -> Accepted | None:
        """Return how a data set is made; None if nobody accepted it or its file is gone."""
        raw = self._read(f"{digest}.accepted") if _DIGEST.fullmatch(digest) else None
        if raw is None:
            return None
        try:
            known = json.loads(raw)
            answers = tuple((str(key), value) for key, value in known.pop("answers"))
            record = Accepted(**known, answers=answers)
        except (ValueError, TypeError, KeyError):
            return None
        return record if self._has(f"{record.file}.table") else None

    def accepted_as(self, start: str) -> Accepted | None:
        """Return the one accepted data set whose digest starts like this; None if there is none."""
        digests = [name[:64] for name in self._names() if name.endswith(".accepted")]
        match = [d for d in digests if len(start) >= SHORTEST and d.startswith(start)]
        return self.accepted(match[0]) if len(match) == 1 else None

    def every_accepted(self) -> tuple[Accepted, ...]:
        """Return all data sets made from files that are still here, by name."""
        digests = [name[:64] for name in self._names() if name.endswith(".accepted")]
        records = [record for digest in digests if (record := self.accepted(digest))]
        return tuple(sorted(records, key=lambda record: (record.name, record.digest)))

    def _write(self, name: str, content: bytes) -> None:
        path = self._folder() / name
        try:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StorageError(str(error)) from error
            write_atomically(path, lambda temporary: temporary.write_bytes(content))
        except StorageError:
            with self._lock:
                self._memory[name] = content
                while sum(map(len, self._memory.values())) > IN_MEMORY and len(self._memory) > 1:
                    self._memory.popitem(last=False)

    def _read(self, name: str) -> bytes | None:
        try:
            return (self._folder() / name).read_bytes()
        except OSError:
            with self._lock:
                return self._memory.get(name)

    def _has(self, name: str) -> bool:
        with self._lock:
            return name in self._memory or (self._folder() / name).is_file()

    def _names(self) -> list[str]:
        try:
            found = [path.name for path in self._folder().iterdir() if path.name[0] != "."]
        except OSError:
            found = []
        with self._lock:
            return sorted({*found, *self._memory})

    def _trim(self, spared: str) -> None:
        """Remove the files that came longest ago until the rest fits the bound."""
        try:
            tables = [
                (p.stat().st_mtime, p.stat().st_size, p) for p in self._folder().glob("*.table")
            ]
        except OSError:
            return
        excess = sum(size for _, size, _ in tables) - self._bound
        for _, size, path in sorted(tables):
            if excess <= 0:
                return
            if path.stem != spared:
                path.unlink(missing_ok=True)
                path.with_suffix(".name").unlink(missing_ok=True)
                excess -= size


@st.cache_resource(show_spinner=False)
def store() -> UploadStore:
    """Return the one store of this server."""
    return UploadStore()


@st.cache_resource(max_entries=32, show_spinner="Reading the table…")
def read(file: str, answers: str) -> Preview:
    """Return how far a kept file can be read with these answers (JSON), once for both."""
    content = store().content(file)
    if content is None:
        return Preview(error="The file is not on this computer any more. Upload it again.")
    options = {
        key: tuple(v) if isinstance(v, list) else v for key, v in json.loads(answers).items()
    }
    return preview(content, name=called(store().name(file)), **options)


def called(name: str) -> str:
    """Return what the data set of a file is called: the file's name without folder and suffix."""
    last = re.split(r"[\\/]", name)[-1]
    return last.removesuffix(".gz").rpartition(".")[0] or last or "table"


def stored(digest: str) -> Dataset | None:
    """Return the own table with this digest; None for bundled sets and tables that are gone."""
    record = store().accepted(digest) if digest else None
    return read(record.file, json.dumps(dict(record.answers))).dataset if record else None
