"""Estimators for scikit-learn: kernel and strength are chosen by any criterion.

The names below are loaded when they are asked for: pages take a model along without scikit-learn.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kselect_core.estimators.classifier import KernelClassifierSearch
    from kselect_core.estimators.opened import from_cv_results
    from kselect_core.estimators.regressor import KernelRidgeSearch
    from kselect_core.estimators.search.base import GridEdgeWarning
    from kselect_core.estimators.support_vectors import SVCSearch
    from kselect_core.estimators.taken import strength, take_along, width

__all__ = [
    "GridEdgeWarning",
    "KernelClassifierSearch",
    "KernelRidgeSearch",
    "SVCSearch",
    "from_cv_results",
    "scorers",
    "strength",
    "take_along",
    "width",
]

_HOMES = {
    "GridEdgeWarning": "search.base",
    "KernelClassifierSearch": "classifier",
    "KernelRidgeSearch": "regressor",
    "SVCSearch": "support_vectors",
    "from_cv_results": "opened",
    **dict.fromkeys(("strength", "take_along", "width"), "taken"),
}


def __getattr__(name: str) -> object:
    """Return a public name by loading what holds it."""
    if name == "scorers":
        return import_module(f"{__name__}.scorers")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names that are there, loaded or not."""
    return sorted({*globals(), *__all__})
