"""One split made ready: prepared features, targets, and what all kernels of a family share.

Several classes are split together and become binary problems on the same prepared points.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from kselect_core.criteria import KernelFact, Problem, problem_for
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.data import Dataset
from kselect_core.data.set.preprocessing import centred, prepared
from kselect_core.data.set.splits import Split
from kselect_core.errors import DataError, KselectError
from kselect_core.kernels import KERNELS, PRECOMPUTED, Points, Shared
from kselect_core.kernels.own.symmetry import refuse_asymmetric
from kselect_core.linalg.floating.underflow import KernelRows
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.pairs import Pair
from kselect_core.selection.sweep.memory import refuse_matrices
from kselect_core.selection.sweep.setup import Setup
from kselect_core.types import Array, Float, Int

FOLD_STREAM = 2
"""First spawn key of the seeds that draw cross-validation folds."""


@dataclass(frozen=True, eq=False)
class PreparedSplit:
    """Training and test part of one split, prepared with numbers from the training part only.

    ``offset`` is what was subtracted from regression targets. ``problem`` carries labels, ridges,
    learner and seed for every kernel of the split; its matrix is the identity. ``pool`` is the
    whole training part, over which an iterated kernel averages: also where only two of several
    classes are looked at, or a point has been changed since. ``given`` says that the features are
    kernel values, ``weights_test`` are those of the classes of the test points, if they have any.
    ``fits`` are α and b of the kernels that were swept, where somebody looks at them afterwards.
    """

    train: Array
    test: Array
    X_train: Float[Array, "n d"]
    X_test: Float[Array, "m d"]
    y_test: Float[Array, " m"]
    offset: float
    problem: Problem
    pool: Float[Array, "N d"]
    given: bool = False
    weights_test: Float[Array, " m"] | None = None
    _shared: dict[tuple[str, bool], Shared] = field(default_factory=dict, repr=False)
    fits: dict[KernelFact, tuple[Array, Array]] | None = None

    def refuse_given(self, where: str) -> None:
        """Raise where kernel values are given, and nothing can be made of features."""
        if self.given:
            raise KselectError(
                f"{where}: it is made from features, and these points are known by their Gram "
                "matrices alone."
            )

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.problem.n

    def shared(self, kernel: str, *, test: bool) -> Shared:
        """Distances or inner products within the training part, or from test to training part."""
        family = KERNELS[kernel]
        if kernel != PRECOMPUTED.name:
            self.refuse_given(family.label)
        key = (family.base, test)
        if key not in self._shared:
            first, second = (self.X_test, self.X_train) if test else (self.X_train, None)
            self._shared[key] = family.shared(first, second, pool=self.averaged(kernel))
        return self._shared[key]

    def averaged(self, kernel: str) -> Array | Points | None:
        """Pool of a kernel that averages over points, with what is known of it; None for others."""
        if KERNELS[kernel].base != "points":
            return None
        made = self._shared.get(("points", False))
        return made if isinstance(made, Points) else self.pool

    def training_kernel(self, kernel: str, parameters: Mapping[str, object], out: Array) -> Problem:
        """Problem of one kernel, its matrix made in ``out``."""
        base, family = self.shared(kernel, test=False), KERNELS[kernel]
        made = type(self.problem).of_kernel(family, base, parameters, self.problem, out)
        refuse_asymmetric(family, made.K, KERNELS.origins.get(kernel))
        known = (self.fits or {}).get(made.kernel)
        if known is not None:
            made.take_dual(*known)
        return made

    def keep_fit(self, problem: Problem) -> None:
        """Keep the fits of a kernel, if they were made of its spectrum and fits are kept."""
        if self.fits is not None and "dual_from_spectrum" in vars(problem):
            self.fits[problem.kernel] = problem.dual_from_spectrum

    def test_rows(self, kernel: str, parameters: Mapping[str, object]) -> KernelRows:
        """The same with the logarithms of the values, where they may underflow."""
        logs = KERNELS[kernel].logs(self.shared(kernel, test=True), parameters)
        K = self.test_kernel(kernel, parameters)
        return KernelRows(K, logs, KERNELS[kernel].noise(float(np.abs(K).max(initial=0.0))))

    def test_kernel(self, kernel: str, parameters: Mapping[str, object]) -> Float[Array, "m n"]:
        """Kernel between test points (rows) and training points."""
        return KERNELS[kernel].gram(self.shared(kernel, test=True), **parameters)


class Grams(NamedTuple):
    """Kernel of all training points, that between test and training points, and whose."""

    inside: KernelRows
    across: KernelRows
    kernel: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class ClassSplit:
    """One split of a set with several classes: binary problems on the same prepared points.

    ``problems`` carry the labels of their own points, which ``rows`` number within the training
    part; ``codes_train`` and ``codes_test`` are the classes, ``weights_test`` their weights.
    """

    pairs: tuple[Pair, ...]
    problems: tuple[Problem, ...]
    rows: tuple[Int[Array, " part"], ...]
    X_train: Float[Array, "n d"]
    X_test: Float[Array, "m d"]
    codes_train: Int[Array, " n"]
    codes_test: Int[Array, " m"]
    class_names: tuple[str, ...]
    weights_test: Float[Array, " m"] | None = None
    _shared: dict[str, tuple[Shared, Shared]] = field(default_factory=dict, repr=False)

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.codes_train)

    def some(self, count: int) -> "ClassSplit":
        """The same with so many of its binary problems only, spread over all of them."""
        picked = [k * len(self.pairs) // count for k in range(count)]
        return replace(
            self,
            pairs=tuple(self.pairs[k] for k in picked),
            problems=tuple(self.problems[k] for k in picked),
            rows=tuple(self.rows[k] for k in picked),
        )

    def grams(self, kernel: str, parameters: Mapping[str, object]) -> Grams:
        """Kernel matrix of all training points, and kernel between test and training points."""
        family = KERNELS[kernel]
        if family.base not in self._shared:
            inside = family.shared(self.X_train, None)
            pool = inside if isinstance(inside, Points) else None
            across = family.shared(self.X_test, self.X_train, pool=pool)
            self._shared[family.base] = inside, across
        inside, across = self._shared[family.base]
        K, K_test = family.gram(inside, **parameters), family.gram(across, **parameters)
        refuse_asymmetric(family, K, KERNELS.origins.get(kernel))
        noise = family.noise(float(np.abs(K).max()))
        return Grams(
            KernelRows(K, family.logs(inside, parameters), noise),
            KernelRows(K_test, family.logs(across, parameters), noise),
            kernel,
            parameters,
        )


def prepared_split(setup: Setup, split: int, *, tiled: bool = False) -> PreparedSplit:
    """Split number ``split`` of a sweep, ready for every kernel.

    Standardisation and imputation use the training part only. Of several classes the
    configuration must name the pair that is looked at; the other classes are left out of both
    parts after the preparation.
    """
    dataset, pair = setup.dataset, setup.pair
    (train, test), X_train, X_test = _features(setup, split)
    pool, offset = X_train, 0.0
    if pair is not None:
        inside, outside = pair.rows(dataset.y[train]), pair.rows(dataset.y[test])
        train, X_train, test, X_test = (
            train[inside],
            X_train[inside],
            test[outside],
            X_test[outside],
        )
        y_train, y_test = pair.signs(dataset.y[train]), pair.signs(dataset.y[test])
    else:
        y_train, y_test = dataset.y[train], dataset.y[test]
    if not setup.classes:
        y_train, offset = centred(y_train)
    problem = _template(setup, split, y_train, X_train, tiled=tiled)
    given = bool(dataset.matrices)
    weights = setup.weights(test)
    return PreparedSplit(
        train, test, X_train, X_test, y_test - offset, offset, problem, pool, given, weights
    )


def class_split(setup: Setup, split: int, *, tiled: bool = False) -> ClassSplit:
    """Split of a set with several classes as the binary problems of the configuration's scheme."""
    (train, test), X_train, X_test = _features(setup, split)
    y, pairs, names = setup.dataset.y, setup.pairs, setup.dataset.class_names
    codes = y[train]
    rows = tuple(np.flatnonzero(pair.rows(codes)) for pair in pairs)
    signs, X = pairs[0].signs(codes[rows[0]]), X_train[rows[0]]
    problems = [_template(setup, split, signs, X, tiled=tiled)]
    for pair, mine in zip(pairs[1:], rows[1:], strict=True):
        signs, X, first = pair.signs(codes[mine]), X_train[mine], problems[0]
        if len(mine) == first.n and first.held:  # an identity matrix of that size is there
            problems.append(first.with_matrix(first.K, signs, kernel=KernelFact.of_sample(X)))
        else:
            problems.append(_template(setup, split, signs, X, tiled=tiled))
    parts = (pairs, tuple(problems), rows, X_train, X_test, codes, y[test], names)
    return ClassSplit(*parts, setup.weights(test))


