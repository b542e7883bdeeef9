"""What a criterion is: formula, direction, evidence, source, cost, and what is odd about it."""

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitPageNotFoundError

from kselect_core.criteria import COSTS, CRITERIA, EVIDENCE
from kselect_core.criteria.base import Criterion
from kselect_core.kernels import KERNELS
from kselect_core.learners import LEARNERS
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.worked import Outcome
from kselect_core.words.glossary import DIRECTIONS
from kselect_core.words.labels import quantity_key, quantity_text, spelled_out
from kselect_ui import PAGES
from kselect_ui.server.messages import plain
from kselect_ui.sweep import places, worked

RIDGES = {
    "n_lambda": "μ = nλ, n the number of points that are fitted: a fold uses its own, smaller n",
    "lambda": "μ = λ, whatever the number of points",
}
COST_RIDGE = (
    "C weighs the errors against ‖w‖²; μ = 1/(2C) is the ridge of a least-squares fit that weighs "
    "them alike. Fewer training points (folds, a point left out) keep C"
)
PREPARATIONS = {
    "standardise": "every feature has mean 0 and variance 1 on the training part",
    "minmax": "every feature runs from 0 to 1 on the training part",
    "none": "features are used as they are",
}


def panel(config: SweepConfig, shown: tuple[str, ...], at: worked.Point | None = None) -> None:
    """Draw the explanation of everything shown, with the numbers at a point of a finished sweep.

    Its body runs only when it is open.
    """
    back = places.returned() if at else ""
    place = st.expander(
        "The formulas",
        expanded=bool(back),
        key="formulas",
        on_change="rerun",
    )
    if not place.open:
        return
    with place:
        _setting(config)
        numbers = worked.numbers(at, shown) if at else {}
        with st.container(key=places.FORMULAS):
            tabs = _tabs(shown, back)
        for tab, quantity in zip(tabs, shown, strict=True):
            with tab:
                _one(quantity, numbers.get(quantity))
        if numbers:
            places.keep_view()
    if back:
        places.scroll_to_formulas()


def _tabs(shown: tuple[str, ...], first: str) -> Sequence[DeltaGenerator]:
    names = [plain(quantity_text(quantity)) for quantity in shown]
    default = names[shown.index(first)] if first in shown else None
    return st.tabs(names, default=default) if names else []


def _setting(config: SweepConfig) -> None:
    """Draw what all criteria have in common: preparation, kernels, learner, ridge."""
    st.markdown("##### The kernels and the learner")
    for family in config.candidates:
        st.latex(KERNELS[family.kernel].latex(family.convention))
    st.latex(LEARNERS[config.learner].formula)
    ridge = COST_RIDGE if config.C else RIDGES[config.ridge]
    st.markdown(
        f"{ridge}. Preparation: {PREPARATIONS[config.preprocessing]}; the test "
        "part is transformed in the same way and never looked at."
    )


def _one(quantity: str, outcome: Outcome | None) -> None:
    criterion = CRITERIA[quantity_key(quantity)]
    full = plain(spelled_out(quantity))
    st.markdown(f"**{full}.** {criterion.summary} {DIRECTIONS[criterion.better]}.")
    if criterion.oddity:  # the answer to "why does it fail?" is seen without scrolling
        st.markdown(f"*Keep in mind:* {criterion.oddity}")
    st.latex(criterion.formula)
    if outcome is not None:
        _numbers(quantity, outcome)
    _further(criterion)
    cost, work = COSTS[criterion.cost]
    st.caption(
        f"Evidence: {EVIDENCE[criterion.evidence]}. Cost: {cost}, {work}. "
        f"Source: {plain(criterion.source, limit=500)}"
    )


def _further(criterion: Criterion) -> None:
    """Draw the links to what a criterion rewards, and to the small case that shows it."""
    with st.container(horizontal=True, gap="small"), suppress(StreamlitPageNotFoundError):
        if criterion.rewards:
            st.page_link(PAGES / "rewards.py", label="what it rewards")
        small_case(criterion, "a small case that shows it")


def small_case(criterion: Criterion, label: str) -> None:
    """Draw the link to the small case on Bounds that shows what a criterion does, if it has one."""
    if criterion.small_case:
        case = {"demo": criterion.name}
        st.page_link(PAGES / "bounds.py", label=label, query_params=case)


def _numbers(quantity: str, outcome: Outcome) -> None:
    """Draw the formula with numbers and its terms, each group with the link to its place."""
    if isinstance(outcome, str):
        st.info(f"No value here: {plain(outcome, limit=600)}")
        return
    st.latex(worked.equation(outcome))
    if outcome.identity:
        st.latex(rf"\small {outcome.identity}")
    terms = (*outcome.terms, *outcome.besides)
    for name in dict.fromkeys(term.place for term in terms):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            values = " · ".join(worked.text(term) for term in terms if term.place == name)
            st.markdown(values, width="content")
            if name:
                places.link(name, quantity)
