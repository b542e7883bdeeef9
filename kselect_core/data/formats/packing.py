"""Packed files: gzip and ZIP are unpacked in memory, under limits; nothing is ever written."""

import struct
import zipfile
import zlib
from io import BytesIO
from pathlib import PurePosixPath

from kselect_core.data.words.findings import Finding, counted
from kselect_core.data.words.limits import (
    MOST_BYTES,
    MOST_BYTES_LARGE,
    MOST_BYTES_UNPACKED,
    MOST_EXPANSION,
    MOST_MEMBERS,
)
from kselect_core.data.words.table_options import TableOptions
from kselect_core.errors import DataError, Question, QuestionError, UnknownNameError, shortened

LARGE = ("parquet", "text")  # read a column or some rows at a time
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
_ENTRY = b"PK\x01\x02"  # begins every entry of an archive's directory
_NUMPY = b"\x93NUMPY"
_PACKED = {
    GZIP: "gzip",
    ZIP: "ZIP",
    _EMPTY_ZIP: "ZIP",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "Zstandard",
}
_DOCUMENTS = (
    ("xl/", "an Excel workbook; save the sheet as CSV"),
    ("word/", "a word-processor document; save its table as CSV"),
    ("ppt/", "a presentation; save its table as CSV"),
    ("META-INF/manifest.xml", "an OpenDocument file (ODS, ODT) or program; save the sheet as CSV"),
)
_BESIDE = frozenset((
    ".md", ".rst", ".pdf", ".html", ".htm", ".xml", ".json", ".png", ".jpg", ".jpeg", ".gif",
    ".svg", ".py", ".r", ".m", ".ipynb", ".docx", ".doc", ".bib", ".tex",
))  # fmt: skip
_BESIDE_NAMES = frozenset((".ds_store", "thumbs.db", "desktop.ini"))
_BESIDE_WORDS = frozenset(("readme", "license", "licence", "copying", "changelog"))
_ENCRYPTED = 0x1
_WAYS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_SHOWN = 50
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError,
    OverflowError, KeyError, IndexError,
)  # fmt: skip


def unpacked(content: bytes, options: TableOptions) -> tuple[bytes, tuple[Finding, ...]]:
    """Return the table inside a gzip or ZIP file with a finding; any other file as it is.

    NumPy's ``.npz`` is a ZIP file too, of arrays; it is left to its own reader.
    """
    refuse_too_many_bytes(len(content))
    if content.startswith(GZIP):
        return gunzipped(content)
    if content.startswith(_EMPTY_ZIP):
        raise DataError("The ZIP file is empty.")
    if content.startswith(ZIP):
        return _from_archive(content, options)
    if options.member is not None:
        raise DataError(
            f"The file is no archive, so there is no member {shortened(options.member)} in it. "
            "Leave out member=…."
        )
    return content, ()


def refuse_too_many_bytes(count: int, kind: str = "") -> None:
    """Return if a file as it was given is small enough, as far as is known what it is."""
    most = MOST_BYTES_LARGE if kind in ("", *LARGE) else MOST_BYTES
    if count > most:
        raise DataError(
            f"The file has {count / 1e6:.1f} MB; the limit is {MOST_BYTES_LARGE / 1e6:.0f} MB for "
            f"Parquet and CSV, {MOST_BYTES / 1e6:.0f} MB for others. Leave out rows or columns."
        )


def gunzipped(content: bytes) -> tuple[bytes, tuple[Finding, ...]]:
    """Return what a gzip file holds; it stops at the limit, whatever the file claims."""
    limit = unpacked_limit(len(content))
    machine = zlib.decompressobj(wbits=31)
    try:
        result = machine.decompress(content, limit + 1)
    except zlib.error as error:
        raise DataError("The file begins like gzip but cannot be unpacked: damaged.") from error
    if len(result) > limit:
        raise _too_large("the file", limit)
    if not machine.eof or machine.unused_data.strip(b"\0"):
        raise DataError("The gzip file is cut off or holds more than one part; unpack it first.")
    _refuse_nested(result, "gzip")
    return result, (Finding("fixed", "The file is gzip-compressed; it was unpacked."),)


def unpacked_limit(packed: int) -> int:
    """Return how many bytes may come out of so many packed ones."""
    return min(MOST_BYTES_UNPACKED, MOST_EXPANSION * packed)


def members_of(content: bytes) -> tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]:
    """Return an archive in memory and its files, after the checks that need no unpacking."""
    if content.count(_ENTRY) > MOST_MEMBERS:
        raise DataError(f"The ZIP file holds more than {MOST_MEMBERS:,} files. Give one table.")
    try:
        archive = zipfile.ZipFile(BytesIO(content))
    except (*_BROKEN, NotImplementedError) as error:
        raise DataError("The file begins like ZIP but is damaged or cut off.") from error
    names = [info.filename for info in archive.infolist()]
    _refuse_documents(names)
    for name in names:
        _refuse_way_out(name)
    files = [info for info in archive.infolist() if not info.is_dir()]
    if not files:
        raise DataError("The ZIP file is empty.")
    return archive, files


