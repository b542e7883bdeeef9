"""Support vector machine whose kernel and cost are chosen by a criterion."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.svm import SVC
from sklearn.utils.validation import check_is_fitted, validate_data

from kselect_core.criteria.machine.svm_loo import SVM_LOO
from kselect_core.estimators.classifier import coded
from kselect_core.estimators.search.base import KernelSearch
from kselect_core.selection.config.pairs import ONE_VS_ONE, pairs_of
from kselect_core.types import Array, Float

OF_SVC = ("linear", "poly", "rbf", "sigmoid", "precomputed")
"""Kernels that `SVC` knows by name."""

TOLERANCE = 1e-6
"""Of the machine that is fitted; that of the searched machines is smaller than 1e-3 as well."""


class SVCSearch(ClassifierMixin, KernelSearch):  # type: ignore[misc]
    """Support vector machine whose kernel and cost C a criterion chooses.

    All C of a kernel are trained along one path, folds and points left out as well. Of several
    classes every pair is told apart, as `SVC` does, and criteria are averaged over the pairs.

    Parameters and attributes are those of `KernelRidgeSearch` with "C" (usual grid 10⁻² … 10³) in
    place of "alpha", and the criteria are those that judge the support vector machine: "svm_loo"
    (exact leave-one-out) is the default. ``best_estimator_`` is the fitted `SVC`, ``classes_``
    holds the classes.

    Examples
    --------
    >>> from kselect import SVCSearch
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> grid = {"gamma": [0.01, 0.03, 0.1, 0.3], "C": [0.1, 1.0, 10.0, 100.0]}
    >>> search = SVCSearch(param_grid=grid).fit(X, y)
    >>> search.best_params_, round(search.best_score_, 4)
    ({'gamma': 0.03, 'C': 10.0}, -0.01)
    >>> search.predict([[5.0, 3.4, 1.5, 0.2]])
    array([0])
    """

    strength: ClassVar[str] = "C"

    def __init__(  # noqa: PLR0913 (all of them named)
        self,
        kernel: object = "rbf",
        *,
        param_grid: Mapping[str, Sequence[object]] | None = None,
        criterion: str = SVM_LOO.name,
        criterion_params: Mapping[str, object] | None = None,
        strength_criterion: str = SVM_LOO.name,
        kernel_params: Mapping[str, object] | None = None,
        random_state: int = 0,
    ) -> None:
        super().__init__(
            kernel,
            param_grid=param_grid,
            criterion=criterion,
            criterion_params=criterion_params,
            strength_criterion=strength_criterion,
            kernel_params=kernel_params,
            random_state=random_state,
        )

    @property
    def _learner(self) -> str:
        return "svm"

    def fit(self, X: object, y: object, **fit_params: object) -> Self:
        """Search, and fit the choice on all points.

        X is (n, d), for a precomputed kernel (n, n); y (n,) holds the classes, of any type. Raises
        TypeError for weights, ValueError for a single class.
        """
        self._check_given(X, y, fit_params)
        points, given = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        self._search(points, coded(self, given), "binary")
        self.best_estimator_ = self._machine().fit(points, given)
        return self

    def _labels(self, y: Array) -> Sequence[tuple[Array, Array | None]]:
        names = tuple(map(str, range(len(self.classes_))))
        if len(names) == 2:  # noqa: PLR2004 (two classes)
            return [(np.where(y == 1, 1.0, -1.0), None)]
        rows = [(pair, np.flatnonzero(pair.rows(y))) for pair in pairs_of(names, ONE_VS_ONE)]
        return [(pair.signs(y[mine]), mine) for pair, mine in rows]

    def _machine(self) -> SVC:
        """Machine of the choice, not fitted."""
        C, same = self.best_params_["C"], self.kernel_.scikit_learn
        if same is None or (isinstance(same["kernel"], str) and same["kernel"] not in OF_SVC):
            same = {"kernel": self.kernel_}
        return SVC(C=C, tol=TOLERANCE, **same)

    def decision_function(self, X: object) -> Float[Array, "..."]:
        """Values of the machine (m,), positive for ``classes_[1]``; of several classes (m, c)."""
        X = self._new(X)
        return self.best_estimator_.decision_function(X)  # type: ignore[no-any-return]  # no types

    def predict(self, X: object) -> Array:
        """Predicted classes (m,)."""
        X = self._new(X)
        return self.best_estimator_.predict(X)  # type: ignore[no-any-return]  # no types there

    def to_sklearn(self) -> SVC:
        """Fitted `SVC`: the same object as ``best_estimator_``."""
        check_is_fitted(self)
        return self.best_estimator_
