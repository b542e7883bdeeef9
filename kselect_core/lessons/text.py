"""The text of a lesson in parts, each with its line in the file: head, steps, answers."""

import re
import tomllib
from dataclasses import dataclass
from typing import Any

from kselect_core.errors import KselectError, shortened

FENCE, CODE = "+++", "```"
ANSWER = "## Answer"
MOST_LINES, LONGEST_LINE = 3_000, 4_000
_LINE = re.compile(r"at line (\d+)")


class LessonError(KselectError):
    """A fault in the file of a lesson; the message begins with the file and the line."""

    def __init__(self, name: str, line: int, words: str) -> None:
        super().__init__(f"{name}, line {line}: {words}")
        self.line = line


@dataclass(frozen=True)
class Part:
    """A step as it is written: its settings, and its texts; lines count from 1."""

    title: str
    line: int
    settings: dict[str, Any]
    settings_line: int
    text: str
    answer: str


@dataclass(frozen=True)
class Written:
    """A file in parts: the settings of the lesson, and its steps."""

    name: str
    head: dict[str, Any]
    parts: tuple[Part, ...]
    lines: tuple[str, ...]

    def setting(self, name: str, start: int) -> int:
        """Return the line of a setting in the table that begins at ``start``; else ``start``."""
        for number, line in enumerate(self.lines[start:], start=start + 1):
            if line.strip() == FENCE:
                break
            if line.partition("=")[0].strip() == name:
                return number
        return start

    def line_of(self, words: str, start: int = 1) -> int:
        """Return the first line from ``start`` on that has these words; ``start`` if none has."""
        for number, line in enumerate(self.lines[start - 1 :], start=start):
            if words in line:
                return number
        return start


def parts_of(text: str, name: str, *, steps: bool = True) -> Written:
    """Split the text of a lesson; raises LessonError with the line of a fault.

    Without ``steps`` a lesson may have none.
    """
    lines = text.replace("\r\n", "\n").lstrip("\ufeff").split("\n")
    if len(lines) > MOST_LINES:
        raise LessonError(name, MOST_LINES, f"a lesson has at most {MOST_LINES} lines.")
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise LessonError(name, number, f"a line has at most {LONGEST_LINE} characters.")
    start = next((k for k, line in enumerate(lines) if line.strip()), 0)
    if lines[start].strip() != FENCE:
        words = f"a lesson begins with its settings between two lines {FENCE}"
        raise LessonError(name, start + 1, f"{words}, got {shortened(lines[start])}.")
    head, at = _settings(lines, start, name)
    parts = []
    titles = _titles(lines, at)
    before = [k for k in range(at, titles[0] if titles else len(lines)) if lines[k].strip()]
    if before:
        raise LessonError(name, before[0] + 1, "there is text before the first step, `# Title`.")
    if not titles and steps:
        raise LessonError(name, at, "there is no step; each begins with a line `# Title`.")
    for first, last in zip(titles, [*titles[1:], len(lines)][: len(titles)], strict=True):
        parts.append(_part(lines[:last], first, name))
    return Written(name, head, tuple(parts), tuple(lines))


def _titles(lines: list[str], start: int) -> list[int]:
    """Return the lines where steps begin; in settings or code such a line is a comment."""
    titles: list[int] = []
    end, is_first = "", False  # what ends settings or code, and whether a title was just before
    for number, line in enumerate(map(str.strip, lines[start:]), start=start):
        if end:
            end = "" if line == end else end
        elif line.startswith(CODE) or (line == FENCE and is_first):
            end = line[:3]
        elif lines[number].startswith("# "):
            titles.append(number)
        is_first = lines[number].startswith("# ") or (is_first and not line)
    return titles


def _part(lines: list[str], first: int, name: str) -> Part:
    """Return the step that begins at a line and ends where ``lines`` end."""
    settings: dict[str, Any] = {}
    at = next((k for k in range(first + 1, len(lines)) if lines[k].strip()), len(lines))
    where = at
    if at < len(lines) and lines[at].strip() == FENCE:
        settings, at = _settings(lines, at, name)
    body = lines[at:]
    cut = next((k for k, line in enumerate(body) if line.strip() == ANSWER), len(body))
    return Part(
        title=lines[first].removeprefix("# ").strip(),
        line=first + 1,
        settings=settings,
        settings_line=where + 1,
        text="\n".join(body[:cut]).strip(),
        answer="\n".join(body[cut + 1 :]).strip(),
    )


def _settings(lines: list[str], start: int, name: str) -> tuple[dict[str, Any], int]:
    """Return the table between two fences, and the number of lines up to its end."""
    end = next((k for k in range(start + 1, len(lines)) if lines[k].strip() == FENCE), 0)
    if not end:
        raise LessonError(name, start + 1, f"the settings that begin here have no second {FENCE}.")
    try:
        return tomllib.loads("\n".join(lines[start + 1 : end])), end + 1
    except tomllib.TOMLDecodeError as error:
        match = _LINE.search(str(error))
        line = start + 1 + int(match[1]) if match else end
        words = _LINE.sub("here", str(error)).replace("(here, column", "(column")
        raise LessonError(name, line, f"this is not TOML: {words}.") from error
