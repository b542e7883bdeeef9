"""The view of every criterion with shuffled labels: which chooses the same kernel all the same."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from math import isnan
from typing import Unpack

import pandas as pd

from kselect_core.listening import Listening
from kselect_core.plotting.terms.label_bands import label_band_panels
from kselect_core.selection.terms.label_shuffles import (
    ShuffledLabels,
    label_summary,
    shuffle_seconds,
    shuffled_labels,
)
from kselect_core.views.rewards.place import FamilyAt, Row, rows_of
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import number_text, parameter_text, quantity_text

MOSTLY = 0.5
"""Share of shuffles from which on a choice is hardly one of the labels."""

WHY_NOT = "why not"


@dataclass(frozen=True, eq=False)
class ShufflesAt(FamilyAt[ShuffledLabels]):
    """Every criterion over one kernel family, again with labels shuffled so many times."""

    _: KW_ONLY
    shuffles: int = 20

    def compute(self, **listening: Unpack[Listening]) -> ShuffledLabels:
        """Return the criteria with true and with shuffled labels, computed anew."""
        return shuffled_labels(
            self.config,
            self.dataset,
            self.split,
            kernel=self.kernel,
            lam=self.lam,
            shuffles=self.shuffles,
            **listening,
        )

    @property
    def seconds(self) -> float:
        """Estimated seconds, from a pilot."""
        return shuffle_seconds(
            self.config, self.dataset, kernel=self.kernel, lam=self.lam, shuffles=self.shuffles
        )

    @cached_property
    def summary(self) -> pd.DataFrame:
        """What shuffling does to every criterion, those that notice it least first."""
        return label_summary(self.result)


@view("reward_labels")
def criteria_of_shuffled_labels(
    at: ShufflesAt, *, quantities: tuple[str, ...] | None = None
) -> Drawn:
    """Criteria with true and with shuffled labels and their choices, of all or of some criteria."""
    table, chosen = (rows_of(rows, quantities) for rows in (at.result.table, at.result.chosen))
    return Drawn(
        name=f"Criteria with true and with shuffled {at.target}",
        caption=f"Coloured: true {at.target}; grey: shuffled ones. Below are the choices: grey "
        f"with shuffled {at.target} (larger marks: more often), coloured with the true "
        f"ones. {at.shuffles} shuffles, {at.kernels_text}; {at.where}. In the table, split 0 has "
        f"the true {at.target}.",
        draw=lambda: label_band_panels(table, chosen, convention=at.family.way, target=at.target),
        numbers=lambda: table[["quantity", "split", "parameter", "value", "reason"]],
    )


def finding(at: ShufflesAt, summary: pd.DataFrame, safe: Callable[[str], str]) -> str:
    """Return in Markdown which criteria of a summary choose the same kernel with shuffled labels.

    ``safe`` writes a name so that Markdown shows it letter by letter.
    """
    rows, what = summary.dropna(subset=["same"]).to_dict("records"), at.target
    if not rows:
        return f"None of the criteria shown makes a choice with shuffled {what}."
    blind = [row for row in rows if row["same"] >= MOSTLY]
    others = [row for row in rows if row["same"] < MOSTLY]
    texts = []
    if blind:
        names = ", ".join(
            f"**{safe(quantity_text(row['quantity']))}** in {_times(row, 'same', at.shuffles)}"
            for row in blind
        )
        texts.append(
            f"With shuffled {what} the same kernel is chosen by {names} shuffles: there the choice "
            f"says little about the {what}."
        )
    if others:
        who = (
            "The others mostly change theirs"
            if blind
            else f"With shuffled {what} all criteria shown mostly choose another kernel"
        )
        last = others[-1]
        texts.append(
            f"{who}; {safe(quantity_text(last['quantity']))} by a mean of {last['away']:.1f} "
            f"{at.unit}, and in {_times(last, 'as_good', at.shuffles)} shuffles its best value is "
            f"as good as with the true {what}."
        )
    return " ".join([*texts, f"By chance alone: 1 in {len(at.family.points)}."])


def notes(at: ShufflesAt) -> str:
    """Return what the columns of the table mean."""
    return (
        f"Distance: mean of the {at.unit} between the choices. At least as good: shuffles whose "
        f"best value is no worse than that of the true {at.target}. {at.where}."
    )


def as_table(at: ShufflesAt, summary: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of a summary as text; why there is no choice only where there is none."""
    table = pd.DataFrame([_row(at, row) for row in summary.to_dict("records")])
    return table if (summary["reason"] != "").any() else table.drop(columns=WHY_NOT)


def _row(at: ShufflesAt, row: Row) -> dict[str, str]:
    gap = isnan(float(row["same"]))
    return {
        "criterion": quantity_text(str(row["quantity"])),
        "chooses": parameter_text(float(row["parameter"]), at.family.way, at.family.values) or "–",
        "same kernel": "–" if gap else _times(row, "same", at.shuffles),
        f"distance, {at.unit}": "–" if gap else f"{row['away']:.1f}",
        "best value": number_text(float(row["value"])),
        "best value, shuffled (median)": number_text(float(row["typical"])),
        "at least as good": "–" if gap else _times(row, "as_good", at.shuffles),
        WHY_NOT: str(row["reason"]),
    }


def _times(row: Row, share: str, shuffles: int) -> str:
    return f"{round(row[share] * shuffles)} of {shuffles}"
