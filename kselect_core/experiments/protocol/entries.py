"""The entries of a protocol, each read with its check: a mistake is named with its entry."""

from collections.abc import Iterable, Mapping
from typing import Any

from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError, UnknownNameError
from kselect_core.selection.config.grids import LARGEST_GRID, powers


def text_of(plain: Mapping[str, Any], name: str) -> str:
    """Text of an entry that is there."""
    value = plain[name]
    if not isinstance(value, str):
        raise InvalidParameterError("Protocol", name, "a text", value)
    return value


def table_of(plain: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Table of a name; an empty one if it is not there."""
    value = plain.get(name, {})
    if not isinstance(value, dict):
        raise InvalidParameterError("Protocol", f"[{name}]", "a table of names and values", value)
    return value


def names_of(plain: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the data sets: one or more, each once."""
    value = plain.get("datasets")
    names = [v for v in value if isinstance(v, str) and v] if isinstance(value, list) else []
    if not names or names != value or len(set(names)) != len(names):
        raise InvalidParameterError("Protocol", "datasets", "a list of different names", value)
    return tuple(names)


def level_of(value: object) -> float:
    """Level of a test."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise InvalidParameterError("Protocol", "level", "a number between 0 and 1", value)
    return float(value)


def labels_of(table: Mapping[str, Any]) -> dict[str, str]:
    """Names that the source gives to quantities."""
    for name, label in table.items():
        if not isinstance(label, str) or not label:
            raise InvalidParameterError("Protocol", f"{name} of [labels]", "a text", label)
    return dict(table)


def list_of(table: Mapping[str, Any], name: str, where: str) -> list[Any]:
    """List of a name; an empty one if it is not there."""
    value = table.get(name, [])
    if not isinstance(value, list):
        raise InvalidParameterError("Protocol", where, "a list", value)
    return value


def pair_of(dataset: str, value: object) -> tuple[str, str]:
    """Two classes (negative, positive) that are kept of a data set."""
    names = [v for v in value if isinstance(v, str)] if isinstance(value, list) else []
    if len(names) != len(("negative", "positive")) or names != value or names[0] == names[1]:
        where = f"{dataset} of [classes]"
        raise InvalidParameterError("Protocol", where, "two different class names", value)
    return names[0], names[1]


def refuse_others(where: str, entry: Mapping[str, object], names: Iterable[str]) -> None:
    """Raise UnknownNameError for an entry of a table that is not known."""
    for name in entry:
        if name not in names:
            raise UnknownNameError(f"entry of {where}", name, names)


def refuse_other_options(criteria: object) -> None:
    """Raise UnknownNameError for an option that a criterion of a list does not have."""
    for entry in criteria if isinstance(criteria, list) else ():
        pair = (entry.get("key"), entry.get("options")) if isinstance(entry, dict) else entry
        key, options = pair if isinstance(pair, list | tuple) and len(pair) == 2 else ("", ())  # noqa: PLR2004 (a pair)
        if not isinstance(key, str) or key not in CRITERIA or not isinstance(options, dict):
            continue  # not known, or without options
        names = [option.name for option in CRITERIA[key].options]
        for name in options:
            if name not in names:
                raise UnknownNameError(f"option of {key}", name, names)


def powers_of(value: object) -> list[float]:
    """Values base^low … base^high of ``powers = [base, low, high]``."""
    numbers = [v for v in value if type(v) in (int, float)] if isinstance(value, list) else []
    allowed = "three numbers: base, low, high"
    if len(numbers) != len(("base", "low", "high")) or numbers != value or not numbers[0] > 0:
        raise InvalidParameterError("Protocol", "powers", allowed, value)
    base, low, high = numbers
    if low % 1 or high % 1 or not 0 <= high - low < LARGEST_GRID:
        allowed = f"base, low, high with whole low ≤ high and at most {LARGEST_GRID} values"
        raise InvalidParameterError("Protocol", "powers", allowed, value)
    try:
        return list(powers(base, int(low), int(high)))
    except OverflowError as error:
        allowed = "three numbers whose powers are finite"
        raise InvalidParameterError("Protocol", "powers", allowed, value) from error
