"""Where kselect keeps files, and how it writes one: all of it, or nothing."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pyarrow as pa

from kselect_core.errors import StorageError, shortened

LONGEST = 1000
"""Characters of the path of kselect's folder; some systems take no more than 1024 bytes."""

SHOWN = 200
"""Characters of a path in a message."""


def home() -> Path:
    """Folder of everything kselect keeps: ``KSELECT_HOME``, else the user's data folder."""
    chosen = os.environ.get("KSELECT_HOME", "")
    if chosen:
        return _chosen_folder(chosen)
    return Path(platformdirs.user_data_dir("kselect", appauthor=False))


def _chosen_folder(chosen: str) -> Path:
    if len(chosen) > LONGEST:
        raise StorageError(
            f"KSELECT_HOME has {len(chosen)} characters ({shortened(chosen)}); the path of a "
            f"folder has at most {LONGEST}. Name another folder."
        )
    if not chosen.isprintable():
        raise StorageError(
            f"KSELECT_HOME is {shortened(chosen)}: a path has no line breaks or other signs that "
            "cannot be printed. Name another folder."
        )
    try:
        return Path(chosen).expanduser()
    except RuntimeError as error:  # ~ and a name that nobody has
        raise StorageError(
            f"KSELECT_HOME is {shortened(chosen)}, and no user has that name. Name another folder."
        ) from error


def shown(path: Path) -> str:
    """Return a path as it fits a message: of a very long one the beginning."""
    text = str(path)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def write_named(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file that somebody named: as `write_atomically`, in other words where it fails."""
    write_atomically(path, write, refusal=not_written)


def not_written(path: Path, error: Exception) -> StorageError:
    """Return what to say when a file that somebody named cannot be written."""
    return StorageError(
        f"{shown(path)} cannot be written ({cause(error)}). Make the folder, make room there, or "
        "name another file."
    )


def write_atomically(
    path: Path,
    write: Callable[[Path], object],
    *,
    refusal: Callable[[Path, Exception], StorageError] | None = None,
) -> None:
    """Let ``write`` fill a temporary file, flush it to the disk and rename it to ``path``.

    ``refusal`` says what could not be done, where it is not one of kselect's own files.
    """
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
        raise (refusal or refused)(path, error) from error


def refused(path: Path, error: Exception) -> StorageError:
    """Return what to say when nothing can be written to a path."""
    return StorageError(
        f"Nothing can be kept in {shown(path.parent)} ({cause(error)}). Results stay in memory "
        "until the program ends; make room there or let KSELECT_HOME name another folder."
    )


def cause(error: Exception) -> str:
    """Return in a few words, without a path, why something cannot be read or written."""
    number = getattr(error, "errno", None)
    if isinstance(number, int):
        return os.strerror(number)
    return str(error).splitlines()[0][:120] if str(error) else "unreadable"
