"""The figures made at the cursor: decision picture and spectrum of one split."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import streamlit as st

from kselect_core import views
from kselect_core.data import Dataset
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.config.named import is_given
from kselect_core.selection.places.cursor import FLAT, Cursor
from kselect_core.views import MachineAt, Place, SpectrumAt, View
from kselect_core.views.cursor import CursorAt, Kept
from kselect_ui import PAGES
from kselect_ui.figures import steps
from kselect_ui.figures.shown import chart_of
from kselect_ui.server.messages import error_in_place
from kselect_ui.sweep import export, finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, hidden, later
from kselect_ui.widgets.state import View as Seen

At = TypeVar("At", bound=Place)
DRAWN = (views.decision, views.spectrum)


@dataclass(frozen=True)
class Later:
    """A figure that is drawn when somebody takes it."""

    figure: Callable[[], charts.Figure]

    def to_html(self, *, include_plotlyjs: bool) -> str:
        """Return a page that needs no network."""
        return self.figure().to_html(include_plotlyjs=include_plotlyjs)


def no_plane(sweep: Sweep) -> bool:
    """Say where a sweep's data have no plane what shows them instead; returns whether it was so."""
    if not is_given(sweep.config):
        return False
    st.info(FLAT)
    st.page_link(PAGES / "film.py", label="Film of the Gram matrices")
    return True


def decision(sweep: Sweep, seen: Seen) -> None:
    """Draw the fitted function at the cursor, in the plane of the data, or else the spectrum."""
    with error_in_place():
        if no_plane(sweep):
            spectrum(sweep, seen)
            return
        _draw(
            views.decision, at_cursor(sweep, seen), lambda key: steps.decision(sweep, seen, key=key)
        )


def beside(sweep: Sweep, seen: Seen) -> None:
    """Draw the spectrum below the decision picture, unless it stands in its place.

    Its eigenvalues take most of a step of the kernel: what else changes is sent before them.
    """
    with error_in_place():
        if is_given(sweep.config):
            return
        if st.session_state.get(export.OPEN):  # the report below has it
            spectrum(sweep, seen)
        else:
            later.draw_last(partial(spectrum, sweep, seen))


def spectrum(sweep: Sweep, seen: Seen, *, alone: bool = False) -> None:
    """Draw the eigenvalues of the training kernel at the cursor; ``alone`` without other steps."""
    with error_in_place():
        _draw(
            views.spectrum,
            at_cursor(sweep, seen),
            lambda key: steps.spectrum(sweep, seen, key=key, alone=alone),
        )


def family(sweep: Sweep, at: SpectrumAt, on_pick: Callable[[float], None]) -> None:
    """Draw the eigenvalues at the cursor among those of the other kernels of the family."""
    with error_in_place():
        _draw(
            views.eigenvalues,
            at,
            lambda key: steps.family(sweep, at, key=key, on_pick=on_pick),
        )


def machine(sweep: Sweep, seen: Seen, at: MachineAt) -> None:
    """Draw the support vector machine at the cursor, in the plane of the data."""
    with error_in_place():
        if no_plane(sweep):
            return
        _draw(views.decision_of_machine, at, lambda key: steps.machine(sweep, seen, key=key))


def hold(sweep: Sweep, seen: Seen, drawn: tuple[View[CursorAt, []], ...] = DRAWN) -> None:
    """Remember both, or some, for what leaves the page without drawing them there."""
    with error_in_place():
        for view in drawn:
            if view is views.decision and is_given(sweep.config):
                continue
            charts.hold(chart_of(view, at_cursor(sweep, seen)))


def _draw(view: View[At, ...], at: At, picture: Callable[[str], None]) -> None:
    """Draw a picture that follows the hand, its words, and for those who open them its figure."""
    drawn = view(at, **hidden.options(view, {}))
    with st.container(gap=None):
        picture(view.key)
    with st.container(key=f"{view.key}_at_cursor"):
        later = Later(lambda: chart_of(view, at).figure)
        words = f"{drawn.caption} {drawn.clicks}".strip()
        charts.footer(charts.Chart(view.key, drawn.name, later, drawn.numbers, words))
    if st.session_state.get(export.OPEN):
        charts.hold(chart_of(view, at))


def at_cursor(sweep: Sweep, seen: Seen) -> CursorAt:
    """Return the point of the grid under the cursor, with what visitors share about it."""
    return CursorAt(*shared(sweep, seen))


def shared(sweep: Sweep, seen: Seen) -> tuple[SweepConfig, Dataset, Cursor, Kept]:
    """Return what every place at the cursor is made of."""
    digest, point = sweep.digest, seen.point
    ready = Kept(sweeps.bench(digest, point.split), lambda: sweeps.spectrum(digest, point))
    return sweep.lens, sweeps.data(digest), point, ready
