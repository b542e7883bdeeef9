"""How numbers are written: decimal mark, thousands, units, signs, and what only looks like one."""

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from kselect_core.data.numbers.typography import western
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
        ("comma", r"[-+]?([0-9]*,[0-9]+|[0-9]+,)" + _EXPONENT),
        ("grouped ,", r"[-+]?([0-9]{1,3}(,[0-9]{3})+|[0-9]{1,2}(,[0-9]{2})+,[0-9]{3})(\.[0-9]*)?"),
        ("grouped .", r"[-+]?[0-9]{1,3}(\.[0-9]{3})+(,[0-9]*)?"),
        ("grouped space", r"[-+]?[0-9]{1,3}([  \u202f][0-9]{3})+([.,][0-9]*)?"),
        ("grouped '", r"[-+]?[0-9]{1,3}(['\u2019][0-9]{3})+([.,][0-9]*)?"),
        ("infinite", r"(?i)[-+]?(inf|infinity|∞)"),
        ("odd", r"(?i)[-+]?0x[0-9a-f]+|[-+]?[0-9.]*[0-9]_[0-9_.]*[0-9]|"
                r"[-+]?[0-9.]+[-+][0-9.]*[ij]|#(div/0|value|ref|num)[!?]?"),
        ("date", r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?|"
                 r"\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?"),
        ("unit", r"[$€£¥] ?[-+]?[0-9][0-9.,]*|"
                 r"[-+]?[0-9][0-9.,]* ?([%‰°€£¥$]|[a-zA-Zµ°Ω]{1,4}[²³]?)|"
                 r"\([0-9][0-9.,]*\)"),
    )
)  # fmt: skip
_INFINITE = re.compile(r"(?i)inf|infinity")
_DIGIT = re.compile(r"\d")
_PLAIN = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)" + _EXPONENT)
_DOTTED = re.compile(r"[-+]?[1-9][0-9]{0,2}\.[0-9]{3}")
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
    if cell[:1].isalpha():  # no number begins with a letter
        return "infinite" if _INFINITE.fullmatch(cell) else "text"
    listed = _listed_form(cell)
    if listed != "text":
        return listed
    plain = western(cell) if _DIGIT.search(cell) else cell
    kind = _listed_form(plain) if plain != cell else "text"
    if kind == "unit":
        return kind
    return "foreign" if kind in NUMERIC_FORMS else "text"


def _listed_form(cell: str) -> Form:
    for name, pattern in _FORMS:
        if pattern.fullmatch(cell):
            return name
    return "text"


def number(cell: str, style: NumberStyle) -> float | None:
    """Return the value of a cell, or None if it is no plain number in this style."""
    plain = written_plainly(cell, style)
    return None if plain is None else float(plain)


def written_plainly(cell: str, style: NumberStyle) -> str | None:
    """Return the number in a cell with a decimal point and all its digits, None if it is none."""
    written = _plainly(cell, style) if cell.isascii() else None
    if written is not None:
        return written
    plain = western(cell)
    return None if plain == cell and cell.isascii() else _plainly(plain, style)


def _plainly(plain: str, style: NumberStyle) -> str | None:
    if style.thousands and re.fullmatch(_grouped(style), plain):
        plain = re.sub(_mark(style), "", plain)
    if style.decimal == ",":
        plain = plain.replace(".", "?").replace(",", ".")
    return plain if _PLAIN.fullmatch(plain) else None


def unit_stripped(cell: str) -> str:
    """Return the number inside ``5kg``, ``5 %``, ``$5`` or ``(6)``; the last one is negative."""
    plain = western(cell)
    sign = _NUMBER_SIGN.search(plain)
    number = sign.group() if sign else plain
    return f"-{number}" if plain.startswith("(") else number


def unit_of(cell: str) -> str:
    """Return what stands around the number in ``5 %`` or ``(6)``."""
    return _NUMBER_SIGN.sub("", western(cell)).strip()


def style_of(cells: Iterable[str], *, decimal: str | None, thousands: str | None) -> NumberStyle:
    """Return how the numbers among some cells are written; ask where a mark has two meanings."""
    examples: dict[str, str] = {}
    for cell in cells:
        kind = form(cell)
        kind = form(unit_stripped(cell)) if kind == "unit" else kind
        kind = form(western(cell)) if kind == "foreign" else kind
        examples[kind] = min(cell, examples.get(kind, cell))
    if thousands == "none":
        if decimal is None:
            _ask_decimal(examples)
        return NumberStyle(decimal or ("," if {"three", "comma"} & set(examples) else "."))
    if thousands is not None:
        mark = {"space": " "}.get(thousands, thousands)
        other = {",": ".", ".": ","}.get(mark, "," if "comma" in examples else ".")
        return NumberStyle(decimal or other, mark)
    if decimal is None:
        _ask(examples)
    return NumberStyle(decimal or ("," if "comma" in examples else "."))


def _ask(examples: dict[str, str]) -> None:
    for mark in (".", ",", "space", "'"):
        example = examples.get(f"grouped {mark}")
        if example:
            text = f"Numbers such as {western(example)!r} seem to have a mark between thousands."
            raise QuestionError([Question("thousands", text, (mark, "none"), mark)])
    if "three" in examples and "comma" not in examples:
        text = (
            f"Cells such as {examples['three']!r}: does the comma separate thousands (“,”), or is "
            "it a decimal comma (“none”)?"
        )
        raise QuestionError([Question("thousands", text, (",", "none"), ",")])
    _ask_decimal(examples)


def _ask_decimal(examples: dict[str, str]) -> None:
    if "comma" in examples and "point" in examples:
        text = f"Some numbers have a decimal comma ({examples['comma']!r}), others a decimal point."
        raise QuestionError([Question("decimal", text, (".", ","), ".")])


def ask_about_dots(columns: Iterable[tuple[str, ...]]) -> None:
    """Ask what a point means if every number with one is like 1.037 and stands beside 74."""
    example, beside = "", False
    for cells in columns:
        pointed = [cell.strip() for cell in cells if "." in cell]
        for cell in pointed:
            kind = form(cell)
            plain = unit_stripped(cell) if kind == "unit" else cell
            if kind in ("point", "unit") and not _DOTTED.fullmatch(plain):
                return
            example = min(plain, example or plain) if kind in ("point", "unit") else example
        beside |= bool(pointed) and any(form(cell.strip()) == "whole" for cell in cells)
    if example and beside:
        text = (
            f"Cells such as {example!r} stand beside whole numbers: does the point separate "
            "thousands (“.”), or is it a decimal point (“none”)?"
        )
        raise QuestionError([Question("thousands", text, (".", "none"), ".")])


def _grouped(style: NumberStyle) -> str:
    mark = _mark(style)
    groups = rf"[1-9][0-9]{{0,2}}({mark}[0-9]{{3}})+"  # 0.500 has no group before its mark
    if style.thousands == ",":
        groups += r"|[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}"  # 1,50,000 in India
    return rf"[-+]?({groups})({re.escape(style.decimal)}[0-9]*)?"


def _mark(style: NumberStyle) -> str:
    return {" ": "[ \u00a0\u202f]", "'": "['\u2019]"}.get(
        style.thousands, re.escape(style.thousands)
    )
