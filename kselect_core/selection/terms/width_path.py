"""Every term along the widths of a Gaussian kernel from K = I to K = 11ᵀ, or of Gram matrices."""

from typing import NamedTuple, Unpack

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.criteria.problems.least_squares import EIGH_LIMIT
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError, TooLargeError
from kselect_core.kernels import GAUSSIAN, LINEAR, PRECOMPUTED, gamma_from
from kselect_core.linalg.machine.threads import one_blas_thread
from kselect_core.listening import Listening, watched
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.machines.stand_in import at_ridge
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.sweep.prepared import PreparedSplit, prepared_split
from kselect_core.selection.sweep.setup import Setup
from kselect_core.selection.terms.pulls import Pull, pull
from kselect_core.selection.terms.rewards import reward_terms, values_of
from kselect_core.types import Array, Float

NARROW, WIDE = 7.0, 1e-3
"""Largest entry beside the diagonal at the narrow end is e⁻⁷, smallest at the wide end e⁻⁰·⁰⁰¹."""

FARTHEST = 2.0**-24
"""Of pairs nearer than this, relative to the median squared distance, none sets the narrow end."""

FINENESS = (0.25, 0.5, 1, 2, 4, 8)
"""Numbers of widths per octave that a path may have."""

PER_CUBE, PER_SQUARE, START = 4e-10, 4e-8, 1.5e-3
"""Seconds of one width: growth with n³ and n², and what does not grow; measured."""


class WidthPath(NamedTuple):
    """Values along the path (terms, widths), those at K = I and K = 11ᵀ, and at the linear kernel.

    ``tau`` are widths of exp(−‖x−z‖²/2τ), ascending. ``reasons`` tell why a term has no value
    somewhere; ``y`` are the labels, ``mu`` the ridge. ``given``: of Gram matrices ``tau`` are their
    parameters; which end resembles K = I is not known, and there is no linear kernel.
    """

    tau: Float[Array, " w"]
    along: Float[Array, "r w"]
    limits: Float[Array, "r 2"]
    linear: Float[Array, " r"]
    reasons: tuple[str, ...]
    y: Float[Array, " n"]
    mu: float
    lam: float
    given: bool = False

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.y)

    @property
    def per_octave(self) -> float:
        """Number of widths per octave."""
        steps = 1.0 if len(self.tau) == 1 else float(np.log2(self.tau[1] / self.tau[0]))
        return min(FINENESS, key=lambda fineness: abs(fineness - 1 / steps))

    @property
    def pulls(self) -> tuple[Pull, ...]:
        """Which way each term pulls."""
        return tuple(
            pull(values, limits, better=reward.better, sees_labels=reward.group != "penalty")
            for reward, values, limits in zip(reward_terms(), self.along, self._ends, strict=True)
        )

    @property
    def _ends(self) -> Float[Array, "r 2"]:
        """Values where the path begins and ends; unknown of Gram matrices."""
        return np.full_like(self.limits, np.nan) if self.given else self.limits


def width_path(
    config: SweepConfig,
    dataset: Dataset,
    split: int = 0,
    *,
    lam: float,
    per_octave: float = 1,
    **listening: Unpack[Listening],
) -> WidthPath:
    """Every term along the widths of a Gaussian kernel on one training part, at one λ.

    The widths go, ``per_octave`` in an octave, from a kernel matrix that is nearly I to one that is
    nearly 11ᵀ, whatever the grid of the sweep; the first is a power of two.
    A sweep of support vector machines is seen through the LSSVM with μ = 1/(2C).
    Of points that are known by Gram matrices alone it are the matrices of the sweep.
    Cost: one eigendecomposition per width.
    """
    if per_octave not in FINENESS:
        allowed = f"one of {', '.join(f'{value:g}' for value in FINENESS)}"
        raise InvalidParameterError("Width path", "per_octave", allowed, per_octave)
    ready = prepared_split(Setup.at_hand(at_ridge(config, lam, "Width path"), dataset), split)
    if ready.n > EIGH_LIMIT:
        raise TooLargeError(
            f"The terms along the width need eigendecompositions of {ready.n} × {ready.n} "
            f"matrices; they are skipped above n = {EIGH_LIMIT}. Use a sub-sample of the data."
        )
    given = bool(dataset.matrices)
    tau = _matrices(config) if given else _widths(ready, per_octave)
    with one_blas_thread():
        limits = [values_of(problem) for problem in _ends(ready)]
        linear = np.full(len(reward_terms()), np.nan) if given else _linear(ready)
        columns = list[Array]()
        reasons = [""] * len(reward_terms())
        for width in watched(tau.tolist(), "widths", **listening):
            values, why = values_of(_problem(ready, width, given=given))
            reasons = [first or later for first, later in zip(reasons, why, strict=True)]
            columns.append(values)
    return WidthPath(
        tau,
        np.array(columns).T,
        np.array([values for values, _ in limits]).T,
        linear,
        tuple(reasons),
        ready.problem.y,
        float(ready.problem.mu[0]),
        lam,
        given,
    )


