"""kselect: which kernel would each criterion pick, how good is that pick, and why.

The names below are loaded when they are asked for, so that the command line can set the number of
threads before NumPy is loaded, and can be stopped while it begins. No interface is known here.
"""

from typing import TYPE_CHECKING

from kselect_core.deferred import deferred

if TYPE_CHECKING:
    from kselect_core.criteria import Problem, SvmProblem
    from kselect_core.data import Dataset, load_dataset
    from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices, run_sweep
    from kselect_core.views.quick.plotted import plot
else:  # a type checker knows these names, and no others
    __getattr__, __dir__ = deferred(
        __name__,
        {
            ".criteria": ("Problem", "SvmProblem"),
            ".data": ("Dataset", "load_dataset"),
            ".selection": ("Candidates", "CriterionChoice", "SweepConfig", "choices", "run_sweep"),
            ".views.quick.plotted": ("plot",),
        },
        (
            *(".criteria", ".data", ".estimators", ".experiments", ".kernels", ".learners"),
            *(".linalg", ".selection", ".views"),
        ),
    )

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
