"""kselect: which kernel would each criterion pick, how good is that pick, and why.

    import kselect

    config = kselect.SweepConfig(dataset="moons")
    table = kselect.run_sweep(config)
    kselect.choices(table, config)
    table.plot()

These are the names that programs may rely on, each with a line in docs/how_to/from_python.md. They
live in `kselect_core`, and are loaded when they are asked for.
"""

from typing import TYPE_CHECKING

from kselect_core import __version__
from kselect_core.deferred import deferred

if TYPE_CHECKING:
    from kselect.swept import run_sweep
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
    from kselect_core.selection import (
        Candidates,
        CriterionChoice,
        SweepConfig,
        choices,
        measured_by,
        refine,
    )
    from kselect_core.selection.terms.learning import curve_means, learning_curve
    from kselect_core.views.quick.plotted import plot
else:  # a type checker knows these names, and no others
    __getattr__, __dir__ = deferred(
        __name__,
        {
            ".swept": ("run_sweep",),
            "kselect_core.criteria": ("CRITERIA", "Problem", "SvmProblem"),
            "kselect_core.data": ("Dataset", "load_dataset"),
            "kselect_core.estimators": (
                *("GridEdgeWarning", "KernelClassifierSearch", "KernelRidgeSearch", "SVCSearch"),
                *("from_cv_results", "strength", "take_along", "width"),
            ),
            "kselect_core.kernels": ("KERNELS", "own_kernel"),
            "kselect_core.learners": ("LEARNERS",),
            "kselect_core.selection": (
                *("Candidates", "CriterionChoice", "SweepConfig"),
                *("choices", "measured_by", "refine"),
            ),
            "kselect_core.selection.terms.learning": ("curve_means", "learning_curve"),
            "kselect_core.views.quick.plotted": ("plot",),
        },
        (
            *("kselect_core.criteria", "kselect_core.data", "kselect_core.errors"),
            *("kselect_core.estimators.scorers", "kselect_core.kernels"),
            *("kselect_core.learners", "kselect_core.views"),
        ),
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
    "curve_means",
    "data",
    "errors",
    "from_cv_results",
    "kernels",
    "learners",
    "learning_curve",
    "load_dataset",
    "measured_by",
    "own_kernel",
    "plot",
    "refine",
    "run_sweep",
    "scorers",
    "strength",
    "take_along",
    "views",
    "width",
]
