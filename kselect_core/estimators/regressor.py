"""Kernel ridge regression whose kernel and ridge are chosen by a criterion."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.kernel_ridge import KernelRidge
from sklearn.utils.validation import validate_data

from kselect_core.criteria.problems.inputs import may_be_classes
from kselect_core.errors import InvalidParameterError
from kselect_core.estimators.search.ridge_fit import LeastSquaresSearch
from kselect_core.types import Array


class KernelRidgeSearch(RegressorMixin, LeastSquaresSearch):  # type: ignore[misc]
    """Kernel ridge regression whose kernel and ridge a criterion chooses.

    All ridges of a kernel share one eigendecomposition or one set of Lanczos runs, so that a grid
    costs about as much as one fit per kernel. Targets are not centred, as in `KernelRidge`.

    Parameters
    ----------
    kernel : str or callable, default="rbf"
        Name of `sklearn.metrics.pairwise` ("gaussian" means "rbf"), "precomputed", an object of
        `sklearn.gaussian_process.kernels`, a family of `kselect.KERNELS`, or a
        function of two samples (n, d), (m, d) and of the parameters in the grid that gives the
        matrix (n, m).
    param_grid : dict, default=None
        Values of "alpha" (the ridge on the diagonal of K) and of parameters of the kernel.
        What is not named keeps its usual grid: alpha 10⁻⁵ … 10³, gamma 2⁻¹⁶ … 2⁴.
    criterion : str, default="loo"
        Key of `kselect.CRITERIA` that judges kernel ridge regression.
    criterion_params : dict, default=None
        Options of the criterion, as ``{"k": 10}`` for "kfold".
    strength_criterion : str, default="loo"
        Criterion that chooses alpha where ``criterion`` judges the kernel alone (the alignments).
    kernel_params : dict, default=None
        Parameters of the kernel that stay fixed.
    random_state : int, default=0
        Seed of the folds.

    Attributes
    ----------
    best_params_ : dict
        Choice in scikit-learn's words: "alpha", "gamma", ….
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
        Training and test rows of the folds that "kfold" averages, as ``cv=`` of scikit-learn takes
        them. Only for a criterion with folds.
    dual_coef_, intercept_, X_fit_ : arrays
        The fit on all points. ``intercept_`` is 0.

    Examples
    --------
    >>> from kselect import KernelRidgeSearch
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> grid = {"gamma": [0.1, 1.0, 10.0], "alpha": [0.001, 0.01, 0.1]}
    >>> search = KernelRidgeSearch(param_grid=grid, criterion="gcv").fit(X, y)
    >>> search.best_params_
    {'gamma': 1.0, 'alpha': 0.01}
    >>> search.to_sklearn()
    KernelRidge(alpha=0.01, gamma=1.0, kernel='rbf')
    """

    @property
    def _learner(self) -> str:
        return "krr"

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's record
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        return tags

    def fit(self, X: object, y: object, **fit_params: object) -> Self:
        """Search, and fit the choice on all points.

        Parameters
        ----------
        X : array (n, d)
            Features; for a precomputed kernel its matrix (n, n).
        y : array (n,) or (n, t)
            Targets. Several share the choice: criteria are averaged over them.
        **fit_params
            None: the criteria give every point the same weight.

        Returns
        -------
        KernelRidgeSearch
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
            For targets that are names of classes, and for what scikit-learn refuses.
        """
        self._check_given(X, y, fit_params)
        self._refuse_words(y)
        points, labels = validate_data(
            self, X, y, multi_output=True, y_numeric=True, dtype=np.float64, ensure_min_samples=2
        )
        self._flat = labels.ndim == 1
        targets = labels.reshape(len(labels), -1).astype(np.float64)
        self._refuse_classes(targets)
        self._search(points, targets, "regression")
        self._fit_best(points, targets, flat=self._flat)
        return self

    def _refuse_words(self, y: object) -> None:
        """Raise where targets are names of classes."""
        targets = np.asarray(y)
        if targets.dtype.kind not in "OUST":
            return
        for target in targets.ravel():
            try:
                float(target)
            except ValueError as error:
                allowed = "numbers; for classes use KernelClassifierSearch or SVCSearch"
                raise InvalidParameterError(self._where, "y", allowed, str(target)) from error
            except TypeError:
                return  # no word: scikit-learn says what it is

    def _refuse_classes(self, targets: Array) -> None:
        """Raise where a criterion would compare K with numbers that may be classes (0, 1, 2)."""
        choice = self._choice(self.criterion, self.criterion_params)
        needs = choice.criterion.needs
        if choice.criterion.chooses_strength or not {"labels", "classes"} & needs:
            return
        for target in filter(may_be_classes, targets.T):
            allowed = f"numbers, not codes of classes, for the criterion {choice.key!r}, which "
            way = _way_out(np.unique(target), numbers="classes" not in needs)
            raise InvalidParameterError(self._where, "y", allowed + way, np.unique(target))

    def _labels(self, y: Array) -> Sequence[tuple[Array, None]]:
        return [(target, None) for target in y.T]

    def predict(self, X: object) -> Array:
        """Predictions at new points.

        Parameters
        ----------
        X : array (m, d)
            New points; for a precomputed kernel (m, n), a column for each training point.

        Returns
        -------
        array (m,) or (m, t)
            A column for each of several targets.

        Raises
        ------
        NotFittedError
            Before ``fit``.
        """
        f = self._values(X)
        return f[:, 0] if self._flat else f

    def to_sklearn(self) -> KernelRidge:
        """Fitted `KernelRidge` with the same predictions.

        Returns
        -------
        KernelRidge
            The same object as ``best_estimator_``.

        Raises
        ------
        KselectError
            For kernels that `KernelRidge` does not know.
        """
        return self._as_ridge()


def _way_out(values: Array, *, numbers: bool) -> str:
    """What to do where a target of these values may be classes; ``numbers`` could be compared."""
    way = "compares y with K: for classes use KernelClassifierSearch"
    if len(values) == 2:  # noqa: PLR2004 (two classes)
        return f"{way}, or −1 and +1, as np.where(y == {values[1]:g}, 1.0, -1.0) makes them"
    return f"{way}; for numbers pass y / y.std(), which chooses the same kernel" if numbers else way
