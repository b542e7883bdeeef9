"""Small live cases: why criteria, steps of proofs and printed constants fail; the switch of all."""

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st

from kselect_core import views
from kselect_core.learners import LEARNERS
from kselect_core.theory.counterexamples import VARIANCES
from kselect_core.views import View
from kselect_core.views.bounds import proofs
from kselect_ui.figures.shown import show
from kselect_ui.server.messages import plain
from kselect_ui.server.shelf import shelf
from kselect_ui.widgets import charts, linked, short_table


class Way(NamedTuple):
    """A case: its name on the switch, what draws its sliders and returns their values, its view."""

    name: str
    options: Callable[[], dict[str, Any]]
    view: View[Any, ...]


def draw() -> None:
    """Draw the case chosen: words and sliders on the left, the picture on the right."""
    names = {key: way.name for key, way in WAYS.items()} | {"more": "more cases"}
    st.header("Why they behave as they do", anchor=False)
    key = linked.switch("Case", tuple(names), key="demo", words=names.__getitem__)
    if key not in WAYS:
        _more()
        return
    (_, options, view), at = WAYS[key], views.Cases(shelf())
    left, right = charts.beside([36, 64])
    with left:
        values = options()
        st.markdown(view(at, **values).finding)
    with right:
        show(view, at, **values)


def _labels() -> dict[str, Any]:
    share = _slider("Share of labels shuffled, %", 0, 100, 100, key="shuffle", step=10)
    return {"share": share / 100}


def _ideal() -> dict[str, Any]:
    n = _slider("Points n", 10, 100, 40, key="sm_n", step=10)
    plus = _slider("Positive points, %", 10, 50, 50, key="sm_plus", step=10)
    return {"n": n, "n_plus": n * plus // 100}


def _removed() -> dict[str, Any]:
    return {"n": _slider("Points n", 10, 40, 25, key="sps_n", step=5)}


def _similar() -> dict[str, Any]:
    percent = _slider("Similarity s of the two points, %", 0, 100, 50, key="similar", step=5)
    return {"similarity": percent / 100}


def _one_input() -> dict[str, Any]:
    learner = linked.switch(
        "Learner", tuple(VARIANCES), key="fair", words=lambda name: LEARNERS[name].sentence
    )
    tenths = linked.along(
        f"log₁₀ {'λ' if learner == 'svm' else 'κ'}",
        range(-30, 11, 5),
        key="fair_log",
        default=-20,
        words=lambda value: f"{value / 10:+.1f}",
    )
    return {"learner": learner, "value": 10.0 ** (tenths / 10)}


WAYS = {
    "fsm": Way("FSM of the identity", _labels, views.fsm_of_any_labels),
    "sm": Way("SM: a tie", _ideal, views.spectral_measure_tie),
    "sps": Way("exact SPS", _removed, views.penalty_of_shifts),
    "weyl": Way("Weyl's step", _similar, views.norm_above_shifts),
    "variance": Way("variance of CV", _one_input, views.variance_above_bounds),
}


def _more() -> None:
    """Draw the cases that need no picture."""
    alt = "Claims and the numbers that contradict them"
    short_table.draw(proofs.claims(), alt=alt)
    st.markdown("  \n".join(plain(text, limit=600) for text in proofs.of_every_sample()))


def _slider(label: str, low: int, high: int, usual: int, *, key: str, step: int) -> int:
    """Draw a slider that stands in the link; returns its value."""
    return linked.span(label, low, high, key=key, default=usual, step=step)
