"""Learners: one file per learner, one table for all.

A learner knows no other one, and no criterion.

Examples
--------
>>> import numpy as np
>>> from kselect import learners
>>> fit = learners.LEARNERS["krr"].fit(np.eye(2), np.array([-1.0, 1.0]), 1.0)  # K, y, μ
>>> fit.alpha  # (K + μI)⁻¹ y
array([-0.5,  0.5])
"""

from kselect_core.learners.base import Fit, Learner
from kselect_core.learners.krr import KRR
from kselect_core.learners.lssvm import LSSVM
from kselect_core.learners.svm import SVM
from kselect_core.registry import registry

LEARNERS = registry("learner", KRR, LSSVM, SVM)

__all__ = ["LEARNERS", "Fit", "Learner"]
