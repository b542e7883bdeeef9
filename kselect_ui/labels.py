"""How numbers, kernels and criteria are written everywhere in the interface."""

from collections.abc import Sequence
from math import isnan

from kselect_core.criteria import CRITERIA
from kselect_core.selection.config import Candidates, SweepConfig

SYMBOLS = {
    "gamma": "γ",
    "tau": "τ",
    "2tau": "τ",
    "sigma2": "σ²",
    "degree": "degree",
    "c": "c",
}
FORMULAS = {
    "gamma": r"k(x,z)=\exp(-\gamma\lVert x-z\rVert^2)",
    "tau": r"k(x,z)=\exp(-\tau\lVert x-z\rVert^2)",
    "2tau": r"k(x,z)=\exp(-\lVert x-z\rVert^2/2\tau)",
    "sigma2": r"k(x,z)=\exp(-\lVert x-z\rVert^2/\sigma^2)",
    "degree": r"k(x,z)=(1+x^\top z)^{d}",
    "c": r"k(x,z)=\exp(-c\lVert x-z\rVert)",
    "": r"k(x,z)=x^\top z",
}
UNITS = {"binary": "test error", "regression": "test squared error"}


def readable(value: float, digits: int = 3) -> str:
    """Return a number with as many digits as a reader needs: ``0.174``, ``3.05e-05``."""
    return "–" if isnan(value) else f"{value:.{digits}g}"


def distinct(values: Sequence[float]) -> dict[float, str]:
    """Return one short text per grid value, long enough to tell all of them apart."""
    for digits in range(3, 17):
        texts = [readable(value, digits) for value in values]
        if len(set(texts)) == len(set(values)):
            break
    else:  # values differ in the last bit only
        texts = [repr(value) for value in values]
    return dict(zip(values, texts, strict=True))


def percent(share: float) -> str:
    """Return an error rate as a percentage with one decimal."""
    return "–" if isnan(share) else f"{100 * share:.1f} %"


def error_text(value: float, task: str) -> str:
    """Return a test error the way the task asks for: a percentage, or a squared error."""
    return readable(value) if task == "regression" else percent(value)


def parameter_text(convention: str, value: float) -> str:
    """Return ``τ = 0.174``, or nothing for a kernel without a parameter."""
    return f"{SYMBOLS[convention]} = {readable(value)}" if convention in SYMBOLS else ""


def kernel_text(candidates: Candidates) -> str:
    """Return the name of a family of kernels with its parameter."""
    symbol = SYMBOLS.get(candidates.convention, "")
    return f"{candidates.kernel} ({symbol})" if symbol else candidates.kernel


def quantity_key(quantity: str) -> str:
    """Return the registry key inside a quantity: ``kfold(k=10)`` is ``kfold``."""
    return quantity.partition("(")[0]


def quantity_text(quantity: str) -> str:
    """Return a criterion's label with its options, as in ``k-fold CV (k=10)``."""
    key, bracket, options = quantity.partition("(")
    label = CRITERIA[key].label if key in CRITERIA else key
    return f"{label} ({options}" if bracket else label


def quantities(config: SweepConfig) -> tuple[str, ...]:
    """Return the quantities of a configuration's criteria, in its order."""
    return tuple(choice.quantity for choice in config.criteria)
