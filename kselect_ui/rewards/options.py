"""Test error of every choice against the option of its criterion, over repeated splits."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.option_curves import option_curves
from kselect_core.selection.terms.option_effect import (
    FEWEST_SPLITS,
    option_effect,
    option_means,
    option_seconds,
)
from kselect_core.words.amounts import counted
from kselect_ui.figures.measured import HIDDEN
from kselect_ui.rewards import change_words
from kselect_ui.rewards import code as rewards_code
from kselect_ui.rewards.look import RewardsAt
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep import offer
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart

ABOUT = (
    "Some criteria have an option that their papers leave to the user: the weight η of KS, the "
    "power r of SM, the number t of leading eigenvalues, the number k of folds. For every value "
    "each criterion chooses its kernel on every split, and the test error of that choice is shown."
)


def show(look: RewardsAt) -> str:
    """Draw the effect of the options; returns the finding."""
    if not look.seen.test_error:
        st.info(HIDDEN)
        return ""
    if len(look.sweep.config.kernels) == 1:
        st.info("This sweep has one kernel: whatever the option, there is nothing to choose.")
        return ""
    table = _table(look)
    if table is None:
        return ""
    means = option_means(table)
    finding = change_words.of_options(means, look.sweep.task)
    st.markdown(finding)
    with error_in_place():
        _curves(look, means)
    _missing(look, table)
    return finding


def _table(look: RewardsAt) -> pd.DataFrame | None:
    place = st.empty()
    with place.container():
        st.markdown(ABOUT)
        found = offer.offered(
            f"rewards-options-{look.sweep.config.digest()}-{look.seen.lam}",
            title="Effect of options",
            button=f"Evaluate all options at {look.strength}",
            seconds=_seconds(look.digest, look.seen.lam),
            work=partial(
                option_effect, look.sweep.config, sweeps.data(look.digest), lam=look.seen.lam
            ),
        )
    if not isinstance(found, pd.DataFrame):
        return None
    place.empty()
    return found


@st.cache_resource(max_entries=16, show_spinner=False)
def _seconds(digest: str, lam: float) -> float:
    return option_seconds(sweeps.load(digest).config, sweeps.data(digest), lam=lam)


def _curves(look: RewardsAt, means: pd.DataFrame) -> None:
    config, rate = look.sweep.config, look.sweep.task == "binary"
    splits = max(config.repeats, FEWEST_SPLITS)
    kernels = counted(len(config.kernels), "kernel")
    chart = Chart(
        key="reward_options",
        name="Test error of the choice against the option of a criterion",
        figure=remembered(option_curves)(means, rate=rate),
        numbers=lambda: means,
        caption=(
            f"Line: mean over {splits} splits; band: lowest to highest; thick grey: smallest test "
            "error on the grid. Dotted: the default; that of t is √n, rounded up. Each choice is "
            f"one of {kernels} at "
            f"{look.strength}. {_classes(look)}{sweeps.size_text(look.sweep)}, seed {config.seed}."
        ),
        code=rewards_code.of_options(look, rate=rate),
    )
    charts.show(chart)


def _classes(look: RewardsAt) -> str:
    """Return that several classes are decided together, whichever pair is looked at."""
    return "Test errors are those of all classes together. " if look.sweep.pair else ""


def _missing(look: RewardsAt, table: pd.DataFrame) -> None:
    """Say which settings make no choice, and which criteria need classes."""
    if look.sweep.task == "regression":
        st.caption("The spectral measure SM needs two classes: it has no part in a regression.")
    for told in change_words.of_gaps(table):
        st.caption(plain(told, limit=600))
