"""Small pictures of terms along the width, one for each: they stand in the rows of a table."""

import numpy as np
import pandas as pd

from kselect_core.plotting.kit.theme import GREY, style
from kselect_core.plotting.terms.reward_curves import RewardLine, outside, reward_lines
from kselect_core.types import Array, Float

WIDTH, HEIGHT = 200, 30
"""Pixels of a picture."""
SIDE, FRAME = 12, 5
"""Pixels beside the path, for the values at K = I and K = 11ᵀ, and above and below it."""
RING = 4
"""Pixels from the side to the middle of such a value."""


def small_curves(table: pd.DataFrame, *, grid: tuple[float, float] | None = None) -> dict[str, str]:
    """Return a picture as SVG for the key of each term that has a value.

    ``table`` has the terms along the width. A curve is high where its term is bad; a dot is what
    the term alone would choose, rings are its values at K = I and K = 11ᵀ. ``grid`` are the ends of
    the widths of a sweep, which are shaded.
    """
    return {line.key: _svg(line, grid) for line in reward_lines(table)}


def along(tau: Float[Array, " w"], at: float) -> float:
    """Return how far along a picture a width is, in pixels, at most at the ends of its path."""
    span = float(np.log(tau[-1] / tau[0]))
    share = float(np.log(at / tau[0])) / span if span else 0.5
    return SIDE + min(max(share, 0.0), 1.0) * (WIDTH - 2 * SIDE)


def _svg(line: RewardLine, grid: tuple[float, float] | None) -> str:
    colour = style(line.quantity).colour
    parts = []
    if grid is not None:
        low, high = (along(line.tau, end) for end in grid)
        parts.append(
            f'<rect x="{low:.1f}" width="{high - low:.1f}" height="{HEIGHT}" fill="{GREY}" '
            'fill-opacity="0.14"/>'
        )
    parts.append(
        f'<path d="{_path(line)}" fill="none" stroke="{colour}" stroke-width="2" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )
    for side, end in zip((RING, WIDTH - RING), line.ends, strict=True):
        if not np.isnan(end):
            y = _down(min(max(outside(line, end), 0.0), 1.0))
            parts.append(
                f'<circle cx="{side}" cy="{y:.1f}" r="2.8" fill="none" stroke="{colour}" '
                'stroke-width="1.5"/>'
            )
    if line.chosen >= 0 and np.isfinite(line.y[line.chosen]):
        x, y = along(line.tau, float(line.tau[line.chosen])), _down(float(line.y[line.chosen]))
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{colour}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}">{"".join(parts)}</svg>'
    )


def _path(line: RewardLine) -> str:
    """Return the curve as an SVG path with gaps where there is no value."""
    text, draws = "", False
    for tau, y in zip(line.tau.tolist(), line.y.tolist(), strict=True):
        if not np.isfinite(y):
            draws = False
            continue
        text += f"{'L' if draws else 'M'}{along(line.tau, tau):.1f} {_down(y):.1f}"
        text += "" if draws else "h0"  # a value between two gaps is a dot
        draws = True
    return text


def _down(y: float) -> float:
    return FRAME + (1.0 - y) * (HEIGHT - 2 * FRAME)
