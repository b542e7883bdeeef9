"""Least-squares classification whose kernel and ridge are chosen by a criterion."""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.kernel_ridge import KernelRidge
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from kselect_core.criteria.left_out.loo import LOO
from kselect_core.errors import InvalidParameterError
from kselect_core.estimators.search.ridge_fit import LeastSquaresSearch
from kselect_core.types import Array, Float

LEARNERS = ("lssvm", "krr")


class KernelClassifierSearch(ClassifierMixin, LeastSquaresSearch):  # type: ignore[misc]
    """Least-squares SVM, or kernel ridge on ±1, whose kernel and ridge a criterion chooses.

    Of several classes each is told from the rest, and the largest value decides. Leave-one-out and
    k-fold by the loss "error" are the error rate of this decision; everything else is averaged over
    the classes, whose folds are the same.

    Parameters
    ----------
    kernel : str or callable, default="rbf"
        Name of `sklearn.metrics.pairwise` ("gaussian" means "rbf"), "precomputed", an object of
        `sklearn.gaussian_process.kernels`, a family of `kselect.KERNELS`, or a
        function of two samples (n, d), (m, d) and of the parameters in the grid that gives the
        matrix (n, m).
    learner : str, default="lssvm"
        "lssvm" (with a bias that is not penalised) or "krr".
    param_grid : dict, default=None
        Values of "alpha" (the ridge on the diagonal of K) and of parameters of the kernel.
        What is not named keeps its usual grid: alpha 10⁻⁵ … 10³, gamma 2⁻¹⁶ … 2⁴.
    criterion : str, default="loo"
        Key of `kselect.CRITERIA` that judges the learner.
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
    classes_ : array (c,)
        The classes.
    dual_coef_, intercept_, X_fit_ : arrays
        The fit on all points, a column for each class against the rest (one for two classes).

    Examples
    --------
    >>> from kselect import KernelClassifierSearch
    >>> from sklearn.datasets import load_wine
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> X, y = load_wine(return_X_y=True)
    >>> grid = {"gamma": [0.003, 0.01, 0.03, 0.1], "alpha": [0.01, 0.1, 1.0]}
    >>> search = KernelClassifierSearch(param_grid=grid, criterion="kfold")
    >>> model = make_pipeline(StandardScaler(), search).fit(X, y)
    >>> search.best_params_
    {'gamma': 0.03, 'alpha': 0.1}
    >>> round(model.score(X, y), 2)
    1.0
    """

    def __init__(  # noqa: PLR0913 (all of them named)
        self,
        kernel: object = "rbf",
        *,
        learner: str = "lssvm",
        param_grid: Mapping[str, Sequence[object]] | None = None,
        criterion: str = LOO.name,
        criterion_params: Mapping[str, object] | None = None,
        strength_criterion: str = LOO.name,
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
        self.learner = learner

    @property
    def _learner(self) -> str:
        if self.learner not in LEARNERS:
            allowed = f"one of {LEARNERS}; SVCSearch is the support vector machine"
            raise InvalidParameterError(self._where, "learner", allowed, self.learner)
        return self.learner

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
        KernelClassifierSearch
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
        count = len(self.classes_)
        positive = range(1, 2) if count == 2 else range(count)  # noqa: PLR2004 (two classes)
        signs = np.column_stack([np.where(codes == code, 1.0, -1.0) for code in positive])
        self._search(points, signs, "binary", codes if count > 2 else None)  # noqa: PLR2004
        self._fit_best(points, signs, flat=signs.shape[1] == 1)
        return self

    def _labels(self, y: Array) -> Sequence[tuple[Array, None]]:
        return [(target, None) for target in y.T]

    def decision_function(self, X: object) -> Float[Array, "..."]:
        """Values of the fit.

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
        f = self._values(X)
        return f[:, 0] if f.shape[1] == 1 else f

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
        f = self.decision_function(X)
        labels: Array = self.classes_[(f > 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]
        return labels

    def to_sklearn(self) -> KernelRidge:
        """Fitted `KernelRidge` on ±1, whose predictions are the values of ``decision_function``.

        Returns
        -------
        KernelRidge
            Without classes: its predictions are numbers.

        Raises
        ------
        KselectError
            For ``learner="lssvm"``, which scikit-learn does not have, and for kernels that
            `KernelRidge` does not know.
        """
        return self._as_ridge()


def coded(estimator: object, y: Array) -> Array:
    """Codes of the classes; sets ``classes_``, and raises ValueError for a single one."""
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if len(classes) < 2:  # noqa: PLR2004 (two classes)
        raise ValueError(
            f"{type(estimator).__name__}: y must hold at least two classes, got one class: "
            f"{classes[0]!r}."
        )
    estimator.classes_ = classes  # type: ignore[attr-defined]
    return codes
