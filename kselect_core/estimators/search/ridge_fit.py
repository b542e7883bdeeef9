"""The fit of the chosen least-squares learner, and its scikit-learn form."""

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.utils.validation import check_is_fitted

from kselect_core.errors import KselectError
from kselect_core.estimators.search.base import KernelSearch
from kselect_core.estimators.search.kernels import PRECOMPUTED
from kselect_core.learners import LEARNERS
from kselect_core.types import Array, Float


class LeastSquaresSearch(KernelSearch):
    """Base of the searches whose learner is kernel ridge regression or a least-squares SVM."""

    def _fit_best(self, X: Float[Array, "n d"], y: Float[Array, "n t"], *, flat: bool) -> None:
        """Fit the choice on all points: ``dual_coef_`` (n, t), ``intercept_`` (t,), ``X_fit_``.

        ``flat`` says that predictions of the one target are a vector.
        """
        alpha = self.best_params_["alpha"]
        self.X_fit_ = X
        if self._learner == "krr":
            same = self.kernel_.scikit_learn
            model = KernelRidge(alpha=alpha, **(same or {"kernel": PRECOMPUTED}))
            model.fit(self.kernel_(X, X) if same is None else X, y[:, 0] if flat else y)
            self.dual_coef_ = model.dual_coef_.reshape(y.shape)
            self.intercept_ = np.zeros(y.shape[1])
            if same is not None:
                self.best_estimator_ = model
            return
        K = self.kernel_(X, X)
        fits = [LEARNERS[self._learner].fit(K, target, alpha) for target in y.T]
        self.dual_coef_ = np.column_stack([fit.alpha for fit in fits])
        self.intercept_ = np.array([fit.b for fit in fits])

    def _values(self, X: object) -> Float[Array, "m t"]:
        """Values of the fit at new points, one column per target."""
        X = self._new(X)
        f: Float[Array, "m t"] = self.kernel_(X, self.X_fit_) @ self.dual_coef_
        return f + self.intercept_

    def _as_ridge(self) -> KernelRidge:
        """Fitted `KernelRidge`; raises KselectError where scikit-learn has no equal estimator."""
        if self._learner != "krr":
            raise KselectError(
                f"{self._where}: scikit-learn has no least-squares SVM, and KernelRidge on ±1 is "
                "not the same: it has no bias. Keep this estimator, which can be cloned, put into "
                "a Pipeline and saved like any other; or search with learner='krr', the ridge "
                "without a bias, whose KernelRidge this method gives."
            )
        check_is_fitted(self)
        if self.kernel_.scikit_learn is None:
            raise KselectError(
                f"{self._where}: scikit-learn has no such kernel, and KernelRidge asks a function "
                "for one pair of points at a time, where this one is of two samples. Keep this "
                "estimator, or compute the kernel matrix and use kernel='precomputed'."
            )
        return self.best_estimator_
