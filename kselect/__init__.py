"""kselect: which kernel would each criterion pick, how good is that pick, and why.

    import kselect

    config = kselect.SweepConfig(dataset="moons")
    table = kselect.run_sweep(config)
    kselect.choices(table, config)

These are the names that programs may rely on, each with a line in docs/how_to/from_python.md. They
live in `kselect_core`, and are loaded when they are asked for.
"""

from typing import TYPE_CHECKING

from kselect_core import __version__
from kselect_core.deferred import deferred

if TYPE_CHECKING:
    from kselect_core import criteria, data, errors, kernels, learners, views
    from kselect_core.criteria import CRITERIA, Problem, SvmProblem
    from kselect_core.data import Dataset, load_dataset
    from kselect_core.estimators import (
        GridEdgeWarning,
        KernelClassifierSearch,
        KernelRidgeSearch,
        SVCSearch,
        from_cv_results,
        scorers,
        strength,
        take_along,
        width,
    )
    from kselect_core.kernels import KERNELS, own_kernel
    from kselect_core.learners import LEARNERS
    from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices, run_sweep
    from kselect_core.views.quick.plotted import plot
else:  # a type checker knows these names, and no others
    _HOMES = {
        "criteria": ("CRITERIA", "Problem", "SvmProblem"),
        "data": ("Dataset", "load_dataset"),
        "estimators": (
            *("GridEdgeWarning", "KernelClassifierSearch", "KernelRidgeSearch", "SVCSearch"),
            *("from_cv_results", "scorers", "strength", "take_along", "width"),
        ),
        "kernels": ("KERNELS", "own_kernel"),
        "learners": ("LEARNERS",),
        "selection": ("Candidates", "CriterionChoice", "SweepConfig", "choices", "run_sweep"),
        "views.quick.plotted": ("plot",),
    }
    _MODULES = ("criteria", "data", "errors", "kernels", "learners", "views")
    __getattr__, __dir__ = deferred(
        __name__,
        {name: f"kselect_core.{name}" for name in _MODULES}
        | {name: f"kselect_core.{home}" for home, names in _HOMES.items() for name in names},
    )

__all__ = [
    "CRITERIA",
    "KERNELS",
    "LEARNERS",
    "Candidates",
    "CriterionChoice",
    "Dataset",
    "GridEdgeWarning",
    "KernelClassifierSearch",
    "KernelRidgeSearch",
    "Problem",
    "SVCSearch",
    "SvmProblem",
    "SweepConfig",
    "__version__",
    "choices",
    "criteria",
    "data",
    "errors",
    "from_cv_results",
    "kernels",
    "learners",
    "load_dataset",
    "own_kernel",
    "plot",
    "run_sweep",
    "scorers",
    "strength",
    "take_along",
    "views",
    "width",
]
