"""Colours as numbers, for a canvas in the browser."""

from kselect_core.plotting.theme import DIVERGING, MAGNITUDE

Stops = list[tuple[float, list[float]]]


def channels(*, diverging: bool) -> Stops:
    """Colour stops as (place, [red, green, blue, opacity]), each from 0 to 255."""
    return [(place, _channels(colour)) for place, colour in (DIVERGING if diverging else MAGNITUDE)]


def _channels(colour: str) -> list[float]:
    if colour.startswith("#"):
        return [*(float(int(colour[i : i + 2], 16)) for i in (1, 3, 5)), 255.0]
    *rgb, alpha = (float(part) for part in colour[5:-1].split(","))
    return [*rgb, round(255 * alpha)]
