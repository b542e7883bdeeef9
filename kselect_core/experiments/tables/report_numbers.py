"""Numbers of a report as text: a true minus sign, a dash for what is unknown."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from kselect_core.words.labels import number_text

MOST = 4
"""Decimals at most; a table has as many as are printed."""
NOTHING = "–"
LEAST = 0.001
"""The smallest p-value that is written out."""


class Digits(NamedTuple):
    """Decimals of means and of standard deviations."""

    mean: int = 2
    sd: int = 2


def decimals(results: pd.DataFrame) -> Digits:
    """Decimals as in the printed table, of means at least two, of deviations at least one."""
    return Digits(_decimals(results["printed"], 2), _decimals(results["printed_sd"], 1))


def _decimals(printed: "pd.Series[float]", fewest: int) -> int:
    numbers = printed.dropna().to_numpy(dtype=np.float64)
    if not len(numbers):
        return Digits().sd
    for digits in range(fewest, MOST):
        if np.all(np.abs(np.round(numbers, digits) - numbers) < 10.0 ** -(MOST + 2)):
            return digits
    return MOST


def number(value: float, digits: int) -> str:
    """Number with so many decimals and a true minus sign; a dash for NaN."""
    if np.isnan(value):
        return NOTHING
    rounded = round(value, digits) + 0.0  # no minus sign before zero
    return f"{rounded:.{digits}f}".replace("-", "−").replace("inf", "∞")


def three(value: float) -> str:
    """Positive number with three digits that count, also if they are zero; a dash for NaN."""
    if not np.isfinite(value) or value <= 0:
        return number_text(value, 4)
    return number(value, max(0, 2 - int(np.floor(np.log10(value)))))


def spread(mean: float, sd: float, digits: Digits) -> str:
    """Mean ± standard deviation; the mean alone where there is no deviation."""
    text = number(mean, digits.mean)
    return text if np.isnan(mean) or np.isnan(sd) else f"{text} ± {number(sd, digits.sd)}"


def probability(value: float) -> str:
    """A p-value to three decimals."""
    if np.isnan(value):
        return NOTHING
    return f"< {LEAST}" if value < LEAST else f"{value:.3f}"


def duration(seconds: float) -> str:
    """Seconds in words; nothing for NaN."""
    if not np.isfinite(seconds):
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{seconds:.3g} s"
