"""One work item of a sweep of the learner on m landmarks: exact values of it, no matrix."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from kselect_core.criteria.problems.landmarks import (
    LandmarkProblem,
    change_from_half,
    model_of,
)
from kselect_core.criteria.problems.sampled import Sampled
from kselect_core.errors import UndefinedScoreError
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.class_items import mean_of_parts
from kselect_core.selection.sweep.items import Block, Quantity
from kselect_core.selection.sweep.landmarks.errors import (
    Machine,
    Side,
    measured,
    quantity,
    voted,
)
from kselect_core.selection.sweep.prepared import ClassSplit, PreparedSplit
from kselect_core.selection.sweep.tiles.items import block_of
from kselect_core.selection.sweep.tiles.split import (
    TiledSplit,
    family_of,
    folds_of_landmarks,
    shift_of,
)
from kselect_core.types import Array, Float

Score = Callable[[LandmarkProblem], Array | None]


def landmark_block(item: int, split: TiledSplit) -> Block:
    """Compute one work item; what is undefined carries its reason."""
    return block_of(item, split, _of_one, _of_classes)


def landmark_problem(
    split: TiledSplit, kernel: int, number: int, folds: tuple[int, ...]
) -> LandmarkProblem:
    """Return the problem of a kernel of the grid on one part, its one pass over the points done."""
    family, value = split.config.kernels[kernel]
    part = split.parts[number]
    fact = part.template.kernel.of_kernel(family.kernel, family.parameters(value))
    tiles = split.tiles(family, value, part, centred=False)
    model = model_of(part.template, tiles, folds, min(split.config.landmarks, tiles.n))
    return LandmarkProblem.of_model(part.template, model, fact)


def _of_one(split: TiledSplit, ready: PreparedSplit, kernel: int) -> dict[str, Quantity]:
    """Quantities of two classes, or of a regression."""
    names = [name for name, _ in split.config.measured(classes=ready.problem.is_classification)]
    entries = _of_entries(split, kernel, 0)
    try:
        problem = landmark_problem(split, kernel, 0, folds_of_landmarks(split.config))
    except UndefinedScoreError as error:
        return _declined(split, names, error.reason) | entries
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
    found = {name: mean_of_parts(ready, [one[name] for one in made]) for name in made[0]}
    return found | voted(
        ready, machines, found["test_squared_error"].reason, len(split.config.lambdas)
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
        found, reason = _tried(score, problem)
        error = None
        if not name and criterion.left_out == "k-fold" and not choice.counts_errors:
            error = change_from_half(problem, partial(_values, score), m)
        made.append(quantity(f"{choice.quantity}{name}", found, reason, error))
    return made


def _of_entries(split: TiledSplit, kernel: int, number: int) -> dict[str, Quantity]:
    """Criteria of the kernel itself, estimated from some of its rows, each with its error."""
    chosen = [one for one in split.config.criteria if one.criterion.of_entries]
    if not chosen:
        return {}
    (family, value), part = split.config.kernels[kernel], split.parts[number]
    tiles = split.tiles(family, value, part, centred=False)
    sampled = Sampled(part.template, tiles, shift_of(family_of(family), tiles))
    return {one.quantity: _estimated(one, sampled, len(split.config.lambdas)) for one in chosen}


def _estimated(choice: CriterionChoice, sampled: Sampled, strengths: int) -> Quantity:
    score: Callable[..., Array] = choice.criterion.score
    try:
        values, error = sampled.known(partial(score, **dict(choice.options)))
    except UndefinedScoreError as none:
        return quantity(choice.quantity, np.full(strengths, np.nan), none.reason)
    return quantity(choice.quantity, values, "", error)


def _tried(score: Score, problem: LandmarkProblem) -> tuple[Float[Array, " L"], str]:
    """Values, NaN with the reason where there are none."""
    try:
        return np.asarray(score(problem)), ""
    except UndefinedScoreError as error:
        nothing = np.full(len(problem.lambdas), np.nan)
        return nothing if error.values is None else np.asarray(error.values), error.reason


def _values(score: Score, problem: LandmarkProblem) -> Float[Array, " L"]:
    return _tried(score, problem)[0]
