"""Which format a file has, by its content; its name says nothing."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Literal

Format = Literal["text", "svmlight", "arff", "parquet", "npy", "npz"]

_MAGIC: tuple[tuple[bytes, Format], ...] = (
    (b"PAR1", "parquet"),
    (b"\x93NUMPY", "npy"),
    (b"PK\x03\x04", "npz"),  # any other archive was unpacked or refused before
)
_MARKS = b"\xef\xbb\xbf\xff\xfe\x00"  # byte order marks; with NULs gone, UTF-16 reads like ASCII
_KEYWORDS = (b"@relation", b"@attribute", b"@data")
_BYTES = 1_000_000  # comments may be long
_LINE = 100_000  # bytes of a line that are looked at
_LINES = 20  # data lines that decide
_PAIR = re.compile(rb"(?:[-+]?[0-9]{1,20}|qid):[^\s:,;]{1,400}")
_LABEL = re.compile(rb"[\w.+-]{1,400}(?:,[0-9.eE+-]{1,40}){0,100}")  # no two ways to match


def kind_of(content: bytes) -> Format:
    """Return the format of an unpacked file: text unless its first bytes say otherwise."""
    for mark, kind in _MAGIC:
        if content.startswith(mark):
            return kind
    start = content[:_BYTES].replace(b"\0", b"").lstrip(_MARKS)
    first = next(_lines(start, comment=b"%"), b"").lower()
    if first.startswith(_KEYWORDS):
        return "arff"
    return "svmlight" if _is_svmlight(start) else "text"


def _lines(start: bytes, *, comment: bytes) -> Iterator[bytes]:
    """Return the lines that are neither blank nor a comment, without blanks around them."""
    place = 0
    start = start.replace(b"\r", b"\n")
    while place < len(start):
        end = start.find(b"\n", place)
        end = len(start) if end < 0 else end
        line = start[place : min(end, place + _LINE)].strip()
        if line and not line.startswith(comment):
            yield line
        place = end + 1


def _is_svmlight(start: bytes) -> bool:
    """Return whether most of the first data lines are a label and pairs like ``3:0.5``.

    A row of zeros is a label alone: most lines may be that if all the others hold pairs.
    """
    lines = list(islice(_lines(start, comment=b"#"), _LINES))
    fitting = [_pairs(line.split(b"#", 1)[0].split()) for line in lines]
    pairs = sum(1 for count in fitting if count > 0)
    fit = sum(count >= 0 for count in fitting)
    return pairs > 0 and (fit == len(lines) or (2 * pairs >= len(lines) and 2 * fit > len(lines)))


def _pairs(words: list[bytes]) -> int:
    """Return how many pairs a line holds, −1 if it is no label with pairs."""
    if not words or not _LABEL.fullmatch(words[0]):
        return -1
    return len(words) - 1 if all(map(_PAIR.fullmatch, words[1:])) else -1
