"""What a quantity of the table is called in a figure, and in which direction it is good."""

from functools import lru_cache
from typing import Literal, NamedTuple

from kselect_core.criteria import CRITERIA

DIMENSION = "effective_dof"
WORDS = {
    "loss=error": "0/1",
    "loss=squared": "squared",
    "weighted=False": "unweighted",
    "weighted=True": "weighted",
}


Options = tuple[tuple[str, str], ...]


class Quantity(NamedTuple):
    """A quantity of the table taken apart: ``kfold(k=10)`` is key ``kfold``, option k = 10."""

    key: str
    options: Options


@lru_cache(256)  # a figure asks for the same few, several times each
def parsed(quantity: str) -> Quantity:
    """Key and options of a quantity as the table spells it."""
    key, _, inside = quantity.partition("(")
    pairs = [part.partition("=") for part in inside.removesuffix(")").replace(";", ",").split(",")]
    return Quantity(
        key, tuple((name.strip(), value.strip("' \"")) for name, _, value in pairs if name.strip())
    )


def label(quantity: str) -> str:
    """Short name for legends, pins and axes: ``kfold(k=10,loss=error)`` is "10-fold CV (0/1)"."""
    name, options = _named(quantity)
    return f"{name} ({options})" if options else name


def spelled(quantity: str) -> str:
    """Full name, the short one behind it: ``sm(r=3)`` is "spectral measure (SM, r = 3)".

    A name that is short in full stands alone: "margin bound".
    """
    key, options = parsed(quantity)
    if key not in CRITERIA:
        return label(quantity)
    full, _ = _filled(CRITERIA[key].full_name, key, options)
    short = ", ".join(part for part in _named(quantity) if part)
    return full if full.casefold() == short.casefold() else f"{full} ({short})"


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


def _named(quantity: str) -> tuple[str, str]:
    """Short name of what a quantity is, and the options that it does not tell already."""
    key, options = parsed(quantity)
    name = "effective dimension" if key == DIMENSION else key.replace("_", " ")
    short = CRITERIA[key].short or CRITERIA[key].label if key in CRITERIA else name
    name, inside = _filled(short, key, options)
    return name, ", ".join(_option_text(*pair) for pair in options if pair[0] not in inside)


def _filled(name: str, key: str, options: Options) -> tuple[str, set[str]]:
    """Name with the values of the options that stand in it, and which these are."""
    every = CRITERIA[key].options if key in CRITERIA else ()
    values = {option.name: str(option.default) for option in every} | dict(options)
    return name.format(**values), {option for option in values if f"{{{option}}}" in name}


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
