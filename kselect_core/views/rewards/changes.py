"""The view of how far choices move when the sample, its labels or the matrix change."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Unpack

import pandas as pd

from kselect_core.listening import Listening
from kselect_core.plotting.terms.move_map import move_map
from kselect_core.selection.terms.sensitivity import (
    sensitivity,
    sensitivity_seconds,
    sensitivity_summary,
)
from kselect_core.selection.terms.variants import DRAWS, Change, changes
from kselect_core.views.rewards.place import FamilyAt, rows_of
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import quantity_text
from kselect_core.words.lists import listed

STILL = 0.5
"""Octaves that hardly count as a move."""


@dataclass(frozen=True, eq=False)
class ChangesAt(FamilyAt[pd.DataFrame]):
    """The choices of every criterion within one family, before and after every change."""

    def compute(self, **listening: Unpack[Listening]) -> pd.DataFrame:
        """Return the choices, computed anew."""
        return sensitivity(
            self.config, self.dataset, self.split, kernel=self.kernel, lam=self.lam, **listening
        )

    @property
    def seconds(self) -> float:
        """Estimated seconds, from a pilot."""
        return sensitivity_seconds(self.config, self.dataset, kernel=self.kernel, lam=self.lam)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Ways in which the training part is changed."""
        return changes(classes=self.classes)

    @property
    def labels(self) -> dict[str, str]:
        """Short names of the changes by their keys."""
        return {change.key: change.label for change in self.changes}

    @cached_property
    def summary(self) -> pd.DataFrame:
        """Mean and range of the moves, one row per criterion and change."""
        return sensitivity_summary(self.result)


@view("reward_moves")
def moves_of_choices(at: ChangesAt, *, quantities: tuple[str, ...] | None = None) -> Drawn:
    """How far the choices of all or of some criteria move under every change of the sample."""
    summary = rows_of(at.summary, quantities)
    return Drawn(
        name="How far choices move under changes of the sample",
        caption=f"Mean {at.unit} that the choice moves, + to {at.ways[0]}; over {DRAWS} draws, "
        f"the range when pointed at. –: no choice. {at.kernels_text}; {at.where}.",
        draw=lambda: move_map(summary, words=at.labels, unit=at.unit),
        numbers=lambda: summary,
    )


def finding(at: ChangesAt, summary: pd.DataFrame, safe: Callable[[str], str]) -> str:
    """Return in Markdown which choices of a summary move most and which never.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    rows = summary.dropna(subset=["moved"]).to_dict("records")
    if not rows:
        return "None of the criteria shown makes a choice that could move."
    farthest: dict[str, float] = {}
    for row in rows:
        name = safe(quantity_text(str(row["quantity"])))
        farthest[name] = max(farthest.get(name, 0.0), abs(row["moved"]))
    top = max(rows, key=lambda row: abs(float(row["moved"])))
    if not top["moved"]:
        return "No choice moves, whatever is changed."
    way = at.ways[top["moved"] < 0]
    text = (
        f"**{safe(quantity_text(str(top['quantity'])))}** moves farthest: "
        f"**{abs(float(top['moved'])):.1f} {at.unit}** to {way} under "
        f"“{safe(at.labels[str(top['change'])])}”."
    )
    still = [name for name, most in farthest.items() if most <= STILL]
    if not still:
        return text
    verb = "moves" if len(still) == 1 else "move"
    return f"{text} **{listed(still)}** {verb} by half of one at most, whatever is changed."


def notes(at: ChangesAt) -> str:
    """Return what the names of the changes stand for."""
    return "; ".join(f"{change.label}: {change.words}" for change in at.changes) + "."
