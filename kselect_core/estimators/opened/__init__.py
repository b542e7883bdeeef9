"""Finished searches of scikit-learn as runs: their kernels, scores, place of views; no fits."""

from kselect_core.estimators.opened.run import Opened, from_cv_results

__all__ = ["Opened", "from_cv_results"]
