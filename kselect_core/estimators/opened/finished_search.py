"""What is known of a finished search: its columns, the learner, and the score that is opened."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from sklearn.kernel_ridge import KernelRidge
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.estimators.opened.scorings import WHERE, Scoring, scoring_of
from kselect_core.types import Array

COMPARED = ("accuracy", "neg_mean_squared_error")
"""Of several scores the one that is opened, if it is there: that of a sweep."""


class Searched(NamedTuple):
    """Columns of a search, its learner, where its parameters begin, and its score.

    ``fitted`` is the learner that was fitted on the whole sample, None where there is none.
    """

    found: Mapping[str, Array]
    learner: KernelRidge | SVC
    prefix: str
    fitted: Any
    metric: str
    scoring: Scoring

    @property
    def strength(self) -> str:
        """Name of the strength: "alpha" or "C"."""
        return "C" if isinstance(self.learner, SVC) else "alpha"

    @property
    def splits(self) -> int:
        """Number of folds."""
        number = 0
        while f"split{number}_test_{self.metric}" in self.found:
            number += 1
        return number

    @property
    def rows(self) -> int:
        """Number of points that were tried."""
        return len(self.found[f"mean_test_{self.metric}"])

    def parameter(self, name: str) -> list[Any]:
        """Values of a parameter in every row; that of the learner where it was not searched."""
        usual = getattr(self.learner, name, None)
        column = self.found.get(f"param_{self.prefix}{name}")
        if column is None:
            return [usual] * self.rows
        masked, values = np.ma.getmaskarray(column), np.ma.getdata(column).tolist()
        return [
            usual if gap or value != value else value  # noqa: PLR0124 (NaN: a gap of a table)
            for value, gap in zip(values, masked, strict=True)
        ]


def searched(search: Any, learner: Any, scoring: str | None) -> Searched:  # noqa: ANN401 - scikit-learn's
    """Return what is known of a fitted search, or of the ``cv_results_`` of one with its learner.

    Raises InvalidParameterError for what is neither, and for a learner that is missing.
    """
    if hasattr(search, "cv_results_") and hasattr(search, "estimator"):
        if learner is not None:
            allowed = "left out for a search, which has its own estimator"
            raise InvalidParameterError(WHERE, "learner", allowed, learner)
        results, scores = dict(search.cv_results_), _named(search.scoring)
        if f"mean_test_{next(iter(scores))}" not in results:  # a function that gives several
            scores = _named(_metrics(results))
        best = getattr(search, "best_estimator_", None)
        chosen = None if scores == {"score": scoring} else scoring
        return _of(results, search.estimator, best, scores, chosen)
    if not isinstance(search, Mapping | pd.DataFrame):
        allowed = "a fitted GridSearchCV (or another search of scikit-learn), or its cv_results_"
        raise InvalidParameterError(WHERE, "the search", allowed, search)
    if learner is None:
        allowed = "given with cv_results_ alone: the estimator that was searched, as learner=SVC()"
        raise InvalidParameterError(WHERE, "learner", allowed, learner)
    return _of_columns(
        {str(name): np.ma.asarray(search[name]) for name in search}, learner, scoring
    )


def _of_columns(results: Mapping[str, Array], learner: Any, scoring: str | None) -> Searched:  # noqa: ANN401 - scikit-learn's
    """Return what is known of the columns of a search, with the learner that was searched."""
    metrics = _metrics(results)
    if not any(f"split0_test_{metric}" in results for metric in metrics):
        raise DataError(
            f"{WHERE}: these are no cv_results_ of a search: mean_test_… or split0_test_… is "
            "missing among the columns."
        )
    if metrics != ["score"]:
        return _of(results, learner, learner, _named(metrics), scoring)
    positive = (np.ma.getdata(results["mean_test_score"]).astype(np.float64) > 0).any()
    if scoring is None and not positive and isinstance(_last(learner), KernelRidge):
        allowed = "given where no score is positive, as scoring='neg_mean_squared_error'"
        raise InvalidParameterError(WHERE, "scoring", allowed, scoring)
    return _of(results, learner, learner, {"score": scoring}, None)


def _metrics(results: Mapping[str, Array]) -> list[str]:
    """Endings of the columns that hold mean scores."""
    return [name.removeprefix("mean_test_") for name in results if name.startswith("mean_test_")]


def _last(estimator: Any) -> Any:  # noqa: ANN401 - scikit-learn's
    """Estimator at the end of a pipeline, or the estimator itself."""
    return estimator[-1] if isinstance(estimator, Pipeline) else estimator


def _named(asked: object) -> dict[str, Any]:
    """Scores of a search by the ending of their columns."""
    if isinstance(asked, Mapping):
        return {str(name): one for name, one in asked.items()}
    if isinstance(asked, list | tuple | set):
        return {str(one): one for one in asked}
    return {"score": asked}


def _of(
    results: Mapping[str, Array],
    estimator: Any,  # noqa: ANN401 - scikit-learn's
    best: Any,  # noqa: ANN401 - scikit-learn's
    scores: dict[str, Any],
    chosen: str | None,
) -> Searched:
    """Search with its learner and the score that is opened."""
    learner = _last(estimator)
    if not isinstance(learner, KernelRidge | SVC):
        allowed = "a KernelRidge or an SVC, alone or at the end of a Pipeline"
        raise InvalidParameterError(WHERE, "the estimator of the search", allowed, learner)
    if chosen is not None and chosen not in scores:
        allowed = f"one of the scores of the search: {', '.join(scores)}"
        raise InvalidParameterError(WHERE, "scoring", allowed, chosen)
    metric = chosen or next((one for one in COMPARED if one in scores), next(iter(scores)))
    usual = "accuracy" if isinstance(learner, SVC) else "r2"
    means = np.asarray(results[f"mean_test_{metric}"], dtype=np.float64)
    scoring = scoring_of(scores[metric] or usual, means, numbers=isinstance(learner, KernelRidge))
    prefix = "" if learner is estimator else f"{estimator.steps[-1][0]}__"
    return Searched(results, learner, prefix, _last(best), metric, scoring)
