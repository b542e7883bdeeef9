"""Views of one changed training point: both spectra, and the choices before and after."""

from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd

from kselect_core.plotting.points.what_if import what_if_choices
from kselect_core.plotting.spectra.spectrum_pair import spectrum_pair
from kselect_core.selection.config.measures import ERROR
from kselect_core.selection.points import what_if
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.fragility import in_scope
from kselect_core.selection.points.moves import kernels_of
from kselect_core.views.points.influence import PointsAt
from kselect_core.views.python import call, literal, positional
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import kernels_counted, strength, strength_text, worded
from kselect_core.words.places import pair_text, split_text

HOW = (
    "Evaluated as in the sweep. Preparation, test part and the folds of all other points are kept; "
    "the ridge is that of the changed sample"
)


@dataclass(frozen=True, eq=False)
class ChangedAt(PointsAt):
    """One training point removed, its label flipped or its features jittered.

    ``evaluated`` is the grid of the split before and after, if it is computed already, its test
    errors by ``measure``.
    """

    change: Alteration = field(kw_only=True)
    evaluated: what_if.Redone | None = None
    measure: str = ERROR

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        options = {"change": positional(self.change)}
        options |= {} if self.measure == ERROR else {"measure": literal(self.measure)}
        return call("views.ChangedAt", "config", "dataset", positional(self.cursor), **options)

    @cached_property
    def norm(self) -> float:
        """‖K − K′‖₂ at the cursor."""
        return what_if.shift_norm(self.config, self.bench.split, self.cursor, self.change)

    @cached_property
    def shift(self) -> what_if.Shift:
        """Both spectra at the cursor."""
        return what_if.shifted(self.config, self.bench.split, self.cursor, self.change)

    @cached_property
    def redone(self) -> what_if.Redone:
        """The grid of the split before and after."""
        if self.evaluated is not None:
            return self.evaluated
        place = (self.config, self.bench.split, self.cursor.split, self.change)
        return what_if.redone(*place, measure=self.measure)

    def moves(self, quantities: tuple[str, ...], *, joint: bool) -> pd.DataFrame:
        """Return how far choices move: of kernel and λ together, or at the λ of the cursor."""
        rows = in_scope(self.redone.moves, None if joint else self.cursor.lam)
        return rows[rows["quantity"].isin(quantities)]

    @property
    def at_cursor(self) -> pd.DataFrame:
        """Every quantity at the cursor before and after."""
        return what_if.values_at(self.config, self.redone, self.cursor)

    @property
    def name(self) -> str:
        """What is done, in words: ``Removing point 17 (class b)``."""
        verb = {
            "remove": "Removing",
            "flip": "Flipping the label of",
            "jitter": f"Jittering by {self.change.size:g}",
        }
        return f"{verb[self.change.action]} {self.name_of(self.change.row)}"

    @property
    def seed_text(self) -> str:
        """Where noise comes from; nothing where there is none."""
        jitter = self.change.action == "jitter"
        return f", noise from seed {self.change.seed}" if jitter else ""

    @property
    def grid_text(self) -> str:
        """What was evaluated: the grid, sample, split and seed."""
        config, split = self.config, split_text(self.config, self.cursor.split)
        kernels = kernels_counted(config)
        sample = f"n = {self.n}{pair_text(config.pair)}, {split}, seed {config.seed}"
        return f"{kernels} × {len(config.lambdas)} {strength(config)}, {sample}."


@view("choices")
def choices_before_and_after(
    at: ChangedAt, *, quantities: tuple[str, ...], joint: bool = True, test: bool = True
) -> Drawn:
    """What each criterion chooses before and after a change of one point.

    ``joint``: kernel and λ together; else the kernel, at the λ of the cursor. Without ``test`` no
    test error is in the numbers.
    """
    hidden = [] if test else ["test_error", "test_error_after", "change"]
    together = worded(at.config, "kernel and λ together")
    scope = together if joint else f"the kernel at {strength_text(at.config, at.cursor.lam)}"
    return Drawn(
        name="Choices before and after",
        caption=f"{at.name}: choices of {scope}, open before, filled after{at.seed_text}. {HOW}. "
        f"{at.grid_text}",
        draw=lambda: what_if_choices(at.moves(quantities, joint=joint), kernels_of(at.config)),
        numbers=lambda: at.moves(quantities, joint=joint).drop(columns=hidden),
    )


@view("pair")
def spectra_before_and_after(at: ChangedAt) -> Drawn:
    """First eigenvalues of K before and after a change of one point."""
    return Drawn(
        name="Spectrum before and after",
        caption=f"{at.name}: first 60 eigenvalues{at.seed_text}. {at.where}",
        draw=lambda: spectrum_pair(at.shift.sigma, at.shift.sigma_after),
        numbers=lambda: pd.DataFrame({"before": at.shift.sigma, "after": at.shift.sigma_after}),
    )
