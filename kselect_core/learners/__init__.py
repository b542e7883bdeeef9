"""Learners: one file per learner, one table for all."""

from kselect_core.learners.base import Fit, Learner
from kselect_core.learners.krr import KRR
from kselect_core.learners.lssvm import LSSVM
from kselect_core.learners.svm import SVM
from kselect_core.registry import registry

LEARNERS = registry("learner", KRR, LSSVM, SVM)

__all__ = ["LEARNERS", "Fit", "Learner"]
