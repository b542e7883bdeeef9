"""Where a figure stands, in the words that captions share."""

from kselect_core.words.amounts import counted
from kselect_core.words.labels import kernel_text, strength, strength_text
from kselect_ui.sweep.finished import Sweep, size_text
from kselect_ui.widgets.state import View


def place(sweep: Sweep, seen: View) -> str:
    """Return the point of the grid: kernel and λ, or C."""
    return f"{kernel_text(sweep.config, seen)}, {strength_text(sweep.config, seen.lam)}"


def split_text(sweep: Sweep, seen: View) -> str:
    """Return which split is looked at where only one can be: ``split 2 of 5``."""
    return f"split {seen.one_split + 1} of {len(sweep.splits)}"


def where(sweep: Sweep, seen: View, *, n: int) -> str:
    """Return what pictures of one kernel matrix say: kernel, λ, sample, split, seed."""
    sample = f"n = {n} training points, {split_text(sweep, seen)}, seed {sweep.config.seed}"
    return f"{place(sweep, seen)}{pair_text(sweep)}, {sample}"


def grid(sweep: Sweep) -> str:
    """Return what pictures of the whole grid say: its size, the sample, the seed."""
    config = sweep.config
    kernels = counted(len(config.kernels), "kernel")
    points = f"{kernels} × {len(config.lambdas)} {strength(config)}"
    return " · ".join(part for part in (points, size_text(sweep), f"seed {config.seed}") if part)


def pair_text(sweep: Sweep) -> str:
    """Return which two of several classes are looked at, after a comma; empty for two classes."""
    return f", classes {' / '.join(sweep.pair)}" if sweep.pair else ""
