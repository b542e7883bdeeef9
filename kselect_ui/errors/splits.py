"""Choices over repeated splits: errors, wins, and the paired test corrected for resampling."""

from functools import partial

import pandas as pd
import streamlit as st

from kselect_core import views
from kselect_core.selection.terms.comparison import CONSTANT, EQUAL
from kselect_core.views.errors import comparison, reference_of
from kselect_core.words.labels import UNITS, apart, quantity_text, readable, worded
from kselect_ui.figures.measured import HIDDEN
from kselect_ui.figures.shown import show
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, short_table, unseen
from kselect_ui.widgets.state import View

ROUNDING = 1e-9  # two means that differ by no more are one
BY, AGAINST, BEST = "cmp", "ref", "best"
WAYS = ("joint", "per λ")
PERCENT, POINTS, PLAIN, P_VALUE = "{:.1f} %", "{:.1f}", "{:.4g}", "{:.2g}"


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the comparison of the criteria shown over all splits of the sweep."""
    st.header("Choices over repeated splits", anchor=False)
    if not seen.test_error:
        unseen.draw(HIDDEN)
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        by = _scope(sweep)
        reference = linked.one(
            "Compare with",
            [BEST, *seen.shown],
            key=AGAINST,
            default=BEST,
            words=lambda q: "the lowest mean" if q == BEST else quantity_text(q),
        )
    lam = None if by == WAYS[0] else seen.lam
    table = found_in(sweep, seen, reference="" if reference == BEST else reference, lam=lam)
    if table["test_error"].isna().all():
        st.info(sweep.said("None of the criteria shown makes a choice with a test error."))
        return
    show(
        views.errors_over_splits,
        sweeps.place(sweep, None),
        quantities=seen.shown,
        reference=reference_of(table),
        lam=lam,
        fixed=seen.lam if lam is None else None,
    )
    shares = (sweep.said(UNITS[sweep.task]), "± sd", "regret", "± sd ")
    units = dict.fromkeys(shares, PERCENT) | dict.fromkeys(("difference", "low", "high"), POINTS)
    if sweep.task == "regression":
        units = dict.fromkeys(units, PLAIN)
    short_table.draw(
        as_table(table, task=sweep.task).rename(columns=sweep.said),
        formats=units | dict.fromkeys(("p", "p (Holm)"), P_VALUE),
        alt=sweep.said("Test errors of the choices over the splits, with the corrected test"),
    )
    st.markdown(in_words(sweep, table))


def _scope(sweep: Sweep) -> str:
    """Draw the switch of what is chosen; with one λ both ways are the same."""
    if len(sweep.config.lambdas) < 2:  # noqa: PLR2004
        return WAYS[0]
    return linked.switch(
        worded(sweep.config, "Kernel and λ together, or the kernel at one λ"),
        WAYS,
        key=BY,
        words=partial(worded, sweep.config),
    )


def found_in(sweep: Sweep, seen: View, *, reference: str, lam: float | None) -> pd.DataFrame:
    """Return the comparison of the criteria shown, once per what is asked."""
    at = sweeps.place(sweep, None)
    fixed = seen.lam if lam is None else None
    return comparison(at, quantities=seen.shown, reference=reference, lam=lam, fixed=fixed)


def as_table(compared: pd.DataFrame, *, task: str) -> pd.DataFrame:
    """Return the comparison as it is shown: shares as per cent, differences as points."""
    unit = 1.0 if task == "regression" else 100.0
    table = pd.DataFrame(
        {
            "criterion": compared["quantity"].map(quantity_text),
            UNITS[task]: unit * compared["test_error"],
            "± sd": unit * compared["test_error_sd"],
            "regret": unit * compared["regret"],
            "± sd ": unit * compared["regret_sd"],
            "wins": compared["wins"],
            "difference": unit * _as_written(compared, task),
            "low": unit * compared["low"],
            "high": unit * compared["high"],
            "p": compared["p"],
            "p (Holm)": compared["p_holm"],
            "note": compared["note"],
        }
    )
    single = int(compared["splits"].max()) < 2  # noqa: PLR2004 (one split has no spread)
    return (
        table.drop(columns=["± sd", "± sd ", "low", "high", "p", "p (Holm)"]) if single else table
    )


def _as_written(table: pd.DataFrame, task: str) -> "pd.Series[float]":
    """Return the differences of the errors that stand beside them, where the same splits count."""
    error, difference = table["test_error"], table["difference"]
    reference = error[table["quantity"] == reference_of(table)].iloc[0]
    written = error.map(lambda one: apart(one, reference, task))
    return difference.where(((error - reference) - difference).abs() > ROUNDING, written)


def in_words(sweep: Sweep, table: pd.DataFrame) -> str:
    """Return what the test says, and what it cannot."""
    reference = quantity_text(reference_of(table))
    tested = table[table["p_holm"].notna()]
    if tested.empty:
        return (
            "With one split there is nothing to test: the differences above are of this split."
            if len(sweep.splits) < 2  # noqa: PLR2004
            else f"No test. {_untested(table)}".strip()
        )
    below = tested["p_holm"] < 0.05  # noqa: PLR2004
    sure, unsure = (
        ", ".join(quantity_text(str(quantity)) for quantity in tested.loc[those, "quantity"])
        for those in (below, ~below)
    )
    text = f"Significantly different from {reference}: {sure}. " if sure else ""
    if unsure:
        text += f"{unsure} cannot be distinguished from {reference} on {len(sweep.splits)} splits. "
    text += _untested(table)
    share = sweeps.place(sweep, None).ratio
    return (
        f"{text}The training parts of the splits overlap, so their errors are correlated and an "
        "ordinary t-test finds too many differences. This one uses s²(1/J + n_test/n_train) as the "
        f"variance of the mean difference, here J = {len(sweep.splits)} and n_test/n_train = "
        f"{readable(share)} (Nadeau and Bengio 2003). It holds for data like these, not for all. "
        "Wins: splits on which no criterion shown is better."
    )


def _untested(table: pd.DataFrame) -> str:
    """Return which criteria have no p value, and why: their differences do not vary."""
    reference = quantity_text(reference_of(table))
    text = ""
    for note, what in ((EQUAL, "no difference"), (CONSTANT, "the same difference")):
        names = [
            quantity_text(str(quantity)) for quantity in table["quantity"][table["note"] == note]
        ]
        if names:
            verb = "has" if len(names) == 1 else "have"
            text += (
                f"{', '.join(names)} {verb} no p-value: {what} from {reference} on every split, "
                "and a t-test needs differences that vary. "
            )
    return text
