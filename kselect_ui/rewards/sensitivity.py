"""How far every criterion's choice moves when the sample, its labels or the matrix change."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.move_map import move_map
from kselect_core.selection.terms.sensitivity import (
    sensitivity,
    sensitivity_seconds,
    sensitivity_summary,
)
from kselect_core.selection.terms.variants import DRAWS, Change, changes
from kselect_core.words.labels import kernel_name
from kselect_ui.rewards import change_words
from kselect_ui.rewards import code as rewards_code
from kselect_ui.rewards.look import RewardsAt
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart


def show(look: RewardsAt) -> str:
    """Draw how far choices move; returns the finding."""
    if look.alone():
        return ""
    made = changes(classes=look.sweep.task == "binary")
    table = _table(look, made)
    if table is None:
        return ""
    summary = look.of_shown(sensitivity_summary(table))
    if summary.empty:
        return look.nothing_shown()
    finding = change_words.of_moves(summary, _words(made), look.unit)
    st.markdown(finding)
    with error_in_place():
        _map(look, summary, made)
    st.caption(
        plain("; ".join(f"{change.label}: {change.words}" for change in made) + ".", limit=800)
    )
    return finding


def _words(made: tuple[Change, ...]) -> dict[str, str]:
    return {change.key: change.label for change in made}


def _table(look: RewardsAt, made: tuple[Change, ...]) -> pd.DataFrame | None:
    place = st.empty()
    kernel, lam = look.seen.kernel, look.seen.lam
    with place.container():
        listed = "; ".join(change.words for change in made)
        st.markdown(
            f"The training part is changed in one way at a time ({listed}), and every criterion "
            f"chooses again among the {kernel_name(kernel)} kernels of the sweep. What depends on "
            f"chance is drawn {DRAWS} times."
        )
        found = offer.offered(
            f"rewards-moves-{look.digest}-{look.split}-{kernel}-{lam}",
            title="Sensitivity of the choices",
            button="Evaluate every criterion on changed samples",
            seconds=_seconds(look.digest, kernel, lam),
            work=partial(
                sensitivity,
                look.sweep.lens,
                sweeps.data(look.digest),
                look.split,
                kernel=kernel,
                lam=lam,
            ),
        )
    if not isinstance(found, pd.DataFrame):
        return None
    place.empty()
    return found


@st.cache_resource(max_entries=16, show_spinner=False)
def _seconds(digest: str, kernel: str, lam: float) -> float:
    config, data = sweeps.load(digest).lens, sweeps.data(digest)
    return sensitivity_seconds(config, data, kernel=kernel, lam=lam)


def _map(look: RewardsAt, summary: pd.DataFrame, made: tuple[Change, ...]) -> None:
    kernels = f"{len(look.family.points)} {kernel_name(look.seen.kernel)} kernels of the sweep"
    chart = Chart(
        key="reward_moves",
        name="How far choices move under changes of the sample",
        figure=remembered(move_map)(summary, words=_words(made), unit=look.unit),
        numbers=lambda: summary,
        caption=(
            f"Mean {look.unit} that the choice moves, + to wider kernels; over {DRAWS} draws, the "
            f"range when pointed at. –: no choice. {kernels}; {look.where}."
        ),
        code=rewards_code.of_moves(look, tuple(dict.fromkeys(summary["quantity"]))),
    )
    charts.show(chart)
