"""Colours as numbers, for a canvas in the browser."""

from kselect_core.plotting.kit.theme import DIVERGING, MAGNITUDE

Stops = list[tuple[float, list[float]]]
FULL = 1 / 0.6
"""Strength that makes the ends of the diverging colours opaque."""
FAINT = 0.6
"""Strength of colours of magnitude under data points."""


def channels(*, diverging: bool, strength: float = 1.0) -> Stops:
    """Colour stops as (place, [red, green, blue, opacity]), each from 0 to 255.

    ``strength`` multiplies the opacity: more where nothing lies above or below the picture, less
    under data points.
    """
    stops = [
        (place, _channels(colour)) for place, colour in (DIVERGING if diverging else MAGNITUDE)
    ]
    return [(p, [*rgb, min(255.0, round(strength * alpha))]) for p, (*rgb, alpha) in stops]


def _channels(colour: str) -> list[float]:
    if colour.startswith("#"):
        return [*(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5)), 255.0]
    *rgb, alpha = (float(part) for part in colour[5:-1].split(","))
    return [*rgb, 255 * alpha]
