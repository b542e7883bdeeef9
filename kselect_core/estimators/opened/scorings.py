"""How a score of scikit-learn, of which the largest is the best, becomes an error with its name."""

from typing import NamedTuple

import numpy as np

from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.types import Array, Float

WHERE = "from_cv_results"

LABELS = {
    "balanced_accuracy": "balanced error",
    "f1": "1 − F1",
    "r2": "1 − R²",
    "roc_auc": "1 − AUC",
}
"""What errors from scores are called; others after the name of their score."""

ROUNDED = 1e-9
"""Scores may exceed their best value by so much."""


class Scoring(NamedTuple):
    """An error is ``best`` minus the score.

    ``error`` is the ending of its quantity in a sweep's table, "error" for a share and
    "squared_error" for other numbers; ``label`` what it is called where it is neither of these two.
    """

    best: float
    error: str
    label: str = ""

    def of(self, scores: Array) -> Float[Array, "..."]:
        """Errors from scores."""
        errors: Array = self.best - np.asarray(scores, dtype=np.float64)
        return errors


USUAL = {
    "accuracy": Scoring(1.0, "error"),
    "neg_mean_squared_error": Scoring(0.0, "squared_error"),
}
"""Scores whose errors are those of a sweep."""


def scoring_of(asked: object, scores: Array, *, numbers: bool) -> Scoring:
    """How the scores of a search become errors: 1 − score, or the loss where its name is "neg_…".

    ``numbers`` says that it is a regression, of which a score may lie below 0, as R². Raises
    InvalidParameterError for functions without a name of scikit-learn's, and DataError where
    neither way gives an error, which is 0 at best.
    """
    if isinstance(asked, str) and asked in USUAL:
        return USUAL[asked]
    name, loss = _name(asked)
    finite = scores[np.isfinite(scores)]
    least = -np.inf if numbers or loss else 0.0
    best = 0.0 if loss else 1.0
    if (finite > best + ROUNDED).any() or (finite < least - ROUNDED).any():
        allowed = "0 at most" if loss else "1 at most" if numbers else "0 to 1"
        raise DataError(
            f"{WHERE}: scores of {name!r} must be {allowed} to be opened as an error, got "
            f"{finite.min():.3g} to {finite.max():.3g}."
        )
    words = name.replace("_", " ")
    label = words if loss else LABELS.get(name, f"1 − {words}")
    return Scoring(best, "squared_error" if numbers or loss else "error", label)


def _name(asked: object) -> tuple[str, bool]:
    """Name of a score, and whether it is minus a loss."""
    if isinstance(asked, str):
        return asked.removeprefix("neg_"), asked.startswith("neg_")
    function = getattr(asked, "_score_func", None)
    if function is None:
        allowed = "a name, as 'accuracy', 'f1' or 'neg_mean_squared_error', or by make_scorer"
        raise InvalidParameterError(WHERE, "the scoring of the search", allowed, asked)
    return function.__name__.removesuffix("_score"), getattr(asked, "_sign", 1) < 0
