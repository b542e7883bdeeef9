"""Values of a criterion on every kernel and ridge of a grid, from shared computations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import Problem
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.estimators.search.classes import folds_of, left_out_values, shares, together
from kselect_core.estimators.search.kernels import KernelFunction
from kselect_core.kernels import KERNELS, Shared
from kselect_core.kernels.own.symmetry import refuse_asymmetric
from kselect_core.selection import CriterionChoice
from kselect_core.selection.sweep.choices import equal_best, has_choice, with_least_loss
from kselect_core.selection.sweep.items import Quantity, scored
from kselect_core.types import Array, Bool, Float, Int


class Task(NamedTuple):
    """One target, or one pair of classes: its points in the sample, and its labels as a problem.

    ``rows`` is None where all points take part. The matrix of the ``problem`` is the identity.
    """

    problem: Problem
    rows: Int[Array, " part"] | None = None


@dataclass(frozen=True, eq=False)
class Sample:
    """Points and tasks that a search judges kernels on; distances are computed once.

    ``codes`` are the classes where each of several is a task against the rest.
    """

    X: Float[Array, "n d"]
    tasks: Sequence[Task]
    codes: Int[Array, " n"] | None = None
    _shared: dict[str, Shared] = field(default_factory=dict, repr=False)
    _room: list[Array] = field(default_factory=list, repr=False)

    def problems(self, kernel: KernelFunction) -> Iterator[Problem]:
        """Problem of one kernel for every task; what is known of K is shared among them."""
        first, *others = self.tasks
        if first.rows is not None:  # pairs of classes
            K = kernel(self.X, self.X)
            yield from (one.problem.with_matrix(K[one.rows][:, one.rows]) for one in self.tasks)
            return
        problem = self._first(kernel)
        yield problem
        for template, _ in others:
            if template.is_classification == problem.is_classification:
                yield problem.relabelled(template.y, template.drawn_folds)
            else:
                yield template.with_matrix(problem.K, kernel=problem.kernel)

    def _first(self, kernel: KernelFunction) -> Problem:
        """Problem of the first task; for a family of ours from the distances that all share."""
        family, template, n = kernel.family, self.tasks[0].problem, len(self.X)
        if family is None:
            return template.with_matrix(kernel(self.X, self.X))
        if family.base not in self._shared:
            self._shared[family.base] = family.shared(self.X)
        if not self._room:
            self._room.append(np.empty((n, n)))
        base, room = self._shared[family.base], self._room[0]
        problem = type(template).of_kernel(family, base, kernel.parameters, template, room)
        refuse_asymmetric(family, problem.K, KERNELS.origins.get(family.name))
        return problem


class Values(NamedTuple):
    """Values (k, L) of a criterion, of its tie break and of its folds, and reasons for gaps.

    Means over the tasks. ``squared`` is None where no tie rule is needed, ``folds`` where no points
    are left out in folds, ``spread`` where the best value itself is chosen.
    """

    found: Float[Array, "k L"]
    squared: Float[Array, "k L"] | None
    folds: Float[Array, "k f L"] | None
    reasons: tuple[str, ...]
    spread: Float[Array, "k L"] | None = None


def values(sample: Sample, kernels: Sequence[KernelFunction], choice: CriterionChoice) -> Values:
    """Values of a criterion for every kernel and ridge; NaN with its reason where undefined."""
    by_kernel = [_of_kernel(sample, kernel, choice) for kernel in kernels]
    squared = [one.squared for one in by_kernel if one.squared is not None]
    spread = [one.spread for one in by_kernel if one.spread is not None]
    folds = [one.folds for one in by_kernel if one.folds is not None]
    return Values(
        np.concatenate([one.found for one in by_kernel]),
        np.concatenate(squared) if len(squared) == len(by_kernel) else None,
        np.concatenate(folds) if len(folds) == len(by_kernel) else None,
        tuple(reason for one in by_kernel for reason in one.reasons),
        np.concatenate(spread) if len(spread) == len(by_kernel) else None,
    )


def _of_kernel(sample: Sample, kernel: KernelFunction, choice: CriterionChoice) -> Values:
    """The same for one kernel: k = 1."""
    nothing = np.full((1, len(sample.tasks[0].problem.lambdas)), np.nan)
    scores, folds, reasons = [], [], []
    besides: dict[str, list[Array]] = {"#squared": [], "#se": []}
    problems: list[Problem] = []
    try:
        for problem in sample.problems(kernel):
            problems.append(problem)
            first, *second = _scored(choice, problem)
            scores.append(first.numbers)
            for ending, one in zip(choice.besides, second, strict=True):
                besides[ending].append(one.numbers)
            reasons.append(first.reason)
            folds += _losses(choice, problem, defined=not first.reason)
    except InvalidParameterError:  # a fault of the kernel, and not of these numbers
        raise
    except KselectError as error:  # entries that overflow
        squared, spread = (nothing if end in choice.besides else None for end in besides)
        return Values(nothing, squared, None, (str(error),), spread)
    squared, spread = (np.mean(of, axis=0)[None] if of else None for of in besides.values())
    if sample.codes is not None and together(choice):
        defined: Array = ~np.isnan(np.array(scores)).any(axis=0)
        return _together(sample.codes, problems, choice, defined)._replace(
            squared=squared, reasons=(next(filter(None, reasons), ""),)
        )
    return Values(
        np.mean(scores, axis=0)[None],
        squared,
        np.mean(folds, axis=0)[None] if len(folds) == len(scores) else None,
        (next(filter(None, reasons), ""),),
        spread,
    )


def _together(
    codes: Int[Array, " n"],
    problems: Sequence[Problem],
    choice: CriterionChoice,
    defined: Bool[Array, " L"],
) -> Values:
    """Error rates of the decision of all classes, where each of them has one; k = 1."""
    whole = np.full((1, len(defined)), np.nan)
    if not defined.any():
        return Values(whole, None, None, ("",))
    parts = problems if defined.all() else [one.restricted(defined) for one in problems]
    k, every = folds_of(choice), [np.arange(len(codes))]
    values = [left_out_values(choice, one) for one in parts]
    errors = shares(codes, values, parts[0].folds(k) if k else every)
    mean, error = whole.copy(), whole.copy()
    mean[0, defined], error[0, defined] = errors.mean, errors.error
    folds = errors.folds[None] if k and defined.all() else None
    spread = error if "#se" in choice.besides else None
    return Values(mean, None, folds, ("",), spread)


def _scored(choice: CriterionChoice, problem: Problem) -> list[Quantity]:
    """Quantities of a criterion; of an indefinite K for the ridges that make K + μI definite.

    A kernel of one's own may be indefinite, and the grid may begin below its smallest eigenvalue.
    """
    value = scored(choice, problem)
    if not value[0].reason or not np.isnan(value[0].numbers).all():
        return value
    indefinite = "spectrum" in vars(problem) and problem.spectrum.indefinite
    usable = problem.spectrum.sigma[-1] + problem.mu > 0 if indefinite else np.zeros(1, dtype=bool)
    if not usable.any() or usable.all():
        return value
    parts = scored(choice, problem.restricted(usable))
    whole = [np.full(len(problem.mu), np.nan) for _ in parts]
    for numbers, part in zip(whole, parts, strict=True):
        numbers[usable] = part.numbers
    reason = parts[0].reason or value[0].reason
    return [
        part._replace(numbers=numbers, reason=reason)
        for part, numbers in zip(parts, whole, strict=True)
    ]


def _losses(choice: CriterionChoice, problem: Problem, *, defined: bool) -> list[Array]:
    """Loss of every fold that the criterion averages, (f, L); nothing for other criteria."""
    if choice.criterion.left_out != "k-fold" or not defined:
        return []
    options, k = choice.criterion.checked(dict(choice.options)), folds_of(choice)
    if choice.criterion.estimates_rate:
        return [problem.fold_errors(k)]  # type: ignore[attr-defined]  # a machine's, by its learner
    return [problem.fold_losses(k, str(options["loss"]))]


def best_cell(values: Values, better: str) -> tuple[int, int] | None:
    """Kernel and ridge with the best value; None where no value exists or all are infinite.

    Ties go to the smaller squared loss (criteria that count errors), then to the larger ridge, then
    to the kernel that comes first in the grid: the rule of `choices`. With a ``spread`` all cells
    within it of the best one are tied.
    """
    signed = values.found if better == "lower" else -values.found
    if not has_choice(signed):
        return None
    cells = np.argwhere(equal_best(signed))
    if values.squared is not None:
        cells = with_least_loss(cells, values.squared)
    row, column = _simplest(cells)
    if values.spread is not None:
        return _simplest(np.argwhere(signed <= signed[row, column] + values.spread[row, column]))
    return row, column


def _simplest(cells: Int[Array, "t 2"]) -> tuple[int, int]:
    """Cell with the largest ridge, then with the kernel that comes first."""
    row, column = cells[np.lexsort((cells[:, 0], -cells[:, 1]))[0]]
    return int(row), int(column)
