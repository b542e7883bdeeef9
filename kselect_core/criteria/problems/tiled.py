"""A problem whose kernel matrix is never held: sums over tiles, and fits in a space that grows.

Criteria are the functions that they are of any `Problem`; what they are known to is told by how
they answer to what is known of their input (`known_to`).
"""

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from kselect_core.criteria.problems import inputs
from kselect_core.criteria.problems.least_squares import SMALLEST_RIDGE, ClassMeans
from kselect_core.criteria.problems.without_matrix import WithoutMatrix
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.linalg.floating.signs import Signed
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.linalg.tiled.distance import distance
from kselect_core.linalg.tiled.entry_moments import Entries
from kselect_core.linalg.tiled.growing import Growing
from kselect_core.linalg.tiled.nystrom import Nystrom
from kselect_core.linalg.tiled.path import (
    PROBES,
    TOLERANCE,
    Asked,
    Path,
    Watched,
    missed,
    single_precision_will_do,
    solved,
)
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Bool, Float

LANDMARK_STREAM = 2**21
"""Spawn key of the seed of landmarks and probes; fold counts and shuffles have others."""

T_QUANTILE = 3.182
"""Two-sided 95 % quantile of Student's t with PROBES − 1 = 3 degrees of freedom."""

OF_SUM = float(np.finfo(np.float32).eps)
"""Rounding of the landmarks' features moves a sum of eigenvalues by this share of the trace."""

OF_MATRIX = (
    "needs the kernel matrix as a whole, which the engine 'tiled' does not hold; "
    "use a sub-sample, or engine='dense' where memory allows"
)
OF_SPECTRUM = (
    "needs all eigenvectors of K, or the leverage of each point, which the engine 'tiled' does "
    "not compute: estimates are off by per cents, and no error bar for them held. k-fold CV "
    "and GCV are there; or use a sub-sample with engine='dense'"
)
NOT_DEFINITE = (
    "K is indefinite, and the engine 'tiled' fits positive semi-definite kernels only; "
    "use a sub-sample with engine='dense'"
)


class Stand(NamedTuple):
    """Which of what is known of the fits and the spectrum a problem shows.

    ``step`` goes along the last change of the fits: 0 the last round, −1 the one before, 1 as far
    beyond. ``without`` leaves a probe out. ``tail`` says where the part of the trace that the
    landmarks do not explain goes: over the eigenvalues evenly, or all to the first. The distance of
    the eigenvalues from known numbers has extremes of its own: "first" is the largest, "even" the
    middle.
    """

    step: float = 0.0
    without: int = -1
    tail: Literal["even", "first"] = "even"


