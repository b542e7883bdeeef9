"""Choices over repeated splits: errors, wins, and the paired test corrected for resampling."""

from functools import lru_cache, partial
from math import isnan

import pandas as pd
import streamlit as st

from kselect_core.plotting.experiments.split_errors import split_errors
from kselect_core.selection.terms.comparison import CONSTANT, EQUAL, REFERENCE, compared, wide
from kselect_core.words.labels import UNITS, quantity_text, readable, strength_text, worded
from kselect_ui.errors import code as errors_code
from kselect_ui.figures.measured import HIDDEN, ratio
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import captions
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, linked
from kselect_ui.widgets.charts import Chart, Figure
from kselect_ui.widgets.state import View

BY, AGAINST, BEST = "cmp", "ref", "best"
WAYS = ("joint", "per λ")
PERCENT = st.column_config.NumberColumn(format="%.1f %%", width=68)
POINTS = st.column_config.NumberColumn(format="%.1f", width=68)
WIDE = st.column_config.NumberColumn(format="%.4g", width=128)
PLAIN = st.column_config.NumberColumn(format="%.4g", width=68)
P_VALUE = st.column_config.NumberColumn(format="%.2g", width=68)


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the comparison of the criteria shown over all splits of the sweep."""
    st.header("Choices over repeated splits", anchor=False)
    if not seen.test_error:
        st.info(HIDDEN)
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        by = _scope(sweep)
        asked = linked.one(
            "Compare with",
            [BEST, *seen.shown],
            key=AGAINST,
            default=BEST,
            words=lambda q: "the lowest mean" if q == BEST else quantity_text(q),
        )
    lam = None if by == WAYS[0] else seen.lam
    found = found_in(sweep, seen, reference="" if asked == BEST else asked, lam=lam)
    if found["test_error"].isna().all():
        st.info("None of the criteria shown makes a choice with a test error.")
        return
    with error_in_place():
        chart = Chart(
            key="errors_splits",
            name="Test errors over the splits and differences",
            figure=_figure(sweep, seen.shown, reference_of(found), lam),
            numbers=lambda: found,
            caption=caption(sweep, found, lam),
            code=errors_code.of_splits(sweep, seen.shown, reference_of(found), lam),
        )
        charts.show(chart)
    units = dict.fromkeys((UNITS[sweep.task], "± sd", "regret", "± sd "), PERCENT) | dict.fromkeys(
        ("difference", "low", "high"), POINTS
    )
    if sweep.task == "regression":
        units = dict.fromkeys(units, PLAIN) | {UNITS[sweep.task]: WIDE}
    st.dataframe(
        as_table(found, task=sweep.task),
        hide_index=True,
        placeholder="–",
        height="content",
        column_config=units
        | dict.fromkeys(("p", "p (Holm)"), P_VALUE)
        | {"wins": st.column_config.NumberColumn(width=56)},
        alt="Test errors of the choices over the splits, with the corrected test",
    )
    st.markdown(in_words(sweep, found))


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
    return _compared(sweep, seen.shown, reference, lam)


def reference_of(found: pd.DataFrame) -> str:
    """Return the criterion that the others are compared with."""
    return str(found.loc[found["note"] == REFERENCE, "quantity"].iloc[0])


def caption(sweep: Sweep, found: pd.DataFrame, lam: float | None) -> str:
    """Return what is compared, on how many splits, and what marks and intervals are."""
    config = sweep.config
    together = worded(config, "kernel and λ together")
    what = together if lam is None else f"the kernel at {strength_text(config, lam)}"
    count = len(sweep.splits)
    reference = quantity_text(reference_of(found))
    if count == 1:
        return (
            f"Choices of {what}, one split. Left: {UNITS[sweep.task]}; right: difference to "
            f"{reference}. "
            f"One split has no spread and no test. {captions.grid(sweep)}"
        )
    return (
        f"Choices of {what}, {count} splits. "
        "Small points: splits; large: mean ± standard deviation. Right: difference to "
        f"{reference} with its corrected 95 % interval; full markers: "
        f"Holm-adjusted p < 0.05. {captions.grid(sweep)}"
    )


def as_table(found: pd.DataFrame, *, task: str) -> pd.DataFrame:
    """Return the comparison as it is shown: shares as per cent, differences as points."""
    unit = 1.0 if task == "regression" else 100.0
    table = pd.DataFrame(
        {
            "criterion": found["quantity"].map(quantity_text),
            UNITS[task]: unit * found["test_error"],
            "± sd": unit * found["test_error_sd"],
            "regret": unit * found["regret"],
            "± sd ": unit * found["regret_sd"],
            "wins": found["wins"],
            "difference": unit * found["difference"],
            "low": unit * found["low"],
            "high": unit * found["high"],
            "p": found["p"],
            "p (Holm)": found["p_holm"],
            "note": found["note"],
        }
    )
    single = int(found["splits"].max()) < 2  # noqa: PLR2004 (one split has no spread)
    return (
        table.drop(columns=["± sd", "± sd ", "low", "high", "p", "p (Holm)"]) if single else table
    )


def in_words(sweep: Sweep, found: pd.DataFrame) -> str:
    """Return what the test says, and what it cannot."""
    reference = quantity_text(reference_of(found))
    tested = found[found["p_holm"].notna()]
    if tested.empty:
        return (
            "With one split there is nothing to test: the differences above are what happened once."
            if len(sweep.splits) < 2  # noqa: PLR2004
            else f"No test. {_untested(found)}".strip()
        )
    below = tested["p_holm"] < 0.05  # noqa: PLR2004
    sure, unsure = (
        ", ".join(quantity_text(str(quantity)) for quantity in tested.loc[those, "quantity"])
        for those in (below, ~below)
    )
    told = f"Significantly different from {reference}: {sure}. " if sure else ""
    if unsure:
        told += f"{unsure} cannot be told from {reference} on {len(sweep.splits)} splits. "
    told += _untested(found)
    share = ratio(sweep.digest)
    return (
        f"{told}The training parts of the splits overlap, so their errors are correlated and an "
        "ordinary t-test is far too sure. This one takes s²(1/J + n_test/n_train) as the variance "
        f"of the mean difference, here J = {len(sweep.splits)} and n_test/n_train = "
        f"{readable(share)} (Nadeau and Bengio 2003); it speaks of data like these, not of all. "
        "Wins: splits on which no criterion shown is better."
    )


def _untested(found: pd.DataFrame) -> str:
    """Return which criteria have no p value, and why: their differences do not vary."""
    reference = quantity_text(reference_of(found))
    told = ""
    for note, what in ((EQUAL, "no difference"), (CONSTANT, "the same difference")):
        names = [
            quantity_text(str(quantity)) for quantity in found["quantity"][found["note"] == note]
        ]
        if names:
            verb = "has" if len(names) == 1 else "have"
            told += (
                f"{', '.join(names)} {verb} no p value: {what} to {reference} on every split, and "
                "a t-test needs differences that vary. "
            )
    return told


def p_text(p: float) -> str:
    """Return a p-value as it stands in a sentence."""
    return "" if isnan(p) else "p < 0.001" if p < 0.001 else f"p = {p:.2g}"  # noqa: PLR2004


@lru_cache(maxsize=64)
def _compared(
    sweep: Sweep, shown: tuple[str, ...], reference: str, lam: float | None
) -> pd.DataFrame:
    return compared(
        sweep.choices, ratio=ratio(sweep.digest), reference=reference, quantities=shown, lam=lam
    )


@lru_cache(maxsize=32)
def _figure(sweep: Sweep, shown: tuple[str, ...], reference: str, lam: float | None) -> Figure:
    figure: Figure = remembered(split_errors)(
        _compared(sweep, shown, reference, lam),
        wide(sweep.choices, "test_error", lam=lam),
        reference=reference,
        rate=sweep.task == "binary",
    )
    return figure
