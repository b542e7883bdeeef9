"""The panel about one changed point: what is done to it, and the grid evaluated again."""

from functools import partial
from typing import Unpack

import streamlit as st

from kselect_core import views
from kselect_core.listening import Listening
from kselect_core.selection.config.measures import errors_named
from kselect_core.selection.points.alter import Alteration
from kselect_core.selection.points.fragility import grid_seconds
from kselect_core.selection.points.what_if import Redone, is_quick, redone
from kselect_core.views import ChangedAt, PointsAt
from kselect_core.views.points.changed_words import compared, of_choices, of_kernel
from kselect_core.words.labels import UNITS, difference_text, readable, ways_of, worded
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.server.shelf import kept, of_place
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import hidden, linked, short_table, unseen
from kselect_ui.widgets.state import SCOPES

ACTION, SIZE, SCOPE = "do", "jit", "pscope"
SMALL, LARGE = 0.0, 100.0  # of the jitter, in prepared units
ASKED = 2 * AT_ONCE  # seconds: what is not quick is never done unasked, whatever a pilot says
QUICK_SPECTRUM = 500  # points up to which a spectrum takes a moment


def controls(at: PointsAt, row: int) -> Alteration:
    """Draw what can be done to the selected point; returns what is done."""
    actions = ("remove", "flip", "jitter") if at.class_names else ("remove", "jitter")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        action = linked.switch("What if this point …", actions, key=ACTION)
        size = 0.5
        if action == "jitter":
            size = linked.number("Noise, in prepared units", key=SIZE, default=0.5, step=0.1)
        linked.switch("Choices", SCOPES[::-1], key=SCOPE, words=partial(worded, at.config))
    used = min(max(size, SMALL), LARGE)
    if used != size:
        st.info(f"The noise goes from {SMALL:g} to {LARGE:g}, not {size:g}; used: {used:g}.")
    return Alteration(row, action, used)


def joint() -> bool:
    """Whether kernel and λ are chosen together."""
    return linked.read(SCOPE, SCOPES[1]) == SCOPES[1]


def changed(sweep: Sweep, at: PointsAt, change: Alteration) -> ChangedAt:
    """Return the changed point with its grid, at once or when asked: else the button is drawn."""
    split = at.cursor.split

    def work(**listening: Unpack[Listening]) -> Redone:
        before = None
        if not sweep.pair:  # the table is of all classes
            before = sweep.table[sweep.table["split"] == split].reset_index(drop=True)
        place = (at.config, at.bench.split, split, change)
        return redone(*place, before=before, measure=sweep.measure, **listening)

    evaluated: Redone | None = offer.result(
        f"whatif-{sweep.digest}-{split}-{change}",
        work,
        title=f"Grid with point {change.row + 1} changed",
        button="Evaluate the whole grid with this point changed",
        seconds=0.0 if is_quick(at.config, at.n) else max(seconds(sweep.digest), ASKED),
    )
    place = (at.config, at.dataset, at.cursor, at.ready)
    return ChangedAt(*place, change=change, evaluated=evaluated, measure=sweep.measure)


def sentence(at: ChangedAt, quantities: tuple[str, ...]) -> str:
    """Return the finding; the text is Markdown and safe."""
    kernel = of_place("words of the change", at, lambda at: of_kernel(at, plain))
    if at.evaluated is None:
        choices = "Whether a choice would move is computed on demand, below."
    elif not quantities:
        choices = unseen.NO_CRITERION
    else:
        together = joint()
        choices = of_place(
            "words of the choices",
            at,
            lambda at: of_choices(at, plain, quantities=quantities, joint=together),
            quantities,
            together,
        )
    return f"{kernel}  \n{choices}"


def choices(at: ChangedAt, quantities: tuple[str, ...]) -> None:
    """Draw how many choices move, how much that costs, and where they go."""
    if at.evaluated is None:
        return
    rows, task = at.moves(quantities, joint=joint()), at.bench.dataset.task
    worst = difference_text(float(rows["change"].abs().max()), task)
    with st.container(horizontal=True, gap="large"):
        st.metric("‖K − K′‖₂", readable(at.norm))
        st.metric("choices moved", f"{int(rows['moved'].sum())} of {len(rows)}")
        if hidden.test_error():
            st.metric(errors_named(f"largest change of a {UNITS[task]}", at.measure), worst)
    if rows.empty:
        unseen.no_criterion()
        return
    show(views.choices_before_and_after, at, quantities=quantities, joint=joint())


def spectra(at: ChangedAt) -> None:
    """Draw the spectrum before and after, or why not."""
    if at.change.action == "flip":
        st.info("A flipped label leaves the kernel matrix and its spectrum as they are.")
    elif at.change.action == "remove" and at.computed and at.change.row in at.computed.shifts.rows:
        show(views.spectrum_without_point, at, row=at.change.row)
    elif at.n > QUICK_SPECTRUM:
        st.info(
            f"The spectra before and after are drawn up to n = {QUICK_SPECTRUM}, or with "
            "the shifts of all eigenvalues where a point is removed."
        )
    else:
        show(views.spectra_before_and_after, at)


def table(at: ChangedAt, quantities: tuple[str, ...]) -> None:
    """Draw every criterion before and after."""
    if at.evaluated is None:
        return
    with error_in_place():
        together = joint()
        shown = of_place(
            "compared",
            at,
            lambda at: compared(at, quantities=quantities, joint=together),
            quantities,
            together,
        )
        if shown.empty:
            return
        short_table.draw(
            shown,
            formats={"at the cursor": "{:.4g}", "after": "{:.4g}", "change": "{:.3g}"},
            alt="Every criterion before and after the change",
        )
        words = (
            f"{at.name}: values at the cursor, and the choices. Steps count grid points, + towards "
            f"{ways_of(at.cursor.kernel)[0]}. {at.where}"
        )
        st.caption(plain(words, limit=600))


@kept
def seconds(digest: str) -> float:
    """Return the estimated seconds of one changed point, from a pilot."""
    return grid_seconds(sweeps.load(digest).lens, sweeps.data(digest))