def ready_split(setup: Setup, split: int, *, tiled: bool = False) -> PreparedSplit | ClassSplit:
    """Split as a sweep needs it: of several classes all binary problems, unless one is named.

    With ``tiled`` its problems are templates of such whose matrix is never held.
    """
    made = class_split if setup.several else prepared_split
    return made(setup, split, tiled=tiled)


def of_pair(config: SweepConfig, dataset: Dataset) -> Dataset:
    """Data set with labels ±1 and the two names of the pair that is looked at; else itself.

    Its rows are the same: those of other classes are in no part of a split.
    """
    pair = Setup(config, dataset).pair
    if pair is None:
        return dataset
    names = pair.names(dataset.class_names)
    return replace(dataset, y=pair.signs(dataset.y), task="binary", class_names=names)


def _features(setup: Setup, split: int) -> tuple[Split, Float[Array, "n d"], Float[Array, "m d"]]:
    """Rows of both parts, and their features prepared with numbers from the training part."""
    config, dataset, rows = setup.config, setup.dataset, setup.rows(split)
    X_train, X_test = prepared(
        dataset.X[rows.train], dataset.X[rows.test], method=config.preprocessing
    )
    if not np.ptp(X_train, axis=0).any():
        raise DataError(
            f"{dataset.name}: every feature is constant in the training part of split {split}; "
            "nothing can be learnt."
        )
    if config.learner == "svm" and not setup.classes:
        raise DataError(f"{dataset.name}: the support vector machine needs two classes.")
    return rows, X_train, X_test


def _template(
    setup: Setup, split: int, y: Float[Array, " n"], X: Float[Array, "n d"], *, tiled: bool
) -> Problem:
    """Problem that carries labels, ridges, learner and seed; its matrix is the identity or none."""
    config = setup.config
    if tiled:
        made: Callable[..., Problem] = partial(TiledProblem.template, learner=config.learner)
    else:
        refuse_matrices(len(y))
        made = partial(problem_for(config.learner), np.eye(len(y)))
    return made(
        y,
        np.array(config.lambdas),
        ridge=config.ridge,
        seed=fold_seed(config.seed, split),
        kernel=KernelFact.of_sample(X),
        stratified=config.stratified,
        task="binary" if setup.classes else "regression",
    )


def fold_seed(seed: int, split: int) -> int:
    """Seed of the folds inside a split, from the seed of the sweep."""
    sequence = np.random.SeedSequence(seed, spawn_key=(FOLD_STREAM, split))
    return int(sequence.generate_state(1, np.uint64)[0])
