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
    classes every pair is told apart and the pairs vote, as those of `SVC` do. Cross-validation and
    leave-one-out are the error rate of the votes; other criteria are averaged over the pairs.

    Parameters
    ----------
    kernel : str or callable, default="rbf"
        Name of `sklearn.metrics.pairwise` ("gaussian" means "rbf"), "precomputed", an object of
        `sklearn.gaussian_process.kernels`, a family of `kselect.KERNELS`, or a
        function of two samples (n, d), (m, d) and of the parameters in the grid that gives the
        matrix (n, m).
    param_grid : dict, default=None
        Values of "C" (the cost of an error) and of parameters of the kernel. What is not named
        keeps its usual grid: C 10⁻² … 10³, gamma 2⁻¹⁶ … 2⁴.
    criterion : str, default="svm_loo"
        Key of `kselect.CRITERIA` that judges the support vector machine; "svm_loo" is exact
        leave-one-out.
    criterion_params : dict, default=None
        Options of the criterion, as ``{"k": 10}`` for "svm_kfold".
    strength_criterion : str, default="svm_loo"
        Criterion that chooses C where ``criterion`` judges the kernel alone (the alignments).
    kernel_params : dict, default=None
        Parameters of the kernel that stay fixed.
    random_state : int, default=0
        Seed of the folds.

    Attributes
    ----------
    best_params_ : dict
        Choice in scikit-learn's words: "C", "gamma", ….
    best_score_ : float
        Its value, with the sign for which larger is better.
    best_index_ : int
        Its place in ``cv_results_``.
    cv_results_ : dict
        Columns of `GridSearchCV`, without times.
    table_ : DataFrame
        Columns of a sweep, with the criterion's own values and reasons for gaps.
    edges_ : dict
        In words, which numbers of the choice stand at an end of their grid; `GridEdgeWarning` tells
        too.
    folds_ : list
        Training and test rows of the folds that "svm_kfold" averages, as ``cv=`` of scikit-learn
        takes them. Only for a criterion with folds.
    classes_ : array (c,)
        The classes.
    best_estimator_ : SVC
        The fit on all points.

    Examples
    --------
    >>> from kselect import SVCSearch
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> grid = {"gamma": [0.01, 0.03, 0.1, 0.3], "C": [0.1, 1.0, 10.0, 100.0]}
    >>> search = SVCSearch(param_grid=grid).fit(X, y)
    >>> search.best_params_, round(search.best_score_, 4)
    ({'gamma': 0.03, 'C': 10.0}, -0.02)
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

        Parameters
        ----------
        X : array (n, d)
            Features; for a precomputed kernel its matrix (n, n).
        y : array (n,)
            Classes, of any type.
        **fit_params
            None: the criteria give every point the same weight.

        Returns
        -------
        SVCSearch
            The estimator itself.

        Raises
        ------
        TypeError
            For weights.
        InvalidParameterError, UnknownNameError
            For a kernel, a grid or a criterion that cannot be used.
        DataError
            Where the criterion has no value anywhere on the grid.
        ValueError
            For a single class, and for what scikit-learn refuses.
        """
        self._check_given(X, y, fit_params)
        points, classes = validate_data(self, X, y, dtype=np.float64, ensure_min_samples=2)
        codes = coded(self, classes)
        several = codes if len(self.classes_) > 2 else None  # noqa: PLR2004 (two classes)
        self._search(points, codes, "binary", several)
        self.best_estimator_ = self._machine().fit(points, classes)
        return self

    def _labels(self, y: Array) -> Sequence[tuple[Array, Array | None]]:
        """±1, the class that comes first positive: 0 is then told as `SVC` tells it, the other."""
        names = tuple(map(str, range(len(self.classes_))))
        if len(names) == 2:  # noqa: PLR2004 (two classes)
            return [(np.where(y == 0, 1.0, -1.0), None)]
        rows = [(pair, np.flatnonzero(pair.rows(y))) for pair in pairs_of(names, ONE_VS_ONE)]
        return [(-pair.signs(y[mine]), mine) for pair, mine in rows]

    def _machine(self) -> SVC:
        """Machine of the choice, not fitted."""
        C, same = self.best_params_["C"], self.kernel_.scikit_learn
        if same is None or (isinstance(same["kernel"], str) and same["kernel"] not in OF_SVC):
            same = {"kernel": self.kernel_}
        return SVC(C=C, tol=TOLERANCE, **same)

    def decision_function(self, X: object) -> Float[Array, "..."]:
        """Values of the machine.

        Parameters
        ----------
        X : array (m, d)
            New points; for a precomputed kernel (m, n), a column for each training point.

        Returns
        -------
        array (m,) or (m, c)
            Positive for ``classes_[1]``; of several classes a column for each.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        X = self._new(X)
        return self.best_estimator_.decision_function(X)  # type: ignore[no-any-return]  # no types

    def predict(self, X: object) -> Array:
        """Predicted classes.

        Parameters
        ----------
        X : array (m, d)
            New points; for a precomputed kernel (m, n), a column for each training point.

        Returns
        -------
        array (m,)
            Of ``classes_``.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        X = self._new(X)
        return self.best_estimator_.predict(X)  # type: ignore[no-any-return]  # no types there

    def to_sklearn(self) -> SVC:
        """Fitted `SVC`.

        Returns
        -------
        SVC
            The same object as ``best_estimator_``.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        check_is_fitted(self)
        return self.best_estimator_
