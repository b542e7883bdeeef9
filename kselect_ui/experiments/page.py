"""The page of experiments: results that are there, and the way to new ones."""

from types import MappingProxyType

import streamlit as st

from kselect_core.experiments import views
from kselect_core.experiments.protocol.protocol import Silent
from kselect_core.experiments.report import words as report_words
from kselect_core.experiments.report.grids import failures, remarks, variants
from kselect_core.experiments.views import ExperimentAt
from kselect_ui.experiments import choose as experiments_choose, progress, tables, take, together
from kselect_ui.experiments.jobs import experiments as book_keeper
from kselect_ui.experiments.look import chosen, chosen_row, chosen_test, looked_at
from kselect_ui.experiments.planning import VIEW
from kselect_ui.experiments.reading import readings
from kselect_ui.experiments.shelf import Experiment
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.widgets import charts, linked

WORDS = MappingProxyType({"results": "Results", "choose": "Choose and start"})
ABOUT = (
    "An experiment asks the same question many times. Every data set is split at random into a "
    "training and a test part, again and again (with the classes in the same shares, unless the "
    "protocol says otherwise). Each criterion chooses a kernel on the training part. The test "
    "error of its choice stands beside the one that a paper printed."
)


OPEN = "What the paper leaves open, and what was used here"


def chosen_view() -> str:
    """Draw what the page is about and the switch between its views; returns the view."""
    st.markdown(ABOUT)
    return linked.switch("View", tuple(WORDS), key=VIEW, words=lambda key: WORDS[key])


def choose() -> None:
    """Draw the way to a new experiment."""
    experiments_choose.draw()


def results() -> None:
    """Draw an experiment, as far as it is."""
    left, right = st.columns([2, 1], gap="medium")
    with left:
        experiment = chosen()
    with right:
        test = chosen_test(experiment)
    done = experiment.done()
    running = bool(progress.elsewhere(experiment)) or _active(experiment.plan.hash)
    reading = readings().of(experiment, test, done, grows=running)
    progress.watch(experiment, test)
    reason = readings().reason(experiment, test)
    if reason:
        st.warning(plain(reason, limit=600))
    if reading is None or not len(reading.content.results):
        if not running and not reason:
            st.info("Nothing is finished yet: Resume continues.")
        return
    _show(experiment, looked_at(experiment, test, reading))


def _show(of: Experiment, at: ExperimentAt) -> None:
    sentences = views.finding(at)
    verdict, *details = [plain(text, limit=600) for text in sentences] or [""]
    st.markdown(verdict)
    st.caption(plain(views.names_in_full(at), limit=1000))
    of_time = at.content.measure == "seconds"
    if of_time:
        _runtimes(at)
        st.header("Test errors", anchor=False)
    _together(at)
    st.markdown("  \n".join(details))
    left, right = charts.beside([63, 37])
    with left, error_in_place():
        tables.results(at)
        st.caption(plain(" ".join(report_words.reading(at.part)), limit=900))
        tables.sheet(at)
    with right:
        show(views.printed_beside_ours, at)
    _splits(at)
    if not of_time:
        _runtimes(at)
    _open_points(at)
    take.panel(of, at, "\n".join(sentences))


def _together(at: ExperimentAt) -> None:
    """Draw what all data sets say together."""
    left, right = charts.beside([1, 1])
    with left:
        st.header("Ranks over the data sets", anchor=False)
        show(views.average_ranks, at)
    with right:
        st.header("Who beats whom", anchor=False)
        with error_in_place():
            together.wins(at)
        with error_in_place():
            together.together(at)


def _splits(at: ExperimentAt) -> None:
    st.header("Every split", anchor=False)
    name = chosen_row(at)
    left, right = charts.beside([1, 1])
    with left:
        show(views.every_split, at, row=name)
    with right, error_in_place():
        tables.split_values(at, name)


def _runtimes(at: ExperimentAt) -> None:
    if not len(at.part.runtime):
        return
    st.header("Run time", anchor=False)
    with error_in_place():
        tables.times(at)
    show(views.times_as_ratios, at)


def _open_points(at: ExperimentAt) -> None:
    content = at.content
    if content.silent:
        st.header(OPEN, anchor=False)
        st.markdown("\n".join(f"- {_open_point(silent)}" for silent in content.silent))
    if content.variants:
        if not content.silent:
            st.header("Variants", anchor=False)
        st.caption("Variants side by side: means")
        tables.draw_beside(at)
        tables.draw(variants(content))
    for grid in (remarks(content), failures(content)):
        if grid.rows:
            with st.expander(grid.title):
                tables.draw(grid)
    for label, reason in at.plan.left_out:
        st.caption(f"Left out: {plain(label)}: {plain(reason, limit=600)}")


def _open_point(silent: Silent) -> str:
    """Return one thing that the source does not say: what was taken, why, what else could be."""
    others = f" Others: {plain(', '.join(silent.others))}." if silent.others else ""
    choice, why = plain(silent.here), plain(silent.why, limit=600)
    return f"**{plain(silent.field)}**: {choice}. {why}{others}"


def _active(digest: str) -> bool:
    status = book_keeper().status(digest)
    return status is not None and status.active
