"""Eigenvalues of the kernel matrix at the cursor, against the ridge and machine precision."""

from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.linalg.spectra.eigenspaces import rounding_level
from kselect_core.plotting.kit.eigenvalue_axis import eigenvalue_axis
from kselect_core.plotting.kit.parts import figure, scatter
from kselect_core.plotting.kit.rules import BESIDE, beside, heading, rule
from kselect_core.plotting.kit.theme import BLUE, GREY, ORANGE, axis
from kselect_core.plotting.kit.ticks import number
from kselect_core.types import Array, Float, Int

FIRST = 60


class Spectrum(NamedTuple):
    """Eigenvalues shown with their numbers (from 1), and the level of rounding errors n ε σ₁."""

    order: Int[Array, " m"]
    sigma: Float[Array, " m"]
    precision: float
    hidden: int


def spectrum_points(eigenvalues: Float[Array, " n"], *, count: int | None = FIRST) -> Spectrum:
    """First ``count`` eigenvalues (None: all), descending; those of 0 or less are not drawn."""
    sigma = np.sort(eigenvalues)[::-1]
    shown = sigma if count is None else sigma[:count]
    positive = shown > 0
    level = rounding_level(sigma)
    return Spectrum(np.flatnonzero(positive) + 1, shown[positive], level, int((~positive).sum()))


def spectrum(
    eigenvalues: Float[Array, " n"],
    *,
    mu: float,
    effective_dimension: float,
    count: int | None = FIRST,
) -> go.Figure:
    """Figure of the eigenvalues on a log scale; below μ the ridge suppresses them."""
    shown = spectrum_points(eigenvalues, count=count)
    n = len(eigenvalues)
    title = f"effective dimension {number(effective_dimension, 3)} of {n}"
    if shown.hidden:
        title += f" · {shown.hidden} of the first {len(shown.order) + shown.hidden} are 0"
    trace = scatter(
        "lines+markers",
        name="eigenvalues",
        x=shown.order,
        y=shown.sigma,
        line={"color": BLUE, "width": 1},
        marker={"color": BLUE, "size": 5},
        hovertemplate="σ<sub>%{x}</sub> = %{y:.4~g}<extra></extra>",
    )
    levels = [(mu, "ridge μ", ORANGE), (shown.precision, "machine<br>precision", GREY)]
    positive = [level for level in levels if np.isfinite(level[0]) and level[0] > 0]
    ordinate = eigenvalue_axis(shown.sigma, [value for value, *_ in positive])
    names = beside([(value, name) for value, name, _ in positive], ordinate["range"])
    return figure(
        [trace],
        320,
        showlegend=False,
        margin={"l": 12, "r": BESIDE, "t": 34, "b": 12},
        xaxis=axis("number of the eigenvalue", rangemode="tozero"),
        yaxis=ordinate,
        shapes=[rule(value, colour) for value, _, colour in positive],
        annotations=[heading(title), *names],
    )
