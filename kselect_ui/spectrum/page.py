"""What the page about spectra looks at, computed at once or offered with what it costs."""

from functools import partial

import streamlit as st

from kselect_core.selection.places.spectra import (
    GridSpectra,
    KernelSpectrum,
    refuse_large,
    seconds_needed,
    spectra_of_grid,
    spectrum_on,
)
from kselect_core.views.spectra import Ready, SpectrumAt
from kselect_ui.server.shelf import kept
from kselect_ui.server.tasks import tasks
from kselect_ui.sweep import finished as sweeps, offer
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def looked_at(sweep: Sweep, seen: View) -> SpectrumAt | None:
    """Return what there is to see; None while not even the kernel at the cursor is computed.

    What takes longer than a moment is offered with a button where this is called.
    """
    bench = sweeps.bench(sweep.digest, seen.one_split)
    n = bench.split.problem.n
    refuse_large(n)
    grid = _grid(sweep, seen.one_split)
    alone = None if grid is not None else _alone(sweep, seen, n)
    if grid is not None:
        family = grid.family(seen.kernel)
    elif alone is not None:
        family = (alone,)
    else:
        offer_grid(sweep, seen)
        return None
    ready = Ready(bench, family)
    data = sweeps.data(sweep.digest)
    return SpectrumAt(sweep.lens, data, seen.point, alone=grid is None, ready=ready)


def offer_grid(sweep: Sweep, seen: View) -> None:
    """Draw the button that computes the spectra of the whole grid, or its progress."""
    split = seen.one_split
    bench, count = sweeps.bench(sweep.digest, split), len(sweep.config.kernels)
    n = bench.split.problem.n
    with st.container(border=True):
        st.markdown(
            f"The spectra of all {count} kernels side by side, and the others behind the one at "
            f"the cursor: {count} eigendecompositions of {n} × {n} matrices, once for this split."
        )
        spectra = offer.offered(
            _key(sweep, split),
            title=f"Spectra of {count} kernels",
            button=f"Compute the spectra of all {count} kernels",
            seconds=seconds_needed(n, count),
            work=partial(spectra_of_grid, sweep.lens, sweeps.data(sweep.digest), split),
        )
    if spectra is not None:  # it ended while the page was drawn
        st.rerun()


def _grid(sweep: Sweep, split: int) -> GridSpectra | None:
    """Return the spectra of the grid, computed now where that takes a moment only."""
    n = sweeps.bench(sweep.digest, split).split.problem.n
    if offer.at_once(seconds_needed(n, len(sweep.config.kernels))):
        return _quick_grid(sweep.digest, split)
    spectra = tasks().result(_key(sweep, split))
    return spectra if isinstance(spectra, GridSpectra) else None


def _alone(sweep: Sweep, seen: View, n: int) -> KernelSpectrum | None:
    """Return the spectrum of the kernel at the cursor, or offer it."""
    point = seen.point._replace(lam=0.0)
    bench = sweeps.bench(sweep.digest, point.split)

    def work(**_: object) -> KernelSpectrum:
        return spectrum_on(bench.split, bench.config, point.kernel, point.parameter)

    return offer.result(
        f"spectrum-{sweep.digest}-{point}",
        work,
        title="Spectrum of one kernel",
        button="Compute the spectrum of this kernel",
        seconds=seconds_needed(n, 1),
        about=f"An eigendecomposition of a {n} × {n} kernel matrix takes a while: it runs when "
        "you ask for it.",
    )


@kept
def _quick_grid(digest: str, split: int) -> GridSpectra:
    return spectra_of_grid(sweeps.load(digest).lens, sweeps.data(digest), split)


def _key(sweep: Sweep, split: int) -> str:
    return f"spectra-{sweep.digest}-{split}"
