"""Small live cases: why FSM, printed SM and exact SPS behave as they do."""

from functools import lru_cache

import pandas as pd
import streamlit as st

from kselect_core.criteria.alignment.fsm import FSM, FSM_U
from kselect_core.plotting.kit.ticks import parameter_text
from kselect_core.plotting.terms.demonstrations import fsm_figure, sm_figure, sps_figure
from kselect_core.theory import demonstrations
from kselect_core.theory.demonstrations import WIDTHS
from kselect_ui.bounds import code
from kselect_ui.bounds.numbers import short
from kselect_ui.bounds.panels import show, slider
from kselect_ui.widgets import charts

SEED = 0
CLOUD = 60  # points of the demonstration of FSM


def fsm() -> None:
    """Draw FSM along the width: its best value is that of the identity, for any labels."""
    left, right = charts.beside([36, 64])
    with left:
        share = slider("Share of labels shuffled, %", 0, 100, 100, key="shuffle", step=10)
        X, y = demonstrations.two_clouds(CLOUD)
        dealt = demonstrations.shuffled(y, share / 100, seed=SEED)
        true = demonstrations.fsm_path(X, y, WIDTHS)
        other = demonstrations.fsm_path(X, dealt, WIDTHS)
        st.markdown(
            "FSM divides the scatter of the classes along the line of their means by the distance "
            "of the means. With K = I every point resembles only itself: inside a class all scores "
            "are equal, the scatter is 0, and **FSM is 0, its best value, for any labels**.  \n"
            f"With {share} % of the labels shuffled FSM chooses {_tau(other.chosen(FSM.name))}, "
            f"for the true labels {_tau(true.chosen(FSM.name))}: the narrow end. FSM-U leaves "
            f"a point out of its own score; for the true labels it chooses "
            f"{_tau(true.chosen(FSM_U.name))}."
        )
    with right:
        show(
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
            code.of_demonstration(
                "demonstrations",
                "WIDTHS, fsm_path, shuffled, two_clouds",
                "fsm_figure",
                f"X, y = two_clouds({CLOUD})",
                f"dealt = shuffled(y, {share / 100!r}, seed={SEED})",
                "true, other = fsm_path(X, y, WIDTHS), fsm_path(X, dealt, WIDTHS)",
                "figure = fsm_figure(WIDTHS, true.columns, other.columns)",
            ),
        )


def sm() -> None:
    """Draw SM of the identity and of the ideal kernel under both normalisations."""
    left, right = charts.beside([36, 64])
    with left:
        n = slider("Points n", 10, 100, 40, key="sm_n", step=10)
        plus = slider("Positive points, %", 10, 50, 50, key="sm_plus", step=10)
        n_plus = n * plus // 100
        tie = demonstrations.sm_tie(n, n_plus=n_plus)
        printed = [tie.at("printed", name, 3) for name in ("identity", "ideal")]
        trace = [tie.at("trace", name, 3) for name in ("identity", "ideal")]
        st.markdown(
            "The ideal kernel is 1 within a class and 0 between them. As printed, N = K/Σ Kᵢⱼ: "
            "the ideal kernel has large eigenvalues, but is divided by its many ones, the identity "
            f"by n only. **{_tied(*printed)}** at r = 3: {short(printed[0])} against "
            f"{short(printed[1])}.  \n"
            f"Divided by the trace, which is n for both, the ideal kernel wins by a factor "
            f"of **{short(trace[1] / trace[0])}**, and more with every r."
        )
    with right:
        columns = {f"{name}, {rule}": v for (rule, name), v in tie.columns.items()}
        show(
            "demo_sm",
            "SM of the identity and of the ideal kernel against r",
            sm_figure(tie.powers, tie.columns),
            pd.DataFrame({"r": tie.powers, **columns}),
            f"{n} points, {n_plus} of them positive; labels weighted by class size.",
            code.of_demonstration(
                "demonstrations",
                "sm_tie",
                "sm_figure",
                f"tie = sm_tie({n}, n_plus={n_plus})",
                "figure = sm_figure(tie.powers, tie.columns)",
            ),
        )


def _tied(identity: float, ideal: float) -> str:
    if short(identity) == short(ideal):
        return "Identity and ideal kernel tie"
    return f"The identity {'even beats' if identity > ideal else 'nearly reaches'} the ideal kernel"


def sps() -> None:
    """Draw the exact penalty of SPS, which no width changes, below the first order."""
    left, right = charts.beside([36, 64])
    with left:
        n = slider("Points n", 10, 40, 25, key="sps_n", step=5)
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
        show(
            "demo_sps",
            "Penalty of SPS along the width",
            sps_figure(WIDTHS, path.columns),
            pd.DataFrame({"tau": WIDTHS, **path.columns}),
            f"{n} points, seed {SEED}; true shifts from {n} spectra for each of {len(WIDTHS)} "
            "kernels, without any formula.",
            code.of_demonstration(
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


def _tau(width: float) -> str:
    return f"**{parameter_text(width, '2tau')}**"
