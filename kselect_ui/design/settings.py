"""Settings of the iterated kernel: labels, steps, its base, whether it is rescaled."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.kernels import GAUSSIAN, LAPLACIAN
from kselect_core.selection.design.few_labels import MOST_DESIGN_STEPS, Design
from kselect_ui.widgets import charts, linked

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
        steps = linked.span("Steps k, up to", 1, MOST_DESIGN_STEPS, key=STEPS, default=USUAL_STEPS)
    with third:
        unlabelled = linked.toggle(
            "Unlabelled points",
            default=True,
            key=UNLABELLED,
            help="If they are used, the kernel is averaged over their features as well (SEKM).",
        )
        rescaled = linked.toggle(
            "Mean diagonal 1",
            key=RESCALED,
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
    return linked.grid(
        lambda _: f"Labelled points, of {n}",
        {size: str(size) for size in sizes},
        key=LABELLED,
        default=usual,
        help="Two thirds of them (D) are fitted, the others (T) choose k and λ.",
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
