"""The view of every pair of several classes: what each says about one kernel."""

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from kselect_core.plotting.curves.pair_map import pair_map
from kselect_core.selection.places.pair_values import pair_values
from kselect_core.views.cursor import CursorAt
from kselect_core.views.sweep import SweepAt
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import kernel_text, quantity_text, strength_text
from kselect_core.words.places import split_text


@dataclass(frozen=True, eq=False)
class PairsAt(CursorAt):
    """Every binary problem of several classes at one point; ``computed``: their values, if so."""

    computed: pd.DataFrame | None = None

    @cached_property
    def table(self) -> pd.DataFrame:
        """Value of every criterion and the squared errors for each pair."""
        if self.computed is not None:
            return self.computed
        return pair_values(self.config, self.dataset, self.cursor)


@view("pair_map")
def pairs_of_classes(at: PairsAt, *, quantity: str) -> Drawn:
    """One criterion on every pair of classes, or on every class against the rest."""
    config, point, name = at.config, at.cursor, quantity_text(quantity)
    values = at.table.loc[at.table["quantity"] == quantity, "value"]
    return Drawn(
        name="Each pair of classes",
        caption=f"{name} on {len(values)} binary problems, {mean_text(values)}. "
        f"{kernel_text(config, point)}, {strength_text(config, point.lam)}, "
        f"{split_text(config, point.split)}, {SweepAt(config, at.dataset).size_text}, "
        f"seed {config.seed}.",
        draw=lambda: pair_map(at.table, quantity=quantity, name=name),
        numbers=lambda: at.table,
    )


def mean_text(values: pd.Series) -> str:
    """Return what curves and maps make of the values of the pairs, in words."""
    missing = int(values.isna().sum())
    if missing:
        return f"{missing} without a value, so that curves and maps show none here"
    return f"mean {values.mean():.4g}: what curves and maps show"
