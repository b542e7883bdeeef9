"""The panels about eigenvectors: what they hold of the labels, how they look in the data."""

import pandas as pd
import streamlit as st

from kselect_core.plotting.spectra.alignment import alignment, alignment_shares
from kselect_core.plotting.spectra.eigenvector_map import eigenvector_map
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import remembered
from kselect_ui.spectrum import code as spectrum_code
from kselect_ui.spectrum.page import SpectrumAt
from kselect_ui.sweep import finished as sweeps
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.labels import readable
from kselect_ui.widgets.state import settle

VECTOR = "vec"


def labels(look: SpectrumAt) -> None:
    """Draw how the labels lie in the eigenvectors."""
    regression = look.sweep.task == "regression"
    target = (
        "y is the target minus its mean on the training part"
        if regression
        else "y = ±1, not centred"
    )
    with error_in_place():
        chart = Chart(
            key="alignment",
            name=f"{'Target' if regression else 'Labels'} in the eigenvectors",
            figure=remembered(alignment)(
                look.spectrum.sigma, look.spectrum.labels, target=look.target
            ),
            numbers=lambda: pd.DataFrame(
                alignment_shares(look.spectrum.sigma, look.spectrum.labels)._asdict()
            ),
            caption=(
                f"Share ⟨y, vⱼ⟩²/‖y‖² of every eigenvector and its cumulative sum, {target}. Runs "
                f"of eigenvalues that are equal up to rounding are one grey bar: only their sum "
                f"has a meaning. {look.where}."
            ),
            code=spectrum_code.written(look, spectrum_code.ONE, spectrum_code.ALIGNMENT),
        )
        charts.show(chart)


def data_by_eigenvector(look: SpectrumAt) -> None:
    """Draw the training points coloured by one of the first eigenvectors."""
    numbers = list(range(1, look.spectrum.vectors.shape[1] + 1))
    settle(VECTOR, numbers)
    number = st.select_slider(
        "Eigenvector",
        numbers,
        value=numbers[1],  # the first one is nearly constant for most kernels
        key=VECTOR,
        bind="query-params",
    )
    with error_in_place():
        flat = sweeps.plane(look.sweep.digest, look.seen.one_split)
        points, target = flat.points[~flat.is_test], flat.labels[~flat.is_test]
        vector = look.spectrum.vectors[:, number - 1]
        names = _class_names(look)
        name = "target" if look.sweep.task == "regression" else "label"
        chart = Chart(
            key="eigenvector",
            name="Data by eigenvector",
            figure=remembered(eigenvector_map)(
                points, target, vector, class_names=names, axes=flat.axes
            ),
            numbers=lambda: pd.DataFrame(
                {"x": points[:, 0], "y": points[:, 1], name: target, "v": vector}
            ),
            caption=f"{_of_vector(look, number)} {_plane(flat.plane)} {look.where}.",
            code=spectrum_code.written(
                look,
                spectrum_code.ONE,
                spectrum_code.VECTOR,
                column=number - 1,
                class_names=names,
            ),
        )
        charts.show(chart)


def _of_vector(look: SpectrumAt, number: int) -> str:
    spectrum = look.spectrum
    share = alignment_shares(spectrum.sigma, spectrum.labels)
    run = next(i for i, last in enumerate(share.last) if last >= number)
    sigma = f"σ = {readable(float(spectrum.sigma[number - 1]))}"
    held = f"{100 * float(share.share[run]):.1f} % of the {look.target}"
    if share.first[run] == share.last[run]:
        return f"Eigenvector {number}: {sigma}, holds {held}."
    return (
        f"Eigenvector {number}: {sigma}, one of {share.last[run] - share.first[run] + 1} equal "
        f"eigenvalues: any mixture of their vectors would do; together they hold {held}."
    )


def _plane(kind: str) -> str:
    if kind == "data":
        return "Axes: the two features, as prepared for the kernel."
    return "Axes: first two principal components of the training part (PCA plane)."


def _class_names(look: SpectrumAt) -> tuple[str, ...]:
    return sweeps.sides(look.sweep)
