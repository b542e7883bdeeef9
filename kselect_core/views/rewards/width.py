"""The view of every term along the width of a Gaussian kernel, or along Gram matrices."""

from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Unpack

import pandas as pd

from kselect_core.errors import KselectError
from kselect_core.kernels import GAUSSIAN
from kselect_core.listening import Listening
from kselect_core.plotting.kit.cursor_line import moved, without_cursor
from kselect_core.plotting.terms.reward_curves import reward_curves
from kselect_core.selection.config.named import names_in
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

NAMED = (
    "These Gram matrices have names and no parameter: there is no order in which terms could run "
    "along them. Film steps through them by name."
)
GIVEN = "t in given matrices Kₜ"

EVERY = {0.25: "one in four octaves", 0.5: "one in two octaves", 1: "one per octave"}


@dataclass(frozen=True, eq=False)
class WidthAt(RewardsAt[WidthPath]):
    """Every term along the widths of a Gaussian kernel, ``per_octave`` of them in an octave."""

    _: KW_ONLY
    per_octave: float = 1

    def compute(self, **listening: Unpack[Listening]) -> WidthPath:
        """Return the path, computed anew: an eigendecomposition for each width, or each matrix.

        Raises KselectError where matrices have names, and no parameter.
        """
        if names_in(self.config):
            raise KselectError(NAMED)
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
        count = len(self.dataset.grid) or round(OCTAVES * self.per_octave)
        return path_seconds(self.n, count)

    @property
    def grid(self) -> tuple[float, ...]:
        """Widths of the path, ascending."""
        return tuple(self.result.tau.tolist())

    @cached_property
    def theory(self) -> pd.DataFrame:
        """What theory says of every term, beside what is found here."""
        return theory_table(self.result, in_least_squares(self.config).learner)

    def width_of(self, kernel: str, parameter: float) -> float | None:
        """Return the place of a kernel of the sweep: its width τ if it is Gaussian, or its t."""
        if self.dataset.matrices:
            return parameter
        family = family_of(self.config, kernel)
        return as_tau(parameter, family.convention) if kernel == GAUSSIAN.name else None


@view("reward_width")
def terms_along_width(at: WidthAt, *, cursor: float | None = None) -> Drawn:
    """Every term along the width, from its best to its worst value; ``cursor`` is a width τ."""
    path, grid = at.result, grid_ends(at.config)
    title = {"title": GIVEN} if path.given else {}
    return Drawn(
        name="Terms of the criteria along the width",
        caption="Each term from its best value on the path to its worst; ↓ smaller is better, "
        f"↑ larger is. Filled marker: what the term alone would choose. {_of(path, grid)}; "
        f"{at.where}.",
        draw=lambda: reward_curves(path_table(path), grid=grid, cursor=float(path.tau[0]), **title),
        numbers=lambda: path_table(path),
        follows=("cursor",),
        move=lambda figure: without_cursor(figure) if cursor is None else moved(figure, cursor),
    )


def _of(path: WidthPath, grid: tuple[float, float] | None) -> str:
    """Return which kernels a path goes through, and what is marked beside it."""
    if path.given:
        return f"{len(path.tau)} Gram matrices"
    every = EVERY.get(path.per_octave, f"{path.per_octave:g} per octave")
    shaded = "Shaded: the grid of the sweep. " if grid else ""
    return (
        "Open markers: its values at K = I and at K = 11ᵀ, outside where they lie beyond the "
        f"path. {shaded}Gaussian kernel, {len(path.tau)} widths of a grid of its own, {every}"
    )
