"""A problem known by some rows of its kernel matrix: criteria of the entries, with their errors."""

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from kselect_core.criteria.problems.inputs import LARGEST_ENTRY, KernelFact, labels, overflowing
from kselect_core.criteria.problems.landmarks import OF_MATRIX
from kselect_core.criteria.problems.tiled import Stand, TiledProblem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.linalg.streamed.sampled import Rows, borrowed, drawn_rows, rows_of, times
from kselect_core.linalg.tiled.entry_moments import Entries
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Float, Int

SIZES = (1000, 2000, 4000)
"""Rows that are looked at, and more where a choice is open: choices settle before values do.

The square of the most of them takes 128 MB."""

GROUPS = 20
"""Groups of rows that the jackknife leaves out in turn."""

T_QUANTILE = 2.093
"""Two-sided 95 % quantile of Student's t with GROUPS − 1 = 19 degrees of freedom."""

ROW_STREAM = 2**21 + 1
"""Spawn key of the seed of the rows, beside that of landmarks."""

OF_POWERS = (
    "needs a product with K that {} rows of it do not give: r up to 3 is estimated; "
    "use a sub-sample with engine='dense'"
)
LABELS = {"learner", "ridge", "seed", "stratified", "drawn_for", "logs", "lambdas"}


class SampledProblem(TiledProblem):
    """Labels of a sample, and a kernel matrix of which some rows are known.

    Every row that is not known is that of a known point of its class, so that criteria are what
    they are of any problem. Its class has no fits and no eigenvalues.
    """

    no_matrix: ClassVar[str] = OF_MATRIX
    no_spectrum: ClassVar[str] = OF_MATRIX
    rows: Rows
    source: Int[Array, " n"]

    @classmethod
    def of_rows(
        cls, template: TiledProblem, tiles: Tiles, rows: Rows, strata: Int[Array, " n"]
    ) -> "SampledProblem":
        """Problem of rows with the labels of a template; numbers are borrowed like rows."""
        source = borrowed(rows, strata)
        y = template.y[rows.drawn][source]
        task = "binary" if template.is_classification else "regression"
        parts = (rows.diagonal, rows.plain, rows.labels, rows.squares)
        entries = Entries(rows.shift, *(one[source] for one in parts))
        made = object.__new__(cls)
        vars(made).update({name: vars(template)[name] for name in LABELS})
        vars(made).update(y=labels(y, len(y), task), kernel=KernelFact(), tiles=tiles)
        vars(made).update(entries=entries, rows=rows, source=source, stand=Stand(), touched={})
        # the sums of rows with labels are of the true ones
        vars(made).update(moments=entries.moments(template.y))
        return made

    @property
    def absolute_sum(self) -> float:
        """Σᵢⱼ |K_ij|."""
        return float(self.rows.absolute[self.source].sum())

    def applied(self, power: int, size: float, *, weighted: bool) -> Float[Array, " n"]:
        """(K/size)ᵖ times the labels y, or the class-weighted labels ỹ, for p ≤ 2."""
        if power <= 1:
            return super().applied(power, size, weighted=weighted)
        if power > 2:  # noqa: PLR2004 (K(Ky))
            raise UndefinedScoreError(OF_POWERS.format(len(self.rows.drawn)))
        first = self.row_weighted_labels if weighted else self.row_labels
        of_rows = np.empty(len(self.rows.drawn))
        of_rows[self.source] = first
        made = times(self.rows, of_rows)[self.source] + self.rows.shift * first.sum()
        return np.asarray(made / size**2)


class Estimate(NamedTuple):
    """Values of a criterion with their errors; NaN and the reason where there are none.

    ``parts`` are what the groups of rows contribute: an error is the root of their squares, and
    that of a difference between two kernels the root of the squares of differences, where both are
    known by the same rows. Nothing where all rows are known.
    """

    values: Float[Array, " L"]
    error: Float[Array, " L"]
    reason: str = ""
    parts: Float[Array, "g L"] | None = None


class Sampled:
    """What some rows of a kernel say, and say without each group of them."""

    def __init__(self, template: TiledProblem, tiles: Tiles, shift: float, most: int) -> None:
        if not float(tiles.diagonal.max()) * template.n <= LARGEST_ENTRY:  # also catches NaN
            raise KselectError(overflowing(tiles.diagonal))
        classes = template.is_classification
        self.strata = (template.y > 0).astype(np.int64) * classes
        seed = np.random.SeedSequence(template.seed, spawn_key=(ROW_STREAM,))
        drawn = drawn_rows(self.strata, most, 2 * GROUPS, seed)
        rows = rows_of(tiles, drawn, template.y, self.strata, shift)
        self.template, self.tiles = template, tiles
        self.whole = SampledProblem.of_rows(template, tiles, rows, self.strata)
        self.share = len(drawn) / template.n

    @property
    def without(self) -> Iterator[SampledProblem]:
        """Problems without each group of rows, one after the other: each has many numbers of n."""
        rows = self.whole.rows
        if rows.everybody:
            return
        group = np.empty(len(rows.drawn), dtype=np.int64)
        for one in np.unique(rows.strata):
            mine = np.flatnonzero(rows.strata == one)
            group[mine] = np.arange(len(mine)) % GROUPS
        for number in range(GROUPS):
            self.tiles.pause()
            rest = rows.only(np.flatnonzero(group != number))
            yield SampledProblem.of_rows(self.template, self.tiles, rest, self.strata)

    def known(self, scores: Sequence[Callable[[TiledProblem], Array]]) -> list[Estimate]:
        """Scores with their errors: a quantile of Student's t times the jackknife's error."""
        columns = [[_tried(score, self.whole)] for score in scores]
        for one in self.without:
            for score, values in zip(scores, columns, strict=True):
                values.append(_tried(score, one))
        return [self._estimate(values) for values in columns]

    def _estimate(self, tries: "list[Array | UndefinedScoreError]") -> Estimate:
        """Estimate from a value of all rows, and those without each group."""
        nothing = np.full(len(self.template.lambdas), np.nan)
        for one in tries:
            if isinstance(one, UndefinedScoreError):
                return Estimate(nothing, np.zeros(len(nothing)), one.reason)
        values, without = np.asarray(tries[0]), np.array(tries[1:])
        if not len(without):
            return Estimate(values, np.zeros(len(values)))
        finite = np.isfinite(without).all(axis=0)
        apart = np.where(finite, without, 0.0) - np.where(finite, without, 0.0).mean(axis=0)
        parts = T_QUANTILE * np.sqrt((1.0 - self.share) * (GROUPS - 1) / GROUPS) * apart
        parts[:, ~finite & np.isfinite(values)] = np.inf
        return Estimate(values, np.sqrt(np.sum(parts**2, axis=0)), parts=parts)


def _tried(
    score: Callable[[TiledProblem], Array], problem: TiledProblem
) -> "Array | UndefinedScoreError":
    try:
        return np.asarray(score(problem))
    except UndefinedScoreError as error:
        return error
