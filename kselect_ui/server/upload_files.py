"""The folder of what people bring; what cannot be written there is held in memory, and says so."""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from pathlib import Path
from threading import RLock

from kselect_core.errors import DataError, StorageError
from kselect_core.results.writing import cause, write_atomically

IN_MEMORY = 100 * 2**20  # bytes held where nothing can be written
TRY_AGAIN = 3.0  # seconds between two attempts to write what memory holds


class UploadFiles:
    """Files by name: in a folder, or in memory while the folder cannot be written."""

    def __init__(self, folder: Callable[[], Path], bound: int) -> None:
        self._folder = folder
        self._bound = bound
        self._memory: OrderedDict[str, bytes] = OrderedDict()
        self._reason = ""  # why something is only in memory
        self._tried = 0.0
        self._lock = RLock()

    def write(self, name: str, content: bytes, *, spared: Collection[str] = ()) -> None:
        """Keep a file; what begins like one of ``spared`` does not go to make room for it."""
        reason = self._written(name, content)
        with self._lock:
            if not reason:
                self._memory.pop(name, None)
                return
            self._reason = reason
            self._memory[name] = content
            self._make_room(name, {*spared, name[:64]})

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file; None if it is not here."""
        with self._lock:
            if name in self._memory:
                return self._memory[name]
        try:
            return (self._folder() / name).read_bytes()
        except OSError:
            return None

    def has(self, name: str) -> bool:
        """Whether a file is here."""
        with self._lock:
            return name in self._memory or (self._folder() / name).is_file()

    def names(self) -> list[str]:
        """Return the names of all files."""
        try:
            names = [path.name for path in self._folder().iterdir() if path.name[0] != "."]
        except OSError:
            names = []
        with self._lock:
            return sorted({*names, *self._memory})

    def unkept(self) -> str:
        """Return why something is only in memory; nothing once all of it could be written."""
        with self._lock:
            if self._memory and time.monotonic() - self._tried > TRY_AGAIN:
                self._tried = time.monotonic()
                for name in list(self._memory):
                    self._reason = self._written(name, self._memory[name])
                    if self._reason:
                        break
                    del self._memory[name]
            return self._reason if self._memory else ""

    def full(self, used: Collection[str]) -> bool:
        """Whether the tables that stay fill the folder alone."""
        sizes = [self._bytes(f"{digest}.table") for digest in used]
        return sum(sizes) >= self._bound

    def trim(self, *, spared: Collection[str]) -> None:
        """Remove the tables that came longest ago until the rest fits the bound."""
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
            if path.stem not in spared:
                for part in self._folder().glob(f"{path.stem}.*"):
                    if part.suffix != ".accepted":
                        part.unlink(missing_ok=True)
                excess -= size

    def _bytes(self, name: str) -> int:
        try:
            return (self._folder() / name).stat().st_size
        except OSError:
            return 0

    def _written(self, name: str, content: bytes) -> str:
        """Write a file into the folder; returns why not, if not."""
        path = self._folder() / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, lambda temporary: temporary.write_bytes(content))
        except OSError as error:
            return cause(error)
        except StorageError as error:
            return cause(error.__cause__ if isinstance(error.__cause__, Exception) else error)
        return ""

    def _make_room(self, name: str, spared: set[str]) -> None:
        """Forget what came longest ago and nobody uses; refuse the file if that is too little."""
        for old in list(self._memory):
            if self._size() <= IN_MEMORY:
                return
            if old[:64] not in spared:
                del self._memory[old]
        if self._size() > IN_MEMORY:
            del self._memory[name]
            raise DataError(
                f"This file cannot be kept: nothing can be written on the disk ({self._reason}) "
                "and the memory for tables is full. Make room on the disk and try again."
            )

    def _size(self) -> int:
        return sum(map(len, self._memory.values()))