class TiledProblem(WithoutMatrix):
    """Labels and ridges of a least-squares learner, and a kernel matrix known by its tiles.

    ``template`` makes one without a kernel, ``of_tiles`` one of a kernel. What needs the matrix or
    its eigenvectors is undefined, with the reason. ``touched`` lists what was asked of the fits.
    """

    no_matrix: ClassVar[str] = OF_MATRIX
    no_spectrum: ClassVar[str] = OF_SPECTRUM
    tiles: Tiles
    entries: Entries
    fits: "Fits"
    twice: Callable[[], Array] | None
    stand: Stand
    touched: dict[str, Watched | None]

    @classmethod
    def template(  # noqa: PLR0913 (as those of Problem)
        cls,
        y: object,
        lambdas: object,
        *,
        learner: str,
        ridge: str,
        seed: int,
        kernel: inputs.KernelFact,
        stratified: bool,
        task: str,
    ) -> "TiledProblem":
        """Problem without a kernel: what all kernels of a sample share."""
        made = object.__new__(cls)
        n = len(np.asarray(y))
        vars(made).update(
            y=inputs.labels(y, n, task),
            lambdas=inputs.ridges(lambdas),
            learner=learner,
            ridge=ridge,
            seed=seed,
            stratified=stratified,
            kernel=kernel,
            drawn_for=None,
            logs=None,
        )
        return made

    def of_tiles(
        self,
        tiles: Tiles,
        entries: Entries,
        fact: inputs.KernelFact,
        *,
        folds: tuple[int, ...],
        probes: bool,
        twice: Callable[[], Float[Array, " n"]] | None = None,
    ) -> "TiledProblem":
        """Problem of a kernel with these labels and ridges.

        ``folds`` are the numbers of folds, ``probes`` says whether a trace will be asked for: all
        fits are made together, when the first is asked for. ``twice`` gives K(Kỹ).
        """
        moments = entries.moments(self.y)
        if not float(moments.row_squares.sum()) <= inputs.LARGEST_ENTRY**2:  # also catches NaN
            raise KselectError(inputs.overflowing(np.sqrt(moments.row_squares)))
        _ = self.drawn_folds, self.mu
        made = object.__new__(type(self))
        kernel = {"tiles": tiles, "entries": entries, "kernel": fact, "twice": twice}
        vars(made).update(vars(self), moments=moments, touched={}, stand=Stand(), **kernel)
        vars(made)["fits"] = Fits(made.seen(Stand()), folds, probes=probes)  # no cycle: n is large
        return made

    def seen(self, stand: Stand) -> "TiledProblem":
        """Return the problem as another stand shows it, nothing touched yet."""
        made = object.__new__(type(self))
        kept = {name: vars(self)[name] for name in SHARED & set(vars(self))}
        vars(made).update(kept, touched={}, stand=stand)
        return made

    def restricted(self, usable: Bool[Array, " L"]) -> "TiledProblem":
        """Problem with the well-posed ridges only, which are those that are fitted."""
        made = self.seen(self.stand)
        vars(made).pop("mu", None)
        vars(made).update(lambdas=inputs.ridges(self.lambdas[usable]), touched=self.touched)
        return made

    # sums over entries

    @cached_property
    def class_means(self) -> ClassMeans:
        """Mean kernel value of each point to the positive and to the negative class."""
        return ClassMeans(self.entries.class_scores(self.positive))

    @property
    def centred_norm(self) -> float:
        """‖HKH‖_F."""
        return self.entries.centred_norm

    @property
    def absolute_sum(self) -> float:
        """Σᵢⱼ |K_ij|: of kernels of the distance, which are positive, the sum itself."""
        if self.entries.shift or self.tiles.gamma is not None:
            return float(self.row_sums.sum())
        return self.tiles.absolute_sum()

    def applied(self, power: int, size: float, *, weighted: bool) -> Float[Array, " n"]:
        """(K/size)ᵖ times the labels y, or the class-weighted labels ỹ."""
        if power <= 1:
            return super().applied(power, size, weighted=weighted)
        if power == 2 and weighted and self.twice is not None:  # noqa: PLR2004 (K(Kỹ))
            return self.twice() / size**2
        v = self.applied(power - 1, size, weighted=weighted)
        return self.tiles.times(v[:, None])[:, 0] / size

    # fits

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """Which ridges are large enough: μ ≥ 1e-12 max(1, ‖K‖), which is at least σ₁."""
        size = float(np.sqrt(self.frobenius_squared))
        return np.asarray(self.mu >= SMALLEST_RIDGE * max(1.0, size))

    @cached_property
    def dual(self) -> tuple[Float[Array, "n L"], Float[Array, " L"]]:
        """Dual coefficients α and bias b for every ridge."""
        one = self._fit_of_all()
        alpha = along(self.stand, lambda last: one.dual(last=last))
        return alpha, along(self.stand, lambda last: one.offset if last else one.offset_before)

    @property
    def training_residuals(self) -> Float[Array, "n L"]:
        """Residuals y − f of the fits on all points: μα."""
        residuals: Array = self.mu * self.dual[0]
        return residuals

    def predicted(self, W: Float[Array, "m z"]) -> Float[Array, "m L"]:
        """Values of the fits at points whose kernel with the sample, times ``space``, is given."""
        one = self._fit_of_all()
        return along(self.stand, lambda last: one.predictions(W, last=last))

    @property
    def space(self) -> Float[Array, "n z"]:
        """Directions of which the coefficients of the fits on all points are made."""
        return self._fit_of_all().Z

    @property
    def images(self) -> Float[Array, "n z"]:
        """K times these directions."""
        return self._fit_of_all().W

    def _fit_of_all(self) -> Growing:
        path = self.fits.path
        self.tiles.pause()
        self.touched["fits"] = path.whole
        return path.whole.systems[0]

    @cached_property
    def leeway(self) -> Float[Array, " L"]:
        """Mean of 1 − leverage over the points, for every ridge: μ/n times a trace, by probes."""
        path = self.fits.path
        self.touched["trace"] = path.probes
        probes = along(self.stand, lambda last: self.fits.missed(last=last))
        kept = np.arange(len(probes)) != self.stand.without
        trace = path.trace + probes[kept].mean(axis=0)
        mean: Array = self.mu * trace / self.n
        return mean

    def _held_out_predictions(self, k: int) -> Float[Array, "n L"]:
        path, number = self.fits.path, self.fits.folds.index(k)
        self.touched[f"{k} folds"] = path.folds[number]
        f = np.empty((self.n, len(self.lambdas)))
        for one in path.folds[number].systems:
            f[one.held] = along(self.stand, one.held_out)
            self.tiles.pause()
        return f

    def held_out_in_doubt(self, k: int) -> Float[Array, " L"]:
        """Share of the predictions held out whose sign is not settled."""
        systems = self.fits.path.folds[self.fits.folds.index(k)].systems
        remaining = np.max([one.remaining for one in systems], axis=0)
        return in_doubt(self.held_out(k), self.seen(Stand(-1.0)).held_out(k), remaining)

    def in_doubt(self, W: Float[Array, "m z"]) -> Float[Array, " L"]:
        """Return the same of predictions at points whose kernel, times ``space``, is given."""
        before = self.seen(Stand(-1.0)).predicted(W)
        return in_doubt(self.predicted(W), before, self.remaining)

    @property
    def remaining(self) -> Float[Array, " L"]:
        """About how far a prediction of the fits on all points may still be off."""
        return self._fit_of_all().remaining

    def signs_held_out(self, k: int) -> Signed:
        """Predictions held out; their signs are known where they do not underflow."""
        return signs_of(self.held_out(k))

    def signs_at(self, across: KernelRows, f: Float[Array, "m L"]) -> Signed:  # noqa: ARG002
        """Return the same of predictions at other points."""
        return signs_of(f)

    # eigenvalues

    @cached_property
    def eigenvalues(self) -> Float[Array, " n"]:
        """Eigenvalues as the landmarks see them, and the rest of the trace as the stand says.

        Each is at least what the landmarks see of it, and all sum to the trace. Of all spectra
        of that kind a convex function is least where the rest is even, and largest where the
        first has it all.
        """
        model, sigma = self._seen_by_landmarks()
        if self.stand.tail == "first":
            sigma[0] += model.missing
            return sigma
        return filled_from_below(sigma, model.missing)

    def distance_of_eigenvalues(self, eigenvalues: Float[Array, " n"]) -> float:
        """Σⱼ |σⱼ/n − λⱼ|: the middle of what it may be, or the largest, as the stand says."""
        model, sigma = self._seen_by_landmarks()
        rounding = OF_SUM * model.trace / self.n
        between = distance(sigma / self.n, eigenvalues, model.left, rounding=rounding)
        return between.middle + (between.off if self.stand.tail == "first" else 0.0)

    def _seen_by_landmarks(self) -> tuple[Nystrom, Float[Array, " n"]]:
        """Model of the landmarks, and what it sees of each eigenvalue, descending."""
        self.touched["eigenvalues"] = None
        model = self.fits.path.model
        sigma = np.zeros(self.n)
        sigma[: len(model.eigenvalues)] = model.eigenvalues
        return model, sigma

    def sum_of_top(self, t: int) -> float:
        """Sum of the t largest eigenvalues, between the landmarks' and that plus the rest."""
        return float(self.eigenvalues[:t].sum())

    @property
    def indefinite(self) -> bool:
        """Whether a fit has met a direction in which K is negative."""
        return self.fits.path.indefinite


