"""A plan made from what somebody chose: what it will cost, and the button that starts it."""

import json
import threading
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import streamlit as st

from kselect_core.data.catalogue.cards import title_of
from kselect_core.errors import KselectError, StoppedError
from kselect_core.experiments.plan.estimating import PlanEstimate, estimated
from kselect_core.experiments.plan.plan import Plan, make_plan
from kselect_core.experiments.protocol.protocol import Protocol
from kselect_core.results.store import Store
from kselect_core.words.amounts import duration
from kselect_ui.experiments.jobs import Order, experiments
from kselect_ui.experiments.look import KEY
from kselect_ui.experiments.shelf import DIGITS, store, store_path
from kselect_ui.server.messages import plain
from kselect_ui.server.tasks import Told, tasks
from kselect_ui.server.visitors import visitor
from kselect_ui.widgets import linked

VIEW = "xview"
NOTICE = "x_notice"


@dataclass(frozen=True)
class Choice:
    """What somebody wants to run."""

    protocol: Protocol
    datasets: tuple[str, ...]
    splits: int
    variants: tuple[str, ...]
    workers: int

    @property
    def task(self) -> str:
        """Key of the task that plans it: digest of all of it, and where results are kept."""
        facts = [self.protocol.text, self.datasets, self.splits, self.variants, self.workers]
        text = json.dumps([*facts, str(store_path())])
        return f"plan_{sha256(text.encode()).hexdigest()}"


@dataclass(frozen=True)
class Planned:
    """A plan, without its data, and what is left to do of it."""

    plan: Plan
    estimate: PlanEstimate


def plan(choice: Choice, path: Path, *, on_progress: Told, cancel: threading.Event) -> Planned:
    """Make the plan and estimate what is open of it; its data are not kept."""
    prepared = make_plan(
        choice.protocol,
        datasets=choice.datasets,
        splits=choice.splits,
        variants=choice.variants,
    )
    on_progress(1, 2)
    if cancel.is_set():
        raise StoppedError("Planning was stopped.")
    if not path.exists():
        return Planned(prepared.plan, estimated(prepared, workers=choice.workers))
    with Store(path, read_only=True) as existing:
        cost = estimated(prepared, workers=choice.workers, store=existing)
    return Planned(prepared.plan, cost)


def offer(choice: Choice, found: Planned) -> None:
    """Draw what a plan will cost, and the button that starts it."""
    estimate, planned = found.estimate, found.plan
    first, second = st.columns(2)
    done = estimate.tasks - estimate.tasks_open
    first.metric("Tasks", f"{estimate.tasks_open}", help="A split with one kernel, all criteria.")
    second.metric("Time, about", duration(estimate.seconds) if estimate.tasks_open else "none")
    if done:
        st.caption(f"{done} of {estimate.tasks} tasks are known already.")
    for label, reason in planned.left_out:
        st.caption(f"Left out: {plain(label)}: {plain(reason, limit=900)}")
    if estimate.refused:
        st.warning(plain(estimate.refused, limit=600))
    with st.expander("By data set"):
        st.dataframe(
            [
                {
                    "data set": title_of(e.dataset),
                    "open": e.tasks_open,
                    "of": e.tasks,
                    "seconds": e.seconds,
                }
                for e in estimate.by_dataset
            ],
            hide_index=True,
            column_config={"seconds": st.column_config.NumberColumn(format="%.1f")},
            alt="Tasks and seconds of every data set",
        )
    st.button(
        "Start" if estimate.tasks_open else "Show the results",
        type="primary",
        width="stretch",
        key="x_start",
        disabled=bool(estimate.refused),
        on_click=_start,
        args=(choice, planned),
    )


def _start(choice: Choice, planned: Plan) -> None:
    """Start the experiment and look at it."""
    order = Order(planned, store_path(), choice.workers)
    existing = store()
    try:
        if existing is not None:
            existing.register(planned.stored())
        else:
            with Store(order.path) as new:
                new.register(planned.stored())
    except KselectError as error:
        st.session_state[NOTICE] = str(error)
        return
    experiments().start(order, visitor())
    tasks().forget(choice.task)  # what is open changes
    linked.put(KEY, planned.hash[:DIGITS])
    linked.put(VIEW, "results")
