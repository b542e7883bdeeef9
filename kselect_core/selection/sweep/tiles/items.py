"""One work item of a sweep whose kernel matrices are never held: values with their errors."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from kselect_core.criteria.problems.least_squares import undecided
from kselect_core.criteria.problems.tiled import Stand, TiledProblem, known_to, signs_of
from kselect_core.errors import KselectError, StoppedError, UndefinedScoreError
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.measures import AUC, BALANCED, WEIGHTED
from kselect_core.selection.config.pairs import REST, Pair, decided
from kselect_core.selection.config.parts import CriterionChoice
from kselect_core.selection.sweep.class_items import mean_of_parts
from kselect_core.selection.sweep.items import NO_TEST, OVERFLOW, Block, Quantity, losses
from kselect_core.selection.sweep.prepared import ClassSplit, PreparedSplit
from kselect_core.selection.sweep.tiles.split import TiledSplit
from kselect_core.types import Array, Float, Int

NO_TRACE = "no criterion needs the trace of the smoother; the engine 'tiled' estimates it then"

NEVER = (BALANCED, WEIGHTED, AUC)
"""What is measured with the kernel matrix only."""

RATES = ("test_error", "training_error")

Found = Callable[[TiledSplit, Any, int], dict[str, Quantity]]
Score = Callable[[TiledProblem], Array | None]
Doubt = Callable[[TiledProblem], Array]
NOT_WEIGHED = (
    "Balanced and weighted errors and the AUC are measured with the kernel matrix only: use "
    "engine='dense', or a sub-sample of at most 4000 training points."
)


def tiled_block(item: int, split: TiledSplit) -> Block:
    """Compute one work item; what is undefined carries its reason."""
    return block_of(item, split, _of_one, _of_classes)


def block_of(item: int, split: TiledSplit, of_one: Found, of_classes: Found) -> Block:
    """Work item whose quantities are found, by name, in one problem or in those of a split."""
    config, ready = split.config, split.ready
    kernel = item % len(config.kernels)
    family, value = config.kernels[kernel]
    names = config.quantities(classes=_classes(ready))
    try:
        made = (of_classes if isinstance(ready, ClassSplit) else of_one)(split, ready, kernel)
    except StoppedError:
        raise
    except KselectError as error:  # no kernel matrix
        nothing = np.full(len(config.lambdas), np.nan)
        quantities = tuple(Quantity(name, kind, nothing, str(error)) for name, kind in names)
    else:
        quantities = tuple(made[name]._replace(kind=kind) for name, kind in names)
    mu = split.parts[0].template.ridges(split.n)
    number = item // len(config.kernels)
    return Block(item, number, family.kernel, value, family.convention, mu, quantities)


def _classes(ready: PreparedSplit | ClassSplit) -> bool:
    return isinstance(ready, ClassSplit) or ready.problem.is_classification


def _of_one(split: TiledSplit, ready: PreparedSplit, kernel: int) -> dict[str, Quantity]:
    """Quantities of two classes, or of a regression."""
    problem = split.problem(kernel, 0)
    quantities = _criteria(split.config, problem)
    family = split.config.kernels[kernel][0]
    across = ready.X_test - split.centre(family, split.parts[0])
    sides = {"test": Side(across, ready.y_test), "training": Side(None, problem.y)}
    classes = problem.is_classification
    return quantities | _measured(split.config, problem, sides, classes=classes)


def _criteria(config: SweepConfig, problem: TiledProblem) -> dict[str, Quantity]:
    """Values of all criteria, and what else their choices depend on."""
    made = (part for choice in config.criteria for part in _scored(choice, problem))
    return {quantity.name: quantity for quantity in made}


def _scored(choice: CriterionChoice, problem: TiledProblem) -> list[Quantity]:
    options, criterion = dict(choice.options), choice.criterion
    scores: Mapping[str, Callable[..., Array | None]] = {
        "": criterion.score,
        "#squared": criterion.tie_break_score,
        "#se": criterion.spread_score,
    }
    counted = choice.counts_errors and "folds" in criterion.needs

    def doubt(one: TiledProblem) -> Array:
        return one.held_out_in_doubt(choice.folds)

    return [
        tried(
            f"{choice.quantity}{name}",
            problem,
            partial(scores[name], **options),
            _where_usable_of(doubt) if counted and not name else None,
        )
        for name in ("", *choice.besides)
    ]


def tried(name: str, problem: TiledProblem, score: Score, doubt: Doubt | None = None) -> Quantity:
    """Values with their errors; NaN with the reason where there are none."""
    reason = ""

    def values(one: TiledProblem) -> Array:
        nonlocal reason
        try:
            return np.asarray(score(one))
        except UndefinedScoreError as error:
            reason = error.reason
            if error.values is None:
                raise
            return np.asarray(error.values)

    try:
        leeway = known_to(problem, values, doubt)
    except UndefinedScoreError:
        nothing = np.full(len(problem.lambdas), np.nan)
        return Quantity(name, "", nothing, reason, nothing, np.ones(len(nothing), dtype=bool))
    return Quantity(name, "", leeway.values, reason, leeway.error, leeway.converged)


def _of_classes(split: TiledSplit, ready: ClassSplit, kernel: int) -> dict[str, Quantity]:
    """Quantities of several classes: the mean over the parts, and the error of what they decide."""
    config, made = split.config, []
    voters: list[Voter] = []
    family = config.kernels[kernel][0]
    for number, part in enumerate(split.parts):
        problem = split.problem(kernel, number)
        pair = ready.pairs[number]
        own = pair.rows(ready.codes_test)
        sides = {
            "test": Side(
                ready.X_test[own] - split.centre(family, part), pair.signs(ready.codes_test[own])
            ),
            "training": Side(None, problem.y),
        }
        made.append(_criteria(config, problem) | _measured(config, problem, sides, classes=False))
        voters.append(_voter(problem))
    quantities = {name: mean_of_parts(ready, [one[name] for one in made]) for name in made[0]}
    for name, X, codes in (
        ("test_error", ready.X_test, ready.codes_test),
        ("training_error", ready.X_train, ready.codes_train),
    ):
        decisions = _decisions(split, kernel, voters, X)
        squared = quantities[f"{name.split('_')[0]}_squared_error"]
        remaining = np.array([one.remaining for one in voters])
        quantities[name] = _voted(name, ready, decisions, codes, remaining, squared)
    return quantities | {name: _declined(name, len(config.lambdas)) for name in NEVER}


class Voter(NamedTuple):
    """Fits of one part after the last round and the one before: coefficients and offsets.

    ``remaining`` is about how far a decision may still be off, for every ridge.
    """

    alpha: Float[Array, "p 2 L"]
    offset: Float[Array, "2 L"]
    remaining: Float[Array, " L"]


def _voter(problem: TiledProblem) -> Voter:
    """What decides of a problem: NaN where a ridge is too small."""
    usable = problem.well_posed
    made = Voter(
        np.zeros((problem.n, 2, len(usable))),
        np.full((2, len(usable)), np.nan),
        np.zeros(len(usable)),
    )
    if usable.any():
        for number, step in enumerate((0.0, -1.0)):
            alpha, offset = problem.seen(Stand(step)).dual
            made.alpha[:, number, usable], made.offset[number, usable] = alpha, offset
        made.remaining[usable] = problem.remaining
    return made


def _decisions(
    split: TiledSplit, kernel: int, voters: Sequence[Voter], points: Float[Array, "m d"]
) -> Iterator[tuple[slice, Float[Array, "2 s r L"]]]:
    """Decisions of all parts after the last round and the one before, at runs of points."""
    vectors = [one.alpha.reshape(len(one.alpha), -1) for one in voters]
    offset = np.stack([one.offset for one in voters], axis=1)[:, :, None]
    for rows, images in split.across(kernel, points, vectors):
        made = np.array(images).reshape(len(images), -1, 2, offset.shape[-1])
        with np.errstate(over="ignore", invalid="ignore"):
            yield rows, made.transpose(2, 0, 1, 3) + offset


def _voted(
    name: str,
    ready: ClassSplit,
    decisions: Iterable[tuple[slice, Float[Array, "2 s r L"]]],
    codes: Int[Array, " m"],
    remaining: Float[Array, "s L"],
    squared: Quantity,
) -> Quantity:
    """Share of points for which the parts decide for a wrong class together.

    Its error is how it answers to the last change of all fits, and to moving every decision for
    or against a point's own class as far as its fit may still be off.
    """
    L = len(squared.numbers)
    if not len(codes):
        nothing = np.full(L, np.nan)
        return Quantity(name, "", nothing, NO_TEST, nothing, np.ones(L, dtype=bool))
    wrong, undefined = np.zeros((5, L)), np.zeros(L, dtype=bool)
    unsure = np.zeros((len(codes), L), dtype=bool)
    for rows, (last, before) in decisions:
        undefined |= ~np.isfinite(last).all(axis=(0, 1))
        unsure[rows] = (last == 0).any(axis=0)  # an underflow
        off = np.abs(last - before) + remaining[:, None]
        off *= own_side(ready.pairs, codes[rows])[:, :, None]
        for number, f in enumerate((last, before, 2 * last - before, last + off, last - off)):
            decided_for = decided(f, ready.pairs, len(ready.class_names))
            wrong[number] += (decided_for != codes[rows, None]).sum(axis=0)
    rate, *others = wrong / len(codes)
    error = np.maximum(np.abs(np.array(others) - rate).max(axis=0), 1.0 / len(codes))
    rate[undefined | unsure.any(axis=0)] = np.nan
    reason = squared.reason or (OVERFLOW if undefined.any() else "")
    reason = reason or (undecided(unsure) if unsure.any() else "")
    return Quantity(name, "", rate, reason, error, squared.converged)


def own_side(pairs: tuple[Pair, ...], codes: Int[Array, " m"]) -> Float[Array, "s m"]:
    """Sign of a decision value that speaks for a point's own class; 0 where it is about others."""
    for_it = np.array([codes == pair.positive for pair in pairs], dtype=np.float64)
    against = [(pair.negative == REST) | (codes == pair.negative) for pair in pairs]
    return np.where(for_it > 0, 1.0, -1.0 * np.array(against))


