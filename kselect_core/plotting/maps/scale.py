"""Colours of a map over the grid: where the good end and the saturated end lie."""

from typing import NamedTuple

import numpy as np

from kselect_core.plotting.curves.lines import spread_is_wide
from kselect_core.plotting.kit.ticks import number, rate_text
from kselect_core.types import Array, Float

TICKS = 4


class Shades(NamedTuple):
    """Values at the good and at the saturated end of the colours, and how many lie beyond."""

    best: float
    end: float
    log: bool
    saturated: int
    rate: bool = False

    def position(self, value: Float[Array, "..."]) -> Float[Array, "..."]:
        """0 at the best value, 1 at the saturated end and beyond; NaN where there is none."""
        shown = np.where(np.isnan(value), np.nan, np.clip(self._moved(value), 0.0, 1.0))
        worst = np.isinf(value)
        return np.asarray(np.where(worst, 1.0, shown), dtype=np.float32)

    def ticks(self) -> tuple[list[float], list[str]]:
        """Places on the colour bar and what they say; the last one stands for all beyond."""
        places = np.linspace(0.0, 1.0, TICKS)
        if not np.isfinite(self.best) or self.best == self.end:
            return [0.0], [self.text(self.best)]
        ends = np.log([self.best, self.end]) if self.log else np.array([self.best, self.end])
        values = ends[0] + places * (ends[1] - ends[0])
        texts = [self.text(float(v)) for v in (np.exp(values) if self.log else values)]
        if self.saturated:
            texts[-1] = f"{'≥' if self.end > self.best else '≤'} {texts[-1]}"
        return places.tolist(), texts

    def text(self, value: float) -> str:
        """Value as it is written: a percentage for a share, else three or four digits."""
        return rate_text(value) if self.rate else number(value, 4 if abs(value) >= 1 else 3)

    def _moved(self, value: Float[Array, "..."]) -> Float[Array, "..."]:
        if self.best == self.end or not np.isfinite(self.best):
            return np.zeros(np.shape(value))
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.log:
                moved = np.log(value / self.best) / np.log(self.end / self.best)
                return np.where(value > 0, moved, 1.0)
            return np.asarray((value - self.best) / (self.end - self.best))


def shades(value: Float[Array, "..."], *, higher: bool = False, rate: bool = False) -> Shades:
    """Colours from the best value to the median, so that what is worth telling apart differs.

    Where the median is the best value, to the worst one. Logarithmic where positive values span
    more than a factor of 1000.
    """
    finite = np.sort(value[np.isfinite(value)])
    if not finite.size:
        return Shades(np.nan, np.nan, log=False, saturated=0, rate=rate)
    ordered = finite[::-1] if higher else finite
    best, median, worst = ordered[0], ordered[len(ordered) // 2], ordered[-1]
    end = median if median != best else worst
    beyond = (ordered < end) if higher else (ordered > end)
    wide = spread_is_wide(np.array([best, end]))
    return Shades(float(best), float(end), log=wide, saturated=int(beyond.sum()), rate=rate)
