"""What the views of the page about rewards look at: one training part, one λ, one kernel family."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.parts import Candidates
from kselect_core.selection.machines.least_squares import in_least_squares
from kselect_core.selection.sweep.prepared import PreparedSplit
from kselect_core.selection.terms.family_choices import unit_of
from kselect_core.words.labels import kernel_name, quantities, readable, strength_text
from kselect_ui.sweep import captions
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


@dataclass(frozen=True, eq=False)
class RewardsAt:
    """The sweep, the cursor, and the training part of its split, prepared."""

    sweep: Sweep
    seen: View
    ready: PreparedSplit

    @property
    def digest(self) -> str:
        """Digest of the sweep, with the pair of classes that is looked at."""
        return self.sweep.digest

    @property
    def split(self) -> int:
        """Split whose training part is used."""
        return self.seen.one_split

    @property
    def n(self) -> int:
        """Number of training points."""
        return self.ready.n

    @property
    def config(self) -> SweepConfig:
        """Configuration in least squares, of the pair of classes that is looked at."""
        return in_least_squares(self.sweep.lens)

    @property
    def family(self) -> Candidates:
        """Kernel family under the cursor."""
        families = self.sweep.config.candidates
        return next(family for family in families if family.kernel == self.seen.kernel)

    @property
    def shuffled(self) -> str:
        """What is learnt, as it is called: labels, or the targets of a regression."""
        return "targets" if self.sweep.task == "regression" else "labels"

    @property
    def strength(self) -> str:
        """λ or C under the cursor, in words."""
        return strength_text(self.sweep.config, self.seen.lam)

    @property
    def unit(self) -> str:
        """What moves within the family are counted in."""
        return unit_of(self.seen.kernel)

    @property
    def shown(self) -> tuple[str, ...]:
        """Criteria that are drawn: those of the side bar; all of them where machines are."""
        every = quantities(self.config)
        return every if self.sweep.config.C else tuple(q for q in self.seen.shown if q in every)

    def of_shown(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of the criteria that are drawn."""
        rows: pd.DataFrame = table[table["quantity"].isin(self.shown)]
        return rows.reset_index(drop=True)

    def alone(self) -> bool:
        """Say so where the family under the cursor has one kernel only; returns whether it has."""
        if len(self.family.points) > 1:
            return False
        st.info(
            f"The {kernel_name(self.seen.kernel)} family of this sweep has one kernel: there is "
            "nothing to choose. Choose another kernel in the side bar, or build a grid on Sweep."
        )
        return True

    def nothing_shown(self) -> str:
        """Say that no criterion is switched on; returns the finding, which is empty then."""
        st.info("No criterion is switched on. Choose some in the side bar.")
        return ""

    @property
    def where(self) -> str:
        """What captions end with: λ, sample, split and seed."""
        which = captions.split_text(self.sweep, self.seen)
        pair = captions.pair_text(self.sweep)
        seed = self.sweep.config.seed
        return f"{self.strength}{pair}, n = {self.n} training points, {which}, seed {seed}"


def looked_at(sweep: Sweep, seen: View) -> RewardsAt:
    """Return what is looked at; where the sweep has machines, says what stands for them."""
    look = RewardsAt(sweep, seen, sweeps.bench(sweep.digest, seen.one_split).split)
    if sweep.config.C:
        st.info(
            "This sweep has support vector machines; what is shown here is made for least squares. "
            f"An LSSVM with the ridge μ = 1/(2C) = {readable(seen.lam)}, which weighs errors as "
            "much as the machine, stands for it; criteria of the machine alone are left out."
        )
    return look
