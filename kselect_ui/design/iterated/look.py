"""What the view of iterated kernels looks at: its settings, and the methods on one split."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from kselect_core.errors import DataError
from kselect_core.selection.design.iterations import Designed, design_seconds, designed
from kselect_core.selection.design.parts import FEWEST_LABELLED, MOST_DESIGN_STEPS, Design
from kselect_ui.server.tasks import AT_ONCE
from kselect_ui.sweep import captions, offer, sidebar
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import asked, charts, linked
from kselect_ui.widgets.state import View

LABELLED, STEPS, UNLABELLED, RESCALED = "lab", "ksteps", "unl", "unit"
BASE, RATE, WIDTH = "kbase", "kc", "ks2"
BASES = {"weak": "weak: exp(−c‖x−z‖)", "gaussian": "Gaussian: exp(−‖x−z‖²/σ²)"}
RATES = ("0.01", "0.03", "0.1", "0.3", "1", "3")
WIDTHS = ("0.25", "1", "4", "16", "64", "256")
SIZES = (6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300, 400, 600, 800, 1000, 2000)
USUAL_SHARE, USUAL_STEPS = 0.3, 5


@dataclass(frozen=True, eq=False)
class IteratedAt:
    """The methods on the split of the cursor, and whether unlabelled points are used."""

    sweep: Sweep
    seen: View
    found: Designed
    unlabelled: bool
    tested: bool  # whether test errors are shown

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.found.parts.everybody)

    @property
    def labelled(self) -> int:
        """Number of labelled points."""
        return len(self.found.parts.labelled)

    @property
    def design(self) -> Design:
        """Settings."""
        return self.found.design

    @property
    def names(self) -> tuple[str, ...]:
        """Methods that are shown: without unlabelled points there is no pool of all."""
        names = tuple(method.name for method in self.found.methods)
        return names if self.unlabelled else names[:-1]

    @property
    def where(self) -> str:
        """What captions end with: labels, sample, split and seed."""
        which = captions.split_text(self.sweep, self.seen)
        pair = captions.pair_text(self.sweep)
        return (
            f"{self.labelled} labelled points, n = {self.n} training points, {which}, "
            f"seed {self.sweep.config.seed}{pair}"
        )


def looked_at(sweep: Sweep, seen: View) -> IteratedAt | None:
    """Draw the settings; returns what there is to see, None while it is offered or computed."""
    n = sweeps.bench(sweep.digest, seen.one_split).split.n
    if n < FEWEST_LABELLED:
        raise DataError(
            f"A view of few labels needs at least {FEWEST_LABELLED} training points; here are {n}."
        )
    design, unlabelled = _settings(n)
    found = _found(sweep, seen, n, design)
    tested = bool(st.session_state.get(sidebar.TEST_ERROR, True))
    return None if found is None else IteratedAt(sweep, seen, found, unlabelled, tested)


Settings = tuple[int, int, tuple[str, str, float] | tuple[()], bool]


def settings_of(design: Design) -> Settings:
    """Return the settings as plain values, for keys of caches."""
    return design.labelled, design.steps, design.base, design.rescaled


def design_of(settings: Settings) -> Design:
    """Return the settings that such values mean."""
    labelled, steps, base, rescaled = settings
    return Design(labelled, steps=steps, base=base, rescaled=rescaled)


def key_of(sweep: Sweep, design: Design) -> str:
    """Return the part of a task's key that names data and settings."""
    base = "-".join(map(str, design.base))
    return f"{sweep.digest}-{design.labelled}-{design.steps}-{base}-{design.rescaled}"


def _found(sweep: Sweep, seen: View, n: int, design: Design) -> Designed | None:
    seconds = design_seconds(n, design.labelled)
    if seconds <= AT_ONCE:
        return _quick(sweep.digest, seen.one_split, settings_of(design))

    def work(**_: object) -> Designed:
        return designed(sweep.lens, sweeps.data(sweep.digest), design, seen.one_split)

    st.markdown(
        f"Eigendecompositions of pools of up to {n} points take a while: they are done when you "
        "ask for them."
    )
    found = offer.offered(
        f"design-{seen.one_split}-{key_of(sweep, design)}",
        title="Iterated kernels on one split",
        button="Compute the iterated kernels",
        seconds=seconds,
        work=work,
    )
    return found if isinstance(found, Designed) else None


@st.cache_resource(max_entries=24, show_spinner=False)
def _quick(digest: str, split: int, settings: Settings) -> Designed:
    return designed(sweeps.load(digest).lens, sweeps.data(digest), design_of(settings), split)


def _settings(n: int) -> tuple[Design, bool]:
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
        if of == "gaussian":
            width = linked.one("σ²", WIDTHS, key=WIDTH, default="4")
            return "gaussian", "sigma2", float(width)
        rate = linked.one("c", RATES, key=RATE, default="0.1")
        return "laplacian", "c", float(rate)