def path_table(path: WidthPath) -> pd.DataFrame:
    """One row per term and place: group, label, better, tau, value, chosen, and which place it is.

    Of Gram matrices only the path has values.
    ``where`` is "path", or "I", "11ᵀ" and LINEAR.name for the three kernels that are not on it.
    """
    terms, chosen = reward_terms(), [one.chosen for one in path.pulls]
    beside = np.column_stack([path.limits * (np.nan if path.given else 1.0), path.linear])
    where = ["path"] * len(path.tau) + ["I", "11ᵀ", LINEAR.name]

    def of_term(name: str) -> list[object]:
        return [getattr(term, name) for term in terms for _ in where]

    return pd.DataFrame(
        {
            **{name: of_term(name) for name in ("group", "key", "label", "quantity", "better")},
            "where": where * len(terms),
            "tau": np.tile(np.append(path.tau, np.full(beside.shape[1], np.nan)), len(terms)),
            "value": np.column_stack([path.along, beside]).ravel(),
            "chosen": (np.arange(len(where)) == np.array(chosen)[:, None]).ravel(),
        }
    )


def widths(D: Float[Array, "n n"], per_octave: float = 1) -> Float[Array, " w"]:
    """Widths τ from where K is nearly I to where it is nearly 11ᵀ, from squared distances."""
    apart = D[np.triu_indices(len(D), 1)]
    apart = apart[apart > 0]
    if not len(apart):
        return np.array([1.0])
    nearest = max(float(apart.min()), FARTHEST * float(np.median(apart)))
    low = np.floor(np.log2(nearest / (2 * NARROW)))
    high = np.ceil(np.log2(float(apart.max()) / (2 * WIDE)))
    steps = int(np.ceil((high - low) * per_octave))
    ends: Array = 2.0 ** (low + np.arange(steps + 1) / per_octave)
    return ends


def grid_ends(config: SweepConfig) -> tuple[float, float] | None:
    """Narrowest and widest Gaussian width τ of a sweep; None where it has no Gaussian kernel."""
    gaussian = [family for family in config.candidates if family.kernel == GAUSSIAN.name]
    taus = [as_tau(value, family.convention) for family in gaussian for value in family.points]
    return (min(taus), max(taus)) if taus else None


def as_tau(value: float, convention: str) -> float:
    """Width τ of exp(−‖x−z‖²/2τ) from a width in a convention."""
    return 0.5 / gamma_from(value, convention)


def path_seconds(n: int, count: int) -> float:
    """Estimated seconds of so many widths on n training points."""
    return count * (PER_CUBE * n**3 + PER_SQUARE * n**2 + START)


def _matrices(config: SweepConfig) -> Float[Array, " w"]:
    """Parameters of the Gram matrices of a sweep, ascending."""
    return np.unique(family_of(config, PRECOMPUTED.name).points)


def _widths(ready: PreparedSplit, per_octave: float) -> Float[Array, " w"]:
    return widths(ready.shared(GAUSSIAN.name, test=False), per_octave)  # type: ignore[arg-type]  # distances


def _linear(ready: PreparedSplit) -> Float[Array, " r"]:
    linear = ready.training_kernel(LINEAR.name, {}, np.empty((ready.n, ready.n)))
    return values_of(linear)[0]


def _problem(ready: PreparedSplit, at: float, *, given: bool) -> Problem:
    """Problem of a width, or of a given matrix by its parameter."""
    name, parameters = GAUSSIAN.name, {"gamma": 1.0 / (2.0 * at)}
    if given:
        name, parameters = PRECOMPUTED.name, {"t": at}
    return ready.training_kernel(name, parameters, np.empty((ready.n, ready.n)))


def _ends(ready: PreparedSplit) -> tuple[Problem, Problem]:
    """Problems of K = I and of K = 11ᵀ."""
    problem, n = ready.problem, ready.n
    return problem.with_matrix(np.eye(n)), problem.with_matrix(np.ones((n, n)))
