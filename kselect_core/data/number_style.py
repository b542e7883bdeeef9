"""How numbers are written: decimal mark, thousands, units, signs, and what only looks like one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from kselect_core.errors import Question, QuestionError

Form = Literal[
    "missing", "point", "whole", "comma", "three", "grouped ,", "grouped .", "grouped space",
    "grouped '", "infinite", "odd", "date", "unit", "foreign", "text",
]  # fmt: skip
NUMERIC_FORMS: frozenset[str] = frozenset(
    (
        "point", "whole", "comma", "three", "grouped ,", "grouped .", "grouped space",
        "grouped '", "infinite", "odd", "unit", "foreign",
    )
)  # fmt: skip
MARKERS = frozenset(
    ("", "na", "n/a", "#n/a", "nan", "null", "none", "missing", "-", "--", ".", "?", "#null!")
)
_EXPONENT = r"([eE][-+]?\d+)?"
_FORMS: tuple[tuple[Form, re.Pattern[str]], ...] = tuple(
    (form, re.compile(pattern))  # type: ignore[misc]
    for form, pattern in (
        ("whole", r"[-+]?[0-9]+" + _EXPONENT),
        ("point", r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)" + _EXPONENT),
        ("three", r"[-+]?[1-9][0-9]{0,2},[0-9]{3}"),
        ("comma", r"[-+]?[0-9]*,[0-9]+" + _EXPONENT),
        ("grouped ,", r"[-+]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?"),
        ("grouped .", r"[-+]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?"),
        ("grouped space", r"[-+]?[0-9]{1,3}([  \u202f][0-9]{3})+([.,][0-9]*)?"),
        ("grouped '", r"[-+]?[0-9]{1,3}(['\u2019][0-9]{3})+([.,][0-9]*)?"),
        ("infinite", r"(?i)[-+]?(inf|infinity|∞)"),
        ("odd", r"(?i)[-+]?0x[0-9a-f]+|[-+]?[0-9.]*[0-9]_[0-9_.]*[0-9]|"
                r"[-+]?[0-9.]+d[-+]?[0-9]+|[-+]?[0-9.]+[-+][0-9.]*[ij]|#(div/0|value|ref|num)[!?]?"),
        ("date", r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?|"
                 r"\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?"),
        ("unit", r"[$€£¥] ?[-+]?[0-9][0-9.,]*|"
                 r"[-+]?[0-9][0-9.,]* ?([%‰°€£¥$]|[a-zA-Zµ°Ω]{1,4}[²³]?)|"
                 r"\([0-9][0-9.,]*\)"),
    )
)  # fmt: skip
_SIGNS = str.maketrans(
    "\u2212\uff0d\uff0b\uff0e\uff0c\u066b", "--+.,."
)  # minus, full width, Arabic
_PLAIN = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)" + _EXPONENT)
_NUMBER_SIGN = re.compile(r"[-+]?[0-9.,]*[0-9]")


class NumberStyle(NamedTuple):
    """The decimal mark and the mark between groups of three digits ("" if none)."""

    decimal: str = "."
    thousands: str = ""


def is_number(cell: str) -> bool:
    """Return whether a cell is a number with a decimal point or a decimal comma."""
    return form(cell.strip()) in ("whole", "point", "comma", "three")


def form(cell: str) -> Form:
    """Return how a cell without surrounding blanks is written."""
    if cell.casefold() in MARKERS:
        return "missing"
    for name, pattern in _FORMS:
        if pattern.fullmatch(cell):
            return name
    if not cell.isascii():
        plain = western(cell)
        if plain != cell and plain.isascii() and form(plain) in NUMERIC_FORMS:
            return "foreign"
    return "text"


def western(cell: str) -> str:
    """Return a cell with the digits and signs of other scripts replaced by ASCII ones."""
    cell = cell.translate(_SIGNS)
    return "".join(_digit(letter) for letter in cell)


def number(cell: str, style: NumberStyle) -> float | None:
    """Return the value of a cell, or None if it is no plain number in this style."""
    plain = cell if cell.isascii() else western(cell)
    if style.thousands and re.fullmatch(_grouped(style), plain):
        plain = re.sub(_mark(style), "", plain)
    if style.decimal == ",":
        plain = plain.replace(".", "?").replace(",", ".")
    return float(plain) if _PLAIN.fullmatch(plain) else None


def unit_stripped(cell: str) -> str:
    """Return the number inside ``5kg``, ``5 %``, ``$5`` or ``(6)``; the last one is negative."""
    found = _NUMBER_SIGN.search(cell)
    number = found.group() if found else cell
    return f"-{number}" if cell.startswith("(") else number


def style_of(
    cells: Iterable[str], *, decimal: str | None, thousands: str | None
) -> tuple[NumberStyle, Counter[str]]:
    """Return how the numbers of a table are written, and how often each form occurs.

    Raises a question where a mark may be decimal or thousands.
    """
    forms: Counter[str] = Counter(form(cell) for cell in cells)
    if thousands == "none":
        return NumberStyle(decimal or ("," if forms["three"] else ".")), forms
    if thousands is not None:
        mark = {"space": " "}.get(thousands, thousands)
        other = {",": ".", ".": ","}.get(mark)
        return NumberStyle(decimal or other or ("," if forms["comma"] else "."), mark), forms
    if decimal is not None:
        return NumberStyle(decimal), forms
    _ask(forms)
    return NumberStyle("," if forms["comma"] else "."), forms


def _ask(forms: Counter[str]) -> None:
    for mark in (".", ",", "space", "'"):
        if forms[f"grouped {mark}"]:
            text = f"{forms[f'grouped {mark}']} numbers seem to have {mark!r} between thousands."
            raise QuestionError([Question("thousands", text, (mark, "none"), mark)])
    if forms["three"] and not forms["comma"]:
        text = (
            f"{forms['three']} cells look like 1,234: is that one thousand two hundred and "
            "thirty-four (the comma separates thousands), or 1.234 (none: it is a decimal comma)?"
        )
        raise QuestionError([Question("thousands", text, (",", "none"), ",")])
    if forms["comma"] and forms["point"]:
        text = f"{forms['comma']} numbers have a decimal comma, {forms['point']} a decimal point."
        guess = "," if forms["comma"] > forms["point"] else "."
        raise QuestionError([Question("decimal", text, (".", ","), guess)])


def _grouped(style: NumberStyle) -> str:
    return rf"[-+]?[0-9]{{1,3}}({_mark(style)}[0-9]{{3}})+({re.escape(style.decimal)}[0-9]*)?"


def _mark(style: NumberStyle) -> str:
    return {" ": r"[  \u202f]", "'": "['\u2019]"}.get(style.thousands, re.escape(style.thousands))


def _digit(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)
