"""Two finished sweeps side by side: what they recommend, what each criterion chooses and costs."""

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.words.amounts import counted
from kselect_core.words.labels import quantities, quantity_text, spread_text, strength
from kselect_core.words.places import drawn_text
from kselect_core.words.recommended import NOTHING, recommended_text
from kselect_core.words.sweeps import kernels_text
from kselect_core.words.verdicts import Verdict, verdicts
from kselect_ui.server.messages import error_in_place, plain
from kselect_ui.sweep import finished, switches
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import linked, short_table

KEY = "compare"


def draw() -> None:
    """Draw the comparison; nothing where there is only one sweep, little before it is asked for."""
    names = finished.titles()
    if len(names) < 2 or not linked.tick("Compare two sweeps", key=KEY):  # noqa: PLR2004 (sides)
        return
    usual = [*list(names)[1:], *names]  # the newest ones; the shipped one is the first
    columns = zip(st.columns(2), ("One", "The other"), strict=True)
    with error_in_place():
        sides = [
            _side(column, label, names, key=f"side_{k}", usual=usual[k])
            for k, (column, label) in enumerate(columns)
        ]
        facts = {names[digest]: _column(finished.load(digest)) for digest in sides}
        alt = "Settings, recommendation and choices of both sweeps"
        table = pd.DataFrame(facts).fillna(short_table.NOTHING)
        short_table.draw(table.rename_axis("").reset_index(), alt=alt)
        st.caption(
            "Choices of kernel and ridge together, mean over the splits; in brackets where a "
            "criterion does not choose the ridge."
        )


def _side(
    column: DeltaGenerator, label: str, names: dict[str, str], *, key: str, usual: str
) -> str:
    """Draw the choice of one side; the link always has it: which one is usual changes by time."""
    wanted = linked.asked(key)
    match = [digest for digest in names if wanted and digest.startswith(wanted)]
    if linked.read(key, "") not in names:
        linked.put(key, match[0] if match else usual)
        linked.answered(key)
        if wanted and not match:
            linked.say(key, f"The sweep {plain(wanted, limit=20)} is not on this computer.")
    with column:
        return linked.one(
            label,
            list(names),
            key=key,
            default="",
            words=names.__getitem__,
            text=lambda digest: digest[: finished.DIGITS],
        )


def _column(sweep: Sweep) -> dict[str, str]:
    """Return what one side says, line by line."""
    chosen = finished.recommended(sweep.digest)
    shown = switches.test_error()
    advice = sweep.said(recommended_text(sweep.config, chosen, sweep.task)) if chosen else NOTHING
    place = finished.place(sweep, None)
    rows = place.part("joint", 0.0, fixed=sweep.start[2])
    every = verdicts(rows, quantities(sweep.config), sweep.config)
    return {
        "data": sweep.name,
        "learner": place.learner_text,
        "grid": f"{kernels_text(sweep.config)}, {len(sweep.config.lambdas)} "
        f"{strength(sweep.config)}",
        "splits": f"{counted(sweep.config.repeats, 'split')}, {drawn_text(sweep.config)}",
        **({"recommended": advice} if shown else {}),
        **{quantity_text(one.quantity): _choice(one, sweep.task, shown=shown) for one in every},
    }


def _choice(verdict: Verdict, task: str, *, shown: bool) -> str:
    if not verdict.splits:
        return verdict.reason or "no choice"
    error = f" · {spread_text(verdict.test_error, verdict.test_error_sd, task)}" if shown else ""
    return f"{verdict.chosen_text}, {verdict.strength} = {verdict.judged_at}{error}"
