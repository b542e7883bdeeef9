"""The panels of the page about spectra; a click on a kernel or a λ moves the cursor."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from kselect_core.plotting.spectra.dof_curve import dof_curve, dof_points
from kselect_core.plotting.spectra.scree import MOST, MOST_OTHERS, scree
from kselect_core.plotting.spectra.waterfall import MOST_COLUMNS, waterfall, waterfall_cells
from kselect_ui.figures import curves as figures
from kselect_ui.server.messages import error_in_place
from kselect_ui.server.shelf import remembered
from kselect_ui.spectrum import code as spectrum_code
from kselect_ui.spectrum import page
from kselect_ui.spectrum.page import SpectrumAt
from kselect_ui.sweep import cursor
from kselect_ui.widgets import charts
from kselect_ui.widgets.charts import Chart
from kselect_ui.widgets.labels import parameter_text, readable, strength


def grid_of_widths(look: SpectrumAt) -> None:
    """Draw the spectra of the whole family side by side, or the offer to compute them."""
    if look.partial:
        page.offer_grid(look.sweep, look.seen)
        return
    click = "Click a kernel. " if len(look.family) > 1 else ""
    with error_in_place():
        sigmas = [one.sigma for one in look.family]
        parameters = [one.parameter for one in look.family]
        chart = Chart(
            key="waterfall",
            name="Spectra along the kernel parameter",
            figure=remembered(waterfall)(
                sigmas,
                parameters,
                mu=look.mu,
                cursor=look.seen.parameter,
                kernel=look.seen.kernel,
                convention=look.convention,
            ),
            numbers=lambda: _of_waterfall(look),
            caption=(
                f"Colour: eigenvalues of K on a log scale; blank where they are below machine "
                f"precision. Line: effective dimension Σ σ/(σ+μ) at μ = {_mu(look)}. "
                f"{click}{_rows(look)}{look.where}."
            ),
            code=spectrum_code.written(look, spectrum_code.FAMILY, spectrum_code.WATERFALL),
        )
        charts.show(chart, on_pick=lambda points: to_kernel(look, points))


def eigenvalues(look: SpectrumAt) -> None:
    """Draw the eigenvalues at the cursor among those of the other kernels."""
    thin = f", {MOST_OTHERS} eigenvalues each" if look.n > MOST_OTHERS else ""
    others = (
        f" Grey: the other kernels of the grid{thin}; click one." if len(look.family) > 1 else ""
    )
    some = f" {MOST} of {look.n} eigenvalues drawn." if look.n > MOST else ""
    data = spectrum_code.ALONE if look.partial else spectrum_code.FAMILY
    with error_in_place():
        chart = Chart(
            key="scree",
            name="Eigenvalues at the cursor",
            figure=remembered(scree)(
                [one.sigma for one in look.family],
                [one.parameter for one in look.family],
                cursor=look.position,
                mu=look.mu,
                convention=look.convention,
            ),
            numbers=lambda: _of_scree(look),
            caption=f"Blue: {look.where}.{others}{some}",
            code=spectrum_code.written(look, data, spectrum_code.SCREE),
        )
        charts.show(chart, on_pick=lambda points: to_kernel(look, points))


def degrees_of_freedom(look: SpectrumAt) -> None:
    """Draw the effective degrees of freedom against λ."""
    config = look.sweep.config
    bias = look.problem.bias and not config.C
    ones = look.spectrum.ones if bias else None
    words = "Trace of the hat matrix, Σ σ/(σ+μ), as effective_dof in the table of the sweep. "
    if config.C:
        words = (
            "The ridge's view: Σ σ/(σ+μ) of a least-squares fit with μ = 1/(2C). A support vector "
            "machine is not linear in the labels and has no hat matrix. "
        )
    elif bias:
        words = (
            "Solid: trace of the hat matrix of the LSSVM, as effective_dof in the table of the "
            "sweep; its bias, which is not penalised, adds between 0 and 1 to Σ σ/(σ+μ) (dashed). "
        )
    with error_in_place():
        chart = Chart(
            key="dof",
            name=f"Degrees of freedom against {'C' if config.C else 'lambda'}",
            figure=remembered(dof_curve)(
                look.spectrum.sigma,
                config.lambdas,
                cursor=look.seen.lam,
                ridge="C" if config.C else config.ridge,
                ones=ones,
                kernel=(look.seen.kernel, look.seen.parameter),
            ),
            numbers=lambda: pd.DataFrame(
                dof_points(
                    look.spectrum.sigma, look.problem.lambdas, ridge=config.ridge, ones=ones
                )._asdict()
            ),
            caption=f"{words}Dots: {strength(config)} of the grid; click one. {look.where}.",
            code=spectrum_code.written(look, spectrum_code.ONE, spectrum_code.DOF),
        )
        charts.show(chart, on_pick=lambda points: figures.pick(look.sweep, points))


def to_kernel(look: SpectrumAt, picked: Sequence[Mapping[str, Any]]) -> None:
    """Move the cursor to the kernel of the first point clicked; others carry no parameter."""
    point = {"kernel": look.seen.kernel, "parameter": picked[0].get("customdata")}
    cursor.move(look.sweep.config, point)


def _mu(look: SpectrumAt) -> str:
    way = "1/(2C) = " if look.sweep.config.C else ""
    return f"{way}{readable(look.mu)}"


def _of_scree(look: SpectrumAt) -> pd.DataFrame:
    named = [(parameter_text(one.parameter, look.convention), one.sigma) for one in look.family]
    columns = {f"eigenvalue, {name}" if name else "eigenvalue": sigma for name, sigma in named}
    return pd.DataFrame({"number": range(1, look.n + 1), **columns})


def _of_waterfall(look: SpectrumAt) -> pd.DataFrame:
    cells = waterfall_cells(
        [one.sigma for one in look.family], [one.parameter for one in look.family], mu=look.mu
    )
    columns = {
        f"log10 eigenvalue {j}": line for j, line in zip(cells.numbers, cells.logs, strict=True)
    }
    return pd.DataFrame(
        {"parameter": cells.parameters, "effective dimension": cells.dimensions, **columns}
    )


def _rows(look: SpectrumAt) -> str:
    cells = waterfall_cells([look.spectrum.sigma], [look.spectrum.parameter], mu=look.mu)
    shown = (
        "" if len(cells.numbers) == look.n else f"{len(cells.numbers)} of {look.n} eigenvalues. "
    )
    every = -(-len(look.family) // MOST_COLUMNS)
    return shown if every == 1 else f"{shown}Every {every}th kernel. "
