"""kselect: which kernel would each criterion pick, how good is that pick, and why."""

from kselect_core.criteria import Problem, SvmProblem
from kselect_core.data import Dataset, load_dataset
from kselect_core.selection import Candidates, CriterionChoice, SweepConfig, choices, run_sweep

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
    "run_sweep",
]
