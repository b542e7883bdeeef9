"""Where a figure stands, in the words that captions share, from what a page looks at."""

from kselect_core.words import places
from kselect_ui.sweep.finished import Sweep
from kselect_ui.widgets.state import View


def place(sweep: Sweep, seen: View) -> str:
    """Return the point of the grid: kernel and λ, or C."""
    return places.point_text(sweep.config, seen.point)


def split_text(sweep: Sweep, seen: View) -> str:
    """Return which split is looked at where only one can be: ``split 2 of 5``."""
    return places.split_text(sweep.config, seen.one_split)


def where(sweep: Sweep, seen: View, *, n: int) -> str:
    """Return what pictures of one kernel matrix say: kernel, λ, sample, split, seed."""
    return places.where(sweep.lens, seen.point, n=n)


def pair_text(sweep: Sweep) -> str:
    """Return which two of several classes are looked at, after a comma; empty for two classes."""
    return places.pair_text(sweep.pair)
