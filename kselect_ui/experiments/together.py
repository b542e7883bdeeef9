"""Criteria against each other over all data sets: wins, ties and losses, tests, probabilities."""

from collections.abc import Mapping
from types import MappingProxyType

import pandas as pd
import streamlit as st

from kselect_core.experiments.report.reporting import overlap
from kselect_core.experiments.statistics.wins import win_tie_loss
from kselect_core.experiments.tables.over_datasets import FEWEST, ROPE, over_datasets
from kselect_core.experiments.tables.result_table import errors
from kselect_core.experiments.views import ExperimentAt
from kselect_core.words.amounts import counted
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import of_place

NAMES = MappingProxyType(
    {
        "rank": "average rank",
        "p_ranks_holm": "p of ranks",
        "p_signed_rank": "p of signed ranks",
        "p_signed_rank_holm": "adjusted",
        "datasets": "data sets",
    }
)
TOGETHER: Mapping[str, tuple[str, int, str]] = MappingProxyType(
    {
        "average rank": ("rank", 50, "average rank over the data sets; 1 is best"),
        "p of ranks": ("p ranks", 60, "p of the rank test, two-sided, adjusted by Holm"),
        "p of signed ranks": ("p signed", 64, "p of Wilcoxon's signed-rank test, two-sided"),
        "adjusted": ("adjusted", 66, "p of Wilcoxon's test, adjusted by Holm"),
        "better": ("better", 54, "probability that it errs less"),
        "alike": ("alike", 50, f"probability of a difference of at most {ROPE:g} per cent point"),
        "worse": ("worse", 54, "probability that it errs more"),
    }
)
"""Head, width in pixels and explanation of a column; all of them fit into half a page."""


def wins(at: ExperimentAt) -> None:
    """Draw on how many data sets each criterion wins, ties and loses against each other one."""
    part, table = at.part, of_place("wins", at, _wins)
    if table is None:
        st.info("One split cannot show a difference: run more splits.")
        return
    st.dataframe(
        table,
        placeholder="",
        alt="Wins, ties and losses of every criterion against every other",
    )
    st.caption(
        "Wins – ties – losses of the row against the column, over "
        f"{'rows' if at.several else 'data sets'}; a tie is a difference that the two-sided "
        f"test does not find at level {part.level:g}."
    )


def together(at: ExperimentAt) -> None:
    """Draw, when asked, the tests of every criterion against the reference over the data sets."""
    part = at.part
    if part.measure == "test_squared_error" or len(set(at.results["dataset"])) < FEWEST:
        return
    place = st.expander(
        f"Every criterion against {plain(part.reference)}", key="x_together", on_change="rerun"
    )
    if not place.open:
        return
    with place:
        tables = of_place("together", at, _together)
        counts = set(tables["data sets"])
        st.dataframe(
            tables.drop(columns=["data sets"] if len(counts) == 1 else []),
            hide_index=True,
            placeholder="–",
            column_config={"criterion": st.column_config.TextColumn(width=66)}
            | {
                name: st.column_config.NumberColumn(head, format="%.3f", width=width, help=text)
                for name, (head, width, text) in TOGETHER.items()
            },
            alt=f"Tests of every criterion against {part.reference} over the data sets",
        )
        st.caption(
            f"Over {counted(max(counts), 'data set')}; each counts once. The probabilities of the "
            f"Bayesian signed-rank test: the criterion errs less than {plain(part.reference)}, by "
            f"at most {ROPE:g} per cent point differently, or more."
        )


def _wins(at: ExperimentAt) -> pd.DataFrame | None:
    """Return wins, ties and losses in words, of the rows against the columns; None without any."""
    part = at.part
    table = win_tie_loss(
        errors(at.outcomes, variant=at.variant),
        test=part.test,  # type: ignore[arg-type]  # one of the two
        ratio=overlap(at.plan.units[0]),
        level=part.level,
        better=part.better,
    )
    if not table["datasets"].sum():
        return None
    words = [f"{w} – {t} – {n}" for w, t, n in table[["wins", "ties", "losses"]].to_numpy()]
    order = list(dict.fromkeys(table["criterion"]))
    wide = table.assign(words=words).pivot_table(
        "words", "criterion", "other", aggfunc="first", sort=False
    )
    return wide.reindex(index=order, columns=order).rename_axis(index="against →")


def _together(at: ExperimentAt) -> pd.DataFrame:
    part = at.part
    tests = over_datasets(
        at.results, reference=part.reference, variant=at.variant, better=part.better
    )
    return tests.rename(columns=NAMES)
