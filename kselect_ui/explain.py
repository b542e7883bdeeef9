"""What a criterion is: formula, direction, evidence, source, cost, and what is odd about it."""

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_ui.labels import quantity_key, quantity_text
from kselect_ui.messages import plain

EVIDENCE = {
    "stated": "stated in the paper",
    "standard": "standard",
    "reconstructed": "best reading: the source was not available",
    "ours": "ours",
}
COSTS = {
    "n2": "cheap: n² operations per kernel, no decomposition",
    "lanczos": "medium: a few Lanczos steps, shared by all folds and all λ",
    "n3": "dear: one eigendecomposition per kernel (n³), shared by all λ",
}
DIRECTIONS = {"lower": "the lowest value is chosen", "higher": "the highest value is chosen"}


def criteria(shown: tuple[str, ...]) -> None:
    """Draw the explanation of every criterion shown; its body runs only when it is open."""
    panel = st.expander("What am I looking at? The formulas", key="formulas", on_change="rerun")
    with panel:
        if not panel.open:
            return
        st.markdown(
            "Each curve is one criterion: a number computed from the kernel matrix of the "
            "**training part** (and its labels) that is meant to tell how well a kernel will do. "
            "No criterion sees the test part. A pin marks the kernel a criterion would choose; "
            "its **regret** is the test error there minus the lowest test error on the grid."
        )
        for quantity in shown:
            _one(quantity)


def _one(quantity: str) -> None:
    criterion = CRITERIA[quantity_key(quantity)]
    st.markdown(f"##### {plain(quantity_text(quantity))}")
    st.latex(criterion.formula)
    st.markdown(
        f"{criterion.summary} *Direction:* {DIRECTIONS[criterion.better]}. "
        f"*Evidence:* {EVIDENCE[criterion.evidence]}. *Cost:* {COSTS[criterion.cost]}."
    )
    if criterion.oddity:
        st.markdown(f"*What is odd about it:* {criterion.oddity}")
    st.caption(f"Source: {plain(criterion.source, limit=500)}")