class Side(NamedTuple):
    """Points of a part of a split (None: those that were fitted), and their labels."""

    points: Float[Array, "m d"] | None
    y: Float[Array, " m"]


class Measured:
    """Errors of the fits of a problem at test and training points, as functions of its stand."""

    def __init__(self, sides: Mapping[str, Side]) -> None:
        self.sides = sides
        self._images: dict[str, Array] = {}

    def images(self, one: TiledProblem, side: str) -> Float[Array, "m z"]:
        """Kernel from the points of a side to the sample, times the space of the fits: once."""
        points = self.sides[side].points
        if points is None:
            return one.images
        if side not in self._images:
            self._images[side] = one.tiles.across(points, one.space)
        return self._images[side]

    def error(self, one: TiledProblem, name: str) -> Float[Array, " L"]:
        """Error rate or mean squared error, by its name."""
        side = name.partition("_")[0]
        y = self.sides[side].y
        if not len(y):
            raise UndefinedScoreError(NO_TEST)
        with np.errstate(over="ignore", invalid="ignore"):
            signs = signs_of(one.predicted(self.images(one, side)))
            made = losses(side, y[:, None], signs)[name]
        if not np.isfinite(made).all():
            overflow = not np.isfinite(signs.f).all()
            raise UndefinedScoreError(OVERFLOW if overflow else undecided(~signs.sure), made)
        return made

    def doubt(self, one: TiledProblem, name: str) -> Float[Array, " L"]:
        """Share of the points whose sign is not settled."""
        return one.in_doubt(self.images(one, name.partition("_")[0]))


