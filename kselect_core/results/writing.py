"""Where kselect keeps files, and how it writes one: all of it, or nothing."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pyarrow as pa

from kselect_core.errors import StorageError


def home() -> Path:
    """Folder of everything kselect keeps: ``KSELECT_HOME``, else the user's data folder."""
    chosen = os.environ.get("KSELECT_HOME", "")
    if chosen:
        return Path(chosen).expanduser()
    return Path(platformdirs.user_data_dir("kselect", appauthor=False))


def write_atomically(path: Path, write: Callable[[Path], object]) -> None:
    """Let ``write`` fill a temporary file, flush it to the disk and rename it to ``path``."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        temporary = Path(name)
        os.close(handle)
        write(temporary)
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(path)
    except (OSError, pa.ArrowException) as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise refused(path, error) from error


def refused(path: Path, error: Exception) -> StorageError:
    """Return what to say when nothing can be written to a path."""
    return StorageError(
        f"Nothing can be kept in {path.parent} ({cause(error)}). Results stay in memory until the "
        "program ends; make room there or let KSELECT_HOME name another folder."
    )


def cause(error: Exception) -> str:
    """Return in a few words, without a path, why something cannot be read or written."""
    number = getattr(error, "errno", None)
    if isinstance(number, int):
        return os.strerror(number)
    return str(error).splitlines()[0][:120] if str(error) else "unreadable"
