"""From bytes to text: what kind of file it is, packed or not, in which encoding."""

import codecs
import re
from typing import NamedTuple

from kselect_core.data.formats.packing import GZIP, gunzipped, refuse_too_many_bytes
from kselect_core.data.formats.strangers import refuse_other_binary, refuse_other_text
from kselect_core.data.text.lines import line_at, refuse_other_ends, with_single_ends
from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError, Question, QuestionError

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSES = ("cp1252", "latin-1", "iso8859-15", "mac-roman", "cp1251")
_SAMPLE = 4096  # bytes looked at to recognise an encoding
_ALSO_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x1f\x7f]")


class Decoded(NamedTuple):
    """Text, the name of its encoding and what was done."""

    text: str
    encoding: str
    findings: tuple[Finding, ...]


def decoded(content: bytes, encoding: str | None = None, *, kind: str = "text") -> Decoded:
    """Return the text of a file; refuse what is no text, ask where the encoding is open.

    What is no table of cells is refused too, unless it has been told to be of another ``kind``.
    """
    findings: list[Finding] = []
    refuse_too_many_bytes(len(content))
    if content.startswith(GZIP):
        content, unpacking = gunzipped(content)
        findings += unpacking
    if not content:
        raise DataError("The file is empty (0 bytes).")
    refuse_other_binary(content)
    text, name = _text(content, encoding)
    if name != "utf-8":
        findings.append(Finding("fixed", f"The text encoding is {name}."))
    _refuse_nul(text)
    if not text.strip():
        raise DataError("The file holds only blank lines.")
    refuse_other_ends(text)
    if kind == "text":
        refuse_other_text(text)
    text, mended = with_single_ends(text)
    return Decoded(text, name, (*findings, *mended))


def _text(content: bytes, encoding: str | None) -> tuple[str, str]:
    for mark, name in _BOMS:
        if encoding is None and content.startswith(mark):
            return _strictly(content, name), name
    if encoding is not None:
        return _strictly(content, encoding), encoding
    _refuse_or_ask_nuls(content)
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        raise _not_utf8(content, error) from error


def _strictly(content: bytes, encoding: str) -> str:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = line_at(content, error.start)
        raise DataError(
            f"The file is not {encoding} text: byte {error.start + 1} (line {line}) cannot be read."
        ) from error
    return text.removeprefix("\ufeff")


def _refuse_or_ask_nuls(content: bytes) -> None:
    sample = content[: _SAMPLE // 4 * 4]
    if 0 not in sample:
        return
    zeros = [sample[k::4].count(0) / max(1, len(sample[k::4])) for k in range(4)]
    empty = [share > 0.5 for share in zeros]  # noqa: PLR2004
    names = {
        (False, True, False, True): "utf-16-le",
        (True, False, True, False): "utf-16-be",
        (False, True, True, True): "utf-32-le",
        (True, True, True, False): "utf-32-be",
    }
    guess = names.get((empty[0], empty[1], empty[2], empty[3]))
    if guess is None and all(empty):
        raise DataError("The file consists of NUL bytes; this is not a text file.")
    if guess is not None:
        text = f"Many bytes are NUL: the file looks like {guess} text without its mark."
        raise QuestionError([Question("encoding", text, (guess,), guess)])


def _not_utf8(content: bytes, error: UnicodeDecodeError) -> DataError:
    line = line_at(content, error.start)
    if len(_ALSO_CONTROL.findall(content[:_SAMPLE])) > len(content[:_SAMPLE]) / 100:
        return DataError(
            f"This is not a text file (first unreadable byte: {error.start + 1}). Save the table "
            "as CSV with the program that made it."
        )
    place = f"byte {error.start + 1} (line {line})"
    if _has_multibyte(content):
        return DataError(
            f"The file mixes encodings: it holds UTF-8 letters, but {place} is not UTF-8. Save it "
            "in one encoding, or name the one to use for all of it (encoding=…)."
        )
    piece = content[max(0, error.start - 20) : error.start + 20].splitlines()
    shown = max(piece, key=len).decode("cp1252", errors="replace")
    text = f"The file is not UTF-8 at {place}; as Windows-1252 that reads “{shown.strip()}”."
    return QuestionError([Question("encoding", text, _GUESSES, "cp1252")])


def _has_multibyte(content: bytes) -> bool:
    text = content.decode("utf-8", errors="ignore")
    return not text.isascii()


def _refuse_nul(text: str) -> None:
    place = text.find("\0")
    if place >= 0:
        line = line_at(text[:place].encode("utf-8", "replace"), place)
        raise DataError(f"Line {line} holds a NUL character; the file is damaged or no text.")