def member_content(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Return the bytes of one member within the limits, by what it claims and by what it is."""
    what = f"the member {shortened(info.filename)} of the ZIP file"
    limit = unpacked_limit(max(info.compress_size, 1))
    if info.flag_bits & _ENCRYPTED:
        raise DataError("The ZIP file has a password; unpack it first.")
    if info.compress_type not in _WAYS:
        raise DataError(
            f"{what[:1].upper()}{what[1:]} is packed in a rare way; pack it again or unpack it."
        )
    if info.file_size > limit:
        raise _too_large(what, limit)
    try:
        with archive.open(info) as file:
            result = file.read(limit + 1)
    except _BROKEN as error:
        raise DataError(
            f"{what[:1].upper()}{what[1:]} is damaged: it cannot be unpacked."
        ) from error
    if len(result) > limit:
        raise _too_large(what, limit)
    if len(result) != info.file_size:
        raise DataError(
            f"{what[:1].upper()}{what[1:]} is damaged: it has another length than it says."
        )
    return result


def member_start(archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: int) -> bytes:
    """Return the first bytes of a member, none of one that is packed in a rare way."""
    if info.compress_type not in _WAYS:
        return b""
    try:
        with archive.open(info) as file:
            return file.read(count)
    except _BROKEN as error:
        what = f"The member {shortened(info.filename)} of the ZIP file"
        raise DataError(f"{what} is damaged: it cannot be unpacked.") from error


def _from_archive(content: bytes, options: TableOptions) -> tuple[bytes, tuple[Finding, ...]]:
    archive, files = members_of(content)
    if any(info.flag_bits & _ENCRYPTED for info in files):
        raise DataError("The ZIP file has a password; unpack it first.")
    if all(member_start(archive, info, len(_NUMPY)) == _NUMPY for info in files):
        return content, ()
    tables = [info for info in files if not _is_beside(info.filename)]
    chosen = _chosen(tables, [info.filename for info in files], options.member)
    result = member_content(archive, chosen)
    _refuse_nested(result, "ZIP")
    text = f"The table {shortened(chosen.filename)} was taken out of the ZIP file."
    others = len(files) - 1
    if others:
        text += f" {counted(others, 'other file')} in it {'was' if others == 1 else 'were'} left."
    return result, (Finding("asked" if options.member is not None else "fixed", text),)


def _chosen(tables: list[zipfile.ZipInfo], names: list[str], member: str | None) -> zipfile.ZipInfo:
    by_name = {info.filename: info for info in tables}
    if len(by_name) < len(tables):
        raise DataError("The ZIP file holds several files of one name; unpack it first.")
    if member is not None:
        if member not in by_name:
            raise UnknownNameError("table in the ZIP file", member, list(by_name)[:_SHOWN])
        return by_name[member]
    if not tables:
        shown = ", ".join(map(shortened, names[:3]))
        raise DataError(f"The ZIP file holds no table, only {shown}. Give the table as CSV.")
    if len(tables) > 1:
        choices = tuple(list(by_name)[:_SHOWN])
        guess = max(choices, key=lambda name: by_name[name].file_size)
        text = f"The ZIP file holds {len(tables)} files. Which one is the table?"
        raise QuestionError([Question("member", text, choices, guess)])
    return tables[0]


def _is_beside(name: str) -> bool:
    """Return whether a member is no table by what everybody calls such files."""
    path = PurePosixPath(name)
    return (
        path.parts[0] == "__MACOSX"
        or path.suffix.lower() in _BESIDE
        or path.name.lower() in _BESIDE_NAMES
        or path.stem.lower() in _BESIDE_WORDS
    )


def _refuse_documents(names: list[str]) -> None:
    for start, what in _DOCUMENTS:
        if any(name.startswith(start) for name in names):
            raise DataError(f"This is no table of text but {what}.")


def _refuse_way_out(name: str) -> None:
    parts = name.replace("\\", "/").split("/")
    if not any(part.strip(" .") for part in parts) and ".." not in parts:
        raise DataError("The ZIP file holds a file without a name: damaged. Give the table itself.")
    if ".." in parts or name.startswith(("/", "\\")) or ":" in parts[0]:
        raise DataError(
            f"The ZIP file holds {shortened(name)}, a name that leads out of its folder. Such "
            "archives are not opened; give the table itself."
        )


def _refuse_nested(content: bytes, outer: str) -> None:
    for mark, inner in _PACKED.items():
        if content.startswith(mark):
            raise DataError(f"This is {inner} inside {outer}; unpack it first.")


def _too_large(what: str, limit: int) -> DataError:
    return DataError(
        f"Unpacked, {what} has more than {limit / 1e6:.1f} MB (limit: {MOST_EXPANSION} times "
        f"its packed size, at most {MOST_BYTES_UNPACKED / 1e6:.0f} MB). Give the unpacked table."
    )
