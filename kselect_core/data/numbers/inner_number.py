"""The one number inside a cell such as ``US$ 12``, ``<0.5``, ``12 ± 3`` or ``12*``."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from kselect_core.data.numbers.style import form
from kselect_core.data.numbers.typography import in_e_notation, western

Flag = Literal["", "limit", "about", "error", "note"]

_NUMBER = re.compile(
    r"(?:[0-9]{1,3}(?:[ '][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*|"
    r"(?<![A-Za-z])[.,][0-9]+)"
    r"(?:[eE][-+]?[0-9]+)?"
)
_WRITTEN = frozenset(
    ("whole", "point", "comma", "three", "grouped ,", "grouped .", "grouped space", "grouped '")
)
_KEPT = 1_000  # surroundings kept while a column is read
_LONGEST = 80  # characters of a cell that may be a number
_WORD_ENDS = r"(?:\. ?| )"
_LIMIT_WORDS = "less than|more than|under|over|below|above|up to|at least|at most|min|max"
_ABOUT_WORDS = "ca|circa|approx|approximately|about|around|abt|est|estimated|roughly|etwa|env"
_FLAGS_BEFORE: tuple[tuple[Flag, re.Pattern[str]], ...] = (
    (
        "limit",
        re.compile(rf"[<>][=<>]?|=[<>]|[≤≥⩽⩾≦≧]|(?<![A-Za-z])(?i:{_LIMIT_WORDS}){_WORD_ENDS}"),
    ),
    ("about", re.compile(rf"[~≈≃≅\u223c±]|(?<![A-Za-z])(?i:c\. ?|(?:{_ABOUT_WORDS}){_WORD_ENDS})")),
    ("note", re.compile(r"[*†‡§¶]+")),
)
_RAISED = "¹²³⁰⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ"
_FLAGS_BEHIND: tuple[tuple[Flag, re.Pattern[str]], ...] = (
    ("error", re.compile(r" ?\(? ?(?:±|\+ ?/ ?-|\+-) ?[0-9.,]+(?:[eE][-+]?[0-9]+)? ?%? ?\)?")),
    ("note", re.compile(r" ?(?:\[[^\[\]]{1,30}\]|\([^()]{1,30}\))")),
    ("note", re.compile(rf" ?[*†‡§¶#!?]+|(?<![^*†‡§¶ ])[{_RAISED}]+|\^[a-z]{{1,2}}(?![a-z])")),
    ("limit", re.compile(r" ?\+(?![0-9])| ?(?i:or (?:more|less|over|under)|and (?:over|under))\b")),
    ("about", re.compile(r" ?(?i:approx|est|circa|ca)\b\.?")),
)
_CURRENCIES = frozenset(
    (
        "usd", "eur", "gbp", "chf", "jpy", "cny", "rmb", "inr", "aud", "cad", "nzd", "hkd", "sgd",
        "sek", "nok", "dkk", "pln", "czk", "huf", "ron", "bgn", "rub", "try", "brl", "mxn", "ars",
        "clp", "cop", "zar", "krw", "twd", "thb", "idr", "myr", "php", "vnd", "ils", "aed", "sar",
        "egp", "ngn", "kes", "pkr", "bdt", "lkr", "uah", "us$", "a$", "au$", "c$", "ca$", "hk$",
        "nz$", "s$", "r$", "nt$", "mx$", "rs", "rs.", "kr", "kr.", "fr", "fr.", "sfr", "sfr.", "zł",
        "kč", "ft", "lei",
    )
)  # fmt: skip
_CODE = re.compile(r"[-_/:][A-Za-z0-9]?[A-Z0-9_]*$")  # 12-A, 7_b: parts of a name
_SYMBOLS = frozenset("%‰°'\"′″-/(")
_FACTOR = r"(?:1\.73 ?)?[A-Za-zµμ°Ω%]+(?:\^?-?[1-9])?"  # m2, s^-1, and 1.73 m2 of skin
_POWER = r"(?:(?:[xX*] ?)?10[\^*eE]-?[0-9]{1,2}|[xX*] ?10+(?= ?/)) ?"  # 10^9/L, 10*3/uL, x1000/mm3
_UNIT_WITH_DIGITS = re.compile(
    rf"(?:{_POWER})?(?![hHx][0-9])/?{_FACTOR}(?:[/·.* ]{_FACTOR}){{0,4}}"
)


class Inner(NamedTuple):
    """A number with its sign, the unit beside it, and what makes it another one than it seems."""

    number: str
    unit: str = ""
    flag: Flag = ""
    bookkeeping: bool = False  # its sign is a pair of brackets, or a minus behind it


class _Before(NamedTuple):
    sign: str
    unit: str
    flag: Flag
    bracket: bool


class _Behind(NamedTuple):
    unit: str
    flag: Flag
    bracket: bool
    minus: bool


def inner_numbers(cells: Iterable[str]) -> dict[str, Inner | None]:
    """Return the number inside each cell; what stands around many of them is looked at once."""
    before, behind = lru_cache(_KEPT)(_before), lru_cache(_KEPT)(_behind)
    return {cell: _inner(cell, before, behind) for cell in cells}


def inner(cell: str) -> Inner | None:
    """Return the number in a cell that holds exactly one, with what stands around it."""
    return _inner(cell, _before, _behind)


def _inner(
    cell: str,
    read_before: Callable[[str], "_Before | None"],
    read_behind: Callable[[str], "_Behind | None"],
) -> Inner | None:
    if len(cell) > _LONGEST:
        return None
    text, whole = _without_brackets(" ".join(in_e_notation(western(cell)).split()))
    match = _NUMBER.search(text)
    if match is None or form(match.group()) not in _WRITTEN:
        return None
    rest = text[match.end() :]
    if "e" in match.group().casefold() and rest.startswith("/"):  # 1e9/L is no name such as 12/A
        rest = " " + rest
    before, behind = read_before(text[: match.start()]), read_behind(rest)
    if before is None or behind is None or before.bracket != behind.bracket:
        return None
    bookkeeping = whole or before.bracket or behind.minus
    if bookkeeping and before.sign:
        return None
    unit = " ".join(filter(None, (before.unit, behind.unit)))
    sign = "-" if bookkeeping else before.sign
    return Inner(sign + match.group(), unit, before.flag or behind.flag, bookkeeping)


def _without_brackets(text: str) -> tuple[str, bool]:
    """Return a text without brackets around all of it, and whether it had them."""
    wrapped = text[:1] == "(" and text.find(")") == len(text) - 1 and text.count("(") == 1
    return (text[1:-1].strip(), True) if wrapped else (text, False)


def _before(text: str) -> _Before | None:
    """Return what stands before a number, or None where both are parts of one name."""
    bracket = text.rstrip().endswith("(")
    text = text.rstrip()[:-1] if bracket else text
    text, flag = _flagged(text, _FLAGS_BEFORE, ends=False)
    text, sign = _signed(text)
    text, later = _flagged(text, _FLAGS_BEFORE, ends=True)
    unit = text.strip()
    if unit and not text.endswith(" ") and not sign and not bracket and _is_attached(unit):
        return None
    return _Before(sign, unit, flag or later, bracket)


def _signed(text: str) -> tuple[str, str]:
    """Return what is left of a text without the sign of the number behind it, and the sign."""
    bare = text.strip()
    if bare[-1:] in ("-", "+") and bare and not bare[-2:-1].isalnum() and bare[-2:-1] != "_":
        return bare[:-1], bare[-1].replace("+", "")
    if bare[:1] in ("-", "+"):
        return bare[1:], bare[0].replace("+", "")
    return text, ""


def _is_attached(unit: str) -> bool:
    """Return whether a text that touches a number makes one name with it, as in A12 or id_7."""
    symbol = unicodedata.category(unit[-1]) == "Sc" or unit[-1] in "#=:"
    return not symbol and unit.casefold() not in _CURRENCIES


def _behind(text: str) -> _Behind | None:
    """Return what stands behind a number, or None where both are parts of one name."""
    bracket = text.lstrip().startswith(")")
    text = text.lstrip()[1:] if bracket else text
    text = re.sub(r"^[.,] ?-{1,2}(?![0-9])|^\.(?= |$)", "", text)  # CHF 12.- is no minus
    minus = re.match(r" ?-(?= |$)", text)
    text = text[minus.end() :] if minus else text
    text, flag = _flagged(text, _FLAGS_BEHIND, ends=False)
    text, later = _flagged(text, _FLAGS_BEHIND, ends=True)
    unit = text.strip()
    touching = unit and not text.startswith(" ")
    if (touching and _CODE.match(unit)) or not _is_unit(unit):
        return None
    return _Behind(unit, flag or later, bracket, minus is not None)


def _is_unit(unit: str) -> bool:
    if any(map(str.isdecimal, unit)):
        return _UNIT_WITH_DIGITS.fullmatch(unit) is not None
    first = unit[:1]
    return not unit or first.isalpha() or first in _SYMBOLS or unicodedata.category(first) == "Sc"


def _flagged(
    text: str, flags: tuple[tuple[Flag, re.Pattern[str]], ...], *, ends: bool
) -> tuple[str, Flag]:
    """Return a text without the mark of a kind at one of its ends, and the kind."""
    for flag, pattern in flags:
        match = None
        if ends:
            match = next((f for f in pattern.finditer(text) if f.end() == len(text.rstrip())), None)
        else:
            match = pattern.match(text)
        if match and match.group():
            return text[: match.start()] + text[match.end() :], flag
    return text, ""
