"""Choose a protocol, data sets, splits and variants, and have them planned."""

from functools import partial

import streamlit as st

from kselect_core.data.catalogue.cards import title_of
from kselect_core.errors import KselectError
from kselect_core.experiments.plan.plan import MOST_SPLITS
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.experiments.report.reporting import MAIN
from kselect_core.plotting.experiments.printed_against_ours import ITSELF
from kselect_ui.door.sharing import shared
from kselect_ui.experiments.jobs import MOST_WORKERS, WORKERS
from kselect_ui.experiments.planning import NOTICE, Choice, Planned, offer, plan
from kselect_ui.experiments.protocols import keep, names, protocol_of, size_of, there
from kselect_ui.experiments.shelf import store_path
from kselect_ui.server.messages import plain
from kselect_ui.sweep.offer import offered
from kselect_ui.widgets import linked

PROTOCOL, DATA, SPLITS, VARIANTS, WORK = "xp", "xd", "xs", "xv", "xw"
FIRST = "sm-table2"
SMALL = 400  # points of a data set that takes seconds
UPLOAD, REFUSED, SHOWN = "x_upload", "x_refused", "x_protocol_shown"


def draw() -> None:
    """Draw the choice and the way to start it."""
    notice = st.session_state.pop(NOTICE, "")
    if notice:
        st.error(plain(notice, limit=600))
    left, right = st.columns([1.5, 1], gap="large")
    with left:
        protocol = _protocol()
        datasets = _datasets(protocol)
        variants = _variants(protocol)
    with right:
        splits = _splits(protocol)
        workers = int(
            linked.slide(
                "Worker processes",
                [float(k) for k in range(1, MOST_WORKERS + 1)],
                key=WORK,
                default=float(WORKERS),
                help="Each takes one processor core.",
            )
        )
        choice = Choice(protocol, tuple(datasets), splits, tuple(variants), workers)
        problem = _problem(choice)
        if problem:
            st.info(problem)
            return
        chosen = offered(
            choice.task,
            title=f"Plan {protocol.name}",
            button="Plan and estimate",
            seconds=2.0 + 0.3 * len(datasets),
            work=partial(plan, choice, store_path()),
        )
        if isinstance(chosen, Planned):
            offer(choice, chosen)
        else:
            st.caption(
                "Reads the data sets and times a few tasks; nothing is started. Every result is "
                "kept at once: you may stop, close the browser or the computer, and continue later."
            )


def _protocol() -> Protocol:
    shipped = names()
    key = linked.one(
        "Protocol", list(shipped), key=PROTOCOL, default=FIRST, words=lambda name: shipped[name]
    )
    protocol = protocol_of(key)
    _begin_anew(protocol)
    st.caption(plain(f"{protocol.about} {protocol.source}", limit=1200))
    with st.expander("A protocol of your own (TOML)"):
        if shared():  # a protocol may name files of the computer it is carried out on
            st.caption("On a shared server only the protocols of the papers can be run.")
        else:
            st.file_uploader("Protocol", type="toml", key=UPLOAD, on_change=_brought)
        refused = st.session_state.pop(REFUSED, "")
        if refused:
            st.error(plain(refused, limit=1200))
        st.caption("Start from one of the papers: change it, rename it, upload it.")
        st.download_button(
            "The chosen protocol (TOML)",
            protocol.text,
            f"{protocol.name}.toml",
            "application/toml",
            on_click="ignore",
            key="x_protocol_file",
        )
        st.code(protocol.text, language="toml", height=300)
    return protocol


def _begin_anew(protocol: Protocol) -> None:
    """Let another protocol start from its own data sets, splits and variants."""
    before = st.session_state.get(SHOWN, protocol.text)
    st.session_state[SHOWN] = protocol.text
    if before != protocol.text:
        for key in (DATA, SPLITS, VARIANTS):
            linked.forget(key)


def _brought() -> None:
    """Keep an uploaded protocol and choose it, or remember why not."""
    file = st.session_state[UPLOAD]
    if file is None:
        return
    try:
        linked.put(PROTOCOL, keep(file.getvalue()))
    except KselectError as error:
        st.session_state[REFUSED] = f"{file.name}: {error}"


def _datasets(protocol: Protocol) -> list[str]:
    reasons = {label: there(label, protocol) for label in protocol.datasets}
    present = [label for label, reason in reasons.items() if not reason]
    absent = {label: reason for label, reason in reasons.items() if reason}
    chosen: list[str] = []
    if present:
        chosen = linked.several(
            "Data sets",
            present,
            key=DATA,
            default=present,
            words=lambda label: plain(title_of(label)),
        )
        with st.container(horizontal=True, gap="small"):
            small = [label for label in present if size_of(label, protocol) <= SMALL]
            for words, names in (("All", present), (f"Up to {SMALL} points", small), ("None", [])):
                st.button(
                    words,
                    key=f"x_pick_{words}",
                    type="tertiary",
                    on_click=linked.put,
                    args=(DATA, names),
                )
    if absent:
        grey = ", ".join(f":gray[{plain(label)}]" for label in absent)
        st.caption(f"Not on this computer: {grey}")
        with st.expander("How to get them"):
            for label, reason in absent.items():
                st.markdown(f"{plain(label)}: {plain(reason, limit=700)}")
    return chosen


def _splits(protocol: Protocol) -> int:
    usual = protocol.settings.get("repeats", 30 if protocol.kind == "small_samples" else 5)
    return linked.whole(
        "Splits" if protocol.kind == "sweep" else "Repetitions",
        key=SPLITS,
        default=int(usual),
        help=f"The protocol asks for {usual}. A finished experiment continues with more splits.",
    )


def _variants(protocol: Protocol) -> list[str]:
    if not protocol.variants:
        return [""]
    words = {MAIN: ITSELF} | {v.name: f"{v.name}: {v.about}" for v in protocol.variants}
    chosen = linked.several(
        "Side by side",
        list(words),
        key=VARIANTS,
        default=[MAIN],
        words=lambda name: plain(words[name], limit=90),
    )
    return ["" if name == MAIN else name for name in chosen]


def _problem(choice: Choice) -> str:
    """Return why nothing can be planned, in words; nothing if it can."""
    if not choice.datasets:
        return "Choose at least one data set that is on this computer."
    if not choice.variants:
        return "Choose the protocol itself or at least one variant."
    if not 1 <= choice.splits <= MOST_SPLITS:
        return f"The number of splits is a whole number from 1 to {MOST_SPLITS}."
    if not 1 <= choice.workers <= MOST_WORKERS:
        return f"Worker processes: from 1 to {MOST_WORKERS}."
    return ""
