"""Bounds of the papers as numbers, what they are about, and cases in which they fail.

Nothing here selects a kernel.
"""

from kselect_core.theory.bound import Bound, Part, Setting
from kselect_core.theory.empirical import Variance, cv_variance, largest_change
from kselect_core.theory.measured import Machine, Measured, measured, worst_case

__all__ = [
    "Bound",
    "Machine",
    "Measured",
    "Part",
    "Setting",
    "Variance",
    "cv_variance",
    "largest_change",
    "measured",
    "worst_case",
]
