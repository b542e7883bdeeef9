"""Cases in which criteria choose badly: FSM and printed SM of the identity, exact SPS."""

import pandas as pd

from kselect_core.plotting.kit.ticks import parameter_text
from kselect_core.plotting.terms.demonstrations import fsm_figure, sm_figure, sps_figure
from kselect_core.theory.demonstrations import (
    WIDTHS,
    WidthPath,
    fsm_path,
    shuffled,
    sm_tie,
    sps_path,
    two_clouds,
)
from kselect_core.views.bounds.case import Cases
from kselect_core.views.view import Drawn, view
from kselect_core.words.labels import short

SEED = 0
CLOUD = 60
"""Points of the case of FSM."""


@view("demo_fsm")
def fsm_of_any_labels(at: Cases, *, share: float = 1.0) -> Drawn:
    """FSM and FSM-U along the width, for true labels and with a share of them shuffled.

    The best value of FSM is that of the identity, for any labels.
    """
    X, y = two_clouds(CLOUD)
    dealt = shuffled(y, share, seed=SEED)
    true = at.keeper.get("case: fsm of true labels", lambda: fsm_path(X, y, WIDTHS))
    other = at.keeper.get(
        f"case: fsm of labels, {share} shuffled", lambda: fsm_path(X, dealt, WIDTHS)
    )
    columns = {f"{key}, true labels": values for key, values in true.columns.items()}
    columns |= {f"{key}, shuffled labels": values for key, values in other.columns.items()}
    return Drawn(
        name="FSM along the width for true and for shuffled labels",
        caption=f"{CLOUD} points of two round classes, seed {SEED}. Rings: the kernel each curve "
        "chooses. FSM-U is infinite, and not drawn, where points of a class do not resemble "
        "each other more than those of the other.",
        draw=lambda: fsm_figure(WIDTHS, true.columns, other.columns),
        numbers=lambda: pd.DataFrame({"tau": WIDTHS, **columns}),
        finding="The feature space-based kernel matrix evaluation measure (FSM) divides the "
        "scatter of the classes along the line of their means by the distance of the means. "
        "With K = I every point resembles only itself: inside a class all scores are equal, the "
        "scatter is 0, and **FSM is 0, its best value, for any labels**.  \n"
        f"With {100 * share:.0f} % of the labels shuffled FSM chooses {_width(other, 'fsm')}, "
        f"for the true labels {_width(true, 'fsm')}: the narrow end. FSM-U leaves a point out of "
        f"its own score; for the true labels it chooses {_width(true, 'fsm_u')}.",
    )


@view("demo_sm")
def spectral_measure_tie(at: Cases, *, n: int = 40, n_plus: int = 20) -> Drawn:
    """SM of the identity and of the ideal kernel, 1 within a class, under both normalisations."""
    tie = at.keeper.get(f"case: tie of {n}, {n_plus}", lambda: sm_tie(n, n_plus=n_plus))
    columns = {f"{name}, {rule}": values for (rule, name), values in tie.columns.items()}
    identity, ideal, below, above = (
        tie.at(rule, name, 3) for rule in ("printed", "trace") for name in ("identity", "ideal")
    )
    tied = f"The identity {'even beats' if identity > ideal else 'nearly reaches'} the ideal kernel"
    if short(identity) == short(ideal):
        tied = "Identity and ideal kernel tie"
    return Drawn(
        name="SM of the identity and of the ideal kernel against r",
        caption=f"{n} points, {n_plus} of them positive; labels weighted by class size.",
        draw=lambda: sm_figure(tie.powers, tie.columns),
        numbers=lambda: pd.DataFrame({"r": tie.powers, **columns}),
        finding="The spectral measure (SM) should prefer the ideal kernel, 1 within a class and 0 "
        "between them. As printed, N = K/Σ Kᵢⱼ: the ideal kernel has large eigenvalues, but is "
        f"divided by its many ones, the identity by n only. **{tied}** at r = 3: "
        f"{short(identity)} against {short(ideal)}.  \n"
        f"Divided by the trace, which is n for both, the ideal kernel wins by a factor "
        f"of **{short(above / below)}**, and more with every r.",
    )


@view("demo_sps")
def penalty_of_shifts(at: Cases, *, n: int = 25) -> Drawn:
    """The exact penalty of SPS along the width, which changes nothing, below the first order."""
    path = at.keeper.get(f"case: shifts of {n}", lambda: sps_path(two_clouds(n)[0], WIDTHS))
    first = path.columns["first order"]
    return Drawn(
        name="Penalty of SPS along the width",
        caption=f"{n} points, seed {SEED}; true shifts from {n} spectra for each of {len(WIDTHS)} "
        "kernels, without any formula.",
        draw=lambda: sps_figure(WIDTHS, path.columns),
        numbers=lambda: pd.DataFrame({"tau": WIDTHS, **path.columns}),
        finding="The penalty of spectral perturbation stability (SPS) adds up how far eigenvalues "
        "move. Remove a point and every eigenvalue moves down or stays; together they lose "
        "exactly its Kᵢᵢ = 1, **whatever the width**. So the true shifts add up to tr K = n, the "
        "exact penalty is 1/n for every Gaussian, and **exact SPS is the training error**.  \n"
        "What the paper computes is the first order. It is wrong for small eigenvalues, even "
        "in its sign, and absolute values turn that into a penalty that grows with smoothness: "
        f"here from {short(float(first[0]))}/n to {short(float(first[-1]))}/n.",
    )


def _width(path: WidthPath, name: str) -> str:
    return f"**{parameter_text(path.chosen(name), '2tau')}**"
