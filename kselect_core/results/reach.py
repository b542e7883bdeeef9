"""Which values may be as good as the best, where values are known to an error only."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from kselect_core.types import Array, Bool, Float


def sides(errors: Float[Array, "*grid"]) -> tuple[Float[Array, "*grid"], Float[Array, "*grid"]]:
    """How far below and above a value the true one may lie: a negative error is below only."""
    return np.abs(errors), np.maximum(errors, 0.0)


def within_reach(
    signed: Float[Array, "*grid"], errors: Float[Array, "*grid"], place: tuple[int, ...]
) -> Bool[Array, "*grid"]:
    """Which values have error bars that reach that of the value at a place, itself included.

    Lower is better. NaN reaches nothing.
    """
    below, above = sides(errors)
    reach = signed - below <= signed[place] + above[place]
    reach[place] = True
    return np.asarray(reach)


def between(symbol: str, values: Float[Array, " c"], text: Callable[[float], str]) -> str:
    """Values that cannot be told apart, in words; the smallest and the largest of many."""
    first, last = text(float(values.min())), text(float(values.max()))
    if len(values) == 2:  # noqa: PLR2004 (both are named)
        return f"undecided between {symbol} = {first} and {last}"
    return f"undecided among {len(values)} values, {symbol} = {first} … {last}"


def doubts(chosen: pd.DataFrame) -> str:
    """What may be as good as the choices, in words, and on how many of several splits."""
    if "undecided" not in chosen:
        return ""
    words = [str(text) for text in chosen["undecided"] if text]
    if not words or len(chosen) == 1:
        return "".join(words)
    return f"{words[0]} (in doubt on {len(words)} of {len(chosen)} splits)"


def errors_of_doubted(chosen: pd.DataFrame) -> tuple[float, float]:
    """Mean over splits of the lowest and of the highest test error of what may be as good.

    NaN where no choice is in doubt, or where all that may be as good has the same error.
    """
    if not doubts(chosen) or "test_error_low" not in chosen:
        return np.nan, np.nan
    low, high = (float(chosen[f"test_error_{end}"].mean()) for end in ("low", "high"))
    return (low, high) if high > low else (np.nan, np.nan)
