"""Every term of the criteria along the width of a Gaussian kernel: curves, table, finding."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.kernels import GAUSSIAN
from kselect_core.plotting.terms.reward_curves import reward_curves
from kselect_core.selection.terms.reward_theory import theory_table
from kselect_core.selection.terms.width_path import (
    WidthPath,
    as_tau,
    grid_ends,
    path_seconds,
    path_table,
    width_path,
)
from kselect_ui.rewards import code as rewards_code
from kselect_ui.rewards import words
from kselect_ui.rewards.look import RewardsAt
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

FINE, FINER = "fine", 4
USUAL = (1, 0.5, 0.25)  # widths per octave of a first look, as many as take a moment
OCTAVES = 32  # that a path usually has
QUICK = 0.5  # seconds that the first look of this page may take
COLUMNS = {  # pixels, in usual and in large letters
    "at K = I": (150, 210),
    "at K = 11ᵀ": (165, 250),
    "pull, in theory": (140, 200),
    "pull, found": (130, 190),
}
EVERY = {0.25: "one in four octaves", 0.5: "one in two octaves", 1: "one per octave"}


def show(look: RewardsAt) -> str:
    """Draw the terms along the width; returns the finding."""
    top, below = st.container(), st.container()
    with below:
        fine = linked.tick(f"Finer: {FINER} widths per octave", key=FINE)
    with top:
        path = _path(look, fine=fine)
        if path is None:
            return ""
        table = theory_table(path, look.config.learner)
        finding = words.of_width(table, look.sweep.task)
        st.markdown(finding)
        with error_in_place():
            _curves(look, path)
    with below, error_in_place():
        _table(look, table)
    return finding


def shown_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table of theory and findings as it is read on the page."""
    return pd.DataFrame([words.row(row) for row in table.to_dict("records")])


def _path(look: RewardsAt, *, fine: bool) -> WidthPath | None:
    """Return the path, computed now where that takes a moment; else offer it."""
    key = (look.digest, look.split, look.seen.lam)
    quick = [per for per in USUAL if path_seconds(look.n, round(OCTAVES * per)) <= QUICK]
    if quick and not fine:
        return _quick(*key, quick[0])
    seconds = path_seconds(look.n, OCTAVES * (FINER if fine else 1))
    what = f"{FINER} widths per octave" if fine else "every width"
    place = st.empty()
    with place.container():
        st.markdown(
            f"One eigendecomposition of a {look.n} × {look.n} kernel matrix for {what}: it is done "
            "when you ask for it."
        )
        found = offer.offered(
            f"rewards-width-{key}-{fine}",
            title="Terms along the width",
            button="Compute every term along the width",
            seconds=seconds,
            work=partial(
                width_path,
                look.sweep.lens,
                sweeps.data(look.digest),
                look.split,
                lam=look.seen.lam,
                per_octave=FINER if fine else 1,
            ),
        )
    if not isinstance(found, WidthPath):
        return None
    place.empty()
    return found


@st.cache_resource(max_entries=32, show_spinner=False)
def _quick(digest: str, split: int, lam: float, per_octave: float) -> WidthPath:
    config, data = sweeps.load(digest).lens, sweeps.data(digest)
    return width_path(config, data, split, lam=lam, per_octave=per_octave)


def _curves(look: RewardsAt, path: WidthPath) -> None:
    table, config = path_table(path), look.sweep.config
    grid = grid_ends(config)
    gaussian = look.seen.kernel == GAUSSIAN.name
    at = as_tau(look.seen.parameter, look.family.convention) if gaussian else None
    every = EVERY.get(path.per_octave, f"{path.per_octave:g} per octave")
    chart = Chart(
        key="reward_width",
        name="Terms of the criteria along the width",
        figure=remembered(reward_curves)(table, grid=grid, cursor=at),
        numbers=lambda: table,
        caption=(
            "Each term from its best value on the path to its worst; ↓ smaller is better, ↑ larger "
            "is. Full marker: what the term alone would choose. Open markers: its values at K = I "
            "and at K = 11ᵀ, outside where they lie beyond the path. "
            f"{'Shaded: the grid of the sweep. ' if grid else ''}"
            f"Gaussian kernel, {len(path.tau)} widths of an own grid, {every}; {look.where}."
        ),
        code=rewards_code.of_width(look, per_octave=path.per_octave, grid=grid, cursor=at),
    )
    charts.show(chart)


def _table(look: RewardsAt, table: pd.DataFrame) -> None:
    st.markdown("**What theory says, and what is found here**")
    st.dataframe(
        shown_table(table),
        hide_index=True,
        height="content",
        column_config={
            name: st.column_config.TextColumn(width=COLUMNS[name][charts.large()])
            for name in COLUMNS
        },
        alt="Every term at both ends of the width and in between: theory and findings",
    )
    st.caption(
        plain(
            "CKTA and FSM are 0/0 at K = 11ᵀ, and BR and EP need to know the kernel: there the "
            "value is that of the narrowest or widest kernel of the path. Degenerate: the end "
            f"itself, which knows nothing of the {look.shuffled}, is as good for the term as any "
            "kernel, in theory as the ideal one. Found: from the values of the path alone; along τ "
            "turns of less than a hundredth of the spread do not count, and among ties the widest "
            f"kernel is chosen. {look.where}.",
            limit=800,
        )
    )
    st.markdown(words.reasons(table))
