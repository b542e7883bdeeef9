"""What the command line says: errors, durations, tables of text, JSON."""

import json
import math
import textwrap
import traceback
import unicodedata
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import click

from kselect_core.errors import LONGEST_MESSAGE, SKIP_WORDS, bounded

WIDTH = 100
"""Columns of a terminal that tables keep to."""

GAP = "  "
FEWEST = 12
"""Columns that the last column of a table keeps at least; longer cells go on below."""

LONGEST_PARAGRAPH = 5 * LONGEST_MESSAGE
"""Characters of one paragraph, whatever it repeats."""


_OBEYED = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_HARMLESS = "\n\t\u200c\u200d"  # the last two belong to the spelling of many scripts and emoji


def say(text: str = "") -> None:
    """Print a line of results."""
    click.echo(harmless(text))


def whisper(text: str) -> None:
    """Print a line about the work, not its results: to the standard error."""
    click.echo(harmless(text), err=True)


def complain(text: str) -> None:
    """Print an error, which names an option of Python as that of the command."""
    words = text.replace(SKIP_WORDS, "(--set skip=…)")
    click.echo(harmless(bounded(f"kselect: {words}")), err=True)


def say_json(value: object) -> None:
    """Print a value as JSON; what is not a number is null."""
    text = json.dumps(plain(value), indent=1, ensure_ascii=False)
    click.echo("".join(json.dumps(c)[1:-1] if _is_obeyed(c) else c for c in text))


def harmless(text: str) -> str:
    """Return a text with codes in place of the letters that a terminal obeys or cannot write.

    File names, column names and cells are written by strangers; such letters clear the screen,
    rename the window or turn the direction of writing.
    """
    if text.isprintable():
        return text
    return "".join(ascii(c)[1:-1] if _is_obeyed(c) else c for c in text)


def _is_obeyed(letter: str) -> bool:
    return letter not in _HARMLESS and unicodedata.category(letter) in _OBEYED


def plain(value: Any) -> Any:  # noqa: ANN401 (JSON values)
    """Return a value made of what JSON knows."""
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool] = ()) -> str:
    """Text of a table with aligned columns; numbers stand on the right, long last cells wrap."""
    numeric = tuple(numeric) or (False,) * len(heads)
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    room = max(FEWEST, WIDTH - sum(widths[:-1]) - len(GAP) * (len(widths) - 1))
    lines = []
    for row in (heads, ["─" * min(width, WIDTH) for width in widths], *rows):
        cells = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        start = GAP.join(cells[:-1]) + (GAP if len(cells) > 1 else "")
        rule = row[-1].startswith("─")
        last = (
            [row[-1][:room]]
            if rule
            else textwrap.wrap(row[-1], room, break_on_hyphens=False) or [""]
        )
        if numeric[-1] and len(last) == 1:
            last = [last[0].rjust(min(room, widths[-1]))]
        lines += [(start + last[0]).rstrip(), *(" " * len(start) + more for more in last[1:])]
    return "\n".join(lines)


def blocks(
    heads: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[bool], *, keys: int = 1
) -> str:
    """Text of a table in as many parts as it takes; the first ``keys`` columns begin each part."""
    widths = [max(map(len, column)) + len(GAP) for column in zip(heads, *rows, strict=True)]
    parts: list[list[int]] = []
    room = 0
    for column in range(keys, len(heads)):
        if not parts or widths[column] > room:
            parts.append(list(range(keys)))
            room = WIDTH + len(GAP) - sum(widths[:keys])
        parts[-1].append(column)
        room -= widths[column]
    return "\n\n".join(
        table([heads[k] for k in part], [[row[k] for k in part] for row in rows],
              [numeric[k] for k in part])
        for part in parts
    )  # fmt: skip


def wrapped(text: str, *, start: str = "") -> str:
    """Text in lines of the width; following ones are indented as far as ``start`` is long."""
    return textwrap.fill(
        harmless(bounded(text, LONGEST_PARAGRAPH)),
        WIDTH,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_on_hyphens=False,
    )


def told_in_words(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Say what nobody expected, and keep the details in a file for those who mend it."""
    from kselect_core.results.writing import home  # noqa: PLC0415 (it loads NumPy)

    text = "".join(traceback.format_exception(kind, error, trace))
    place = home() / "fault.txt"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
        where = f"The details are in {place}."
    except OSError:
        where = text
    complain(f"This is a fault of kselect, not yours ({kind.__name__}: {error}). {where}")
