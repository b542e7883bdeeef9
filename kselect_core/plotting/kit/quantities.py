"""What a quantity of the table is called in a figure, and in which direction it is good."""

from typing import Literal, NamedTuple

from kselect_core.criteria import CRITERIA

DIMENSION = "effective_dof"
WORDS = {
    "loss=error": "0/1",
    "loss=squared": "squared",
    "weighted=False": "unweighted",
    "weighted=True": "weighted",
}


class Quantity(NamedTuple):
    """A quantity of the table taken apart: ``kfold(k=10)`` is key ``kfold``, option k = 10."""

    key: str
    options: tuple[tuple[str, str], ...]


def parsed(quantity: str) -> Quantity:
    """Key and options of a quantity as the table spells it."""
    key, _, inside = quantity.partition("(")
    pairs = [part.partition("=") for part in inside.removesuffix(")").replace(";", ",").split(",")]
    return Quantity(
        key, tuple((name.strip(), value.strip("' \"")) for name, _, value in pairs if name.strip())
    )


def label(quantity: str) -> str:
    """Short name for legends, pins and axes: ``kfold(k=10,loss=error)`` is "10-fold CV (0/1)"."""
    key, options = parsed(quantity)
    name, named = _name(key, dict(options))
    shown = ", ".join(_option_text(*pair) for pair in options if pair[0] not in named)
    return f"{name} ({shown})" if shown else name


def better(quantity: str) -> Literal["lower", "higher"]:
    """Direction in which the quantity is good; "lower" for everything that is not a criterion."""
    key = parsed(quantity).key
    return CRITERIA[key].better if key in CRITERIA else "lower"


def estimates_error(quantity: str) -> bool:
    """Whether the quantity is an estimate of the test error itself."""
    key = parsed(quantity).key
    return key in CRITERIA and CRITERIA[key].estimates_error


def arrow(quantity: str) -> str:
    """Mark of the good direction: ↓ or ↑."""
    return "↓" if better(quantity) == "lower" else "↑"


def _name(key: str, given: dict[str, str]) -> tuple[str, set[str]]:
    """Short name of what a key stands for, and the options that it tells already."""
    if key not in CRITERIA:
        return ("effective dimension" if key == DIMENSION else key.replace("_", " ")), set()
    criterion = CRITERIA[key]
    name = criterion.short or criterion.label
    values = {o.name: given.get(o.name, str(o.default)) for o in criterion.options}
    named = {option for option in values if f"{{{option}}}" in name}
    return name.format(**values), named


def _option_text(name: str, value: str) -> str:
    return WORDS.get(f"{name}={value}") or (
        f"{name} = {value}" if _is_number(value) else value.replace("_", " ")
    )


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
