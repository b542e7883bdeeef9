"""Settings of the iterated kernel: labels, steps, its base, whether it is rescaled."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.kernels import GAUSSIAN, LAPLACIAN
from kselect_core.selection.design.parts import MOST_DESIGN_STEPS, Design
from kselect_ui.widgets import asked, charts, linked

LABELLED, STEPS, UNLABELLED, RESCALED = "lab", "ksteps", "unl", "unit"
BASE, RATE, WIDTH = "kbase", "kc", "ks2"
BASES = {"weak": "weak: exp(−c‖x−z‖)", GAUSSIAN.name: "Gaussian: exp(−‖x−z‖²/σ²)"}
RATES = ("0.01", "0.03", "0.1", "0.3", "1", "3")
WIDTHS = ("0.25", "1", "4", "16", "64", "256")
SIZES = (6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 400, 600, 800, 1000, 2000)
USUAL_SHARE, USUAL_STEPS = 0.3, 5


def chosen(n: int) -> tuple[Design, bool]:
    """Draw the settings in a row; returns them and whether unlabelled points are used."""
    first, second, *base, third = _places()
    with first:
        labelled = _labelled(n)
    with second:
        steps = st.slider(
            "Steps k, up to",
            1,
            MOST_DESIGN_STEPS,
            USUAL_STEPS,
            key=STEPS,
            bind="query-params",
        )
    with third:
        unlabelled = st.toggle(
            "Unlabelled points",
            value=True,
            key=UNLABELLED,
            bind="query-params",
            help="Whether they are used: their features enter the pool over which the kernel is "
            "averaged (SEKM).",
        )
        rescaled = st.toggle(
            "Mean diagonal 1",
            key=RESCALED,
            bind="query-params",
            help="Rescales every kernel; not in the paper. Without it the entries of the kernel "
            "shrink with every step, and the same λ damps more and more.",
        )
    return Design(labelled, steps=steps, base=_base(base), rescaled=rescaled), unlabelled


def _places() -> list[DeltaGenerator]:
    """Return places for the settings: a row, two of them where letters are large."""
    if not charts.large():
        shares = [1.2, 1.0, 1.25, 0.7, 1.15]
        return list(st.columns(shares, gap="medium", vertical_alignment="bottom"))
    upper = st.columns(2, gap="medium", vertical_alignment="bottom")
    lower = st.columns([1.3, 1, 1.3], gap="medium", vertical_alignment="bottom")
    return [*upper, *lower]


def _labelled(n: int) -> int:
    sizes = (*(size for size in SIZES if size < n), n)
    usual = min(sizes, key=lambda size: abs(size - USUAL_SHARE * n))
    texts: dict[float, str] = {size: str(size) for size in sizes}
    asked.nearest(LABELLED, texts)
    kept = st.session_state.get(LABELLED)
    if kept is not None and kept not in sizes:
        st.session_state[LABELLED] = min(sizes, key=lambda size: abs(size - float(kept)))
    return int(
        st.select_slider(
            f"Labelled points, of {n}",
            sizes,
            value=usual,
            key=LABELLED,
            bind="query-params",
            help="Two thirds of them are fitted (D), the others choose k and λ (T).",
        )
    )


def _base(places: list[DeltaGenerator]) -> tuple[str, str, float]:
    """Draw the kernel that the iterated one starts from; returns family, convention and value."""
    left, right = places
    with left:
        of = linked.one(
            "Base kernel K₀", tuple(BASES), key=BASE, default="weak", words=BASES.__getitem__
        )
    with right:
        if of == GAUSSIAN.name:
            width = linked.one("σ²", WIDTHS, key=WIDTH, default="4")
            return GAUSSIAN.name, "sigma2", float(width)
        rate = linked.one("c", RATES, key=RATE, default="0.1")
        return LAPLACIAN.name, "c", float(rate)
