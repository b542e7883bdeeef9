"""Error rates of the decision that several classes make together, each told from the rest."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.folds import drawn_folds
from kselect_core.linalg.floating.signs import Signed
from kselect_core.selection import CriterionChoice
from kselect_core.types import Array, Float, Int


class Shares(NamedTuple):
    """Share of points of the wrong class: its mean, the standard error of that, that of each fold.

    Leave-one-out has one fold, of all points, and no standard error.
    """

    mean: Float[Array, " L"]
    error: Float[Array, " L"]
    folds: Float[Array, "f L"]


def folds_of(choice: CriterionChoice) -> int:
    """Number of folds of a criterion; 0 for one without."""
    if choice.criterion.left_out != "k-fold":
        return 0
    return int(str(choice.criterion.checked(dict(choice.options))["k"]))


def share_folds(
    problems: Sequence[Problem], codes: Int[Array, " n"], choice: CriterionChoice, seed: int
) -> None:
    """Give the problems of all classes the same folds: every class has its share of each."""
    k = folds_of(choice)
    if k:
        folds = drawn_folds(codes, k, seed)
        for problem in problems:
            problem.drawn_folds[k] = folds


def together(choice: CriterionChoice) -> bool:
    """Whether a criterion of least squares estimates an error rate: that of the whole decision."""
    options = choice.criterion.checked(dict(choice.options))
    return bool(choice.criterion.left_out) and options.get("loss") == "error"


def left_out_values(choice: CriterionChoice, problem: Problem) -> Signed:
    """Values at points left out of the fit, as the criterion leaves them out; signs are right."""
    k = folds_of(choice)
    return problem.signs_held_out(k) if k else problem.signs_left_out


def shares(
    codes: Int[Array, " n"], values: Sequence[Signed], folds: Sequence[Int[Array, " fold"]]
) -> Shares:
    """Shares of points at which the largest value is not that of their class.

    Of equal values that of the first class counts, as where a class is predicted. NaN where some
    sign is not sure.
    """
    decided = np.argmax([one.f for one in values], axis=0)
    wrong = (decided != codes[:, None]).astype(np.float64)
    wrong[~np.all([one.sure for one in values], axis=0)] = np.nan
    of_folds = np.array([wrong[fold].mean(axis=0) for fold in folds])
    error = of_folds.std(axis=0, ddof=1) / np.sqrt(len(folds)) if len(folds) > 1 else of_folds[0]
    return Shares(of_folds.mean(axis=0), error, of_folds)
