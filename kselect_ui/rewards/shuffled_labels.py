"""Every criterion again with shuffled labels: which chooses the same kernel all the same."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.label_bands import label_band_panels
from kselect_core.selection.terms.label_shuffles import (
    MOST,
    ShuffledLabels,
    label_summary,
    shuffle_seconds,
    shuffled_labels,
)
from kselect_core.words.labels import kernel_name
from kselect_ui.rewards import change_words
from kselect_ui.rewards import code as rewards_code
from kselect_ui.rewards.look import RewardsAt
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart

SHUFFLES, USUAL = "shuf", 20


def show(look: RewardsAt) -> str:
    """Draw the band over shuffled labels; returns the finding."""
    if look.alone():
        return ""
    shuffles = _number()
    found = _found(look, shuffles)
    if found is None:
        return ""
    summary = label_summary(found)
    shown = summary[summary["quantity"].isin(look.shown)]
    if shown.empty:
        return look.nothing_shown()
    finding = change_words.of_labels(
        shown,
        shuffles=shuffles,
        kernels=len(found.config.kernels),
        unit=look.unit,
        what=look.shuffled,
    )
    st.markdown(finding)
    with error_in_place():
        _bands(look, found)
    with error_in_place():
        _table(look, found, shown)
    return finding


def _number() -> int:
    """Draw the number of shuffles; returns it, within its limits."""
    with st.container(width=220):
        typed = linked.whole("Shuffles", key=SHUFFLES, default=USUAL)
    used = min(max(typed, 1), MOST)
    if used != typed:
        st.info(f"The number of shuffles goes from 1 to {MOST}, not {typed}; used: {used}.")
    return used


def _found(look: RewardsAt, shuffles: int) -> ShuffledLabels | None:
    place = st.empty()
    kernel, lam = look.seen.kernel, look.seen.lam
    with place.container():
        st.markdown(
            f"The {look.shuffled} of the training part are put in another order, so that nothing "
            "is left to learn, and every criterion chooses again. One that chooses the same kernel "
            f"as before has not looked at the {look.shuffled}."
        )
        found = offer.offered(
            f"rewards-labels-{look.digest}-{look.split}-{kernel}-{lam}-{shuffles}",
            title="Shuffled labels",
            button=f"Evaluate every criterion with {shuffles} shuffles",
            seconds=_seconds(look.digest, kernel, lam, shuffles),
            work=partial(
                shuffled_labels,
                look.sweep.lens,
                sweeps.data(look.digest),
                look.split,
                kernel=kernel,
                lam=lam,
                shuffles=shuffles,
            ),
        )
    if not isinstance(found, ShuffledLabels):
        return None
    place.empty()
    return found


@st.cache_resource(max_entries=16, show_spinner=False)
def _seconds(digest: str, kernel: str, lam: float, shuffles: int) -> float:
    config, data = sweeps.load(digest).lens, sweeps.data(digest)
    return shuffle_seconds(config, data, kernel=kernel, lam=lam, shuffles=shuffles)


def _bands(look: RewardsAt, found: ShuffledLabels) -> None:
    table, chosen = look.of_shown(found.table), look.of_shown(found.chosen)
    kernels = f"{len(found.config.kernels)} {kernel_name(look.seen.kernel)} kernels of the sweep"
    chart = Chart(
        key="reward_labels",
        name=f"Criteria with true and with shuffled {look.shuffled}",
        figure=remembered(label_band_panels)(
            table, chosen, convention=look.family.convention, target=look.shuffled
        ),
        numbers=lambda: table[["quantity", "split", "parameter", "value", "reason"]],
        caption=(
            f"Coloured: true {look.shuffled}; grey: shuffled ones. At the foot the choices: grey "
            f"those with shuffled {look.shuffled}, the larger the more, and in colour "
            f"that with the true ones. {found.shuffles} shuffles, {kernels}; {look.where}. "
            f"In the table, split 0 has the true {look.shuffled}."
        ),
        code=rewards_code.of_labels(look, found.shuffles, tuple(table["quantity"].unique())),
    )
    charts.show(chart)


def _table(look: RewardsAt, found: ShuffledLabels, summary: pd.DataFrame) -> None:
    unit = look.unit
    rows = [
        change_words.label_row(row, found.shuffles, look.family.convention, unit)
        for row in summary.to_dict("records")
    ]
    shown = pd.DataFrame(rows)
    if not (summary["reason"] != "").any():
        shown = shown.drop(columns=change_words.WHY_NOT, errors="ignore")
    st.dataframe(
        shown,
        hide_index=True,
        height="content",
        alt=f"Every criterion with true and with shuffled {look.shuffled}",
    )
    st.caption(
        plain(
            f"Distance: mean of the {unit} between the choices. At least as good: shuffles whose "
            f"best value is no worse than that of the true {look.shuffled}. {look.where}.",
            limit=500,
        )
    )
