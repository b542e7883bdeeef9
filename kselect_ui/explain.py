"""What a criterion is: formula, direction, evidence, source, cost, and what is odd about it."""

import streamlit as st

from kselect_core.criteria import CRITERIA
from kselect_core.selection.config import SweepConfig
from kselect_ui.labels import FORMULAS, quantity_key, quantity_text
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


LEARNERS = {
    "krr": r"f(x)=\sum_i\alpha_i k(x_i,x),\qquad (K+\mu I)\,\alpha=y",
    "lssvm": (
        r"f(x)=\sum_i\alpha_i k(x_i,x)+b,\qquad "
        r"(K+\mu I)\,\alpha+b\mathbf 1=y,\ \mathbf 1^\top\alpha=0"
    ),
}
RIDGES = {
    "n_lambda": "μ = nλ, n the number of points that are fitted: a fold uses its own, smaller n",
    "lambda": "μ = λ, whatever the number of points",
}
PREPARATIONS = {
    "standardise": "every feature has mean 0 and variance 1 on the training part",
    "minmax": "every feature runs from 0 to 1 on the training part",
    "none": "features are used as they are",
}


def panel(config: SweepConfig, shown: tuple[str, ...]) -> None:
    """Draw the explanation of everything shown; its body runs only when it is open."""
    place = st.expander("What am I looking at? The formulas", key="formulas", on_change="rerun")
    if not place.open:
        return
    with place:
        st.markdown(
            "Each curve is one criterion: a number computed from the kernel matrix of the "
            "**training part** (and its labels) that is meant to tell how well a kernel will do. "
            "No criterion sees the test part. A pin marks the kernel a criterion would choose; "
            "its **regret** is the test error there minus the lowest test error on the grid."
        )
        _setting(config)
        for quantity in shown:
            _one(quantity)


def _setting(config: SweepConfig) -> None:
    """Draw what all criteria have in common: preparation, kernels, learner, ridge."""
    st.markdown("##### The kernels and the learner")
    for family in config.candidates:
        st.latex(FORMULAS[family.convention])
    st.latex(LEARNERS[config.learner])
    st.markdown(
        f"{RIDGES[config.ridge]}. Preparation: {PREPARATIONS[config.preprocessing]}; the test "
        "part is transformed in the same way and never looked at."
    )


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
