"""Views of fragility: how far each choice moves when any one training point is left out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import nan

import pandas as pd

from kselect_core.plotting.points.fragility_bars import fragility_bars
from kselect_core.plotting.points.fragility_map import MATRICES, WIDTHS, fragility_map
from kselect_core.selection.config.named import is_given
from kselect_core.selection.points.fragility import fragility, in_scope, summary
from kselect_core.views.points.influence import PointsAt
from kselect_core.views.view import Drawn, view
from kselect_core.words import labels
from kselect_core.words.places import pair_text, split_text

OF_TEST = ["test_error", "test_error_after", "change"]
"""Columns of the moves that tell of the test part."""


@dataclass(frozen=True, eq=False)
class FragilityAt(PointsAt):
    """Every choice of a split, made anew without each point; ``table``: if it is computed."""

    table: pd.DataFrame | None = None

    @cached_property
    def moves(self) -> pd.DataFrame:
        """How far every choice moves without each point."""
        if self.table is not None:
            return self.table
        return fragility(self.config, self.dataset, self.cursor.split)

    @property
    def given(self) -> bool:
        """Whether steps lead along a list of Gram matrices, which are neither wide nor narrow."""
        return is_given(self.config)

    def lam(self, *, joint: bool) -> float | None:
        """Return the λ of the choices looked at; None for those of kernel and λ together."""
        return None if joint else self.cursor.lam

    def summary(self, quantities: tuple[str, ...], *, joint: bool) -> pd.DataFrame:
        """Return how fragile criteria are, the most fragile first."""
        rows = self.moves[self.moves["quantity"].isin(quantities)]
        return summary(rows, self.lam(joint=joint))

    def scope_text(self, *, joint: bool) -> str:
        """Return what captions end with: scope, sample, split, seed."""
        config, points = self.config, self.moves["row"].nunique()
        together = labels.worded(config, "Choices of kernel and λ")
        scope = together if joint else f"Choices at {labels.strength_text(config, self.cursor.lam)}"
        some = f"{points} of " if points < self.n else ""
        sample = f"{some}n = {self.n}{pair_text(config.pair)}"
        return f"{scope} · {sample} · {split_text(config, self.cursor.split)} · seed {config.seed}"


@view("fragility")
def points_that_move_a_choice(
    at: FragilityAt,
    *,
    quantity: str,
    row: int | None = None,
    joint: bool = True,
    test: bool = True,
) -> Drawn:
    """Points without which a criterion chooses otherwise; ``row`` is ringed.

    ``joint``: kernel and λ are chosen together; else the kernel, at the λ of the cursor. Without
    ``test`` no test error is in the figure and the numbers.
    """
    moves = in_scope(at.moves, at.lam(joint=joint))
    moves = moves[moves["quantity"] == quantity]
    hidden = [] if test else OF_TEST
    visible = moves.assign(**dict.fromkeys(hidden, nan))
    return Drawn(
        name=f"Fragility map of {labels.quantity_text(quantity)}",
        caption="Large: the choice moves without the point (grey: "
        f"{labels.strength(at.config)} only). {at.plane_text} {at.scope_text(joint=joint)}",
        draw=lambda: fragility_map(
            at.plane.points[: at.n],
            at.plane.labels[: at.n],
            visible,
            class_names=at.class_names,
            axes=at.plane.axes,
            selected=row,
            ways=MATRICES if at.given else WIDTHS,
        ),
        numbers=lambda: moves.assign(point=moves["row"] + 1).drop(columns=hidden),
    )


@view("fragility_bars")
def fragility_of_criteria(
    at: FragilityAt,
    *,
    quantities: tuple[str, ...],
    selected: str = "",
    joint: bool = True,
    test: bool = True,
) -> Drawn:
    """Share of the points that move the choice of each criterion, and how far.

    Without ``test`` no test error is in the numbers.
    """
    hidden = [] if test else ["worst_change"]
    return Drawn(
        name="Fragility of every criterion",
        caption="Share of points that move a choice; mean of |steps| along the kernels. "
        f"{at.scope_text(joint=joint)}",
        draw=lambda: fragility_bars(at.summary(quantities, joint=joint), selected=selected),
        numbers=lambda: at.summary(quantities, joint=joint).drop(columns=hidden),
    )


def finding(ranked: pd.DataFrame, quantity: str, safe: Callable[[str], str]) -> str:
    """Return in Markdown how fragile one criterion is, and which one is the most.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    own = ranked[ranked["quantity"] == quantity].iloc[0]
    count, points = round(own["moved"] * own["points"]), int(own["points"])
    name = safe(labels.quantity_text(quantity))
    if not count:
        text = f"**No single point moves the choice of {name}**, of {points} left out in turn"
    else:
        far = float(own["farthest"])
        steps = f"{labels.readable(far)} {'step' if far == 1 else 'steps'}"
        reach = f", along the kernels by up to {steps}" if far > 0 else ""
        text = (
            f"**{count} of {points} points** ({labels.percent(own['moved'])}) move the choice of "
            f"**{name}** when left out{reach}"
        )
    first = ranked.iloc[0]
    if first["quantity"] == quantity or not first["moved"]:
        return f"{text}."
    other = safe(labels.quantity_text(str(first["quantity"])))
    return f"{text}. The most fragile is {other} ({labels.percent(first['moved'])})."
