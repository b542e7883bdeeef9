"""How iterating sharpens a spectrum: the eigenvalues after every step, one line per step."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import plotly.graph_objects as go

from kselect_core.linalg.spectra.eigenspaces import rounding_level
from kselect_core.plotting.kit import theme
from kselect_core.plotting.kit.eigenvalue_axis import number_axis, shown_numbers
from kselect_core.plotting.kit.parts import figure, note, scatter
from kselect_core.plotting.kit.rules import BESIDE, beside, rule
from kselect_core.plotting.kit.ticks import decades
from kselect_core.types import Array, Float, Int

HEIGHT = 380
MOST = 300
"""Eigenvalues drawn of each step."""
FLOOR = 1e-16
"""Eigenvalues below this share of the largest are not drawn: nothing is left of them."""
AWAY = 2
"""Lines that end before this number have their names left of it, where no line runs."""
ROOM = 0.5
"""Decades of numbers that such names take."""
NEAR = 0.1
"""Decades within which ends of lines are one place."""
COLOURS = (
    theme.GREY,
    theme.BLUE,
    theme.TEAL,
    theme.GREEN,
    theme.ORANGE,
    theme.RED,
    theme.PINK,
    theme.PURPLE,
    theme.BROWN,
)


class StepSpectrum(NamedTuple):
    """Eigenvalues drawn after k steps with their numbers (from 1), and how many hold 99 %."""

    steps: int
    number: Int[Array, " m"]
    value: Float[Array, " m"]
    holders: int


def step_lines(spectra: Sequence[Float[Array, " N"]]) -> list[StepSpectrum]:
    """Lines of the figure from the eigenvalues of G_k/N for k = 0, 1, …; rounding is left out."""
    if not len(spectra):
        return []
    base = np.asarray(spectra[0])
    above = base > max(rounding_level(base), 0.0)
    top = float(base.max(initial=0.0))
    lines = []
    for k, values in enumerate(spectra):
        numbers = shown_numbers(len(values), MOST)
        high = above[numbers - 1] & (values[numbers - 1] > FLOOR * top)
        lines.append(StepSpectrum(k, numbers[high], values[numbers - 1][high], holders(values)))
    return lines


def holders(values: Float[Array, " N"], share: float = 0.99) -> int:
    """How many of the largest eigenvalues hold this share of their sum; 0 of nothing."""
    total = float(values.sum())
    if total <= 0:
        return 0
    return int(np.searchsorted(np.cumsum(values) / total, share - 1e-12)) + 1


def step_spectra(
    spectra: Sequence[Float[Array, " N"]], *, chosen: int | None = None, lam: float | None = None
) -> go.Figure:
    """Figure of the eigenvalues of G_k/N for k = 0, 1, …; the chosen k is thick.

    A fit with the ridge λ keeps what lies well above λ, and suppresses what lies below it.
    """
    lines = step_lines(spectra)
    values = np.concatenate([line.value for line in lines]) if lines else np.empty(0)
    levels = [] if lam is None else [(lam, "chosen λ")]
    shown = np.concatenate([values, [level for level, _ in levels]])
    low, high = (shown.min(), shown.max()) if shown.size else (1e-16, 1.0)
    ends = [float(np.log10(low)) - 0.8, float(np.log10(high)) + 0.6]
    return figure(
        [_trace(line, thick=line.steps == chosen) for line in lines],
        HEIGHT,
        showlegend=False,
        xaxis=_numbers(spectra, lines),
        yaxis=theme.axis(
            "eigenvalue of G<sub>k</sub>/N",
            type="log",
            range=ends,
            **decades(10.0 ** ends[0], 10.0 ** ends[1], most=8),
        ),
        shapes=[rule(level, theme.ORANGE) for level, _ in levels],
        annotations=[*_names(lines), *beside(levels, ends)],
        margin={"l": 12, "r": BESIDE, "t": 28, "b": 12},
    )


def _numbers(spectra: Sequence[Float[Array, " N"]], lines: Sequence[StepSpectrum]) -> theme.Spec:
    """Axis of the numbers, with room for the names of lines that end at its beginning."""
    numbers = number_axis(max((len(values) for values in spectra), default=1))
    low, high = numbers["range"]
    short = any(len(line.number) and line.number[-1] < AWAY for line in lines)
    return numbers | {"range": [low - ROOM if short else low, high]}


def _trace(line: StepSpectrum, *, thick: bool) -> theme.Spec:
    colour = COLOURS[line.steps % len(COLOURS)]
    name = f"k = {line.steps}"
    return scatter(
        "lines+markers",
        name=name,
        x=line.number,
        y=line.value,
        line={"color": colour, "width": 3.5 if thick else 1.5},
        marker={"color": colour, "size": 6 if thick else 4},
        hovertemplate=f"<b>{name}</b><br>eigenvalue %{{x}}: %{{y:.4~g}}<extra></extra>",
    )


def _names(lines: Sequence[StepSpectrum]) -> list[theme.Spec]:
    """Name of every step where its line ends; steps that end at one place share theirs."""
    return [
        note(
            f"<b>k = {first}{f' … {line.steps}' if line.steps > first else ''}</b>",
            float(np.log10(line.number[-1])),
            float(np.log10(line.value[-1])),
            xref="x",
            yref="y",
            xanchor="right",
            xshift=-6 if line.number[-1] < AWAY else 0,
            yanchor="middle" if line.number[-1] < AWAY else "top",
            bgcolor=theme.PAPER,
            borderpad=1,
            font={"size": theme.FONT_SIZE, "color": theme.INK},
        )
        for first, line in _ends(lines)
    ]


def _ends(lines: Sequence[StepSpectrum]) -> list[tuple[int, StepSpectrum]]:
    """First step of every run of lines that end at one place, and the last line of the run."""
    ends: list[tuple[int, StepSpectrum]] = []
    for line in lines:
        if not len(line.number):
            continue
        last = ends[-1][1] if ends else None
        if last is not None and last.number[-1] == line.number[-1]:
            near = abs(np.log10(last.value[-1] / line.value[-1])) < NEAR
            if near:
                ends[-1] = (ends[-1][0], line)
                continue
        ends.append((line.steps, line))
    return ends
