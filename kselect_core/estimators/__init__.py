"""Estimators for scikit-learn: kernel and strength are chosen by any criterion.

The names below are loaded when they are asked for: pages take a model along without scikit-learn.
No page and no command is known here.
"""

from typing import TYPE_CHECKING

from kselect_core.deferred import deferred

if TYPE_CHECKING:
    from kselect_core.estimators import scorers
    from kselect_core.estimators.classifier import KernelClassifierSearch
    from kselect_core.estimators.opened import from_cv_results
    from kselect_core.estimators.regressor import KernelRidgeSearch
    from kselect_core.estimators.search.base import GridEdgeWarning
    from kselect_core.estimators.support_vectors import SVCSearch
    from kselect_core.estimators.taken import strength, take_along, width
else:  # a type checker knows these names, and no others
    __getattr__, __dir__ = deferred(
        __name__,
        {
            ".classifier": ("KernelClassifierSearch",),
            ".opened": ("from_cv_results",),
            ".regressor": ("KernelRidgeSearch",),
            ".search.base": ("GridEdgeWarning",),
            ".support_vectors": ("SVCSearch",),
            ".taken": ("strength", "take_along", "width"),
        },
        (".scorers",),
    )

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
