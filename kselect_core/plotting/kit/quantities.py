"""What a quantity of the table is called in a figure, and in which direction it is good."""

from typing import Literal, NamedTuple

from kselect_core.criteria import CRITERIA

SHORT = {
    "kfold": "CV",
    "loo": "LOO",
    "svm_kfold": "CV",
    "svm_loo": "LOO",
    "remp": "Rₑₘₚ",
    "mmd": "MMD²",
    "sm_hinge": "SM hinge",
    "test_error": "test error",
    "test_squared_error": "test squared error",
    "training_error": "training error",
    "training_squared_error": "training squared error",
    "effective_dof": "effective dimension",
}
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
    name = SHORT.get(key) or (CRITERIA[key].label if key in CRITERIA else key.replace("_", " "))
    rest = options
    if key in ("kfold", "svm_kfold"):
        folds = dict(options).get("k") or _default_folds(key)
        name, rest = f"{folds}-fold {name}", tuple(pair for pair in options if pair[0] != "k")
    shown = ", ".join(_option_text(*pair) for pair in rest)
    return f"{name} ({shown})" if shown else name


def better(quantity: str) -> Literal["lower", "higher"]:
    """Direction in which the quantity is good; "lower" for everything that is not a criterion."""
    key = parsed(quantity).key
    return CRITERIA[key].better if key in CRITERIA else "lower"


def arrow(quantity: str) -> str:
    """Mark of the good direction: ↓ or ↑."""
    return "↓" if better(quantity) == "lower" else "↑"


def _default_folds(key: str) -> str:
    return next(str(option.default) for option in CRITERIA[key].options if option.name == "k")


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
