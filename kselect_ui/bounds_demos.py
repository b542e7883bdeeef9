"""Small live cases: why FSM, printed SM, exact SPS and some proofs behave as they do."""

from collections.abc import Callable
from functools import lru_cache

import pandas as pd
import streamlit as st

from kselect_core.plotting.demonstrations import (
    fsm_figure,
    sm_figure,
    sps_figure,
    variance_figure,
    weyl_figure,
)
from kselect_core.plotting.ticks import parameter_text
from kselect_core.theory import counterexamples, demonstrations
from kselect_core.theory.demonstrations import WIDTHS
from kselect_ui import bounds_code, charts, linked
from kselect_ui.bounds_numbers import short
from kselect_ui.charts import Chart
from kselect_ui.messages import plain

WAYS = {
    "fsm": "FSM of the identity",
    "sm": "SM: a tie",
    "sps": "exact SPS",
    "weyl": "Weyl's step",
    "variance": "variance of CV",
    "more": "more cases",
}
SEED = 0
CLOUD = 60  # points of the demonstration of FSM


def draw() -> None:
    """Draw the demonstration chosen: words and sliders on the left, the picture on the right."""
    st.header("Why they behave as they do", anchor=False)
    way = linked.switch("Case", tuple(WAYS), key="demo", words=WAYS.__getitem__)
    parts: dict[str, Callable[[], None]] = {
        "fsm": _fsm,
        "sm": _sm,
        "sps": _sps,
        "weyl": _weyl,
        "variance": _variance,
        "more": _more,
    }
    parts[way]()


def _fsm() -> None:
    left, right = charts.beside([36, 64])
    with left:
        share = _slider("Share of labels shuffled, %", 0, 100, 100, key="shuffle", step=10)
        X, y = demonstrations.two_clouds(CLOUD)
        dealt = demonstrations.shuffled(y, share / 100, seed=SEED)
        true = demonstrations.fsm_path(X, y, WIDTHS)
        other = demonstrations.fsm_path(X, dealt, WIDTHS)
        st.markdown(
            "FSM divides the scatter of the classes along the line of their means by the distance "
            "of the means. With K = I every point resembles only itself: inside a class all scores "
            "are equal, the scatter is 0, and **FSM is 0, its best value, for any labels**.  \n"
            f"With {share} % of the labels shuffled FSM chooses {_tau(other.chosen('fsm'))}, "
            f"for the true labels {_tau(true.chosen('fsm'))}: the narrow end. FSM-U leaves "
            f"a point out of its own score; for the true labels it chooses "
            f"{_tau(true.chosen('fsm_u'))}."
        )
    with right:
        _show(
            "demo_fsm",
            "FSM along the width for true and for shuffled labels",
            fsm_figure(WIDTHS, true.columns, other.columns),
            pd.DataFrame(
                {
                    "tau": WIDTHS,
                    **{f"{k}, true labels": v for k, v in true.columns.items()},
                    **{f"{k}, shuffled labels": v for k, v in other.columns.items()},
                }
            ),
            f"{CLOUD} points of two round classes, seed {SEED}. Rings: the kernel each curve "
            "chooses. FSM-U is infinite, and not drawn, where points of a class do not resemble "
            "each other more than those of the other.",
            bounds_code.of_demonstration(
                "demonstrations",
                "WIDTHS, fsm_path, shuffled, two_clouds",
                "fsm_figure",
                f"X, y = two_clouds({CLOUD})",
                f"dealt = shuffled(y, {share / 100!r}, seed={SEED})",
                "true, other = fsm_path(X, y, WIDTHS), fsm_path(X, dealt, WIDTHS)",
                "figure = fsm_figure(WIDTHS, true.columns, other.columns)",
            ),
        )


def _sm() -> None:
    left, right = charts.beside([36, 64])
    with left:
        n = _slider("Points n", 10, 100, 40, key="sm_n", step=10)
        plus = _slider("Positive points, %", 10, 50, 50, key="sm_plus", step=10)
        n_plus = n * plus // 100
        tie = demonstrations.sm_tie(n, n_plus=n_plus)
        printed = [tie.at("printed", name, 3) for name in ("identity", "ideal")]
        trace = [tie.at("trace", name, 3) for name in ("identity", "ideal")]
        beaten = "tie" if short(printed[0]) == short(printed[1]) else "are close"
        st.markdown(
            "The ideal kernel is 1 within a class and 0 between them. As printed, N = K/Σ Kᵢⱼ: "
            "the ideal kernel has about n²/2 ones, the identity n, and both end with the same "
            f"eigenvalue on the labels. **Identity and ideal kernel {beaten}** at r = 3: "
            f"{short(printed[0])} and {short(printed[1])}.  \n"
            f"Divided by the trace, which is n for both, the ideal kernel wins by a factor "
            f"of **{short(trace[1] / trace[0])}**, and more with every r."
        )
    with right:
        columns = {f"{name}, {rule}": v for (rule, name), v in tie.columns.items()}
        _show(
            "demo_sm",
            "SM of the identity and of the ideal kernel against r",
            sm_figure(tie.powers, tie.columns),
            pd.DataFrame({"r": tie.powers, **columns}),
            f"{n} points, {n_plus} of them positive; labels weighted by class size.",
            bounds_code.of_demonstration(
                "demonstrations",
                "sm_tie",
                "sm_figure",
                f"tie = sm_tie({n}, n_plus={n_plus})",
                "figure = sm_figure(tie.powers, tie.columns)",
            ),
        )


