"""The bar under the heading, always in sight: sweep, cursor, criteria, and the errors there."""

from contextvars import ContextVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.errors import KselectError
from kselect_ui import canvas
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import visitor
from kselect_ui.sweep import cursor, finished, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts, hidden, linked

KEY = "bar"
BOUND = (
    cursor.KERNEL,
    cursor.PARAMETER,
    cursor.LAMBDA,
    cursor.SPLIT,
    switches.TEST_ERROR,
    finished.MEASURE,
)
_SHARE: ContextVar[DeltaGenerator | None] = ContextVar("share", default=None)


def draw() -> None:
    """Draw the controls of every page about a sweep in one row, and the errors at the cursor."""
    visitor()
    hidden.begin(switched=True)
    with st.container(key=KEY, gap=None):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            switches.run(finished.titles(), width=255 if charts.large() else 215)
            try:
                sweep = finished.current()
            except KselectError:  # the page says what is wrong with it, below its heading
                _keep_all()
                return
            cursor.controls(sweep)
            shown = switches.shown(sweep)
            with st.popover(f"Criteria ({len(shown)})", key="bar_criteria"):
                switches.criteria(sweep)
            panel = st.popover("Share", key="bar_share")
            with panel:
                st.caption(
                    "This link opens exactly this view. Figures, code, data and a report are at "
                    "the foot of the page."
                )
            _SHARE.set(panel)
            with st.container(width=165, gap=None):
                switches.display()
        _errors(sweep)
    canvas.listen(clicker=charts.large())


def keep(*, sliders: bool = False) -> None:
    """Keep what the bar holds on a page about no sweep, which does not draw it.

    ``sliders``: the page draws those of the cursor itself.
    """
    visitor()
    hidden.begin(switched=False)
    _SHARE.set(None)
    keys = (cursor.PARAMETER, cursor.LAMBDA) if sliders else ()
    linked.keep([key for key in BOUND if key not in keys])
    switches.large_type()


def _keep_all() -> None:
    linked.keep(BOUND)
    _SHARE.set(None)
    switches.display()


def share() -> None:
    """Write the link into the bar: at the end of a run, when the page has said what it shows."""
    if place := _SHARE.get():
        place.code(linked.address(), language=None, wrap_lines=True)


def _errors(sweep: Sweep) -> None:
    """Draw the errors at the cursor, beside what the sweep is about."""
    about = about_text(sweep.name, switches.size_text(sweep))
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="bar_line"):
        rest = "" if charts.large() else f" :gray[· {about}]"  # in one row with the measure
        st.markdown(f"{_here(sweep)}{rest}", width="content")
        switches.measure(sweep)
        switches.pair(sweep)
    _sampled(sweep)


def about_text(name: str, size: str) -> str:
    """Return a name with the size of the data, whose first number a name of made data has."""
    points, _, rest = size.partition(", ")
    return f"{plain(name)}: {rest if f'({points}' in name else size}"


def _sampled(sweep: Sweep) -> None:
    """Draw which pictures are of a sample of the training points; nothing where none is."""
    if "error" not in sweep.table:  # all points, by one learner
        return
    try:
        points, whole, landmarks = finished.sampled(sweep.digest)
    except KselectError:  # the data are not here, which the line above says
        return
    text = _partial_text(points, whole, landmarks)
    if text:
        st.caption(text)


def _partial_text(points: int, whole: int, landmarks: str) -> str:
    """Return of what curves and of what pictures are; empty where both are of all, by one learner.

    ``points`` of the ``whole`` are those of pictures, 0 if all are.
    """
    learner = f"the learner {landmarks}" if landmarks else ""
    if points:
        by = ", by the full kernel" if landmarks else ""
        return (
            f"Curves, maps and choices are of {f'{learner}, from' if learner else 'all'} "
            f"{whole:,} training points, each value with its error. Pictures, spectra, single fits "
            f"and choices without a point are of {points:,} of them, in the same class shares{by}: "
            "the kernel matrix of all is never held."
        )
    return (
        f"Curves, maps and choices are of {learner}. Pictures, spectra, single fits and choices "
        "without a point are of the full kernel."
        if learner
        else ""
    )


def _here(sweep: Sweep) -> str:
    if not switches.test_error():
        return "Errors are hidden"
    return errors_at(sweep, *cursor.position(sweep))


def errors_at(sweep: Sweep, kernel: str, parameter: float, lam: float) -> str:
    """Return the sentence of the errors at a point of the grid, of the split that is looked at."""
    from kselect_core.views.here import errors_text  # noqa: PLC0415 (views of all pages)

    try:
        at = finished.place(sweep, cursor.split_shown())
        errors = errors_text(at, kernel=kernel, parameter=parameter, lam=lam)
    except KselectError as error:
        return plain(error, limit=200)
    return f"At the cursor: {errors} · {at.splits_text}"
