"""The figures made at the cursor: decision picture and spectrum of one split."""

import pandas as pd

from kselect_core.plotting.data.decision_picture import decision_picture
from kselect_core.plotting.spectra.spectrum import spectrum as eigenvalues
from kselect_core.selection.places.cursor import DecisionView
from kselect_core.words.labels import readable
from kselect_ui.figures import code as explore_code
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import remembered
from kselect_ui.sweep import captions
from kselect_ui.sweep import finished as sweeps
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.state import View

HEIGHT, SPECTRUM = 430, 300  # pixels
RESOLUTION = 50  # grid points a side; the browser interpolates


def decision(sweep: Sweep, seen: View) -> None:
    """Draw the fitted function at the cursor, in the plane of the data."""
    with error_in_place():
        charts.show(of_decision(sweep, seen))


def spectrum(sweep: Sweep, seen: View) -> None:
    """Draw the eigenvalues of the training kernel at the cursor."""
    with error_in_place():
        charts.show(of_spectrum(sweep, seen))


def of_decision(sweep: Sweep, seen: View) -> Chart:
    """Return the fitted function at the cursor as a chart."""
    bench = sweeps.bench(sweep.digest, seen.one_split)
    shown = bench.decision(seen.point, resolution=RESOLUTION)
    figure = remembered(decision_picture, height=HEIGHT)(shown, class_names=sweeps.sides(sweep))
    return Chart(
        key="picture",
        name="Decision picture",
        figure=figure,
        numbers=lambda: _points(shown),
        caption=f"Fit at {captions.where(sweep, seen, n=bench.split.problem.n)}, on {RESOLUTION} × "
        f"{RESOLUTION} points. {_plane(shown, bench.dataset.X.shape[1])}",
        code=explore_code.of_decision(sweep, seen, resolution=RESOLUTION, height=HEIGHT),
    )


def of_spectrum(sweep: Sweep, seen: View) -> Chart:
    """Return the eigenvalues at the cursor as a chart."""
    found = sweeps.spectrum(sweep.digest, seen.point)
    figure = remembered(eigenvalues, height=SPECTRUM)(
        found.eigenvalues, mu=found.mu, effective_dimension=found.effective_dimension
    )
    condition = f"Condition of K + μI: {readable(found.condition)}."
    return Chart(
        key="spectrum",
        name="Spectrum",
        figure=figure,
        numbers=lambda: pd.DataFrame({"eigenvalue": found.eigenvalues}),
        caption=f"Spectrum at {captions.where(sweep, seen, n=len(found.eigenvalues))}. {condition}",
        code=explore_code.of_spectrum(seen, height=SPECTRUM),
    )


def _plane(shown: DecisionView, features: int) -> str:
    if shown.plane == "data":
        return "Axes: the two features, as prepared for the kernel."
    return (
        f"Axes: first two principal components of {features} features; colours are the slice "
        "through the mean, points are projected."
    )


def _points(shown: DecisionView) -> pd.DataFrame:
    parts = ["test" if is_test else "training" for is_test in shown.is_test]
    table = pd.DataFrame(shown.points, columns=["first axis", "second axis"])
    return table.assign(label=shown.labels, part=parts)
