"""Search for data on which two criteria disagree most, or on which one chooses worst.

Samples of one shape are tried, drawn and altered at random; what is found first is altered further.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, log2
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from kselect_core.data.made.recipe import RANGES, Recipe
from kselect_core.data.made.sample import fresh, sample
from kselect_core.errors import InvalidParameterError, KselectError
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.made.played import played
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.truth import true_errors
from kselect_core.selection.sweep.choices import choices

FRESH: Final = 1000
"""Fresh points with which a try is judged."""
TRIES: Final = 150
STREAM: Final = 8
"""First spawn key of the seeds of a search."""
STEPS: Final[dict[str, tuple[float, ...]]] = {
    "noise": tuple(k / 20 for k in range(21)),
    "minority": tuple(k / 20 for k in range(2, 11)),
    "flipped": tuple(k / 50 for k in range(16)),
    "useless": (0, 1, 2, 3, 4, 5, 7, 10),
}
"""Values that are tried of each number besides the draw."""
WILD: Final = 0.4
"""Share of the tries that begin anew; the others alter the best one."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Aim:
    """What is looked for: two criteria that disagree, or one that chooses badly, at one λ.

    ``criteria`` are one or two; ``draws`` alone leaves everything but the draw as it is.
    """

    criteria: tuple[CriterionChoice, ...]
    lam: float
    draws: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(set(self.criteria)) == len(self.criteria) <= 2:  # noqa: PLR2004
            allowed = "one, or two that differ"
            names = [choice.quantity for choice in self.criteria]
            raise InvalidParameterError("Counter-example", "criteria", allowed, names)


class Found(NamedTuple):
    """A sample with what the criteria choose on it and the true errors there.

    ``value`` is the disagreement in octaves of the width, or the true error of the choice minus
    the lowest one on the grid. ``lowest`` is that lowest true error.
    """

    recipe: Recipe
    value: float
    chosen: tuple[float, ...]
    errors: tuple[float, ...]
    lowest: float


class Search(NamedTuple):
    """The best sample, if any could be judged, and how many were tried."""

    best: Found | None
    tried: int


def counterexample(
    start: Recipe,
    aim: Aim,
    *,
    tries: int = TRIES,
    seed: int = 0,
    on_progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Search:
    """Return the best sample of so many tries; when ``cancel`` is set, of those made until then.

    Shape and number of points are those of ``start``, which is the first try.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(STREAM,)))
    best, rank, tried = None, (-inf, -inf), 0
    for number in range(tries):
        if cancel is not None and cancel.is_set():
            break
        recipe = start if number == 0 else _next(start, best, aim, rng)
        attempt, tried = tried_on(recipe, aim), number + 1
        if attempt is not None and _rank(attempt) > rank:
            best, rank = attempt, _rank(attempt)
        if on_progress is not None:
            on_progress(tried, tries)
    return Search(best, tried)


def tried_on(recipe: Recipe, aim: Aim) -> Found | None:
    """Return what the criteria choose on a sample; None where one of them can choose nothing."""
    config = SweepConfig(dataset=recipe.name, repeats=1, lambdas=(aim.lam,), criteria=aim.criteria)
    try:
        data = sample(recipe)
        swept = played(config, data)
    except KselectError:  # one class alone in a part, say: nothing to find here
        return None
    rows = _chosen(choices(swept.table, config), aim)
    if rows is None:
        return None
    (family,) = config.candidates
    grid = rows if len(aim.criteria) > 1 else list(family.points)
    points = [Cursor(0, family.kernel, parameter, aim.lam) for parameter in grid]
    with one_blas_thread():
        truths = true_errors(swept.bench, points, fresh(recipe, FRESH))
    error = dict(zip(grid, (truth.error for truth in truths), strict=True))
    lowest, errors = min(error.values()), tuple(error[parameter] for parameter in rows)
    apart = abs(log2(rows[0] / rows[-1])) if len(rows) > 1 else errors[0] - lowest
    return Found(recipe, apart, tuple(rows), errors, lowest)


def _chosen(table: pd.DataFrame, aim: Aim) -> list[float] | None:
    """Return the widths that the criteria choose, in their order; None where one has none."""
    alone = table[table["scope"] == "per_lambda"].set_index("quantity")["parameter"]
    rows = [float(alone[choice.quantity]) for choice in aim.criteria]
    return None if any(np.isnan(rows)) else rows


def _rank(attempt: Found) -> tuple[float, float]:
    """Return what makes one sample better than another: where it is the same, the dearer one."""
    return attempt.value, max(attempt.errors) - min(attempt.errors)


def _next(start: Recipe, best: Found | None, aim: Aim, rng: np.random.Generator) -> Recipe:
    """Return another sample: drawn anew, or the best one with one number changed."""
    draw = int(rng.integers(0, int(RANGES["draw"][2]) + 1))
    if aim.draws:
        return replace(start, draw=draw)
    anew = best is None or rng.random() < WILD
    names = list(STEPS) if anew else [str(rng.choice([*STEPS, "draw"]))]
    base = start if best is None or anew else best.recipe
    numbers = {name: float(rng.choice(STEPS[name])) for name in names if name in STEPS}
    if anew or names == ["draw"]:
        numbers["draw"] = draw
    return replace(base, **numbers)  # type: ignore[arg-type]  # made whole there
