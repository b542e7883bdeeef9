"""Views of one point of the grid: the fit in the plane of the data, and the eigenvalues of K."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pandas as pd

from kselect_core.data import Dataset
from kselect_core.plotting.data.decision_picture import decision_picture
from kselect_core.plotting.spectra.spectrum import spectrum as spectrum_figure
from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor, SpectrumView, Workbench
from kselect_core.views.python import call, positional
from kselect_core.views.view import Drawn, OfSweep, view
from kselect_core.words.labels import short
from kselect_core.words.places import where

DECISION, SPECTRUM = 320, 300
"""Heights in pixels."""

RESOLUTION = 50
"""Points a side at which f is computed; a browser interpolates."""


class Kept(NamedTuple):
    """What is computed already: the split, and a way to the spectrum that remembers it."""

    bench: Workbench
    spectrum: Callable[[], SpectrumView]


@dataclass(frozen=True, eq=False)
class CursorAt(OfSweep):
    """One kernel and one ridge of the grid, on one split."""

    config: SweepConfig
    dataset: Dataset
    cursor: Cursor
    ready: Kept | None = None

    def made(self) -> str:
        """Return the expression that makes it from ``config`` and ``dataset``."""
        name, point = f"views.{type(self).__name__}", positional(self.cursor)
        return call(name, "config", "dataset", point)

    @cached_property
    def bench(self) -> Workbench:
        """The split, made ready."""
        if self.ready is not None:
            return self.ready.bench
        return Workbench(self.config, self.dataset, self.cursor.split)

    @cached_property
    def spectrum(self) -> SpectrumView:
        """Eigenvalues of K, the ridge and the effective dimension."""
        if self.ready is not None:
            return self.ready.spectrum()
        return self.bench.spectrum(self.cursor)

    @property
    def class_names(self) -> tuple[str, ...]:
        """Names of the two classes; none for a regression."""
        data = self.bench.dataset
        return () if data.task == "regression" else data.class_names

    @property
    def where(self) -> str:
        """What every caption says: kernel, ridge, sample, split, seed."""
        bench = self.bench
        n, of = bench.split.problem.n, bench.sampled_from
        return where(self.config, self.cursor, n=n, of=of, engine=bench.engine)


@view("picture")
def decision(at: CursorAt, *, test: bool = True) -> Drawn:
    """The fitted function in the plane of the data, with training points and those of the test."""
    flat = at.bench.plane if test else at.bench.plane.without_test()

    def drawn() -> Any:  # noqa: ANN401 (a Plotly figure)
        shown = at.bench.decision(at.cursor, resolution=RESOLUTION)
        shown = shown._replace(points=flat.points, labels=flat.labels, is_test=flat.is_test)
        return decision_picture(shown, class_names=at.class_names).update_layout(height=DECISION)

    def numbers() -> pd.DataFrame:
        parts = ["test" if is_test else "training" for is_test in flat.is_test]
        table = pd.DataFrame(flat.points, columns=["first axis", "second axis"])
        return table.assign(label=flat.labels, part=parts)

    axes = "Axes: the two features, as prepared for the kernel."
    if flat.plane != "data":
        axes = (
            f"Axes: first two principal components of {at.bench.dataset.X.shape[1]} features; "
            "colours are the slice through the mean, points are projected."
        )
    return Drawn(
        name="Decision picture",
        caption=f"Fit at {at.where}, on {RESOLUTION} × {RESOLUTION} points. {axes}",
        draw=drawn,
        numbers=numbers,
    )


@view("spectrum")
def spectrum(at: CursorAt) -> Drawn:
    """Eigenvalues of the training kernel, the ridge among them and the effective dimension."""
    facts = at.spectrum

    def drawn() -> Any:  # noqa: ANN401 (a Plotly figure)
        dimension = facts.effective_dimension
        figure = spectrum_figure(facts.eigenvalues, mu=facts.mu, effective_dimension=dimension)
        return figure.update_layout(height=SPECTRUM)

    return Drawn(
        name="Spectrum",
        caption=f"Spectrum at {at.where}. Condition of K + μI: {short(facts.condition)}.",
        draw=drawn,
        numbers=lambda: pd.DataFrame({"eigenvalue": facts.eigenvalues}),
    )
