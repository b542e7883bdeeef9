"""The controls that outlive a change of page."""

from contextlib import suppress

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.selection.config.config import SEARCH
from kselect_core.selection.config.measures import MEASURES
from kselect_core.words.labels import in_full, quantities, quantity_text, spelled_out
from kselect_ui.server import runs
from kselect_ui.server.book import Status
from kselect_ui.server.jobs import registry
from kselect_ui.server.messages import plain
from kselect_ui.server.visitors import by_itself
from kselect_ui.sweep import cursor, finished
from kselect_ui.sweep.finished import DIGITS, RUN, Sweep
from kselect_ui.widgets import charts, hidden, linked
from kselect_ui.widgets.state import first_look

CRITERIA, TEST_ERROR = "crit", finished.TEST_ERROR
OLD = (
    "This sweep was kept before the balanced error and the AUC were measured. Delete it and run it "
    "again to see its choices by them."
)
DELETED = (
    "The sweep that was shown here is no longer kept: it was deleted, maybe in another window. "
    "Shown instead: the example that ships with kselect."
)
SHORTEST = 8  # digits of a digest that still name one run


def display() -> None:
    """Draw what is shown or not, and the size of letters."""
    linked.toggle("Show test error", key=TEST_ERROR, default=True)
    large_type()


def measure(sweep: Sweep) -> None:
    """Draw what the test error is, where there is a choice and it is shown."""
    opened = sweep.config.split == SEARCH  # which has one score
    if not test_error() or sweep.task != "binary" or opened:
        return
    with st.popover(f"Measured by: {MEASURES[sweep.measure].label}", type="tertiary"):
        if len(sweep.measures) == 1:
            st.caption(OLD)
            return
        linked.switch(
            "What the test error is",
            sweep.measures,
            key=finished.MEASURE,
            words=lambda name: MEASURES[name].label,
        )
        st.caption(
            "Choices stay; their test errors and regrets are measured so, on every page. The "
            "balanced error is the mean of the shares of errors of the classes: a small class "
            "counts as much as a large one. The weighted error (of a sweep with class weights) is "
            "the share of the weight that is misclassified. 1 − AUC is the share of pairs of a "
            "positive and a negative point that f puts in the wrong order (two classes)."
        )


def large_type() -> None:
    """Draw the size of letters, for a lecture room."""
    linked.toggle("Large type", key=charts.LARGE)


def running(*, but: str = "") -> None:
    """Draw the sweeps that run, with Stop; looked at again every second while there are some.

    ``but`` is the key of one that the page shows itself.
    """
    if runs.active():
        by_itself(_job_line, every=1.0)(registry().changes, but)


def shown(sweep: Sweep) -> tuple[str, ...]:
    """Return the quantities switched on, in the order of the configuration."""
    switched = linked.read(CRITERIA, first_look(sweep.config, task=sweep.task))
    return tuple(quantity for quantity in quantities(sweep.config) if quantity in switched)


def test_error() -> bool:
    """Return whether the test error is shown."""
    return hidden.switched_on()


def run(titles: dict[str, str], *, width: int) -> None:
    """Draw the list of finished sweeps, so many pixels wide."""
    wanted = linked.asked(RUN)
    match = [digest for digest in titles if len(wanted) >= SHORTEST and digest.startswith(wanted)]
    if not linked.read(RUN, ""):
        if not match and wanted and (one := runs.by_link(wanted)):
            match, titles = [one], finished.titles()
        linked.put(RUN, match[0] if match else finished.demo_digest())
        linked.answered(RUN)
        if match and not any(linked.asked(name) for name in cursor.PLACE):
            with suppress(KselectError):  # the page will say what is wrong with it
                cursor.restart()
        if wanted and not match:
            linked.say(RUN, _gone(wanted))
    elif linked.read(RUN, "") not in titles:
        open_sweep(finished.demo_digest())
        linked.say(RUN, DELETED)
    linked.one(
        "Finished sweep",
        list(titles),
        key=RUN,
        default=finished.demo_digest(),
        words=lambda digest: titles.get(digest, digest[:DIGITS]),
        text=lambda digest: digest[:DIGITS],
        on_change=start_over,
        width=width,
    )


def open_sweep(digest: str) -> None:
    """Show a finished sweep from the next run of the script on."""
    linked.put(RUN, digest)
    start_over()


def _gone(digest: str) -> str:
    return (
        f"This link needs the sweep {plain(digest, limit=20)}, which is not on this computer. "
        "Shown instead: the example that ships with kselect. Whoever made the link can send "
        "you the configuration (Share, Data) to run it here."
    )


def start_over() -> None:
    """Start where the sweep points that was just chosen; for callbacks."""
    with suppress(KselectError):  # the page will say what is wrong with it
        cursor.restart()
        sweep = finished.current()
        linked.put(CRITERIA, first_look(sweep.config, task=sweep.task))


def pair(sweep: Sweep) -> None:
    """Draw which pair of classes pictures are of, where there are several."""
    sides = finished.pairs(sweep.digest.partition(finished.LENS)[0])
    if not sides:
        return
    numbers = finished.pair_numbers(sides)
    words = dict(zip(numbers, finished.pair_words(sides), strict=True))
    shown = words[sweep.digest.partition(finished.LENS)[2]]
    with st.popover(f"Pictures of: {plain(shown, limit=60)}", type="tertiary"):
        linked.one(
            "Pair of classes looked at",
            numbers,
            key=finished.PAIR,
            default="1",
            words=words.__getitem__,
            help="Spectra, decision pictures and single points are those of two classes. Criteria "
            "in curves and maps are the mean over all pairs; the test error is that of "
            "all classes.",
        )


def size_text(sweep: Sweep) -> str:
    """Return how many points, features and classes a sweep is about."""
    try:
        data = finished.data(sweep.digest)
    except KselectError:
        return "the data are not on this computer"
    size = f"{data.known_by}" if data.matrices else f"d = {data.X.shape[1]}"
    kinds = f"{len(data.class_names)} classes" if data.class_names else "regression"
    return f"n = {len(data.y)}, {size}, {kinds}"


def criteria(sweep: Sweep) -> None:
    """Draw the switches of the criteria, and below them their names in full."""
    every, usual = quantities(sweep.config), first_look(sweep.config, task=sweep.task)
    linked.several("Criteria", every, key=CRITERIA, default=usual, words=quantity_text)
    st.caption("  \n".join(plain(spelled_out(quantity)) for quantity in every))


def spell_out(quantities: tuple[str, ...]) -> None:
    """Draw the names in full of the criteria that a page speaks of."""
    if quantities:
        st.caption(plain(in_full(quantities), limit=1000))


def _job_line(changes: int, but: str) -> None:
    if registry().changes != changes:
        st.rerun()
    for status in runs.active():
        if status.key != but:
            _progress(status)


def _progress(status: Status) -> None:
    left = "" if status.seconds_left is None else f", about {status.seconds_left:.0f} s left"
    how = f"{status.done}/{status.total}{left}"
    if status.stage is not None:
        words, done, total = status.stage
        how = f"order still open: {done}/{total} {words}"
    if status.phase == "queued":
        how = f"waiting, number {status.position} in the queue"
    st.progress(status.share, f"{plain(status.title)}: {how}")
    st.button("Stop", key=f"stop_{status.key}", on_click=registry().stop, args=(status.key,))
