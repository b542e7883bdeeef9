"""One work item of a sweep of the learner on m landmarks: exact values of it, no matrix."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from kselect_core.criteria.problems import sampled
from kselect_core.criteria.problems.landmark_model import model_of, part_of_model
from kselect_core.criteria.problems.landmarks import LandmarkProblem, change_from_half, rounding_of
from kselect_core.criteria.problems.sampled import Estimate, Sampled
from kselect_core.errors import KselectError, StoppedError, UndefinedScoreError
from kselect_core.linalg.streamed.gathered import Gathered
from kselect_core.linalg.streamed.joining import joined
from kselect_core.linalg.streamed.second_pass import ByRow, Wrong
from kselect_core.linalg.streamed.stretches import stretches
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.class_items import mean_of_parts
from kselect_core.selection.sweep.items import Block, Quantity, Sample
from kselect_core.selection.sweep.landmarks.blockwise_errors import (
    Machine,
    Side,
    measured,
    quantity,
    voted,
)
from kselect_core.selection.sweep.prepared import ClassSplit, PreparedSplit
from kselect_core.selection.sweep.tiles.items import block_of
from kselect_core.selection.sweep.tiles.split import (
    Part,
    TiledSplit,
    family_of,
    folds_of_landmarks,
    shift_of,
)
from kselect_core.types import Array, Float

Score = Callable[[LandmarkProblem], Array | None]


class Ahead(NamedTuple):
    """What others have found of an item: what `landmark_part` and `landmark_rows` give of all runs.

    A pass over the points is made where there is nothing.
    """

    sums: Sequence[list[Gathered]] = ()
    rows: Sequence[list[ByRow | Wrong]] = ()


ALONE = Ahead()
"""Of an item that one process computes."""


class Again(NamedTuple):
    """A work item of which criteria of the entries are asked again, from so many rows of K."""

    item: int
    rows: int


def landmark_block(item: int, split: TiledSplit, ahead: Ahead = ALONE) -> Block:
    """Compute one work item; what is undefined carries its reason."""
    return block_of(item, split, partial(_of_one, ahead=ahead), _of_classes)


def again_block(again: Again, split: TiledSplit) -> Block:
    """Criteria of the entries of a work item from more rows of its kernel, and nothing else."""
    number, kernel = divmod(again.item, len(split.config.kernels))
    family, value = split.config.kernels[kernel]
    mu = split.parts[0].template.ridges(split.n)
    entries = _entries_again(split, kernel, again.rows)
    return Block(again.item, number, family.kernel, value, family.convention, mu, entries)


def _entries_again(split: TiledSplit, kernel: int, rows: int) -> tuple[Quantity, ...]:
    """Estimates from so many rows; nothing of a kernel that is declined."""
    try:
        made = [_of_entries(split, kernel, part, rows) for part in range(len(split.parts))]
    except StoppedError:
        raise
    except KselectError:  # its item has said why
        return ()
    if not isinstance(split.ready, ClassSplit):
        return tuple(made[0].values())
    ready = split.ready
    return tuple(mean_of_parts(ready, [one[name] for one in made]) for name in made[0])


def landmark_part(item: int, split: TiledSplit, run: range) -> list[list[Gathered]]:
    """Sums of a work item over a run of stretches of the points; nothing where it is declined.

    Of several classes there are none: each of their problems has its own points.
    """
    kernel, part = item % len(split.config.kernels), split.parts[0]
    folds, m = folds_of_landmarks(split.config), _landmarks(split, part)
    try:
        return [part_of_model(part.template, _tiles(split, kernel, part), folds, m, run)]
    except StoppedError:
        raise
    except KselectError:  # the item will say why
        return []


def landmark_rows(
    item: int, split: TiledSplit, run: range, sums: Sequence[list[Gathered]]
) -> list[list[ByRow | Wrong]]:
    """What the second pass finds in a run of stretches, from the sums of all runs.

    Of the fits by those, and of their signs where classes are told apart; nothing where the item is
    declined.
    """
    kernel, folds = item % len(split.config.kernels), folds_of_landmarks(split.config)
    if not sums:
        return []
    try:
        judged, fitted = _second(landmark_problem(split, kernel, 0, folds, sums))
    except StoppedError:
        raise
    except KselectError:  # the item will say why
        return []
    if not len(fitted.lambdas):
        return []
    signs = [fitted.wrong_of(run)] if fitted.is_classification else []
    return [[judged.by_row_of(run), *signs]]


def _second(problem: LandmarkProblem) -> tuple[LandmarkProblem, LandmarkProblem]:
    """Problems that pass the points again: that of criteria, and that of training errors."""
    usable = problem.well_posed
    fitted = problem.restricted(usable)
    return (problem if usable.all() else fitted), fitted


def _told(problem: LandmarkProblem, rows: Sequence[list[ByRow | Wrong]]) -> None:
    """Have a problem know what others found in the second pass."""
    depth = (len(rows) - 1).bit_length()
    judged, fitted = _second(problem)
    for one in joined(stretches(problem.n), depth, iter(rows)):
        if isinstance(one, ByRow):
            judged.by_row = one
        else:
            fitted.wrong = one


def landmark_problem(
    split: TiledSplit,
    kernel: int,
    number: int,
    folds: tuple[int, ...],
    parts: Sequence[list[Gathered]] = (),
) -> LandmarkProblem:
    """Return the problem of a kernel of the grid on one part, its one pass over the points done."""
    family, value = split.config.kernels[kernel]
    part = split.parts[number]
    fact = part.template.kernel.of_kernel(family.kernel, family.parameters(value))
    tiles = _tiles(split, kernel, part)
    model = model_of(part.template, tiles, folds, _landmarks(split, part), parts)
    return LandmarkProblem.of_model(part.template, model, fact)


def _tiles(split: TiledSplit, kernel: int, part: Part) -> Tiles:
    """Kernel of the grid on the points of a part, as they are."""
    family, value = split.config.kernels[kernel]
    return split.tiles(family, value, part, centred=False)


def _landmarks(split: TiledSplit, part: Part) -> int:
    return min(split.config.landmarks, len(part.rows))


def _of_one(
    split: TiledSplit, ready: PreparedSplit, kernel: int, ahead: Ahead
) -> dict[str, Quantity]:
    """Quantities of two classes, or of a regression."""
    names = [name for name, _ in split.config.measured(classes=ready.problem.is_classification)]
    entries = _of_entries(split, kernel, 0)
    try:
        problem = landmark_problem(split, kernel, 0, folds_of_landmarks(split.config), ahead.sums)
    except UndefinedScoreError as error:
        return _declined(split, names, error.reason) | entries
    if ahead.rows:
        _told(problem, ahead.rows)
    test = Side(ready.X_test, ready.y_test, ready.weights_test)
    return _criteria(split, problem) | measured(problem, test, names) | entries


def _declined(split: TiledSplit, measured: list[str], reason: str) -> dict[str, Quantity]:
    """Quantities of a kernel that the landmarks do not see, or see too little of."""
    nothing = np.full(len(split.config.lambdas), np.nan)
    names = [
        f"{choice.quantity}{ending}"
        for choice in split.config.criteria
        if not choice.criterion.of_entries
        for ending in ("", *choice.besides)
    ]
    return {name: quantity(name, nothing, reason) for name in (*names, *measured)}


def _of_classes(split: TiledSplit, ready: ClassSplit, kernel: int) -> dict[str, Quantity]:
    """Quantities of several classes: the mean over the parts, and the error of what they decide.

    Of every part only its fits are kept, not its sums.
    """
    names = [name for name, _ in split.config.measured(classes=False)]
    made: list[dict[str, Quantity]] = []
    machines: list[Machine] = []
    for number, pair in enumerate(ready.pairs):
        entries = _of_entries(split, kernel, number)
        try:
            problem = landmark_problem(split, kernel, number, folds_of_landmarks(split.config))
        except UndefinedScoreError as error:
            made.append(_declined(split, names, error.reason) | entries)
            continue
        own = pair.rows(ready.codes_test)
        test = Side(ready.X_test[own], pair.signs(ready.codes_test[own]))
        made.append(_criteria(split, problem) | measured(problem, test, names) | entries)
        machines.append(Machine.of(problem))
    means = {name: mean_of_parts(ready, [one[name] for one in made]) for name in made[0]}
    return means | voted(
        ready, machines, means["test_squared_error"].reason, len(split.config.lambdas)
    )


# criteria


def _criteria(split: TiledSplit, problem: LandmarkProblem) -> dict[str, Quantity]:
    """Values of all criteria, and what else their choices depend on."""
    m = split.config.landmarks
    learnt = [one for one in split.config.criteria if not one.criterion.of_entries]
    made = (part for choice in learnt for part in _scored(choice, problem, m))
    return {one.name: one for one in made}


def _scored(choice: CriterionChoice, problem: LandmarkProblem, m: int) -> list[Quantity]:
    options, criterion = dict(choice.options), choice.criterion
    scores: Mapping[str, Callable[..., Array | None]] = {
        "": criterion.score,
        "#squared": criterion.tie_break_score,
        "#se": criterion.spread_score,
    }
    made = []
    for name in ("", *choice.besides):
        score = partial(scores[name], **options)
        value, reason = _tried(score, problem)
        error = rounding_of(problem, partial(_values, score), value)
        if not name and criterion.left_out == "k-fold" and not choice.counts_errors:
            below = change_from_half(problem, partial(_values, score), m)
            error = np.where(below > error, -(below + 2 * error), error)  # below only
        made.append(quantity(f"{choice.quantity}{name}", value, reason, error))
    return made


def _of_entries(split: TiledSplit, kernel: int, number: int, rows: int = 0) -> dict[str, Quantity]:
    """Criteria of the kernel itself from so many of its rows, or the first, with their errors."""
    chosen = [one for one in split.config.criteria if one.criterion.of_entries]
    if not chosen:
        return {}
    part = split.parts[number]
    tiles = _tiles(split, kernel, part)
    family = family_of(split.config.kernels[kernel][0])
    most = rows or sampled.SIZES[0]
    estimates = Sampled(part.template, tiles, shift_of(family, tiles), most).known
    scored = estimates([_score(one) for one in chosen])
    return {
        one.quantity: _estimated(
            one.quantity, estimate, min(most, part.template.n), again=most > sampled.SIZES[0]
        )
        for one, estimate in zip(chosen, scored, strict=True)
    }


def _estimated(name: str, estimate: Estimate, rows: int, *, again: bool) -> Quantity:
    """Quantity with its sample; without one if the first rows are all: nothing is to compare."""
    made = quantity(name, estimate.values, estimate.reason, estimate.error)
    if estimate.parts is None and not again:
        return made
    parts = np.zeros(sampled.GROUPS) if estimate.parts is None else estimate.parts[:, 0]
    return made._replace(sample=Sample(rows, parts))


def _score(choice: CriterionChoice) -> Callable[..., Array]:
    """Criterion with its options."""
    score: Callable[..., Array] = choice.criterion.score
    return partial(score, **dict(choice.options))


def _tried(score: Score, problem: LandmarkProblem) -> tuple[Float[Array, " L"], str]:
    """Values, NaN with the reason where there are none."""
    try:
        return np.asarray(score(problem)), ""
    except UndefinedScoreError as error:
        nothing = np.full(len(problem.lambdas), np.nan)
        return nothing if error.values is None else np.asarray(error.values), error.reason


def _values(score: Score, problem: LandmarkProblem) -> Float[Array, " L"]:
    return _tried(score, problem)[0]