SHARED = {"y", "lambdas", "learner", "ridge", "seed", "stratified", "kernel", "drawn_for", "logs"}
SHARED |= {"mu", "moments", "tiles", "entries", "twice", "fits", "drawn_folds", "class_means"}
SHARED |= {"two_classes", "is_classification", "positive", "weighted_labels", "class_sizes"}
"""What all stands of a problem have in common."""


class Fits:
    """All fits of one kernel, made when first asked for."""

    def __init__(self, problem: TiledProblem, folds: tuple[int, ...], *, probes: bool) -> None:
        self.problem, self.probes = problem, probes
        self.folds = tuple(k for k in folds if k <= problem.n)

    @cached_property
    def path(self) -> Path:
        """Fits without each fold, on all points, and of the probes."""
        problem = self.problem
        if problem.diagonal.min() < 0:
            raise UndefinedScoreError(NOT_DEFINITE)
        usable = problem.restricted(problem.well_posed)
        partitions = [problem.folds(k) for k in self.folds]
        asked = Asked(
            problem.y,
            partitions,
            [np.array([usable.ridges(problem.n - len(f)) for f in folds]) for folds in partitions],
            usable.mu,
            problem.bias,
            self.probes,
            np.random.SeedSequence(problem.seed, spawn_key=(LANDMARK_STREAM,)),
        )
        smallest = min(float(mu.min()) for mu in (asked.mu, *asked.mu_held))
        single = single_precision_will_do(problem.tiles, problem.entries.spread, smallest)
        systems = solved(problem.tiles, asked, single=single)
        if systems.indefinite:
            raise UndefinedScoreError(NOT_DEFINITE)
        return systems

    def missed(self, *, last: bool) -> Float[Array, "p L"]:
        """What every probe sees above the landmarks' model."""
        if last not in self._missed:
            self._missed[last] = missed(self.path, last=last)
        return self._missed[last]

    @cached_property
    def _missed(self) -> dict[bool, Array]:
        return {}


