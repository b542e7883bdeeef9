"""The view of every term along the width of a Gaussian kernel, and its table."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Unpack

import pandas as pd

from kselect_core.kernels import GAUSSIAN
from kselect_core.listening import Listening
from kselect_core.plotting.terms.reward_curves import reward_curves
from kselect_core.selection.machines.stand_in import in_least_squares
from kselect_core.selection.places.cursor import family_of
from kselect_core.selection.terms.reward_theory import theory_table
from kselect_core.selection.terms.width_path import (
    WidthPath,
    as_tau,
    grid_ends,
    path_seconds,
    path_table,
    width_path,
)
from kselect_core.views.rewards.place import RewardsAt
from kselect_core.views.view import Drawn, view

OCTAVES = 32
"""Octaves that a path usually has."""

EVERY = {0.25: "one in four octaves", 0.5: "one in two octaves", 1: "one per octave"}


@dataclass(frozen=True, eq=False)
class WidthAt(RewardsAt[WidthPath]):
    """Every term along the widths of a Gaussian kernel, ``per_octave`` of them in an octave."""

    _: KW_ONLY
    per_octave: float = 1

    def compute(self, **listening: Unpack[Listening]) -> WidthPath:
        """Return the path, computed anew: an eigendecomposition for each width."""
        return width_path(
            self.config,
            self.dataset,
            self.split,
            lam=self.lam,
            per_octave=self.per_octave,
            **listening,
        )

    @property
    def seconds(self) -> float:
        """Estimated seconds of the path."""
        return path_seconds(self.n, round(OCTAVES * self.per_octave))

    @property
    def grid(self) -> tuple[float, ...]:
        """Widths of the path, ascending."""
        return tuple(self.result.tau.tolist())

    @cached_property
    def theory(self) -> pd.DataFrame:
        """What theory says of every term, beside what is found here."""
        return theory_table(self.result, in_least_squares(self.config).learner)

    def width_of(self, kernel: str, parameter: float) -> float | None:
        """Return the width τ of a kernel of the sweep; None where it is not Gaussian."""
        family = family_of(self.config, kernel)
        return as_tau(parameter, family.convention) if kernel == GAUSSIAN.name else None


@view("reward_width")
def terms_along_width(at: WidthAt, *, cursor: float | None = None) -> Drawn:
    """Every term along the width, from its best to its worst value; ``cursor`` is a width τ."""
    path, grid = at.result, grid_ends(at.config)
    every = EVERY.get(path.per_octave, f"{path.per_octave:g} per octave")
    return Drawn(
        name="Terms of the criteria along the width",
        caption="Each term from its best value on the path to its worst; ↓ smaller is better, "
        "↑ larger is. Filled marker: what the term alone would choose. Open markers: its values at "
        "K = I and at K = 11ᵀ, outside where they lie beyond the path. "
        f"{'Shaded: the grid of the sweep. ' if grid else ''}"
        f"Gaussian kernel, {len(path.tau)} widths of a grid of its own, {every}; {at.where}.",
        draw=lambda: reward_curves(path_table(path), grid=grid, cursor=cursor),
        numbers=lambda: path_table(path),
    )
