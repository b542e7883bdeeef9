"""From a name or a path to the bytes of a file, without ever opening anything but a file."""

import os
import re
import stat
from pathlib import Path

from kselect_core.data.words.limits import MOST_BYTES_LARGE
from kselect_core.errors import DataError, shortened

FOLDER_VARIABLE = "KSELECT_DATA"  # a folder of tables that are loaded by their bare names
SUFFIXES = (".csv", ".csv.gz")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/?/")
_BARE = re.compile(r"[\w-][\w.-]*")


def extra_tables() -> dict[str, Path]:
    """Return the tables in the folder named by KSELECT_DATA, by their bare names."""
    folder = os.environ.get(FOLDER_VARIABLE, "")
    if not folder or about_extra_folder():
        return {}
    return {
        path.name.removesuffix(suffix): path
        for suffix in SUFFIXES
        for path in sorted(Path(folder).glob(f"*{suffix}"))
        if path.is_file()
    }


def about_extra_folder() -> str:
    """Return what is wrong with KSELECT_DATA in a sentence, "" if it names a folder or nothing."""
    folder = os.environ.get(FOLDER_VARIABLE, "")
    if not folder or _is_folder(Path(folder)):
        return ""
    return f"{FOLDER_VARIABLE} must name one folder of tables; {shortened(folder)} is none."


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # the name is too long, or a folder on the way may not be entered
        return False


def is_bare_name(text: str) -> bool:
    """Return whether a text is a name and not a path: one word without a suffix."""
    return bool(_BARE.fullmatch(text)) and not Path(text).suffix and not exists(Path(text))


def exists(path: Path) -> bool:
    """Return whether something of that name is there; no for what cannot be a name."""
    try:
        return path.exists()
    except OSError:  # the name is too long, or a folder on the way may not be entered
        return False


def file_content(path: Path) -> bytes:
    """Return the bytes of a regular file within the size limit."""
    if _ADDRESS.match(str(path)):
        address = re.sub(":/+", "://", str(path), count=1)[:80]  # a path has lost one slash
        raise DataError(f"Addresses are not opened: {address!r}. Download the file first.")
    if "\0" in str(path):
        raise DataError(f"{_shown(path)} cannot exist: its name holds a NUL character.")
    try:
        kind = path.lstat()
        _refuse_unless_small_file(path, kind)
        with path.open("rb") as file:
            content = file.read(kind.st_size + 1)
    except OSError as error:
        raise DataError(f"{_shown(path)} cannot be read: {error.strerror or error}.") from error
    if len(content) != kind.st_size:
        raise DataError(f"{_shown(path)} changed while it was read; try again when it is complete.")
    return content


def _refuse_unless_small_file(path: Path, kind: os.stat_result) -> None:
    if not stat.S_ISREG(kind.st_mode):
        raise DataError(f"{_shown(path)} is not a regular file but {_kind(kind.st_mode)}.")
    if kind.st_size > MOST_BYTES_LARGE:
        raise DataError(
            f"{_shown(path)} has {kind.st_size / 1e6:.1f} MB; the limit is "
            f"{MOST_BYTES_LARGE / 1e6:.0f} MB. Leave out rows or columns."
        )


def _shown(path: Path) -> str:
    return f"The file {str(path)[-80:]!r}"


def _kind(mode: int) -> str:
    names = {
        stat.S_IFDIR: "a folder",
        stat.S_IFLNK: "a symbolic link; give the path of the file itself",
        stat.S_IFIFO: "a pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return names.get(stat.S_IFMT(mode), "something else")