def in_doubt(
    f: Float[Array, "m L"], before: Float[Array, "m L"], remaining: Float[Array, " L"]
) -> Float[Array, " L"]:
    """Share of predictions so near to 0 that what changed last, or remains, may turn their sign.

    At least one point: a share is never known to less.
    """
    near = np.abs(f) <= np.abs(f - before) + remaining
    return np.asarray(np.maximum(near.mean(axis=0), 1.0 / len(f)))


def signs_of(f: Float[Array, "m L"]) -> Signed:
    """Predictions whose signs are known unless they are 0: a kernel so narrow that it underflows.

    How far the fits may still move a sign is told by the error of a rate.
    """
    return Signed(f, f != 0)


def along(stand: Stand, values: Callable[[bool], Array]) -> Array:
    """What the last round says (True), moved by so many of its changes since the one before."""
    last = values(True)  # noqa: FBT003
    return last if not stand.step else last + stand.step * (last - values(False))  # noqa: FBT003


def filled_from_below(sigma: Float[Array, " n"], more: float) -> Float[Array, " n"]:
    """Descending numbers that sum to ``more`` more, the smallest of them raised to one level."""
    rising = sigma[::-1]
    needed = rising * np.arange(1, len(sigma) + 1) - np.cumsum(rising)
    count = int(np.searchsorted(needed, more, side="right"))
    level = (more + rising[:count].sum()) / max(count, 1)
    return np.asarray(np.maximum(sigma, level))


class Known(NamedTuple):
    """Values of a criterion, the error that they are known to, and where the fits have settled."""

    values: Float[Array, " L"]
    error: Float[Array, " L"]
    converged: Bool[Array, " L"]


def known_to(
    problem: TiledProblem,
    score: Callable[[TiledProblem], Array],
    doubt: Callable[[TiledProblem], Array] | None = None,
) -> Known:
    """Score of a problem, with the error that comes from what is known of its fits and spectrum.

    The error is computed: the larger change of the score along the last round of the fits, and as
    far beyond, times the rounds that would follow if changes go on shrinking as they did, and never
    less than TOLERANCE of the value; a quantile of Student's t times the jackknife's standard error
    over the probes; the width between the extremes of the spectra that are possible, or half of it
    where the value is in the middle. A score that asks for nothing of these is exact. ``doubt``
    gives, for a share of wrong signs, the share that is not settled; a share is never off by more
    than 1.
    """
    usual = problem.seen(Stand())
    values = np.asarray(score(usual))
    touched = usual.touched

    def elsewhere(stand: Stand) -> Array:
        return np.asarray(score(problem.seen(stand)))

    error, converged = np.zeros(len(values)), np.ones(len(values), dtype=bool)
    groups = [group for group in touched.values() if group is not None]
    if groups:
        changes = [np.abs(elsewhere(Stand(step)) - values) for step in (-1.0, 1.0)]
        ahead = np.ones(len(values))
        ahead[problem.well_posed] = np.max([group.ahead for group in groups], axis=0)
        error += np.maximum(ahead * np.maximum(*changes), TOLERANCE * np.abs(values))
        converged[problem.well_posed] = np.all([group.settled for group in groups], axis=0)
    if doubt is not None:
        error = np.clip(error, doubt(problem.seen(Stand())), 1.0)
    if "trace" in touched:
        parts = np.array([elsewhere(Stand(without=number)) for number in range(PROBES)])
        squares = np.sum((parts - parts.mean(axis=0)) ** 2, axis=0)
        error += T_QUANTILE * np.sqrt(squares * (PROBES - 1) / PROBES)
    if "eigenvalues" in touched:
        error += np.abs(elsewhere(Stand(tail="first")) - values)
    return Known(values, error, converged)
