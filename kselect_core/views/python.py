"""Values and calls as Python writes them: reading them back gives the same."""

from dataclasses import fields
from math import isfinite

LINE = 88
"""Characters of a line of a program."""


def literal(value: object) -> str:
    """Return a value as Python writes it; reading it back gives the same value."""
    item = getattr(value, "item", None)  # a number of NumPy
    plain = value if item is None else item()
    if isinstance(plain, float) and not isfinite(plain):
        return f'float("{plain}")'
    if isinstance(plain, frozenset):
        return f"frozenset({_listed(sorted(plain, key=repr), '{}')})" if plain else "frozenset()"
    if isinstance(plain, tuple):
        return _listed(list(plain), "()")
    if isinstance(plain, list):
        return _listed(plain, "[]")
    if plain is None or isinstance(plain, bool | int | float | str):
        return repr(plain)
    raise TypeError(f"{type(plain).__name__} has no short form in a program")


def call(function: str, *arguments: str, **named: str) -> str:
    """Return a call whose arguments are given as they are written; long ones on several lines."""
    parts = [*arguments, *(f"{name}={value}" for name, value in named.items())]
    short = f"{function}({', '.join(parts)})"
    if len(short) <= LINE:
        return short
    return "\n".join([f"{function}(", *(f"    {_indented(part)}," for part in parts), ")"])


def record(value: object) -> str:
    """Return a dataclass or a named tuple of plain values as the call that makes it."""
    names = getattr(value, "_fields", None) or [f.name for f in fields(value)]  # type: ignore[arg-type]
    named = {name: literal(getattr(value, name)) for name in names}
    return call(type(value).__name__, **named)


def positional(value: tuple[object, ...]) -> str:
    """Return a named tuple of `kselect_core.views` as the call that makes it, values in order."""
    return call(f"views.{type(value).__name__}", *map(literal, value))


def _listed(values: list[object], brackets: str) -> str:
    inside = ", ".join(literal(value) for value in values)
    comma = "," if brackets == "()" and len(values) == 1 else ""
    return f"{brackets[0]}{inside}{comma}{brackets[1]}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
