"""What the estimators have in common: parameters, the search, and what it leaves behind."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from kselect_core.criteria import (
    CRITERIA,
    LEFT_OUT,
    KernelFact,
    Problem,
    SearchedProblem,
    SvmProblem,
    SvmVotes,
    problem_for,
)
from kselect_core.criteria.left_out.loo import LOO
from kselect_core.criteria.machine.svm_loo import SVM_LOO
from kselect_core.criteria.problems.least_squares import FEWEST_FOLDS
from kselect_core.errors import DataError, InvalidParameterError
from kselect_core.estimators.search.classes import folds_of, share_folds
from kselect_core.estimators.search.drawn import as_sweep
from kselect_core.estimators.search.grids import Grid, grid
from kselect_core.estimators.search.kernels import PRECOMPUTED, KernelFunction, kernel_function
from kselect_core.estimators.search.tables import cv_results, sweep_rows
from kselect_core.estimators.search.values import Sample, Task, Values, best_cell, values
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.parameters import refuse_tensors
from kselect_core.results.table import COLUMNS
from kselect_core.selection import CriterionChoice
from kselect_core.selection.sweep.choices import why_nothing
from kselect_core.types import Array, Float, Int
from kselect_core.views.quick.plotted import drawn
from kselect_core.views.view import Drawn

LATER = ("folds_", "best_estimator_")
"""What only some choices leave behind: it is gone before the next one is made."""


class GridEdgeWarning(UserWarning):
    """The choice stands at an end of its grid: the best may lie beyond it.

    Examples
    --------
    >>> import warnings
    >>> from kselect import GridEdgeWarning, KernelRidgeSearch
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> short = KernelRidgeSearch(param_grid={"gamma": [0.01, 0.1], "alpha": [0.01]})
    >>> with warnings.catch_warnings():  # as told in ``edges_`` as well
    ...     warnings.simplefilter("ignore", GridEdgeWarning)
    ...     list(short.fit(X, y).edges_)
    ['gamma']
    """


class KernelSearch(BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no types
    """Base of the estimators: the same search for each learner."""

    strength: ClassVar[str] = "alpha"
    """Name of the strength in scikit-learn's words: the ridge alpha, or the cost C."""

    def __init__(  # noqa: PLR0913 (all of them named)
        self,
        kernel: object = "rbf",
        *,
        param_grid: Mapping[str, Sequence[object]] | None = None,
        criterion: str = LOO.name,
        criterion_params: Mapping[str, object] | None = None,
        strength_criterion: str = LOO.name,
        kernel_params: Mapping[str, object] | None = None,
        random_state: int = 0,
    ) -> None:
        self.kernel = kernel
        self.param_grid = param_grid
        self.criterion = criterion
        self.criterion_params = criterion_params
        self.strength_criterion = strength_criterion
        self.kernel_params = kernel_params
        self.random_state = random_state

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 - scikit-learn's record
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == PRECOMPUTED
        return tags

    @property
    def _learner(self) -> str:
        """Key of the learner among `LEARNERS`."""
        raise NotImplementedError

    @property
    def _where(self) -> str:
        return type(self).__name__

    @property
    def table_(self) -> pd.DataFrame:
        """Rows of a sweep with the criterion's own values, one per kernel and strength."""
        check_is_fitted(self)
        return pd.DataFrame(self._rows).astype(COLUMNS)

    def plot(self, kind: str = "curves", **options: Any) -> Drawn:  # noqa: ANN401 (of the view)
        """View of the search, the cursor on its choice; shows itself in a notebook.

        A search sees no test part: no error is drawn. λ is alpha.

        Parameters
        ----------
        kind : str, default="curves"
            "curves" (each criterion over the kernel's parameter at the chosen strength) or "map"
            (the criterion over parameter × strength, with the choice marked).
        **options
            Those of `kselect_core.plot`.

        Returns
        -------
        Drawn
            ``figure`` is a Plotly figure, ``caption`` a text, ``numbers()`` a table.

        Raises
        ------
        DataError
            For a kernel that has no place in a sweep.
        UnknownNameError
            For another kind.
        NotFittedError
            Before ``fit``.
        """
        table, choice = self.table_, self._choice(self.criterion, self.criterion_params)
        criteria = [choice]
        if not choice.criterion.chooses_strength and len(set(table["quantity"])) > 1:
            criteria.append(self._choice(self.strength_criterion, None))
        names = [name.removeprefix("param_") for name in self.cv_results_ if "param_" in name]
        searched = [name for name in names if name != self.strength]
        at = as_sweep(self.kernel_, searched, table, criteria, self._learner, self.random_state)
        return drawn(at, kind, test=False, **options)

    def _check_given(self, X: object, y: object, given: Mapping[str, object]) -> None:
        """Raise for tensors, and TypeError for arguments that the search does not take."""
        refuse_tensors(self._where, "X", X)
        refuse_tensors(self._where, "y", y)
        if isinstance(X, dict):
            allowed = "one table; several Gram matrices are compared by a sweep, Dataset.from_gram"
            raise InvalidParameterError(self._where, "X", allowed, type(X))
        if given:
            raise TypeError(
                f"{self._where}.fit: {', '.join(given)} must be left out: the criteria give "
                "every point the same weight. For weights use to_sklearn() and fit "
                "the result with them."
            )

    def _choice(self, key: object, options: Mapping[str, object] | None) -> CriterionChoice:
        """Criterion with its options; raises where it does not judge the learner."""
        choice = CriterionChoice(str(key), tuple((options or {}).items()))  # type: ignore[arg-type]
        if not choice.criterion.applies_to(self._learner):
            judges = ", ".join(k for k, c in CRITERIA.items() if c.applies_to(self._learner))
            raise InvalidParameterError(
                self._where, "criterion", f"one that judges the learner: {judges}", choice.key
            )
        return choice

    def _template(
        self,
        identity: Array,
        y: Float[Array, " n"],
        X: Array,
        ridges: Array,
        task: str,
        *,
        alone: bool,
    ) -> Problem:
        """Labels, ridges, learner and seed of a task; its matrix is the identity.

        Several targets share what is known of K; one ``alone`` is had without its spectrum.
        """
        fact = KernelFact() if self.kernel == PRECOMPUTED else KernelFact.of_sample(X)
        kind = problem_for(self._learner)
        if alone and self._learner in Problem.learners:
            kind = partial(SearchedProblem, learner=self._learner)
        return kind(
            identity,
            y,
            ridges,
            ridge="lambda",
            seed=self.random_state,
            kernel=fact,
            stratified=task == "binary",
            task=task,
        )

    def _labels(
        self, y: Array
    ) -> Sequence[tuple[Float[Array, " part"], Int[Array, " part"] | None]]:
        """Labels of every task, and the rows that take part."""
        raise NotImplementedError

    def _search(
        self,
        X: Float[Array, "n d"],
        y: Array,
        task: str,
        codes: Int[Array, " n"] | None = None,
    ) -> Self:
        """Search the grid; sets what ``fit`` promises except for the fitted model.

        ``codes`` are the classes where there are several.
        """
        for name in LATER:
            self.__dict__.pop(name, None)
        kernel = kernel_function(self._where, self.kernel, self.kernel_params)
        search_grid = grid(self._where, kernel, self.strength, self.param_grid)
        choice = self._choice(self.criterion, self.criterion_params)
        if kernel.kernel == PRECOMPUTED and len(X) != X.shape[1]:
            raise InvalidParameterError(self._where, "X", "a square kernel matrix (n, n)", X.shape)
        make = partial(self._tasks, X, y, search_grid.ridges, task, codes)
        tasks = make(choice)
        kernels = [kernel.with_parameters(X.shape[1], **point) for point in search_grid.points]
        with one_blas_thread():
            whole = codes if codes is not None and len(tasks) == int(codes.max()) + 1 else None
            self._judge(Sample(X, tasks, whole), kernels, search_grid, choice, make)
        if folds_of(choice):
            every, folds = np.arange(len(X)), tasks[0].problem.folds(folds_of(choice))
            self.folds_ = [(np.setdiff1d(every, fold), fold) for fold in folds]
        return self

    def _tasks(
        self,
        X: Float[Array, "n d"],
        y: Array,
        ridges: Array,
        task: str,
        codes: Int[Array, " n"] | None,
        choice: CriterionChoice,
    ) -> list[Task]:
        """Problems of every target, every class or every pair of classes, for one criterion."""
        if codes is not None and choice.criterion in LEFT_OUT:
            fact = KernelFact.of_sample(X)
            return [Task(SvmVotes.of_classes(codes, ridges, seed=self.random_state, kernel=fact))]
        tasks: list[Task] = []
        targets = self._labels(y)
        for labels, rows in targets:
            K = tasks[0].problem.K if tasks and rows is None else np.eye(len(labels))
            part = X if rows is None else X[rows]
            template = self._template(K, labels, part, ridges, task, alone=len(targets) == 1)
            tasks.append(Task(template, rows))
        if codes is not None and tasks[0].rows is None:
            share_folds([one.problem for one in tasks], codes, choice, self.random_state)
        return tasks

    def _judge(
        self,
        sample: Sample,
        kernels: list[KernelFunction],
        given: Grid,
        choice: CriterionChoice,
        make: Callable[[CriterionChoice], list[Task]],
    ) -> None:
        """Set the choice and its tables; ``make`` gives the tasks of another criterion."""
        judgement = values(sample, kernels, choice)
        row, column = self._best(sample, judgement, choice)
        judged: dict[CriterionChoice, tuple[list[int], Values]]
        judged = {choice: (list(range(len(kernels))), judgement)}
        if not choice.criterion.chooses_strength and len(given.ridges) > 1:
            second = self._choice(self.strength_criterion, None)
            if not second.criterion.chooses_strength:
                allowed = f"one that depends on {self.strength}, as {choice.key!r} does not"
                raise InvalidParameterError(self._where, "strength_criterion", allowed, second.key)
            other = replace(sample, tasks=make(second))
            judged[second] = [row], values(other, [kernels[row]], second)
            _, column = self._best(other, judged[second][1], second)
        self.kernel_ = kernels[row]
        self.best_params_ = {**given.points[row], given.strength: given.strengths[column]}
        self.best_index_ = row * len(given.ridges) + column
        self.cv_results_ = cv_results(given, judgement, choice.criterion.better)
        self.best_score_ = float(self.cv_results_["mean_test_score"][self.best_index_])
        self._rows = sweep_rows(kernels, given, len(sample.X), self._learner, judged)
        self._tell_edges(given)

    def _best(self, sample: Sample, judged: Values, choice: CriterionChoice) -> tuple[int, int]:
        cell = best_cell(judged, choice.criterion.better)
        if cell is None:
            reason = why_nothing(judged.found, next(filter(None, judged.reasons), ""))
            raise DataError(
                f"{self._where}: the criterion {choice.key!r} ({choice.criterion.label}) has no "
                f"value anywhere on this grid: {reason}. {self._way_out(sample, choice)}"
            )
        return cell

    def _way_out(self, sample: Sample, choice: CriterionChoice) -> str:
        """What to do where a criterion has no value, in a sentence."""
        folds, most = choice.folds, min(task.problem.most_folds for task in sample.tasks)
        if folds <= most:
            return "Use another criterion or another grid."
        without = SVM_LOO.name if self._learner in SvmProblem.learners else LOO.name
        if choice.key != self.criterion:
            return f"Use a strength_criterion without folds, such as {without!r}."
        if most < FEWEST_FOLDS:
            return f"Where a class has one member, use a criterion without folds: {without!r}."
        return f"Use fewer folds, criterion_params={{'k': {most}}}, or {without!r}, without folds."

    def _tell_edges(self, given: Grid) -> None:
        """Set ``edges_`` and warn where the choice stands at an end of its grid."""
        self.edges_ = given.edges(self.best_params_)
        if self.edges_:
            warnings.warn(
                f"{self._where}: {' and '.join(self.edges_.values())}; a better one may lie "
                "beyond it: extend the grid, param_grid=….",
                GridEdgeWarning,
                stacklevel=5,
            )

    def _new(self, X: object) -> Float[Array, "m d"]:
        """Points to predict at, checked."""
        check_is_fitted(self)
        return validate_data(self, X, reset=False)  # type: ignore[no-any-return]  # no types there
