"""Every fit of one kernel: all folds, all points and the probes of a trace, for all μ together.

All share the landmarks and each product with K, so that a round costs one pass over the tiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kselect_core.linalg.tiled.growing import SOLVED, Growing
from kselect_core.linalg.tiled.landmarks import landmarks
from kselect_core.linalg.tiled.nystrom import Nystrom
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Bool, Float, Int

TOLERANCE = 1e-4
"""A fit is settled once what is watched changes by less in a round."""

SAMPLES = 5
"""Parts of all points whose coefficients are watched one by one."""

TINY = float(np.finfo(float).tiny)

MOST_HIDDEN = 100.0
"""Changes of single folds count so many times that of their mean, in which they may cancel."""

SLOWEST = 0.9
"""Changes are taken to shrink to at most this share from round to round."""

CLOSE = 1e-3
"""A residual below it is small."""

STUCK = 0.1
"""A fit whose residual stays above it is not settled, however little a round changes."""

MOST_ROUNDS = 40
"""Rounds after which what is not settled is said to be so: the smallest ridges take over 30."""

LANDMARKS, SHARE = 1000, 5
"""Landmarks at most, and not more than n / SHARE."""

PROBES = 4
"""Random vectors of signs for a trace."""

NOBODY = np.zeros(0, dtype=np.int64)
"""No rows left out."""

OF_ENTRY = 0.3
"""Mean error of an entry of a tile, in units of its largest."""


@dataclass(frozen=True, eq=False)
class Asked:
    """What is to be fitted: targets, folds to leave out, μ of a fit of so many points, probes."""

    y: Float[Array, " n"]
    partitions: Sequence[Sequence[Array]]
    mu_held: Sequence[Float[Array, "k L"]]
    mu: Float[Array, " L"]
    bias: bool
    probes: bool
    seed: np.random.SeedSequence


@dataclass(frozen=True, eq=False)
class Watched:
    """Fits of one kind, and how far they are settled for every μ.

    ``change`` is how much what is watched of each changed in the last round, on average and beside
    its value. ``ahead`` is how many changes of the mean the error may be: changes of single
    fits that cancel in it, and those to come if they go on shrinking as they did.
    ``calm`` counts the last rounds that changed nothing that matters.
    """

    systems: list[Growing]
    change: Float[Array, " L"]
    ahead: Float[Array, " L"]
    calm: Int[Array, " L"]

    @property
    def residual(self) -> Float[Array, " L"]:
        """Largest residual of these fits."""
        residual: Array = np.max([system.residual for system in self.systems], axis=0)
        return residual

    @property
    def settled(self) -> Bool[Array, " L"]:
        """For which μ the last round changed nothing that matters, or nothing is left to solve.

        A round in the wrong directions changes little, too: where the residual is not small, a
        second one must agree, and where it is large no round is believed.
        """
        residual = self.residual
        still = (self.calm > 1) & (residual <= STUCK) | (self.calm > 0) & (residual <= CLOSE)
        return np.asarray(still | (residual <= SOLVED))


@dataclass(frozen=True, eq=False)
class Path:
    """Fits of one kernel: one group per partition into folds, that of all points, the probes.

    ``trace`` is that of (K + μI)⁻¹ as the landmarks' model has it.
    """

    folds: list[Watched]
    whole: Watched
    probes: Watched | None
    model: Nystrom
    trace: Float[Array, " L"]
    rounds: int
    landmarks: int
    single: bool

    @property
    def indefinite(self) -> bool:
        """Whether a fit has met a direction in which K is negative beyond rounding."""
        groups = [*self.folds, self.whole, *([self.probes] if self.probes else [])]
        return any(system.indefinite for group in groups for system in group.systems)


def single_precision_will_do(tiles: Tiles, spread: float, smallest: float) -> bool:
    """Whether rounding of tiles to single precision changes the fits by less than the tolerance.

    ``spread`` is the largest norm of a row of K without its diagonal, ``smallest`` the least μ.
    """
    return 2 * OF_ENTRY * tiles.rounding() * max(spread, 1.0) <= TOLERANCE * smallest


def solved(tiles: Tiles, asked: Asked, *, single: bool) -> Path:
    """Fit everything that is asked for. Cost: a few passes over K, each n²/2 entries."""
    chosen = landmarks(
        tiles.X,
        tiles.between,
        tiles.diagonal,
        most=max(1, min(LANDMARKS, tiles.n // SHARE)),
        enough=float(asked.mu.min()) / tiles.n / 100,
        seed=asked.seed,
        pause=tiles.pause,
    )
    held = [fold for folds in asked.partitions for fold in folds]
    model = Nystrom(tiles, chosen, [*held, NOBODY], bias=asked.bias, pause=tiles.pause)
    groups = _groups(asked, len(held))
    endless = np.full(len(asked.mu), np.inf)
    watched = [
        Watched(group, endless, np.ones(len(endless)), np.zeros(len(endless), dtype=np.int64))
        for group in groups
    ]
    before, rounds = [endless[None]] * len(groups), 0
    while rounds < MOST_ROUNDS and not all(group.settled.all() for group in watched):
        if not _extended(tiles, model, watched, single=single):
            break
        rounds += 1
        now = []
        for number, group in enumerate(groups):
            now.append(_measure(asked, number, group))
            tiles.pause()
        watched = [
            _watched(one, old, new) for one, old, new in zip(watched, before, now, strict=True)
        ]
        before = now
    k = len(asked.partitions)
    return Path(
        watched[:k],
        watched[k],
        watched[k + 1] if asked.probes else None,
        model,
        model.trace_of_inverse(len(held), asked.mu),
        rounds,
        len(chosen),
        single,
    )


def _groups(asked: Asked, whole: int) -> list[list[Growing]]:
    """Fits without each fold, of all points, and of the probes, their parts in this order."""
    groups, part = [], 0
    for folds, ridges in zip(asked.partitions, asked.mu_held, strict=True):
        group = []
        for fold, mu in zip(folds, ridges, strict=True):
            group.append(Growing(asked.y, fold, part, mu, bias=asked.bias))
            part += 1
        groups.append(group)
    groups.append([Growing(asked.y, NOBODY, whole, asked.mu, bias=asked.bias)])
    if asked.probes:
        rng = np.random.default_rng(asked.seed.spawn(1)[0])
        signs = rng.choice([-1.0, 1.0], (PROBES, len(asked.y)))
        groups.append([Growing(z, NOBODY, whole, asked.mu, bias=asked.bias) for z in signs])
    return groups


def _extended(tiles: Tiles, model: Nystrom, watched: list[Watched], *, single: bool) -> bool:
    """Let every fit that is not settled grow, by one product with K; False where none can."""
    systems, new = [one for group in watched for one in group.systems], []
    for group in watched:
        for system in group.systems:
            live = ~group.settled & (system.residual > SOLVED)
            new.append(system.directions(model, live))
            tiles.pause()
    counts = [Z.shape[1] for Z in new]
    if not sum(counts):
        return False
    noise = OF_ENTRY * tiles.rounding() * 2 * np.sqrt(tiles.n) if single else 0.0
    W = tiles.times(np.hstack(new), single=single)
    products = np.split(W, np.cumsum(counts)[:-1], axis=1)
    for system, Z, images in zip(systems, new, products, strict=True):
        system.extend(Z, images, noise)
        tiles.pause()
    return True


def _measure(asked: Asked, number: int, group: list[Growing]) -> Float[Array, "parts L"]:
    """What is watched of every fit: its loss, the sizes of its coefficients, or the probe's sum."""
    if number < len(asked.partitions):
        losses = [
            np.mean((asked.y[one.held, None] - one.held_out(True)) ** 2, axis=0)  # noqa: FBT003
            for one in group
        ]
        return np.array(losses)
    if number == len(asked.partitions):
        squares = group[0].dual() ** 2
        return np.array([squares[start::SAMPLES].sum(axis=0) for start in range(SAMPLES)])
    return np.array([one.target @ one.dual() for one in group])


