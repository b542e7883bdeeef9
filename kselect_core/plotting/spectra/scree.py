"""Eigenvalues of the kernel at the cursor among those of the other kernels of its family."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.errors import InvalidParameterError
from kselect_core.linalg.spectra.eigenspaces import rounding_level
from kselect_core.plotting.kit.eigenvalue_axis import eigenvalue_axis, number_axis, shown_numbers
from kselect_core.plotting.kit.parts import figure, note, scatter
from kselect_core.plotting.kit.rules import BESIDE, beside, rule
from kselect_core.plotting.kit.theme import (
    BLUE,
    FONT_SIZE,
    GREY,
    INK,
    ORANGE,
    PAPER,
    Spec,
    escaped,
    transparent,
)
from kselect_core.plotting.kit.ticks import parameter_text
from kselect_core.types import Array, Float, Int

HEIGHT = 380
MOST = 400
"""Eigenvalues drawn of each kernel."""
CHIP = {"bgcolor": PAPER, "font": {"size": FONT_SIZE, "color": INK}, "borderpad": 1}
"""Names of kernels stand on a light chip: lines run behind them."""
LABELLED, APART = 4, 0.17
"""Other kernels that are named in the picture, and part of its width between two names."""
SHORT = 24
"""Letters of such a name."""


class Scree(NamedTuple):
    """Eigenvalues shown of one kernel with their numbers (from 1); those of 0 are left out."""

    parameter: float
    number: Int[Array, " m"]
    sigma: Float[Array, " m"]


def scree_lines(
    sigmas: Sequence[Float[Array, " n"]], parameters: Sequence[float], *, cursor: int = 0
) -> list[Scree]:
    """Lines of the figure, that of the cursor (a position in the list) last."""
    if cursor not in range(len(sigmas)):
        allowed = f"a position from 0 to {len(sigmas) - 1}"
        raise InvalidParameterError("Scree", "the cursor", allowed, cursor)
    order = [i for i in range(len(sigmas)) if i != cursor] + [cursor]
    return [_line(sigmas[i], parameters[i]) for i in order]


def scree(
    sigmas: Sequence[Float[Array, " n"]],
    parameters: Sequence[float],
    *,
    cursor: int = 0,
    mu: float,
    ridges: Sequence[float] = (),
    convention: str = "",
) -> go.Figure:
    """Figure of the eigenvalues of a family on log scales, the kernel at the cursor in front.

    The ordinate holds every kernel and all ``ridges``: it stays where it is while the cursor moves.
    Below μ the ridge suppresses an eigenvector; below machine precision there is only noise.
    """
    *others, here = scree_lines(sigmas, parameters, cursor=cursor)
    precision = rounding_level(sigmas[cursor])
    levels = [(mu, "ridge μ", ORANGE), (precision, "precision<br>n ε σ₁", GREY)]
    positive = [level for level in levels if np.isfinite(level[0]) and level[0] > 0]
    ordinate = eigenvalue_axis(
        np.concatenate([sigma[sigma > rounding_level(sigma) / 30] for sigma in sigmas]),
        [level for level in (mu, *ridges, *map(rounding_level, sigmas)) if 0 < level < np.inf],
    )
    return figure(
        [
            *([_background(others, convention, parameters)] if others else []),
            _front(here, convention, parameters),
        ],
        HEIGHT,
        showlegend=False,
        xaxis=number_axis(len(sigmas[cursor])),
        yaxis=ordinate,
        shapes=[rule(value, colour) for value, _, colour in positive],
        annotations=[
            *beside([(value, name) for value, name, _ in positive], ordinate["range"]),
            *_names(others, here, convention, ordinate["range"]),
        ],
        margin={"l": 12, "r": BESIDE, "t": 28, "b": 12},
    )


def _line(sigma: Float[Array, " n"], parameter: float) -> Scree:
    numbers = shown_numbers(len(sigma), MOST)
    shown = sigma[numbers - 1]
    return Scree(float(parameter), numbers[shown > 0], shown[shown > 0])


def _front(here: Scree, convention: str, grid: Sequence[float]) -> Spec:
    name = escaped(parameter_text(here.parameter, convention, grid)) or "the kernel"
    return scatter(
        "lines+markers",
        name=name,
        x=here.number,
        y=here.sigma,
        line={"color": BLUE, "width": 2.5},
        marker={"color": BLUE, "size": 5},
        hovertemplate=f"<b>{name}</b><br>σ<sub>%{{x}}</sub> = %{{y:.4~g}}<extra></extra>",
    )


def _background(others: Sequence[Scree], convention: str, grid: Sequence[float]) -> Spec:
    """All other kernels as one trace with gaps; each point carries its parameter."""
    gap = np.array([np.nan])
    sizes = [len(line.number) + 1 for line in others]
    name = "%{text}<br>" if convention else ""
    texts = [escaped(parameter_text(line.parameter, convention, grid)) for line in others]
    return scatter(
        "lines",
        name="other kernels of the grid",
        x=np.concatenate([np.concatenate([line.number, gap]) for line in others]),
        y=np.concatenate([np.concatenate([line.sigma, gap]) for line in others]),
        customdata=np.repeat([line.parameter for line in others], sizes),
        text=np.repeat(texts, sizes),
        line={"color": transparent(GREY, 0.45), "width": 1},
        hovertemplate=f"{name}σ<sub>%{{x}}</sub> = %{{y:.4~g}}<extra></extra>",
    )


def _names(others: Sequence[Scree], here: Scree, convention: str, ends: list[float]) -> list[Spec]:
    """Names of a few other kernels, where their lines leave the upper part of the picture.

    Names that would stand closer than `APART` to one that is written, or on the line in front, are
    left out.
    """
    height = 10.0 ** (ends[0] + 0.3 * (ends[1] - ends[0]))
    grid = [line.parameter for line in (*others, here)]
    named = [line for line in others if line.sigma.size and line.sigma[0] > height]
    last = [(line, int((line.sigma > height).sum()) - 1) for line in named]
    width = float(np.log(max([2, *here.number[-1:], *(line.number[-1] for line in named)])))
    places: list[tuple[Scree, int]] = []
    for line, i in sorted(last, key=lambda pair: int(pair[0].number[pair[1]])):
        before = int(places[-1][0].number[places[-1][1]]) if places else 1
        front = int(here.number[here.sigma > line.sigma[i]].max(initial=1))
        ahead = np.log(line.number[i] / front) / width  # the name reaches from its line to the left
        clear = ahead < -APART / 8 or ahead > APART
        if clear and len(places) < LABELLED and np.log(line.number[i] / before) >= APART * width:
            places.append((line, i))
    return [
        note(
            escaped(parameter_text(line.parameter, convention, grid), SHORT),
            float(np.log10(line.number[i])),
            float(np.log10(line.sigma[i])),
            xref="x",
            yref="y",
            xanchor="right",
            **CHIP,
        )
        for line, i in places
        if convention
    ]
