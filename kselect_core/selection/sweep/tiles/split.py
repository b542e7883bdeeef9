"""One split made ready for kernels that are never held: problems, tiles and sums over entries."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from kselect_core.criteria import KernelFact
from kselect_core.criteria.problems.tiled import TiledProblem
from kselect_core.errors import KselectError
from kselect_core.kernels import GAUSSIAN, KERNELS, Kernel
from kselect_core.kernels.own.symmetry import FEW, refuse_asymmetric
from kselect_core.linalg.tiled.chains import Sums, entry_sums, gaussian_sums, products_of_parts
from kselect_core.linalg.tiled.entry_moments import Entries
from kselect_core.linalg.tiled.stacks import across_parts
from kselect_core.linalg.tiled.tiles import Pause, Tiles, go_on, pieces
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates, CriterionChoice
from kselect_core.selection.sweep.prepared import ClassSplit, PreparedSplit
from kselect_core.types import Array, Float, Int

CONSTANT = 0.5
"""Mean value of a kernel of the distance above which its sums are taken of K − 1."""

LOOKED_AT = 200
"""Points whose kernel values tell that mean."""

CHUNK = 2048
"""Other points that all parts see at once."""


@dataclass(frozen=True, eq=False)
class Part:
    """A binary problem, or a regression: its points among the training part, and its template."""

    rows: Int[Array, " part"]
    template: TiledProblem
    X: Float[Array, "part d"]

    @cached_property
    def centre(self) -> Float[Array, " d"]:
        """Mean of the points."""
        mean: Array = self.X.mean(axis=0)
        return mean

    @cached_property
    def centred(self) -> Float[Array, "part d"]:
        """Points about their mean, one copy for all kernels of which only distances matter."""
        X: Array = self.X - self.centre
        return X


@dataclass(frozen=True, eq=False)
class TiledSplit:
    """Parts of one split, and what all kernels of a family share: sums over entries, in O(n)."""

    config: SweepConfig
    ready: PreparedSplit | ClassSplit
    pause: Pause = go_on
    _sums: dict[int, list[Sums]] = field(default_factory=dict, repr=False)
    _last: dict[int, Sums] = field(default_factory=dict, repr=False)
    _twice: dict[int, list[Array]] = field(default_factory=dict, repr=False)

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.ready.n

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Binary problems of several classes; else the one problem that there is."""
        X = self.ready.X_train
        if isinstance(self.ready, ClassSplit):
            pairs = zip(self.ready.rows, self.ready.problems, strict=True)
            return tuple(Part(rows, _tiled(problem), X[rows]) for rows, problem in pairs)
        return (Part(np.arange(self.n), _tiled(self.ready.problem), X),)

    @cached_property
    def whole(self) -> Part:
        """All training points as one part."""
        return Part(np.arange(self.n), self.parts[0].template, self.ready.X_train)

    def problem(self, kernel: int, number: int) -> TiledProblem:
        """Return the problem of a kernel of the grid on one part, nothing of it computed yet."""
        family, value = self.config.kernels[kernel]
        part = self.parts[number]
        parameters = family.parameters(value)
        tiles = self.tiles(family, value, part)
        entries = self.entries(kernel, part, tiles)
        gaussian = family_of(family) is GAUSSIAN and part.template.two_classes
        return part.template.of_tiles(
            tiles,
            entries,
            part.template.kernel.of_kernel(family.kernel, parameters),
            folds=folds_of(self.config),
            probes=traced(self.config),
            twice=partial(self._applied_twice, kernel, number) if gaussian else None,
        )

    def tiles(self, family: Candidates, value: float, part: Part, *, centred: bool = True) -> Tiles:
        """Tiles of a kernel on the points of a part; Gaussian ones on a centred copy of them."""
        kernel, parameters = family_of(family), family.parameters(value)
        if kernel.built:
            raise KselectError(
                f"The {kernel.label} averages over all points, and this engine holds no "
                "matrix of them: use engine='dense', or a sub-sample."
            )

        def between(P: Array, Q: Array | None) -> Array:
            return kernel.gram(kernel.shared(P, Q), **parameters)

        if kernel.name in KERNELS.origins:
            few = between(part.X[:FEW], None)
            refuse_asymmetric(kernel, few, KERNELS.origins[kernel.name])
        if kernel is GAUSSIAN:
            gamma = KernelFact().of_kernel(family.kernel, parameters).parameter("gamma")
            X = part.centred if centred else part.X
            return Tiles(X, between, np.ones(len(part.rows)), gamma, self.pause)
        return Tiles(part.X, between, _diagonal(kernel, part.X, between), None, self.pause)

    def centre(self, family: Candidates, part: Part) -> Float[Array, " d"]:
        """Origin of the points as tiles have them: their mean, where only distances matter."""
        zero: Array = np.zeros(part.X.shape[1])
        return part.centre if family_of(family) is GAUSSIAN else zero

    def across(
        self, kernel: int, points: Float[Array, "m d"], vectors: Sequence[Float[Array, "p c"]]
    ) -> Iterator[tuple[slice, list[Float[Array, "r c"]]]]:
        """Kernel between runs of other points and each part, times vectors of the part."""
        family, value = self.config.kernels[kernel]
        tiles, origin = self.tiles(family, value, self.whole), self.centre(family, self.whole)
        rows = [part.rows for part in self.parts]
        for run in pieces(len(points), CHUNK):
            yield run, across_parts(tiles, self._codes, rows, vectors, points[run] - origin)

    def entries(self, kernel: int, part: Part, tiles: Tiles) -> Entries:
        """Sums over the entries of a kernel on a part."""
        first, family = self._family(kernel)
        template, rows = part.template, part.rows
        if template.two_classes or isinstance(self.ready, ClassSplit):
            if family_of(family) is GAUSSIAN:
                sums = self._of_grid(first, family)[kernel - first]
            else:
                sums = self._of_kernel(kernel, family)
            signs = self._signs(part)
            members = signs != 0
            plain, squares = (
                np.asarray(one)[members][:, rows] for one in (sums.plain, sums.squares)
            )
            return Entries(
                sums.shift,
                tiles.diagonal,
                plain.sum(axis=0),
                signs[members] @ plain,
                squares.sum(axis=0),
            )
        weights = np.stack([np.ones(len(template.y)), template.y], axis=1)
        shift = shift_of(family_of(family), tiles)
        plain, squares = entry_sums(tiles, weights, shift=shift)
        return Entries(shift, tiles.diagonal, plain[0], plain[1], squares[0])

    def _signs(self, part: Part) -> Float[Array, " classes"]:
        """Sign of every class in a part; 0 for those that are not in it."""
        signs = np.zeros(int(self._codes.max()) + 1)
        signs[self._codes[part.rows]] = part.template.y
        return signs

    @property
    def _codes(self) -> Int[Array, " n"]:
        if isinstance(self.ready, ClassSplit):
            return self.ready.codes_train
        return (self.ready.problem.y > 0).astype(np.int64)

    def _family(self, kernel: int) -> tuple[int, Candidates]:
        """Family of a kernel of the grid, and the number of the first kernel of that family."""
        first = 0
        for family in self.config.candidates:
            if kernel < first + len(family.points):
                return first, family
            first += len(family.points)
        raise IndexError(kernel)

    def _of_grid(self, first: int, family: Candidates) -> list[Sums]:
        """Sums of every width of a grid, by one pass."""
        if first not in self._sums:
            self._sums[first] = gaussian_sums(
                self.ready.X_train, self._codes, _gammas(family), pause=self.pause
            )
        return self._sums[first]

    def _of_kernel(self, kernel: int, family: Candidates) -> Sums:
        """Sums of one kernel, for all parts."""
        if kernel not in self._last:
            value = self.config.kernels[kernel][1]
            tiles, codes = self.tiles(family, value, self.whole), self._codes
            weights = np.eye(int(codes.max()) + 1)[codes]
            shift = shift_of(family_of(family), tiles)
            self._last.clear()  # of the kernel before
            self._last[kernel] = Sums(shift, *entry_sums(tiles, weights, shift=shift))
        return self._last[kernel]

    def _applied_twice(self, kernel: int, number: int) -> Float[Array, " n"]:
        """K(Kỹ) of a width on a part, found for all widths of the grid and all parts at once."""
        first, family = self._family(kernel)
        if first not in self._twice:
            self._twice[first] = products_of_parts(
                self.ready.X_train,
                self._codes,
                [part.rows for part in self.parts],
                [self._applied_once(first, family, part) for part in self.parts],
                _gammas(family),
                pause=self.pause,
            )
        made: Array = self._twice[first][number][kernel - first]
        return made

    def _applied_once(self, first: int, family: Candidates, part: Part) -> Float[Array, "w p"]:
        """Kỹ of every width of a family on a part."""
        made = np.empty((len(family.points), len(part.rows)))
        for other, value in enumerate(family.points):
            entries = self.entries(first + other, part, self.tiles(family, value, part))
            made[other] = len(part.rows) * entries.class_scores(part.template.positive)[2]
        return made


