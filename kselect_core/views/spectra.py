"""Views of one kernel's spectrum: in its family, against the labels, against the ridge."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.criteria import Problem
from kselect_core.data import Dataset
from kselect_core.errors import InvalidParameterError
from kselect_core.kernels import KERNELS, PRECOMPUTED
from kselect_core.plotting.kit.cursor_line import moved
from kselect_core.plotting.kit.ticks import parameter_text
from kselect_core.plotting.points.matrix_picture import MatrixPicture, Scale, matrix_picture
from kselect_core.plotting.spectra.alignment import alignment, alignment_shares
from kselect_core.plotting.spectra.dof_curve import dof_curve, dof_points
from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_core.plotting.spectra.scree import MOST, scree
from kselect_core.plotting.spectra.waterfall import MOST_COLUMNS, waterfall, waterfall_cells
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, Workbench, family_of
from kselect_core.selection.places.spectra import (
    KernelSpectrum,
    duplicates,
    order_of_points,
    spectra_of_grid,
    spectrum_on,
)
from kselect_core.selection.places.spectrum_facts import SpectrumFacts, facts
from kselect_core.types import Array
from kselect_core.views.python import call, positional
from kselect_core.views.view import NUMBERS, Drawn, OfSweep, view
from kselect_core.words.labels import readable, strength
from kselect_core.words.places import where

LARGEST = 500
"""Cells a side of the picture of K: as many as a panel has pixels."""


class Ready(NamedTuple):
    """What is computed already: the split, and the spectra of the family or of the kernel alone."""

    bench: Workbench
    family: tuple[KernelSpectrum, ...]


@dataclass(frozen=True, eq=False)
class SpectrumAt(OfSweep):
    """One kernel of one split with its ridge, among the kernels of its family.

    ``alone`` leaves the others out: each costs an eigendecomposition, O(n³). Raises TooLargeError
    where n is so large that one takes minutes, when the first view asks for it.
    """

    config: SweepConfig
    dataset: Dataset
    cursor: Cursor
    alone: bool = False
    ready: Ready | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        alone = {"alone": "True"} if self.alone else {}
        return call("views.SpectrumAt", "config", "dataset", positional(self.cursor), **alone)

    @cached_property
    def bench(self) -> Workbench:
        """The split, made ready."""
        if self.ready is not None:
            return self.ready.bench
        return Workbench(self.config, self.dataset, self.cursor.split)

    @cached_property
    def family(self) -> tuple[KernelSpectrum, ...]:
        """Spectra of the family in the order of its grid, or of the kernel alone."""
        if self.ready is not None:
            return self.ready.family
        split, kernel, parameter, _ = self.cursor
        if self.alone:
            return (spectrum_on(self.bench.split, self.bench.config, kernel, parameter),)
        return spectra_of_grid(self.config, self.dataset, split).family(kernel)

    @cached_property
    def position(self) -> int:
        """Place of the kernel in its family, from 0."""
        here = [one.parameter for one in self.family]
        return next(
            i for i, value in enumerate(here)
            if np.array_equal(value, self.cursor.parameter, equal_nan=True)
        )  # fmt: skip

    @property
    def spectrum(self) -> KernelSpectrum:
        """Spectrum of the kernel at the cursor."""
        return self.family[self.position]

    @property
    def sigmas(self) -> list[Array]:
        """Eigenvalues of every kernel of the family, each descending."""
        return [one.sigma for one in self.family]

    @property
    def parameters(self) -> list[float]:
        """Parameter of every kernel of the family, in the user's convention."""
        return [one.parameter for one in self.family]

    @property
    def problem(self) -> Problem:
        """Labels and ridges of the split."""
        return self.bench.split.problem

    @property
    def n(self) -> int:
        """Number of training points."""
        return len(self.spectrum.sigma)

    @property
    def mu(self) -> float:
        """Ridge at the cursor, μ = nλ in the convention of the sweep."""
        return float(self.problem.mu[self.config.lambdas.index(self.cursor.lam)])

    @cached_property
    def facts(self) -> SpectrumFacts:
        """What the spectrum says in a few numbers."""
        return facts(self.spectrum, self.mu)

    @cached_property
    def duplicates(self) -> int:
        """Training points that repeat an earlier one."""
        return duplicates(self.bench.split)

    @property
    def task(self) -> str:
        """Kind of labels: "binary" or "regression"."""
        return self.bench.dataset.task

    @property
    def target(self) -> str:
        """What y is called."""
        return "target" if self.task == "regression" else "labels"

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of the two classes; none for a regression."""
        return () if self.task == "regression" else self.bench.dataset.class_names

    @property
    def convention(self) -> str:
        """How the parameter of the family is written."""
        return family_of(self.config, self.cursor.kernel).way

    @property
    def where(self) -> str:
        """What every caption says: kernel, ridge, sample, split, seed."""
        bench = self.bench
        return where(self.config, self.cursor, n=self.n, of=bench.sampled_from, engine=bench.engine)


CLICK_A_KERNEL = "Click a kernel to put the cursor there."


@view("waterfall")
def spectra_of_family(at: SpectrumAt) -> Drawn:
    """Spectra of the whole family side by side, with the effective dimension of each."""
    mu = f"{'1/(2C) = ' if at.config.C else ''}{readable(at.mu)}"

    def numbers() -> pd.DataFrame:
        cells = waterfall_cells(at.sigmas, at.parameters, mu=at.mu)
        logs = zip(cells.numbers, cells.logs, strict=True)
        columns = {f"log10 eigenvalue {j}": line for j, line in logs}
        first = {"parameter": cells.parameters, "effective dimension": cells.dimensions}
        return pd.DataFrame(first | columns)

    return Drawn(
        name="Spectra along the kernel parameter",
        caption="Colour: eigenvalues of K on a log scale; blank where they are below machine "
        f"precision. Line: effective dimension Σ σ/(σ+μ) at μ = {mu}. "
        f"{_rows(at)}{at.where}.",
        clicks=CLICK_A_KERNEL if len(at.family) > 1 else "",
        draw=lambda: waterfall(
            at.sigmas,
            at.parameters,
            mu=at.mu,
            cursor=at.cursor.parameter,
            kernel=at.cursor.kernel,
            convention=at.convention,
        ),
        numbers=numbers,
        follows=("parameter",),
        move=lambda figure: moved(
            figure, at.cursor.parameter if isfinite(at.cursor.parameter) else 0.0
        ),
    )


@view("scree")
def eigenvalues(at: SpectrumAt) -> Drawn:
    """Eigenvalues at the cursor among those of the other kernels of the family."""
    others = " Grey: the other kernels of the grid." if len(at.family) > 1 else ""
    some = f" {MOST} of {at.n} eigenvalues drawn." if at.n > MOST else ""

    def numbers() -> pd.DataFrame:
        of = (at.convention, at.parameters)
        called = [parameter_text(one.parameter, *of) for one in at.family]
        named = zip(called, at.sigmas, strict=True)
        columns = {f"eigenvalue, {name}" if name else "eigenvalue": sigma for name, sigma in named}
        return pd.DataFrame({"number": range(1, at.n + 1), **columns})

    return Drawn(
        name="Eigenvalues at the cursor",
        caption=f"Blue: {at.where}.{others}{some}",
        clicks=CLICK_A_KERNEL if others else "",
        draw=lambda: scree(
            at.sigmas,
            at.parameters,
            cursor=at.position,
            mu=at.mu,
            ridges=at.problem.mu.tolist(),
            convention=at.convention,
        ),
        numbers=numbers,
    )


@view("alignment")
def labels_in_eigenvectors(at: SpectrumAt) -> Drawn:
    """How much of the labels each eigenvector holds, and the cumulative sum."""
    sigma, labels = at.spectrum.sigma, at.spectrum.labels
    regression = at.task == "regression"
    meaning = (
        "y is the target minus its mean on the training part"
        if regression
        else "y = ±1, not centred"
    )
    return Drawn(
        name=f"{'Target' if regression else 'Labels'} in the eigenvectors",
        caption=f"Share ⟨y, vⱼ⟩²/‖y‖² of every eigenvector and its cumulative sum, {meaning}. Runs "
        "of eigenvalues that are equal up to rounding are one grey bar: only their sum has a "
        f"meaning. {at.where}.",
        draw=lambda: alignment(sigma, labels, target=at.target),
        numbers=lambda: pd.DataFrame(alignment_shares(sigma, labels)._asdict()),
    )


@view("eigenvector")
def eigenvector(at: SpectrumAt, number: int = 2) -> Drawn:
    """Training points in their plane, coloured by an eigenvector; ``number`` counts from 1."""
    count = at.spectrum.vectors.shape[1]
    if not 1 <= number <= count:
        allowed = f"a whole number from 1 to {count}"
        raise InvalidParameterError("Spectrum", "the number of the eigenvector", allowed, number)
    flat = at.bench.plane
    points, y = flat.points[~flat.is_test], flat.labels[~flat.is_test]
    vector = at.spectrum.vectors[:, number - 1]
    label = "target" if at.task == "regression" else "label"
    return Drawn(
        name="Data by eigenvector",
        caption=f"{_of_vector(at, number)} {_plane(flat.plane)} {at.where}.",
        draw=lambda: eigenvector_map(points, y, vector, class_names=at.class_names, axes=flat.axes),
        numbers=lambda: pd.DataFrame({"x": points[:, 0], "y": points[:, 1], label: y, "v": vector}),
    )


@view("dof")
def degrees_of_freedom(at: SpectrumAt) -> Drawn:
    """Effective degrees of freedom against λ, or against C for a support vector machine."""
    config, sigma = at.config, at.spectrum.sigma
    bias = at.problem.bias and not config.C
    ones = at.spectrum.ones if bias else None
    words = "Trace of the hat matrix, Σ σ/(σ+μ), as effective_dof in the table of the sweep. "
    if config.C:
        words = (
            "The ridge's view: Σ σ/(σ+μ) of a least-squares fit with μ = 1/(2C). A support vector "
            "machine is not linear in the labels and has no hat matrix. "
        )
    elif bias:
        words = (
            "Solid: trace of the hat matrix of the least-squares SVM, as effective_dof in the "
            "table of the sweep; its bias, which is not penalised, adds between 0 and 1 to "
            "Σ σ/(σ+μ) (dashed). "
        )
    return Drawn(
        name=f"Degrees of freedom against {'C' if config.C else 'lambda'}",
        caption=f"{words}Dots: {strength(config)} of the grid. {at.where}.",
        clicks="Click a dot to put the cursor there.",
        draw=lambda: dof_curve(
            sigma,
            config.lambdas,
            cursor=at.cursor.lam,
            ridge="C" if config.C else config.ridge,
            ones=ones,
            kernel=(at.cursor.kernel, at.cursor.parameter),
        ),
        numbers=lambda: pd.DataFrame(
            dof_points(sigma, at.problem.lambdas, ridge=config.ridge, ones=ones)._asdict()
        ),
    )


@view("gram", ends=NUMBERS)
def kernel_matrix(at: SpectrumAt) -> Drawn:
    """K with its points ordered by class and, within a class, by the first eigenvector."""
    order = order_of_points(at.problem.y, at.spectrum.vectors[:, 0])
    names = at.class_names if len(order.sizes) > 1 else ()
    groups = tuple(zip(names, order.sizes, strict=False))
    bounded = KERNELS[at.cursor.kernel].base == "distances"  # from 0 to 1
    precomputed = at.cursor.kernel == PRECOMPUTED.name

    def picture() -> MatrixPicture:
        K = at.bench.problem(at.cursor).K
        return matrix_picture(
            K,
            order=(order.rows, order.rows),
            groups=(groups, groups),
            kind="diverging" if (K.min() < 0 if precomputed else not bounded) else "magnitude",
            span=Scale(0.0, 1.0) if bounded else "robust",  # products of a few points can be huge
            largest=LARGEST,
        )

    by_class = "by class and then " if names else ""
    return Drawn(
        name="Kernel matrix",
        caption=f"K, points ordered {by_class}by the first eigenvector. {at.where}",
        draw=picture,
        numbers=lambda: pd.DataFrame(picture().values()),
    )


def _rows(at: SpectrumAt) -> str:
    cells = waterfall_cells([at.spectrum.sigma], [at.spectrum.parameter], mu=at.mu)
    shown = "" if len(cells.numbers) == at.n else f"{len(cells.numbers)} of {at.n} eigenvalues. "
    every = -(-len(at.family) // MOST_COLUMNS)
    return shown if every == 1 else f"{shown}Every {every}th kernel. "


def _of_vector(at: SpectrumAt, number: int) -> str:
    spectrum = at.spectrum
    share = alignment_shares(spectrum.sigma, spectrum.labels)
    run = next(i for i, last in enumerate(share.last) if last >= number)
    sigma = f"σ = {readable(float(spectrum.sigma[number - 1]))}"
    held = f"{100 * float(share.share[run]):.1f} % of the {at.target}"
    if share.first[run] == share.last[run]:
        return f"Eigenvector {number}: {sigma}, holds {held}."
    return (
        f"Eigenvector {number}: {sigma}, one of {share.last[run] - share.first[run] + 1} equal "
        f"eigenvalues: any mixture of their vectors would do; together they hold {held}."
    )


def _plane(kind: str) -> str:
    if kind == "data":
        return "Axes: the two features, as prepared for the kernel."
    of = "its kernel values" if kind == "kernel" else "the training part"
    return f"Axes: first two principal components of {of} (PCA plane)."
