"""What the views of the page about rewards share: which criteria, and a result or its offer."""

from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from kselect_core.selection.machines.stand_in import in_least_squares
from kselect_core.selection.places.cursor import family_of
from kselect_core.views.rewards.place import RewardsAt
from kselect_core.words.labels import kernel_name, quantities, readable
from kselect_ui.server.shelf import key_of
from kselect_ui.sweep import offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import unseen
from kselect_ui.widgets.state import View

At = TypeVar("At", bound=RewardsAt[Any])


def computed(at: At, *, title: str, button: str, about: str = "") -> At | None:
    """Return a place with its result, at once where that is quick; else None, and it is offered."""
    result = offer.result(
        key_of("rewards", at),
        at.compute,
        title=title,
        button=button,
        seconds=lambda: at.seconds,
        about=about,
    )
    return None if result is None else replace(at, ready=result)


def shown(sweep: Sweep, seen: View) -> tuple[str, ...]:
    """Return the criteria that are drawn: those switched on; all of them where machines are."""
    every = quantities(in_least_squares(sweep.config))
    return every if sweep.config.C else tuple(q for q in seen.shown if q in every)


def alone(sweep: Sweep, kernel: str) -> bool:
    """Say so where a family has one kernel only; returns whether it has."""
    if len(family_of(sweep.config, kernel).points) > 1:
        return False
    st.info(
        f"The {kernel_name(kernel)} family of this sweep has one kernel: there is "
        "nothing to choose. Choose another kernel above, or build a grid on Sweep."
    )
    return True


def nothing_shown() -> str:
    """Say that no criterion is switched on; returns the finding, which is empty then."""
    unseen.no_criterion()
    return ""


def note_of_machines(sweep: Sweep, seen: View) -> None:
    """Say what stands for the machines of a sweep; nothing where there are none."""
    if sweep.config.C:
        st.info(
            "This sweep has support vector machines; what is shown here is made for least squares. "
            f"A least-squares SVM with the ridge μ = 1/(2C) = {readable(seen.lam)}, which weighs "
            "errors as much as the machine, is shown instead; criteria of the machine alone "
            "are left out."
        )
