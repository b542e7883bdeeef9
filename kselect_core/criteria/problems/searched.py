"""The problem of one kernel in a search, which asks for cross-validation and nothing else of K."""

from collections.abc import Sequence

import numpy as np

from kselect_core.criteria.problems.least_squares import KRYLOV_FROM, Problem
from kselect_core.linalg.fits.eliminated import eliminated_errors
from kselect_core.linalg.fits.few_ridges import FEW, held_out_where_quick
from kselect_core.linalg.fits.smoother import block_residuals
from kselect_core.types import Array, Bool, Float


class SearchedProblem(Problem):
    """A `Problem` for few ridges: what is held out comes without an eigendecomposition.

    In a sweep one eigendecomposition serves many criteria and ridges; a search by cross-validation
    over a handful of ridges is quicker without. Its values agree to 1e-8 of their size.
    """

    def _held_out_predictions(self, k: int) -> Float[Array, "n L"]:
        if self.n < KRYLOV_FROM or self.ridge != "lambda":  # every fold would have other ridges
            return super()._held_out_predictions(k)
        folds = self.folds(k)
        quick = held_out_where_quick(self.K, self.y, folds, self.mu, bias=self.bias)
        if quick is None:
            return self._held_out_by_blocks(folds)
        made, converged = quick
        if converged.all():
            self._lanczos_duals[k] = made.alpha, made.bias
        else:
            made.f[:, ~converged] = self._held_out_of_small(folds, ~converged)
        return made.f

    def _held_out_of_small(
        self, folds: Sequence[Array], small: Bool[Array, " L"]
    ) -> Float[Array, "n s"]:
        """Predictions for the small ridges: by elimination, or of many by the spectrum."""
        if small.sum() <= FEW:
            errors = eliminated_errors(self.K, self.y, folds, self.mu[small], bias=self.bias)
            if errors is not None:
                kept: Float[Array, "n s"] = self.y[:, None] - errors
                return kept
        fit = self._smoother(self.mu[small], leverages=False)
        predictions = np.empty((self.n, len(fit.mu)))
        for fold in folds:
            errors = block_residuals(self.spectrum, fit, fold)
            predictions[fold] = self.y[fold][:, None] - errors
        return predictions
