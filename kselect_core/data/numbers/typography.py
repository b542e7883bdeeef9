"""Numbers in another spelling: signs, blanks, digits and powers of ten that mean the same."""

import re
import unicodedata

_MINUS = "\u2212\ufe63\u2010\u2011\u2012\u2013\u2014\u2015"  # also hyphens and dashes
_APOSTROPHES = "\u2018\u2019\u02bc\u00b4"
_SIGNS = str.maketrans(_MINUS + _APOSTROPHES + "\u066b\u060c\u066a", "--------''''.,%")
_FULL_WIDTH = range(0xFF01, 0xFF5F)
_TO_ASCII = 0xFEE0  # how far full-width characters lie from those of ASCII
_RAISED = "\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
_LOWERED = str.maketrans(_RAISED, "+-0123456789")
_MANTISSA = r"[-+]?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)"
_ARABIC_GROUP = re.compile("(?<=[0-9])\u066c(?=[0-9]{3})")
_RAISED_DOT = re.compile("(?<=[0-9])\u00b7(?=[0-9]+$)")
_TEXT_MARK = re.compile(r"'(?=[-+]?[.,]?[0-9])(?!.*'$)")  # Excel's apostrophe: kept as it is typed
_TEXT_FORMULA = re.compile(r'="([^"]*)"')
_SPACED_SIGN = re.compile(r"([-+]) +(?=[.,]?[0-9])")
_MAYBE_ODD = re.compile(r"^['=]|^[-+] |10|[0-9.][dDqQ][-+0-9]|[0-9][-+][0-9]{3}$")
_RAISED_POWER = re.compile(rf"(?<![0-9.,])10([{_RAISED}]+)")
_POWER = re.compile(
    rf"({_MANTISSA}) ?[x\u00d7\u2715*\u00b7\u22c5] ?10 ?"
    r"(?:(?:\^|\*\*) ?|(?=[-+]))\(?([-+]?[0-9]+)\)?"
)
_BARE_POWER = re.compile(r"([-+]?)10(?:\^|\*\*)\(?([-+]?[0-9]+)\)?")
_FORTRAN = re.compile(r"([-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+))[dDqQ]([-+]?[0-9]+)|"
                      r"([-+]?[0-9]+)[dDqQ]([-+][0-9]+)|"
                      r"([-+]?[0-9]?\.[0-9]{2,})([-+][0-9]{3})")  # fmt: skip


def western(cell: str) -> str:
    """Return a cell as ASCII writes the number in it, where its spelling is all that differs.

    Nothing that changes the number is touched: units, brackets, marks of a note stay.
    """
    if cell.isascii() and not _MAYBE_ODD.search(cell):
        return cell  # nearly all
    text = cell if cell.isascii() else _letter_by_letter(cell)
    text = _SPACED_SIGN.sub(r"\1", _without_text_mark(text), count=1)
    if _POWER.fullmatch(text):
        return in_e_notation(text)
    text = _BARE_POWER.sub(r"\g<1>1e\2", text) if _BARE_POWER.fullmatch(text) else text
    fortran = _FORTRAN.fullmatch(text)
    if fortran:
        mantissa, power = filter(None, fortran.groups())
        return f"{mantissa}e{power}"
    return text


def in_e_notation(text: str) -> str:
    """Return a text with 1.2×10³ in it as 1.2e3."""
    return _POWER.sub(r"\1e\2", text) if "10" in text else text


def _letter_by_letter(cell: str) -> str:
    text = "".join(map(_letter, cell.translate(_SIGNS)))
    text = _ARABIC_GROUP.sub("", text)
    text = _RAISED_POWER.sub(lambda found: "10^" + found[1].translate(_LOWERED), text)
    return text if "10^" in text else _RAISED_DOT.sub(".", text)


def _letter(letter: str) -> str:
    if letter.isascii():
        return letter
    if ord(letter) in _FULL_WIDTH:
        return chr(ord(letter) - _TO_ASCII)
    kind = unicodedata.category(letter)
    if kind in ("Zs", "Cf"):  # blanks of any width; what only tells the direction of writing
        return " " if kind == "Zs" else ""
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _without_text_mark(text: str) -> str:
    formula = _TEXT_FORMULA.fullmatch(text)
    return formula[1] if formula else _TEXT_MARK.sub("", text, count=1) if text[:1] == "'" else text
