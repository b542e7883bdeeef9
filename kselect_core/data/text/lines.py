"""Where the lines of a text end: at a line feed, a carriage return, or both, and nowhere else.

``str.splitlines`` ends a line at eight other characters too, which stand in comments and cells.
"""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Final

from kselect_core.data.words.findings import Finding
from kselect_core.errors import DataError

INNER_MARKS: Final = "\x1c\x1d\x1e\x85\u2028\u2029"  # some programs end a line there
_AT_ONCE: Final = 1 << 16  # characters that are cut into lines together
_OTHER_ENDS: Final = "\x0b\x0c" + INNER_MARKS
_DOUBLED: Final = re.compile(r"\r{2,}\n")
_QUOTED: Final = re.compile(r'"[^"]*"')


def lines_of(text: str) -> Iterator[str]:
    """Return the lines of a text one by one, each with its end."""
    begin = 0
    while begin < len(text):  # piece by piece: most callers want the first lines only
        end = text.find("\n", begin + _AT_ONCE) + 1 or len(text)
        yield from StringIO(text[begin:end], newline="")
        begin = end


def plain_lines(text: str) -> list[str]:
    """Return all lines of a text, without their ends."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def line_at(content: bytes, place: int) -> int:
    """Return the number of the line that holds a byte, counted from 1; NULs do not matter."""
    before = content[:place].replace(b"\0", b"").replace(b"\r\n", b"\n")
    return before.count(b"\n") + before.count(b"\r") + 1


def top_line(text: str) -> str:
    """Return the first line of a text without its end."""
    places = (text.find("\n"), text.find("\r"))
    return text[: min((place for place in places if place >= 0), default=len(text))]


def with_single_ends(text: str) -> tuple[str, list[Finding]]:
    """Return a text whose lines end once where they ended in several carriage returns and a feed.

    Programs write that when they turn line ends into those of Windows twice.
    """
    if "\r\r\n" not in text:
        return text, []
    mended = _DOUBLED.sub("\r\n", text)
    return mended, [Finding("fixed", "Lines end with a doubled carriage return; taken as one end.")]


def refuse_other_ends(text: str) -> None:
    """Refuse a text of one line that has other characters where its lines should end."""
    line = top_line(text)
    if text[len(line) :].strip():
        return
    mark = max(_OTHER_ENDS, key=line.count)
    if line.count(mark) > 1:
        raise DataError(
            f"The file is a single line with {line.count(mark):,} characters U+{ord(mark):04X}, "
            "where lines end for some programs only. Put plain line ends in their place."
        )


def most_lines(text: str) -> int:
    """Return how many lines a text has at most, those within quoted cells left out."""
    text = _QUOTED.sub("", text) if '"' in text else text
    return max(text.count("\n"), text.count("\r"))


def about_line_ends(text: str) -> list[Finding]:
    """Return what is said where lines end in unusual ways; ends in quoted cells are no ends."""
    text = _QUOTED.sub("", text) if '"' in text and "\r" in text else text
    kinds = {"\r\n": text.count("\r\n")}
    kinds["\r"] = text.count("\r") - kinds["\r\n"]
    kinds["\n"] = text.count("\n") - kinds["\r\n"]
    used = [kind for kind, count in kinds.items() if count]
    if len(used) > 1:
        return [Finding("fixed", "Lines end in different ways; each was taken as an end.")]
    if used == ["\r"]:
        return [Finding("fixed", "Lines end with a carriage return only.")]
    return []
