"""The sentence on top of the page of errors: where the error is low, and who finds it."""

import pandas as pd
import streamlit as st

from kselect_core.words.labels import UNITS, difference_text, error_text, quantity_text, spread_text
from kselect_core.words.lists import listed
from kselect_core.words.verdicts import verdicts
from kselect_ui.errors import splits
from kselect_ui.errors.splits import p_text
from kselect_ui.figures.measured import place
from kselect_ui.server.messages import plain
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View

EQUAL = 1e-9  # relative
SURE = 0.05  # usual level
LEAST = 0.001  # share of wrong labels that is written with one digit as per cent


def headline(sweep: Sweep, seen: View) -> str:
    """Draw the finding; returns its text."""
    text = sentence(sweep, seen) if seen.test_error else blind(sweep, seen)
    st.markdown(text)
    return text


def sentence(sweep: Sweep, seen: View) -> str:
    """Return where the test error is lowest, who comes close and who does not, in numbers."""
    at = sweeps.place(sweep, seen.split)
    lowest = at.lowest
    if lowest is None:
        return f"On **{plain(sweep.name)}** no point of the grid has a test error."
    where = place(sweep, lowest.kernel, lowest.parameter, lowest.lam)
    more = lowest.ties - 1
    as_low = f" and {more} more cell{'s' if more > 1 else ''}" if more > 0 else ""
    told = (
        f"On **{plain(sweep.name)}** the lowest {UNITS[sweep.task]} on the grid is "
        f"**{error_text(lowest.value, sweep.task)}** at {where}{as_low} "
        f"({at.splits_text})."
    )
    return f"{told}  \n{_finders(sweep, seen, lowest.value)}".strip()


def blind(sweep: Sweep, seen: View) -> str:
    """Return what the criteria choose, without any test error."""
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, seen.split)
    picks = [
        f"{plain(quantity_text(v.quantity))} chooses {v.chosen}, {v.strength} = {v.lam}"
        for v in verdicts(rows, seen.shown)
        if v.splits
    ]
    shown = "; ".join(picks) or "no criterion makes a choice"
    return f"On **{plain(sweep.name)}** (test error hidden): {shown}."


def worst(sweep: Sweep, seen: View) -> str:
    """Return the criterion shown whose choices have the highest test error; empty if none."""
    found = _ranked(sweep, seen)
    return str(found["quantity"].iloc[-1]) if len(found) else ""


def _finders(sweep: Sweep, seen: View, lowest: float) -> str:
    found = _ranked(sweep, seen)
    if found.empty:
        return "None of the criteria shown makes a choice." if seen.shown else ""
    first, last = found.iloc[0], found.iloc[-1]
    equal = found[found["test_error"] <= float(first["test_error"]) * (1 + EQUAL)]
    text = (
        f"**{listed(_names(equal))}** {'find' if len(equal) > 1 else 'finds'} it best: "
        f"{_amount(sweep, first)}, {above(sweep, float(first['test_error']) - lowest)}"
    )
    if len(found) == len(equal):
        return f"{text}."
    text += f"{_undecided(found)}. "
    edge = _edge(sweep, seen, str(last["quantity"]))
    gap = difference_text(float(last["test_error"] - first["test_error"]), sweep.task)
    p = p_text(float(last["p_holm"]))
    sure = "" if float(last["p_holm"]) < SURE else ", not significant"
    shown = f" (corrected t-test, {p}{sure})" if p else ""
    return (
        f"{text}**{_name(last)}** is farthest: {_amount(sweep, last)}{edge}, {gap} more than "
        f"{_name(first)}{shown}."
    )


def _undecided(found: pd.DataFrame) -> str:
    """Which criteria cannot be told from the best one, in words."""
    rest = found[found["p_holm"] >= SURE]
    if rest.empty:
        return ""
    names = ", ".join(_names(rest)[:4])
    more = f" and {len(rest) - 4} more" if len(rest) > 4 else ""  # noqa: PLR2004
    return f"; not significantly worse: {names}{more}"


def _ranked(sweep: Sweep, seen: View) -> pd.DataFrame:
    """Criteria with a choice, lowest error first: over all splits, or on the one looked at."""
    if not seen.shown:
        return pd.DataFrame(columns=["quantity"])
    found = splits.found_in(sweep, seen, reference="", lam=None)
    if seen.split is None:
        return found[found["test_error"].notna()]
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, seen.split)
    rows = rows[rows["quantity"].isin(seen.shown) & rows["test_error"].notna()]
    blank = float("nan")
    return rows.sort_values("test_error", kind="stable")[["quantity", "test_error"]].assign(
        test_error_sd=blank, p_holm=blank
    )


def _amount(sweep: Sweep, row: pd.Series) -> str:
    return spread_text(float(row["test_error"]), float(row["test_error_sd"]), sweep.task)


def above(sweep: Sweep, gap: float) -> str:
    """Return how far an error lies above the lowest of the grid; rounding hides no difference."""
    if gap <= EQUAL:
        return "the lowest there is"
    if sweep.task == "binary" and gap < LEAST:
        return f"less than {100 * LEAST:g} points above it"
    return f"{difference_text(gap, sweep.task)} above it"


def _edge(sweep: Sweep, seen: View, quantity: str) -> str:
    rows = sweeps.choices_at(sweep.digest, "joint", 0.0, seen.split)
    rows = rows[rows["quantity"] == quantity]
    return " on the edge of the grid" if rows["on_boundary"].astype(bool).any() else ""


def _names(found: pd.DataFrame) -> list[str]:
    return [plain(quantity_text(str(quantity))) for quantity in found["quantity"]]


def _name(row: pd.Series) -> str:
    return plain(quantity_text(str(row["quantity"])))
