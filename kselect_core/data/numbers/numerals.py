"""Names of classes that are numbers: one name for all spellings of a number, none for two."""

from collections.abc import Sequence
from decimal import Context, Decimal

_ENOUGH = 15  # digits that every float keeps


def numerals(written: Sequence[str | None]) -> list[str] | None:
    """Return the names of classes written as plain numbers, None if some are no numbers."""
    digits: dict[str, str] = {}
    for plain in set(written):
        if plain is None:
            return None
        digits[plain] = numeral(plain)
    return [digits[plain] for plain in written if plain is not None]


def numeral(plain: str) -> str:
    """Return the shortest spelling of a finite number, with all digits if a float has too few."""
    value = float(plain)
    word = str(int(value)) if value.is_integer() else repr(value)
    if len(plain) <= _ENOUGH or not value:
        return word
    exact = Decimal(plain)
    if exact == Decimal(word):
        return word
    return f"{exact.normalize(Context(prec=len(plain))):f}"
