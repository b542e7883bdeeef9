"""Estimators for scikit-learn: kernel and strength are chosen by any criterion."""

from kselect_core.estimators.classifier import KernelClassifierSearch
from kselect_core.estimators.regressor import KernelRidgeSearch
from kselect_core.estimators.search.base import GridEdgeWarning
from kselect_core.estimators.support_vectors import SVCSearch

__all__ = [
    "GridEdgeWarning",
    "KernelClassifierSearch",
    "KernelRidgeSearch",
    "SVCSearch",
]
