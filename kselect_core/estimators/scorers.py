"""Criteria as scikit-learn's ``scoring=``, for searches over more than a kernel and a strength.

``scorers.loo`` and every other key of `CRITERIA` is a scorer of a `KernelRidge` or an `SVC`, alone
or at the end of a pipeline: the criterion on the points that it is handed, with the kernel and the
strength of the estimator. A criterion is a number of the training sample, so that a search hands
over the whole of it: ``GridSearchCV(SVC(), grid, scoring=scorers.svm_loo,
cv=scorers.WholeSample())``. On held-out folds it is the criterion of these few points, and a
warning says so.

Examples
--------
>>> from kselect import scorers
>>> from sklearn.datasets import load_diabetes
>>> from sklearn.kernel_ridge import KernelRidge
>>> X, y = load_diabetes(return_X_y=True)
>>> narrow, wide = (KernelRidge(kernel="rbf", gamma=gamma, alpha=0.01) for gamma in (1000.0, 1.0))
>>> scorers.loo(wide, X, y) > scorers.loo(narrow, X, y)  # larger is better
True
>>> scorers.scorer("kfold", k=10)(wide, X, y) < 0  # minus an error
True
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from inspect import isfunction
from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.kernel_ridge import KernelRidge
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from kselect_core.criteria import CRITERIA
from kselect_core.errors import InvalidParameterError
from kselect_core.estimators.regressor import KernelRidgeSearch
from kselect_core.estimators.search.base import KernelSearch
from kselect_core.estimators.search.kernels import NAMES, kernel_function, parameter_names
from kselect_core.estimators.support_vectors import SVCSearch
from kselect_core.selection import CriterionChoice
from kselect_core.types import Array, Int

WHERE = "Scorer"

SAME = 1e-6
"""Rounding of a step may change the variance by this part of it where the sample is the same."""


@dataclass(frozen=True)
class Scorer:
    """A criterion with its options as a scorer: larger is better, whatever the criterion's way."""

    choice: CriterionChoice

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: ANN401 - scikit-learn's
        """Value of the criterion on X and y; minus the value where a smaller one is better.

        Raises InvalidParameterError for other estimators, and DataError with the reason where the
        criterion has no value.
        """
        if isinstance(estimator, Pipeline):
            if len(estimator.steps) > 1:
                X = estimator[:-1].transform(X)
            estimator = estimator[-1]
        self._warn_of_others(estimator, len(X))
        search: KernelSearch = _search(estimator, self.choice, X).fit(X, y)
        return search.best_score_

    def _warn_of_others(self, estimator: object, count: int) -> None:
        """Warn where the points are others than those of the fit, as held-out folds are."""
        fitted = getattr(estimator, "X_fit_", None)
        shape = np.shape(fitted) if fitted is not None else getattr(estimator, "shape_fit_", ())
        if shape and shape[0] != count:
            warnings.warn(
                f"{WHERE}: {self.choice.key} is computed from the {count} points it is given, not "
                f"from the {shape[0]} of the fit. In a search, pass cv=scorers.WholeSample().",
                UserWarning,
                stacklevel=3,
            )


class WholeSample:
    """One split whose training and test part are the whole sample, for ``cv=``."""

    def split(
        self,
        X: Any,  # noqa: ANN401 - scikit-learn's
        y: object = None,  # noqa: ARG002
        groups: object = None,  # noqa: ARG002
    ) -> Iterator[tuple[Int[Array, " n"], Int[Array, " n"]]]:
        """All rows, twice."""
        every = np.arange(len(X))
        yield every, every

    def get_n_splits(self, X: object = None, y: object = None, groups: object = None) -> int:  # noqa: ARG002
        """1."""
        return 1


def scorer(key: str, **options: object) -> Scorer:
    """Scorer of a criterion, as ``scorer("kfold", k=10)``; raises for unknown keys and options."""
    return Scorer(CriterionChoice(key, tuple(options.items())))  # type: ignore[arg-type]  # checked


def _search(estimator: object, choice: CriterionChoice, X: Array) -> KernelSearch:
    """Search whose grid is the kernel and the strength of an estimator."""
    kind: type[KernelSearch]
    if isinstance(estimator, SVC):
        kind, strength = SVCSearch, {"C": [float(estimator.C)]}
    elif isinstance(estimator, KernelRidge) and not is_classifier(estimator):
        kind, strength = KernelRidgeSearch, {"alpha": [float(estimator.alpha)]}
    else:
        allowed = "a KernelRidge or an SVC, alone or at the end of a Pipeline"
        raise InvalidParameterError(WHERE, "the estimator", allowed, estimator)
    fixed = _parameters(estimator, X)
    return kind(
        _kernel(estimator),
        param_grid=strength,
        criterion=choice.key,
        criterion_params=dict(choice.options),
        kernel_params=fixed,
    )


def _kernel(estimator: KernelRidge | SVC) -> object:
    """Kernel of an estimator as a search takes it: a `KernelRidge` asks a function row by row."""
    kernel = estimator.kernel
    if isinstance(estimator, SVC) or not isfunction(kernel):
        return kernel
    return partial(pairwise_kernels, metric=kernel)


def _parameters(estimator: Any, X: Array) -> dict[str, object]:  # noqa: ANN401 - scikit-learn's
    """Parameters of an estimator's kernel as numbers, on the points X."""
    if estimator.kernel not in NAMES:
        return dict(getattr(estimator, "kernel_params", None) or {})
    names = parameter_names(kernel_function(WHERE, estimator.kernel, None)) or set()
    fixed = {name: getattr(estimator, name) for name in sorted(names)}
    gamma = fixed.get("gamma")
    if gamma in ("auto", None):
        fixed |= {"gamma": 1.0 / np.shape(X)[1]} if "gamma" in fixed else {}
    elif isinstance(gamma, str):
        fixed["gamma"] = _scale(estimator, X)
    return fixed


def _scale(machine: SVC, X: Array) -> float:
    """Gamma of a machine whose gamma is 'scale', 1/(d · variance), fitted on the points X.

    Raises InvalidParameterError where it was fitted on others, on which 'scale' is another number.
    """
    points = np.asarray(X, dtype=np.float64)
    here = 1.0 / (points.shape[1] * (points.var() or 1.0))
    fitted = getattr(machine, "_gamma", None)
    if fitted is None or not np.isclose(fitted, here, rtol=SAME, atol=0.0):
        allowed = "a number or 'auto': what 'scale' means depends on the sample it was fitted on"
        raise InvalidParameterError(WHERE, "gamma of the estimator", allowed, machine.gamma)
    return float(fitted)


def __getattr__(name: str) -> Scorer:
    """Return the scorer of a criterion with its usual options."""
    if name not in CRITERIA:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return scorer(name)


def __dir__() -> list[str]:
    """Return the names that are there: one for each criterion."""
    return sorted({"Scorer", "WholeSample", "scorer", *CRITERIA})
