"""kselect: which kernel would each criterion pick, how good is that pick, and why.

The names below are loaded when they are asked for, so that the command line can set the number of
threads before NumPy is loaded, and can be stopped while it begins.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kselect_core.criteria import Problem, SvmProblem
    from kselect_core.data import Dataset, load_dataset
    from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices, run_sweep
    from kselect_core.views.quick.plot import plot

__version__ = "0.1.0"

__all__ = [
    "Candidates",
    "CriterionChoice",
    "Dataset",
    "Problem",
    "SvmProblem",
    "SweepConfig",
    "choices",
    "load_dataset",
    "plot",
    "run_sweep",
]

_HOMES = {
    **dict.fromkeys(("Problem", "SvmProblem"), "criteria"),
    **dict.fromkeys(("Dataset", "load_dataset"), "data"),
    **dict.fromkeys(
        ("Candidates", "CriterionChoice", "SweepConfig", "choices", "run_sweep"), "selection"
    ),
    "plot": "views.quick.plot",
}
_PACKAGES = (
    *("criteria", "data", "estimators", "experiments", "kernels", "learners"),
    *("linalg", "selection", "views"),
)


def __getattr__(name: str) -> object:
    """Return a public name, or a package, by loading what holds it."""
    if name in _HOMES:
        value: object = getattr(import_module(f"kselect_core.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    if name in _PACKAGES:
        return import_module(f"kselect_core.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names and packages, loaded or not."""
    return sorted({*__all__, *_PACKAGES, "__version__"})
