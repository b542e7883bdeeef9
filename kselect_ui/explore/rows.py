"""The first screen: the decision picture, beside it each criterion with its curve and verdict."""

from collections.abc import Sequence

import streamlit as st

from kselect_core import views
from kselect_core.plotting.curves.criterion_rows import ROW
from kselect_core.plotting.output.large_type import HEIGHT
from kselect_core.selection.terms.judgement import Judgement
from kselect_core.words.judged import beside_leave_one_out, numbers, word
from kselect_core.words.labels import quantity_text, spelled_out
from kselect_core.words.verdicts import Verdict
from kselect_ui.explore import page as explore, tries
from kselect_ui.figures import curves as figures, pictures, rows as figure_of_rows
from kselect_ui.server.messages import plain
from kselect_ui.sweep import places
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, later
from kselect_ui.widgets.state import View

KEY = "verdicts"
_CSS = """<style>
.st-key-{key} {{ gap: 0; }}
.st-key-{key} > div {{ height: {row}px; overflow: hidden; line-height: 1.25; }}
.st-key-{key} [data-testid="stMarkdownContainer"] {{ margin: 0; }}
.st-key-{key} p {{ margin: 0; font-size: 0.875rem; white-space: nowrap; }}
.st-key-{key} p {{ overflow: hidden; text-overflow: ellipsis; }}
.st-key-{key} [data-testid="stHorizontalBlock"] > :first-child {{ flex: 0 1 auto; min-width: 0; }}
@media print, (max-width: 639px) {{  /* rows below the figure need not be as high as its */
  .st-key-{key} > div {{ height: auto; padding-bottom: 0.5rem; }}
  .st-key-{key} p {{ white-space: normal; }}
}}
.st-key-{key} [data-testid="stPageLink-NavLink"] {{ padding: 0; min-height: 0; }}
</style>"""


def draw(sweep: Sweep, seen: View) -> None:
    """Draw the picture, the curves, and the verdicts with what to try side by side."""
    picture, beside = st.columns([37, 63], gap="small")
    with picture:
        pictures.decision(sweep, seen)
    with beside:
        if not (seen.axis == "in rows" and seen.shown):
            later.one_more()
            figures.curves(sweep, seen)
            tries.draw(sweep, seen)
            return
        curves, words = st.columns([52, 48], gap="small")
        with curves:
            key = views.criterion_curves.key  # one or the other
            figure_of_rows.draw(sweep, seen, key=key, row=row_height(large=charts.large()))
        with words, st.container(gap=None):
            _verdicts(sweep, seen)
            tries.draw(sweep, seen)


def _verdicts(sweep: Sweep, seen: View) -> None:
    """Draw each criterion's name and verdict as high as its row in the figure."""
    judged = explore.judged_in(sweep, seen) if seen.test_error else []
    verdicts = {verdict.quantity: verdict for verdict in judged}
    choices = {choice.quantity: choice for choice in explore.found_in(sweep, seen)}
    with st.container(key=KEY, gap=None):
        st.html(_CSS.format(key=KEY, row=row_height(large=charts.large())))
        for quantity in seen.shown:
            if quantity in choices:
                _row(sweep, choices[quantity], verdicts.get(quantity), judged)
    if not seen.test_error:
        st.caption("The test error is hidden, and with it the verdicts.")


def row_height(*, large: bool) -> float:
    """Return the pixels of a row, as it is or with large type."""
    return ROW * HEIGHT if large else ROW


def _told(sweep: Sweep, verdict: Judgement, judged: Sequence[Judgement]) -> str:
    """Return the numbers behind a verdict, and whether leave-one-out would have done as well."""
    beside = beside_leave_one_out(sweep.config, verdict, judged, sweep.task)
    text = numbers(verdict, sweep.task)
    return sweep.said(f"{text}; {beside}" if beside else text)


def _name(quantity: str) -> str:
    """Return the short name, and behind it, where a long line may be cut, the full one."""
    short, full = quantity_text(quantity), spelled_out(quantity)
    if charts.large() or full.casefold() == short.casefold():
        return short
    return f"{short} · {full.removesuffix(f' ({short})')}"


def _row(
    sweep: Sweep, choice: Verdict, verdict: Judgement | None, judged: Sequence[Judgement]
) -> None:
    with st.container(gap=None, key=f"{KEY}_{choice.quantity}"):
        full = plain(spelled_out(choice.quantity), limit=120) if charts.large() else None
        st.markdown(plain(_name(choice.quantity), limit=120), help=full)
        with st.container(horizontal=True, wrap=False, gap="small", vertical_alignment="center"):
            text = plain(choice.chosen_text, limit=1000) or "no choice"
            if verdict is not None:
                text = f"**{word(sweep.config, verdict)}** · {text}"
            st.markdown(text, width="content")
            numbers_text = _told(sweep, verdict, judged) if verdict is not None else ""
            whole = "\n\n".join(filter(None, (text, numbers_text)))  # the line may be cut
            places.why(choice.quantity, told=whole)
