"""What the page about spectra looks at: one kernel of one split, and the others of its grid."""

from dataclasses import dataclass
from functools import partial
from threading import Event

import streamlit as st

from kselect_core.criteria import Problem
from kselect_core.selection.places.cursor import Cursor
from kselect_core.selection.places.spectra import (
    GridSpectra,
    KernelSpectrum,
    duplicates,
    refuse_large,
    seconds_needed,
    spectra_of_grid,
    spectrum_on,
)
from kselect_core.selection.places.spectrum_facts import SpectrumFacts, facts
from kselect_ui.server.shelf import kept
from kselect_ui.server.tasks import AT_ONCE, Told, tasks
from kselect_ui.sweep import captions, offer
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


@dataclass(frozen=True, eq=False)
class SpectrumAt:
    """One kernel under the cursor with its ridge, and the spectra of its family once there."""

    sweep: Sweep
    seen: View
    spectrum: KernelSpectrum
    family: tuple[KernelSpectrum, ...]  # the kernel alone while the others are not computed
    problem: Problem
    facts: SpectrumFacts
    duplicates: int

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.spectrum.sigma)

    @property
    def mu(self) -> float:
        """Ridge under the cursor."""
        return float(self.problem.mu[self.sweep.config.lambdas.index(self.seen.lam)])

    @property
    def target(self) -> str:
        """What y is called."""
        return "labels" if self.sweep.task == "binary" else "target"

    @property
    def convention(self) -> str:
        """How the parameter of the family is written."""
        return next(
            family.convention
            for family in self.sweep.config.candidates
            if family.kernel == self.seen.kernel
        )

    @property
    def partial(self) -> bool:
        """Whether the other kernels of the family are not computed yet."""
        config, kernel = self.sweep.config, self.seen.kernel
        family = next(family for family in config.candidates if family.kernel == kernel)
        return len(self.family) < len(family.points)

    @property
    def position(self) -> int:
        """Place of the kernel in its family."""
        return next(i for i, one in enumerate(self.family) if one is self.spectrum)

    @property
    def signed(self) -> bool:
        """Whether entries of K may be negative: inner products, not distances."""
        return self.seen.kernel in ("linear", "polynomial")

    @property
    def where(self) -> str:
        """What every caption says: kernel, λ, sample, split, seed."""
        return captions.where(self.sweep, self.seen, n=self.n)


def looked_at(sweep: Sweep, seen: View) -> SpectrumAt | None:
    """Return what there is to see; None while not even the kernel at the cursor is computed.

    What takes longer than a moment is offered with a button where this is called.
    """
    split = seen.one_split
    part = sweeps.bench(sweep.digest, split).split
    n = part.problem.n
    refuse_large(n)
    grid = _grid(sweep, split)
    if grid is not None:
        spectrum = grid.at(seen.kernel, seen.parameter)
        family = grid.family(seen.kernel)
    else:
        alone = _alone(sweep, seen, n)
        if alone is None:
            offer_grid(sweep, seen)
            return None
        spectrum, family = alone, (alone,)
    mu = float(part.problem.mu[sweep.config.lambdas.index(seen.lam)])
    repeated = _duplicates(sweep.digest, split)
    return SpectrumAt(sweep, seen, spectrum, family, part.problem, facts(spectrum, mu), repeated)


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
        found = offer.offered(
            _key(sweep, split),
            title=f"Spectra of {count} kernels",
            button=f"Compute the spectra of all {count} kernels",
            seconds=seconds_needed(n, count),
            work=partial(spectra_of_grid, sweep.lens, sweeps.data(sweep.digest), split),
        )
    if found is not None:  # it ended while the page was drawn
        st.rerun()


def _grid(sweep: Sweep, split: int) -> GridSpectra | None:
    """Return the spectra of the grid, computed now where that takes a moment only."""
    n = sweeps.bench(sweep.digest, split).split.problem.n
    if seconds_needed(n, len(sweep.config.kernels)) <= AT_ONCE:
        return _quick_grid(sweep.digest, split)
    found = tasks().result(_key(sweep, split))
    return found if isinstance(found, GridSpectra) else None


def _alone(sweep: Sweep, seen: View, n: int) -> KernelSpectrum | None:
    """Return the spectrum of the kernel at the cursor, or offer it."""
    point = seen.point
    if seconds_needed(n, 1) <= AT_ONCE:
        return _quick_kernel(sweep.digest, point._replace(lam=0.0))

    def work(*, on_progress: Told, cancel: Event) -> KernelSpectrum:  # noqa: ARG001 (one step)
        return _spectrum(sweep.digest, point)

    st.markdown(
        f"An eigendecomposition of a {n} × {n} kernel matrix takes a while: it is done when you "
        "ask for it."
    )
    found = offer.offered(
        f"spectrum-{sweep.digest}-{point.split}-{point.kernel}-{point.parameter!r}",
        title="Spectrum of one kernel",
        button="Compute the spectrum of this kernel",
        seconds=seconds_needed(n, 1),
        work=work,
    )
    return found if isinstance(found, KernelSpectrum) else None


@kept
def _quick_grid(digest: str, split: int) -> GridSpectra:
    return spectra_of_grid(sweeps.load(digest).lens, sweeps.data(digest), split)


@kept
def _quick_kernel(digest: str, point: Cursor) -> KernelSpectrum:
    return _spectrum(digest, point)


def _spectrum(digest: str, point: Cursor) -> KernelSpectrum:
    bench = sweeps.bench(digest, point.split)
    return spectrum_on(bench.split, bench.config, point.kernel, point.parameter)


@st.cache_resource(max_entries=8, show_spinner=False)
def _duplicates(digest: str, split: int) -> int:
    return duplicates(sweeps.bench(digest, split).split)


def _key(sweep: Sweep, split: int) -> str:
    return f"spectra-{sweep.digest}-{split}"
