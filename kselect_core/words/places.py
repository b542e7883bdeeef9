"""Where a view looks, in the words that captions share."""

from kselect_core.selection.config.config import SweepConfig
from kselect_core.selection.places.cursor import Cursor
from kselect_core.words.labels import kernel_text, strength_text


def where(config: SweepConfig, cursor: Cursor, *, n: int) -> str:
    """Return what pictures of one kernel matrix say: kernel, λ, sample, split, seed."""
    place = f"{kernel_text(config, cursor)}, {strength_text(config, cursor.lam)}"
    split = f"split {cursor.split + 1} of {config.repeats}"
    sample = f"n = {n} training points, {split}, seed {config.seed}"
    return f"{place}{pair_text(config.pair)}, {sample}"


def pair_text(pair: tuple[str, ...]) -> str:
    """Return which two of several classes are looked at, after a comma; empty for two classes."""
    return f", classes {' / '.join(pair)}" if pair else ""


def split_text(config: SweepConfig, split: int) -> str:
    """Return which split is looked at where only one can be: ``split 2 of 5``."""
    return f"split {split + 1} of {config.repeats}"
