"""Formulas with the numbers at the cursor: which point, computed once, written as LaTeX."""

from dataclasses import dataclass
from functools import partial

import streamlit as st

from kselect_core.errors import KselectError, UndefinedScoreError
from kselect_core.results.worked import Term, Worked, number
from kselect_core.selection import CriterionChoice
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.worked import Outcome, all_worked, seconds, worked_on
from kselect_core.words.places import pair_text, point_text, split_text
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import kept
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import finished, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


@dataclass(frozen=True)
class Point:
    """The point of a sweep whose numbers are shown, and in words where it is."""

    digest: str
    cursor: Cursor
    words: str


def point(sweep: Sweep, seen: View) -> Point:
    """Return the point under the cursor, in the split that stands for a view of all splits."""
    place = f"{point_text(sweep.config, seen.point)}{pair_text(sweep.pair)}"
    words = f"{place}, training part of {split_text(sweep.config, seen.one_split)}"
    return Point(sweep.digest, seen.point, words)


def numbers(at: Point, shown: tuple[str, ...]) -> dict[str, Outcome]:
    """Draw whose numbers are shown; returns them by quantity, none while they wait or cannot be."""
    try:
        bench = finished.bench(at.digest, at.cursor.split)
    except KselectError as error:
        st.info(f"{plain(error, limit=600)} The formulas are shown without numbers.")
        return {}
    st.markdown(
        f"**Numbers at the cursor:** {plain(at.words)}, n = {bench.split.n}. Curves that show the "
        "mean over several splits, or over all pairs of classes, differ from them. Each arrow "
        "leads to where a number can be seen."
    )
    if affordable(at, shown):
        return {quantity: outcome(at, quantity) for quantity in shown}
    choices = _choices(at.digest, shown)
    result = offer.offered(
        f"worked:{at.digest}:{at.cursor}:{','.join(shown)}",
        title="Numbers of the formulas",
        button="Work out the numbers",
        seconds=seconds(bench.split.n, choices),
        work=partial(all_worked, bench, at.cursor, choices),
    )
    return result if isinstance(result, dict) else {}


def affordable(at: Point, shown: tuple[str, ...]) -> bool:
    """Whether the numbers of these criteria are there in no time."""
    n = finished.bench(at.digest, at.cursor.split).split.problem.n
    return seconds(n, _choices(at.digest, shown)) <= AT_ONCE


def outcome(at: Point, quantity: str) -> Outcome:
    """Return terms and value at a point, or why there are none; once per point."""
    return _outcome(at.digest, at.cursor, quantity)


def equation(worked: Worked) -> str:
    """Return the formula in symbols, in numbers, and its value, as LaTeX."""
    return (
        rf"\begin{{aligned}}&{worked.in_symbols}\\[8pt]"
        rf"&\quad={worked.in_numbers}={number(worked.result)}\end{{aligned}}"
    )


def text(term: Term) -> str:
    """Return a term as Markdown: symbol, value, meaning."""
    return f"${term.symbol}={number(term.value)}$ {plain(term.words)}"


@kept
def _outcome(digest: str, point: Cursor, quantity: str) -> Outcome:
    (choice,) = _choices(digest, (quantity,))
    try:
        return worked_on(finished.bench(digest, point.split), point, choice)
    except UndefinedScoreError as error:
        return error.reason


def _choices(digest: str, shown: tuple[str, ...]) -> list[CriterionChoice]:
    return [choice for choice in finished.load(digest).config.criteria if choice.quantity in shown]
