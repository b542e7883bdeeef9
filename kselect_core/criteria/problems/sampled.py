"""A problem known by some rows of its kernel matrix: criteria of the entries, with their errors."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from kselect_core.criteria.problems.inputs import LARGEST_ENTRY, KernelFact, labels, overflowing
from kselect_core.criteria.problems.landmarks import OF_MATRIX
from kselect_core.criteria.problems.tiled import Stand, TiledProblem
from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.linalg.streamed.sampled import Rows, borrowed, drawn_rows, rows_of, times
from kselect_core.linalg.tiled.entries import Entries
from kselect_core.linalg.tiled.tiles import Tiles
from kselect_core.types import Array, Float, Int

SAMPLED = 1000
"""Rows that are looked at: choices settle before values do."""

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


class Sampled:
    """What some rows of a kernel say, and say without each group of them."""

    def __init__(self, template: TiledProblem, tiles: Tiles, shift: float) -> None:
        if not float(tiles.diagonal.max()) * template.n <= LARGEST_ENTRY:  # also catches NaN
            raise KselectError(overflowing(tiles.diagonal))
        classes = template.is_classification
        strata = (template.y > 0).astype(np.int64) * classes
        seed = np.random.SeedSequence(template.seed, spawn_key=(ROW_STREAM,))
        drawn = drawn_rows(strata, SAMPLED, 2 * GROUPS, seed)
        rows = rows_of(tiles, drawn, template.y, strata, shift)
        self.whole = SampledProblem.of_rows(template, tiles, rows, strata)
        self.without: list[SampledProblem] = []
        if rows.everybody:
            return
        self.share = len(drawn) / template.n
        group = np.empty(len(drawn), dtype=np.int64)
        for one in np.unique(rows.strata):
            mine = np.flatnonzero(rows.strata == one)
            group[mine] = np.arange(len(mine)) % GROUPS
        for number in range(GROUPS):
            rest = rows.only(np.flatnonzero(group != number))
            self.without.append(SampledProblem.of_rows(template, tiles, rest, strata))

    def known(
        self, score: Callable[[TiledProblem], Array]
    ) -> tuple[Float[Array, " L"], Float[Array, " L"]]:
        """Score and its error: a quantile of Student's t times the jackknife's standard error."""
        values = np.asarray(score(self.whole))
        error = np.zeros(len(values))
        if self.without:
            parts = np.array([score(one) for one in self.without])
            known = np.isfinite(parts).all(axis=0)
            apart = np.where(known, parts, 0.0) - np.where(known, parts, 0.0).mean(axis=0)
            squares = np.sum(apart**2, axis=0) * (GROUPS - 1) / GROUPS
            error = T_QUANTILE * np.sqrt(squares * (1.0 - self.share))
            error[~known & np.isfinite(values)] = np.inf
        return values, error