def _watched(
    one: Watched, before: Float[Array, "parts L"], now: Float[Array, "parts L"]
) -> Watched:
    """Return the same fits after another round, if there was one for them."""
    if one.settled.all():
        return one
    parts = np.abs(now - before).mean(axis=0)
    whole = np.abs(now.mean(axis=0) - before.mean(axis=0))
    change = parts / np.maximum(np.abs(now.mean(axis=0)), TINY)
    with np.errstate(invalid="ignore"):  # the first changes are infinite
        shrinks = np.minimum(np.nan_to_num(change / np.maximum(one.change, TINY)), SLOWEST)
        hidden = np.nan_to_num(parts / np.maximum(whole, TINY), nan=1.0)
    more = np.maximum(shrinks / (1.0 - shrinks), 1.0)
    calm = np.where(change * more <= TOLERANCE, one.calm + 1, 0)
    return Watched(one.systems, change, more * np.clip(hidden, 1.0, MOST_HIDDEN), calm)


def missed(path: Path, *, last: bool = True) -> Float[Array, "p L"]:
    """What zᵀ(K + μI)⁻¹z of every probe z is above that of the landmarks' model.

    They differ little, so that few probes tell the trace: it is ``path.trace`` and their mean.
    """
    if path.probes is None:
        return np.zeros((0, len(path.trace)))
    missing = []
    for one in path.probes.systems:
        t = np.repeat(one.target[:, None], len(one.mu), axis=1)
        missing.append(
            one.target @ one.dual(last=last) - one.target @ path.model.solved(one.part, t, one.mu)
        )
    return np.array(missing)
