"""Colours as numbers, for a canvas in the browser."""

from collections.abc import Sequence

from kselect_core.plotting.kit.theme import MAGNITUDE, SIGNED, TWO_CLASSES

Stops = list[tuple[float, list[float]]]
FULL = 1 / 0.6
"""Strength that makes the ends of colours about zero opaque."""
FAINT = 0.6
"""Strength of colours of magnitude under data points."""


def fit_channels(*, classes: bool) -> Stops:
    """Colours of a fit under data points: between two classes, or values of a regression."""
    return channels(TWO_CLASSES) if classes else channels(MAGNITUDE, strength=FAINT)


def matrix_channels(*, signed: bool) -> Stops:
    """Colours of a matrix, above and below which nothing lies: about zero, or by size."""
    return channels(SIGNED if signed else MAGNITUDE, strength=FULL)


def channels(palette: Sequence[tuple[float, str]], *, strength: float = 1.0) -> Stops:
    """Colour stops as (place, [red, green, blue, opacity]), each from 0 to 255.

    ``strength`` multiplies the opacity.
    """
    stops = [(place, _channels(colour)) for place, colour in palette]
    return [(p, [*rgb, min(255.0, round(strength * alpha))]) for p, (*rgb, alpha) in stops]


def _channels(colour: str) -> list[float]:
    if colour.startswith("#"):
        return [*(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5)), 255.0]
    *rgb, alpha = (float(part) for part in colour[5:-1].split(","))
    return [*rgb, 255 * alpha]