def _tiled(problem: object) -> TiledProblem:
    """Template as what it is."""
    if not isinstance(problem, TiledProblem):
        raise TypeError(type(problem).__name__)
    return problem


def family_of(family: Candidates) -> Kernel:
    """Kernel of a family of the grid."""
    return KERNELS[family.kernel]


def folds_of(config: SweepConfig) -> tuple[int, ...]:
    """Numbers of folds that criteria ask for, those that are declined left out."""
    return _folds([one for one in config.criteria if one.criterion.without_matrix])


def folds_of_landmarks(config: SweepConfig) -> tuple[int, ...]:
    """Return the same where landmarks stand for the kernel."""
    return _folds([one for one in config.criteria if one.criterion.of_landmarks])


def _folds(kept: Sequence[CriterionChoice]) -> tuple[int, ...]:
    return tuple(sorted({one.folds for one in kept} - {0}))


def traced(config: SweepConfig) -> bool:
    """Whether a criterion asks for the trace of the smoother."""
    return any("trace" in one.criterion.by_tiles for one in config.criteria)


def _gammas(family: Candidates) -> list[float]:
    """Parameters γ of a grid of widths."""
    return [float(str(family.parameters(value)["gamma"])) for value in family.points]


def _diagonal(kernel: Kernel, X: Array, between: Callable[[Array, Array | None], Array]) -> Array:
    """K_ii: 1 for kernels of the distance."""
    if kernel.base == "distances":
        return np.ones(len(X))
    blocks = [np.diagonal(between(X[rows], None)) for rows in pieces(len(X), 128)]
    return np.concatenate(blocks)


def shift_of(kernel: Kernel, tiles: Tiles) -> float:
    """1 for a kernel of the distance that is nearly constant, else 0."""
    if kernel.base != "distances":
        return 0.0
    step = max(1, tiles.n // LOOKED_AT)
    return 1.0 if tiles.between(tiles.X[::step], None).mean() > CONSTANT else 0.0