def _sps() -> None:
    left, right = charts.beside([36, 64])
    with left:
        n = _slider("Points n", 10, 40, 25, key="sps_n", step=5)
        path = _sps_path(n)
        first = path.columns["first order"]
        st.markdown(
            "Remove a point and every eigenvalue moves down or stays; together they lose exactly "
            "its Kᵢᵢ = 1, **whatever the width**. So the true shifts add up to tr K = n, the "
            "exact penalty is 1/n for every Gaussian, and **exact SPS is the training error**.  \n"
            "What the paper computes is the first order. It is wrong for small eigenvalues, even "
            "in its sign, and absolute values turn that into a penalty that grows with "
            f"smoothness: here from {short(float(first[0]))}/n to "
            f"{short(float(first[-1]))}/n."
        )
    with right:
        _show(
            "demo_sps",
            "Penalty of SPS along the width",
            sps_figure(WIDTHS, path.columns),
            pd.DataFrame({"tau": WIDTHS, **path.columns}),
            f"{n} points, seed {SEED}; true shifts from {n} spectra for each of {len(WIDTHS)} "
            "kernels, without any formula.",
            bounds_code.of_demonstration(
                "demonstrations",
                "WIDTHS, sps_path, two_clouds",
                "sps_figure",
                f"path = sps_path(two_clouds({n})[0], WIDTHS)",
                "figure = sps_figure(WIDTHS, path.columns)",
            ),
        )


@lru_cache(maxsize=8)
def _sps_path(n: int) -> demonstrations.WidthPath:
    return demonstrations.sps_path(demonstrations.two_clouds(n)[0], WIDTHS)


def _weyl() -> None:
    left, right = charts.beside([36, 64])
    with left:
        percent = _slider("Similarity s of the two points, %", 0, 100, 50, key="similar", step=5)
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
        _show(
            "demo_weyl",
            "Norm and largest eigenvalue shift for two points",
            weyl_figure(path.x, path.columns["norm"], path.columns["shift"], cursor=s),
            pd.DataFrame({"s": path.x, **path.columns}),
            "K = [[1, s], [s, 1]]; its second point is removed.",
            bounds_code.of_demonstration(
                "counterexamples",
                "weyl_path",
                "weyl_figure",
                "path = weyl_path()",
                'norm, shift = path.columns["norm"], path.columns["shift"]',
                f"figure = weyl_figure(path.x, norm, shift, cursor={s!r})",
            ),
        )


def _variance() -> None:
    left, right = charts.beside([36, 64])
    with left:
        learner = linked.switch(
            "Learner", ("svm", "krr"), key="fair", words={"svm": "SVM", "krr": "KRR"}.__getitem__
        )
        symbol = "λ" if learner == "svm" else "κ"
        power = _slider(
            f"log₁₀ {symbol}", -30, 10, -20, key="fair_log", step=5, words="{:+.1f}", scale=10
        )
        x = 10.0 ** (power / 10)
        case = (
            counterexamples.svm_variance(x)
            if learner == "svm"
            else (counterexamples.krr_variance(x))
        )
        st.markdown(_fair(learner, symbol, x, case))
    with right:
        path = counterexamples.variance_path(learner)
        title = f"{symbol}{' at κ = 1' if learner == 'svm' else ' at λ = 1'}"
        _show(
            "demo_variance",
            "Variance of two-fold CV and the bounds of it",
            variance_figure(path.x, path.columns, title=title, cursor=x),
            pd.DataFrame({symbol: path.x, **path.columns}),
            "One input point, fair labels −1 and +1, n = 2, k = 2: all four samples are known, "
            "and so is the variance. Where the green line is above a bound, the bound is false.",
            bounds_code.of_demonstration(
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
    return (
        "The proof puts the stability of the loss in place of the variance of a hold-out error. "
        "A kernel near 0 makes every fit near 0, hence stable; but the loss on the held-out label "
        f"still varies with it. {numbers}"
    )


def _more() -> None:
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


def _show(
    key: str, name: str, figure: charts.Figure, numbers: pd.DataFrame, caption: str, code: str
) -> None:
    charts.show(Chart(key, name, figure, lambda: numbers, caption, code))


def _slider(  # noqa: PLR0913 (a slider)
    label: str,
    low: int,
    high: int,
    usual: int,
    *,
    key: str,
    step: int,
    words: str = "",
    scale: int = 1,
) -> int:
    if words:
        options = list(range(low, high + 1, step))
        return int(
            st.select_slider(
                label,
                options,
                value=usual,
                format_func=lambda value: words.format(value / scale),
                key=key,
                bind="query-params",
            )
        )
    return int(st.slider(label, low, high, usual, step, key=key, bind="query-params"))


def _tau(width: float) -> str:
    return f"**{parameter_text(width, '2tau')}**"
