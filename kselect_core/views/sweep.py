"""Where views of a whole sweep look: the table over the grid, with the choices made from it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan
from typing import NamedTuple, TypeVar, cast

import pandas as pd

from kselect_core.criteria.problems.sampled import SIZES
from kselect_core.data import Dataset
from kselect_core.errors import DataError
from kselect_core.plotting.curves.regret_strip import Family, families
from kselect_core.plotting.curves.scales import is_rate
from kselect_core.plotting.maps.grid_map import shades_of
from kselect_core.plotting.maps.scale import Shades
from kselect_core.plotting.maps.values import GridValues, Lowest, MapView, grid_values, lowest
from kselect_core.selection.combination.refine import Refined, refine
from kselect_core.selection.config import measures
from kselect_core.selection.config.config import SEARCH, SweepConfig
from kselect_core.selection.config.named import names_in
from kselect_core.selection.places.cursor import Cursor, Workbench, reference_values
from kselect_core.selection.sweep.choices import choices, part
from kselect_core.selection.sweep.run import run_sweep
from kselect_core.selection.sweep.setup import Setup, warn_of_another
from kselect_core.selection.terms.judgement import Judgement, at_fixed, judged
from kselect_core.selection.terms.recommendation import Recommendation, recommendation
from kselect_core.views.python import call, literal
from kselect_core.views.view import OfSweep
from kselect_core.words.labels import kernels_counted, strength
from kselect_core.words.places import drawn_text, matrices_text
from kselect_core.words.sweeps import learner_on, on_landmarks, weights_text

T = TypeVar("T")
MOST_MATRICES = 8
"""Gram matrices up to which captions say which number each has."""
Pair = tuple[str, str] | tuple[()]
"""Names of two of several classes, or none."""


class Swept(NamedTuple):
    """What is computed already: table and choices, and ways to splits that are made ready.

    ``whole`` gives the place of all splits, which knows what is the same on each of them.
    """

    table: pd.DataFrame
    choices: pd.DataFrame
    bench: Callable[[int, Pair], Workbench] | None = None
    whole: Callable[[], "SweepAt"] | None = None


@dataclass(frozen=True, eq=False)
class SweepAt(OfSweep):
    """A whole sweep, on one of its splits or, without ``split``, in the mean over all of them.

    The sweep runs when the first view asks for its table. ``dataset`` may be missing where the
    table is there already: what is drawn from the data alone then raises DataError. ``measure``
    says what the test error is: "error", "balanced", "weighted" or "auc" (1 − AUC), see
    `measured_by`; what is ``ready`` is measured so already.
    """

    config: SweepConfig
    dataset: Dataset | None
    split: int | None = None
    ready: Swept | None = None
    measure: str = measures.ERROR
    _known: dict[tuple[object, ...], object] = field(init=False, default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        table: pd.DataFrame,
        config: SweepConfig,
        dataset: Dataset | None = None,
        *,
        split: int | None = None,
        measure: str = measures.ERROR,
    ) -> "SweepAt":
        """Place of a table that `run_sweep` or `measured_by` gave: nothing is computed again."""
        if dataset is not None:
            warn_of_another(config, dataset)
        table = measures.measured_by(table, measure)
        measure = measures.of_table(table)
        return cls(config, dataset, split, Swept(table, choices(table, config)), measure)

    def __repr__(self) -> str:
        return f"<SweepAt {self.config.dataset}, {self.config.digest()[:12]}>"

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        options = {} if self.split is None else {"split": literal(self.split)}
        options |= {} if self.measure == measures.ERROR else {"measure": literal(self.measure)}
        if self.config.split == SEARCH:
            return call("views.SweepAt.of", "table", "config", **options)
        return call("views.SweepAt", "config", "dataset", **options)

    @cached_property
    def swept(self) -> Swept:
        """Table and choices."""
        if self.ready is not None:
            return self.ready
        table = measures.measured_by(run_sweep(self.config, dataset=self.known), self.measure)
        return Swept(table, choices(table, self.config))

    @property
    def _whole(self) -> "SweepAt":
        """Place of all splits, if it is at hand."""
        if self.split is None or self.ready is None or self.ready.whole is None:
            return self
        return self.ready.whole()

    @property
    def table(self) -> pd.DataFrame:
        """Values of every quantity on every point of the grid and every split."""
        return self.swept.table

    @property
    def choices(self) -> pd.DataFrame:
        """What every criterion chooses, and what that costs."""
        return self.swept.choices

    @property
    def known(self) -> Dataset:
        """The data; raises DataError where they are missing."""
        if self.dataset is None:
            raise DataError(f"The data of this sweep, {self.config.dataset}, are not here.")
        return self.dataset

    @cached_property
    def setup(self) -> Setup | None:
        """What follows from configuration and data; None where the data are missing."""
        return None if self.dataset is None else Setup.of(self.config, self.dataset)

    def choices_with(self, fixed: float | None) -> pd.DataFrame:
        """Choices, those of criteria without λ together with the λ ``fixed`` where it is given."""
        if fixed is None:
            return self.choices
        return self._whole.once(
            ("fixed", fixed), lambda: at_fixed(self.choices, self.config, fixed)
        )

    def part(self, scope: str, lam: float, *, fixed: float | None = None) -> pd.DataFrame:
        """Choices of one scope, at one λ where the kernel is chosen for each, on these splits."""
        return self.once(
            ("part", scope, lam, fixed),
            lambda: part(self.choices_with(fixed), scope, lam, self.split),
        )

    def judged(
        self, quantities: tuple[str, ...], *, lam: float, joint: bool = False
    ) -> list[Judgement]:
        """Verdict on each criterion at one λ, or over the whole grid, on these splits."""
        return self.once(
            ("judged", quantities, lam, joint),
            lambda: judged(
                self.table,
                self.choices,
                self.config,
                ratio=self.ratio,
                quantities=quantities,
                lam=lam,
                joint=joint,
                split=self.split,
                counted=self.counted,
            ),
        )

    def once(self, key: tuple[object, ...], make: Callable[[], T], ready: T | None = None) -> T:
        """Return what is made of the table, made once for each key, or is ``ready`` already."""
        if key not in self._known:
            self._known[key] = make() if ready is None else ready
        return cast("T", self._known[key])

    def at_lambda(self, lam: float) -> pd.DataFrame:
        """Rows of the table at one λ."""
        return self._whole.once(("lambda", lam), lambda: self.table[self.table["lambda"] == lam])

    def at_kernel(self, kernel: str, parameter: float) -> pd.DataFrame:
        """Rows of the table at one kernel."""

        def rows() -> pd.DataFrame:
            family = self.table[self.table["kernel"] == kernel]
            return family if isnan(parameter) else family[family["parameter"] == parameter]

        return self._whole.once((kernel, repr(parameter)), rows)  # NaN is not equal to itself

    def grid(self, shown: MapView) -> GridValues:
        """One quantity over the grid of one family."""
        return self.once(shown, lambda: grid_values(self.table, shown))

    def shades(self, shown: MapView) -> Shades:
        """Colours of the maps of a quantity, the same for all families."""
        return self.once(("shades", *shown), lambda: shades_of(self.table, shown, self.grid(shown)))

    def refined(
        self, quantity: str, lam: float, *, pair: Pair = (), ready: Refined | None = None
    ) -> Refined:
        """Search between the grid points from a criterion's choice on this split, or the first.

        A criterion without λ is judged at ``lam``; of several classes ``pair`` names two.
        """
        return self.once(
            ("refined", quantity, lam, pair, self.split or 0),
            lambda: refine(*self.to_refine(quantity, lam, pair=pair), quantity),
            ready,
        )

    def to_refine(
        self, quantity: str, lam: float, *, pair: Pair = ()
    ) -> tuple[SweepConfig, Dataset, Cursor]:
        """Configuration, data and start of that search; raises DataError without a choice."""
        start = self.once(("start", quantity, lam), lambda: self._start(quantity, lam))
        config = self.config
        if pair:
            config = self.once(("of pair", pair), lambda: replace(self.config, pair=pair))
        return config, self.known, start

    def _start(self, quantity: str, lam: float) -> Cursor:
        rows = part(self.choices_with(lam), "joint", lam, self.split or 0)
        rows = rows[(rows["quantity"] == quantity) & (rows["kernel"] != "")]
        if not len(rows):
            raise DataError(f"{quantity} chooses nothing here: there is no start for a search.")
        row = rows.iloc[0]
        return Cursor(self.split or 0, row["kernel"], row["parameter"], row["lambda"])

    @cached_property
    def lowest(self) -> Lowest | None:
        """Where the test error is lowest on the grid; None where there is none."""
        return lowest(self.table, self.measured, self.split)

    @cached_property
    def ratio(self) -> float:
        """n_test/n_train of a split; by the test share where the data are missing."""
        share = self.config.test_share
        return share / (1.0 - share) if self.setup is None else self.setup.ratio

    @cached_property
    def counted(self) -> int:
        """Test points of which the test error is the wrong share; 0 where it is no such share."""
        return 0 if self.measure != measures.ERROR or self.setup is None else self.setup.counted

    @cached_property
    def recommended(self) -> Recommendation | None:
        """What the whole sweep says to take; None where no criterion chooses on every split."""
        if self._whole is not self:
            return self._whole.recommended
        return recommendation(
            self.table, self.config, ratio=self.ratio, made=self.choices, counted=self.counted
        )

    def bench(self, split: int, pair: Pair = ()) -> Workbench:
        """One split made ready; ``pair`` names two of several classes."""
        if self.ready is not None and self.ready.bench is not None:
            return self.ready.bench(split, pair)
        config = replace(self.config, pair=pair) if pair else self.config
        return self.once(("bench", split, pair), lambda: Workbench(config, self.known, split))

    def sides(self, pair: Pair = ()) -> tuple[str, ...]:
        """Names of the two classes that are told apart; none for a regression."""
        return () if self.task != "binary" else pair or self.known.class_names

    @cached_property
    def references(self) -> pd.DataFrame | None:
        """Values of the criteria at K = I and K = 11ᵀ; None where the data are missing."""
        return None if self.dataset is None else reference_values(self.config, self.dataset)

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Sides of every binary problem of several classes; none for two, or without the data."""
        if self.config.pair:
            return (self.config.pair,)
        return () if self.setup is None else self.setup.pair_names

    @cached_property
    def families(self) -> list[Family]:
        """Kernel families with their grids."""
        if self._whole is not self:
            return self._whole.families
        return families(self.table, names_in(self.config))

    @cached_property
    def splits(self) -> tuple[int, ...]:
        """Numbers of the splits, from 0."""
        return tuple(sorted(int(split) for split in self.table["split"].unique()))

    @cached_property
    def task(self) -> str:
        """Kind of labels: "binary", also for several classes, or "regression"."""
        rates = (self.table["quantity"] == "test_error").any()
        return "binary" if rates and is_rate(self.table, "test_error") else "regression"

    @property
    def measured(self) -> str:
        """Quantity that counts on a test part."""
        return "test_error" if self.task == "binary" else "test_squared_error"

    def said(self, text: str) -> str:
        """Return a text about test errors that calls them what is measured."""
        return measures.errors_named(text, self.measure)

    @property
    def splits_text(self) -> str:
        """Which splits a view of the table shows: ``mean of 5 splits``."""
        count = len(self.splits)
        if self.split is not None:
            return f"split {self.split + 1} of {count}"
        return f"mean of {count} splits" if count > 1 else "one split"

    @property
    def known_text(self) -> str:
        """What bars and hashes of curves mean; empty where all values are exact."""
        if "error" not in self.table:
            return ""
        if self.landmarks_text:
            return (
                f"values of the learner {self.landmarks_text}, exact for it; bars: of k-fold CV "
                "how far below that of the full kernel may lie, of criteria of the kernel alone "
                f"an interval of 95 %{self._rows_text}"
            )
        open_ = "" if self.table["converged"].all() else ", #: not converged"
        return f"bars: what values are known to{open_}"

    @property
    def _rows_text(self) -> str:
        """How many rows of K criteria of the kernel alone come from; empty where from all."""
        most = int(self.table["rows"].max()) if "rows" in self.table else 0
        if not most:
            return ""
        first = SIZES[0]
        more = f", those nearest to the choice compared by {most:,}" if most > first else ""
        return f" from {first:,} rows of K{more}"

    @property
    def landmarks_text(self) -> str:
        """How many landmarks the learner is on; empty where it is that of the full kernel."""
        return on_landmarks(self.config, self.engine)

    @cached_property
    def engine(self) -> str:
        """Engine that computed the sweep; the one asked for where the data are missing."""
        return self.config.engine if self.setup is None else self.setup.engine

    @property
    def learner_text(self) -> str:
        """The learner, on landmarks if it is, and the engine: ``LSSVM, engine tiled``."""
        return f"{learner_on(self.config, self.engine)}, engine {self.engine}"

    @property
    def size_text(self) -> str:
        """How many points are trained on and tested on; empty where the data are missing."""
        if self.setup is None:
            return ""
        n = len(self.setup.dataset.y)
        tested = round(self.setup.tested * n)
        return f"n = {n - tested} + {tested} for testing"

    @property
    def drawn_text(self) -> str:
        """What splits and folds were drawn from."""
        return drawn_text(self.config)

    @property
    def common_text(self) -> str:
        """What every view of the whole grid ends with: splits, grid, sample, seed."""
        text = f"{self.splits_text} · {self.grid_text}"
        return text[0].upper() + text[1:]

    @property
    def where_text(self) -> str:
        """What captions end with: splits, sample, seed."""
        parts = (self.splits_text, self.size_text, *self._ending)
        text = " · ".join(part for part in parts if part)
        return text[0].upper() + text[1:]

    @property
    def grid_text(self) -> str:
        """What every view of the whole grid says: its size, the sample, the seed."""
        config = self.config
        points = f"{kernels_counted(config)} × {len(config.lambdas)}"
        parts = (f"{points} {strength(config)}", self.size_text, *self._ending)
        return " · ".join(part for part in parts if part)

    @property
    def _ending(self) -> tuple[str, ...]:
        """Landmarks, what was drawn, names of Gram matrices, and what is measured but errors."""
        data = self.dataset
        listed = data is not None and len(data.matrices) <= MOST_MATRICES
        which = matrices_text(data) if data is not None and listed else ""
        measured = measures.MEASURES[self.measure].words
        if self.measure == "weighted":
            measured = f"{measured}, {weights_text(self.config)}"
        return self.landmarks_text, self.drawn_text, which, measured
