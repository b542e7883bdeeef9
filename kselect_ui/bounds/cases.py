"""Small live cases: why some steps of proofs and some printed constants fail; the switch of all."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from kselect_core.plotting.terms.demonstrations import variance_figure, weyl_figure
from kselect_core.theory import counterexamples
from kselect_ui.bounds import code, demos
from kselect_ui.bounds.numbers import short
from kselect_ui.bounds.page import LEARNERS
from kselect_ui.bounds.panels import show, slider
from kselect_ui.server.messages import plain
from kselect_ui.widgets import charts, linked

CASES = {
    "svm": counterexamples.svm_variance,
    "krr": counterexamples.krr_variance,
    "lssvm": counterexamples.lssvm_variance,
}


def draw() -> None:
    """Draw the case chosen: words and sliders on the left, the picture on the right."""
    ways: dict[str, tuple[str, Callable[[], None]]] = {
        "fsm": ("FSM of the identity", demos.fsm),
        "sm": ("SM: a tie", demos.sm),
        "sps": ("exact SPS", demos.sps),
        "weyl": ("Weyl's step", weyl),
        "variance": ("variance of CV", variance),
        "more": ("more cases", more),
    }
    st.header("Why they behave as they do", anchor=False)
    way = linked.switch("Case", tuple(ways), key="demo", words=lambda key: ways[key][0])
    ways[way][1]()


def weyl() -> None:
    """Draw the norm of K − Kⁱ above the largest shift of an eigenvalue, for two points."""
    left, right = charts.beside([36, 64])
    with left:
        percent = slider("Similarity s of the two points, %", 0, 100, 50, key="similar", step=5)
        s = percent / 100
        case = counterexamples.weyl_step(s)
        st.markdown(
            "The proof of SPS takes ‖K − Kⁱ‖ to be at most the largest shift of an eigenvalue. "
            "Weyl's inequality says the opposite. Two points are enough: at "
            f"s = {short(s)} the norm is **{short(case.norm, 4)}**, the shifts are "
            f"{short(case.shifts[0])} and {short(case.shifts[1])}.  \n"
            "The eigenvectors turn when a point leaves; eigenvalues alone do not see that."
        )
    with right:
        path = counterexamples.weyl_path()
        show(
            "demo_weyl",
            "Norm and largest eigenvalue shift for two points",
            weyl_figure(path.x, path.columns["norm"], path.columns["shift"], cursor=s),
            pd.DataFrame({"s": path.x, **path.columns}),
            "K = [[1, s], [s, 1]]; its second point is removed.",
            code.of_demonstration(
                "counterexamples",
                "weyl_path",
                "weyl_figure",
                "path = weyl_path()",
                'norm, shift = path.columns["norm"], path.columns["shift"]',
                f"figure = weyl_figure(path.x, norm, shift, cursor={s!r})",
            ),
        )


def variance() -> None:
    """Draw the variance of two-fold CV of one input point with the bounds of it."""
    left, right = charts.beside([36, 64])
    with left:
        learner = linked.switch("Learner", tuple(CASES), key="fair", words=LEARNERS.__getitem__)
        symbol = "λ" if learner == "svm" else "κ"
        power = slider(
            f"log₁₀ {symbol}", -30, 10, -20, key="fair_log", step=5, words="{:+.1f}", scale=10
        )
        x = 10.0 ** (power / 10)
        case = CASES[learner](x)
        st.markdown(_fair(learner, symbol, x, case))
    with right:
        path = counterexamples.variance_path(learner)
        title = f"{symbol}{' at κ = 1' if learner == 'svm' else ' at λ = 1'}"
        show(
            "demo_variance",
            "Variance of two-fold CV and the bounds of it",
            variance_figure(path.x, path.columns, title=title, cursor=x),
            pd.DataFrame({symbol: path.x, **path.columns}),
            "One input point, fair labels −1 and +1, n = 2, k = 2: all four samples are known, "
            "and so is the variance. Where the green line is above a bound, the bound is false.",
            code.of_demonstration(
                "counterexamples",
                "variance_path",
                "variance_figure",
                f"path = variance_path({learner!r})",
                f"figure = variance_figure(path.x, path.columns, title={title!r}, cursor={x!r})",
            ),
        )


def _fair(learner: str, symbol: str, x: float, case: counterexamples.CvVariance) -> str:
    numbers = (
        f"At {symbol} = {short(x)} the variance is **{short(case.variance)}**, the bound "
        f"{short(case.bound.printed)} as printed and {short(case.bound.proved)} as its proof "
        "gives it."
    )
    if learner == "svm":
        return (
            "C3 is printed with λ where the box 1/(2λ) of the dual variables belongs: the freer "
            "the machine, the smaller the printed bound. With one input point and fair labels "
            f"each fold is right or wrong by chance. {numbers}"
        )
    if learner == "lssvm":
        return (
            "The proof takes the stability of the loss for the variance of a hold-out error. One "
            "training point needs no kernel: the offset is its label, and the held-out label "
            f"agrees or does not, however stable the kernel is. {numbers}"
        )
    return (
        "The proof takes the stability of the loss for the variance of a hold-out error. "
        "A kernel near 0 makes every fit near 0, hence stable; but the loss on the held-out label "
        f"still varies with it. {numbers}"
    )


def more() -> None:
    """Draw the cases that need no picture."""
    rows = pd.DataFrame(
        {
            "what is claimed": words,
            "left side": short(pair.claimed_smaller),
            "right side": short(pair.claimed_larger),
            "": "false" if pair.false else "true",
        }
        for words, pair in counterexamples.further_cases()
    )
    st.dataframe(rows, hide_index=True, alt="Claims and the numbers that contradict them")
    shift, norm = counterexamples.worst_case_of_one_point(100)
    st.markdown(
        plain(
            "β over all samples, as both definitions ask for it, is the same for every kernel "
            "with k(x, x) ≤ κ, since a sample may repeat one point: with κ = 1 and 100 points the "
            f"largest shift is {short(shift)} and the norm (1 + √397)/2 = {short(norm)}. "
            "It can choose nothing; what is computed in practice is β of the sample.",
            limit=600,
        )
        + "  \n"
        + plain(
            "Both theorems of SM are above 1 for every n and every K ≥ 0: yᵀKy ≤ |K|₁ gives "
            "SM ≤ 1/n, so that theorem 1 is at least 1 − 1/n + 2/n. They are not shown as "
            "guarantees.",
            limit=600,
        )
    )
