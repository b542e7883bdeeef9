"""Several classes on one kernel matrix: the machines of all pairs vote, as those of `SVC` do."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kselect_core.criteria.problems.folds import drawn_folds
from kselect_core.criteria.problems.inputs import KernelFact
from kselect_core.criteria.problems.least_squares import Problem
from kselect_core.criteria.problems.machine import SvmProblem, solver
from kselect_core.errors import UndefinedScoreError
from kselect_core.types import Array, Bool, Float, Int

if TYPE_CHECKING:
    from kselect_core.linalg.fits.smo import HeldOut, PairOfClasses


class Drawn(NamedTuple):
    """Points fold after fold: their order, sizes of the folds, all pairs among them.

    Beside them the number of each pair's points in each fold.
    """

    order: Int[Array, " n"]
    sizes: Int[Array, " k"]
    pairs: "tuple[PairOfClasses, ...]"
    counts: Int[Array, "p k"]


class Votes(NamedTuple):
    """Who is told wrong, for each C, and where every machine converged.

    ``squared`` is the mean over pairs and folds of the mean squared loss at the pair's own points.
    """

    wrong: Bool[Array, "L n"]
    converged: Bool[Array, " L"]
    squared: Float[Array, " L"]


class SvmVotes(SvmProblem):
    """Problem of several classes; a point is of the class for which most pairs of classes vote.

    Votes are those of libsvm: of two classes a decision value of 0 is for the one that comes later,
    of equal votes the class that comes first wins. For k folds, drawn from all classes, and for
    leave-one-out. The labels tell the first class from the others; no value depends on them.
    """

    codes: Int[Array, " n"]
    drawn_pairs: dict[int, Drawn]

    @classmethod
    def of_classes(
        cls, codes: Int[Array, " n"], lambdas: object, *, seed: int, kernel: KernelFact
    ) -> "SvmVotes":
        """Problem whose matrix is the identity; ``codes`` are the classes 0, 1, …, all present."""
        made = cls.of_ridges(
            *(np.eye(len(codes)), np.where(codes == 0, 1.0, -1.0), lambdas),
            ridge="lambda",
            seed=seed,
            kernel=kernel,
        )
        vars(made).update(codes=codes, drawn_pairs={})
        return made  # type: ignore[return-value]  # of this class

    @property
    def most_folds(self) -> int:
        """Members of the smallest class."""
        return int(np.bincount(self.codes).min())

    def check_folds(self, k: int) -> None:
        """Raise with the reason if a class has too few points for k folds."""
        if self.most_folds < k:
            raise UndefinedScoreError(
                f"k = {k} folds need at least {k} members of each class, "
                f"the smallest class has {self.most_folds}"
            )

    @cached_property
    def well_posed(self) -> Bool[Array, " L"]:
        """True for every C: what was not trained to the end is told by the criteria."""
        return np.ones(len(self.mu), dtype=bool)

    def fold_errors(self, k: int) -> Float[Array, "k L"]:
        """Share of errors on each of k folds left out, for each C."""
        self.check_folds(k)
        wrong = self._held_out_votes(k).wrong
        return np.array([wrong[:, fold].mean(axis=1) for fold in self.folds(k)])

    def cross_validation(self, k: int, loss: str) -> Float[Array, " L"]:
        """Mean over the folds of the share of errors, or squared loss of the pairs, for each C."""
        self.check_folds(k)
        if loss == "squared":
            return self._held_out_votes(k).squared
        shares: Float[Array, " L"] = self.fold_errors(k).mean(axis=0)
        return shares

    def held_out_converged(self, k: int) -> Bool[Array, " L"]:
        """For which C every machine of the k folds converged."""
        return self._held_out_votes(k).converged

    @property
    def missed(self) -> Bool[Array, "L n"]:
        """Which points are told wrong by the machines trained on all others, for each C."""
        return self._left_out_votes.wrong

    @property
    def left_out_converged(self) -> Bool[Array, " L"]:
        """For which C every machine trained without a point converged."""
        return self._left_out_votes.converged

    @cached_property
    def _known_votes(self) -> dict[int, Votes]:
        return {}

    def _held_out_votes(self, k: int) -> Votes:
        """Votes of the machines that never saw the fold of the point."""
        if k not in self._known_votes:
            drawn, K = self._drawn(k), self.K
            ordered = K[drawn.order[:, None], drawn.order]
            decisions = solver().held_out_of_pairs(ordered, self.C, drawn.pairs, drawn.sizes)
            votes = _counted(self.codes[drawn.order], drawn.pairs, decisions, drawn.counts)
            back = np.argsort(drawn.order)
            self._known_votes[k] = votes._replace(wrong=votes.wrong[:, back])
        return self._known_votes[k]

    @cached_property
    def _left_out_votes(self) -> Votes:
        """Votes without the point; of pairs to which it does not belong it changes no machine."""
        pairs = _pairs(self.codes)
        counts = np.array([[len(rows)] for rows, _ in pairs])
        return _counted(self.codes, pairs, self._left_out_of(pairs), counts)

    def _left_out_of(self, pairs: "Iterable[PairOfClasses]") -> "Iterator[HeldOut]":
        smo = solver()
        for rows, y in pairs:
            K = self.K[rows[:, None], rows]
            whole = smo.machines(K, y, self.C)
            without = smo.leave_one_out_decisions(K, y, self.C)
            f = whole.beta @ self.K[rows] + whole.b[:, None]
            f[:, rows] = without.f
            yield without._replace(f=f)

    def _folds(self, k: int) -> tuple[Array, ...]:
        return drawn_folds(self.codes, k, int(self.seed))

    def _drawn(self, k: int) -> Drawn:
        """Folds and pairs, made once for all kernels."""
        if k not in self.drawn_pairs:
            folds = self.folds(k)
            order, sizes = np.concatenate(folds), np.array([len(fold) for fold in folds])
            pairs, fold = _pairs(self.codes[order]), np.repeat(np.arange(k), sizes)
            counts = np.array([np.bincount(fold[rows], minlength=k) for rows, _ in pairs])
            self.drawn_pairs[k] = Drawn(order, sizes, pairs, counts)
        return self.drawn_pairs[k]

    def with_matrix(self, K: object, y: object = None, **known: Any) -> "SvmVotes":  # noqa: ANN401 - as they come
        """Problem with another matrix; classes and folds are the same."""
        made = Problem.with_matrix(self, K, y, **known)
        same = {name: vars(self)[name] for name in ("codes", "drawn_pairs")}
        vars(made).update(same, drawn_folds=self.drawn_folds)
        return made  # type: ignore[return-value]  # of this class


def _pairs(codes: Int[Array, " n"]) -> "tuple[PairOfClasses, ...]":
    """Every pair of classes; the class that comes first is the positive one, as in libsvm."""
    smo, members = solver(), [codes == code for code in range(int(codes.max()) + 1)]
    made = []
    for low, high in combinations(members, 2):
        rows = np.flatnonzero(low | high)
        made.append(smo.PairOfClasses(rows, smo.fixed(np.where(low[rows], 1.0, -1.0))))
    return tuple(made)


def _counted(
    codes: Int[Array, " n"],
    pairs: "Iterable[PairOfClasses]",
    decisions: "Iterable[HeldOut]",
    counts: Int[Array, "p k"],
) -> Votes:
    """Votes of the decision values of every pair."""
    classes, own, converged = int(codes.max()) + 1, [], []
    votes: dict[int, Array] = {}
    both = combinations(range(classes), 2)
    for (low, high), (rows, y), one in zip(both, pairs, decisions, strict=True):
        first = one.f > 0
        for code, more in ((low, first), (high, ~first)):
            votes[code] = votes.get(code, 0) + more.astype(np.int16)
        own.append((y - one.f[:, rows]) ** 2)
        converged.append(one.converged)
    wrong = np.argmax([votes[code] for code in range(classes)], axis=0) != codes
    sizes = counts.ravel()
    starts = np.cumsum([0, *sizes[:-1]])
    squared = np.add.reduceat(np.concatenate(own, axis=1), starts, axis=1) / sizes
    return Votes(wrong, np.all(converged, axis=0), squared.mean(axis=1))
