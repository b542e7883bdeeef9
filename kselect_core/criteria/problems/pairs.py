"""Every pair of several classes on one kernel matrix: cross-validation of all machines at once."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kselect_core.criteria.problems.inputs import KernelFact
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.problems.machine import SvmProblem, solver
from kselect_core.types import Array, Bool, Float, Int

if TYPE_CHECKING:
    from kselect_core.linalg.fits.smo import PairOfClasses


class Pair(NamedTuple):
    """Problem of two classes, its matrix the identity, and the rows of its points."""

    problem: SvmProblem
    rows: Int[Array, " part"]


class Drawn(NamedTuple):
    """Folds of all pairs: points of one pair after another, in order of their folds from 0 on."""

    pairs: tuple["PairOfClasses", ...]
    y: Float[Array, " all"]
    order: Int[Array, " all"]
    starts: Int[Array, " every"]
    sizes: Float[Array, " every"]


class SvmPairs(SvmProblem):
    """Problem of all points whose values are means over pairs of classes; for k folds only.

    Every pair has the folds that it would draw alone. The labels of all points tell one class from
    the others; no value depends on them. Whether a machine on all points of a pair converges is not
    asked.
    """

    pairs: tuple[Pair, ...]
    drawn_pairs: dict[int, Drawn]

    @classmethod
    def of_pairs(cls, pairs: Sequence[Pair], kernel: KernelFact) -> "SvmPairs":
        """Problem whose matrix is the identity."""
        first = pairs[0]
        y = -np.ones(1 + max(int(rows.max()) for _, rows in pairs))
        y[first.rows[first.problem.positive]] = 1.0
        one = first.problem
        made = cls.of_ridges(
            *(np.eye(len(y)), y, one.lambdas),
            ridge=one.ridge,
            seed=one.seed,
            kernel=kernel,
            stratified=one.stratified,
        )
        vars(made).update(pairs=tuple(pairs), drawn_pairs={})
        return made  # type: ignore[return-value]  # of this class

    @property
    def most_folds(self) -> int:
        """Largest number of folds for which every class of every pair has points enough."""
        return min(problem.most_folds for problem, _ in self.pairs)

    def check_folds(self, k: int) -> None:
        """Raise with the reason if a pair has too few points for k folds."""
        for problem, _ in self.pairs:
            problem.check_folds(k)

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """True for every C: machines on all points are not trained."""
        return np.ones(len(self.mu), dtype=bool)

    def fold_errors(self, k: int) -> Float[Array, "k L"]:
        """Share of errors on each of k folds left out, for each C: mean over the pairs."""
        shares: Float[Array, "k L"] = self._errors(k).mean(axis=0)
        return shares

    def fold_deviation(self, k: int) -> Float[Array, " L"]:
        """Standard deviation of the shares of the k folds: mean over the pairs."""
        means: Float[Array, " L"] = np.std(self._errors(k), axis=1, ddof=1).mean(axis=0)
        return means

    def cross_validation(self, k: int, loss: str) -> Float[Array, " L"]:
        """Mean over pairs and folds of the mean loss on the fold left out, for each C."""
        squares = (self._drawn(k).y[:, None] - self.held_out(k)) ** 2
        losses = self._errors(k) if loss == "error" else self._means(k, squares)
        means: Float[Array, " L"] = losses.mean(axis=(0, 1))
        return means

    def _errors(self, k: int) -> Float[Array, "p k L"]:
        """Share of errors on every fold of every pair; a value of 0 is negative."""
        self.check_folds(k)
        return self._means(k, (self.held_out(k) > 0) != (self._drawn(k).y > 0)[:, None])

    def _means(self, k: int, values: Array) -> Float[Array, "p k L"]:
        """Means over the points of every fold of every pair."""
        drawn = self._drawn(k)
        sums = np.add.reduceat(values[drawn.order].astype(np.float64), drawn.starts, axis=0)
        means: Float[Array, "p k L"] = (sums / drawn.sizes[:, None]).reshape(len(self.pairs), k, -1)
        return means

    def _held_out_predictions(self, k: int) -> Float[Array, "all L"]:
        """Predictions at the points of one pair after another."""
        found = solver().held_out_of_pairs(self.K, self.C, self._drawn(k).pairs)
        parts = [np.where(one.converged[:, None], one.f, np.nan) for one in found]
        return np.ascontiguousarray(np.concatenate(parts, axis=1).T)

    def _drawn(self, k: int) -> Drawn:
        """Folds of every pair, drawn once for all kernels."""
        if k not in self.drawn_pairs:
            self.drawn_pairs[k] = _drawn(self.pairs, k)
        return self.drawn_pairs[k]

    def with_matrix(self, K: object, y: object = None, **known: Any) -> "SvmPairs":  # noqa: ANN401 - as they come
        """Problem with another matrix; pairs and their folds are the same."""
        made = Problem.with_matrix(self, K, y, **known)
        vars(made).update(pairs=self.pairs, drawn_pairs=self.drawn_pairs)
        return made  # type: ignore[return-value]  # of this class


def _drawn(pairs: Sequence[Pair], k: int) -> Drawn:
    smo = solver()
    made, order, sizes, before = [], [], [], 0
    for problem, rows in pairs:
        folds = problem.folds(k)
        made.append(smo.PairOfClasses(rows, smo.fixed(problem.y), smo.fold_numbers(folds)))
        order += [before + fold for fold in folds]
        sizes += [len(fold) for fold in folds]
        before += len(rows)
    starts = np.cumsum([0, *sizes[:-1]])
    y = np.concatenate([one.y for one in made])
    return Drawn(tuple(made), y, np.concatenate(order), starts, np.array(sizes, dtype=float))
