"""The row of the grid builder for the iterated kernel: what it starts from, and its steps."""

import streamlit as st

from kselect_core.kernels import GAUSSIAN, ITERATED, LAPLACIAN, gamma_from
from kselect_core.selection import Candidates
from kselect_core.selection.config.parts import usual_base
from kselect_core.selection.config.typed import whole
from kselect_ui.widgets import linked

BASE, AT, LOW, HIGH, RESCALED = "i_base", "i_at", "i_low", "i_high", "i_norm"  # keys
BASES = {
    "weak": "exp(−c‖x−z‖)",
    GAUSSIAN.name: "exp(−‖x−z‖²/σ²)",
}
VALUES = {"weak": 0.1, GAUSSIAN.name: 10.0}


def draw() -> Candidates:
    """Draw the row; returns the family, or raises what is wrong with it."""
    head, formula = st.columns([2, 3], vertical_alignment="center")
    head.markdown("Iterated kernel: k averages over the training points")
    formula.latex(ITERATED.latex("steps"))
    mode, value, first, second = st.columns([2.2, 1, 1, 1], vertical_alignment="bottom")
    with mode:
        of = linked.one(
            "starts from", tuple(BASES), key=BASE, default="weak", words=BASES.__getitem__
        )
    with value:
        symbol = "σ²" if of == GAUSSIAN.name else "c"
        at = linked.number(symbol, key=AT, default=VALUES[of], step=0.1)
    with first:
        low = linked.whole("steps k from", key=LOW, default=int(ITERATED.start[0]))
    with second:
        high = linked.whole("to", key=HIGH, default=int(ITERATED.start[-1]))
    rescaled = linked.tick(
        "rescaled to a mean diagonal of 1 (not in the paper: without it a λ means less and less "
        "with every step)",
        key=RESCALED,
    )
    convention = "sigma2" if of == GAUSSIAN.name else "c"
    family = GAUSSIAN.name if of == GAUSSIAN.name else LAPLACIAN.name
    return Candidates(
        kernel=ITERATED.name,
        values=whole("Iterated kernel", "number of steps", low, high),
        convention="steps",
        normalised=rescaled,
        base=(family, convention, at),
    )


def fill(family: Candidates) -> None:
    """Put a family into the row; call it from a callback. A base it cannot show is left out."""
    of, convention, value = family.base or usual_base(ITERATED)
    if of == GAUSSIAN.name:
        linked.put(BASE, GAUSSIAN.name)
        linked.put(AT, 1.0 / gamma_from(value, convention))
    elif of == LAPLACIAN.name:
        linked.put(BASE, "weak")
        linked.put(AT, value)
    linked.put(LOW, int(min(family.values)))
    linked.put(HIGH, int(max(family.values)))
    linked.put(RESCALED, family.normalised)