def _freedom(one: TiledProblem) -> Float[Array, " L"]:
    """Degrees of freedom of the fits."""
    if not one.fits.probes:
        raise UndefinedScoreError(NO_TRACE)
    return one.n * (1.0 - one.leeway)


def _measured(
    config: SweepConfig, problem: TiledProblem, sides: Mapping[str, Side], *, classes: bool
) -> dict[str, Quantity]:
    """Errors of the fits at test and training points, and their degrees of freedom."""
    made, errors = Measured(sides), {}
    for name, _ in config.measured(classes=classes):
        if name in NEVER:
            errors[name] = _declined(name, len(problem.lambdas))
            continue
        doubt: Doubt | None = None
        if name == "effective_dof":
            score: Callable[[TiledProblem], Array] = _freedom
        else:
            score = partial(made.error, name=name)
        if name in RATES:
            doubt = _where_usable_of(partial(made.doubt, name=name))
        errors[name] = tried(name, problem, partial(_where_usable, score), doubt)
    return errors


def _declined(name: str, strengths: int) -> Quantity:
    """A quantity that fits without the kernel matrix do not have."""
    nothing = np.full(strengths, np.nan)
    return Quantity(name, "", nothing, NOT_WEIGHED, nothing, np.ones(strengths, dtype=bool))


def _where_usable_of(doubt: Callable[[TiledProblem], Array]) -> Callable[[TiledProblem], Array]:
    """Share in doubt, 0 at ridges that are too small: they have no value."""

    def known(problem: TiledProblem) -> Array:
        usable = problem.well_posed
        share = np.zeros(len(usable))
        if usable.any():
            share[usable] = doubt(problem.restricted(usable))
        return share

    return known


def _where_usable(score: Callable[[TiledProblem], Array], problem: TiledProblem) -> Array:
    """Values at the ridges that are large enough; raises with NaN at the others."""
    usable = problem.well_posed
    if usable.all():
        return score(problem)
    values = np.full(len(usable), np.nan)
    if usable.any():
        values[usable] = score(problem.restricted(usable))
    raise UndefinedScoreError(problem.ill_conditioned, values)
