"""Cards of what was swept: open, go on, use its settings, delete."""

import streamlit as st

from kselect_core.errors import KselectError
from kselect_core.results.run_names import Label, label_of, put_label
from kselect_core.results.runs import Run
from kselect_core.selection import SweepConfig
from kselect_core.words.amounts import counted, duration
from kselect_core.words.labels import kernels_counted
from kselect_ui.grid import builder
from kselect_ui.grid.progress import gaps
from kselect_ui.server import runs
from kselect_ui.server.messages import plain
from kselect_ui.sweep import datasets, finished
from kselect_ui.sweep.launch import NOTICE, open_run, remove, resume, when

SHOWN = 8
MANY = 4  # runs from which on there is a search
UNSTRATIFIED = (
    "The splits of these settings are drawn without regard to classes (stratified = false). A "
    "sweep that is set up here has the classes in the same shares in every part. The command line "
    "and Python keep the settings as they are."
)
MARKS = {
    "finished": ":green-badge[finished]",
    "cancelled": ":orange-badge[stopped]",
    "failed": ":red-badge[failed]",
    "running": ":blue-badge[running elsewhere]",
}


def draw() -> None:
    """Draw the cards, newest first, and what in the folder is not a run."""
    notice = st.session_state.pop(NOTICE, "")
    if notice:
        st.error(plain(notice, limit=400))
    every, unreadable = runs.every_run()
    runs_here = [run for run in every if runs.is_seen(run)]
    st.subheader("Runs", anchor=False)
    if not runs_here and not runs.active():
        st.caption("None yet. Your runs stay here, even after the program has ended.")
    names = finished.titles()
    matching = _found(runs_here, names)
    for run in matching[:SHOWN]:
        with st.container(border=True):
            _card(run, names)
    if len(matching) > SHOWN:
        with st.expander(counted(len(matching) - SHOWN, "older run")):
            for run in matching[SHOWN:]:
                with st.container(border=True):
                    _card(run, names)
    for entry in unreadable:
        st.caption(f"⚠ {plain(entry.name, limit=40)}: {plain(entry.reason)}")


def _found(runs_here: list[Run], names: dict[str, str]) -> list[Run]:
    """Draw the search where there are many runs; returns those that have all its words."""
    if len(runs_here) < MANY:
        return runs_here
    words = st.text_input("Find a run", key="find_run", placeholder="name, note, data, settings")
    return [run for run in runs_here if _has(run, names, words.casefold().split())]


def _has(run: Run, names: dict[str, str], words: list[str]) -> bool:
    texts = (*label_of(run.digest), names.get(run.digest, ""), run.title, run.digest, run.state)
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


def _card(run: Run, names: dict[str, str]) -> None:
    st.markdown(
        f"{MARKS[run.state]} {plain(names.get(run.digest) or run.title or run.digest[:12])}"
    )
    note = label_of(run.digest).note
    if note:
        st.markdown(plain(note, limit=2000))
    st.caption(f"{when(run.saved)} · {_done(run)} · {duration(run.seconds)} · {run.digest[:12]}")
    answers = reading_of(run)
    if answers:
        st.caption(f"Its table was read with {answers}")
    if run.reason:
        show = st.error if run.state == "failed" else st.caption
        show(plain(run.reason, limit=400))
    with st.container(horizontal=True):
        _actions(run)
        if run.undefined:
            _undefined(run)


def _done(run: Run) -> str:
    """Return how much of a run is there."""
    if run.state == "finished":
        config = runs.config_of(run)
        if config is None:
            return counted(run.total, "kernel")
        splits, kernels = config.repeats, kernels_counted(config)
        return f"{kernels} × {counted(splits, 'split')}" if splits > 1 else kernels
    done = f"{run.done} of {run.total}"
    behind = run.state == "cancelled" and run.done == run.total
    return f"{done}, of some the order is still to be settled by more rows" if behind else done


def reading_of(run: Run) -> str:
    """Return with which answers the table of a run was read; nothing where none was needed."""
    config = runs.config_of(run)
    answers = config.reading if config else ()
    return ", ".join(f"{plain(option)}: {plain(_text(value))}" for option, value in answers)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _undefined(run: Run) -> None:
    """Say how many values do not exist and, when asked, why."""
    place = st.popover(
        f"{run.undefined} undefined", key=f"undefined_{run.digest}", on_change="rerun"
    )
    if place.open:
        with place:
            try:
                gaps(runs.load_run(run.digest)[1])
            except KselectError as error:
                st.caption(plain(error))


def _actions(run: Run) -> None:
    if run.state == "finished":
        st.button(
            "Open in Explore", key=f"open_{run.digest}", on_click=open_run, args=(run.digest,)
        )
    elif run.state in ("cancelled", "failed"):
        word = "Resume" if run.state == "cancelled" else "Try again"
        st.button(word, key=f"resume_{run.digest}", on_click=resume, args=(run,))
    st.button(
        "Settings",
        key=f"settings_{run.digest}",
        on_click=_use_settings,
        args=(run,),
        help="Puts its data set, grid and criteria into the builder.",
    )
    if not runs.is_own(run.digest, run.owners):
        return
    with st.popover("Name"):
        _label(run)
    with st.popover("Delete"):
        st.button(
            "Delete this run for good",
            key=f"delete_{run.digest}",
            on_click=remove,
            args=(run.digest,),
        )


def _label(run: Run) -> None:
    """Draw the form for the name and the note of a run."""
    label = label_of(run.digest)
    with st.form(f"label_{run.digest}", border=False):
        st.text_input("Name", label.name, key=f"name_{run.digest}", max_chars=120)
        st.text_area("Note", label.note, key=f"note_{run.digest}", max_chars=2000)
        st.form_submit_button("Keep", on_click=_keep_label, args=(run.digest,))


def _keep_label(digest: str) -> None:
    words = (str(st.session_state[f"{field}_{digest}"]).strip() for field in Label._fields)
    try:
        put_label(digest, Label(*words))
    except KselectError as error:
        st.session_state[NOTICE] = str(error)


def _use_settings(run: Run) -> None:
    config = runs.config_of(run)
    if config is None:
        st.session_state[NOTICE] = "The settings of this run cannot be read by this version."
        return
    use_settings(config)


def use_settings(config: SweepConfig) -> None:
    """Put data set, grid and criteria into the builder; call it from a callback."""
    builder.fill(config)
    st.session_state[builder.UNFOLDED] = True
    if not config.stratified:
        st.session_state[NOTICE] = UNSTRATIFIED
    try:
        datasets.use(datasets.name_of(config), config.positive, config.multiclass)
    except KselectError as error:
        st.session_state[NOTICE] = str(error)
